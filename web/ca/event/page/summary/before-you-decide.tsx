import { useNow } from '../../../../clock/clock.ts'
import { formatDate, formatTime } from '../../../../clock/format.ts'
import { Pane } from '../../../../ui/page/pane.tsx'
import { useWords } from '../../../../ui/text/language.ts'
import { passesAhead, usePassesAhead } from '../../../pass/passes-ahead.ts'
import { aheadWords } from '../../../pass/words.data.ts'
import { conjunctionWords } from '../../conjunction-words.data.ts'
import { deadlinesOf } from '../decision/deadlines.ts'
import { Decided, type DecisionAsk } from '../decision/decided.tsx'
import { eventCalls } from '../view/calls.ts'
import type { Event } from '../view/use-event.ts'
import styles from './before-you-decide.module.css'

type Props = { readonly event: Event; readonly onAsk: DecisionAsk }

/** Shows the future deadlines, the data that would reduce the uncertainty, and the decision. */
export function BeforeYouDecide({ event, onAsk }: Props) {
  const t = useWords(conjunctionWords)
  const nowMs = useNow('minute')
  const { conjunction, decision } = event
  const { query } = usePassesAhead()
  const ordered = passesAhead(query.data ?? []).filter((one) => one.conjunctionId === conjunction.conjunctionId)
  const say = useWords(aheadWords)
  const known = deadlinesOf(event, nowMs)
  const tracking = ordered.map(({ id, atMs, sensorCode, name }) => ({
    id,
    atMs,
    what: say('deadline', { sensor: sensorCode }),
    why: say('deadlineWhy', { name }),
  }))
  // Entries without a time are below the entries with a time.
  const at = ({ atMs }: { readonly atMs: number | undefined }) => atMs ?? Number.POSITIVE_INFINITY
  const deadlines = tracking.length === 0 ? known : [...tracking, ...known].toSorted((a, b) => at(a) - at(b))
  return (
    <Pane title={t('before')} className="min-h-0" exports={{ call: eventCalls(conjunction.conjunctionId).decision }}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: users without a pointer have to be able to scroll it. */}
      <ul className={`grow min-h-0 pad-x fs-13 clip-y ${styles.list}`} tabIndex={0} aria-label={t('before')}>
        {deadlines.map(({ id, atMs, what, why }) => (
          <li className="grid gap-10 faint-top soft" key={id}>
            <span className="mono ink fs-12">{atMs === undefined ? t('now') : shortTime(atMs, nowMs)}</span>
            <span>
              <b>{what}</b> {why}
            </span>
          </li>
        ))}
      </ul>
      <Decided conjunction={conjunction} decision={decision} onAsk={onAsk} />
    </Pane>
  )
}

/** Returns `13:40 Z` for a time today, with the date on another day. */
function shortTime(atMs: number, nowMs: number): string {
  const time = `${formatTime(atMs).slice(0, 5)} Z`
  return formatDate(atMs) === formatDate(nowMs) ? time : `${formatDate(atMs).slice(5)} ${time}`
}
