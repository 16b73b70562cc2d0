// This file reads rows of numbers in an Orbit Comprehensive Message.
import { addSeconds, compareEpochs, type Epoch } from '@apsis/astro/time/epoch.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { isResolved, type MessageTime } from '../block/block.ts'
import { type ReadContext, readInstant } from '../block/read-block.ts'
import type { RawSection } from '../block/read-sections.ts'
import { parseQuantity } from '../block/unit.ts'
import type { TextLine } from '../notation/line.ts'
import { TEXT_FIELDS } from './ocm.data.ts'

/** The limit of times relative to EPOCH_TZERO, and of the distance of a time from the year 2000: a thousand years. */
const MOST_OFFSET_S = 3.15e10
/** UTC in its present form began on this day. */
const EARLIEST = parseTime('1972-01-01T00:00:00')

/** The context for reading the values of an OCM: `origin` is EPOCH_TZERO, to which its times may be relative. */
export interface OcmContext extends ReadContext {
  readonly origin: MessageTime | null
}

/** A time and the numbers that are valid at it. */
export interface OcmRow {
  readonly epoch: MessageTime
  readonly values: readonly number[]
}

/** Rows of fields, and the meaning of each field. */
export interface Rows {
  readonly composition: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/** Returns the rows of a trajectory or covariance: a time and then `count` numbers, if that is known. */
export function valueRows(raw: RawSection, { count }: { count: number | undefined }, context: OcmContext): OcmRow[] {
  return raw.rows.flatMap((line) => {
    const [time = '', ...numbers] = tokensOf(line, context)
    if (count !== undefined && numbers.length !== count) {
      reportCount(line, { found: numbers.length, expected: count }, context)
      return []
    }
    const epoch = readTime(time, line, context)
    const values = numbers.map((text) => readNumber(text, line, context))
    return epoch === null || values.includes(null) ? [] : [{ epoch, values: values.map((value) => value ?? 0) }]
  })
}

/** Returns the rows of a manoeuvre, which have as many fields as `composition` names. */
export function manoeuvreRows(raw: RawSection, composition: string, context: OcmContext): Rows {
  const [names, rows] = withContinuation(composition, raw.rows, context)
  const made = rows.flatMap((line) => {
    const fields = tokensOf(line, context)
    if (fields.length !== names.length) {
      reportCount(line, { found: fields.length, expected: names.length }, context)
      return []
    }
    const isGood = fields.every((field, index) => {
      const name = names[index] ?? ''
      if (name === 'TIME_ABSOLUTE') return readTime(field, line, context) !== null
      return TEXT_FIELDS.includes(name) || readNumber(field, line, context) !== null
    })
    return isGood ? [fields] : []
  })
  return { composition: names, rows: made }
}

/** Joins a list of fields that continues in the next line. Examples in the standard contain this, although KVN does not allow it: a deviation. */
function withContinuation(
  composition: string,
  lines: readonly TextLine[],
  { log }: OcmContext,
): [string[], readonly TextLine[]] {
  const more = lines.findIndex(({ text }) => !/^[A-Z][A-Z_]+([ ,]+[A-Z][A-Z_]+)*,?$/.test(text))
  const continued = more === -1 ? lines : lines.slice(0, more)
  for (const { line, column, text } of continued) {
    const message = 'the line goes on with MAN_COMPOSITION: a value stands in one line'
    log.deviation({ line, column, keyword: 'MAN_COMPOSITION', code: 'bad-line', message, found: text })
  }
  const whole = [composition.replace('<cont.>', ''), ...continued.map(({ text }) => text)].join(' ')
  return [whole.split(/[\s,]+/).filter((name) => name !== ''), lines.slice(continued.length)]
}

/** Returns the fields of a row. A sign that a line break has separated from its number is joined to it again: a deviation. */
function tokensOf({ text, line, column }: TextLine, { log }: OcmContext): string[] {
  const joined = text.replaceAll(/(^|\s)([-+])\s+(?=[\d.])/g, '$1$2')
  if (joined !== text) {
    const message = 'a sign stands apart from its number'
    log.deviation({ line, column, keyword: null, code: 'bad-row', message, found: text })
  }
  return joined.split(/\s+/)
}

/** Returns a time, which may be given in seconds after EPOCH_TZERO. */
function readTime(text: string, { line, column }: TextLine, context: OcmContext): MessageTime | null {
  const { origin, timeSystem, log } = context
  const offsetS = parseQuantity(text, null)
  if (offsetS === null) return readInstant(text, { timeSystem, line, column, keyword: null }, log)
  if (origin === null || !isResolved(origin)) return { timeSystem, text }
  const epoch = afterOrigin(origin, offsetS)
  if (epoch === null) {
    const message = `${text.slice(0, 40)} seconds after EPOCH_TZERO are no time`
    log.error({ line, column, keyword: null, code: 'bad-time', message, found: text })
  }
  return epoch
}

/** Returns the epoch that is this number of seconds after EPOCH_TZERO; null if it is before 1972 or a thousand years away. */
export function afterOrigin(origin: Epoch, offsetS: number): Epoch | null {
  if (Math.abs(offsetS) > MOST_OFFSET_S) return null
  const epoch = addSeconds(origin, offsetS)
  return compareEpochs(epoch, EARLIEST) >= 0 && epoch.taiS < MOST_OFFSET_S ? epoch : null
}

function readNumber(text: string, { line, column }: TextLine, { log }: OcmContext): number | null {
  const value = parseQuantity(text, null)
  if (value !== null) return value
  const message = `${JSON.stringify(text.slice(0, 40))} is not a number`
  log.error({ line, column, keyword: null, code: 'bad-number', message, found: text, expected: 'a decimal number' })
  return null
}

function reportCount(
  { line, column, text }: TextLine,
  { found, expected }: { found: number; expected: number },
  { log }: OcmContext,
): void {
  const message = `the row has ${found} fields`
  log.error({ line, column, keyword: null, code: 'bad-row', message, found: text, expected: `${expected}` })
}
