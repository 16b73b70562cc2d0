import { matrixAt, STATE_NUMBERS, TRIANGLE_NUMBERS, triangleIndex } from '@apsis/astro/ephemeris/columns.ts'
import { missing } from '@apsis/astro/missing.ts'
import { type Epoch, FEMTOS_PER_SECOND, secondsBetween } from '@apsis/astro/time/epoch.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { checkCovariance, type EntryPlace, STATE_ENTRIES } from '../block/covariance.ts'
import type { ReadOptions } from '../block/read-message.ts'
import type { FaultCode, FaultLog } from '../fault.ts'
import { asciiOf, type DecimalTarget, readDecimals } from '../notation/decimal.ts'
import { keepFunctions } from '../notation/kept-functions.ts'
import { LIMITS, refuseExcess } from '../notation/limits.ts'

/** The head of a text in Modified ITC format; a part that is missing is null. */
export interface MemeHeader {
  readonly created: Epoch | null
  readonly start: Epoch | null
  readonly stop: Epoch | null
  readonly stepS: number | null
  readonly source: string | null
  /** RTN is what the text calls UVW: radial, along-track, cross-track. */
  readonly covarianceFrame: 'RTN' | 'EME2000' | 'ITRF' | null
}

/**
 * The states of a text in Modified ITC format, in columns: for each its line, its epoch, six numbers in m and m/s, and the 21 numbers of the lower triangle of its
 * covariance, row by row, in m², m²/s and m²/s².
 */
export interface MemeTable {
  /** Null until the header is complete. */
  header: MemeHeader | null
  /** The number of states; the columns may have room for more. */
  count: number
  /** Null until this is known; false if no state has a covariance. */
  hasCovariance: boolean | null
  lines: Float64Array
  taiS: Float64Array
  taiFs: Float64Array
  states: Float64Array
  covariances: Float64Array
}

/** Reads bytes in pieces of any size into a table. */
export interface MemeScanner {
  readonly table: MemeTable
  write(bytes: Uint8Array): void
  end(): void
  /** Removes the complete rows from the table. */
  clear(): void
}

const TIME = String.raw`(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d+)?) UTC`
const CREATED = new RegExp(`^created:\\s*${TIME}$`)
const SPAN = new RegExp(
  `^ephemeris_start:\\s*${TIME}(?:\\s+ephemeris_stop:\\s*${TIME})?(?:\\s+step_size:\\s*(\\d{1,6}(?:\\.\\d{1,9})?))?$`,
)
const SOURCE = /^ephemeris_source:\s*(\S.*)$/
const KNOWN = /^(?:created|ephemeris_start|ephemeris_source):/
const FRAMES: ReadonlyMap<string, MemeHeader['covarianceFrame']> = new Map([
  ['UVW', 'RTN'],
  ['EME2000', 'EME2000'],
  ['ITRF', 'ITRF'],
] as const)
/** Other names that texts use for the same frames. */
const ALIASES: typeof FRAMES = new Map([
  ['RTN', 'RTN'],
  ['RIC', 'RTN'],
  ['RSW', 'RTN'],
  ['J2000', 'EME2000'],
] as const)
const HEADER_FORM =
  'created:…, ephemeris_start:… ephemeris_stop:… step_size:…, ephemeris_source:…, or the frame of the covariances, UVW, EME2000 or ITRF'
const STATE_FORM = 'YYYYDDDhhmmss.fff and six numbers'
const TIME_DIGITS = 13
const FEMTO_DIGITS = 15
const NUMBERS_PER_LINE = 7
const COVARIANCE_LINES = 3
/** The exponents that convert km to m, and km², km²/s and km²/s² to m², m²/s and m²/s². */
const STATE_EXPONENT = 3
const COVARIANCE_EXPONENT = 6
/** A row for each minute of three days, as operators publish them. */
const FIRST_ROWS = 4_352

const FEED = 10
const RETURN = 13
const BLANK = 32
const TAB = 9
const POINT = 46
const ZERO = 48
const NINE = 57
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf]

/**
 * Reads an ephemeris in the Modified ITC format: the header, then for each epoch one line with time and state, and either three lines or
 * none with the covariance. It reads bytes, because hundreds of texts of 2 MB are read together; the format has no characters beyond ASCII.
 * Faults are reported to `log`; at the end `log.failed` tells whether the text is valid.
 */
