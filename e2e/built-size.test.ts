import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { pageBytes, pageScripts, pagesWaitingFor, SHELL_KB, shellBytes } from './built-size.ts'
import { PROJECT_DIR } from './product.ts'

// `npm test` builds the pages before it runs this; otherwise there may be none.
const isBuilt = existsSync(join(PROJECT_DIR, 'web', 'dist', 'index.html'))
const KILOBYTE = 1_000
/** A text that only this library contains. */
const ONLY_IN_THREE = 'WebGLRenderer'
/** The budget for the code that each page waits for in addition to the shell, kB (ux.md §9): 120 for a screen without its charts, 80 for a guide. */
const PAGES_KB = { conjunctions: 120, docs: 80 } as const
/** The files that a page fetches before it draws: for the guides, this is the opened guide, and the longest one is measured. */
const FETCHED: Readonly<Record<string, string>> = { docs: 'guide' }

test.skipIf(!isBuilt)('the code that a page waits for before it draws stays within its budget', () => {
  expect(shellBytes()).toBeLessThanOrEqual(SHELL_KB * KILOBYTE)
  for (const [page, kilobytes] of Object.entries(PAGES_KB)) {
    const bytes = pageBytes(page, FETCHED[page])
    console.log(`${page}: +${(bytes / KILOBYTE).toFixed(1)} kB of ${kilobytes}`)
    expect(bytes, page).toBeGreaterThan(10 * KILOBYTE)
    expect(bytes, page).toBeLessThanOrEqual(kilobytes * KILOBYTE)
  }
})

/**
 * The page of space without and with its globe, kB. The aim is 250; a third of the code is shared with every page of the service, and
 * remains.
 */
const [SPACE_KB, SPACE_WITH_GLOBE_KB] = [275, 298]
/** The code of the globe beyond that of its page, kB: twenty for WebGL by hand, where a library would be 154 (docs/decisions/229). */
const GLOBE_KB = 25

test.skipIf(!isBuilt)('the globe is fetched only when it is asked for, and is small', () => {
  const [page, withGlobe] = [pageBytes('space'), pageBytes('space', 'globe-view')]
  console.log(`space: +${(page / KILOBYTE).toFixed(1)} kB, with the globe ${(withGlobe / KILOBYTE).toFixed(1)}`)
  expect(page).toBeLessThanOrEqual(SPACE_KB * KILOBYTE)
  expect(withGlobe).toBeLessThanOrEqual(SPACE_WITH_GLOBE_KB * KILOBYTE)
  expect(withGlobe - page).toBeGreaterThan(5 * KILOBYTE)
  expect(withGlobe - page).toBeLessThanOrEqual(GLOBE_KB * KILOBYTE)
  expect(pagesWaitingFor('eyeAboveGround')).toEqual([])
})

test.skipIf(!isBuilt)('the first page waits for few files: a browser requests six at a time', () => {
  expect(pageScripts('conjunctions')).toBeLessThanOrEqual(8)
})

test.skipIf(!isBuilt)("no operator's page waits for the code that draws space: it is fetched when it is opened", () => {
  expect(pagesWaitingFor(ONLY_IN_THREE)).toEqual([])
  // This shows that the search works: every page of events waits for the words of its columns.
  expect(pagesWaitingFor('conjunction').length).toBeGreaterThan(5)
})
