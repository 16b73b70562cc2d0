import { LEVEL_WORDS, LEVELS, type Level, StatusSymbol } from '../ui/status/status-symbol.tsx'
import { useWords } from '../ui/text/language.ts'
import { levelOf, type Notice } from './notice.ts'
import styles from './notification-list.module.css'
import { notifyWords } from './words.data.ts'

type Props = {
  readonly notices: readonly Notice[]
  readonly level: Level | undefined
  readonly onLevel: (level: Level | undefined) => void
}

/** The levels that there are, the most urgent first, with how many of each; pressed, the list shows that one alone. */
export function LevelFilter({ notices, level, onLevel }: Props) {
  const t = useWords(notifyWords)
  const counts = Map.groupBy(notices, levelOf)
  const levels = LEVELS.toReversed().filter((one) => counts.has(one) || one === level)
  if (levels.length < 2 && level === undefined) return <span className={styles.space} />
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form, and these change no data.
    <div role="group" aria-label={t('levels')} className={styles.levels}>
      {levels.map((one) => {
        const count = counts.get(one)?.length ?? 0
        return (
          <button
            key={one}
            type="button"
            className={styles.level}
            aria-pressed={one === level}
            aria-label={t('level', { level: LEVEL_WORDS[one], count })}
            title={LEVEL_WORDS[one]}
            onClick={() => onLevel(one === level ? undefined : one)}
          >
            <StatusSymbol level={one} />
            {count}
          </button>
        )
      })}
    </div>
  )
}
