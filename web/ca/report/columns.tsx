import type { EventReport } from '@apsis/contract/ca/report/event-report.ts'
import { formatMinute } from '../../clock/format.ts'
import type { Naming } from '../../shell/status/people.ts'
import { Button } from '../../ui/button/button.tsx'
import { formatNumber } from '../../ui/format/number.ts'
import { formatProbabilityPlain } from '../../ui/format/probability.ts'
import { meaningOf } from '../../ui/status/status-meaning.ts'
import { StatusWord } from '../../ui/status/status-word.tsx'
import type { Column } from '../../ui/table/column.ts'
import { LongName } from '../../ui/value/long-name.tsx'
import { Probability } from '../../ui/value/quantity.tsx'
import { EVENT_ID_PX, EventLink } from '../event/event-link.tsx'
import { saveReport } from './reports.ts'
import type { reportWords } from './words.data.ts'

const BYTES_PER_KB = 1_000
/** The width of a checksum of 64 digits, which fits only on the widest screens; it is also in the file. */
const SHA_PX = 560

/** Returns the columns of the list of archived reports. */
export function reportColumns(say: typeof reportWords, nameOf: Naming['nameOf']): readonly Column<EventReport>[] {
  return [
    time('at', say('at'), ({ at }) => at, { priority: 1, narrow: 'time' }),
    {
      ...name('pair', say('event'), pairOf(say), { widthPx: 250, priority: 1, narrow: 'identity' }),
      cell: ({ conjunctionId, pair, isSimulated }) => (
        <EventLink conjunctionId={conjunctionId} pair={pair} mark={isSimulated ? say('mark') : undefined} />
      ),
    },
    {
      id: 'number',
      title: say('number'),
      value: ({ number }) => number,
      cell: ({ number }) => number,
      align: 'end',
      widthPx: 84,
      priority: 8,
    },
    {
      id: 'level',
      title: say('level'),
      value: ({ riskLevel }) => riskLevel,
      cell: ({ riskLevel }) => <StatusWord {...meaningOf('risk', riskLevel)} />,
      widthPx: 116,
      priority: 2,
      narrow: 'status',
    },
    {
      id: 'pc',
      title: say('pc'),
      value: ({ probability }) => probability ?? undefined,
      plain: ({ probability }) => formatProbabilityPlain(probability ?? undefined) || undefined,
      cell: ({ probability }) => <Probability value={probability ?? undefined} reason={say('noPc')} />,
      align: 'end',
      widthPx: 110,
      priority: 3,
    },
    time('tca', 'TCA', ({ tca }) => tca, { priority: 6 }),
    name('by', say('by'), ({ by }) => nameOf(by), { widthPx: 110, priority: 7 }),
    name('note', say('note'), ({ note }) => note, { widthPx: 200, priority: 5 }),
    count('messages', say('messages'), ({ messages }) => messages),
    { ...count('size', say('size'), ({ bytes }) => bytes / BYTES_PER_KB), unit: 'kB' },
    mono('sha256', 'SHA-256', ({ sha256 }) => sha256, { widthPx: SHA_PX, priority: 11 }),
    mono('eventId', say('eventId'), ({ conjunctionId }) => conjunctionId, { widthPx: EVENT_ID_PX, priority: 12 }),
    {
      id: 'files',
      title: say('files'),
      value: () => undefined,
      plain: ({ reportId }) => reportId,
      cell: (one) => <Files report={one} say={say} />,
      widthPx: 150,
      priority: 1,
      narrow: 'main',
    },
  ]
}

/** Returns both objects, with a mark for simulated ones. */
const pairOf =
  (say: typeof reportWords) =>
  ({ pair, isSimulated }: EventReport): string =>
    isSimulated ? say('simulated', { pair }) : pair

type FilesProps = { readonly report: EventReport; readonly say: typeof reportWords }

function Files({ report, say }: FilesProps) {
  const about = { number: report.number, pair: report.pair }
  return (
    <>
      <Button look="quiet" aria-label={say('pageOf', about)} onClick={() => void saveReport(report, 'page')}>
        {say('page')}
      </Button>
      <Button look="quiet" aria-label={say('zipOf', about)} onClick={() => void saveReport(report, 'zip')}>
        {say('zip')}
      </Button>
    </>
  )
}

type Size = Pick<Column<EventReport>, 'widthPx' | 'priority' | 'narrow'>

function time(
  id: string,
  title: string,
  of: (one: EventReport) => string,
  size: Omit<Size, 'widthPx'>,
): Column<EventReport> {
  return {
    id,
    title,
    align: 'end',
    widthPx: 170,
    ...size,
    value: (one) => Date.parse(of(one)),
    plain: of,
    cell: (one) => <span className="mono">{formatMinute(Date.parse(of(one)))}</span>,
  }
}

/** Returns a column for texts of people, which may be long. */
function name(id: string, title: string, value: (one: EventReport) => string, size: Size): Column<EventReport> {
  return { id, title, value, cell: (one) => <LongName text={value(one)} />, ...size }
}

function mono(id: string, title: string, value: (one: EventReport) => string, size: Size): Column<EventReport> {
  return { id, title, value, cell: (one) => <span className="mono">{value(one)}</span>, ...size }
}

function count(id: string, title: string, value: (one: EventReport) => number): Column<EventReport> {
  return {
    id,
    title,
    value,
    align: 'end',
    widthPx: 96,
    priority: 9,
    plain: (one) => Math.round(value(one)),
    cell: (one) => formatNumber(value(one), { decimals: 0 }),
  }
}
