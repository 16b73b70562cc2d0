import type { ApiProblem } from '../../api/problem.ts'
import { problemInWords } from '../../api/problem-in-words.ts'
import { StatusSymbol } from '../../ui/status/status-symbol.tsx'
import { useWords } from '../../ui/text/language.ts'
import styles from './provider.module.css'
import { providerWords } from './words.data.ts'

/** What did not come off, and why. */
export function Fault({ what, problem }: { readonly what: string; readonly problem: ApiProblem }) {
  const t = useWords(providerWords)
  return (
    <p role="alert" className={styles.fault}>
      <StatusSymbol level="serious" /> {what}. {problem.status === 412 ? t('stale') : problemInWords(problem).message}
    </p>
  )
}
