import type { Plugin } from 'vite'

/** Modules that at least this number of pages share are in one file: with a lower number, a page would load much that it never uses. */
const PAGES_IN_COMMON = 8
/** The page that is opened first and most often loads nothing that it does not use (ux.md §9). */
const FIRST_PAGE = /[\\/]conjunctions\.page\.tsx$/
/** A user who opens these pages also opens the first page, so they may wait for everything that it waits for. */
const LIKE_FIRST = /[\\/]ca[\\/]/
const PAGE = /\.page\.tsx$/
/** The modules that the first page fetches as soon as its rows are there: inspector and plots. */
const SHOWN_FIRST =
  /[\\/](list[\\/]inspector|intake[\\/]unfinished-import|status[\\/]pass-on-button|timeline[\\/]timeline-plot|probability[\\/]probability-plot|plane[\\/]conjunction-plane-plot)\.tsx$/
/** The modules that the frame itself fetches on every page. */
const FETCHED_BY_FRAME = /[\\/](toasts|named-objects)\.tsx?$/
/** The modules that the frame fetches with the first notice: no page waits for them, and a page without a notice does not load them. */
const FETCHED_WITH_NOTICE = /[\\/]notifications[\\/]notice-in-words\.ts$/
const FRAME_STARTS = [FETCHED_BY_FRAME, FETCHED_WITH_NOTICE]
const DEVELOPERS = /[\\/]dev[\\/]/
/** A library exports all its parts from one module; only the bundler knows which of them a page uses. */
const LIBRARY = /[\\/]node_modules[\\/]/
/** The parts of the screen kit; many pages use some of these. */
const KIT = /[\\/]node_modules[\\/](react-aria|react-aria-components|react-stately|@internationalized|@tanstack)[\\/]/
/** The pages with plots: list, event, overview and designer. */
const PAGES_WITH_PLOTS = 4
/** Scales and lines of the plots: small modules that are used together. */
const PLOTS =
  /[\\/]node_modules[\\/](d3-(array|color|format|interpolate|path|scale|shape|time|time-format)|internmap)[\\/]|[\\/]web[\\/]chart[\\/](calendar|label-places|tick-step)\.ts$/
/** Tables, and the code that draws only the visible part of a long table: a page that uses one of the two uses both. */
const TABLES = /[\\/]node_modules[\\/]@tanstack[\\/](react-table|table-core|react-virtual|virtual-core)[\\/]/
/** Data formats, and values with a mark of their state: small modules, each used by few pages. */
const SMALL = /[\\/]contract[\\/]|[\\/]web[\\/]ui[\\/](status|value)[\\/]/
/** Parts of the kit with fewer source bytes than this are put into the file of the most similar pages. */
const LEAST_KIT_BYTES = 200_000

const SHARED = ['common', 'first', 'beyond-first'] as const
type SharedChunk = (typeof SHARED)[number]

/** Returns the modules that a module imports before it runs. */
export type ImportsOf = (module: string) => readonly string[]

/** Returns the project's modules that run before or with these: the modules themselves, their imports, and so on. */
function waitedFor(starts: readonly string[], importsOf: ImportsOf): Set<string> {
  const found = new Set<string>()
  const open = [...starts]
  for (let module = open.pop(); module !== undefined; module = open.pop()) {
    if (LIBRARY.test(module) || found.has(module)) continue
    found.add(module)
    open.push(...importsOf(module))
  }
  return found
}

/**
 * Returns the modules that the frame itself fetches, and the modules that these wait for: a page that uses some of them need not wait for
 * more.
 */
function fetchedByFrame(modules: Iterable<string>, importsOf: ImportsOf, starts = FRAME_STARTS): Set<string> {
  return waitedFor(
    [...modules].filter((module) => starts.some((start) => start.test(module))),
    importsOf,
  )
}

/**
 * Returns the same modules in three parts: modules for which the first page also waits; modules that the first page would load without
 * using them; and modules that pages share with the notices. The second part excludes the modules that are loaded with the first notice,
 * because a page without a notice would load them without using them. The third part exists so that a page that shows an amount of money
 * does not load the words of all notices.
 */
export function partsOfFrame(modules: Iterable<string>, importsOf: ImportsOf) {
  const all = [...modules]
  const ofFirst = waitedFor(
    all.filter((module) => FIRST_PAGE.test(module)),
    importsOf,
  )
  const saysNotice = (module: string) => FETCHED_WITH_NOTICE.test(module)
  const ofPages = new Set(
    all
      .filter((module) => PAGE.test(module))
      .map((page) => waitedFor([page], importsOf))
      .filter((ofPage) => ![...ofPage].some(saysNotice))
      .flatMap((ofPage) => [...ofPage]),
  )
  const ofFrame = fetchedByFrame(all, importsOf)
  const always = fetchedByFrame(all, importsOf, [FETCHED_BY_FRAME])
  const beyondFirst = [...ofFrame].filter((module) => !ofFirst.has(module))
  return {
    withFirst: new Set([...ofFrame].filter((module) => ofFirst.has(module))),
    alone: new Set(beyondFirst.filter((module) => always.has(module))),
    withPages: new Set(beyondFirst.filter((module) => !always.has(module) && ofPages.has(module))),
  }
}

