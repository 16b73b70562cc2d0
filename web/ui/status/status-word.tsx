import type { StatusMeaning } from './status-meaning.ts'
import { StatusSymbol } from './status-symbol.tsx'
import styles from './status-word.module.css'

/** Shows a status in its usual form: the shape, then the word in neutral ink. A normal status is grey. */
export function StatusWord({ level, word, isOutline = false, isQuiet = false }: StatusMeaning) {
  return (
    <span
      className={`${styles.status} inline-flex items-baseline max-w-full gap-8 nowrap ${level === 'ok' || level === 'inactive' || isOutline ? 'muted' : ''}`}
    >
      <StatusSymbol level={level} isOutline={isOutline} isQuiet={isQuiet} />
      <span className={`min-w-0 clip ellipsis ${styles.word}`}>{word}</span>
    </span>
  )
}
