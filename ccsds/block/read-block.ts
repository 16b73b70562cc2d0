import { parseTime } from '@apsis/astro/time/parse-time.ts'
import type { FaultLog } from '../fault.ts'
import type { Assignment } from '../notation/line.ts'
import { type Block, type BlockTable, type MessageTime, type RawBlock, type Row, scaleOf } from './block.ts'
import { unresolvedTime } from './instant-reader.ts'
import { parseQuantity } from './unit.ts'

export type FieldValue = string | number | MessageTime

/** The context for reading the values of a block: the message's TIME_SYSTEM, and the log for faults. */
export interface ReadContext {
  readonly timeSystem: string
  readonly log: FaultLog
  /** The message's version, for keywords that only later versions have. */
  readonly version?: string
  /** True if the message is from JSON or CSV, where a missing `should` keyword is no deviation. */
  readonly isFree?: boolean
}

/**
 * Returns the data of a block, or null if a value is wrong or an obligatory one is missing; every such fault is in the log. Only this function turns
 * fields into a typed block: the type follows from the table.
 */
export function readBlock<T extends BlockTable>(raw: RawBlock & { table: T }, context: ReadContext): Block<T> | null {
  const fields = readFields(raw, context)
  return fields === null ? null : ({ comments: raw.comments, ...Object.fromEntries(fields) } as Block<T>)
}

/** Returns the values of a block by field, or null in the same cases as readBlock. */
export function readFields(raw: RawBlock, context: ReadContext): Map<string, FieldValue> | null {
  const fields = new Map<string, FieldValue>()
  let isComplete = true
  for (const row of raw.table.rows) {
    const assignment = raw.assignments.get(row.keyword)
    if (assignment === undefined) {
      isComplete = reportMissing(row, raw, context) && isComplete
      continue
    }
    checkVersion(row, assignment, context)
    const value = readValue(row, assignment, context)
    if (value === null) isComplete = false
    else fields.set(row.field, value)
  }
  return isComplete ? fields : null
}

/** Reports a missing keyword; returns false if the block cannot be read without it. */
function reportMissing({ keyword, need }: Row, { table, line }: RawBlock, { log, isFree }: ReadContext): boolean {
  const message = `${keyword} is missing in the ${table.name} that begins here`
  const report = { line, column: 1, keyword, code: 'missing-keyword', message } as const
  if (need === 'must') log.error(report)
  if (need === 'should' && isFree !== true) log.deviation(report)
  return need !== 'must'
}

/** Reports a keyword that only a later version of the message has, which is a deviation. */
function checkVersion({ since }: Row, { line, column, keyword }: Assignment, { version, log }: ReadContext): void {
  if (since === undefined || version === undefined || Number(version) >= Number(since)) return
  const message = `the keyword came with version ${since}, and the message is of version ${version}`
  log.deviation({ line, column, keyword, code: 'wrong-version', message })
}

/** Returns the value of one keyword according to its row; null if it is wrong, which is reported in the log. */
export function readValue(row: Row, assignment: Assignment, context: ReadContext): FieldValue | null {
  if (row.kind === 'text') return readText(row, assignment, context.log)
  if (row.kind === 'number') return readNumber(row, assignment, context.log)
  return readTime(row, assignment, context)
}

/** Returns the text; values that the standard lists may be in upper or lower case. */
function readText({ only, choices }: Row, { text, line, column, keyword }: Assignment, log: FaultLog): string | null {
  const list = only ?? choices
  if (list === undefined || list.includes(text.toUpperCase())) return text
  const message = `${JSON.stringify(text.slice(0, 40))} is not known`
  const report = { line, column, keyword, code: 'bad-value', message, found: text } as const
  const expected = `one of ${list.join(', ')}`
  if (only === undefined) log.deviation({ ...report, expected })
  else log.error({ ...report, expected })
  return only === undefined ? text : null
}

function readNumber(row: Row, assignment: Assignment, log: FaultLog): number | null {
  if (!checkUnit(row, assignment, log)) return null
  const { value, line, column, keyword } = assignment
  const inMessageUnit = parseQuantity(value, null)
  const quantity = parseQuantity(value, row.unit ?? null)
  if (quantity === null || inMessageUnit === null) {
    const message = `${JSON.stringify(value.slice(0, 40))} is not a number`
    log.error({ line, column, keyword, code: 'bad-number', message, found: value, expected: 'a decimal number' })
    return null
  }
  if (row.isInteger === true && !Number.isInteger(inMessageUnit)) {
    const message = `${value} is no integer`
    log.error({ line, column, keyword, code: 'bad-value', message, found: value, expected: 'an integer' })
    return null
  }
  const [least, most] = row.range ?? [-Infinity, Infinity]
  if (inMessageUnit >= least && inMessageUnit <= most) return quantity
  const expected =
    most === Infinity ? `at least ${least}` : least === -Infinity ? `at most ${most}` : `${least} to ${most}`
  log.error({ line, column, keyword, code: 'bad-value', message: `${value} is out of range`, found: value, expected })
  return null
}

/** Returns false if the line has a unit that is not the keyword's unit. A unit in the wrong case, a missing unit and known slips are deviations. */
export function checkUnit(
  { unit, slips = [] }: Row,
  { unit: found, keyword, line, column }: Assignment,
  log: FaultLog,
): boolean {
  if (found === null || found === unit) return true
  const expected = unit === undefined ? 'no unit' : `[${unit}]`
  const report = {
    line,
    column,
    keyword,
    code: 'bad-unit',
    message: `[${found}] is not the unit`,
    found,
    expected,
  } as const
  const isMeant = found === '' || found.toLowerCase() === unit?.toLowerCase() || slips.includes(found)
  if (isMeant) log.deviation(report)
  else log.error(report)
  return isMeant
}

function readTime(row: Row, { text, keyword, line, column }: Assignment, context: ReadContext): MessageTime | null {
  return readInstant(
    text,
    { timeSystem: row.kind === 'utc' ? 'UTC' : context.timeSystem, keyword, line, column },
    context.log,
  )
}

interface TimePlace {
  readonly timeSystem: string
  readonly keyword: string | null
  readonly line: number
  readonly column: number
}

/** Returns the instant of a text in a time system; null if the text is not a time, which is reported in the log. */
export function readInstant(text: string, place: TimePlace, log: FaultLog): MessageTime | null {
  const { timeSystem, ...at } = place
  const scale = scaleOf(timeSystem)
  try {
    return scale === null ? unresolvedTime(timeSystem, text) : parseTime(text, scale)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    log.error({ ...at, code: 'bad-time', message: error.message, found: text })
    return null
  }
}
