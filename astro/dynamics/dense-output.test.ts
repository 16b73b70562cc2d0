import { expect, test } from 'vitest'
import { type FollowedQuantity, findCrossings } from './crossing.ts'
import { type DenseStep, evaluateStep, makeDenseStep } from './dense-output.ts'
import { integrate } from './integrate.ts'
import { STAGES, STAGES_EXTENDED } from './stages.ts'

/** Sums of sixteen stages with weights of up to a hundred. */
const ROUNDING = 1e-12
/** A zero to the last bit of its time, of functions with slopes of the order of 1. */
const LAST_BIT = 1e-14
/** Numbers up to 1 from a few products of them: 5e-16. */
const LAST_BIT_DIGITS = 15
/** Five times the tolerance of the integration, 1e-13. */
const INTEGRATED_DIGITS = 12

/**
 * The step of y' = n t^(n−1), y = t^n. The derivative knows no y, so that all 13 stages are those of the times c of the method
 * (Hairer, Norsett and Wanner, §II.5, table 5.2 and the code DOP853).
 */
function powerStep(n: number, t: number, h: number): DenseStep {
  const derivative = (at: number, _y: Float64Array, out: Float64Array) => {
    out[0] = n * at ** (n - 1)
  }
  const root = Math.sqrt(6)
  const nodes = [
    ...[0, (6 - root) / 67.5, (6 - root) / 45, (6 - root) / 30, (6 + root) / 30, 1 / 3, 1 / 4],
    ...[4 / 13, 127 / 195, 3 / 5, 6 / 7, 1, 1],
  ]
  const k = new Float64Array(STAGES_EXTENDED)
  for (const [stage, c] of nodes.entries()) k[stage] = n * (t + c * h) ** (n - 1)
  expect(nodes.length).toBe(STAGES + 1)
  return makeDenseStep(derivative, { t, h, y: Float64Array.of(t ** n), yEnd: Float64Array.of((t + h) ** n), k })
}

test.each([1, 2, 3, 4, 5, 6, 7])('the polynomials of a step of order 7 are exact for t^%d, forwards and back', (n) => {
  for (const [t, h] of [
    [1, 0.5],
    [2, -0.75],
    [-0.5, 1],
  ] as const) {
    const step = powerStep(n, t, h)
    for (const x of [0, 0.1, 1 / 3, 0.5, 0.77, 1]) {
      const exact = (t + x * h) ** n
      expect(Math.abs(evaluateStep(step, t + x * h)[0]! - exact)).toBeLessThan(ROUNDING * 100)
    }
    // The ends are exact, so that steps join.
    expect(evaluateStep(step, t)[0]).toBe(t ** n)
  }
})

/** A step from 0 to `h` on which y is x (1 − x) (polynomial c1) and z is x, with x the share of the step. */
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

test('evaluateStep() reads a parabola and a line from their coefficients', () => {
  for (const h of [10, -10])
    for (const x of [0, 0.2, 0.5, 1]) {
      const [bow, line] = evaluateStep(parabola(h), x * h)
      expect(bow).toBeCloseTo(x * (1 - x), LAST_BIT_DIGITS)
      expect(line).toBeCloseTo(x, LAST_BIT_DIGITS)
    }
})

test('findCrossings() has zeros in the order of the flight, in their direction, and none twice', () => {
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
    // Along the flight: cos 5x falls first and rises then.
    expect(wanted(1)).toEqual([all[0]!.t, all[2]!.t])
    expect(wanted(-1)).toEqual([all[1]!.t])
    expect(findCrossings([falls, rises], parabola(h), all.slice(1))).toEqual(all.slice(0, 1))
  }
})

test('findCrossings() has a zero at the end of a part once, and one at the start not at all', () => {
  const at = (zero: number) => findCrossings([share('line', (x) => x - zero)], parabola(8), []).map(({ t }) => t)
  expect(at(0)).toEqual([])
  for (const zero of [0.25, 0.5, 0.75, 1]) expect(at(zero)).toEqual([8 * zero])
  expect(at(-0.1)).toEqual([])
  expect(at(1.1)).toEqual([])
})

test('findCrossings() comes to the last bit of steep, flat and broken functions', () => {
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

test('a terminal zero of an integrated motion is where its closed form has it', () => {
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
