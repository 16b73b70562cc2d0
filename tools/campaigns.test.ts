import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { CAMPAIGNS, type Entry, figuresOf, listLeft, parseWish, seedOf } from './campaigns.ts'
import { diskTree } from './house/tree.ts'
import { ROOT } from './run/step.ts'

test('every campaign runs files that exist, and `npm test` runs a part of it', () => {
  const files = CAMPAIGNS.flatMap(({ slice, command }) => [
    slice,
    ...command(1).args.filter((word) => word.endsWith('.ts')),
  ])
  expect(files.length).toBeGreaterThan(CAMPAIGNS.length)
  expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([])
  expect(CAMPAIGNS.every(({ slice }) => /\.(test|e2e)\.ts$/.test(slice))).toBe(true)
})

test('every test that `npm test` runs at a third of its size is run in full by the campaign of sizes', () => {
  const asking = diskTree(ROOT)
    .files()
    .filter((file) => file.endsWith('.test.ts') && !file.startsWith('astro/testing/'))
    .filter((file) => /from '.*testing\/test-size\.ts'/.test(readFileSync(join(ROOT, file), 'utf8')))
  const sizes = CAMPAIGNS.find(({ name }) => name === 'sizes')?.command(1)
  expect(sizes?.args.filter((word) => word.endsWith('.ts'))).toEqual(asking)
})

test('parseWish lists each campaign with each seed, and a campaign without a seed once', () => {
  expect(parseWish(['--seeds', '2', '--from', '7', 'kills', 'readers'])).toEqual([
    { campaign: 'kills', seed: 7 },
    { campaign: 'readers', seed: 7 },
    { campaign: 'kills', seed: 8 },
  ])
  const names = parseWish([])?.map(({ campaign }) => campaign)
  expect([...new Set(names)]).toEqual(CAMPAIGNS.map(({ name }) => name))
})

test('a campaign in parts has a turn and a seed for each part, and continues after the clean parts', () => {
  const turns = parseWish(['--seeds', '2', 'deliveries']) ?? []
  expect(turns.map(({ seed, part }) => [seed, part]).slice(8, 12)).toEqual([
    [1, 9],
    [1, 10],
    [2, 1],
    [2, 2],
  ])
  expect(new Set(turns.map((turn) => seedOf(turn, 10))).size).toBe(20)
  const ledger = turns.slice(0, 3).map((turn) => ({ ...turn, commit: 'abc', isClean: true, seconds: 1, figures: '' }))
  expect(listLeft(turns, ledger, 'abc')).toEqual(turns.slice(3))
})

test('parseWish refuses what it does not know', () => {
  for (const args of [['parades'], ['--seeds', '0'], ['--seeds', 'x'], ['--from', '0'], ['--seed', '1']])
    expect(parseWish(args)).toBeUndefined()
})

test('no two seeds damage the same messages', () => {
  const first = (seed: number) =>
    Number(
      CAMPAIGNS.find(({ name }) => name === 'formats')
        ?.command(seed)
        .args.at(-1),
    )
  expect([first(1), first(2), first(3)]).toEqual([1, 20_001, 40_001])
})

test('listLeft leaves out the turns that were clean on the same commit', () => {
  const turns = [1, 2, 3].map((seed) => ({ campaign: 'kills', seed }))
  const made = (seed: number, changes: Partial<Entry> = {}): Entry => ({
    campaign: 'kills',
    seed,
    commit: 'abc',
    isClean: true,
    seconds: 1,
    figures: '',
    ...changes,
  })
  const ledger = [made(1), made(2, { isClean: false }), made(3, { commit: 'abb' })]
  expect(listLeft(turns, ledger, 'abc').map(({ seed }) => seed)).toEqual([2, 3])
  expect(listLeft(turns, [made(1, { commit: 'abc-dirty' })], 'abc-dirty')).toEqual(turns)
})

test('figuresOf() keeps the line with the figures of a part of deliveries, and not the last line of the test runner', () => {
  const deliveries = CAMPAIGNS.find(({ name }) => name === 'deliveries')!
  const line = '250 deliveries of 24 notices in 10 ways to fail, 318 tries: 227 delivered; 0 faults, seed 1'
  expect(
    figuresOf(deliveries, `Raising: 3 tries, 5 wait.\n${line}\n\n      Tests  1 passed (1)\n   Duration  110.87s\n`),
  ).toBe(line)
  expect(figuresOf(deliveries, 'it failed\n   Duration  1 s\n')).toBe('   Duration  1 s')
  expect(figuresOf({}, 'first\nlast\n')).toBe('last')
})
