import { hermite } from '@apsis/astro/ephemeris/polynomial.ts'
import { missing } from '@apsis/astro/missing.ts'
import { type Epoch, secondsBetween } from '@apsis/astro/time/epoch.ts'
import type { Vec3 } from '@apsis/astro/vec3.ts'
import { type Reading, type ReadOptions, toReading } from '../block/read-message.ts'
import { FaultLog, MessageSyntaxError } from '../fault.ts'
import type { Oem, OemState } from '../oem/oem.ts'
import type { RecordReader } from '../oem/oem-records.ts'
import type { StkHeader } from './stk-header.ts'
import { type StkRecord, type StkState, scanStk } from './stk-lines.ts'

/** States between which one may interpolate; beyond them one may not extrapolate. */
export type StkSegment = readonly (OemState & { readonly epoch: Epoch })[]

/** An ephemeris in STK's text format (*.e). Missing velocities are computed from its positions. */
export interface Stk {
  readonly header: StkHeader
  readonly segments: readonly StkSegment[]
}

/** The degree of the polynomial whose derivative is the velocity, if the text names none: the default of STK. */
const DEFAULT_DEGREE = 5

/**
 * Reads an STK ephemeris of any size, record by record: its head, then its states. Faults are reported to `log`; at the end of the text, `log.failed`
 * tells whether it is valid.
 */
export function openStk(log: FaultLog, options: ReadOptions = {}): RecordReader<StkRecord> {
  let records: StkRecord[] = []
  const scanner = scanStk(log, options, (record) => records.push(record))
  const flush = () => {
    const complete = records
    records = []
    return complete
  }
  return {
    write(chunk) {
      scanner.write(chunk)
      return flush()
    },
    end() {
      scanner.end()
      return flush()
    },
  }
}

/** Reads a complete STK ephemeris. */
export function readStk(source: string | Iterable<string>, options: ReadOptions = {}): Reading<Stk> {
  const log = new FaultLog(options.strict ?? true)
  const headers: StkHeader[] = []
  const segments: StkState[][] = []
  try {
    const scanner = scanStk(log, options, (record) => {
      if (record.kind === 'header') headers.push(record.header)
      else {
        const states = segments[record.segment] ?? []
        segments[record.segment] = states
        states.push(record.state)
      }
    })
    for (const chunk of typeof source === 'string' ? [source] : source) scanner.write(chunk)
    scanner.end()
  } catch (error) {
    if (!(error instanceof MessageSyntaxError)) throw error
  }
  const [header] = headers
  if (header === undefined || log.failed) return toReading<Stk>(null, 'KVN', log)
  const complete = segments.flatMap((states) => completeStates(states, header, log) ?? [])
  return toReading({ header, segments: complete }, 'KVN', log)
}

/** Returns the states with their velocities as one segment; an empty list if the velocities cannot be computed. */
function completeStates(states: readonly StkState[], header: StkHeader, log: FaultLog): StkSegment[] {
  const [first] = states
  if (first === undefined) return []
  if (!header.hasVelocities && states.length < 2) {
    const message = 'a segment has one position only: its velocity cannot be known'
    log.error({ line: 1, column: 1, keyword: 'EphemerisTimePos', code: 'too-few-points', message })
    return []
  }
  const samples = states.map(({ epoch, r }) => ({ time: secondsBetween(first.epoch, epoch), values: [r] }))
  const count = Math.min(samples.length, (header.degree ?? DEFAULT_DEGREE) + 1)
  const slopeAt = (index: number): Vec3 => {
    const from = Math.max(0, Math.min(index - Math.floor(count / 2), samples.length - count))
    return hermite(samples.slice(from, from + count), (samples[index] ?? missing()).time).slope
  }
  return [states.map(({ v, ...state }, index) => ({ ...state, v: v ?? slopeAt(index) }))]
}

/** The data that the text does not contain: the object of the ephemeris, and the creation time of the message. */
export interface StkObject {
  readonly objectName: string
  readonly objectId: string
  readonly created: Epoch
}

/** Returns the same ephemeris as an OEM; the comments of the text are in its head. */
export function stkToOem({ header, segments }: Stk, { created, ...object }: StkObject): Oem {
  const { centreName, refFrame, interpolation, degree, comments } = header
  const described = {
    comments: [],
    ...object,
    centreName,
    refFrame,
    timeSystem: 'UTC',
    ...(interpolation === undefined || degree === undefined ? {} : { interpolation, interpolationDegree: degree }),
  }
  return {
    header: { comments, version: '2.0', creationDate: created, originator: 'APSIS' },
    segments: segments.map((states) => ({
      metadata: {
        ...described,
        startTime: states[0]?.epoch ?? header.epoch,
        stopTime: states.at(-1)?.epoch ?? header.epoch,
      },
      comments: [],
      states,
      covariances: [],
    })),
  }
}
