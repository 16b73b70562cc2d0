import { missing } from '@apsis/astro/missing.ts'
import { addSeconds, compareEpochs, type Epoch } from '@apsis/astro/time/epoch.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { checkCovariance, type MatrixEntry, STATE_ENTRIES, stateEntryUnit, toMatrix } from '../block/covariance.ts'
import { type Reading, type ReadOptions, toReading } from '../block/read-message.ts'
import { exponentOf } from '../block/unit.ts'
import { FaultLog, MessageSyntaxError } from '../fault.ts'
import { parseDecimal } from '../notation/decimal.ts'
import { splitLines } from '../notation/kvn.ts'
import { LIMITS, refuseExcess } from '../notation/limits.ts'
import type { Scanner } from '../notation/line.ts'
import type { Oem, OemCovariance, OemState } from '../oem/oem.ts'
import type { RecordReader } from '../oem/oem-records.ts'

/** The head of an ephemeris in Starlink's published text format. */
export interface MemeHeader {
  readonly created: Epoch
  readonly start: Epoch
  readonly stop: Epoch
  readonly stepS: number
  readonly source: string
}

/**
 * Starlink's operator ephemeris: states in EME2000 (mean equator, mean equinox of J2000, hence the name), m and m/s, and covariances in UVW, which is
 * the same as RTN: radial, along-track, cross-track.
 */
export interface Meme {
  readonly header: MemeHeader
  readonly states: readonly OemState[]
  readonly covariances: readonly OemCovariance[]
}

/** The parts of a text in Starlink's format, each with the line at which it begins. */
export type MemeRecord =
  | { readonly kind: 'header'; readonly line: number; readonly header: MemeHeader }
  | { readonly kind: 'state'; readonly line: number; readonly state: OemState; readonly covariance: OemCovariance }

const TIME = String.raw`(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d(?:\.\d+)?) UTC`
const CREATED = new RegExp(`^created:\\s*${TIME}$`)
const SPAN = new RegExp(
  `^ephemeris_start:\\s*${TIME}\\s+ephemeris_stop:\\s*${TIME}\\s+step_size:\\s*(\\d{1,6}(?:\\.\\d{1,9})?)$`,
)
const EPOCH = /^(\d{4})(\d{3})(\d{2})(\d{2})(\d{2}(?:\.\d+)?)$/
const HEADER_FORMS = [
  'created:YYYY-MM-DD hh:mm:ss UTC',
  'ephemeris_start:YYYY-MM-DD hh:mm:ss UTC ephemeris_stop:YYYY-MM-DD hh:mm:ss UTC step_size:SECONDS',
  'ephemeris_source:NAME',
  'UVW',
] as const
const HEADER_LINES = HEADER_FORMS.length
const NUMBERS_OF_STATE = 7
const COVARIANCE_NUMBERS = STATE_ENTRIES.length
const NUMBERS_PER_LINE = 7

/**
 * Reads a text of any size in Starlink's format, record by record: four header lines, then for each epoch one line with its time and state and three
 * lines with its covariance. Faults are reported to `log`; at the end of the text, `log.failed` tells whether it is valid.
 */
