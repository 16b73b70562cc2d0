import { expect, test } from 'vitest'
import { type FollowedQuantity, findCrossings } from './crossing.ts'
import { type DenseStep, evaluateStep } from './dense-output.ts'
import { integrate } from './integrate.ts'

/** A zero is found to the last bit of its time, for functions with slopes of the order of 1. */
const LAST_BIT = 1e-14

/** Five times the tolerance of the integration, 1e-13. */
const INTEGRATED_DIGITS = 12

/** A step from 0 to `h` on which y is x (1 − x) (polynomial c1) and z is x, where x is the fraction of the step. */
const parabola = (h: number): DenseStep => ({
  t: 0,
  h,
  y: Float64Array.of(0, 0),
  polynomials: Float64Array.from({ length: 14 }, (_, k) => (k === 1 || k === 2 ? 1 : 0)),
})

const share = (name: string, value: (x: number) => number, more: Partial<FollowedQuantity> = {}) => ({
  name,
  value: (_t: number, y: Float64Array) => value(y[1]!),
  ...more,
})

test('findCrossings() returns zeros in the order of the integration, in their direction, and none twice', () => {
  for (const h of [10, -10]) {
    const rises = share('rises', (x) => x ** 3 - 0.008)
    const falls = share('falls', (x) => Math.cos(x * 5))
    const all = findCrossings([falls, rises], parabola(h), [])
    // cos 5x is 0 at x = π/10 and 3π/10; x³ = 0.008 at 0.2.
    const expected = [0.2, Math.PI / 10, (3 * Math.PI) / 10]
    expect(all.map(({ quantity }) => quantity.name)).toEqual(['rises', 'falls', 'falls'])
    for (const [k, x] of expected.entries()) expect(Math.abs(all[k]!.t / h - x)).toBeLessThan(LAST_BIT)
    for (const { t, y } of all) expect(y).toEqual(evaluateStep(parabola(h), t))
    const wanted = (direction: 1 | -1) =>
      findCrossings(
        [
          { ...falls, direction },
          { ...rises, direction },
        ],
        parabola(h),
        [],
      ).map(({ t }) => t)
    // Along the integration: cos 5x decreases first and then increases.
    expect(wanted(1)).toEqual([all[0]!.t, all[2]!.t])
    expect(wanted(-1)).toEqual([all[1]!.t])
    expect(findCrossings([falls, rises], parabola(h), all.slice(1))).toEqual(all.slice(0, 1))
  }
})

test('findCrossings() returns a zero at the end of a part once, and a zero at the start not at all', () => {
  const at = (zero: number) => findCrossings([share('line', (x) => x - zero)], parabola(8), []).map(({ t }) => t)
  expect(at(0)).toEqual([])
  for (const zero of [0.25, 0.5, 0.75, 1]) expect(at(zero)).toEqual([8 * zero])
  expect(at(-0.1)).toEqual([])
  expect(at(1.1)).toEqual([])
})

test('findCrossings() finds the last bit for steep, flat and discontinuous functions', () => {
  for (const [name, value, zero] of [
    ['steep', (x: number) => Math.tanh(1e4 * (x - 0.3)), 0.3],
    ['flat', (x: number) => (x - 0.6) ** 3, 0.6],
    ['flatter', (x: number) => (x - 0.6) ** 7, 0.6],
    ['a jump', (x: number) => (x < 0.4 ? -1 : 3), 0.4],
    ['one-sided', (x: number) => Math.expm1(40 * (x - 0.55)), 0.55],
  ] as const) {
    const [only, ...others] = findCrossings([share(name, value)], parabola(1), [])
    expect(others).toEqual([])
    expect(Math.abs(only!.t - zero), name).toBeLessThan(LAST_BIT)
  }
})

test('a terminal zero of an integrated motion agrees with its closed form', () => {
  const solution = integrate({
    derivative: (_t, y, out) => out.set([y[1]!, -y[0]!]),
    start: 0,
    end: 10,
    y: [0, 1],
    relativeTolerance: 1e-13,
    absoluteTolerance: 1e-13,
    followed: [{ name: 'top', value: (_t: number, y: Float64Array) => y[1]!, terminal: true }],
  })
  if (!solution.ok) throw new Error(solution.reason)
  expect(solution.end).toBeCloseTo(Math.PI / 2, INTEGRATED_DIGITS)
  expect(solution.crossings.map(({ y }) => y[0]!.toFixed(9))).toEqual(['1.000000000'])
})
