import { type CollectedMessage, extrasOf, findBlock, present, readBlocks, readRequired } from '../block/assemble.ts'
import type { Block, Extra } from '../block/block.ts'
import { checkFrames } from '../block/check-frames.ts'
import { STATE_COVARIANCE } from '../block/covariance.ts'
import { blockLines, extraLines, headerLines, inElement } from '../block/format-block.ts'
import { readBlock } from '../block/read-block.ts'
import {
  type MessageReader,
  messageOf,
  type Reading,
  type ReadOptions,
  readMessage,
  toReading,
} from '../block/read-message.ts'
import type { FaultLog } from '../fault.ts'
import { scanCsv } from '../notation/csv.ts'
import { gatherText, parseRecords } from '../notation/json-lines.ts'
import { LIMITS, limitLines } from '../notation/limits.ts'
import type { Scanner } from '../notation/line.ts'
import { type OutLine, printMessage, type WriteOptions } from '../notation/print.ts'
import { printRecord } from '../notation/print-record.ts'
import { emitRecord, type FlatRecord } from '../notation/record.ts'
import { SPACECRAFT, USER_DEFINED } from '../opm/opm.data.ts'
import {
  covarianceLines,
  readStateCovariance,
  readUserDefined,
  type StateCovariance,
  type UserDefined,
  userDefinedLines,
} from '../opm/opm.ts'
import { checkOmm } from './check-omm.ts'
import { HEADER, MEAN_ELEMENTS, METADATA, OMM_LAYOUT, TLE_PARAMETERS } from './omm.data.ts'

/**
 * An Orbit Mean-Elements Message (CCSDS 502.0-B-3 §4): m, rad, kg, m², m³/s², and for the theories of the TLE their own
 * rev/day and 1/(earth radius), as the names say.
 */
export interface Omm {
  readonly header: Block<typeof HEADER>
  readonly metadata: Block<typeof METADATA>
  readonly elements: Block<typeof MEAN_ELEMENTS>
  readonly spacecraft?: Block<typeof SPACECRAFT>
  readonly tle?: Block<typeof TLE_PARAMETERS>
  readonly covariance?: StateCovariance
  readonly userDefined?: UserDefined
  /** Keywords that no table knows, kept by a lenient reading, and those of JSON and CSV. */
  readonly unknown: readonly Extra[]
}

/** Reads an OMM in KVN, XML or JSON, with everything that is wrong or odd about it. */
export function readOmm(source: string | Iterable<string>, options: ReadOptions = {}): Reading<Omm> {
  return readMessage(source, options, ommReader)
}

/** The OMM of a text: readOmm for those who want the data or a MessageSyntaxError (line, keyword, all faults). */
export function parseOmm(source: string | Iterable<string>, options: ReadOptions = {}): Omm {
  return messageOf(readOmm(source, options))
}

/** Makes an OMM of lines. */
export function ommReader(log: FaultLog, options: ReadOptions): MessageReader<Omm> {
  return readBlocks(OMM_LAYOUT, { log, options }, assemble)
}

function assemble(collected: CollectedMessage): Omm | null {
  const { blocks, unknown, context, options } = collected
  checkFrames(blocks, options.frames ?? [], context.log)
  const header = readRequired(collected, HEADER)
  const metadata = readRequired(collected, METADATA)
  const elements = readRequired(collected, MEAN_ELEMENTS)
  const optional = {
    ...present('spacecraft', findBlock(blocks, SPACECRAFT), (raw) => readBlock(raw, context)),
    ...present('tle', findBlock(blocks, TLE_PARAMETERS), (raw) => readBlock(raw, context)),
    ...present('covariance', findBlock(blocks, STATE_COVARIANCE), (raw) => readStateCovariance(raw, context)),
    ...present('userDefined', findBlock(blocks, USER_DEFINED), readUserDefined),
  }
  checkOmm(collected)
  if (header === null || metadata === null || elements === null) return null
  return { header, metadata, elements, ...optional, unknown: extrasOf(unknown) }
}

/**
 * Reads a catalogue: JSON or CSV with many OMMs, as CelesTrak and Space-Track publish them. Each object is given to `take`
 * as a reading of its own as soon as its row is complete; what is wrong with the file itself goes to `log`.
 */
export function scanOmms(
  notation: 'JSON' | 'CSV',
  log: FaultLog,
  { options = {}, take }: { options?: ReadOptions; take: (reading: Reading<Omm>) => void },
): Scanner {
  const limits = options.limits ?? LIMITS
  const read = (record: FlatRecord) => take(readRecord(record, notation, { log, options }))
  if (notation === 'CSV') return scanCsv(log, read, limits)
  return gatherText(log, limits, (text) => {
    for (const record of parseRecords(text, log, limits)) read(record)
  })
}

function readRecord(
  record: FlatRecord,
  notation: 'JSON' | 'CSV',
  { log, options }: { log: FaultLog; options: ReadOptions },
): Reading<Omm> {
  const own = log.fresh()
  const reader = ommReader(own, options)
  emitRecord(record, limitLines(reader.take, own, options.limits ?? LIMITS))
  return toReading(reader.finish(), notation, own)
}

export interface OmmWriteOptions extends Omit<WriteOptions, 'notation'> {
  readonly notation?: 'KVN' | 'XML' | 'JSON'
}

/**
 * The text of the message in KVN, XML or JSON, by the tables of CCSDS 502.0-B-3; reading it gives the same data (JSON has
 * no place for which block a comment belongs to). Throws RangeError naming what the notation cannot hold.
 */
export function formatOmm(omm: Omm, { notation = 'KVN', ...options }: OmmWriteOptions = {}): string {
  if (notation === 'JSON') return printRecord(ommLines(omm), () => '')
  return printMessage(ommLines(omm), { ...options, notation })
}

/** The lines of the message, for any notation. */
export function ommLines({ header, metadata, elements, ...rest }: Omm): OutLine[] {
  const at = { timeSystem: metadata.timeSystem.toUpperCase() }
  const data = [
    ...blockLines(MEAN_ELEMENTS, elements, at),
    ...blockLines(SPACECRAFT, rest.spacecraft, at),
    ...blockLines(TLE_PARAMETERS, rest.tle, at),
    ...covarianceLines(rest.covariance),
    ...userDefinedLines(rest.userDefined),
    ...extraLines(rest.unknown),
  ]
  const segment = [...blockLines(METADATA, metadata, at), ...inElement('data', data)]
  return [...headerLines(HEADER, header), ...inElement('body', inElement('segment', segment))]
}
