import type { Rule, Tree } from './tree.ts'

const PRIMITIVES = 'web/ui/primitives.css'
const MODULE = /^web\/.*\.module\.css$/
/** Matches a rule for a single class, outside of everything else, as the formatter writes it. */
const RULE = /(?<!,\n)^\.([\w-]+) \{\n((?: {2}[^\n{}]*;\n)+)\}/gm

const classesOf = (text: string) =>
  [...text.matchAll(RULE)].map(({ 1: name = '', 2: body = '', index }) => ({
    name,
    line: text.slice(0, index).split('\n').length,
    declarations: body
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  }))

type Class = ReturnType<typeof classesOf>[number]

/** Returns the one or two primitives that together have the rules of a class, or undefined. */
function sayTheSame({ declarations }: Class, primitives: readonly Class[]): string | undefined {
  const parts = primitives.filter((one) => one.declarations.every((each) => declarations.includes(each)))
  for (const [i, first] of parts.entries())
    for (const second of parts.slice(i))
      if (new Set([...first.declarations, ...second.declarations]).size === declarations.length)
        return first === second ? first.name : `${first.name} ${second.name}`
  return undefined
}

/** True if another rule of the module names the class as well: then the class also marks its element for that rule. */
const isNamedAgain = (text: string, name: string) => text.split(new RegExp(`\\.${name}(?![\\w-])`)).length > 2

/** A style that every component repeats must become a class for all (docs/decisions/199-primitives.md). */
export const noCopiedPrimitives: Rule = {
  name: 'a class of a module says more than the primitives',
  check: (tree) => {
    if (!tree.files().includes(PRIMITIVES)) return []
    const primitives = classesOf(tree.read(PRIMITIVES))
    return tree
      .files()
      .filter((file) => MODULE.test(file))
      .flatMap((file) => copiesIn(file, tree, primitives))
  },
}

function copiesIn(file: string, tree: Tree, primitives: readonly Class[]) {
  const text = tree.read(file)
  return classesOf(text).flatMap((one) => {
    const same = isNamedAgain(text, one.name) ? undefined : sayTheSame(one, primitives)
    if (same === undefined) return []
    return [{ file, line: one.line, message: `.${one.name} says what "${same}" says: write that where it is used.` }]
  })
}

/** The widths for which screens are laid out: a phone, a tablet, a narrow desk and a wall of screens. */
const WIDTHS = ['760', '1100', '1320', '2800']
/** Below this width the sidebar lies over the page; next to it, a page would have less room than its layout for that width needs. */
const OTHER = { file: 'web/shell/overlay/sidebar.module.css', width: '1760' }
const STYLE = /^web\/.*\.css$/
/** Matches a query for the width of the screen; a part that queries its own container may use other widths. */
const QUERY = /@media [^{\n]*width[^{\n]*/
const ASKED = /\bscreen and \([^)]*width[^)]*\)|'\([^')]*width[^')]*\)/

/** The width of a screen is written in one form, and is one of four. */
export const fourWidths: Rule = {
  name: 'screens are laid out for four widths',
  check: (tree) =>
    tree
      .files()
      .filter((file) => STYLE.test(file) || /^web\/.*\.tsx?$/.test(file))
      .flatMap((file) =>
        tree
          .read(file)
          .split('\n')
          .flatMap((line, i) => {
            const query = (STYLE.test(file) ? QUERY : ASKED).exec(line)?.[0]
            if (query === undefined) return []
            const odd = [...query.matchAll(/(\d+)px/g)]
              .filter(({ index }) => !/height [<>]=? $/.test(query.slice(0, index)))
              .map(({ 1: width = '' }) => width)
              .find((width) => !WIDTHS.includes(width) && !(file === OTHER.file && width === OTHER.width))
            if (odd === undefined && !/m(?:ax|in)-width/.test(query)) return []
            const message = `asks for ${query.trim()}: write "width <=" or "width >" and one of ${WIDTHS.join(', ')} px.`
            return [{ file, line: i + 1, message }]
          }),
      ),
}