export function scanMeme(log: FaultLog, options: ReadOptions = {}): MemeScanner {
  const limits = options.limits ?? LIMITS
  const head: { -readonly [K in keyof MemeHeader]: MemeHeader[K] } = {
    created: null,
    start: null,
    stop: null,
    stepS: null,
    source: null,
    covarianceFrame: null,
  }
  const table: MemeTable = { header: null, count: 0, hasCovariance: null, ...columns(FIRST_ROWS) }
  const target: DecimalTarget = { into: table.states, from: 0, shift: STATE_EXPONENT }
  let rest = new Uint8Array()
  let isFirst = true
  let halfEnd = 0 // the end of line that closed the last piece; its second half may begin the next one
  let isHead = true
  /** The number of the state's line if its covariance may still follow; otherwise 0. */
  let open = 0
  let covarianceLines = 0
  /** The start and end of each covariance line of the last row, and of the present row, in the present piece; −1 if it is not in there. */
  const complete = new Int32Array(2 * COVARIANCE_LINES)
  const present = new Int32Array(2 * COVARIANCE_LINES)
  let view: DataView = new DataView(new ArrayBuffer())
  let isGood = false
  let lastS = Number.NEGATIVE_INFINITY
  let lastFs = 0
  let points = 0
  let line = 0
  let day = { key: -1, taiS: 0, taiFs: 0 }

  function fault(code: FaultCode, message: string, more: { found?: string; expected?: string; at?: number } = {}) {
    const { at = line, ...rest } = more
    return { line: at, column: 1, keyword: null, code, message, ...rest }
  }

  function takeLine(bytes: Uint8Array, from: number, to: number): void {
    line += 1
    if (to - from > limits.lineLength)
      refuseExcess(log, { line, code: 'line-too-long', limit: `${limits.lineLength} characters in a line` })
    let start = from
    let end = to
    while (start < end && isBlank(bytes[start])) start += 1
    while (end > start && isBlank(bytes[end - 1])) end -= 1
    if (start === end) return
    const isState = beginsWithTime(bytes, start, end)
    if (isHead && !isState) takeHeader(asciiOf(bytes, start, end))
    else if (isState || isHead || open === 0 || table.hasCovariance === false) takeState(bytes, start, end)
    else takeCovariance(bytes, start, end)
  }

  function takeHeader(text: string): void {
    const [, source] = SOURCE.exec(text) ?? []
    const [, created] = CREATED.exec(text) ?? []
    const [, start, stop, step] = SPAN.exec(text) ?? []
    const upper = text.toUpperCase()
    const frame = FRAMES.get(upper) ?? ALIASES.get(upper)
    if (source !== undefined) head.source = source
    else if (created !== undefined) head.created = readTime(created)
    else if (start !== undefined) {
      head.start = readTime(start)
      head.stop = stop === undefined ? null : readTime(stop)
      head.stepS = step === undefined ? null : Number(step)
    } else if (!FRAMES.has(text)) {
      const report = fault('bad-line', 'the line is not that of the header', { found: text, expected: HEADER_FORM })
      if (KNOWN.test(text)) log.error(report)
      else log.deviation(report)
    }
    if (frame === undefined) return
    head.covarianceFrame = frame
    endHeader()
  }

  function endHeader(): void {
    isHead = false
    const { created, start, stop, stepS, source } = head
    const parts = { created, ephemeris_start: start, ephemeris_stop: stop, step_size: stepS, ephemeris_source: source }
    const lacking = Object.entries(parts).flatMap(([name, value]) => (value === null ? [name] : []))
    if (lacking.length > 0 && !log.failed)
      log.deviation(fault('missing-keyword', `the header has no ${lacking.join(', ')}`))
    if (!log.failed) table.header = { ...head }
  }

  function takeState(bytes: Uint8Array, start: number, end: number): void {
    if (isHead) endHeader()
    endState()
    points += 1
    if (points > limits.points) refuseExcess(log, { line, code: 'too-many-points', limit: `${limits.points} points` })
    if (table.count === table.lines.length) grow(table)
    let timeEnd = start
    while (timeEnd < end && !isBlank(bytes[timeEnd])) timeEnd += 1
    target.into = table.states
    target.from = table.count * STATE_NUMBERS
    target.shift = STATE_EXPONENT
    isGood = readEpoch(bytes, start, timeEnd) && readNumbers(bytes, timeEnd, end, STATE_NUMBERS)
    table.lines[table.count] = line
    open = line
    covarianceLines = 0
  }

  function takeCovariance(bytes: Uint8Array, start: number, end: number): void {
    if (covarianceLines === 0 && table.hasCovariance === null && head.covarianceFrame === null) {
      const message = 'a covariance follows, and the header does not name its frame'
      log.error(fault('missing-keyword', message, { expected: 'UVW, EME2000 or ITRF above the first state' }))
    }
    table.hasCovariance = true
    target.into = table.covariances
    target.from = table.count * TRIANGLE_NUMBERS + covarianceLines * NUMBERS_PER_LINE
    target.shift = COVARIANCE_EXPONENT
    if (isRepeated(start, end)) {
      const last = target.from - TRIANGLE_NUMBERS
      for (let k = 0; k < NUMBERS_PER_LINE; k += 1)
        table.covariances[target.from + k] = table.covariances[last + k] ?? missing()
    } else if (!readNumbers(bytes, start, end, NUMBERS_PER_LINE)) isGood = false
    present[2 * covarianceLines] = start
    present[2 * covarianceLines + 1] = end
    covarianceLines += 1
    if (covarianceLines < COVARIANCE_LINES) return
    if (isGood) {
      if (isDoubtful(table.covariances, table.count * TRIANGLE_NUMBERS))
        checkCovariance(
          matrixAt(table.covariances, table.count),
          { entries: STATE_ENTRIES, placeOf: placeBelow(open) },
          log,
        )
      table.count += 1
      complete.set(present)
    }
    open = 0
  }

  /**
   * Returns true if a covariance line has the same characters, and so the same numbers, as the corresponding line of the last row:
   * operators repeat the same numbers for days after the span of their estimate. Four characters are compared together, which takes a fifth
   * of the time of reading them.
   */
  function isRepeated(start: number, end: number): boolean {
    const from = complete[2 * covarianceLines] ?? missing()
    const length = end - start
    if (from < 0 || length !== (complete[2 * covarianceLines + 1] ?? missing()) - from) return false
    let at = 0
    for (; at + 4 <= length; at += 4) if (view.getInt32(start + at) !== view.getInt32(from + at)) return false
    for (; at < length; at += 1) if (view.getInt8(start + at) !== view.getInt8(from + at)) return false
    return true
  }

  /** Prepares the lines of a new piece: they are not compared with lines of earlier pieces. */
  function openPiece(bytes: Uint8Array): void {
    view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    complete.fill(-1)
    present.fill(-1)
  }

  /** Takes the text after the last end of a line. */
  function takeRest(): void {
    openPiece(rest)
    takeLine(rest, 0, rest.length)
  }

  /** Ends a state without its three covariance lines. Either all states have a covariance, or none has. */
  function endState(): void {
    if (open === 0) return
    if (covarianceLines > 0) {
      const message = `the covariance of the state in line ${open} ends after ${covarianceLines} of ${COVARIANCE_LINES} lines`
      log.error(fault('unfinished', message))
    } else if (table.hasCovariance === true && isGood) {
      const message = 'the state has no covariance, and those before it have'
      log.error(fault('not-consistent', message, { at: open }))
    } else if (table.hasCovariance !== true) {
      table.hasCovariance = false
      if (isGood) table.count += 1
    }
    open = 0
  }

  /** Returns a time of the header, YYYY-MM-DD hh:mm:ss. */
  function readTime(text: string): Epoch | null {
    try {
      return parseTime(text.replace(' ', 'T'))
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error
      log.error(fault('bad-time', error.message))
      return null
    }
  }

  /** Reads YYYYDDDhhmmss.fff, UTC, into the row at the end of the table. If the text is not a time, reports a fault and returns false. */
  function readEpoch(bytes: Uint8Array, start: number, end: number): boolean {
    if (!readPlainEpoch(bytes, start, end)) {
      const text = asciiOf(bytes, start, end)
      try {
        const clock = `${text.slice(7, 9)}:${text.slice(9, 11)}:${text.slice(11)}`
        const { taiS, taiFs } = parseTime(`${text.slice(0, 4)}-${text.slice(4, 7)}T${clock}`)
        table.taiS[table.count] = taiS
        table.taiFs[table.count] = taiFs
      } catch (error) {
        if (!(error instanceof SyntaxError)) throw error
        const message = `${JSON.stringify(text.slice(0, 40))} is not a time`
        log.error(fault('bad-time', message, { found: text, expected: STATE_FORM }))
        return false
      }
    }
    const [taiS = 0, taiFs = 0] = [table.taiS[table.count], table.taiFs[table.count]]
    if (taiS < lastS || (taiS === lastS && taiFs <= lastFs)) {
      const more = { found: asciiOf(bytes, start, end), expected: 'rising times' }
      log.error(fault('not-increasing', 'the time is not later than the one before it', more))
    }
    lastS = taiS
    lastFs = taiFs
    return true
  }

  /** Reads a time of digits whose second is below 60; the beginning of its day is remembered. Returns false for any other text. */
  function readPlainEpoch(bytes: Uint8Array, start: number, end: number): boolean {
    if (!beginsWithTime(bytes, start, end)) return false
    const key = integerAt(bytes, start, 7)
    const hour = integerAt(bytes, start + 7, 2)
    const minute = integerAt(bytes, start + 9, 2)
    const second = integerAt(bytes, start + 11, 2)
    if (hour > 23 || minute > 59 || second > 59) return false
    let femtos = 0
    let at = start + TIME_DIGITS
    if (at < end) {
      const digits = end - at - 1
      if (bytes[at] !== POINT || digits < 1 || digits > FEMTO_DIGITS) return false
      for (at += 1; at < end; at += 1) {
        const code = bytes[at] ?? missing()
        if (code < ZERO || code > NINE) return false
        femtos = femtos * 10 + (code - ZERO)
      }
      femtos *= 10 ** (FEMTO_DIGITS - digits)
    }
    if (key !== day.key) {
      try {
        const text = asciiOf(bytes, start, start + 7)
        day = { key, ...parseTime(`${text.slice(0, 4)}-${text.slice(4)}T00:00:00`) }
      } catch (error) {
        if (error instanceof SyntaxError) return false
        throw error
      }
    }
    const taiFs = day.taiFs + femtos
    const carry = taiFs >= FEMTOS_PER_SECOND ? 1 : 0
    table.taiS[table.count] = day.taiS + 3600 * hour + 60 * minute + second + carry
    table.taiFs[table.count] = taiFs - carry * FEMTOS_PER_SECOND
    return true
  }

  /** Reads the numbers of a line into `target`. If their count is wrong, or one of them is not a number, reports a fault and returns false. */
  function readNumbers(bytes: Uint8Array, start: number, end: number, wanted: number): boolean {
    const count = readDecimals(bytes, start, end, target)
    if (count === wanted) return true
    const found = asciiOf(bytes, count < 0 ? -1 - count : start, end).trim()
    if (count < 0) {
      const [word = ''] = found.split(/[ \t]/, 1)
      const message = `${JSON.stringify(word.slice(0, 40))} is not a number`
      log.error(fault('bad-number', message, { found: word, expected: 'a decimal number' }))
    } else {
      const what = wanted === STATE_NUMBERS ? 'state' : 'covariance'
      log.error(fault('bad-row', `the line of a ${what} has ${count} numbers`, { found, expected: `${wanted}` }))
    }
    return false
  }

  return keepFunctions<MemeScanner>('scanMeme', {
    table,
    write(piece) {
      if (piece.length === 0) return
      const feeds = withFeeds(isOtherHalf(halfEnd, piece[0]) ? piece.subarray(1) : piece)
      halfEnd = halfAtEnd(piece, halfEnd)
      const bytes = rest.length === 0 ? feeds : joined(rest, feeds)
      openPiece(bytes)
      let start = 0
      if (isFirst && bytes.length >= BYTE_ORDER_MARK.length) {
        isFirst = false
        if (BYTE_ORDER_MARK.every((one, at) => bytes[at] === one)) start = BYTE_ORDER_MARK.length
      }
      for (let end = bytes.indexOf(FEED, start); end !== -1; end = bytes.indexOf(FEED, start)) {
        takeLine(bytes, start, end)
        start = end + 1
      }
      rest = bytes.slice(start)
      // An endless line must not fill the memory.
      if (rest.length > limits.lineLength) takeRest()
    },
    end() {
      if (rest.length > 0) takeRest()
      rest = new Uint8Array()
      view = new DataView(new ArrayBuffer())
      endState()
      line = Math.max(1, line)
      if (isHead && !log.failed) log.error(fault('unfinished', 'the text ends in its header'))
      if (log.failed) return
      const { stop, stepS } = head
      if (points === 0) log.error(fault('unfinished', 'the text has no states'))
      else if (stop !== null && secondsBetween({ taiS: lastS, taiFs: lastFs }, stop) > (stepS ?? 0))
        log.deviation(fault('outside-span', 'the states end before ephemeris_stop'))
    },
    clear() {
      // The row after the last complete one may already contain a state; it becomes the first row.
      for (const [column, width] of columnsOf(table))
        column.copyWithin(0, table.count * width, (table.count + 1) * width)
      table.count = 0
    },
  })
}

