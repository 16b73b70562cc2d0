import type { Plugin } from 'vite'

/** From this number of pages on, their common modules lie in one file: below, a page would read much that it never uses. */
const PAGES_IN_COMMON = 8
/** The page that is opened first and most often reads nothing that it does not use (ux.md §9). */
const FIRST_PAGE = /[\\/]conjunctions\.page\.tsx$/
/** A user who opens these opens the first page, too: they may wait for all that it waits for. */
const LIKE_FIRST = /[\\/]ca[\\/]/
const PAGE = /\.page\.tsx$/
/** The modules that the first page fetches at once when its rows are there: inspector and plots. */
const SHOWN_FIRST =
  /[\\/](list[\\/]inspector|intake[\\/]unfinished-import|status[\\/]pass-on-button|timeline[\\/]timeline-plot|probability[\\/]probability-plot|plane[\\/]conjunction-plane-plot)\.tsx$/
/** The modules that the frame fetches for itself on every page. */
const FETCHED_BY_FRAME = /[\\/](toasts|named-objects)\.tsx?$/
/** The modules that it fetches with the first notice: no page waits for them, and a page without a notice does without. */
const FETCHED_WITH_NOTICE = /[\\/]notifications[\\/]notice-in-words\.ts$/
const FRAME_STARTS = [FETCHED_BY_FRAME, FETCHED_WITH_NOTICE]
const DEVELOPERS = /[\\/]dev[\\/]/
/** A library names all its parts in one module; only the bundler knows which of them a page uses. */
const LIBRARY = /[\\/]node_modules[\\/]/
/** The parts of the screen kit, which many pages use some of. */
const KIT = /[\\/]node_modules[\\/](react-aria|react-aria-components|react-stately|@internationalized|@tanstack)[\\/]/
/** List, event, overview and designer. */
const PAGES_WITH_PLOTS = 4
/** Scales and lines of the plots: small modules that are used together. */
const PLOTS =
  /[\\/]node_modules[\\/](d3-(array|color|format|interpolate|path|scale|shape|time|time-format)|internmap)[\\/]|[\\/]web[\\/]chart[\\/](calendar|label-places|tick-step)\.ts$/
/** Tables, and the code that draws only the visible part of a long one: a page that uses one of the two uses both. */
const TABLES = /[\\/]node_modules[\\/]@tanstack[\\/](react-table|table-core|react-virtual|virtual-core)[\\/]/
/** Forms of data: small modules, each used by few pages. */
const CONTRACT = /[\\/]contract[\\/]/
/** Parts of the kit that fewer source bytes than these hold lie in the file of the pages that are most alike. */
const LEAST_KIT_BYTES = 200_000

const SHARED = ['common', 'first', 'beyond-first'] as const
type SharedChunk = (typeof SHARED)[number]

/** Returns the modules that a module imports before it runs. */
export type ImportsOf = (module: string) => readonly string[]

/** Returns the modules of the project that run before or with these: themselves, their imports, and so on. */
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

/** Returns the modules that the frame fetches for itself, with all that it waits for: a page that uses some of it waits for nothing more. */
function fetchedByFrame(modules: Iterable<string>, importsOf: ImportsOf, starts = FRAME_STARTS): Set<string> {
  return waitedFor(
    [...modules].filter((module) => starts.some((start) => start.test(module))),
    importsOf,
  )
}

/**
 * The same in three parts: what the first page waits for, too, and the rest, which it would wait for in vain. Of that, what comes with the
 * first notice is left out: a page without one would read it in vain. What pages share with the notices is the third: a page that names an
 * amount of money does not read the words of all notices.
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
 * The pages that wait for each module of ours, by its path. Without what the frame fetches for itself: a frame without a
 * page would read all that pages share.
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
 * The file in which a module lies that many pages wait for, or the first one; null where the bundler decides. A module is
 * waited for by all pages that wait for who imports it. So `common` imports nothing of `first`, neither of them anything of
 * `beyond-first`, and no circle of files arises.
 */
export function sharedBy(pages: ReadonlySet<string> | undefined): SharedChunk | null {
  if (pages === undefined) return null
  const isOfFirst = [...pages].some((page) => FIRST_PAGE.test(page))
  if (pages.size < PAGES_IN_COMMON)
    return isOfFirst && [...pages].every((page) => LIKE_FIRST.test(page)) ? 'first' : null
  return isOfFirst ? 'common' : 'beyond-first'
}

/** Forms of data that the first page waits for, with few pages of other services: one file, where each was one. */
export function isFormOfFirst(module: string, pages: ReadonlySet<string> | undefined): boolean {
  return CONTRACT.test(module) && sharedBy(pages) === null && [...(pages ?? [])].some((page) => FIRST_PAGE.test(page))
}

/**
 * Returns the modules that inspector and plots of the first page wait for. Left out are those that the frame fetches, and those that more
 * pages wait for than have these plots: those pages would load all of it.
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
 * Files for what pages share. Left to itself, the bundler makes a file of each set of modules that the same pages use: a page
 * waited for up to a hundred files of 3 kB, six at a time, which is a second where each takes 60 ms to come.
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
    // A page itself keeps the file of its own name.
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
