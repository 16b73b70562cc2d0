import { dirname, join } from 'node:path'
import { type Import, nodesOf, type Source, sources, stringOf } from './source.ts'
import { isPageTest, isTestCode, memberOf, type Rule, type Tree, type Violation } from './tree.ts'

type Permit = {
  readonly members: readonly string[]
  /** The allowed packages from npm by name, or all that its package.json lists. */
  readonly npm: readonly string[] | 'declared'
  readonly node: boolean
}

const SHARED = ['contract', 'ccsds', 'astro']
const PRODUCT = [...SHARED, 'engine', 'server', 'web', 'identity', 'cli', 'e2e']

/** The imports that are allowed (house.md §3.3); all others are forbidden. */
const TABLE: Readonly<Record<string, Permit>> = {
  astro: { members: [], npm: ['astronomy-engine'], node: false },
  ccsds: { members: ['astro'], npm: ['saxes'], node: false },
  contract: { members: [], npm: ['zod'], node: false },
  // The engine runs worker threads around astro's kernels; the server's jobs and the command line screen with it.
  engine: { members: ['astro'], npm: [], node: true },
  server: { members: [...SHARED, 'engine'], npm: 'declared', node: true },
  web: { members: SHARED, npm: 'declared', node: false },
  identity: { members: [], npm: 'declared', node: true },
  cli: { members: [...SHARED, 'engine'], npm: [], node: true },
  e2e: { members: ['contract'], npm: ['playwright-core', '@sparticuz/chromium', 'vitest'], node: true },
  bench: { members: [...PRODUCT, 'tools'], npm: 'declared', node: true },
  tools: { members: PRODUCT, npm: 'declared', node: true },
}

/** One module of the server runs the identity provider; no other module knows that it exists. */
const DOOR = { from: 'server/identity.ts', specifier: '@apsis/identity/identity.ts' }
/** Members that are never in production may use all installed packages. */
const NEVER_SHIPPED = ['tools', 'bench']
/** Files that run when the web application or the kernels are built, and not in the program that uses them. */
const BUILD_FILE = /^(web\/[a-z-]+\.config|engine\/build)\.ts$/
/**
 * The folder of the local services that stand for outside services in tests. They are no part of the product, and may import only the shared members.
 */
const LOCAL_SERVICES = 'tools/services/'
const FOR_SERVICE_TESTS = /^@apsis\/tools\/services\//
const MEMBERS_WITH_SERVICE_TESTS = ['server', 'cli', 'e2e']
/** The modules that serve the built pages in tests. */
const FOR_PAGE_TESTS = /^@apsis\/(server\/platform|e2e)\//
const OURS = /^@apsis\/([^/]+)\/(.+)$/

export const memberImports: Rule = {
  name: 'members import only what the table allows',
  check: (tree) =>
    importsOf(tree).flatMap(({ file, each }) => {
      const problem = forbidden(tree, file.path, each)
      return problem === undefined ? [] : [{ file: file.path, line: each.line, message: problem }]
    }),
}

function importsOf(tree: Tree): { file: Source; each: Import }[] {
  return sources(tree).flatMap((file) => file.imports.map((each) => ({ file, each })))
}

function forbidden(tree: Tree, path: string, { specifier }: Import): string | undefined {
  const member = memberOf(path)
  const permit = path.includes('/') ? TABLE[member] : undefined
  if (specifier.startsWith('.') || !permit) return undefined
  const ours = OURS.exec(specifier)
  if (ours) return forbiddenMember(path, specifier, ours[1] ?? '', permit)
  if (specifier.startsWith('@apsis/')) return `imports "${specifier}": name the file, as in @apsis/astro/units.ts.`
  if (specifier.startsWith('node:')) {
    const allowed = permit.node || isTestCode(path) || BUILD_FILE.test(path)
    return allowed ? undefined : `imports "${specifier}", but ${member} runs without Node: have it passed in.`
  }
  return forbiddenPackage(tree, path, packageOf(specifier), permit)
}

function forbiddenMember(path: string, specifier: string, target: string, permit: Permit): string | undefined {
  const member = memberOf(path)
  if (target === member) return `imports its own member as "${specifier}": use a relative path.`
  if (path === DOOR.from && specifier === DOOR.specifier) return undefined
  const isLocalService = path.startsWith(LOCAL_SERVICES)
  // The build of the pages compiles the kernels that they run.
  if (member === 'web' && target === 'engine' && BUILD_FILE.test(path)) return undefined
  const members = isLocalService ? SHARED : permit.members
  if (members.includes(target)) return undefined
  if (isPageTest(path) && FOR_PAGE_TESTS.test(specifier)) return undefined
  const usesServices = isPageTest(path) || (isTestCode(path) && MEMBERS_WITH_SERVICE_TESTS.includes(member))
  if (usesServices && FOR_SERVICE_TESTS.test(specifier)) return undefined
  const who = isLocalService ? LOCAL_SERVICES.slice(0, -1) : member
  return `imports "${specifier}", but ${who} may import only ${members.join(', ') || 'no other member'} of ours.`
}

