import { fileName, type Rule, type Tree, type Violation } from './tree.ts'

const FOLDER = 'docs/decisions/'
const LIST = `${FOLDER}README.md`

export const records: Rule = {
  name: 'each decision record is listed, and each missing number is explained',
  check: (tree) => {
    const files = tree.files().filter((file) => file.startsWith(FOLDER) && file !== LIST)
    if (files.length === 0) return []
    if (!tree.files().includes(LIST)) return [{ file: LIST, line: 1, message: 'is missing: list the records.' }]
    const lines = tree.read(LIST).split('\n')
    return [...unlisted(files, lines), ...gone(tree, lines), ...unexplained(files, lines), ...twice(files, lines)]
  },
}

/** Records without a row. The newest ones, above the last row, may wait for theirs. */
function unlisted(files: readonly string[], lines: readonly string[]): Violation[] {
  const last = Math.max(0, ...rowsOf(lines, /^\| (\d{3}) \| \[/))
  return files
    .filter((file) => numberOf(file) <= last)
    .filter((file) => !lines.some((line) => line.includes(`(${fileName(file)})`)))
    .map((file) => ({ file, line: 1, message: `is not listed: give it a row in ${LIST}.` }))
}

function numberOf(file: string): number {
  return Number(fileName(file).slice(0, 3))
}

function rowsOf(lines: readonly string[], row: RegExp): number[] {
  return lines.flatMap((line) => row.exec(line)?.[1] ?? []).map(Number)
}

function gone(tree: Tree, lines: readonly string[]): Violation[] {
  return lines.flatMap((line, i) => {
    const named = /\((\d{3}-[a-z0-9-]+\.md)\)/.exec(line)?.[1]
    if (named === undefined || tree.files().includes(FOLDER + named)) return []
    return [{ file: LIST, line: i + 1, message: `lists ${named}, which is gone.` }]
  })
}

/** Numbers below the last row that no file has: each stands in a row of its own that says why. */
function unexplained(files: readonly string[], lines: readonly string[]): Violation[] {
  const numbers = new Set([...files.map(numberOf), ...rowsOf(lines, /^\| (\d{3}) \| [^[]/)])
  const last = Math.max(0, ...rowsOf(lines, /^\| (\d{3}) \| \[/))
  const all = Array.from({ length: last }, (_, i) => i + 1)
  return all
    .filter((number) => !numbers.has(number))
    .map((number) => ({ file: LIST, line: 1, message: `has no row for ${number}: say why there is no record.` }))
}

/** A number that has a record has no row that says why there is none. */
function twice(files: readonly string[], lines: readonly string[]): Violation[] {
  const numbers = new Set(files.map(numberOf))
  return lines.flatMap((line, i) => {
    const given = /^\| (\d{3}) \| [^[]/.exec(line)?.[1]
    if (given === undefined || !numbers.has(Number(given))) return []
    return [{ file: LIST, line: i + 1, message: `says that ${given} has no record, which it has: delete the row.` }]
  })
}
