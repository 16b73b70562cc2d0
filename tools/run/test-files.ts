import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { ROOT } from './step.ts'

// The files of each project of vitest.config.ts.
const PURE = ['astro', 'ccsds', 'contract', 'cli', 'identity', 'tools', 'bench', 'e2e', 'engine']
const DATABASE_TESTS = '**/*.db.test.ts'
/** Minutes of processor time: a project of their own, after the quick ones. */
const READER_TESTS = 'tools/readers/**/*.test.ts'
/** The tests that open the built pages over an API (web/testing/page.ts); each is beside its page. */
const PAGE_TESTS = 'web/**/*.page.test.ts'
const SKIPPED_FOLDERS = ['**/node_modules/**', '**/dist/**', 'scratch/**']

export type Patterns = { readonly include: string[]; readonly exclude: string[] }

/** The patterns for files that only compute, and for those that open pages, in the form of vitest. */
export const PATTERNS = {
  unit: {
    include: PURE.map((member) => `${member}/**/*.test.ts`),
    exclude: [...SKIPPED_FOLDERS, DATABASE_TESTS, READER_TESTS],
  },
  web: { include: ['web/**/*.test.ts', 'web/**/*.test.tsx'], exclude: [...SKIPPED_FOLDERS, PAGE_TESTS] },
  page: { include: [PAGE_TESTS], exclude: SKIPPED_FOLDERS },
  pictures: { include: ['web/**/*.pictures.ts'], exclude: SKIPPED_FOLDERS },
  readers: { include: [READER_TESTS], exclude: SKIPPED_FOLDERS },
  server: { include: ['server/**/*.test.ts', 'identity/**/*.db.test.ts'], exclude: SKIPPED_FOLDERS },
  e2e: { include: ['e2e/**/*.e2e.ts'], exclude: SKIPPED_FOLDERS },
} as const satisfies Readonly<Record<string, Patterns>>

/** The test files of a project, from the root. */
export function testFilesOf(project: keyof typeof PATTERNS): string[] {
  const { include, exclude } = PATTERNS[project]
  const isForeign = (path: string) => ['node_modules', 'dist', 'scratch'].includes(basename(path))
  const left = new Set(
    globSync(
      exclude.filter((one) => !SKIPPED_FOLDERS.includes(one)),
      { cwd: ROOT, exclude: isForeign },
    ),
  )
  return globSync(include, { cwd: ROOT, exclude: isForeign })
    .filter((file) => !left.has(file))
    .sort()
}

/**
 * Returns the tests that open a browser. A test of this kind leaves the browser and timers behind in its worker, so these files share no worker and
 * no modules.
 */
export const browserTests = (): string[] =>
  testFilesOf('web').filter((file) => readFileSync(`${ROOT}/${file}`, 'utf8').includes('openBrowser('))