function forbiddenPackage(tree: Tree, path: string, name: string, permit: Permit): string | undefined {
  const member = memberOf(path)
  const { runtime, development } = declared(tree, member)
  const forTests = isTestCode(path) || BUILD_FILE.test(path)
  if (forTests && (development.has(name) || declared(tree, '').development.has(name))) return undefined
  if (
    NEVER_SHIPPED.includes(member) &&
    ['', ...PRODUCT, ...NEVER_SHIPPED].some((other) => isDeclared(tree, other, name))
  )
    return undefined
  const listed = permit.npm === 'declared' || permit.npm.includes(name)
  if (!listed) return `imports "${name}", but ${member} may take from npm only ${permit.npm || 'nothing'}.`
  if (runtime.has(name)) return undefined
  return `imports "${name}", which is no dependency of ${member}/package.json: add it there and in docs/dependencies.md.`
}

function isDeclared(tree: Tree, member: string, name: string): boolean {
  const { runtime, development } = declared(tree, member)
  return runtime.has(name) || development.has(name)
}

function declared(tree: Tree, member: string): { runtime: Set<string>; development: Set<string> } {
  const path = member === '' ? 'package.json' : `${member}/package.json`
  const text: Record<string, object> = tree.files().includes(path) ? JSON.parse(tree.read(path)) : {}
  const names = (kind: string): string[] => Object.keys(text[kind] ?? {})
  return {
    runtime: new Set([...names('dependencies'), ...names('optionalDependencies')]),
    development: new Set(names('devDependencies')),
  }
}

function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
}

/** Returns the file of the tree that an import names; undefined for packages. */
export function targetOf(path: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return join(dirname(path), specifier).replaceAll('\\', '/')
  const ours = OURS.exec(specifier)
  return ours ? `${ours[1]}/${ours[2]}` : undefined
}

export const relativeImports: Rule = {
  name: 'relative imports stay in their member and name an existing file',
  check: (tree) => {
    const files = new Set(tree.files())
    return importsOf(tree).flatMap(({ file, each }) => {
      const target = targetOf(file.path, each.specifier)?.replace(/\?.*$/, '')
      if (target === undefined) return []
      const at = { file: file.path, line: each.line }
      if (file.path.includes('/') && each.specifier.startsWith('.') && memberOf(target) !== memberOf(file.path))
        return [{ ...at, message: `leaves its member by "${each.specifier}": write @apsis/${target}.` }]
      if (!/\.(tsx?|css|json|svg|mjs)$/.test(target))
        return [{ ...at, message: `imports "${each.specifier}" without its extension: name the file.` }]
      return files.has(target) ? [] : [{ ...at, message: `imports "${each.specifier}", but there is no ${target}.` }]
    })
  },
}

export const noBarrels: Rule = {
  name: 'nothing is exported again from another file',
  check: (tree) => sources(tree).flatMap((file) => [...statements(file), ...importedThenExported(file)]),
}

const AGAIN = 'import it where it is used, from the file that has it.'

function statements(file: Source): Violation[] {
  return file.imports
    .filter((each) => each.reExport)
    .map((each) => ({ file: file.path, line: each.line, message: `exports "${each.specifier}" again: ${AGAIN}` }))
}

function importedThenExported(file: Source): Violation[] {
  const imported = new Set(
    nodesOf(file, 'ImportSpecifier', 'ImportDefaultSpecifier', 'ImportNamespaceSpecifier').map((node) =>
      nameOf(node.local),
    ),
  )
  return nodesOf(file, 'ExportNamedDeclaration')
    .filter((node) => !stringOf(node.source))
    .flatMap((node) => (Array.isArray(node.specifiers) ? node.specifiers : []))
    .filter((specifier) => imported.has(nameOf(Reflect.get(specifier, 'local'))))
    .map((specifier) => ({
      file: file.path,
      line: file.text.slice(0, Number(Reflect.get(specifier, 'start'))).split('\n').length,
      message: `exports the imported "${nameOf(Reflect.get(specifier, 'local'))}" again: ${AGAIN}`,
    }))
}

function nameOf(identifier: unknown): string {
  return typeof identifier === 'object' && identifier !== null ? String(Reflect.get(identifier, 'name')) : ''
}
