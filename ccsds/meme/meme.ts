import {
  type CovarianceColumns,
  matrixAt,
  STATE_NUMBERS,
  type StateColumns,
  stateAt,
  TRIANGLE_NUMBERS,
} from '@apsis/astro/ephemeris/columns.ts'
import type { Epoch } from '@apsis/astro/time/epoch.ts'
import { type Reading, type ReadOptions, toReading } from '../block/read-message.ts'
import { FaultLog, MessageSyntaxError } from '../fault.ts'
import type { TextPiece } from '../notation/decode.ts'
import type { Oem, OemCovariance, OemState } from '../oem/oem.ts'
import type { RecordReader } from '../oem/oem-records.ts'
import { type MemeHeader, type MemeTable, scanMeme } from './meme-table.ts'

/**
 * An ephemeris in the Modified ITC format of Space-Track, in which Starlink publishes its own ephemerides: states in m and m/s, in the frame that the
 * file name gives (EME2000 for MEME), and a covariance for each state or for none.
 */
export interface Meme {
  readonly header: MemeHeader
  readonly states: readonly OemState[]
  readonly covariances: readonly OemCovariance[]
}

/** The parts of a text in Modified ITC format, each with the line at which it begins. */
export type MemeRecord =
  | { readonly kind: 'header'; readonly line: number; readonly header: MemeHeader }
  | { readonly kind: 'state'; readonly line: number; readonly state: OemState }
  | { readonly kind: 'covariance'; readonly line: number; readonly covariance: OemCovariance }

/**
 * Reads a text in Modified ITC format, of any size, record by record. Faults are reported to `log`; at the end of the text, `log.failed` tells
 * whether it is valid.
 */
export function openMeme(log: FaultLog, options: ReadOptions = {}): RecordReader<MemeRecord> {
  const scanner = scanMeme(log, options)
  let hasHeader = false
  const flush = () => {
    const { table } = scanner
    const records: MemeRecord[] = []
    if (!hasHeader && table.header !== null) records.push({ kind: 'header', line: 1, header: table.header })
    hasHeader = table.header !== null
    for (let row = 0; row < table.count; row += 1) {
      const line = table.lines[row] ?? 1
      const state = stateAt(table, row)
      records.push({ kind: 'state', line, state })
      if (table.hasCovariance === true)
        records.push({ kind: 'covariance', line, covariance: oemCovariance(table, row, state.epoch) })
    }
    scanner.clear()
    return records
  }
  return {
    write(chunk) {
      scanner.write(toBytes(chunk))
      return flush()
    },
    end() {
      scanner.end()
      return flush()
    },
  }
}

/** Reads a complete text in Modified ITC format. */
export function readMeme(source: string | Iterable<string>, options: ReadOptions = {}): Reading<Meme> {
  const reading = readMemeTable(allBytes(typeof source === 'string' ? [source] : source), options)
  if (!reading.ok) return reading
  const { message: table } = reading
  const states: OemState[] = []
  const covariances: OemCovariance[] = []
  for (let row = 0; row < table.count; row += 1) {
    const state = stateAt(table, row)
    states.push(state)
    if (table.hasCovariance === true) covariances.push(oemCovariance(table, row, state.epoch))
  }
  return { ...reading, message: { header: table.header, states, covariances } }
}

/** Reads a complete file in Modified ITC format into columns, from bytes in ASCII or UTF-8. */
export function readMemeTable(
  pieces: Iterable<Uint8Array>,
  options: ReadOptions = {},
): Reading<MemeTable & { readonly header: MemeHeader }> {
  const log = new FaultLog(options.strict ?? true)
  const scanner = scanMeme(log, options)
  try {
    for (const piece of pieces) scanner.write(piece)
    scanner.end()
  } catch (error) {
    if (!(error instanceof MessageSyntaxError)) throw error
  }
  const { header } = scanner.table
  return toReading(header === null ? null : Object.assign(scanner.table, { header }), 'KVN', log)
}

/** Reads a text in Modified ITC format into columns, piece by piece. Faults are reported to `log`; one that ends the reading is thrown. */
export async function scanMemeText(
  pieces: AsyncIterable<TextPiece>,
  log: FaultLog,
  options: ReadOptions = {},
): Promise<MemeTable> {
  const scanner = scanMeme(log, options)
  for await (const piece of pieces) scanner.write(typeof piece === 'string' ? toBytes(piece) : piece.bytes)
  scanner.end()
  return scanner.table
}

/** Returns the columns of a table without the room at their ends: the lines, the states, and the covariances in the axes that its header names. */
export function toColumns(table: MemeTable): {
  readonly lines: Float64Array
  readonly states: StateColumns
  readonly covariances: CovarianceColumns | null
} {
  const { count, hasCovariance, header } = table
  const [taiS, taiFs] = [table.taiS.subarray(0, count), table.taiFs.subarray(0, count)]
  const triangles = table.covariances.subarray(0, TRIANGLE_NUMBERS * count)
  const axes = [header?.covarianceFrame ?? 'RTN']
  return {
    lines: table.lines.subarray(0, count),
    states: { count, taiS, taiFs, states: table.states.subarray(0, STATE_NUMBERS * count) },
    covariances: hasCovariance === true ? { count, taiS, taiFs, triangles, axes } : null,
  }
}

function* allBytes(pieces: Iterable<string>): Generator<Uint8Array> {
  for (const piece of pieces) yield toBytes(piece)
}

/** Returns a text in ASCII. The format has no other characters: any other becomes a question mark, and a byte order mark is left out. */
function toBytes(text: string): Uint8Array {
  const start = text.startsWith('\ufeff') ? 1 : 0
  const bytes = new Uint8Array(text.length - start)
  for (let at = 0; at < bytes.length; at += 1) {
    const code = text.charCodeAt(start + at)
    bytes[at] = code < 128 ? code : 63
  }
  return bytes
}

function oemCovariance(table: MemeTable, row: number, epoch: Epoch): OemCovariance {
  return {
    comments: [],
    epoch,
    refFrame: table.header?.covarianceFrame ?? 'RTN',
    matrix: matrixAt(table.covariances, row),
  }
}

interface MemeAbout {
  readonly objectName: string
  readonly objectId: string
  /** The frame of the states, from the file name. */
  readonly refFrame: string
  /** The creation date if the text gives none. */
  readonly created: Epoch
}

/** Returns the ephemeris as an OEM. The second argument gives what the text itself does not contain. */
export function toOem({ header, states, covariances }: Meme, { created, ...object }: MemeAbout): Oem {
  const { source, created: creationDate } = header
  const metadata = {
    comments: source === null ? [] : [`ephemeris_source ${source}`],
    ...object,
    centreName: 'EARTH',
    timeSystem: 'UTC',
    startTime: states[0]?.epoch ?? created,
    stopTime: states.at(-1)?.epoch ?? created,
  }
  return {
    header: { comments: [], version: '2.0', creationDate: creationDate ?? created, originator: source ?? 'UNKNOWN' },
    segments: [{ metadata, comments: [], states, covariances }],
  }
}
