import { fileName, type Rule, type Tree, type Violation } from './tree.ts'

const FOLDER = 'docs/decisions/'
const LIST = `${FOLDER}README.md`

export const records: Rule = {
  name: 'each decision record is listed',
  check: (tree) => {
    const files = tree.files().filter((file) => file.startsWith(FOLDER) && file !== LIST)
    if (files.length === 0) return []
    if (!tree.files().includes(LIST)) return [{ file: LIST, line: 1, message: 'is missing: list the records.' }]
    const lines = tree.read(LIST).split('\n')
    return [...unlisted(files, lines), ...gone(tree, lines)]
  },
}

/** Returns the records without a row in the list. The newest ones, above the last row, may get their rows later. */
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
