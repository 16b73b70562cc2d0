import { hasCollection } from '@apsis/astro/testing/reference-collection.ts'
import { expect, test } from 'vitest'
import { fits } from './collection.ts'
import { failuresOf, formatResult, formatSummary, isPassed, toJson } from './report.ts'
import { runSet } from './run.ts'
import type { ReferenceSet } from './set.ts'
import { makeTally, type Tally } from './tally.ts'

const metres = (error: number, limit = 1) => ({ error, limit, unit: 'm' })

function missesOf(compare: (tally: Tally) => void) {
  const tally = makeTally()
  compare(tally)
  return tally.outcome.misses
}

test('run() accepts an error within its limit, and reports a miss for a larger one, a missing number, a false statement, or a thrown error', () => {
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

test('a known deviation of the reference explains an error up to its stated size, and no other error', () => {
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

test('worst is the comparison that uses most of its limit; a comparison whose error is NaN stays the worst', () => {
  const tally = makeTally()
  tally.run('a', (check) => check.within('r', metres(2, 10)))
  tally.run('b', (check) => check.within('r', metres(1, 2)))
  expect(tally.outcome.worst.get('r')).toEqual(metres(1, 2))
  tally.run('c', (check) => check.within('r', metres(Number.NaN, 2)))
  tally.run('d', (check) => check.within('r', metres(1, 2)))
  expect(tally.outcome.worst.get('r')?.error).toBeNaN()
})

test.skipIf(!hasCollection())(
  'a set fails if one of its cases fails, if it fails as a whole, or if it has no case; sets that are not covered are counted as such',
  async () => {
    const runKind = (kind: ReferenceSet, name = 'sgp4/*.TLE') => runSet(kind, { name, description: '' })
    const good = await runKind({
      name: 'x/good',
      compare: (tally) => tally.run('a', (check) => check.within('r', metres(1e-4))),
    })
    const bad = await runKind({
      name: 'x/bad',
      compare: (tally) => tally.run('a', (check) => check.within('r', metres(2))),
    })
    const broken = await runKind({
      name: 'x/broken',
      compare: () => {
        throw new Error('no such file')
      },
    })
    const empty = await runKind({ name: 'x/empty', compare: () => {} })
    const idle = await runKind({ name: 'x/idle', compare: (tally) => tally.run('a', () => {}) })
    const none = await runKind({ name: 'x/none', notCovered: 'there is no such code' })
    const absent = await runKind({ name: 'x/absent', compare: () => {} }, 'sgp4/no-such-*.file')
    expect(isPassed([good, none])).toBe(true)
    for (const one of [bad, broken, empty, idle, absent]) expect(isPassed([good, one])).toBe(false)
    expect(broken.outcome && failuresOf(broken.outcome)).toHaveLength(1)
    expect(idle.outcome && failuresOf(idle.outcome)[0]?.reason).toBe('it checks nothing')
    expect(formatResult(good)).toMatch(/^✓ sgp4\/\*\.TLE +1 cases, 1 passed; r 1e-4 of 1 m/)
    expect(formatResult(bad)).toContain('✗ a: r 2 of 1 m')
    expect(formatResult(empty)).toMatch(/^✗/)
    expect(formatResult(none)).toMatch(/^- sgp4\/\*\.TLE +not covered: there is no such code$/)
    expect(formatSummary([good, bad, none])).toBe(
      '3 sets: 2 covered, 1 not covered; 2 cases: 1 passed, 1 failed, 0 explained, 0 skipped',
    )
    expect(toJson([bad, none])).toMatchObject([
      { cases: 1, passed: 0, failed: [{ name: 'a' }], worst: { r: metres(2) } },
      { notCovered: 'there is no such code' },
    ])
  },
)

test('a skipped case is counted in the line of its set and in the last line', () => {
  const tally = makeTally()
  tally.run('a', (check) => check.holds(true, 'so'))
  tally.skip('b', 'its message is not there')
  const result = { name: 'x/some', outcome: tally.outcome, notCovered: null, seconds: 0 }
  expect(formatResult(result)).toContain('1 cases, 1 passed, 1 skipped')
  expect(formatResult(result)).toContain('- b skipped: its message is not there')
  expect(formatSummary([result])).toMatch(/1 skipped$/)
})

test('fits() takes a star for anything but a slash, and every other character literally', () => {
  expect(fits('pc/cara_cdm_expected.csv', 'pc/*_cdm_expected.csv')).toBe(true)
  expect(fits('pc/cara_cdm/one.cdm', 'pc/*.cdm')).toBe(false)
  expect(fits('pc/cara_cdm/*', 'pc/*_cdm/*')).toBe(true)
  expect(fits('pc/aXcsv', 'pc/a.csv')).toBe(false)
})
