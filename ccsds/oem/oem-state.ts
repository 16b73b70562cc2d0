import { missing } from '@apsis/astro/missing.ts'
import type { Vec3 } from '@apsis/astro/vec3.ts'
import type { MessageTime, Row } from '../block/block.ts'
import type { InstantReader } from '../block/instant-reader.ts'
import { checkUnit } from '../block/read-block.ts'
import type { FaultLog } from '../fault.ts'
import { parseDecimal } from '../notation/decimal.ts'
import type { Assignment, Bracket, MessageLine, TextLine } from '../notation/line.ts'
import { STATE_KEYWORDS, STATE_UNITS } from './oem.data.ts'
import type { OemState } from './oem.ts'

/** The context for reading the data of a segment. */
export interface DataContext {
  readonly log: FaultLog
  readonly readInstant: InstantReader
  readonly version: string
  /** Frames that are not in the registry but that the reader knows. */
  readonly frames: readonly string[]
}

export interface StateReader {
  take(line: MessageLine): void
}

/** The exponent that converts km, km/s and km/s² to m, m/s and m/s². */
const KILO_EXPONENT = 3
const NUMBERS_WITHOUT_ACCELERATION = 6
const NUMBERS_WITH_ACCELERATION = 9
const KEYWORDS: readonly string[] = STATE_KEYWORDS
const BLANK_CODE = 32
const TAB_CODE = 9

const ROWS: ReadonlyMap<string, Row> = new Map(
  STATE_KEYWORDS.map((keyword, index) => [
    keyword,
    { keyword, field: keyword, kind: 'number', need: 'must', unit: STATE_UNITS[Math.floor(index / 3)] ?? 'km' },
  ]),
)

/**
 * Reads states: rows of a time and six or nine numbers in KVN, `stateVector` elements in XML. A state with any fault is omitted, and the fault is in
 * the log. Rows of one segment that differ in length are a deviation.
 */
