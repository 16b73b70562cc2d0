import { dirname, join } from 'node:path/posix'
import { type Source, sources } from '../house/source.ts'
import { memberOf, type Tree } from '../house/tree.ts'

/** The largest number of near tests: more would repeat the others and take as long. */
const MOST = 10
/** A step leads from a file to the files that import it. Tests further away than this run the file but hardly check it. */
const STEPS = 3

/** A test that calls every route takes minutes, and checks little of each. */
const OF_ALL_ROUTES = /^server\/platform\//

/** One table has every limit and default of all calls, so its test counts as near to all modules of a call, however many imports lie between them. */
const LIMITS = { test: 'contract/limits.test.ts', of: 'contract/api/services.ts' }

/**
 * The largest numbers of tests further away that run for a change that the near ones did not notice: of all tests, and of the server's, which take
 * longer.
 */
const [MOST_FARTHER, MOST_OF_SERVER] = [40, 12]

/** Each page test opens a browser and loads the application, so there are few. */
const MOST_OF_PAGES = 6
const PAGE_TEST = /\.page\.test\.ts$/

/** The members that are tested mostly by the server's tests. */
const SERVED = new Set(['server', 'contract'])

/** Returns the test files for a file, the nearest first. */
type Tests = (file: string) => string[]

/** Returns the tests that run when a file changes, and the tests that run if none of the first ones fails. */
export type Nearby = {
  readonly near: Tests
  readonly farther: Tests
  /** Tests that open a page with the file in it. They do not import it, because the page comes from a build. */
  readonly ofPages: Tests
}

/**
 * Near tests are: the test of the same name, tests of the same noun in the same folder, and tests that import the file or, over a few
 * steps, what imports it; those of its own folder and member come first. The table of all limits is near to the parts of calls. Server
 * tests need a database, so they are near only to the server's files. They use HTTP and import no route. So two more kinds are near to a
 * file: the tests of the noun of its importers, and the tests that name an address of a route that imports it. Among the latter, those that
 * name it most often come first. Tests further away import the file over any number of others: those of its own member come first, then
 * those that share most folders. Page tests are those next to the file, and those in the folders of the pages that import it over any
 * number of others: first those whose name is a folder or a word of the file, then those that share most folders.
 */
export function nearbyTests(tree: Tree): Nearby {
  const files = sources(tree)
  const importers = new Map<string, string[]>()
  for (const file of files) {
    for (const target of file.imports
      .filter(({ typeOnly }) => !typeOnly)
      .map(({ specifier }) => resolve(file, specifier))) {
      importers.set(target, [...(importers.get(target) ?? []), file.path])
    }
  }
  const tests = files.map(({ path }) => path).filter(isTest)
  const pageTests = files.map(({ path }) => path).filter((path) => PAGE_TEST.test(path))
  const importing = (file: string) => importers.get(file) ?? []
  const noun = (path: string) => path.slice(path.lastIndexOf('/') + 1).split('.')[0]
  const ofNoun = (file: string) => tests.filter((test) => dirname(test) === dirname(file) && noun(test) === noun(file))
  const speaking = speakingTests(files, tests)
  const partsOfCalls = new Set(tests.includes(LIMITS.test) ? importsOf(LIMITS.of, files) : [])
  const near: Tests = (file) => {
    const sameName = tests.filter(
      (test) => test === file.replace(/\.tsx?$/, '.test.ts') || test === file.replace(/\.tsx?$/, '.test.tsx'),
    )
    const own = (test: string) => memberOf(test) === memberOf(file)
    const reached = importedBy(file, importing, STEPS)
    const known = reached.filter(isTest).filter((test) => own(test) || memberOf(test) !== 'server')
    const isOfServer = memberOf(file) === 'server'
    const overTheWire = isOfServer ? reached.flatMap(ofNoun) : []
    const spoken = isOfServer ? reached.filter((path) => path.endsWith('.routes.ts')).flatMap(speaking) : []
    const beside = [...known, ...overTheWire].filter((test) => dirname(test) === dirname(file))
    const limits = partsOfCalls.has(file) ? [LIMITS.test] : []
    const nearest = [...sameName, ...ofNoun(file), ...beside, ...limits, ...overTheWire, ...spoken]
    const all = [...nearest, ...known.filter(own), ...known]
    return [...new Set(all)].slice(0, MOST)
  }
  const farther: Tests = (file) => {
    const asked = new Set(near(file))
    const all = importedBy(file, importing, Number.POSITIVE_INFINITY)
      .filter((path) => isTest(path) && !asked.has(path))
      .toSorted((a, b) => sharedFolders(b, file) - sharedFolders(a, file))
    const ofServer = all.filter((test) => memberOf(test) === 'server')
    const others = all.filter((test) => memberOf(test) !== 'server').slice(0, MOST_FARTHER)
    return SERVED.has(memberOf(file)) ? [...others, ...ofServer.slice(0, MOST_OF_SERVER)] : others
  }
  const ofPages: Tests = (file) => {
    const pages = importedBy(file, importing, Number.POSITIVE_INFINITY).filter((path) => path.endsWith('.page.tsx'))
    const folders = new Set([dirname(file), ...pages.map((page) => dirname(page))])
    const words = new Set(file.split(/[/.-]/))
    const shared = (test: string) => (noun(test) ?? '').split('-').filter((word) => words.has(word)).length
    return pageTests
      .filter((test) => folders.has(dirname(test)))
      .toSorted((a, b) => shared(b) - shared(a) || sharedFolders(b, file) - sharedFolders(a, file))
      .slice(0, MOST_OF_PAGES)
  }
  return { near, farther, ofPages }
}