type Columns = Pick<MemeTable, 'lines' | 'taiS' | 'taiFs' | 'states' | 'covariances'>

const columns = (rows: number): Columns => ({
  lines: new Float64Array(rows),
  taiS: new Float64Array(rows),
  taiFs: new Float64Array(rows),
  states: new Float64Array(rows * STATE_NUMBERS),
  covariances: new Float64Array(rows * TRIANGLE_NUMBERS),
})

/** Returns the columns, each with its numbers in a row. */
function columnsOf({ lines, taiS, taiFs, states, covariances }: Columns) {
  return [
    [lines, 1],
    [taiS, 1],
    [taiFs, 1],
    [states, STATE_NUMBERS],
    [covariances, TRIANGLE_NUMBERS],
  ] as const
}

/** Doubles the length of the columns. */
function grow(table: MemeTable): void {
  const longer = columns(2 * table.lines.length)
  for (const [index, [column]] of columnsOf(longer).entries()) column.set(columnsOf(table)[index]?.[0] ?? [])
  Object.assign(table, longer)
}

/** Returns false only if a covariance certainly meets the conditions of checkCovariance(). */
function isDoubtful(covariances: Float64Array, at: number): boolean {
  for (let i = 0; i < 6; i += 1) {
    const variance = covariances[at + triangleIndex(i, i)] ?? missing()
    if (!(variance >= 0)) return true
    for (let j = 0; j < i; j += 1) {
      const entry = covariances[at + triangleIndex(i, j)] ?? missing()
      if (!(entry * entry <= variance * (covariances[at + triangleIndex(j, j)] ?? missing()))) return true
    }
  }
  return false
}

