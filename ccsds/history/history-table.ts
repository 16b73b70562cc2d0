import { missing } from '@apsis/astro/missing.ts'
import { SECONDARY_KINDS, type SecondaryKind } from '@apsis/astro/statistics/annual-event.ts'
import type { HistoryMessage } from '@apsis/astro/statistics/history-events.ts'
import type { Epoch } from '@apsis/astro/time/epoch.ts'
import { parseInstant } from '@apsis/astro/time/parse-time.ts'
import { type Fault, type FaultCode, FaultLog, MessageSyntaxError } from '../fault.ts'
import { scanCsv } from '../notation/csv.ts'
import { LIMITS, refuseExcess } from '../notation/limits.ts'
import type { FlatRecord } from '../notation/record.ts'

const NEEDED = ['event', 'created', 'tca', 'probability'] as const
const LENGTHS = ['sigmaMinorM', 'sigmaMajorM', 'radiusM', 'otherRadiusM'] as const
const MISSES = ['radialM', 'horizontalM'] as const
/** The columns of a table of past events, in any order. */
export const HISTORY_COLUMNS: readonly string[] = [...NEEDED, ...LENGTHS, ...MISSES, 'kind', 'decision']

/** The maximum length of an event's name, and of a decision. */
const MOST_CHARACTERS = 100

/** The kinds of objects; the words that messages use (OBJECT_TYPE) are accepted, too. */
const KINDS = new Map<string, SecondaryKind>([
  ...SECONDARY_KINDS.map((kind) => [kind, kind] as const),
  ['rocket body', 'rocket-body'],
  ['', 'unknown'],
  ['other', 'unknown'],
])

export type HistoryReading =
  | { readonly ok: true; readonly messages: readonly HistoryMessage[] }
  | { readonly ok: false; readonly faults: readonly Fault[]; readonly omitted: number }

/** Returns true if a text begins like a table of past events. */
export const isHistoryTable = (begin: string): boolean => /^\uFEFF?\s{0,80}"?event"?\s{0,80},/.test(begin)

/**
 * Reads a table of past events (CSV): a row for each message with the columns event, created, tca and probability (empty: not known), and the other
 * columns if their values are known. A row without enough values for a closed form is still counted.
 */
export function readHistoryTable(pieces: Iterable<string>, mostRows = LIMITS.lines): HistoryReading {
  const log = new FaultLog(true)
  const messages: HistoryMessage[] = []
  let rows = 0
  const scanner = scanCsv(log, (record) => {
    rows += 1
    const { line } = record[0] ?? missing()
    if (rows === 1) checkColumns(record, log)
    if (rows > mostRows) refuseExcess(log, { line, code: 'too-many-lines', limit: `${mostRows} rows` })
    const message = messageOf(record, log)
    if (message !== null) messages.push(message)
  })
  try {
    for (const piece of pieces) scanner.write(piece)
    scanner.end()
    if (rows === 0 && !log.failed)
      refuse(log, { line: 1, code: 'unfinished', message: 'the table has no row below its names' })
  } catch (error) {
    if (!(error instanceof MessageSyntaxError)) throw error
    return { ok: false, faults: error.faults, omitted: error.omitted }
  }
  return log.failed ? { ok: false, faults: log.errors, omitted: log.omitted } : { ok: true, messages }
}

type Place = {
  readonly line: number
  readonly column?: number
  readonly keyword?: string
  readonly code: FaultCode
  readonly message: string
  readonly found?: string
  readonly expected?: string | undefined
}

const refuse = (log: FaultLog, { column = 1, keyword, ...place }: Place): null => {
  log.error({ column, keyword: keyword ?? null, ...place })
  return null
}

