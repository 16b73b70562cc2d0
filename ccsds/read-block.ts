import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { type Block, type BlockTable, type MessageTime, type RawBlock, type Row, scaleOf } from './block.ts'
import type { FaultLog } from './fault.ts'
import type { KvnAssignment } from './kvn.ts'
import { parseQuantity } from './unit.ts'

type FieldValue = string | number | MessageTime

/** What a block's values are read by: the message's TIME_SYSTEM, and where faults go. */
export interface ReadContext {
  readonly timeSystem: string
  readonly log: FaultLog
}

/**
 * The data of a block, or null if a value is wrong or an obligatory one missing; every such fault is in the log. This is
 * the one door where fields become a typed block: the type follows from the table by which they were read.
 */
export function readBlock<T extends BlockTable>(raw: RawBlock & { table: T }, context: ReadContext): Block<T> | null {
  const fields = readFields(raw, context)
  return fields === null ? null : ({ comments: raw.comments, ...Object.fromEntries(fields) } as Block<T>)
}

/** The values of a block by field, or null where readBlock gives null. */
export function readFields(raw: RawBlock, context: ReadContext): Map<string, FieldValue> | null {
  const fields = new Map<string, FieldValue>()
  let isComplete = true
  for (const row of raw.table.rows) {
    const assignment = raw.assignments.get(row.keyword)
    if (assignment === undefined) {
      isComplete = reportMissing(row, raw, context.log) && isComplete
      continue
    }
    const value = readValue(row, assignment, context)
    if (value === null) isComplete = false
    else fields.set(row.field, value)
  }
  return isComplete ? fields : null
}

/** Reports a keyword that is not there; false if the block cannot do without. */
function reportMissing({ keyword, need }: Row, { table, line }: RawBlock, log: FaultLog): boolean {
  const message = `${keyword} is missing in the ${table.name} that begins here`
  const report = { line, column: 1, keyword, code: 'missing-keyword', message } as const
  if (need === 'must') log.error(report)
  if (need === 'should') log.deviation(report)
  return need !== 'must'
}

function readValue(row: Row, assignment: KvnAssignment, context: ReadContext): FieldValue | null {
  if (row.kind === 'text') return assignment.text
  if (row.kind === 'number') return readNumber(row, assignment, context.log)
  return readTime(row, assignment, context)
}

function readNumber(row: Row, assignment: KvnAssignment, log: FaultLog): number | null {
  if (!checkUnit(row, assignment, log)) return null
  const { value, line, column, keyword } = assignment
  const inMessageUnit = parseQuantity(value, null)
  const quantity = parseQuantity(value, row.unit ?? null)
  if (quantity === null || inMessageUnit === null) {
    const message = `${JSON.stringify(value.slice(0, 40))} is not a number`
    log.error({ line, column, keyword, code: 'bad-number', message, found: value, expected: 'a decimal number' })
    return null
  }
  const [least, most] = row.range ?? [-Infinity, Infinity]
  if (inMessageUnit >= least && inMessageUnit <= most) return quantity
  const expected =
    most === Infinity ? `at least ${least}` : least === -Infinity ? `at most ${most}` : `${least} to ${most}`
  log.error({ line, column, keyword, code: 'bad-value', message: `${value} is out of range`, found: value, expected })
  return null
}

/** False if the line has a unit that is not the keyword's. Another case of it is a deviation. */
function checkUnit({ unit }: Row, { unit: found, keyword, line, column }: KvnAssignment, log: FaultLog): boolean {
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
  const sameLetters = found.toLowerCase() === unit
  if (sameLetters) log.deviation(report)
  else log.error(report)
  return sameLetters
}

function readTime(row: Row, { text, keyword, line, column }: KvnAssignment, context: ReadContext): MessageTime | null {
  const timeSystem = row.kind === 'utc' ? 'UTC' : context.timeSystem
  const scale = scaleOf(timeSystem)
  if (scale === null) return { timeSystem, text }
  try {
    return parseTime(text, scale)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    context.log.error({ line, column, keyword, code: 'bad-time', message: error.message, found: text })
    return null
  }
}
