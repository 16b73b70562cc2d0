import { SECONDS_PER_DAY } from '@apsis/astro/constants.ts'
import { addSeconds, compareEpochs, type Epoch } from '@apsis/astro/time/epoch.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import type { Vec3 } from '@apsis/astro/vec3.ts'
import { type Reading, type ReadOptions, toReading } from '../block/read-message.ts'
import { FaultLog, MessageSyntaxError } from '../fault.ts'
import { fieldReader, type RecordLine, recordLines } from './record-fields.ts'

/** The axes of a prediction, which are 0, 1 and 2 in the format. */
export type CpfFrame = 'ITRF' | 'TOD' | 'EME2000'

/** Predicted positions of a satellite for laser stations, m, from the Consolidated Prediction Format. */
export interface Cpf {
  readonly version: number
  readonly source: string
  readonly target: string
  readonly ilrsId: string
  readonly noradId: string
  readonly frame: CpfFrame
  readonly points: readonly CpfPoint[]
}

export interface CpfPoint {
  readonly line: number
  readonly epoch: Epoch
  readonly r: Vec3
}

const FRAMES: readonly CpfFrame[] = ['ITRF', 'TOD', 'EME2000']

/**
 * Reads a prediction of version 1 or 2: its head (H1, H2) and the positions at instants (records 10 with direction flag 0). Source: R. L. Ricklefs,
 * Consolidated Laser Ranging Prediction Format, version 1.01 (2006) and 2.00 (2018). Faults name line and record.
 */
export function readCpf(text: string, options: ReadOptions = {}): Reading<Cpf> {
  const log = new FaultLog(options.strict ?? true)
  let head: Omit<Cpf, 'points' | 'ilrsId' | 'noradId' | 'frame'> | null = null
  let object: Pick<Cpf, 'ilrsId' | 'noradId' | 'frame'> | null = null
  const points: CpfPoint[] = []
  try {
    for (const record of recordLines(text)) {
      if (record.record === 'h1') head = readFirst(record, log)
      else if (record.record === 'h2') object = readSecond(record, log)
      else if (record.record === '10') takePoint(record, points, log)
    }
    if (head === null)
      log.fatal({ line: 1, column: 1, keyword: 'H1', code: 'missing-keyword', message: 'the record is missing' })
    if (object === null)
      log.fatal({ line: 1, column: 1, keyword: 'H2', code: 'missing-keyword', message: 'the record is missing' })
  } catch (error) {
    if (!(error instanceof MessageSyntaxError)) throw error
  }
  return toReading(head === null || object === null ? null : { ...head, ...object, points }, 'KVN', log)
}

function readFirst(record: RecordLine, log: FaultLog) {
  const fields = fieldReader(record, log)
  if (fields.text(0, 'the format').toUpperCase() !== 'CPF') fields.fail('the format', 'is not CPF', record.fields[0])
  const version = fields.number(1, 'the version')
  if (version !== 1 && version !== 2) fields.fail('the version', 'is not 1 or 2')
  // Version 2 has a field with the number of the day's file between sequence and target.
  const target = fields.text(version === 2 ? 9 : 8, 'the target')
  return { version, source: fields.text(2, 'the source'), target }
}

function readSecond(record: RecordLine, log: FaultLog) {
  const fields = fieldReader(record, log)
  const code = fields.known(18) ?? 0
  const frame = FRAMES[code]
  if (frame === undefined) fields.fail('the reference frame', 'is not 0, 1 or 2', record.fields[18])
  return {
    ilrsId: fields.text(0, 'the ILRS id'),
    noradId: fields.text(2, 'the NORAD id'),
    frame: frame ?? 'ITRF',
  }
}

function takePoint(record: RecordLine, points: CpfPoint[], log: FaultLog): void {
  const fields = fieldReader(record, log)
  // Flags 1 and 2 are directions corrected for light time, which are not the satellite's positions.
  if (fields.number(0, 'the direction flag') !== 0) return
  const [mjd, seconds] = [fields.number(1, 'the day'), fields.number(2, 'the time')]
  const r: Vec3 = [fields.number(4, 'x'), fields.number(5, 'y'), fields.number(6, 'z')]
  if (![mjd, seconds, ...r].every(Number.isFinite)) return
  const epoch = addSeconds(fromMjd(mjd), seconds)
  const last = points.at(-1)
  if (last !== undefined && compareEpochs(last.epoch, epoch) >= 0) {
    fields.fail('the time', 'is not after that of the record before')
    return
  }
  points.push({ line: record.line, epoch, r })
}

/** Returns midnight UTC of a modified Julian day: 51544 is 2000-01-01. */
function fromMjd(mjd: number): Epoch {
  const date = new Date((mjd - 40_587) * SECONDS_PER_DAY * 1000)
  return parseTime(date.toISOString().slice(0, 19))
}
