import { dirname, join } from 'node:path/posix'
import { type Source, sources } from '../house/source.ts'
import { memberOf, type Tree } from '../house/tree.ts'

/** More tests than these say the same again, and cost as much. */
const MOST = 10
/** A step goes from a file to the files that import it: farther tests run it, but hardly check it. */
const STEPS = 3

/** A test that asks every route takes minutes, and says little of each. */
const OF_ALL_ROUTES = /^server\/platform\//

/** One table has every limit and default of all calls: it is near to all modules of a call, however far. */
const LIMITS = { test: 'contract/limits.test.ts', of: 'contract/api/services.ts' }

/**
 * The largest numbers of tests that run a file from farther away, for changes that the near ones did not notice; and of the server's,
 * which take longer.
 */
const [MOST_FARTHER, MOST_OF_SERVER] = [40, 12]

/** Each opens a browser and loads the application. */
const MOST_OF_PAGES = 6
const PAGE_TEST = /\.page\.test\.ts$/

/** The members that are tested mostly by the tests of the server. */
const SERVED = new Set(['server', 'contract'])

/** Test files that a file concerns, the nearest first. */
type Tests = (file: string) => string[]

/** Returns the tests to run when a file changes, and those to ask when none of these notices. */
export type Nearby = {
  readonly near: Tests
  readonly farther: Tests
  /** Tests that open a page with the file in it. They import none of it, as it comes from a build. */
  readonly ofPages: Tests
}

/**
 * Near: the test of the same name, tests of the same noun in the same folder, and tests that import the file or, farther, what imports
 * it; those of its own folder and member first. The table of all limits is near to what calls are made of. Tests of the server
 * cost a database: they are near to the server only. They speak over the wire and import no route, so that the tests of the noun
 * of what imports the file are near to it, too, and those that name an address of a route which imports it, the most often first.
 * Farther: what imports the file over however many others, of its own member first, then by how many folders they share.
 * Of pages: those beside the file, and those in the folders of the pages that import it over however many others; first whose name
 * is a folder or a word of the file, then by how many folders they share.
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

/** In how many folders both lie: `astro/a/b.ts` and `astro/a/c.ts` in two. */
function sharedFolders(one: string, other: string): number {
  const [folders, others] = [dirname(one).split('/'), dirname(other).split('/')]
  const apart = folders.findIndex((folder, i) => folder !== others[i])
  return apart < 0 ? folders.length : apart
}

/** The tests of the server that name an address which a file of routes binds: `/duty/alarms/` of `/duty/alarms/{id}`. */
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
  // A set also iterates over entries that are added meanwhile.
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

/** Pages have their own tests; the tests of the readers take minutes each time, and a change of a reader has nearer ones. */
const isTest = (path: string) =>
  /\.test\.tsx?$/.test(path) && !PAGE_TEST.test(path) && !path.startsWith('tools/readers/')

function resolve({ path }: Source, specifier: string): string {
  if (specifier.startsWith('@apsis/')) return specifier.slice('@apsis/'.length)
  return specifier.startsWith('.') ? join(dirname(path), specifier) : specifier
}
