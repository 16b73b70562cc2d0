import { SECONDS_PER_DAY } from '@apsis/astro/constants.ts'
import { addSeconds, type Epoch, secondsBetween } from '@apsis/astro/time/epoch.ts'
import { readClock } from '@apsis/astro/time/scales.ts'
import { type Reading, type ReadOptions, toReading } from '../block/read-message.ts'
import { FaultLog, MessageSyntaxError } from '../fault.ts'
import { type FieldReader, fieldReader, type RecordLine, recordLines } from './record-fields.ts'

/** The event to which a time tag refers: the ground receives the pulse, the satellite reflects it, or the ground sends it. */
export type CrdEvent = 'receive' | 'bounce' | 'transmit'

/** One range, of a normal point or of a single shot. */
export interface CrdRange {
  readonly line: number
  readonly epoch: Epoch
  readonly timeOfFlightS: number
  readonly event: CrdEvent
  readonly wavelengthUm: number | null
  /** The scatter of the shots in a normal point (s), and their number. */
  readonly binRmsS: number | null
  readonly shots: number | null
}

/** The measured weather at the station. */
export interface CrdWeather {
  readonly epoch: Epoch
  readonly pressureHpa: number
  readonly temperatureK: number
  readonly humidityPercent: number
}

/** A pass over a station. */
export interface CrdSession {
  readonly station: string
  /** The monument on which the station stands, as station catalogues name it, for example 7090. */
  readonly padId: string
  readonly target: string
  readonly ilrsId: string
  readonly noradId: string
  readonly data: 'full-rate' | 'normal-points' | 'sampled'
  readonly start: Epoch
  readonly end: Epoch
  /** The next two fields are true if the correction is already subtracted from the ranges. */
  readonly isTroposphereCorrected: boolean
  readonly isCentreOfMassCorrected: boolean
  readonly way: 'one-way' | 'two-way'
  readonly ranges: readonly CrdRange[]
  readonly weather: readonly CrdWeather[]
}

/** Laser ranging data from the Consolidated Laser Ranging Data format. */
export interface Crd {
  readonly version: number
  readonly sessions: readonly CrdSession[]
}

const DATA = ['full-rate', 'normal-points', 'sampled'] as const
/** The epoch events of records 10 and 11; the other values (3 to 6) are for one-way ranging to a transponder. */
const EVENTS: readonly CrdEvent[] = ['receive', 'bounce', 'transmit']
const HALF_DAY_S = 43_200

interface OpenSession {
  station: string
  padId: string
  target: string
  ilrsId: string
  noradId: string
  head: Pick<CrdSession, 'data' | 'start' | 'end' | 'isTroposphereCorrected' | 'isCentreOfMassCorrected' | 'way'> | null
  readonly wavelengths: Map<string, number>
  readonly ranges: CrdRange[]
  readonly weather: CrdWeather[]
}

/**
 * Reads laser ranging data of version 1 or 2: sessions with their ranges (records 10 and 11), the weather (20) and the wavelength (C0). Source: R. L.
 * Ricklefs and C. J. Moore, Consolidated Laser Ranging Data Format, versions 1.01 (2009) and 2.01 (2019). The time of day in a record belongs to the
 * day of the session's start, or to the next day if it would otherwise be half a day before the start. Faults name line and record.
 */
export function readCrd(text: string, options: ReadOptions = {}): Reading<Crd> {
  const log = new FaultLog(options.strict ?? true)
  const sessions: CrdSession[] = []
  let version = 0
  let open = newSession()
  const close = (line: number) => {
    if (open.head !== null) sessions.push({ ...nameOf(open), ...open.head, ranges: open.ranges, weather: open.weather })
    else if (open.ranges.length > 0) missing(log, line, 'H4')
    open = newSession()
  }
  try {
    for (const record of recordLines(text)) {
      const fields = fieldReader(record, log)
      if (version === 0 && record.record !== 'h1') missing(log, record.line, 'H1')
      if (record.record === 'h1') version = readVersion(fields)
      else if (record.record === 'h8' || record.record === 'h9') close(record.line)
      else takeRecord(record, fields, { open, version, log })
    }
    close(1)
    if (version === 0) missing(log, 1, 'H1')
  } catch (error) {
    if (!(error instanceof MessageSyntaxError)) throw error
  }
  return toReading({ version, sessions }, 'KVN', log)
}

function missing(log: FaultLog, line: number, keyword: string): never {
  return log.fatal({ line, column: 1, keyword, code: 'missing-keyword', message: 'the record is missing' })
}

