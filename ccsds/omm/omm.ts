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
import { type FaultLog, MessageSyntaxError } from '../fault.ts'
import { scanCsv } from '../notation/csv.ts'
import { gatherText, parseRecords } from '../notation/json-lines.ts'
import { LIMITS, limitLines } from '../notation/limits.ts'
import type { Assignment, Scanner } from '../notation/line.ts'
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
import { HEADER, MEAN_ELEMENTS, METADATA, OMM_LAYOUT, TLE_PARAMETERS } from './omm.data.ts'

/**
 * An Orbit Mean-Elements Message (CCSDS 502.0-B-3 §4): m, rad, kg, m², m³/s²; for the theories of the TLE their own rev/day and 1/(earth radius), as
 * the names of the fields say.
 */
export interface Omm {
  readonly header: Block<typeof HEADER>
  readonly metadata: Block<typeof METADATA>
  readonly elements: Block<typeof MEAN_ELEMENTS>
  readonly spacecraft?: Block<typeof SPACECRAFT>
  readonly tle?: Block<typeof TLE_PARAMETERS>
  readonly covariance?: StateCovariance
  readonly userDefined?: UserDefined
  /** Keywords that are in no table, which a lenient reading keeps, and those of JSON and CSV. */
  readonly unknown: readonly Extra[]
}

/** Reads an OMM in KVN, XML or JSON, and reports all faults and deviations. */
export function readOmm(source: string | Iterable<string>, options: ReadOptions = {}): Reading<Omm> {
  return readMessage(source, options, ommReader)
}

/** Returns the OMM of a text, for callers who want the data or a MessageSyntaxError (line, keyword, all faults). */
export function parseOmm(source: string | Iterable<string>, options: ReadOptions = {}): Omm {
  return messageOf(readOmm(source, options))
}

/** Returns a reader that makes an OMM from lines. */
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
 * Reads a catalogue: JSON or CSV with many OMMs, as CelesTrak and Space-Track publish them. Each object is passed to `take` as a separate reading as
 * soon as its row is complete; faults of the file itself are reported to `log`.
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
  try {
    emitRecord(record, limitLines(reader.take, own, options.limits ?? LIMITS))
  } catch (error) {
    // A text that is too long ends the reading of this record only; the rest of the catalogue is read.
    if (!(error instanceof MessageSyntaxError)) throw error
    return toReading<Omm>(null, notation, own)
  }
  return toReading(reader.finish(), notation, own)
}

export interface OmmWriteOptions extends Omit<WriteOptions, 'notation'> {
  readonly notation?: 'KVN' | 'XML' | 'JSON'
}

/**
 * Returns the text of the message in KVN, XML or JSON, according to the tables of CCSDS 502.0-B-3; reading it gives the same data (JSON cannot
 * express to which block a comment belongs). Throws a RangeError that names what the notation cannot express.
 */
export function formatOmm(omm: Omm, { notation = 'KVN', ...options }: OmmWriteOptions = {}): string {
  if (notation === 'JSON') return printRecord(ommLines(omm), () => '')
  return printMessage(ommLines(omm), { ...options, notation })
}

/** Returns the lines of the message, for any notation. */
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

// The functions below check what an Orbit Mean-Elements Message means beyond its single values; each check reports to the log.

/**
 * Checks that there is one of SEMI_MAJOR_AXIS and MEAN_MOTION, one of BSTAR and BTERM, and one of MEAN_MOTION_DDOT and AGOM; that there are the
 * values that the theory needs (502.0-B-3 table 4-3); and that the classification has one letter.
 */
function checkOmm({ blocks, lastLine, context: { log } }: CollectedMessage): void {
  checkVersion(findBlock(blocks, HEADER)?.assignments.get('CCSDS_OMM_VERS'), log)
  const elements = findBlock(blocks, MEAN_ELEMENTS)
  const tle = findBlock(blocks, TLE_PARAMETERS)
  const theory = findBlock(blocks, METADATA)?.assignments.get('MEAN_ELEMENT_THEORY')?.text.toUpperCase() ?? ''
  const missing = (keyword: string, message: string, line = elements?.line ?? lastLine) =>
    ({ line, column: 1, keyword, code: 'missing-keyword', message }) as const
  const both = ({ line, column, keyword }: Assignment, other: string) =>
    ({ line, column, keyword, code: 'not-consistent', message: `${keyword} and ${other} exclude each other` }) as const

  const axis = elements?.assignments.get('SEMI_MAJOR_AXIS')
  const motion = elements?.assignments.get('MEAN_MOTION')
  if (axis !== undefined && motion !== undefined) log.error(both(motion, 'SEMI_MAJOR_AXIS'))
  if (elements !== undefined && axis === undefined && motion === undefined) {
    log.error(missing('MEAN_MOTION', 'there must be one of SEMI_MAJOR_AXIS and MEAN_MOTION'))
  }
  for (const [one, other] of [
    ['BTERM', 'BSTAR'],
    ['AGOM', 'MEAN_MOTION_DDOT'],
  ] as const) {
    const line = tle?.assignments.get(one)
    if (line !== undefined && tle?.assignments.has(other) === true) log.error(both(line, other))
  }
  for (const keyword of neededBy(theory)) {
    if (tle?.assignments.has(keyword) === true || elements === undefined) continue
    log.deviation(missing(keyword, `${keyword} is missing, which ${theory} needs`, tle?.line))
  }
  const letter = tle?.assignments.get('CLASSIFICATION_TYPE')
  if (letter !== undefined && letter.text.length !== 1) {
    const { line, column, keyword, text } = letter
    const message = 'the class is not one letter'
    log.deviation({ line, column, keyword, code: 'bad-value', message, found: text, expected: 'U, C or S' })
  }
}

/** Checks the version. The OMM was introduced with version 2.0 of the standard; some originators write 1.0 and mean the same. */
function checkVersion(version: Assignment | undefined, log: FaultLog): void {
  if (version?.text !== '1.0') return
  const { line, column, keyword, text } = version
  const message = 'there is no OMM of version 1.0'
  log.deviation({ line, column, keyword, code: 'wrong-version', message, found: text, expected: '2.0 or 3.0' })
}

function neededBy(theory: string): readonly string[] {
  if (theory === 'SGP4-XP') return ['BTERM', 'AGOM']
  if (theory === 'SGP4' || theory === 'SGP/SGP4') return ['BSTAR']
  return theory === 'SGP' || theory === 'PPT3' ? ['MEAN_MOTION_DOT', 'MEAN_MOTION_DDOT'] : []
}
