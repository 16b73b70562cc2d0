import { useNow } from '../../clock/clock.ts'
import { formatDate, formatInstant, formatTime } from '../../clock/format.ts'
import { isSettled } from '../../shell/duty.ts'
import { useWords } from '../../ui/language.ts'
import { Pane } from '../../ui/pane.tsx'
import { reopeningText } from '../watched.ts'
import styles from './before-you-decide.module.css'
import { eventCalls } from './calls.ts'
import { deadlinesOf } from './deadlines.ts'
import type { AskedStep } from './decide.ts'
import type { Event } from './use-event.ts'
import { conjunctionWords } from './words.data.ts'

/** Asks for a step of the record, or shows the whole of it. */
export type DecisionAsk = (what: AskedStep | 'record') => void
type Props = { readonly event: Event; readonly onAsk: DecisionAsk }

/** What is still to come, what would settle the doubt, and what has been decided. */
export function BeforeYouDecide({ event, onAsk }: Props) {
  const t = useWords(conjunctionWords)
  const nowMs = useNow('minute')
  const { conjunction, decision } = event
  return (
    <Pane
      title={t('before')}
      note={t('contactsLater')}
      className={styles.pane}
      exits={{ call: eventCalls(conjunction.conjunctionId).decision }}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and has to for those without a pointer. */}
      <ul className={styles.list} tabIndex={0} aria-label={t('before')}>
        {deadlinesOf(event, nowMs).map(({ id, atMs, what, why }) => (
          <li key={id}>
            <span className={`mono ${styles.time}`}>{atMs === undefined ? t('now') : shortTime(atMs, nowMs)}</span>
            <span>
              <b>{what}</b> {why}
            </span>
          </li>
        ))}
      </ul>
      <p className={styles.foot}>
        <Decided event={event} />{' '}
        <button type="button" className={styles.link} onClick={() => onAsk('DECIDE')}>
          {t(isSettled(conjunction) ? 'decideAnew' : 'recordDecision')}
        </button>
        {decision && decision.history.length > 0 ? (
          <button type="button" className={styles.link} onClick={() => onAsk('record')}>
            {t('showRecord', { count: decision.history.length })}
          </button>
        ) : null}
      </p>
    </Pane>
  )
}

function Decided({ event: { conjunction } }: { readonly event: Event }) {
  const t = useWords(conjunctionWords)
  const { reopens } = conjunction
  const { decision, by, at, state } = conjunction.decision
  if (decision === null || (state !== 'DECIDED' && state !== 'CLOSED')) return <>{t('noDecision')}</>
  const time = at === null ? '' : formatInstant(Date.parse(at))
  return (
    <>
      {t('decided', { decision: t(decision), who: by ?? '', time })} {reopens ? reopeningText(reopens) : null}
    </>
  )
}

/** `13:40 Z` today, with its day on another. */
function shortTime(atMs: number, nowMs: number): string {
  const time = `${formatTime(atMs).slice(0, 5)} Z`
  return formatDate(atMs) === formatDate(nowMs) ? time : `${formatDate(atMs).slice(5)} ${time}`
}
