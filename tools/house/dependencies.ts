import type { Rule, Tree, Violation } from './tree.ts'

const LIST = 'docs/dependencies.md'

/** The largest number of runtime dependencies of each member (house.md §3.11); a member not named here has none. */
const BUDGET: Readonly<Record<string, number>> = {
  astro: 1,
  ccsds: 1,
  contract: 1,
  server: 18,
  web: 22,
  identity: 3,
  cli: 1,
}

const KINDS = ['dependencies', 'optionalDependencies', 'devDependencies', 'peerDependencies'] as const
const RUNTIME = ['dependencies', 'optionalDependencies', 'peerDependencies']
const EXACT = /^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/
/** The prefix of a package's version if package.json imports the package under another name. */
const ALIAS = /^npm:[a-z-]+@/

type Dependency = {
  readonly file: string
  readonly member: string
  readonly name: string
  readonly version: string
  readonly line: number
  readonly runtime: boolean
}

function dependencies(tree: Tree): Dependency[] {
  return tree
    .files()
    .filter((path) => /^([a-z0-9-]+\/)?package\.json$/.test(path))
    .flatMap((file) => {
      const text = tree.read(file)
      const member = file.includes('/') ? (file.split('/')[0] ?? '') : 'root'
      const parsed: Record<string, Record<string, string>> = JSON.parse(text)
      return KINDS.flatMap((kind) =>
        Object.entries(parsed[kind] ?? {}).map(([name, version]) => {
          const line = text.slice(0, text.indexOf(`"${name}":`)).split('\n').length
          return { file, member, name, version, line, runtime: RUNTIME.includes(kind) }
        }),
      )
    })
}

function isOurs({ name }: Dependency): boolean {
  return name.startsWith('@apsis/')
}

export const dependencyList: Rule = {
  name: 'each runtime dependency has its line in the list, and its member a budget',
  check: (tree) => {
    const runtime = dependencies(tree).filter((dependency) => dependency.runtime && !isOurs(dependency))
    const rows = listed(tree)
    const missing = runtime
      .filter(({ member, name }) => !rows.some((row) => row.member === member && row.name === name))
      .map(({ file, line, member, name }) => ({
        file,
        line,
        message: `needs "${name}": say in ${LIST}, | ${member} |, what for.`,
      }))
    const stale = rows
      .filter((row) => !runtime.some(({ member, name }) => row.member === member && row.name === name))
      .map((row) => ({
        file: LIST,
        line: row.line,
        message: `lists "${row.name}", which ${row.member} no longer needs.`,
      }))
    return [...missing, ...stale, ...overBudget(runtime)]
  },
}

/** Returns the rows of the table: `| member | \`package\` | what for | without it |`. */
function listed(tree: Tree): { member: string; name: string; line: number }[] {
  const lines = tree.files().includes(LIST) ? tree.read(LIST).split('\n') : []
  return lines.flatMap((text, i) => {
    const row = /^\|\s*([a-z0-9]+)\s*\|\s*`([^`]+)`\s*\|\s*\S[^|]*\|\s*\S[^|]*\|/.exec(text)
    return row ? [{ member: row[1] ?? '', name: row[2] ?? '', line: i + 1 }] : []
  })
}

function overBudget(runtime: readonly Dependency[]): Violation[] {
  const members = new Set(runtime.map(({ member }) => member).filter((member) => member !== 'root'))
  return [...members].flatMap((member) => {
    const own = runtime.filter((dependency) => dependency.member === member)
    const [first] = own
    const budget = BUDGET[member] ?? 0
    if (own.length <= budget || !first) return []
    return [
      {
        file: first.file,
        line: first.line,
        message: `has ${own.length} runtime dependencies of at most ${budget}: do without one.`,
      },
    ]
  })
}

export const exactVersions: Rule = {
  name: 'versions are exact, and one package has one version',
  check: (tree) => {
    const all = dependencies(tree)
    return all.flatMap(({ file, line, name, version }): Violation[] => {
      if (!EXACT.test(version.replace(ALIAS, '')))
        return [{ file, line, message: `asks for "${name}" ${version}: give one exact version.` }]
      const first = all.find((other) => other.name === name)
      if (first === undefined || first.version === version) return []
      return [
        { file, line, message: `asks for "${name}" ${version}, but ${first.file} for ${first.version}: use one.` },
      ]
    })
  },
}

export const portableLock: Rule = {
  name: 'the lock file names no server',
  check: (tree) => {
    const file = 'package-lock.json'
    if (!tree.files().includes(file)) return [{ file, line: 1, message: 'is missing: run npm install.' }]
    const message = 'names a server: keep omit-lockfile-registry-resolved in .npmrc and write the lock file anew.'
    return tree
      .read(file)
      .split('\n')
      .flatMap((text, i) => (/"resolved": "https?:/.test(text) ? [{ file, line: i + 1, message }] : []))
  },
}
