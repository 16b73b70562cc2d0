import type { ManoeuvreScreening } from '@apsis/contract/ca/plan/manoeuvre-plan.ts'
import { useNow } from '../../clock/clock.ts'
import { formatInstant } from '../../clock/format.ts'
import { formatNumber } from '../../ui/format/number.ts'
import { formatProbabilityLine } from '../../ui/format/probability.ts'
import { formatMiss } from '../../ui/format/quantity.ts'
import { Scroll } from '../../ui/page/scroll.tsx'
import { StatusSymbol } from '../../ui/status/status-symbol.tsx'
import { useWords } from '../../ui/text/language.ts'
import { Probability } from '../../ui/value/quantity.tsx'
import { leftOutWords } from './left-out-words.data.ts'
import styles from './plan.module.css'
import { verdictMeaning } from './plan-state.ts'
import { obstacleInWords, reasonsInWords } from './screening-in-words.ts'
import { missedDistanceText } from './separation/separation-text.ts'
import { separationWords } from './separation/separation-words.data.ts'
import { planWords } from './words.data.ts'

type Props = {
  readonly screening: ManoeuvreScreening
  /** A change of area: what is off is the density of the air, not a burn. */
  readonly isByDrag?: boolean
}

const PERCENT = 100

/** What the burn does to every open event of the satellite: the verdict, why it is not better, and each event. */
export function ScreeningResult({ screening, isByDrag = false }: Props) {
  const t = useWords(planWords)
  const nowMs = useNow('minute')
  const { level } = verdictMeaning(screening)
  return (
    <>
      <p className="soft fs-13 pad-8">
        <StatusSymbol level={level} /> {t(`verdictText-${screening.verdict}`)}
      </p>
      {screening.reasons.length > 0 ? (
        <ul className={`soft fs-13 ${styles.reasons}`}>
          {reasonsInWords(screening).map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      ) : null}
      <p className="soft fs-13 pad-8">
        {t('coverage', {
          share: formatNumber(Math.floor(screening.coverage * PERCENT), { decimals: 0 }),
          time: formatInstant(Date.parse(screening.pathUntil)),
          accepted: formatProbabilityLine(screening.accepted),
        })}
      </p>
      <p className="soft fs-13 pad-8">{missedText(screening, nowMs)}</p>
      <ScreeningTable screening={screening} isByDrag={isByDrag} />
    </>
  )
}

/** What is left where the burn is missed, and until when another one can be decided (flight rule F12). */
export function missedText({ events, secondBurn }: ManoeuvreScreening, nowMs: number): string {
  const target = events.find(({ isTarget }) => isTarget)
  const before = target?.before ?? null
  const byDistance = target?.separation === undefined ? '' : missedDistanceText(target.separation)
  const left = before === null ? byDistance : planWords('missedLeft', { pc: formatProbabilityLine(before) })
  if (secondBurn === undefined) return left
  const { commitAt, ignition } = secondBurn ?? {}
  const second =
    commitAt === undefined || ignition === undefined
      ? planWords('secondNone')
      : planWords(nowMs > Date.parse(commitAt) ? 'secondOver' : 'second', {
          time: formatInstant(Date.parse(commitAt)),
          start: formatInstant(Date.parse(ignition)),
        })
  return [left, second].filter(Boolean).join(' ')
}

function ScreeningTable({ screening, isByDrag }: Required<Props>) {
  const { events, notScreened, totalAfter, totalBefore, repeated, leftOut } = screening
  const t = useWords(planWords)
  const own = useWords(leftOutWords)
  return (
    <Scroll>
      <table className={styles.table}>
        <Head isByDrag={isByDrag} />
        <tbody>
          {events.map((event) => (
            <EventRow key={event.conjunctionId} event={event} />
          ))}
          {notScreened.map(({ conjunctionId, cause, leftOut: why }) => (
            <tr key={conjunctionId}>
              <td>
                {t('notLookedAt')}
                {why ? <span className="block soft fs-12">{own(`why_${why}`)}</span> : null}
              </td>
              <td colSpan={7}>{obstacleInWords(cause)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <TotalRow name={leftOut ? own('counted') : t('all')} total={{ totalBefore, totalAfter, repeated }} />
          {leftOut ? <TotalRow name={own('withLeftOut')} total={leftOut} /> : null}
        </tfoot>
      </table>
    </Scroll>
  )
}

/** The columns in order; those that leave where there is no room are wide. */
const COLUMNS = [
  { word: 'object' },
  { word: 'tca', className: styles.wide },
  { word: 'pcBefore', className: styles.number },
  { word: 'pcAfter', className: styles.number },
  { word: 'hot', byDrag: 'denser', className: `${styles.number} ${styles.wide}` },
  { word: 'cold', byDrag: 'thinner', className: `${styles.number} ${styles.wide}` },
  { word: 'missBefore', className: `${styles.number} ${styles.wide}` },
  { word: 'missAfter', className: styles.number },
] as const

function Head({ isByDrag }: Pick<Required<Props>, 'isByDrag'>) {
  const t = useWords(planWords)
  return (
    <thead>
      <tr>
        {COLUMNS.map((column) => (
          <th key={column.word} scope="col" className={'className' in column ? column.className : undefined}>
            {t(isByDrag && 'byDrag' in column ? column.byDrag : column.word)}
          </th>
        ))}
      </tr>
    </thead>
  )
}

/** A probability; where there is none, the distance that is judged in its place. */
type PcProps = { readonly value: number | null; readonly near?: { readonly missM: number } | null | undefined }

function Pc({ value, near }: PcProps) {
  const t = useWords(planWords)
  const own = useWords(separationWords)
  if (value === null && near) return own('metres', { value: formatMiss(near.missM) })
  return <Probability value={value ?? undefined} approximate reason={t('noProbability')} />
}

function EventRow({ event }: { readonly event: ManoeuvreScreening['events'][number] }) {
  const t = useWords(planWords)
  const own = useWords(leftOutWords)
  const { separation } = event
  return (
    <tr data-selected={event.isTarget ? '' : undefined}>
      <td>
        {event.object}
        {event.isTarget ? <span className="block soft fs-12">{t('thisEvent')}</span> : null}
        {event.leftOut ? <span className="block soft fs-12">{own(`why_${event.leftOut}`)}</span> : null}
      </td>
      <td className={`${styles.nowrap} ${styles.wide}`}>{formatInstant(Date.parse(event.tca))}</td>
      <td className={styles.number}>
        <Pc value={event.before} near={separation?.before} />
      </td>
      <td className={styles.number}>
        <Pc value={event.nominal} near={separation?.nominal} />
      </td>
      <td className={`${styles.number} ${styles.wide}`}>
        <Pc value={event.hot} near={separation?.hot} />
      </td>
      <td className={`${styles.number} ${styles.wide}`}>
        <Pc value={event.cold} near={separation?.cold} />
      </td>
      <td className={`${styles.number} ${styles.wide}`}>{formatMiss(event.missBeforeM)}</td>
      <td className={styles.number}>{formatMiss(event.missM)}</td>
    </tr>
  )
}

type Total = {
  readonly name: string
  readonly total: Pick<ManoeuvreScreening, 'totalBefore' | 'totalAfter' | 'repeated'>
}

/** That any of several events is a collision (flight rule F10): of different objects as independent, of one that is met again its bounds. */
function TotalRow({ name, total: { totalBefore, totalAfter, repeated } }: Total) {
  const own = useWords(leftOutWords)
  if (!repeated) return <SumRow name={own('independent', { name })} before={totalBefore} after={totalAfter} />
  const objects = repeated.objects.join(', ')
  return (
    <>
      <SumRow
        name={own('most', { name, objects, count: repeated.objects.length })}
        before={totalBefore}
        after={totalAfter}
      />
      <SumRow name={own('least', { name })} before={repeated.leastBefore} after={repeated.leastAfter} />
    </>
  )
}

type Sum = { readonly name: string; readonly before: number | null; readonly after: number | null }

function SumRow({ name, before, after }: Sum) {
  return (
    <tr>
      <td>{name}</td>
      <td className={styles.wide} />
      <td className={styles.number}>
        <Pc value={before} />
      </td>
      <td className={styles.number}>
        <Pc value={after} />
      </td>
      <td className={styles.wide} colSpan={3} />
      <td />
    </tr>
  )
}