/** Returns the places of the entries of the covariance of a state, whose lines are below it. */
const placeBelow =
  (line: number): EntryPlace =>
  ({ row, column, keyword }) => ({
    line: line + 1 + Math.floor(triangleIndex(row, column) / NUMBERS_PER_LINE),
    column: 1,
    keyword,
  })

const isBlank = (code: number | undefined) => code === BLANK || code === TAB

/** Returns true if a line begins with the digits of YYYYDDDhhmmss. No line of a covariance begins like this. */
function beginsWithTime(bytes: Uint8Array, start: number, end: number): boolean {
  if (end - start < TIME_DIGITS) return false
  for (let at = start; at < start + TIME_DIGITS; at += 1) {
    const code = bytes[at] ?? missing()
    if (code < ZERO || code > NINE) return false
  }
  return true
}

function integerAt(bytes: Uint8Array, start: number, digits: number): number {
  let value = 0
  for (let at = start; at < start + digits; at += 1) value = value * 10 + ((bytes[at] ?? missing()) - ZERO)
  return value
}

/** Returns true if two codes are CR and LF in either order, which are one end of a line. */
const isOtherHalf = (code: number, next: number | undefined) =>
  (code === FEED && next === RETURN) || (code === RETURN && next === FEED)

/** Returns bytes with one line feed for each end of a line, which may be CR, LF or both. Without a CR the same bytes are returned. */
function withFeeds(bytes: Uint8Array): Uint8Array {
  if (!bytes.includes(RETURN)) return bytes
  const copy = bytes.slice()
  for (let at = 0; at < bytes.length; at += 1) {
    const code = bytes[at] ?? missing()
    if (code !== FEED && code !== RETURN) continue
    copy[at] = FEED
    if (!isOtherHalf(code, bytes[at + 1])) continue
    at += 1
    copy[at] = BLANK
  }
  return copy
}

/** Returns the CR or LF at the end of a piece if the next piece may begin with the other half of the same end of line; otherwise 0. */
function halfAtEnd(piece: Uint8Array, before: number): number {
  let half = before
  let from = piece.length
  // Only the CR and LF codes at the end of the piece matter.
  while (from > 0 && (piece[from - 1] === FEED || piece[from - 1] === RETURN)) from -= 1
  if (from > 0) half = 0
  for (const code of piece.subarray(from)) half = isOtherHalf(half, code) ? 0 : code
  return half
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array {
  const both = new Uint8Array(a.length + b.length)
  both.set(a)
  both.set(b, a.length)
  return both
}
