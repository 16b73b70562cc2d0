import type { Conjunction } from '@apsis/contract/ca/conjunction.ts'
import { useWords } from '../../ui/text/language.ts'
import { decisionWords } from './decision-words.data.ts'
import styles from './level-causes.module.css'

/** Why the level is what it is, one sentence for each cause, as the server gives them. */
export function LevelCauses({ event: { levelCauses } }: { readonly event: Pick<Conjunction, 'levelCauses'> }) {
  const t = useWords(decisionWords)
  if (levelCauses.length === 0) return null
  return (
    <p className={styles.causes}>
      {levelCauses.map((cause) => (
        <span key={cause}>{t(`cause-${cause}`)} </span>
      ))}
    </p>
  )
}