function newSession(): OpenSession {
  return {
    station: '',
    padId: '',
    target: '',
    ilrsId: '',
    noradId: '',
    head: null,
    wavelengths: new Map(),
    ranges: [],
    weather: [],
  }
}

function nameOf({ station, padId, target, ilrsId, noradId }: OpenSession) {
  return { station, padId, target, ilrsId, noradId }
}

function readVersion(fields: FieldReader): number {
  const format = fields.text(0, 'the format')
  if (format.toUpperCase() !== 'CRD') fields.fail('the format', 'is not CRD', format)
  const version = fields.number(1, 'the version')
  if (version !== 1 && version !== 2) fields.fail('the version', 'is not 1 or 2')
  return version
}

interface Context {
  readonly open: OpenSession
  readonly version: number
  readonly log: FaultLog
}

function takeRecord({ record, line }: RecordLine, fields: FieldReader, { open, version, log }: Context): void {
  if (record === 'h2') {
    open.station = fields.text(0, 'the station')
    // Version 2 has the network between the name and the pad id.
    open.padId = fields.text(version === 2 ? 2 : 1, 'the pad id')
  } else if (record === 'h3') {
    open.target = fields.text(0, 'the target')
    open.ilrsId = fields.text(1, 'the ILRS id')
    open.noradId = fields.text(3, 'the NORAD id')
  } else if (record === 'h4') open.head = readHead(fields)
  else if (record === 'c0') {
    const wavelengthNm = fields.number(1, 'the wavelength')
    open.wavelengths.set(fields.text(2, 'the configuration'), wavelengthNm / 1000)
  } else if (record === '10' || record === '11') {
    if (open.head === null) missing(log, line, 'H4')
    const range = readRange(fields, { line, open, start: open.head.start, isNormalPoint: record === '11' })
    if (range !== null) open.ranges.push(range)
  } else if (record === '20') {
    if (open.head === null) missing(log, line, 'H4')
    open.weather.push({
      epoch: epochOf(open.head.start, fields.number(0, 'the time')),
      pressureHpa: fields.number(1, 'the pressure'),
      temperatureK: fields.number(2, 'the temperature'),
      humidityPercent: fields.number(3, 'the humidity'),
    })
  }
}

function readHead(fields: FieldReader): OpenSession['head'] {
  const data = DATA[fields.number(0, 'the type of data')]
  if (data === undefined) fields.fail('the type of data', 'is not 0, 1 or 2')
  const start = fields.time(1, 'the start')
  const end = fields.known(7) === null ? start : fields.time(7, 'the end')
  if (data === undefined || start === null || end === null) return null
  return {
    data,
    start,
    end,
    isTroposphereCorrected: fields.number(14, 'the flag of the troposphere') === 1,
    isCentreOfMassCorrected: fields.number(15, 'the flag of the centre of mass') === 1,
    way: fields.number(19, 'the type of range') === 1 ? 'one-way' : 'two-way',
  }
}

interface RangeContext {
  readonly line: number
  readonly open: OpenSession
  readonly start: Epoch
  readonly isNormalPoint: boolean
}

function readRange(fields: FieldReader, { line, open, start, isNormalPoint }: RangeContext): CrdRange | null {
  const seconds = fields.number(0, 'the time')
  const timeOfFlightS = fields.number(1, 'the time of flight')
  const event = EVENTS[fields.number(3, 'the epoch event')]
  if (event === undefined) fields.fail('the epoch event', 'is not 0, 1 or 2: only ranges there and back are read')
  if (!(timeOfFlightS > 0)) fields.fail('the time of flight', 'is not above 0')
  if (event === undefined || !(timeOfFlightS > 0) || Number.isNaN(seconds)) return null
  const [shots, rms] = isNormalPoint ? [fields.known(5), fields.known(6)] : [null, null]
  return {
    line,
    epoch: epochOf(start, seconds),
    timeOfFlightS,
    event,
    wavelengthUm: open.wavelengths.get(fields.text(2, 'the configuration')) ?? null,
    binRmsS: rms === null ? null : rms * 1e-12,
    shots,
  }
}

/** Returns the epoch for seconds of the day of the session's start, or of the next day if it would otherwise be half a day before the start. */
function epochOf(start: Epoch, timeOfDayS: number): Epoch {
  const { secondOfDay, femtos } = readClock(start, 'UTC')
  const midnight = addSeconds(start, -secondOfDay - femtos * 1e-15)
  const same = addSeconds(midnight, timeOfDayS)
  return secondsBetween(same, start) > HALF_DAY_S ? addSeconds(midnight, timeOfDayS + SECONDS_PER_DAY) : same
}
