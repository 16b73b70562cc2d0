import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { limitsOf } from './tools/calibration.ts'
import { LongestFirst } from './tools/longest-first.ts'
import { browserTests, PATTERNS } from './tools/run/test-files.ts'
import { coast } from './web/coast.config.ts'

/** Vitest would leave one of two processors to itself, which mostly waits; so do tests of processes and databases. */
const ALL_PROCESSORS = availableParallelism()
/** A server test waits for half of its time or longer, for a process, a lease or a limit: three share two processors. */
const SERVER_TESTS_AT_ONCE = Math.ceil(1.5 * ALL_PROCESSORS)
/** A journey waits half of its time, for a page, for the product or for a minute of the clock; each of three has a product of its own. */
const JOURNEYS_AT_ONCE = 3
const BROWSER_TESTS = browserTests()
/** What earlier runs have proved, of the files whose result is kept (tools/proved). */
const PROVED: string[] = process.env.APSIS_TEST_PROVED
  ? JSON.parse(readFileSync(process.env.APSIS_TEST_PROVED, 'utf8'))
  : []
/** The dear tests that this run leaves to other commits (tools/draw.ts). */
const LEFT_OUT = process.env.APSIS_TEST_LEFT_OUT?.split(',').filter(Boolean) ?? []
/**
 * What only computes stands back behind the server tests (tools/test.ts): of a processor that both want it gets a quarter, and those have
 * processes of their own, which want it, too.
 */
const STANDING_BACK = 0.1
/** Beside server tests and journeys there is always something that computes. */
const BESIDE_COMPUTING = 0.5
// What a test may take alone on a quiet machine, s. One that has to take longer says so in its own limit, with the reason.
const COMPUTING = limitsOf(10, { atOnce: ALL_PROCESSORS, share: STANDING_BACK })
const PAGE = limitsOf(10, { atOnce: ALL_PROCESSORS, share: BESIDE_COMPUTING })
const SERVER = limitsOf(30, { atOnce: SERVER_TESTS_AT_ONCE, share: BESIDE_COMPUTING })
const JOURNEY = limitsOf(180, { atOnce: JOURNEYS_AT_ONCE })
/** For hooks, which start a database or a product and open a demo fleet; and for the readers, each a minute of processor time. */
const LONG_LIMIT_MS = 1_200_000
/** Of the tests of the web application, those with a browser apart: `--project 'web*'` runs both. */
const WEB = {
  environment: 'node',
  pool: 'threads',
  maxWorkers: ALL_PROCESSORS,
  testTimeout: COMPUTING.testTimeout,
  expect: { requireAssertions: true, poll: { timeout: COMPUTING.waitMs } },
} as const

/** What opens the built pages over an API and a database of its own: tests, and what draws pictures of them. */
const OF_PAGES = {
  globalSetup: ['tools/keeper.setup.ts', 'server/platform/testing/database.setup.ts', 'web/testing/pages.setup.ts'],
  setupFiles: ['tools/file-time.setup.ts', 'tools/worker.setup.ts', 'web/testing/page.setup.ts'],
  pool: 'forks' as const,
  // The files of a worker share the modules of the server and a browser; Node reads them itself.
  isolate: false,
  experimental: { viteModuleRunner: false, nodeLoader: false },
  maxWorkers: ALL_PROCESSORS,
  testTimeout: PAGE.testTimeout,
  expect: { requireAssertions: true, poll: { timeout: PAGE.waitMs } },
  env: { APSIS_TEST_WAIT_MS: String(PAGE.waitMs) },
  sequence: { groupOrder: 1 },
}

export default defineConfig({
  test: {
    // A test that asserts nothing can never fail, so it fails.
    expect: { requireAssertions: true },
    hookTimeout: LONG_LIMIT_MS,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [...PATTERNS.unit.include],
          exclude: [...PATTERNS.unit.exclude, ...PROVED],
          pool: 'threads',
          isolate: false,
          experimental: { viteModuleRunner: false, nodeLoader: false },
          maxWorkers: ALL_PROCESSORS,
          testTimeout: COMPUTING.testTimeout,
          expect: { requireAssertions: true, poll: { timeout: COMPUTING.waitMs } },
          setupFiles: ['tools/file-time.setup.ts', 'tools/proved/guard.setup.ts', 'tools/property.setup.ts'],
        },
      },
      {
        extends: true,
        // Maps have their coast lines in tests, too.
        plugins: [coast],
        test: {
          ...WEB,
          name: 'web',
          setupFiles: ['tools/file-time.setup.ts', 'tools/proved/guard.setup.ts', 'tools/property.setup.ts'],
          include: [...PATTERNS.web.include],
          exclude: [...PATTERNS.web.exclude, ...BROWSER_TESTS, ...PROVED],
          isolate: false,
        },
      },
      {
        extends: true,
        // Maps have their coast lines in tests, too.
        plugins: [coast],
        test: {
          ...WEB,
          name: 'web-browser',
          include: BROWSER_TESTS,
          exclude: PROVED,
          setupFiles: ['tools/file-time.setup.ts', 'tools/proved/guard.setup.ts', 'tools/property.setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          ...OF_PAGES,
          name: 'page',
          include: [...PATTERNS.page.include],
          exclude: [...PATTERNS.page.exclude],
        },
      },
      {
        extends: true,
        test: {
          ...OF_PAGES,
          name: 'pictures',
          include: [...PATTERNS.pictures.include],
          exclude: [...PATTERNS.pictures.exclude],
        },
      },
      {
        extends: true,
        test: {
          name: 'readers',
          include: [...PATTERNS.readers.include],
          exclude: [...PATTERNS.readers.exclude, ...PROVED],
          setupFiles: ['tools/file-time.setup.ts', 'tools/proved/guard.setup.ts'],
          pool: 'threads',
          testTimeout: LONG_LIMIT_MS,
          sequence: { groupOrder: 3 },
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: [...PATTERNS.server.include],
          exclude: [...PATTERNS.server.exclude, ...LEFT_OUT],
          globalSetup: ['tools/keeper.setup.ts', 'server/platform/testing/database.setup.ts'],
          setupFiles: ['tools/file-time.setup.ts', 'tools/property.setup.ts', 'tools/worker.setup.ts'],
          pool: 'forks',
          // The files of a worker share the modules of the server, and Node reads them itself: reading them for each file, by
          // way of vite, was a third of the processor time of these tests.
          isolate: false,
          experimental: { viteModuleRunner: false, nodeLoader: false },
          maxWorkers: SERVER_TESTS_AT_ONCE,
          testTimeout: SERVER.testTimeout,
          expect: { requireAssertions: true, poll: { timeout: SERVER.waitMs } },
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: [...PATTERNS.e2e.include],
          exclude: [...PATTERNS.e2e.exclude],
          globalSetup: ['tools/keeper.setup.ts', 'e2e/product.setup.ts'],
          setupFiles: ['tools/file-time.setup.ts', 'tools/worker.setup.ts'],
          pool: 'forks',
          // The files of a worker share its process, Playwright and the address of its product; Node reads them itself.
          isolate: false,
          experimental: { viteModuleRunner: false, nodeLoader: false },
          maxWorkers: JOURNEYS_AT_ONCE,
          testTimeout: JOURNEY.testTimeout,
          expect: { requireAssertions: true, poll: { timeout: JOURNEY.waitMs } },
          // As long Playwright waits (e2e/visitor.ts).
          env: { APSIS_TEST_WAIT_MS: String(JOURNEY.waitMs) },
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
