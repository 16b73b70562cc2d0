import { expect, test } from 'vitest'
import { periodOf } from './period.ts'

const TURN = 2 * Math.PI
/** Returns uniform random numbers that are the same in each run (Park and Miller 1988, the minimal standard). */
function noise(seed: number) {
  let state = seed
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647 - 0.5
  }
}
const TIMES = Array.from({ length: 90 }, (_, place) => place * 2).filter((atS) => atS < 70 || atS > 100)

/** The minimum number of periods that the search requires (period.ts). */
const LEAST_TURNS = 3
/** The two computations add the same numbers in different orders. */
const SAME_SUMS_DIGITS = 6

const dot = (a: readonly number[], b: readonly number[]) => a.reduce((sum, one, i) => sum + one * (b[i] ?? 0), 0)

/** Subtracts the constant, slope and curve: Gram-Schmidt on powers of the time. */
function lessPolynomial(times: readonly number[], values: readonly number[]): readonly number[] {
  const less = (from: readonly number[], part: readonly number[]) => {
    const share = dot(from, part) / dot(part, part)
    return from.map((one, i) => one - share * (part[i] ?? 0))
  }
  const basis: (readonly number[])[] = []
  for (const power of [0, 1, 2])
    basis.push(
      basis.reduce(
        less,
        times.map((t) => (t / 100) ** power),
      ),
    )
  return basis.reduce(less, values)
}

/** The resolution of a period of half a minute in a track of 3 minutes: half of the period divided by the number of periods. */
const RESOLVED_S = 31.2 ** 2 / 178 / 2

test('a period of rotation of 31.2 s is found, across a gap and a slow change of the phase', () => {
  const random = noise(7)
  const samples = TIMES.map((atS) => ({
    atS,
    magnitude: 9.5 + 0.004 * atS + 2e-5 * atS ** 2 + 0.8 * Math.sin((TURN * atS) / 31.2) + 0.3 * random(),
  }))
  const found = periodOf(samples)
  expect(Math.abs((found?.seconds ?? 0) - 31.2)).toBeLessThan(RESOLVED_S)
  expect(found?.falseAlarm).toBeLessThan(1e-6)
})

test('noise alone has no period', () => {
  for (const seed of [1, 2, 3, 4, 5]) {
    const random = noise(seed * 1_000)
    expect(periodOf(TIMES.map((atS) => ({ atS, magnitude: 9 + random() })))?.falseAlarm).toBeGreaterThan(0.01)
  }
})

test('too few magnitudes, or equal ones, have no period', () => {
  expect(periodOf([{ atS: 0, magnitude: 9 }])).toBeUndefined()
  expect(periodOf(TIMES.map((atS) => ({ atS, magnitude: 9 })))).toBeUndefined()
})

test('the false alarm probability follows from a least-squares fit of a sine and a cosine, to which the sum with Lomb’s delay is equal', () => {
  const random = noise(11)
  const samples = TIMES.map((atS) => ({ atS, magnitude: 0.12 * Math.sin((TURN * atS) / 47) + 0.4 * random() }))
  const found = periodOf(samples)
  if (found === undefined) throw new Error('no period')
  const rest = lessPolynomial(
    TIMES,
    samples.map(({ magnitude }) => magnitude),
  )
  const variance = dot(rest, rest) / (rest.length - 1)
  const rate = TURN / found.seconds
  const [cos, sin] = [TIMES.map((t) => Math.cos(rate * t)), TIMES.map((t) => Math.sin(rate * t))]
  // The normal equations of rest = a cos + b sin; the power is half of the part that they explain (Lomb 1976).
  const [cc, ss, cs] = [dot(cos, cos), dot(sin, sin), dot(cos, sin)]
  const [rc, rs] = [dot(rest, cos), dot(rest, sin)]
  const explained = (ss * rc ** 2 - 2 * cs * rc * rs + cc * rs ** 2) / (cc * ss - cs ** 2)
  const spanS = Math.max(...TIMES) - Math.min(...TIMES)
  const tried = (TIMES.length / (2 * spanS) - LEAST_TURNS / spanS) * spanS
  const expected = 1 - (1 - Math.exp(-explained / 2 / variance)) ** tried
  expect(found.falseAlarm / expected).toBeCloseTo(1, SAME_SUMS_DIGITS)
})
