import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { CAMPAIGNS } from './campaigns.ts'
import { changedFiles, changesLayouts, commitHere, drawKillTests, KILL_TESTS } from './draw.ts'
import { diskTree } from './house/tree.ts'
import { ROOT } from './run/step.ts'

const commitOf = (number: number) => number.toString(16).padStart(8, '0').padEnd(40, '0')

test('two kill tests are drawn for a commit, the same each time, and some commit draws each pair', () => {
  const drawn = Array.from({ length: 28 }, (_, number) => drawKillTests(commitOf(number), []))
  expect(drawn.map(({ length }) => length)).toEqual(drawn.map(() => 2))
  // Eight tests make 28 pairs.
  expect(new Set(drawn.map(String)).size).toBe(28)
  expect(drawKillTests(commitOf(28), [])).toEqual(drawn[0])
})

test('a kill test that was changed is run, whether drawn or not', () => {
  expect(drawKillTests(commitOf(0), [...KILL_TESTS, 'README.md'])).toEqual(KILL_TESTS)
})

test('the kill tests are the files that check whether they were drawn, and a campaign runs each of them', () => {
  const asking = diskTree(ROOT)
    .files()
    .filter((file) => file.startsWith('server/') && file.endsWith('.test.ts'))
    .filter((file) => readFileSync(join(ROOT, file), 'utf8').includes('killTestIn(import.meta.filename)'))
  expect(asking).toEqual(KILL_TESTS)
  const run = new Set(CAMPAIGNS.flatMap(({ command }) => command(1).args))
  expect(KILL_TESTS.filter((file) => !run.has(file))).toEqual([])
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
