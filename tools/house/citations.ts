import { type Rule, type Tree, textFiles, type Violation } from './tree.ts'

/** The documents that sources cite by name and section. */
const DOCUMENTS: Readonly<Record<string, string>> = {
  spec: 'docs/spec/spec.md',
  decisions: 'docs/spec/decisions.md',
  ux: 'docs/spec/ux.md',
  reliability: 'docs/spec/reliability.md',
  performance: 'docs/spec/performance.md',
  domain: 'docs/domain/domain.md',
  house: 'docs/house.md',
}

const NAMES = Object.keys(DOCUMENTS).join('|')
const SECTION = '([A-Z]\\d+|\\d+(?:\\.\\d+)*|\\([a-z]\\))'
/** A line of a comment may end between a document's name and its section. */
const GAP = '[\\s*/`,]*'
/** Matches `domain.md C7`, `ux.md §3.1`, `domain.md, part 3`, and `performance.md` alone. */
const BY_FILE = new RegExp(`(?<![\\w/-])(${NAMES})\\.md(?:${GAP}(?:§\\s*|part${GAP})?${SECTION}(?![\\w-]))?`, 'g')
/** Matches `spec §3`: the document's name without ending, which needs the sign §. */
const BY_SIGN = new RegExp(`(?<![\\w/-])(${NAMES})\\s§\\s?${SECTION}`, 'g')
/** Matches documents that are cited by their path: `docs/decisions/018`, `docs/domain/event.md`. */
const PAPER = /docs\/(?:decisions\/\d{3}(?:-[a-z0-9-]+\.md)?|domain\/[a-z-]+\.md)/g
/** Matches `record 052`. Records refer to earlier ones by number, also to deleted ones, so the records themselves are not checked. */
const RECORD = /\brecord (\d{3})\b/g
/** Matches a section after a name that ends in .md, where no document here has that name. */
const UNKNOWN = /(?<![\w/-])([a-z-]+)\.md\s§/g

export const citations: Rule = {
  name: 'each document and section that is cited exists',
  check: (tree) => {
    const known = new Map(Object.entries(DOCUMENTS).map(([name, path]) => [name, sectionsOf(tree, path)]))
    const files = textFiles(tree).filter((file) => !/^tools\/house(\/|\.)|\.reference\.json$/.test(file))
    return files.flatMap((file) => {
      const text = tree.read(file)
      const cited = [...text.matchAll(BY_FILE), ...text.matchAll(BY_SIGN)]
      const papers = [...text.matchAll(PAPER)].filter(([path]) => !isThere(tree, path))
      const records = file.startsWith('docs/decisions/') ? [] : [...text.matchAll(RECORD)]
      const gone = records.filter(([, number]) => !isThere(tree, `docs/decisions/${number}-`))
      const strange = [...text.matchAll(UNKNOWN)].filter(([, name = '']) => !(name in DOCUMENTS))
      return [
        ...cited.flatMap((found) => judged(file, text, found, known.get(found[1] ?? ''))),
        ...[...papers, ...gone].map((found) => at(file, text, found, `cites ${found[0]}, which does not exist.`)),
        ...strange.map((found) => at(file, text, found, `cites ${found[1]}.md, which is no document of ours.`)),
      ]
    })
  },
}

function isThere(tree: Tree, path: string): boolean {
  return tree.files().some((file) => file.startsWith(path))
}

function judged(
  file: string,
  text: string,
  found: RegExpExecArray,
  known: ReadonlySet<string> | undefined,
): Violation[] {
  const [, name = '', section] = found
  const path = DOCUMENTS[name]
  if (known === undefined) return [at(file, text, found, `cites ${path}, which does not exist.`)]
  if (section === undefined || known.has(section)) return []
  return [at(file, text, found, `cites section ${section} of ${path}, which has none of that number.`)]
}

function at(file: string, text: string, found: RegExpExecArray, message: string): Violation {
  return { file, line: text.slice(0, found.index).split('\n').length, message }
}

/** Returns the numbers of a document's sections: those of its headings, of its list items, and of the rules that begin in bold type. */
function sectionsOf(tree: Tree, path: string): ReadonlySet<string> | undefined {
  if (!tree.files().includes(path)) return undefined
  const begins = new RegExp(`^(?:#+ |- \\*\\*)?${SECTION}(?=[.:* ])`, 'gm')
  return new Set([...tree.read(path).matchAll(begins)].map((found) => found[1] ?? ''))
}
