import { formatTime } from '@apsis/astro/time/format-time.ts'
import { type BlockTable, isResolved, type MessageTime, type Row, scaleOf } from './block.ts'
import { KVN_LINE_LENGTH } from './kvn.ts'
import { formatQuantity } from './unit.ts'

/**
 * The KVN lines of a block, by its table: `fields` in SI, times in `timeSystem`. Throws RangeError naming the keyword whose
 * value a KVN line cannot hold.
 */
export function formatBlock(table: BlockTable, block: object, timeSystem: string): string[] {
  const fields = new Map<string, unknown>(Object.entries(block))
  return table.rows.flatMap((row) => {
    const value = fields.get(row.field)
    if (value === undefined) return []
    const unit = row.unit === undefined ? '' : ` [${row.unit}]`
    return [formatLine(row.keyword, `${formatValue(row, value, timeSystem)}${unit}`)]
  })
}

function formatValue(row: Row, value: unknown, timeSystem: string): string {
  if (row.kind === 'number' && typeof value === 'number') return formatQuantity(value, row.unit ?? null)
  if (row.kind === 'text' && typeof value === 'string') return value
  if (typeof value === 'object' && value !== null) {
    const time = value as MessageTime
    if (!isResolved(time) && row.kind === 'time' && time.timeSystem === timeSystem) return time.text
    const scale = scaleOf(row.kind === 'utc' ? 'UTC' : timeSystem)
    if (isResolved(time) && scale !== null) return formatTime(time, { scale, digits: 'exact' })
  }
  throw new RangeError(`${row.keyword} cannot be written: its value is no ${row.kind} of time system ${timeSystem}`)
}

/** `KEYWORD = text`, refused with RangeError where reading it would not give the same text. */
export function formatLine(keyword: string, text: string): string {
  const line = `${keyword.padEnd(18)} = ${text}`
  if (text === '' || text !== text.trim() || /[^ -~]/.test(line) || line.length > KVN_LINE_LENGTH) {
    throw new RangeError(`${keyword} cannot be written: a value is 1 to ${KVN_LINE_LENGTH} printable ASCII characters`)
  }
  return line
}

/** The COMMENT lines of a block, under the same rule. */
export function formatComments(comments: readonly string[]): string[] {
  return comments.map((text) => {
    const line = `COMMENT ${text}`
    if (text !== text.trim() || /[^ -~]/.test(line) || line.length > KVN_LINE_LENGTH) {
      throw new RangeError(`a COMMENT cannot be written: it has at most ${KVN_LINE_LENGTH} printable ASCII characters`)
    }
    return line.trimEnd()
  })
}
