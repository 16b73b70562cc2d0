import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './run/step.ts'
import { tellUnstable, UNSTABLE } from './unstable.ts'

const SIGHTING = { file: 'e2e/ca/find.e2e.ts', seed: '0123456789ab', date: '2026-11-28' }
const LINE = 'e2e/ca/find.e2e.ts,0123456789ab,2026-11-28'
const ledgerOf = (...lines: string[]) => ['file,seed,date', ...lines, ''].join('\n')

test('an unstable file is named the first two times, with the line to commit', () => {
  for (const ledger of [ledgerOf(), ledgerOf(LINE)]) {
    const { lines, fails } = tellUnstable(SIGHTING, ledger)
    expect(lines).toEqual([
      'UNSTABLE, passed only in a second run: e2e/ca/find.e2e.ts',
      `UNSTABLE, line to commit in tools/unstable.csv: ${LINE}`,
    ])
    expect(lines.every((line) => line.startsWith(UNSTABLE))).toBe(true)
    expect(fails).toBe(false)
  }
})

test('a file that has two lines in the ledger and is unstable again fails the run', () => {
  const { lines, fails } = tellUnstable(SIGHTING, ledgerOf(LINE, LINE))
  expect(fails).toBe(true)
  expect(lines[0]).toBe(
    'UNSTABLE, passed only in a second run: e2e/ca/find.e2e.ts, as 2 times before: that fails the run until it is mended',
  )
})

test('lines of other files do not count', () => {
  const others = ['e2e/ca/find.e2e.ts.old,a,b', 'server/e2e/ca/find.e2e.ts,a,b', LINE]
  expect(tellUnstable(SIGHTING, ledgerOf(...others)).fails).toBe(false)
})

test('the ledger of the repository names existing files', () => {
  const [head, ...lines] = readFileSync(join(ROOT, 'tools', 'unstable.csv'), 'utf8')
    .trimEnd()
    .split('\n')
  expect(head).toBe('file,seed,date')
  expect(lines.filter((line) => !/^[^,]+,[0-9a-f]{12},\d{4}-\d\d-\d\d$/.test(line))).toEqual([])
  expect(lines.filter((line) => !existsSync(join(ROOT, line.split(',')[0] ?? '')))).toEqual([])
})
