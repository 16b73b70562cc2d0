import { dirname, join } from 'node:path/posix'
import { dotted, isNode, lineOf, type Node, nodesOf, type Source, sources } from './source.ts'
import { isTestCode, memberOf, type Rule } from './tree.ts'

/** The members of the product. Tools and benches may use their exports; the exports of tools and benches are not checked. */
const MEMBERS = new Set(['astro', 'ccsds', 'contract', 'engine', 'server', 'web', 'identity', 'cli'])

/** Exports that the product does not import, by file and name, or all of a folder, and why they stay. */
export const NOT_IMPORTED: Readonly<Record<string, string>> = {
  'astro/kernel/assembly/': 'is compiled to WebAssembly, and its exports are called by name',
  'astro/body/projected-area.ts meanAreaAbout': 'is the area of a satellite that spins, for drag by attitude',
  'astro/body/projected-area.ts projectedRadius': 'is the radius in a known plane, which no screen asks for yet',
  'astro/conjunction/group-updates.ts cumulativeProbability': 'is the risk of independent events with all its digits',
  'astro/dynamics/propagate-covariance.ts propagateCovariance': 'is the covariance along an orbit with process noise',
  'astro/ephemeris/to-teme.ts makeTemeConverter': 'turns whole files, where screening turns one segment at a time',
  'astro/frames/topocentric.ts lookWithLightTime': 'is the look with light time, against which looks are tested',
  'astro/frames/topocentric.ts pointAlong': 'is the inverse of a look, which the tests of looks hold it to',
  'astro/measurement/improve-orbit.ts improveOrbit':
    'is the batch least squares of directions (issue of the rooms, part 2)',
  'astro/orbit/transfer.ts phase': 'is one of four transfers, tested against the book (issue of the rooms, part 2)',
  'astro/statistics/alert-region.ts peakProbability': 'is the figure of the published example that the test is held to',
  'ccsds/ocm/ocm.ts parseOcm': 'is there for every message, as parseCdm and parseOem are',
  'ccsds/omm/omm.ts parseOmm': 'is there for every message, as parseCdm and parseOem are',
  'ccsds/opm/opm.ts parseOpm': 'is there for every message, as parseCdm and parseOem are',
  'ccsds/tdm/tdm.ts parseTdm': 'is there for every message, as parseCdm and parseOem are',
  'contract/ca/plan/manoeuvre-plan.ts REFERENCE_FRAMES': 'is the list of the specification that a test is held to',
  'web/api/silence.data.ts CAUGHT': 'is the list of expected errors that a test holds to the code',
  'web/clock/clock.ts onTick': 'lets the tests of the clock listen without a component',
}

type Export = { readonly name: string; readonly node: Node }

/** An export that nothing imports, or that only tests import, is read and tested without any use. */
export const exportsUsed: Rule = {
  name: 'what is exported is used, and not by tests alone',
  check: (tree) => {
    const files = sources(tree)
    const judged = files.filter(({ path }) => MEMBERS.has(memberOf(path)) && !isTestCode(path))
    const byProduct = new Set(files.filter(({ path }) => !isTestCode(path)).flatMap(importedBy))
    const byTests = new Set(files.filter(({ path }) => isTestCode(path)).flatMap(importedBy))
    const has = (imported: ReadonlySet<string>, path: string, name: string) =>
      imported.has(`${path} ${name}`) || imported.has(`${path} *`)
    return judged.flatMap((file) =>
      exportsOf(file)
        .filter(({ name }) => !has(byProduct, file.path, name) && !isListed(`${file.path} ${name}`))
        .filter((one) => !isNamedAgain(file, one))
        .map(({ name, node }) => ({
          file: file.path,
          line: lineOf(file, node),
          message: has(byTests, file.path, name)
            ? `exports ${name} for tests alone: use it, move it to them, or list it in NOT_IMPORTED with the reason.`
            : `exports ${name}, which nothing uses: remove it.`,
        })),
    )
  },
}

/** Returns entries of NOT_IMPORTED that no longer name anything, and those that the product now imports. */
export function needlessExports(exported: readonly Source[]): string[] {
  const all = exported.flatMap((file) => exportsOf(file).map(({ name }) => `${file.path} ${name}`))
  const imported = new Set(exported.filter(({ path }) => !isTestCode(path)).flatMap(importedBy))
  return Object.keys(NOT_IMPORTED).filter(
    (entry) => imported.has(entry) || !all.some((one) => one === entry || isBelow(entry, one)),
  )
}

const isBelow = (folder: string, entry: string) => folder.endsWith('/') && entry.startsWith(folder)
const isListed = (entry: string) => Object.keys(NOT_IMPORTED).some((one) => one === entry || isBelow(one, entry))

function exportsOf(file: Source): Export[] {
  return nodesOf(file, 'ExportNamedDeclaration').flatMap(({ declaration }) => {
    if (!isNode(declaration)) return []
    const declared = Array.isArray(declaration.declarations) ? declaration.declarations.filter(isNode) : [declaration]
    return declared.flatMap((node) => {
      const name = dotted(node.id)
      return name === undefined ? [] : [{ name, node }]
    })
  })
}

/** True if the file itself uses the name apart from declaring it. */
function isNamedAgain(file: Source, { name, node }: Export): boolean {
  const declaredAt = isNode(node.id) ? node.id.start : undefined
  return nodesOf(file, 'Identifier', 'JSXIdentifier').some((one) => one.name === name && one.start !== declaredAt)
}

/**
 * Returns `path name` for each name that a file imports from another. If the other file is re-exported, or named in `import()`, in a type
 * `import('…')` or in `new URL('…')`, or if its namespace is passed on, all its names count as imported: `path *`.
 */
function importedBy(file: Source): string[] {
  return file.imports.flatMap(({ specifier, node }) => {
    const path = pathOf(file.path, specifier)
    if (path === undefined) return []
    if (node.type !== 'ImportDeclaration') return [`${path} *`]
    const specifiers = Array.isArray(node.specifiers) ? node.specifiers.filter(isNode) : []
    return specifiers.flatMap((one) =>
      one.type === 'ImportNamespaceSpecifier'
        ? membersOf(file, dotted(one.local)).map((name) => `${path} ${name}`)
        : [`${path} ${dotted(one.imported)}`],
    )
  })
}

/** Returns the members that a file takes from a namespace; `*` if it passes the whole namespace on. */
function membersOf(file: Source, namespace: string | undefined): string[] {
  const members = nodesOf(file, 'MemberExpression')
    .filter(({ object }) => dotted(object) === namespace)
    .map(({ property }) => dotted(property) ?? '*')
  const types = nodesOf(file, 'TSQualifiedName')
    .filter(({ left }) => dotted(left) === namespace)
    .map(({ right }) => dotted(right) ?? '*')
  const uses = nodesOf(file, 'Identifier').filter(({ name }) => name === namespace).length
  // One of the counted uses is the import itself.
  return uses - 1 > members.length + types.length ? ['*'] : [...members, ...types]
}

function pathOf(from: string, specifier: string): string | undefined {
  if (specifier.startsWith('@apsis/')) return specifier.slice('@apsis/'.length)
  return specifier.startsWith('.') ? join(dirname(from), specifier) : undefined
}
