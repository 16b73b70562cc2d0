import { formatTime } from '@apsis/astro/time/format-time.ts'
import { splitUnit } from '../notation/kvn.ts'
import type { OutLine } from '../notation/print.ts'
import { type BlockTable, type Extra, isResolved, type MessageTime, type Row, scaleOf } from './block.ts'
import { formatQuantity } from './unit.ts'

interface BlockStyle {
  readonly timeSystem: string
  /** META if KVN puts the block between META_START and META_STOP. */
  readonly section?: string
}

/**
 * Returns the lines of a block according to its table: the comments first, then `fields`, which are in SI, with times in `timeSystem`; all of them
 * are inside the block's XML element. Returns no lines if the block is absent. Throws a RangeError that names the keyword whose value cannot be
 * written.
 */
export function blockLines(
  table: BlockTable,
  block: object | undefined,
  { timeSystem, section }: BlockStyle,
): OutLine[] {
  if (block === undefined) return []
  const part = section === undefined ? {} : { section }
  const fields = new Map<string, unknown>(Object.entries(block))
  const rows = table.rows.flatMap((row) => rowLines(row, fields.get(row.field), timeSystem))
  const extras = fields.get('unknown')
  const unknown = Array.isArray(extras) ? extraLines(extras) : []
  return [
    { kind: 'blank' },
    { kind: 'open', element: table.element, ...part },
    ...commentLines(fields.get('comments')),
    ...withElements(rows),
    ...unknown,
    { kind: 'close', element: table.element, ...part },
  ]
}

/**
 * Returns the lines of the header: first its version, which is an attribute of the message's element in XML, then its comments and the other lines.
 */
export function headerLines(table: BlockTable, header: object): OutLine[] {
  const [blank, open, ...rest] = blockLines(table, header, { timeSystem: 'UTC' })
  const isVersion = (line: OutLine) => line.kind === 'assignment' && line.keyword.startsWith('CCSDS_')
  const version = rest.filter(isVersion)
  if (blank === undefined || open === undefined) return version
  return [...version, open, ...rest.filter((line) => !isVersion(line))]
}

interface RowLine {
  readonly line: OutLine
  readonly element: string | undefined
}

function rowLines(row: Row, value: unknown, timeSystem: string): RowLine[] {
  if (value === undefined) return []
  const text = formatValue(row, value, timeSystem)
  return [
    { line: { kind: 'assignment', keyword: row.keyword, value: text, unit: row.unit ?? null }, element: row.element },
  ]
}

/** Puts the rows that have an XML element of their own into that element. */
function withElements(rows: readonly RowLine[]): OutLine[] {
  return rows.flatMap(({ line, element }, index): OutLine[] => {
    if (element === undefined) return [line]
    const opens = rows[index - 1]?.element !== element
    const closes = rows[index + 1]?.element !== element
    return [
      ...(opens ? [{ kind: 'open', element } as const] : []),
      line,
      ...(closes ? [{ kind: 'close', element } as const] : []),
    ]
  })
}

function formatValue(row: Row, value: unknown, timeSystem: string): string {
  if (row.kind === 'number' && typeof value === 'number') {
    try {
      return formatQuantity(value, row.unit ?? null)
    } catch (error) {
      if (error instanceof RangeError) throw new RangeError(`${row.keyword}: ${error.message}`)
      throw error
    }
  }
  if (row.kind === 'text' && typeof value === 'string') return value
  if (typeof value === 'object' && value !== null) {
    return formatInstant(value as MessageTime, row.kind === 'utc' ? 'UTC' : timeSystem, row.keyword)
  }
  throw new RangeError(`${row.keyword} cannot be written: its value is no ${row.kind}`)
}

/** Returns a time as text in the message's time system. Throws RangeError if the time is known only in another system. */
export function formatInstant(time: MessageTime, timeSystem: string, keyword: string): string {
  if (!isResolved(time)) {
    if (time.timeSystem === timeSystem) return time.text
    throw new RangeError(`${keyword} cannot be written: its time is of ${time.timeSystem}, not ${timeSystem}`)
  }
  const scale = scaleOf(timeSystem)
  if (scale === null) throw new RangeError(`${keyword} cannot be written: no epoch is known in ${timeSystem}`)
  return formatTime(time, { scale, digits: 'exact' })
}

/** Returns the comment lines of a block. */
export function commentLines(comments: unknown): OutLine[] {
  return Array.isArray(comments) ? comments.map((text) => ({ kind: 'comment', text: String(text) })) : []
}

/** Returns the lines of keywords that are in no table, as they were read. */
export function extraLines(extras: readonly Extra[]): OutLine[] {
  return extras.map(({ keyword, text }) => {
    const { value, unit } = splitUnit(text)
    const isBare = unit === null || text !== `${value} [${unit}]` || value === '' || keyword.startsWith('USER_DEFINED_')
    return { kind: 'assignment', keyword, value: isBare ? text : value, unit: isBare ? null : unit }
  })
}

/** Returns `inner` between the brackets of an element. */
export function inElement(element: string, inner: readonly OutLine[]): OutLine[] {
  return [{ kind: 'open', element }, ...inner, { kind: 'close', element }]
}
