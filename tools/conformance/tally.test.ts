import { expect, test } from 'vitest'
import { failuresOf, formatResult, formatSummary, isPassed, runSet } from './report.ts'
import { makeTally, type Tally } from './tally.ts'

const metres = (error: number, limit = 1) => ({ error, limit, unit: 'm' })

function missesOf(compare: (tally: Tally) => void) {
  const tally = makeTally()
  compare(tally)
  return tally.outcome.misses
}

test('run() takes an error within its limit, and misses what is beyond it, no number, not so, or thrown', () => {
  expect(missesOf((tally) => tally.run('a', (check) => check.within('r', metres(1))))).toEqual([])
  expect(missesOf((tally) => tally.run('a', (check) => check.within('r', metres(1.1))))).toEqual([
    { name: 'a', reason: 'r 1.1 of 1 m' },
  ])
  expect(missesOf((tally) => tally.run('a', (check) => check.within('r', metres(Number.NaN))))).toHaveLength(1)
  expect(missesOf((tally) => tally.run('a', (check) => check.holds(false, 'it is read')))).toEqual([
    { name: 'a', reason: 'not so: it is read' },
  ])
  const thrown = missesOf((tally) =>
    tally.run('a', () => {
      throw new RangeError('decayed')
    }),
  )
  expect(thrown).toEqual([{ name: 'a', reason: 'RangeError: decayed' }])
})

test('a deviation of the reference explains as much as was shown of it, and nothing else', () => {
  const known = { upTo: 3, because: 'the table is rounded' }
  const miss = (error: number, alsoHolds: boolean) =>
    missesOf((tally) =>
      tally.run('a', (check) => {
        check.within('r', metres(error), known)
        check.holds(alsoHolds, 'it is read')
      }),
    )[0]
  expect(miss(0.5, true)).toBeUndefined()
  expect(miss(2, true)?.explained).toBe('the table is rounded')
  expect(miss(4, true)?.explained).toBeUndefined()
  expect(miss(Number.NaN, true)?.explained).toBeUndefined()
  expect(miss(2, false)?.explained).toBeUndefined()
})

test('worst has the comparison that takes most of its limit, and keeps one that is no number', () => {
  const tally = makeTally()
  tally.run('a', (check) => check.within('r', metres(2, 10)))
  tally.run('b', (check) => check.within('r', metres(1, 2)))
  expect(tally.outcome.worst.get('r')).toEqual(metres(1, 2))
  tally.run('c', (check) => check.within('r', metres(Number.NaN, 2)))
  tally.run('d', (check) => check.within('r', metres(1, 2)))
  expect(tally.outcome.worst.get('r')?.error).toBeNaN()
})

test('a set fails with a case of it, as a whole, or without a case; what is not covered is counted as such', async () => {
  const good = await runSet({
    name: 'x/good',
    compare: (tally) => tally.run('a', (check) => check.within('r', metres(1e-4))),
  })
  const bad = await runSet({
    name: 'x/bad',
    compare: (tally) => tally.run('a', (check) => check.within('r', metres(2))),
  })
  const broken = await runSet({
    name: 'x/broken',
    compare: () => {
      throw new Error('no such file')
    },
  })
  const empty = await runSet({ name: 'x/empty', compare: () => {} })
  const none = await runSet({ name: 'x/none', notCovered: 'there is no such code' })
  expect(isPassed([good, none])).toBe(true)
  for (const one of [bad, broken, empty]) expect(isPassed([good, one])).toBe(false)
  expect(broken.outcome && failuresOf(broken.outcome)).toHaveLength(1)
  expect(formatResult(good)).toMatch(/^✓ x\/good +1 cases, 1 passed; r 1e-4 of 1 m/)
  expect(formatResult(bad)).toContain('✗ a: r 2 of 1 m')
  expect(formatResult(empty)).toMatch(/^✗/)
  expect(formatResult(none)).toMatch(/^- x\/none +not covered: there is no such code$/)
  expect(formatSummary([good, bad, none])).toBe(
    '3 sets: 2 covered, 1 not covered; 2 cases: 1 passed, 1 failed, 0 explained',
  )
})
