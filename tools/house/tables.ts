import { LEFT_TO_SHRINK } from './shrinking.data.ts'
import { isTestCode, linesMatching, type Rule, type Tree, textFiles, type Violation } from './tree.ts'

/** The folder in which tables are drawn from columns. */
const DRAWS = 'web/ui/table/'

const writtenByHand = (tree: Tree): Violation[] =>
  linesMatching(
    tree,
    textFiles(tree).filter(
      (file) => file.startsWith('web/') && file.endsWith('.tsx') && !file.startsWith(DRAWS) && !isTestCode(file),
    ),
    /<table\b/,
    'writes a table by hand: give its columns to PlainTable, which draws them, their cards and their file.',
  )

export const tablesFromColumns: Rule = {
  name: 'a table is drawn from its columns',
  check: (tree) => writtenByHand(tree).filter(({ file }) => LEFT_TO_SHRINK.tables[file] === undefined),
}

/** Returns the tables that are listed as exceptions and are no longer written by hand. */
export function needlessTables(tree: Tree): string[] {
  const found = new Set(writtenByHand(tree).map(({ file }) => file))
  return Object.keys(LEFT_TO_SHRINK.tables).filter((file) => !found.has(file))
}
