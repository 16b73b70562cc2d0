import { useMemo } from 'react'
import { formatInstant } from '../../clock/format.ts'
import { useShownMs } from '../../clock/shown-time.ts'
import { TimeConductor, type TimeLane } from '../../space/time/conductor.tsx'
import { RANGES, type RangeName, rangeAround, type TimeMark, type TimeSpan } from '../../space/time/marks.ts'
import { Pane } from '../../ui/page/pane.tsx'
import { usePrinting } from '../../ui/page/printing.ts'
import { meaningOf } from '../../ui/status/status-meaning.ts'
import type { PlainColumn } from '../../ui/table/column.ts'
import { PlainTable } from '../../ui/table/plain-table.tsx'
import { useWords } from '../../ui/text/language.ts'
import { isDecided, pairOf } from '../event/event-row.ts'
import { passesAhead, usePassesAhead } from '../pass/passes-ahead.ts'
import { burnMarks } from '../plan/burns/burns.ts'
import type { Space } from './use-space.ts'
import { spaceWords } from './words.data.ts'

type Props = {
  readonly space: Space
  readonly range: RangeName
  readonly onRange: (range: RangeName) => void
}

/** The range is computed again for the shown time after this real time, ms. */
const RANGE_MS = 1_000

/** Conducts the time of the page: its marks are the approaches of the fleet, ordered passes, burns, and the deadline of the next decision. */
export function SpaceConductor({ space, range, onRange }: Props) {
  const say = useWords(spaceWords)
  const { ahead, urgent, plans, nowMs } = space
  const shownMs = useShownMs(RANGE_MS)
  const { query } = usePassesAhead()
  const lanes = useMemo(
    (): readonly TimeLane[] => [
      {
        title: say('approachesLane'),
        marks: ahead.map((row): TimeMark => {
          const { level } = meaningOf('risk', row.risk)
          const isOpen = row === urgent && !isDecided(row)
          return {
            id: row.id,
            atMs: row.tcaMs,
            kind: 'approach',
            name: pairOf(row),
            level,
            isOpen,
            isOutline: row.isMitigated,
          }
        }),
      },
      {
        title: say('passesLane'),
        marks: passesAhead(query.data ?? []).map(({ id, atMs, name, sensorCode }): TimeMark => {
          return { id, atMs, kind: 'pass', name: `${name}, ${sensorCode}` }
        }),
      },
      {
        title: say('burnsLane'),
        marks: burnMarks(plans).map(
          ({ id, atMs, name, isFirm }): TimeMark => ({ id, atMs, kind: 'burn', name, isFirm }),
        ),
      },
    ],
    [ahead, urgent, plans, query.data, say],
  )
  const labelled: readonly TimeMark[] = urgent
    ? [
        { id: 'deadline', atMs: urgent.decideMs, kind: 'deadline', name: say('decide') },
        { id: 'tca', atMs: urgent.tcaMs, kind: 'message', name: say('tcaMark') },
      ]
    : []
  const span = rangeAround(RANGES[range], nowMs, shownMs)
  const isPrinting = usePrinting()
  if (isPrinting) return <PrintedMarks lanes={lanes} labelled={labelled} span={span} />
  return <TimeConductor lanes={lanes} labelled={labelled} span={span} range={{ name: range, onChange: onRange }} />
}

type PrintedProps = {
  readonly lanes: readonly TimeLane[]
  readonly labelled: readonly TimeMark[]
  readonly span: TimeSpan
}
type PrintedMark = { readonly id: string; readonly atMs: number; readonly lane: string; readonly name: string }

/** Lists what the time line marks in its range, for paper, where no time can be moved. */
function PrintedMarks({ lanes, labelled, span }: PrintedProps) {
  const say = useWords(spaceWords)
  const rows = [
    ...lanes.flatMap(({ title, marks }) => marks.map(({ id, atMs, name }) => ({ id, atMs, name, lane: title }))),
    ...labelled
      .filter(({ kind }) => kind === 'deadline')
      .map(({ id, atMs, name }) => ({ id, atMs, name, lane: say('deadline') })),
  ]
    .filter(({ atMs }) => atMs >= span.fromMs && atMs <= span.toMs)
    .toSorted((a, b) => a.atMs - b.atMs)
  if (rows.length === 0) return null
  const columns: readonly PlainColumn<PrintedMark>[] = [
    {
      id: 'instant',
      title: say('instant'),
      value: ({ atMs }) => formatInstant(atMs),
      cell: ({ atMs }) => <span className="mono">{formatInstant(atMs)}</span>,
    },
    { id: 'lane', title: say('lane'), value: ({ lane }) => lane, cell: ({ lane }) => lane },
    { id: 'what', title: say('what'), isRowHead: true, value: ({ name }) => name, cell: ({ name }) => name },
  ]
  return (
    <Pane title={say('printed')} exports={false}>
      <PlainTable label={say('printed')} columns={columns} rows={rows} idOf={({ id, lane }) => `${lane} ${id}`} />
    </Pane>
  )
}
