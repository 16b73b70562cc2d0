import { expect, test } from 'vitest'
import { CAMPAIGNS } from './campaigns.ts'
import { changedFiles, changesLayouts, commitHere, DEAR_TESTS, leftOut } from './draw.ts'
import { testFilesOf } from './run/test-files.ts'

/** 8,000 draws of one in four scatter by 0.005 (1σ). */
const DRAWN_SPREAD = 0.025

const commitOf = (number: number) => number.toString(16).padStart(8, '0').padEnd(40, '0')

test('about a quarter of the dear tests is run for a commit, the same each time, and each is run for some commit', () => {
  const COMMITS = 200
  const runs = Array.from({ length: COMMITS }, (_, number) => {
    const left = new Set(leftOut(commitOf(number), []))
    return DEAR_TESTS.filter((file) => !left.has(file))
  })
  const share = runs.flat().length / (COMMITS * DEAR_TESTS.length)
  expect(Math.abs(share - 1 / 4)).toBeLessThan(DRAWN_SPREAD)
  expect(new Set(runs.flat()).size).toBe(DEAR_TESTS.length)
  expect(leftOut(commitOf(7), [])).toEqual(leftOut(commitOf(7), []))
})

test('a dear test is run, whether drawn or not, when something in its folder has changed', () => {
  const near = ['server/ca/feed/mailbox-work.ts', 'server/ca/plan/life/plan.service.ts', 'README.md']
  const left = Array.from({ length: 20 }, (_, number) => leftOut(commitOf(number), near)).flat()
  const folders = new Set(left.map((file) => file.slice(0, file.lastIndexOf('/'))))
  expect([...folders].filter((folder) => /^server\/ca\/(feed|plan|plan\/life)$/.test(folder))).toEqual([])
  expect(left).toContain('server/ca/plan/design/separation.test.ts')
})

test('each dear test exists, and a campaign runs it', () => {
  const known = new Set(testFilesOf('server'))
  expect(DEAR_TESTS.filter((file) => !known.has(file))).toEqual([])
  const run = new Set(CAMPAIGNS.flatMap(({ command }) => command(1).args))
  expect(DEAR_TESTS.filter((file) => !run.has(file))).toEqual([])
})

test('a change of shared components or styles requires all layouts, and a change of a single folder or of a rule does not', () => {
  for (const file of [
    'web/ui/table/table.tsx',
    'web/chart/axis.ts',
    'web/ca/message/page/cdm.module.css',
    'web/base.css',
  ])
    expect(changesLayouts(['README.md', file]), file).toBe(true)
  expect(changesLayouts(['web/ca/message/page/field-table.tsx', 'server/ui/one.ts', 'web/ui.ts'])).toBe(false)
})

test('changedFiles() does not compare the tested commit with itself', () => {
  const changed = changedFiles()
  // A clone without history does not know what changed, and then this test has nothing to check.
  expect(changed === undefined || changed.since !== commitHere()).toBe(true)
  expect(commitHere()).toMatch(/^[0-9a-f]{40}$/)
})
