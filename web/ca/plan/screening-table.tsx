import type { PlanScreening } from '@apsis/contract/ca/plan/manoeuvre-plan.ts'
import { useNow } from '../../clock/clock.ts'
import { formatInstant } from '../../clock/format.ts'
import { formatNumber } from '../../ui/format/number.ts'
import { formatProbabilityLine } from '../../ui/format/probability.ts'
import { formatMiss } from '../../ui/format/quantity.ts'
import { Scroll } from '../../ui/page/scroll.tsx'
import { StatusSymbol } from '../../ui/status/status-symbol.tsx'
import type { PlainColumn } from '../../ui/table/column.ts'
import { PlainTable } from '../../ui/table/plain-table.tsx'
import { useWords } from '../../ui/text/language.ts'
import { Probability } from '../../ui/value/quantity.tsx'
import { leftOutWords } from './left-out-words.data.ts'
import styles from './plan.module.css'
import { verdictMeaning } from './plan-state.ts'
import { obstacleInWords, reasonsInWords } from './screening-in-words.ts'
import { missedDistanceText } from './separation-text.ts'
import { separationWords } from './separation-words.data.ts'
import { planWords } from './words.data.ts'

type Props = {
  readonly screening: PlanScreening
  /** True for a change of area, for which the density of the air deviates instead of a burn. */
  readonly isByDrag?: boolean
}

const PERCENT = 100

/** Shows the effect of the burn on every open event of the satellite: the verdict, its reasons, and each event. */
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

/** Returns the text on the risk of a missed burn, and the time until which another one can be decided (flight rule F12). */
export function missedText({ events, secondBurn }: PlanScreening, nowMs: number): string {
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

type Event = PlanScreening['events'][number]
type EventNotScreened = PlanScreening['notScreened'][number]
/** The probability that any of several events is a collision. */
type Sum = { readonly name: string; readonly before: number | null; readonly after: number | null }
type Line =
  | { readonly kind: 'event'; readonly id: string; readonly event: Event }
  | { readonly kind: 'lost'; readonly id: string; readonly lost: EventNotScreened }
  | { readonly kind: 'sum'; readonly id: string; readonly sum: Sum }

function ScreeningTable({ screening, isByDrag }: Required<Props>) {
  const { events, notScreened, leftOut } = screening
  const t = useWords(planWords)
  const own = useWords(leftOutWords)
  const sums = [
    ...sumsOf(leftOut ? own('counted') : t('all'), screening),
    ...(leftOut ? sumsOf(own('withLeftOut'), leftOut) : []),
  ]
  return (
    <Scroll>
      <PlainTable
        rows={[
          ...events.map((event): Line => ({ kind: 'event', id: event.conjunctionId, event })),
          ...notScreened.map((lost): Line => ({ kind: 'lost', id: lost.conjunctionId, lost })),
        ]}
        foot={sums.map((sum): Line => ({ kind: 'sum', id: sum.name, sum }))}
        columns={columnsOf(t, isByDrag)}
        idOf={({ id }) => id}
        isSelected={(line) => line.kind === 'event' && line.event.isTarget}
        isSmall
      />
    </Scroll>
  )
}

function columnsOf(t: typeof planWords, isByDrag: boolean): readonly PlainColumn<Line>[] {
  const pc = (
    word: 'pcBefore' | 'pcAfter' | 'hot' | 'cold' | 'denser' | 'thinner',
    name: 'before' | 'nominal' | 'hot' | 'cold',
    sum: (sum: Sum) => React.ReactNode,
  ): PlainColumn<Line> => ({
    id: name,
    title: t(word),
    align: 'end',
    priority: name === 'hot' || name === 'cold' ? 2 : 1,
    cell: (line) =>
      line.kind === 'event' ? (
        <Pc value={line.event[name]} near={line.event.separation?.[name]} />
      ) : line.kind === 'sum' ? (
        sum(line.sum)
      ) : null,
  })
  const ofEvent = (line: Line, text: (event: Event) => string) => (line.kind === 'event' ? text(line.event) : null)
  return [
    { id: 'object', title: t('object'), cell: (line) => <LineName line={line} /> },
    {
      id: 'tca',
      title: t('tca'),
      priority: 2,
      isUnbroken: true,
      // The text about an event that was not screened replaces all its numbers.
      span: ({ kind }) => (kind === 'lost' ? 7 : 1),
      cell: (line) =>
        line.kind === 'lost'
          ? obstacleInWords(line.lost.cause)
          : ofEvent(line, ({ tca }) => formatInstant(Date.parse(tca))),
    },
    pc('pcBefore', 'before', ({ before }) => <Pc value={before} />),
    pc('pcAfter', 'nominal', ({ after }) => <Pc value={after} />),
    pc(isByDrag ? 'denser' : 'hot', 'hot', () => null),
    pc(isByDrag ? 'thinner' : 'cold', 'cold', () => null),
    {
      id: 'missBefore',
      title: t('missBefore'),
      align: 'end',
      priority: 2,
      cell: (line) => ofEvent(line, ({ missBeforeM }) => formatMiss(missBeforeM)),
    },
    {
      id: 'missAfter',
      title: t('missAfter'),
      align: 'end',
      cell: (line) => ofEvent(line, ({ missM }) => formatMiss(missM)),
    },
  ]
}

function LineName({ line }: { readonly line: Line }) {
  const t = useWords(planWords)
  const own = useWords(leftOutWords)
  if (line.kind === 'sum') return line.sum.name
  const { leftOut } = line.kind === 'event' ? line.event : line.lost
  return (
    <>
      {line.kind === 'event' ? line.event.object : t('notLookedAt')}
      {line.kind === 'event' && line.event.isTarget ? <small>{t('thisEvent')}</small> : null}
      {leftOut ? <small>{own(`why_${leftOut}`)}</small> : null}
    </>
  )
}

/** A probability or, if there is none, the distance that is judged instead. */
type PcProps = { readonly value: number | null; readonly near?: { readonly missM: number } | null | undefined }

function Pc({ value, near }: PcProps) {
  const t = useWords(planWords)
  const own = useWords(separationWords)
  if (value === null && near) return own('metres', { value: formatMiss(near.missM) })
  return <Probability value={value ?? undefined} approximate reason={t('noProbability')} />
}

type Total = Pick<PlanScreening, 'totalBefore' | 'totalAfter' | 'repeated'>

/**
 * Returns the probability that any of several events is a collision (flight rule F10): different objects count as
 * independent, and an object that is met again gives bounds.
 */
function sumsOf(name: string, { totalBefore, totalAfter, repeated }: Total): readonly Sum[] {
  const whole = (text: string): Sum => ({ name: text, before: totalBefore, after: totalAfter })
  if (!repeated) return [whole(leftOutWords('independent', { name }))]
  const { objects, leastBefore, leastAfter } = repeated
  return [
    whole(leftOutWords('most', { name, objects: objects.join(', '), count: objects.length })),
    { name: leftOutWords('least', { name }), before: leastBefore, after: leastAfter },
  ]
}
