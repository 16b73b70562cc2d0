import { formatMinute } from '../../../clock/format.ts'
import { formatNumber, MISSING } from '../../../ui/format/number.ts'
import { formatProbabilityPlain } from '../../../ui/format/probability.ts'
import type { StatusMeaning } from '../../../ui/status/status-meaning.ts'
import { StatusWord } from '../../../ui/status/status-word.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { LongName } from '../../../ui/value/long-name.tsx'
import { Probability } from '../../../ui/value/quantity.tsx'
import { EVENT_ID_PX, EventLink } from '../../event/event-link.tsx'
import { PcAfter } from '../pc-after.tsx'
import type { CandidateGroup } from './groups.ts'
import type { candidateWords } from './words.data.ts'

export type GroupRow = CandidateGroup & { readonly satellite: string }

const LEVELS = {
  passed: 'ok',
  approved: 'ok',
  waiting: 'pending',
  'none-passes': 'serious',
  held: 'caution',
  ended: 'inactive',
} as const satisfies Readonly<Record<CandidateGroup['standing']['reason'], StatusMeaning['level']>>

/** Returns the columns of the list of groups of candidates. */
export function groupColumns(say: typeof candidateWords): readonly Column<GroupRow>[] {
  return [
    {
      id: 'standing',
      title: say('standing'),
      value: ({ standing }) => say(`standing_${standing.reason}`),
      cell: ({ standing: { reason } }) => <StatusWord level={LEVELS[reason]} word={say(`standing_${reason}`)} />,
      widthPx: 210,
      priority: 1,
      narrow: 'status',
    },
    {
      id: 'event',
      title: say('event'),
      value: (row) => (row.isSimulated ? say('simulated', { name: pairOf(row) }) : pairOf(row)),
      cell: (row) => (
        <EventLink
          satelliteId={row.satelliteId}
          conjunctionId={row.conjunctionId}
          pair={pairOf(row)}
          mark={row.isSimulated ? say('mark') : undefined}
        />
      ),
      widthPx: 250,
      priority: 1,
      narrow: 'identity',
    },
    text('satellite', say('satellite'), ({ satellite }) => satellite, { widthPx: 150, priority: 9 }),
    text('object', say('object'), ({ object }) => object, { widthPx: 150, priority: 10 }),
    text('objectId', say('objectId'), ({ objectId }) => objectId, { widthPx: 96, priority: 8, isMono: true }),
    time('tca', 'TCA', ({ tca }) => tca, { priority: 5 }),
    count('candidates', say('candidates'), ({ standing }) => standing.members.length),
    {
      id: 'screened',
      title: say('screened'),
      value: ({ screened, standing }) => screened / standing.members.length,
      plain: ({ screened }) => screened,
      cell: ({ screened, standing }) => `${screened} / ${standing.members.length}`,
      align: 'end',
      widthPx: 96,
      priority: 1,
      narrow: 'main',
    },
    ...nominalColumns(say),
    time('made', say('made'), ({ createdAt }) => createdAt, { priority: 6, narrow: 'time' }),
    text('eventId', say('eventId'), ({ conjunctionId }) => conjunctionId, {
      widthPx: EVENT_ID_PX,
      priority: 11,
      isMono: true,
    }),
  ]
}

/** Returns both objects of the event. */
const pairOf = ({ satellite, object }: GroupRow) => `${satellite} × ${object}`

type TextSize = Pick<Column<GroupRow>, 'widthPx' | 'priority'> & { readonly isMono?: boolean }

function text(
  id: string,
  title: string,
  value: (row: GroupRow) => string,
  { isMono, ...size }: TextSize,
): Column<GroupRow> {
  const cell = (row: GroupRow) => (isMono ? <span className="mono">{value(row)}</span> : <LongName text={value(row)} />)
  return { id, title, value, cell, ...size }
}

const nominal = ({ standing }: GroupRow) => standing.nominal

/** Returns the columns of the nominal plan. */
function nominalColumns(say: typeof candidateWords): readonly Column<GroupRow>[] {
  return [
    {
      id: 'nominal',
      title: say('nominal'),
      value: (row) => nominal(row)?.name,
      cell: (row) => <LongName text={nominal(row)?.name ?? say('noNominal')} />,
      widthPx: 230,
      priority: 2,
    },
    {
      id: 'size',
      title: say('size'),
      unit: 'm/s',
      value: (row) => nominal(row)?.totalDeltaVMagnitude,
      cell: (row) => {
        const size = nominal(row)?.totalDeltaVMagnitude
        return size === undefined ? MISSING : formatNumber(size, { decimals: 4 })
      },
      align: 'end',
      widthPx: 96,
      priority: 4,
    },
    {
      id: 'pcAfter',
      title: say('pcAfter'),
      value: (row) => nominal(row)?.after.probability ?? undefined,
      plain: (row) => formatProbabilityPlain(nominal(row)?.after.probability ?? undefined) || undefined,
      cell: (row) => {
        const plan = nominal(row)
        return plan === undefined ? (
          <Probability value={undefined} reason={say('noPc')} />
        ) : (
          <PcAfter plan={plan} reason={say('noPc')} />
        )
      },
      align: 'end',
      widthPx: 110,
      priority: 3,
    },
  ]
}

function time(
  id: string,
  title: string,
  of: (row: GroupRow) => string,
  size: Pick<Column<GroupRow>, 'priority' | 'narrow'>,
): Column<GroupRow> {
  return {
    id,
    title,
    align: 'end',
    widthPx: 170,
    ...size,
    value: (row) => Date.parse(of(row)),
    plain: of,
    cell: (row) => <span className="mono">{formatMinute(Date.parse(of(row)))}</span>,
  }
}

function count(id: string, title: string, value: (row: GroupRow) => number): Column<GroupRow> {
  return { id, title, value, cell: value, align: 'end', widthPx: 96, priority: 7 }
}