/** Checks the columns. A misspelt column would look like a missing value, so it is refused, and the rest is not read. */
function checkColumns(record: FlatRecord, log: FaultLog): void {
  const names = record.map(({ name }) => name.trim())
  const line = 1
  const missing = NEEDED.filter((name) => !names.includes(name))
  const unknown = names.find((name, place) => !HISTORY_COLUMNS.includes(name) || names.indexOf(name) < place)
  if (missing.length === 0 && unknown === undefined) return
  log.fatal({
    line,
    column: 1,
    keyword: missing[0] ?? unknown ?? null,
    code: missing.length > 0 ? 'missing-keyword' : 'unknown-keyword',
    message:
      missing.length > 0
        ? `there is no column ${missing.join(', ')}`
        : `no column is called ${JSON.stringify(unknown)}, or two are`,
    expected: HISTORY_COLUMNS.join(', '),
  })
}

type RowReader = {
  readonly text: (name: string) => string
  /** Returns a time; null if the cell is empty. */
  readonly instant: (name: string) => Epoch | null
  /** Returns a number; null if the cell is empty, undefined if it is not a number or does not meet the condition. */
  readonly number: (name: string, holds: (value: number) => boolean, words: string) => number | null | undefined
  readonly refused: (name: string, code: FaultCode, message: string, expected?: string) => null
}

function readerOf(record: FlatRecord, log: FaultLog): RowReader {
  const { line } = record[0] ?? missing()
  const cells = new Map(record.map((cell) => [cell.name.trim(), cell]))
  const text = (name: string) => cells.get(name)?.text.trim() ?? ''
  const refused = (name: string, code: FaultCode, message: string, expected?: string) =>
    refuse(log, {
      line,
      code,
      expected,
      column: cells.get(name)?.column ?? 1,
      keyword: name,
      message,
      found: text(name),
    })
  return {
    text,
    refused,
    instant: (name) => {
      try {
        return parseInstant(text(name))
      } catch (error) {
        if (error instanceof SyntaxError) return refused(name, 'bad-time', error.message)
        throw error
      }
    },
    number: (name, holds, words) => {
      if (text(name) === '') return null
      const value = Number(text(name))
      if (Number.isFinite(value) && holds(value)) return value
      refused(name, 'bad-number', `${JSON.stringify(text(name).slice(0, 40))} is not ${words}`)
      return undefined
    },
  }
}

/** Returns the message of a row; null if there is a fault, which is then in the log. */
function messageOf(record: FlatRecord, log: FaultLog): HistoryMessage | null {
  const before = log.errors.length + log.omitted
  const { text, instant, number, refused } = readerOf(record, log)
  const [created, tca] = [instant('created'), instant('tca')]
  const probability = number('probability', (p) => p >= 0 && p <= 1, 'a number between 0 and 1')
  const [minor, major, radius, other] = LENGTHS.map((name) => number(name, (m) => m > 0, 'a number above 0'))
  const [radial, horizontal] = MISSES.map((name) => number(name, () => true, 'a number'))
  const kind = KINDS.get(text('kind').toLowerCase())
  if (kind === undefined) refused('kind', 'bad-value', 'no kind is called so', SECONDARY_KINDS.join(', '))
  if (text('event') === '') refused('event', 'empty-value', 'the event has no name')
  for (const name of ['event', 'decision'])
    if (text(name).length > MOST_CHARACTERS)
      refused(name, 'text-too-long', `it has more than ${MOST_CHARACTERS} characters`)
  if (minor && major && minor > major) refused('sigmaMinorM', 'not-consistent', 'it is larger than sigmaMajorM')
  if (log.errors.length + log.omitted > before || created === null || tca === null || kind === undefined) return null
  return {
    objects: ['', text('event')],
    tca,
    created,
    kind,
    otherRadiusM: other ?? null,
    crossing:
      typeof radial === 'number' && typeof horizontal === 'number'
        ? { radialM: radial, horizontalM: horizontal, boxRadialM: Infinity, boxHorizontalM: Infinity }
        : null,
    probability: probability ?? null,
    decision: record.some(({ name }) => name.trim() === 'decision') ? text('decision') || null : undefined,
    errors: minor && major && radius ? { sigmaMinorM: minor, sigmaMajorM: major, radiusM: radius } : null,
  }
}
