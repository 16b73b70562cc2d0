import type { FaultLog } from '../fault.ts'
import { splitLines } from './kvn.ts'
import { LIMITS, type Limits, refuseExcess } from './limits.ts'
import type { Scanner } from './line.ts'
import type { FlatRecord } from './record.ts'

interface Cell {
  readonly text: string
  readonly column: number
}

/**
 * Reads CSV (RFC 4180) whose first row contains the names: each further row is a record, which is returned as soon as it is complete. A quoted cell
 * must end on its line, because no value in a message contains a line break. A row with another number of cells, or a quote that does not end, is an
 * error.
 */
export function scanCsv(log: FaultLog, take: (record: FlatRecord) => void, limits: Limits = LIMITS): Scanner {
  let names: readonly string[] | null = null
  return splitLines((text, line) => {
    if (line > limits.lines) refuseExcess(log, { line, code: 'too-many-lines', limit: `${limits.lines} lines` })
    if (text.length > limits.lineLength) {
      refuseExcess(log, { line, code: 'line-too-long', limit: `${limits.lineLength} characters in a line` })
    }
    if (text.trim() === '') return
    const cells = splitCells(text)
    if (cells === null) {
      log.error({
        line,
        column: 1,
        keyword: null,
        code: 'bad-csv',
        message: 'a quote does not end, or ends inside a cell',
      })
      return
    }
    if (names === null) {
      names = cells.map((cell) => cell.text.trim())
      return
    }
    if (cells.length !== names.length) {
      const message = `the row has ${cells.length} cells`
      log.error({ line, column: 1, keyword: null, code: 'bad-csv', message, expected: `${names.length}` })
      return
    }
    take(
      names.map((name, index) => ({ name, line, text: cells[index]?.text ?? '', column: cells[index]?.column ?? 1 })),
    )
  }, limits.lineLength)
}

/** Returns the cells of a line; null if its quotes do not match. */
function splitCells(text: string): Cell[] | null {
  const cells: Cell[] = []
  let at = 0
  for (;;) {
    const start = at
    if (text.charAt(at) === '"') {
      const end = endOfQuoted(text, at)
      if (end === -1) return null
      cells.push({ text: text.slice(at + 1, end).replaceAll('""', '"'), column: start + 1 })
      at = end + 1
      if (at < text.length && text.charAt(at) !== ',') return null
    } else {
      const comma = text.indexOf(',', at)
      at = comma === -1 ? text.length : comma
      cells.push({ text: text.slice(start, at), column: start + 1 })
    }
    if (at >= text.length) return cells
    at += 1
  }
}

/** Returns the position at which the quote that opens at `at` closes, or −1. */
function endOfQuoted(text: string, at: number): number {
  let end = text.indexOf('"', at + 1)
  while (end !== -1 && text.charAt(end + 1) === '"') end = text.indexOf('"', end + 2)
  return end
}

/** Characters that begin a formula in a spreadsheet, including their full-width forms; a number may begin with its sign. */
const FORMULA = /^(?![+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$)[=+\-@\t\r＝＋－＠]/i

/**
 * Returns a line of CSV: a cell that contains a comma or a quote, or that begins or ends with a blank, is quoted. Names come from the senders of
 * messages, and a spreadsheet executes a text that begins like a formula, so such a text gets an apostrophe in front.
 */
export function formatCsvRow(cells: readonly string[]): string {
  return cells.map(formatCell).join(',')
}

function formatCell(given: string): string {
  const cell = FORMULA.test(given) ? `'${given}` : given
  return /[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