export function stateReader(context: DataContext, emit: (state: OemState, line: number) => void): StateReader {
  const { log, version } = context
  const values = new Float64Array(NUMBERS_WITH_ACCELERATION)
  let width = 0
  let element: Element | null = null

  function give(epoch: MessageTime, count: number, line: number): void {
    if (width === 0 && count === NUMBERS_WITH_ACCELERATION && version === '1.0') {
      const message = 'accelerations came with version 2.0, and the message is of version 1.0'
      log.deviation({ line, column: 1, keyword: null, code: 'wrong-version', message })
    }
    if (width !== 0 && count !== width) {
      const message = `the state has ${count} numbers, that before it ${width}`
      log.deviation({ line, column: 1, keyword: null, code: 'bad-row', message })
    }
    width = count
    const r = vectorAt(values, 0)
    const v = vectorAt(values, 3)
    emit(count === NUMBERS_WITH_ACCELERATION ? { epoch, r, v, a: vectorAt(values, 6) } : { epoch, r, v }, line)
  }

  function takeRow({ text, line, column }: TextLine): void {
    const end = text.search(/[ \t]/)
    const time = end === -1 ? text : text.slice(0, end)
    const count =
      end === -1
        ? 0
        : parseNumbers(text, end, values, (at, found) => {
            const message = `${JSON.stringify(found.slice(0, 40))} is not a number`
            log.error({
              line,
              column: column + at,
              keyword: null,
              code: 'bad-number',
              message,
              found,
              expected: 'a decimal number',
            })
          })
    const epoch = readEpoch(time, { line, column, keyword: null }, context)
    if (count === NUMBERS_WITHOUT_ACCELERATION || count === NUMBERS_WITH_ACCELERATION) {
      if (epoch !== null) give(epoch, count, line)
    } else if (count >= 0) {
      const message = `the row has ${count} numbers after its time`
      const expected = 'a time and 6 numbers, or 9 with the acceleration'
      log.error({ line, column, keyword: null, code: 'bad-row', message, found: text, expected })
    }
  }

  function takeBracket({ kind, name, line, column }: Bracket): void {
    if (name === 'stateVector') {
      if (kind === 'open') element = { line, column, epoch: null, filled: 0, isGood: true }
      else if (element !== null) endElement(element)
      if (kind === 'close') element = null
    } else if (kind === 'open' && !['data', 'DATA', 'COVARIANCE', 'covarianceMatrix'].includes(name)) {
      log.error({ line, column, keyword: null, code: 'unknown-keyword', message: 'no such part here', found: name })
    }
  }

  function takeKeyword(line: Assignment): void {
    const index = KEYWORDS.indexOf(line.keyword)
    if (element === null || (index === -1 && line.keyword !== 'EPOCH')) {
      const { line: at, column, keyword, text } = line
      log.error({
        line: at,
        column,
        keyword,
        code: 'unknown-keyword',
        message: 'no keyword may stand here',
        found: text,
      })
    } else if (index === -1) {
      element.epoch = readEpoch(line.text, line, context)
      if (element.epoch === null) element.isGood = false
    } else takeValue(element, index, line)
  }

  function takeValue(state: Element, index: number, line: Assignment): void {
    const value = parseDecimal(line.value, KILO_EXPONENT)
    const row = ROWS.get(line.keyword)
    const bit = 1 << index
    if ((state.filled & bit) !== 0) report(line, 'duplicate-keyword', 'the keyword stands already in this state')
    else if (Number.isNaN(value))
      report(line, 'bad-number', `${JSON.stringify(line.value.slice(0, 40))} is not a number`)
    else if (line.unit === null || (row !== undefined && checkUnit(row, line, log))) {
      values[index] = value
      state.filled |= bit
      return
    }
    state.isGood = false
  }

  function report(line: Assignment, code: 'duplicate-keyword' | 'bad-number', message: string): void {
    const { line: at, column, keyword, text } = line
    log.error({ line: at, column, keyword, code, message, found: text })
  }

  function endElement({ line, column, epoch, filled, isGood }: Element): void {
    if (!isGood) return
    const count =
      filled === 0b111111111 ? NUMBERS_WITH_ACCELERATION : filled === 0b111111 ? NUMBERS_WITHOUT_ACCELERATION : 0
    if (epoch !== null && count > 0) {
      give(epoch, count, line)
      return
    }
    const keyword =
      epoch === null ? 'EPOCH' : (STATE_KEYWORDS.find((_, index) => (filled & (1 << index)) === 0) ?? null)
    const message = `${keyword} is missing in the state that begins here`
    log.error({ line, column, keyword, code: 'missing-keyword', message })
  }

  return {
    take(line) {
      if (line.kind === 'text') takeRow(line)
      else if (line.kind === 'assignment') takeKeyword(line)
      else if (line.kind !== 'comment') takeBracket(line)
    },
  }
}

/** A stateVector element that is still open. */
interface Element {
  readonly line: number
  readonly column: number
  epoch: MessageTime | null
  /** A bit for each keyword that was read. */
  filled: number
  isGood: boolean
}

function vectorAt(values: Float64Array, index: number): Vec3 {
  return [values[index] ?? missing(), values[index + 1] ?? missing(), values[index + 2] ?? missing()]
}

/**
 * Reads the numbers of a row from `at` on into `values`, converted from km to m. Returns their number, or −1 after it has called `refuse` for an
 * invalid number.
 */
function parseNumbers(
  text: string,
  at: number,
  values: Float64Array,
  refuse: (at: number, found: string) => void,
): number {
  let count = 0
  let end = at
  for (;;) {
    let start = end
    while (text.charCodeAt(start) === BLANK_CODE || text.charCodeAt(start) === TAB_CODE) start += 1
    if (start >= text.length) return count
    end = start
    while (end < text.length && text.charCodeAt(end) !== BLANK_CODE && text.charCodeAt(end) !== TAB_CODE) end += 1
    const value = parseDecimal(text, KILO_EXPONENT, start, end)
    if (Number.isNaN(value)) {
      refuse(start, text.slice(start, end))
      return -1
    }
    if (count < values.length) values[count] = value
    count += 1
  }
}

interface Place {
  readonly line: number
  readonly column: number
  readonly keyword: string | null
}

/** Returns the epoch of a state or covariance; null if it is invalid, which is reported in the log. */
export function readEpoch(
  text: string,
  { line, column, keyword }: Place,
  { readInstant, log }: DataContext,
): MessageTime | null {
  try {
    return readInstant(text)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    log.error({ line, column, keyword, code: 'bad-time', message: error.message, found: text })
    return null
  }
}
