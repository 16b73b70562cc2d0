import { missing } from '@apsis/astro/missing.ts'
import type { Epoch } from '@apsis/astro/time/epoch.ts'
import { formatTime } from '@apsis/astro/time/format-time.ts'
import { formatCsvRow } from '@apsis/ccsds/notation/csv.ts'
import { type Terminal, UsageError } from './command.ts'

/** Returns rows of name and value as a table of two columns. */
export function formatTable(rows: readonly (readonly [name: string, value: string])[]): string {
  const width = Math.max(...rows.map(([name]) => name.length))
  return rows.map(([name, value]) => `${name.padEnd(width)}  ${value}`.trimEnd()).join('\n')
}

/** Formats rows of cells as columns; numbers are aligned to the right. */
export function formatColumns(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)))
  const isNumber = (text: string) => /^[-+]?[\d.]/.test(text) && !text.includes('T')
  return rows
    .map((row) =>
      row
        .map((cell, column) =>
          isNumber(cell) ? cell.padStart(widths[column] ?? missing()) : cell.padEnd(widths[column] ?? missing()),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** Returns the value as JSON for programs. */
function formatJson(value: unknown): string {
  return JSON.stringify(value, null, 2)
}

/** Returns the instant in UTC as in JSON and CSV: with nanoseconds and Z. */
export function utc(epoch: Epoch, digits = 9): string {
  return formatTime(epoch, { digits, zulu: true })
}

/** The form in which the rows of an answer are written. */
export type RowForm = 'text' | 'json' | 'ndjson' | 'csv'

/** The options that name a form; each command with rows accepts all of them. */
export const ROW_FORM_OPTIONS = {
  json: { type: 'boolean', default: false },
  ndjson: { type: 'boolean', default: false },
  csv: { type: 'boolean', default: false },
} as const

/** Returns the form of --json, --ndjson or --csv. */
export function rowForm(asked: { readonly json: boolean; readonly ndjson: boolean; readonly csv: boolean }): RowForm {
  const [form, ...more] = (['json', 'ndjson', 'csv'] as const).filter((name) => asked[name])
  if (more.length > 0) throw new UsageError('give one of --json, --ndjson and --csv')
  return form ?? 'text'
}

/** A row of an answer for programs: a flat list of names and values; in CSV, vectors are divided into components. */
export type Row = Readonly<Record<string, unknown>>

/**
 * Returns a writer that writes rows as they arrive: one JSON object per line, with or without an array around them, or CSV with a line of
 * names; by default these are the names of the first row.
 */
export function rowWriter(terminal: Terminal, form: Exclude<RowForm, 'text'>, given?: readonly string[]) {
  let count = 0
  let names: readonly string[] = given ?? []
  return {
    async write(row: Row): Promise<void> {
      if (form === 'json') await terminal.write(`${count === 0 ? '[\n' : ',\n'}${JSON.stringify(row)}`)
      else if (form === 'ndjson') await terminal.write(`${JSON.stringify(row)}\n`)
      else {
        const cells = flatten(row)
        if (count === 0) {
          names = given ?? cells.map(([name]) => name)
          await terminal.write(`${formatCsvRow(names)}\n`)
        }
        const values = new Map(cells)
        await terminal.write(`${formatCsvRow(names.map((name) => values.get(name) ?? ''))}\n`)
      }
      count += 1
    },
    async end(): Promise<void> {
      if (form === 'json') await terminal.write(count === 0 ? '[]\n' : '\n]\n')
    },
  }
}

/** Writes a complete answer: JSON as one text, the other forms row by row. */
export async function writeForPrograms(
  terminal: Terminal,
  form: Exclude<RowForm, 'text'>,
  answer: object | readonly object[],
): Promise<void> {
  if (form === 'json') {
    await terminal.write(`${formatJson(answer)}\n`)
    return
  }
  const rows: Row[] = [answer].flat().map((row) => ({ ...row }))
  // A later row may have columns that the first one does not have: an error, or further events.
  const names = [...new Set(rows.flatMap((row) => flatten(row).map(([name]) => name)))]
  const writer = rowWriter(terminal, form, names)
  for (const row of rows) await writer.write(row)
  await writer.end()
}

/** Returns the cells of a row: positionM: [1, 2, 3] is positionXM, positionYM, positionZM in CSV, even if there is no position. */
function flatten(row: Row): [name: string, text: string][] {
  return Object.entries(row).flatMap(([name, value]): [string, string][] => {
    const [, stem, unit] = /^(position|velocity)(M|Mps)$/.exec(name) ?? []
    if (stem !== undefined) {
      const parts = Array.isArray(value) ? value : []
      return ['X', 'Y', 'Z'].map((axis, index) => [`${stem}${axis}${unit}`, textOf(parts[index])])
    }
    return [[name, textOf(value)]]
  })
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
