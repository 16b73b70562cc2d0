import { Pane } from '../../ui/page/pane.tsx'
import {
  meaningOf,
  NOTIFICATION_STATUSES,
  REQUEST_STATUSES,
  RISK_LABELS,
  SCREENING_RESULTS,
  type Vocabulary,
} from '../../ui/status/status-meaning.ts'
import { LEVEL_WORDS, LEVELS, type Level, StatusSymbol } from '../../ui/status/status-symbol.tsx'
import { StatusWord } from '../../ui/status/status-word.tsx'
import { useWords } from '../../ui/text/language.ts'
import { devWords } from '../text/words.data.ts'
import styles from './parts.module.css'
import { type SinkWord, sinkWords } from './words.data.ts'

const SHAPES: Readonly<Record<Level, SinkWord>> = {
  inactive: 'smallDot',
  pending: 'ring',
  ok: 'dot',
  caution: 'square',
  serious: 'diamond',
  critical: 'triangle',
}
const VOCABULARIES: readonly (readonly [Vocabulary, SinkWord, readonly string[]])[] = [
  ['risk', 'risk', Object.keys(RISK_LABELS)],
  ['request', 'requests', Object.keys(REQUEST_STATUSES)],
  ['screening', 'screening', Object.keys(SCREENING_RESULTS)],
  ['notification', 'notifications', Object.keys(NOTIFICATION_STATUSES)],
]

/** Shows the six levels in every theme, and the meaning of every word of the API. */
export function Statuses() {
  const say = useWords(sinkWords)
  return (
    <>
      {(['dark', 'light', 'contrast'] as const).map((theme) => (
        <div key={theme} data-theme={theme} className={`grid line-bottom ink panel ${styles.six}`}>
          {LEVELS.map((level) => (
            <div key={level} className={`pad-10 ${styles.level}`}>
              <p className={`row ${styles.levelName}`}>
                <StatusSymbol level={level} size={14} />
                {LEVEL_WORDS[level]}
              </p>
              <p className="muted fs-12">
                {say(SHAPES[level])}, {devWords(theme).toLowerCase()}
              </p>
            </div>
          ))}
        </div>
      ))}
      <div className={`grid clip line-bottom one-column-phone ${styles.four}`}>
        {VOCABULARIES.map(([vocabulary, title, labels]) => (
          <Pane key={title} title={say(title)}>
            <ul className="pad-end">
              {labels.map((label) => (
                <li className="row justify-between min-h-24 gap-12 fs-13" key={label}>
                  <StatusWord {...meaningOf(vocabulary, label)} />
                  <span className="mono muted fs-12">{label}</span>
                </li>
              ))}
            </ul>
          </Pane>
        ))}
      </div>
    </>
  )
}
