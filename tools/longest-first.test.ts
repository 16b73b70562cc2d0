import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { LONGEST, longestFirst } from './longest-first.ts'
import { ROOT } from './run/step.ts'

const nothing = () => false

test('files that took longest in the last run are run first, and files without a known time last', () => {
  const durations = { 'a.test.ts': 10, 'b.test.ts': 3_000, 'c.test.ts': 200 }
  expect(longestFirst(['new.test.ts', 'a.test.ts', 'c.test.ts', 'b.test.ts'], durations, nothing)).toEqual([
    'b.test.ts',
    'c.test.ts',
    'a.test.ts',
    'new.test.ts',
  ])
})

test('files that would wait while another file fills a world that they share are run last', () => {
  const durations = { 'fleet-a': 9, 'fleet-b': 8, a: 3, b: 1 }
  const isDear = (file: string) => file.startsWith('fleet')
  expect(longestFirst(['b', 'fleet-b', 'fleet-a', 'a'], durations, isDear)).toEqual(['fleet-a', 'a', 'b', 'fleet-b'])
})

test('in a clone that has run nothing, the list tells which files take long, and a known time has priority over it', () => {
  const [first = '', second = '', third = ''] = LONGEST
  expect(longestFirst(['a.test.ts', third, first, second], {}, nothing)).toEqual([first, second, third, 'a.test.ts'])
  expect(longestFirst(['a.test.ts', third, first], { [first]: 1, 'a.test.ts': 5 }, nothing)).toEqual([
    third,
    'a.test.ts',
    first,
  ])
})

test('the list names existing files', () => {
  expect(LONGEST.filter((file) => !existsSync(join(ROOT, file)))).toEqual([])
})
