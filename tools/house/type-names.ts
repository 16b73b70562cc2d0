import { dotted, isNode, lineOf, nodesOf, type Source, sources } from './source.ts'
import { isTestCode, memberOf, type Rule } from './tree.ts'

/** Participles that do not end in -ed, and pronouns: each names an action on a thing, and not the thing itself. */
const IRREGULAR = new Set(
  `Begun Born Bought Bound Brought Built Chosen Come Cut Done Drawn Driven Fallen Felt Flown Found Given Gone Grown Had Heard
  Held Hidden Kept Known Laid Led Left Lent Lost Made Meant Met Overdue Paid Put Read Risen Said Seen Sent Set Shown Sold
  Sought Spent Split Spoken Stood Taken Taught Thought Told Understood Won Woken Written
  All Any Both Each Either It Its Mine Neither Nobody None One Other Others Ours Some Such That Theirs These They This Those
  What Which Who Whose`.split(/\s+/),
)
/** Words that end as participles do and are none, as a bed and a feed. */
const NOUNS = new Set(['Bed', 'Deed', 'Feed', 'Need', 'Seed', 'Shed', 'Speed'])

const isParticiple = (name: string) => IRREGULAR.has(name) || (/^[A-Z][a-z]*ed$/.test(name) && !NOUNS.has(name))

export const typeNames: Rule = {
  name: 'a type is named for what it is',
  check: (tree) =>
    sources(tree).flatMap((file) =>
      nodesOf(file, 'TSTypeAliasDeclaration', 'TSInterfaceDeclaration').flatMap((node) => {
        const name = dotted(node.id) ?? ''
        const message = `calls a type ${name}: name what it is, not what was done with it (RequestWithPrice, not Given).`
        return isParticiple(name) ? [{ file: file.path, line: lineOf(file, node), message }] : []
      }),
    ),
}

/** The largest number of exported functions of the product with one name: a reader who searches for it has to find the right one. */
const MOST_OF_A_NAME = 3

export const functionNames: Rule = {
  name: 'an exported name of a function is not used again and again',
  check: (tree) => {
    const byName = new Map<string, { readonly file: string; readonly line: number }[]>()
    for (const file of sources(tree)) {
      if (isTestCode(file.path) || memberOf(file.path) === 'tools' || memberOf(file.path) === 'bench') continue
      for (const { name, line } of exportedFunctions(file))
        byName.set(name, [...(byName.get(name) ?? []), { file: file.path, line }])
    }
    return [...byName].flatMap(([name, places]) =>
      places.length <= MOST_OF_A_NAME
        ? []
        : places.map(({ file, line }) => ({
            file,
            line,
            message: `exports ${name}, as ${places.length - 1} others do: say of what.`,
          })),
    )
  },
}

function exportedFunctions(file: Source) {
  return nodesOf(file, 'ExportNamedDeclaration').flatMap(({ declaration }) => {
    if (!isNode(declaration)) return []
    const named =
      declaration.type === 'FunctionDeclaration'
        ? [declaration]
        : Array.isArray(declaration.declarations)
          ? declaration.declarations.filter(isNode).filter(({ init }) => isNode(init) && /Function/.test(init.type))
          : []
    return named.map((node) => ({ name: dotted(node.id) ?? '', line: lineOf(file, node) }))
  })
}
