import { Pane } from '../../ui/pane.tsx'
import {
  meaningOf,
  NOTIFICATION_STATUSES,
  REQUEST_STATUSES,
  RISK_LABELS,
  SCREENING_RESULTS,
  type Vocabulary,
} from '../../ui/status-meaning.ts'
import { LEVEL_WORDS, LEVELS, type Level, StatusSymbol } from '../../ui/status-symbol.tsx'
import { StatusWord } from '../../ui/status-word.tsx'
import styles from './parts.module.css'

const SHAPES: Readonly<Record<Level, string>> = {
  inactive: 'small dot',
  pending: 'ring',
  ok: 'dot',
  caution: 'square',
  serious: 'diamond',
  critical: 'triangle, point down',
}
const VOCABULARIES: readonly (readonly [Vocabulary, string, readonly string[]])[] = [
  ['risk', 'Risk', Object.keys(RISK_LABELS)],
  ['request', 'Requests and observations', Object.keys(REQUEST_STATUSES)],
  ['screening', 'Screening', Object.keys(SCREENING_RESULTS)],
  ['notification', 'Notifications', Object.keys(NOTIFICATION_STATUSES)],
]

/** The six levels in both themes, and what every word of the API means. */
export function Statuses() {
  return (
    <>
      {(['dark', 'light'] as const).map((theme) => (
        <div key={theme} data-theme={theme} className={styles.six}>
          {LEVELS.map((level) => (
            <div key={level} className={styles.level}>
              <p className={styles.levelName}>
                <StatusSymbol level={level} size={14} />
                {LEVEL_WORDS[level]}
              </p>
              <p className={styles.small}>
                {SHAPES[level]}, {theme}
              </p>
            </div>
          ))}
        </div>
      ))}
      <div className={styles.four}>
        {VOCABULARIES.map(([vocabulary, title, labels]) => (
          <Pane key={title} title={title} className={styles.cell}>
            <ul className={styles.labels}>
              {labels.map((label) => (
                <li key={label}>
                  <StatusWord {...meaningOf(vocabulary, label)} />
                  <span className={`mono ${styles.small}`}>{label}</span>
                </li>
              ))}
            </ul>
          </Pane>
        ))}
      </div>
    </>
  )
}