/**
 * Returns the pages that wait for each of our modules, by its path. Modules that the frame itself fetches are excluded: otherwise a frame
 * without a page would load everything that pages share.
 */
export function pagesByModule(modules: Iterable<string>, importsOf: ImportsOf): Map<string, Set<string>> {
  const all = [...modules]
  const ofFrame = fetchedByFrame(all, importsOf)
  const found = new Map<string, Set<string>>()
  for (const page of all) {
    if (!PAGE.test(page) || DEVELOPERS.test(page)) continue
    for (const module of waitedFor([page], importsOf))
      if (!ofFrame.has(module)) found.set(module, (found.get(module) ?? new Set()).add(page))
  }
  return found
}

/**
 * Returns the file for a module for which many pages wait, or the first page; null if the bundler decides. All pages that wait for an
 * importer of a module also wait for the module. So `common` imports nothing of `first`, both import nothing of `beyond-first`, and the
 * files have no import cycle.
 */
export function sharedBy(pages: ReadonlySet<string> | undefined): SharedChunk | null {
  if (pages === undefined) return null
  const isOfFirst = [...pages].some((page) => FIRST_PAGE.test(page))
  if (pages.size < PAGES_IN_COMMON)
    return isOfFirst && [...pages].every((page) => LIKE_FIRST.test(page)) ? 'first' : null
  return isOfFirst ? 'common' : 'beyond-first'
}

/**
 * True for a small module that the first page and a few other pages use: all such modules are in one file, because each would otherwise be
 * a file of its own.
 */
export function isFormOfFirst(module: string, pages: ReadonlySet<string> | undefined): boolean {
  return SMALL.test(module) && sharedBy(pages) === null && [...(pages ?? [])].some((page) => FIRST_PAGE.test(page))
}

/**
 * Returns the modules for which inspector and plots of the first page wait. Modules that the frame fetches are excluded, and so are modules
 * for which more than `PAGES_WITH_PLOTS` pages wait, because those pages would load the complete file.
 */
export function shownFirst(
  modules: Iterable<string>,
  importsOf: ImportsOf,
  pages: ReadonlyMap<string, ReadonlySet<string>>,
): Set<string> {
  const all = [...modules]
  const of = (starts: RegExp) =>
    waitedFor(
      all.filter((module) => starts.test(module)),
      importsOf,
    )
  const ofFrame = fetchedByFrame(all, importsOf)
  const isShared = (module: string) => ofFrame.has(module) || (pages.get(module)?.size ?? 0) > PAGES_WITH_PLOTS
  return new Set([...of(SHOWN_FIRST)].filter((module) => !isShared(module)))
}

/**
 * Returns the files for modules that pages share. Without this, the bundler makes a file for each set of modules that the same pages use: a
 * page waited for up to a hundred files of 3 kB, loaded six at a time, which takes a second if each takes 60 ms.
 */
export function sharedChunks() {
  let pages: ReadonlyMap<string, ReadonlySet<string>> = new Map()
  let shown: ReadonlySet<string> = new Set()
  let ofFrame: ReturnType<typeof partsOfFrame> = { withFirst: new Set(), alone: new Set(), withPages: new Set() }
  const plugin: Plugin = {
    name: 'shared-chunks',
    buildEnd() {
      const importsOf = (module: string) => this.getModuleInfo(module)?.importedIds ?? []
      pages = pagesByModule(this.getModuleIds(), importsOf)
      shown = shownFirst(this.getModuleIds(), importsOf, pages)
      ofFrame = partsOfFrame(this.getModuleIds(), importsOf)
    },
  }
  const ours = SHARED.map((name) => ({
    name,
    // The module of a page itself keeps its own file.
    test: (module: string) => !PAGE.test(module) && sharedBy(pages.get(module)) === name,
    includeDependenciesRecursively: false,
  }))
  const frame = {
    name: 'frame',
    test: (module: string) => ofFrame.alone.has(module),
    includeDependenciesRecursively: false,
  }
  const notices = {
    name: 'notices',
    test: (module: string) => ofFrame.withPages.has(module),
    includeDependenciesRecursively: false,
  }
  const forms = {
    name: 'forms',
    test: (module: string) => ofFrame.withFirst.has(module) || isFormOfFirst(module, pages.get(module)),
    includeDependenciesRecursively: false,
  }
  const tables = { name: 'tables', test: TABLES }
  const kit = {
    name: 'kit',
    test: KIT,
    minShareCount: 2,
    entriesAware: true,
    entriesAwareMergeThreshold: LEAST_KIT_BYTES,
  }
  const first = [
    { name: 'shown-first', test: (module: string) => shown.has(module), includeDependenciesRecursively: false },
    { name: 'plots', test: PLOTS },
  ]
  return { plugin, groups: [frame, notices, ...ours, forms, ...first, tables, kit] }
}