export function openMeme(log: FaultLog, options: ReadOptions = {}): RecordReader<MemeRecord> {
  let records: MemeRecord[] = []
  const scanner = scanMeme(log, options, (record) => records.push(record))
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

/** Reads a complete text in Starlink's format. */
export function readMeme(source: string | Iterable<string>, options: ReadOptions = {}): Reading<Meme> {
  const log = new FaultLog(options.strict ?? true)
  const states: OemState[] = []
  const covariances: OemCovariance[] = []
  const headers: MemeHeader[] = []
  try {
    const scanner = scanMeme(log, options, (record) => {
      if (record.kind === 'header') headers.push(record.header)
      else {
        states.push(record.state)
        covariances.push(record.covariance)
      }
    })
    for (const chunk of typeof source === 'string' ? [source] : source) scanner.write(chunk)
    scanner.end()
  } catch (error) {
    if (!(error instanceof MessageSyntaxError)) throw error
  }
  const [header] = headers
  return toReading(header === undefined ? null : { header, states, covariances }, 'KVN', log)
}

function scanMeme(log: FaultLog, options: ReadOptions, emit: (record: MemeRecord) => void): Scanner {
  const limits = options.limits ?? LIMITS
  const head: string[] = []
  let header: MemeHeader | null = null
  let state: { epoch: Epoch; numbers: number[]; line: number } | null = null
  let covariance: number[] = []
  let last: Epoch | null = null
  let points = 0
  let lastLine = 1

  const splitter = splitLines((raw, line) => {
    lastLine = line
    if (raw.length > limits.lineLength) {
      refuseExcess(log, { line, code: 'line-too-long', limit: `${limits.lineLength} characters in a line` })
    }
    const text = raw.trim()
    if (text === '') return
    if (head.length < HEADER_LINES) takeHeader(text, line)
    else if (state === null) takeState(text, line)
    else takeCovariance(text, { line, state })
  }, limits.lineLength)

  function takeHeader(text: string, line: number): void {
    head.push(text)
    const expected = HEADER_FORMS[head.length - 1] ?? ''
    const form = [CREATED, SPAN, /^ephemeris_source:\s*\S.*$/, /^UVW$/][head.length - 1]
    if (form?.test(text) !== true) {
      log.error({
        line,
        column: 1,
        keyword: null,
        code: 'bad-line',
        message: 'the line is not that of the header',
        found: text,
        expected,
      })
    }
    if (head.length < HEADER_LINES || log.failed) return
    header = readHeader(head, log)
    if (header !== null) emit({ kind: 'header', line: 1, header })
  }

  function takeState(text: string, line: number): void {
    points += 1
    if (points > limits.points) refuseExcess(log, { line, code: 'too-many-points', limit: `${limits.points} points` })
    const [time = '', ...numbers] = text.split(/\s+/)
    const epoch = readEpoch(time, line, log)
    const values = readNumbers(numbers, { count: NUMBERS_OF_STATE - 1, line, what: 'state' }, log)
    state = { epoch: epoch ?? { taiS: 0, taiFs: 0 }, numbers: epoch === null ? [] : (values ?? []), line }
    covariance = []
    if (epoch === null) return
    if (last !== null && compareEpochs(last, epoch) >= 0) {
      const message = 'the time is not later than the one before it'
      log.error({
        line,
        column: 1,
        keyword: null,
        code: 'not-increasing',
        message,
        found: time,
        expected: 'rising times',
      })
    }
    last = epoch
  }

  function takeCovariance(text: string, at: { line: number; state: NonNullable<typeof state> }): void {
    const values = readNumbers(text.split(/\s+/), { count: NUMBERS_PER_LINE, line: at.line, what: 'covariance' }, log)
    covariance.push(...(values ?? new Array<number>(NUMBERS_PER_LINE).fill(Number.NaN)))
    if (covariance.length < COVARIANCE_NUMBERS) return
    state = null
    const { epoch, numbers, line } = at.state
    if (numbers.length < NUMBERS_OF_STATE - 1 || covariance.some(Number.isNaN)) return
    const fields = new Map(
      STATE_ENTRIES.map((entry, index) => [entry.keyword, inSi(covariance[index] ?? missing(), entry)]),
    )
    const matrix = toMatrix(6, STATE_ENTRIES, fields)
    const placeOf = ({ keyword }: { keyword: string }) => ({ line: line + 1, column: 1, keyword })
    checkCovariance(matrix, { entries: STATE_ENTRIES, placeOf }, log)
    const [x = 0, y = 0, z = 0, xDot = 0, yDot = 0, zDot = 0] = numbers
    const made: OemState = { epoch, r: [x, y, z], v: [xDot, yDot, zDot] }
    emit({ kind: 'state', line, state: made, covariance: { comments: [], epoch, refFrame: 'RTN', matrix } })
  }

  return {
    write: splitter.write,
    end() {
      splitter.end()
      const at = { line: lastLine, column: 1, keyword: null }
      if (header === null && !log.failed)
        log.error({ ...at, code: 'unfinished', message: 'the text ends in its header' })
      if (state !== null) log.error({ ...at, code: 'unfinished', message: 'the text ends inside a covariance' })
      if (header === null || log.failed) return
      if (last === null) log.error({ ...at, code: 'unfinished', message: 'the text has no states' })
      else if (compareEpochs(addSeconds(last, header.stepS), header.stop) < 0) {
        log.deviation({ ...at, code: 'outside-span', message: 'the states end before ephemeris_stop' })
      }
    },
  }
}

function readHeader(head: readonly string[], log: FaultLog): MemeHeader | null {
  const [, createdDate, createdTime] = CREATED.exec(head[0] ?? '') ?? []
  const [, startDate, startTime, stopDate, stopTime, step] = SPAN.exec(head[1] ?? '') ?? []
  try {
    return {
      created: parseTime(`${createdDate}T${createdTime}`),
      start: parseTime(`${startDate}T${startTime}`),
      stop: parseTime(`${stopDate}T${stopTime}`),
      stepS: Number(step),
      source: (head[2] ?? '').replace(/^ephemeris_source:\s*/, ''),
    }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    log.error({ line: 1, column: 1, keyword: null, code: 'bad-time', message: error.message })
    return null
  }
}

/** Returns the epoch of YYYYDDDhhmmss.fff, UTC. */
function readEpoch(text: string, line: number, log: FaultLog): Epoch | null {
  const [, year, day, hour, minute, second] = EPOCH.exec(text) ?? []
  try {
    return parseTime(year === undefined ? text : `${year}-${day}T${hour}:${minute}:${second}`)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    const message = `${JSON.stringify(text.slice(0, 40))} is not a time`
    log.error({ line, column: 1, keyword: null, code: 'bad-time', message, found: text, expected: 'YYYYDDDhhmmss.fff' })
    return null
  }
}

interface ExpectedNumbers {
  readonly count: number
  readonly line: number
  readonly what: 'state' | 'covariance'
}

/** Returns the numbers of a state in m and m/s; those of a covariance are not converted. */
function readNumbers(texts: readonly string[], { count, line, what }: ExpectedNumbers, log: FaultLog): number[] | null {
  if (texts.length !== count) {
    const message = `the line of a ${what} has ${texts.length} numbers`
    log.error({
      line,
      column: 1,
      keyword: null,
      code: 'bad-row',
      message,
      found: texts.join(' '),
      expected: `${count}`,
    })
    return null
  }
  const values = texts.map((text) => parseDecimal(text, what === 'state' ? exponentOf('km') : 0))
  const wrong = values.findIndex(Number.isNaN)
  if (wrong === -1) return values
  const found = texts[wrong] ?? ''
  const message = `${JSON.stringify(found.slice(0, 40))} is not a number`
  log.error({ line, column: 1, keyword: null, code: 'bad-number', message, found, expected: 'a decimal number' })
  return null
}

/** Converts an entry of a covariance from km², km²/s or km²/s² to SI units, by moving the decimal point of its text. */
function inSi(value: number, entry: MatrixEntry): number {
  return parseDecimal(String(value), exponentOf(stateEntryUnit(entry)))
}

/** The contents of the name of a file in this format, for example MEME_67850_STARLINK-36840_1340142_Operational_1463017380_UNCLASSIFIED.txt. */
export interface MemeName {
  readonly noradId: number
  readonly objectName: string
  /** Day of the year and hhmm at which the ephemeris begins; the name does not contain the year. */
  readonly startDayOfYear: number
  readonly stop: Epoch
}

const NAME = /^MEME_(\d+)_([A-Z0-9-]+)_(\d{3})\d{4}_[A-Za-z]+_(\d+)_[A-Z]+\.txt$/

/** Returns the parts of the file's name; null if the name has another form. The end is in GPS seconds since 1980-01-06. */
export function parseMemeName(fileName: string): MemeName | null {
  const [, noradId, objectName, day, stopGpsS] = NAME.exec(fileName) ?? []
  if (noradId === undefined || objectName === undefined) return null
  const stop = addSeconds(parseTime('1980-01-06T00:00:00', 'GPS'), Number(stopGpsS))
  return { noradId: Number(noradId), objectName, startDayOfYear: Number(day), stop }
}

/** Returns the same ephemeris as an OEM, for a given object, because the text itself does not name the object. */
export function toOem({ header, states, covariances }: Meme, object: { objectName: string; objectId: string }): Oem {
  const metadata = {
    comments: [`ephemeris_source ${header.source}`],
    ...object,
    centreName: 'EARTH',
    refFrame: 'EME2000',
    timeSystem: 'UTC',
    startTime: states[0]?.epoch ?? header.start,
    stopTime: states.at(-1)?.epoch ?? header.stop,
  }
  return {
    header: { comments: [], version: '2.0', creationDate: header.created, originator: 'SPACEX' },
    segments: [{ metadata, comments: [], states, covariances }],
  }
}