/** Returns how many folders two files share: `astro/a/b.ts` and `astro/a/c.ts` share two. */
function sharedFolders(one: string, other: string): number {
  const [folders, others] = [dirname(one).split('/'), dirname(other).split('/')]
  const apart = folders.findIndex((folder, i) => folder !== others[i])
  return apart < 0 ? folders.length : apart
}

/** Returns the server tests that name an address which a file of routes binds: `/duty/alarms/` for `/duty/alarms/{id}`. */
function speakingTests(files: readonly Source[], tests: readonly string[]): Tests {
  const texts = new Map(files.map(({ path, text }) => [path, text]))
  const imported = new Map(
    files.map((file) => [file.path, file.imports.map(({ specifier }) => resolve(file, specifier))]),
  )
  const addressesOf = (path: string) =>
    [...(texts.get(path) ?? '').matchAll(/\bpath: '([^'{]+)/g)].map(([, address = '']) => address)
  const spoken = tests
    .filter((test) => memberOf(test) === 'server' && !OF_ALL_ROUTES.test(test))
    .map((test) => [test, texts.get(test) ?? ''] as const)
  return (routes) => {
    const addresses = (imported.get(routes) ?? []).filter((path) => path.startsWith('contract/')).flatMap(addressesOf)
    const times = (text: string) => addresses.reduce((sum, address) => sum + text.split(address).length - 1, 0)
    return spoken
      .map(([test, text]) => ({ test, times: times(text) }))
      .filter((one) => one.times > 0)
      .toSorted((a, b) => b.times - a.times)
      .map(({ test }) => test)
  }
}

/** Returns the files that a file imports, those that they import, and so on to the end. */
function importsOf(start: string, files: readonly Source[]): string[] {
  const byPath = new Map(files.map((file) => [file.path, file]))
  const seen = new Set([start])
  // The loop also visits entries that are added to the set meanwhile.
  for (const path of seen) {
    const file = byPath.get(path)
    for (const { specifier } of (file?.imports ?? []).filter(({ typeOnly }) => !typeOnly))
      if (file !== undefined) seen.add(resolve(file, specifier))
  }
  return [...seen]
}

/** Returns the files that import a file, those that import them, and so on, up to a number of steps. */
function importedBy(file: string, importing: (file: string) => readonly string[], steps: number): string[] {
  const seen = new Set<string>()
  let ring: readonly string[] = [file]
  for (let step = 0; step < steps && ring.length > 0; step += 1) {
    ring = [...new Set(ring.flatMap(importing))].filter((one) => !seen.has(one))
    for (const one of ring) seen.add(one)
  }
  return [...seen]
}

/** Pages have their own tests; the tests of the readers take minutes each time, and a change of a reader has nearer tests. */
const isTest = (path: string) =>
  /\.test\.tsx?$/.test(path) && !PAGE_TEST.test(path) && !path.startsWith('tools/readers/')

function resolve({ path }: Source, specifier: string): string {
  if (specifier.startsWith('@apsis/')) return specifier.slice('@apsis/'.length)
  return specifier.startsWith('.') ? join(dirname(path), specifier) : specifier
}
