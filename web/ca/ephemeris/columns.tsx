import type { EphemerisFile } from '@apsis/contract/ca/ephemeris/ephemeris.ts'
import { formatAge, formatInstant, formatInstantMs } from '../../clock/format.ts'
import type { Naming } from '../../shell/status/people.ts'
import { formatNumber } from '../../ui/format/number.ts'
import { StatusWord } from '../../ui/status/status-word.tsx'
import type { Column } from '../../ui/table/column.ts'
import { LongName } from '../../ui/value/long-name.tsx'
import { isCurrent } from '../satellite/coverage.ts'
import { stateOf } from './file-state.ts'
import { kindWords } from './kind-words.ts'
import type { oemWords } from './words.data.ts'

export type FileRow = { readonly file: EphemerisFile; readonly satellite: string }
type Say = typeof oemWords
type Col = Column<FileRow>

const ms = (time: string | null) => (time === null ? undefined : Date.parse(time))
const instant = (time: string | null) =>
  time === null ? '–' : <span className="mono">{formatInstant(Date.parse(time)).slice(0, 16)}</span>
const quiet = ({ file }: FileRow) => (isCurrent(file) ? undefined : 'muted')

/** Returns the columns of files, in the language chosen now. */
export function fileColumns(say: Say, nowMs: number, nameOfSubject: Naming['nameOfSubject']): readonly Col[] {
  return [...identity(say), ...times(say, nowMs), ...quality(say), ...origin(say, nameOfSubject)]
}

function identity(say: Say): readonly Col[] {
  return [
    {
      id: 'state',
      title: say('state'),
      value: ({ file }) => stateOf(file).word,
      plain: ({ file }) => file.state,
      cell: ({ file }) => <StatusWord {...stateOf(file)} />,
      widthPx: 148,
      priority: 1,
      narrow: 'status',
    },
    {
      id: 'satellite',
      title: say('satellite'),
      value: ({ satellite }) => satellite,
      cell: (row) => (
        <span className={quiet(row)}>
          <LongName text={row.satellite} />
        </span>
      ),
      widthPx: 96,
      priority: 1,
      narrow: 'main',
    },
    {
      id: 'file',
      title: say('file'),
      value: ({ file }) => file.name,
      cell: (row) => (
        <span className={quiet(row)}>
          <LongName text={row.file.name} />
        </span>
      ),
      widthPx: 272,
      priority: 1,
      narrow: 'identity',
    },
    {
      id: 'kind',
      title: say('kind'),
      value: ({ file }) => kindWords(file),
      plain: ({ file }) => (file.case === null ? file.kind : `${file.kind} ${file.case}`),
      cell: (row) => <span className={quiet(row)}>{kindWords(row.file)}</span>,
      widthPx: 104,
      priority: 3,
    },
    {
      id: 'version',
      title: say('version'),
      value: ({ file }) => file.version,
      cell: (row) => <span className={quiet(row)}>{row.file.version}</span>,
      align: 'end',
      widthPx: 66,
      priority: 5,
    },
  ]
}

function times(say: Say, nowMs: number): readonly Col[] {
  const leftMs = ({ file }: FileRow) => {
    const until = ms(file.usableStopTime)
    return until === undefined ? undefined : until - nowMs
  }
  return [
    {
      id: 'start',
      title: say('start'),
      unit: 'Z',
      value: ({ file }) => ms(file.startTime),
      plain: ({ file }) => file.startTime ?? undefined,
      cell: (row) => <span className={quiet(row)}>{instant(row.file.startTime)}</span>,
      align: 'end',
      widthPx: 146,
      priority: 6,
    },
    {
      id: 'until',
      title: say('usableUntil'),
      unit: 'Z',
      value: ({ file }) => ms(file.usableStopTime),
      plain: ({ file }) => file.usableStopTime ?? undefined,
      cell: (row) => <span className={quiet(row)}>{instant(row.file.usableStopTime)}</span>,
      align: 'end',
      widthPx: 146,
      priority: 2,
      narrow: 'time',
    },
    {
      id: 'left',
      title: say('left'),
      value: leftMs,
      cell: (row) => {
        const left = leftMs(row)
        return left === undefined || left <= 0 ? '–' : <span className={quiet(row)}>{formatAge(left)}</span>
      },
      align: 'end',
      widthPx: 64,
      priority: 3,
    },
  ]
}

function quality(say: Say): readonly Col[] {
  return [
    {
      id: 'density',
      title: say('density'),
      value: ({ file }) => file.statesPerRevolution ?? undefined,
      cell: (row) => (
        <span className={quiet(row)}>
          {row.file.statesPerRevolution === null ? '–' : formatNumber(row.file.statesPerRevolution, { decimals: 0 })}
        </span>
      ),
      align: 'end',
      widthPx: 104,
      priority: 7,
    },
    {
      id: 'covariance',
      title: say('covariance'),
      value: ({ file }) => file.covariance,
      cell: (row) => (
        <span className={quiet(row)}>
          {say(row.file.covariance)}
          {row.file.covarianceFrame ? `, ${row.file.covarianceFrame}` : ''}
        </span>
      ),
      widthPx: 122,
      priority: 4,
    },
    {
      id: 'frame',
      title: say('frame'),
      value: ({ file }) => file.referenceFrame ?? undefined,
      cell: (row) => <span className={quiet(row)}>{row.file.referenceFrame ?? '–'}</span>,
      widthPx: 88,
      priority: 8,
    },
  ]
}

function origin(say: Say, nameOfSubject: Naming['nameOfSubject']): readonly Col[] {
  return [
    {
      id: 'screenings',
      title: say('screenings'),
      value: ({ file }) => file.screeningIds.length,
      cell: (row) => <span className={quiet(row)}>{row.file.screeningIds.length}</span>,
      align: 'end',
      widthPx: 84,
      priority: 9,
    },
    {
      id: 'originator',
      title: say('originator'),
      value: ({ file }) => file.originator ?? undefined,
      cell: (row) => (
        <span className={quiet(row)}>
          <LongName text={row.file.originator ?? '–'} />
        </span>
      ),
      widthPx: 110,
      priority: 10,
    },
    {
      id: 'by',
      title: say('uploadedBy'),
      value: ({ file }) => nameOfSubject(file.uploadedBy),
      cell: (row) => (
        <span className={quiet(row)}>
          <LongName text={nameOfSubject(row.file.uploadedBy)} />
        </span>
      ),
      widthPx: 104,
      priority: 11,
    },
    {
      id: 'at',
      title: say('uploadedAt'),
      unit: 'Z',
      value: ({ file }) => Date.parse(file.uploadedAt),
      plain: ({ file }) => formatInstantMs(Date.parse(file.uploadedAt)),
      cell: (row) => <span className={quiet(row)}>{instant(row.file.uploadedAt)}</span>,
      align: 'end',
      widthPx: 146,
      priority: 12,
    },
  ]
}
