import { dotted, isNode, lineOf, nodesOf, type Source, sources } from './source.ts'
import { fileName, isTestCode, memberOf, type Rule, type Violation } from './tree.ts'

/** Participles that do not end in -ed, pronouns and question words: each names what was done to a thing, and not the thing itself. */
const IRREGULAR = new Set(
  `Begun Born Bought Bound Brought Built Caught Chosen Come Cut Done Drawn Driven Fallen Felt Flown Found Given Gone Grown Had Heard
  Held Hidden Kept Known Laid Led Left Lent Lost Made Meant Met Overdue Overtaken Paid Put Read Risen Said Seen Sent Set Shown Sold
  Sought Spent Split Spoken Stood Taken Taught Thought Told Torn Understood Unknown Unseen Unsent Withdrawn Won Woken Worn Written
  All Any Both Each Either It Its Mine Neither Nobody None One Other Others Ours Some Such That Theirs These They This Those
  How What When Where Which Who Whose Why`.split(/\s+/),
)
/** Words that end in -ed and are no participles. */
const NOUNS = new Set(['Bed', 'Deed', 'Feed', 'Need', 'Seed', 'Shed', 'Speed'])

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

/** The largest number of exported functions of the product with the same name: a reader who searches for it has to find the right one. */
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

const MEMBERS = ['astro', 'ccsds', 'contract', 'server', 'web', 'identity', 'cli', 'e2e', 'bench', 'engine', 'tools']
const ROOT_FOLDERS = [...MEMBERS, 'docs', 'deploy', '.ci']

const BANNED = ['index', 'utils', 'util', 'helpers', 'helper', 'common', 'shared', 'misc', 'types', 'lib', 'base']
const BANNED_NAMES = new Set([...BANNED, 'manager'])
/** Vite starts from this page, whose name is fixed. */
const PAGE_OF_VITE = 'web/index.html'

const WORD = '[a-z0-9]+(-[a-z0-9]+)*'
const ROLES = ['routes', 'service', 'repository', 'job']
const TESTS = ['test', 'db.test', 'page.test', 'regression.test', ...ROLES.map((role) => `${role}.test`)]
const KINDS = ['data', ...ROLES, ...TESTS, 'e2e', 'pictures']
const SUPPORT = ['setup', 'config', 'd']
const TYPESCRIPT = new RegExp(`^${WORD}(\\.(${[...KINDS, ...SUPPORT].join('|').replaceAll('.', '\\.')}))?\\.ts$`)
const COMPONENT = new RegExp(`^${WORD}(\\.(page|test))?\\.tsx$`)
const OTHER = new RegExp(`^${WORD}(\\.${WORD})*$`)
const MIGRATION = new RegExp(`^[0-9]{4}-${WORD}\\.sql$`)
const DOCUMENT = /^(README|TOUR|LICENSE|NOTICE|CHANGELOG)(\.md)?$|^(Containerfile|Dockerfile)$/

/** Files or folders in plain JavaScript, and why they cannot be TypeScript. */
export const JAVASCRIPT: Readonly<Record<string, string>> = {
  'tools/launch.mjs': 'runs on whatever Node the machine has, before the pinned one is installed',
  'tools/installed.mjs': 'the same, for launch.mjs',
  'tools/registry.mjs': 'the same, for launch.mjs',
  'cli/apsis.mjs': 'installed alone it lies under node_modules, where Node strips no types',
  'engine/load-typescript.mjs': 'the same, and strips them',
  'engine/screen-worker.mjs': 'the same for a thread, which begins anew',
  'identity/assets/': 'goes to the browser as it is: the sign-in page has no build',
  'web/public/': 'goes to the browser as it is: runs before the application, and the policy forbids scripts in pages',
}

export const fileNames: Rule = {
  name: 'files are kebab-case, of a known kind, and named for what they hold',
  check: (tree) =>
    tree.files().flatMap((path): Violation[] => {
      const problem = wrongPlace(path) ?? wrongName(path) ?? wrongKind(path)
      return problem === undefined ? [] : [{ file: path, line: 1, message: problem }]
    }),
}

function wrongPlace(path: string): string | undefined {
  if (!path.includes('/') || ROOT_FOLDERS.includes(memberOf(path))) return undefined
  return `is in no known folder: the root holds ${ROOT_FOLDERS.join(', ')}.`
}

function wrongName(path: string): string | undefined {
  const folders = path.split('/').slice(0, -1)
  const odd = folders.find((folder) => !new RegExp(`^\\.?${WORD}$`).test(folder))
  if (odd !== undefined) return `lies in the folder "${odd}": folders are kebab-case.`
  const name = fileName(path)
  const banned = [...folders, name.split('.')[0] ?? ''].find((part) => BANNED_NAMES.has(part))
  if (banned !== undefined && path !== PAGE_OF_VITE)
    return `is called "${banned}", which says nothing: name it for what it holds.`
  return undefined
}

function wrongKind(path: string): string | undefined {
  const name = fileName(path)
  if (/\.(js|mjs|cjs|jsx|mts|cts)$/.test(name) && !isListed(path, JAVASCRIPT)) return 'is JavaScript: write TypeScript.'
  if (name.endsWith('.tsx')) {
    if (memberOf(path) !== 'web') return `is .tsx outside web: Node does not run it, name it .ts.`
    return COMPONENT.test(name) ? undefined : 'is no known kind of component: x.tsx, x.page.tsx or x.test.tsx.'
  }
  if (name.endsWith('.ts'))
    return TYPESCRIPT.test(name) ? wrongMember(path) : `is of no known kind: ${KINDS.join(', ')}, or none.`
  // A file that an operator runs by hand before the first migration is with the other deployment files.
  if (name.endsWith('.sql') && !path.startsWith('deploy/'))
    return path.startsWith('server/migrations/') && MIGRATION.test(name)
      ? undefined
      : 'is SQL: name it server/migrations/NNNN-what-it-does.sql.'
  if (name.startsWith('.') || DOCUMENT.test(name) || OTHER.test(name)) return undefined
  return 'is not kebab-case: lower-case words with hyphens.'
}

function isListed(path: string, list: Readonly<Record<string, string>>): boolean {
  return Object.keys(list).some((entry) => path === entry || (entry.endsWith('/') && path.startsWith(entry)))
}

/** The members in which a kind of file may be. */
const HOME: Readonly<Record<string, readonly string[]>> = {
  routes: ['server', 'identity'],
  service: ['server'],
  repository: ['server', 'identity'],
  job: ['server'],
  e2e: ['e2e'],
  pictures: ['web'],
  'db.test': ['identity'],
}

function wrongMember(path: string): string | undefined {
  const kind = /\.(routes|service|repository|job|e2e|pictures|db\.test)\.ts$/.exec(path)?.[1]
  const homes = kind === undefined ? undefined : HOME[kind]
  if (homes === undefined || homes.includes(memberOf(path))) return undefined
  return `is a .${kind}.ts outside ${homes.join(' and ')}: name it otherwise.`
}

const isParticiple = (name: string) => IRREGULAR.has(name) || (/^[A-Z][a-z]*ed$/.test(name) && !NOUNS.has(name))

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
