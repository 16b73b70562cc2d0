import { edges } from './circles.ts'
import { folderOf, isCode } from './faces.ts'
import { CEILINGS, LEFT_TO_SHRINK } from './shrinking.data.ts'
import { isTestCode, memberOf, type Rule, type Tree } from './tree.ts'

/** A file with fewer lines than this belongs in the one file that uses it. */
const LEAST_LINES = 40
/** Kinds of files that may be small: texts, tables, SQL, endpoints, pages, and files that a tool or a thread starts. */
const ALONE = /\.(data|repository|routes|service|job|page|setup|config|d)\.tsx?$|-(worker|thread|task)\.ts$/

/** Returns the files that are too small to be separate, each with the one file of its folder that imports it. */
function crumbsOf(tree: Tree): { readonly file: string; readonly importer: string }[] {
  const importers = new Map<string, Set<string>>()
  for (const { from, to } of edges(tree)) importers.set(to, (importers.get(to) ?? new Set()).add(from))
  return [...importers].flatMap(([file, by]) => {
    const [importer = ''] = by
    const isAlone = by.size !== 1 || ALONE.test(file) || !isCode(file) || isTestCode(importer)
    if (isAlone || folderOf(importer) !== folderOf(file)) return []
    return tree.read(file).split('\n').length > LEAST_LINES ? [] : [{ file, importer }]
  })
}

export const noCrumbs: Rule = {
  name: 'a file of few lines is a part of the one file that imports it',
  check: (tree) =>
    crumbsOf(tree)
      .filter(({ file }) => LEFT_TO_SHRINK.smallFiles[file] === undefined)
      .map(({ file, importer }) => ({
        file,
        line: 1,
        message: `has fewer than ${LEAST_LINES} lines, and ${importer} alone imports it: put it there.`,
      })),
}

/** Returns the listed small files that no longer exist, have grown or have another importer. */
export function needlessCrumbs(tree: Tree): string[] {
  const found = new Set(crumbsOf(tree).map(({ file }) => file))
  return Object.keys(LEFT_TO_SHRINK.smallFiles).filter((file) => !found.has(file))
}

const COUNTED = /\.(tsx?|mjs|css|sql)$/

/** Returns the lines of the product and its tools by member, without tests. */
function linesOfMembers(tree: Tree): Map<string, number> {
  const lines = new Map<string, number>()
  for (const file of tree.files()) {
    const member = memberOf(file)
    if (!file.includes('/') || !COUNTED.test(file) || isTestCode(file)) continue
    lines.set(member, (lines.get(member) ?? 0) + tree.read(file).split('\n').length - 1)
  }
  return lines
}

export const memberCeilings: Rule = {
  name: 'a member stays below its ceiling of lines',
  check: (tree) =>
    [...linesOfMembers(tree)].flatMap(([member, lines]) => {
      const ceiling = CEILINGS[member] ?? 0
      if (lines <= ceiling) return []
      const message = `has ${lines} lines, and its ceiling is ${ceiling}: delete, or raise it by a decision record.`
      return [{ file: member, line: 1, message }]
    }),
}
