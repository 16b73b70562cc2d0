import fc from 'fast-check'
import { expect, test } from 'vitest'
import { episodesOf, isSlow, LONGEST_GAP_REVOLUTIONS, type Passage } from './episodes.ts'

const PERIOD = 5700
const low = { orbitalSpeedMps: 7600, periodS: PERIOD }
const slow = (pair: string, seconds: number): Passage => ({ ...low, pair, seconds, relativeSpeedMps: 1 })
const fast = (pair: string, seconds: number): Passage => ({ ...low, pair, seconds, relativeSpeedMps: 9000 })

test('episodesOf() makes one episode of the two minima per revolution of a formation, for any duration', () => {
  const week = Array.from({ length: 212 }, (_, k) => slow('1 2', (k * PERIOD) / 2))
  expect(new Set(episodesOf(week))).toEqual(new Set([1]))
})

test('episodesOf() gives fast encounters no episode, also between the encounters of an episode', () => {
  expect(episodesOf([fast('1 2', 0), fast('1 2', 100)])).toEqual([undefined, undefined])
  expect(episodesOf([slow('1 2', 0), fast('1 2', 100), slow('1 2', 200)])).toEqual([1, undefined, 1])
})

test('episodesOf() makes one episode of parts of a station whose distance has no minimum for hours', () => {
  // 25544 and 49044 on 2024-11-01 (reference set "screening"): h, m, s.
  const minima = [
    [0, 43, 58.879],
    [6, 51, 11.556],
    [8, 22, 38.26],
    [11, 24, 29.176],
  ] as const
  expect(episodesOf(minima.map(([h, m, s]) => slow('25544 49044', 3600 * h + 60 * m + s)))).toEqual([1, 1, 1, 1])
})

test('episodesOf() starts a new episode after more than 30 revolutions, and another for each pair', () => {
  const gap = LONGEST_GAP_REVOLUTIONS * PERIOD
  expect(episodesOf([slow('1 2', 0), slow('1 2', gap), slow('1 2', 2 * gap + 1)])).toEqual([1, 1, 2])
  expect(episodesOf([slow('1 2', 0), slow('1 3', 0), slow('1 2', 9), slow('2 3', 9)])).toEqual([1, 2, 1, 3])
})

test('episodesOf() numbers episodes that start at the same time by their pairs, in any order of input', () => {
  expect(episodesOf([slow('1 3', 0), slow('1 2', 0), slow('2 3', 0)])).toEqual([2, 1, 3])
  expect(episodesOf([slow('2 3', 0), slow('1 3', 0), slow('1 2', 0)])).toEqual([3, 2, 1])
})

test('isSlow() is true for docked objects at rest, a formation, and neighbours in the geostationary ring', () => {
  expect(isSlow({ ...slow('a', 0), relativeSpeedMps: 0 })).toBe(true)
  expect(isSlow({ ...slow('a', 0), relativeSpeedMps: 10 })).toBe(true)
  expect(isSlow({ ...slow('a', 0), relativeSpeedMps: 15 })).toBe(false)
  const ring = { pair: 'a', seconds: 0, orbitalSpeedMps: 3075, periodS: 86_164 }
  expect(isSlow({ ...ring, relativeSpeedMps: 4 })).toBe(true)
  expect(isSlow({ ...ring, relativeSpeedMps: 10 })).toBe(false)
})

const passages = fc.uniqueArray(
  fc.record({
    pair: fc.constantFrom('1 2', '1 3', '2 3'),
    seconds: fc.integer({ min: 0, max: 300 * PERIOD }),
    relativeSpeedMps: fc.constantFrom(0, 0.001, 5, 11, 20, 14_000),
    orbitalSpeedMps: fc.constant(7600),
    periodS: fc.constant(PERIOD),
  }),
  { maxLength: 60, selector: ({ pair, seconds }) => `${pair} ${seconds}` },
)

test('episodesOf() satisfies its definition for random input: slow passages of one pair without a gap', () => {
  fc.assert(
    fc.property(passages, (given) => {
      const episodes = episodesOf(given)
      expect(episodes.length).toBe(given.length)
      expect(episodes.map((episode) => episode !== undefined)).toEqual(given.map(isSlow))
      const times = [...given.entries()].sort(([, a], [, b]) => a.seconds - b.seconds)
      for (const pair of ['1 2', '1 3', '2 3']) {
        const own = times.filter(([, passage]) => passage.pair === pair && isSlow(passage))
        own.slice(1).forEach(([place, passage], before) => {
          const [earlier, last] = own[before]!
          const belongs = passage.seconds - last.seconds <= LONGEST_GAP_REVOLUTIONS * PERIOD
          expect(episodes[place] === episodes[earlier]).toBe(belongs)
        })
      }
      const numbers = new Set(episodes.filter((episode) => episode !== undefined))
      expect([...numbers].sort((a, b) => a - b)).toEqual(Array.from(numbers, (_, k) => k + 1))
    }),
  )
})

test('episodesOf() gives every passage the same number in any order of input', () => {
  fc.assert(
    fc.property(passages, fc.infiniteStream(fc.nat()), (given, dice) => {
      const shuffled = given.map((passage) => ({ passage, at: dice.next().value })).sort((a, b) => a.at - b.at)
      const episodes = new Map(
        shuffled.map(({ passage }, k) => [passage, episodesOf(shuffled.map((one) => one.passage))[k]]),
      )
      expect(given.map((passage) => episodes.get(passage))).toEqual(episodesOf(given))
    }),
    { numRuns: 40 },
  )
})
