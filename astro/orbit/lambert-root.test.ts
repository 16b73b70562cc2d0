import fc from 'fast-check'
import { expect, test } from 'vitest'
import { realBetween } from '../testing/real-between.ts'
import { derivatives, findX, startDirect, startRevolutions, timeOf } from './lambert-root.ts'

/** Near the parabola Lagrange's differences of angles and their sines keep this many digits. */
const LAGRANGE_DIGITS = 8
/** The rounding of sums of a few terms with up to two revolutions. */
const CLOSED_FORM_DIGITS = 13
/** The rounding of a polynomial of λ. */
const PARABOLA_DIGITS = 14
/** Within 1e-7 of the parabola the derivative differs from its limit by about as much. */
const NEXT_TO_LIMIT_DIGITS = 5
/** The variable of the requested orbit, near the minimum of the time of flight, where it is least accurate. */
const ROOT_DIGITS = 9
/** Its time of flight, which is more accurate than the variable. */
const TIME_DIGITS = 10
/** Izzo's abstract: two iterations for a direct transfer. */
const DIRECT_STEPS = 2
/** Three, as in Gooding's solver, for transfers with full revolutions. */
const TURNING_STEPS = 3
/** The second-order error of a difference quotient over a millionth of the time. */
const SLOPE_DIGITS = 4
/** The rounding of the formula for long times. */
const LONG_TIME_DIGITS = 12
/** Near the singular ends the start is accurate to first order, a few per cent. */
const ASYMPTOTE_DIGITS = 1

const shape = realBetween(-0.99, 0.99)

/** Lagrange's equation, for ellipses with α and β (Izzo, eq. 9) and for hyperbolas: another form than the tested one. */
function lagrangeTime(x: number, lambda: number, revolutions: number): number {
  if (x < 1) {
    const alpha = 2 * Math.acos(x)
    const beta = 2 * Math.asin(lambda * Math.sin(alpha / 2))
    return (alpha - Math.sin(alpha) - (beta - Math.sin(beta)) + 2 * Math.PI * revolutions) / (2 * (1 - x * x) ** 1.5)
  }
  const alpha = 2 * Math.acosh(x)
  const beta = 2 * Math.asinh(lambda * Math.sinh(alpha / 2))
  return (Math.sinh(alpha) - alpha - (Math.sinh(beta) - beta)) / (2 * (x * x - 1) ** 1.5)
}

test("timeOf() agrees with Lagrange's time of ellipses and hyperbolas, near the parabola and far from it", () => {
  const x = fc.oneof(realBetween(-0.99, 0.99), realBetween(0.75, 0.99), realBetween(1.01, 1.25), realBetween(1.01, 30))
  fc.assert(
    fc.property(x, shape, fc.integer({ min: 0, max: 4 }), (at, lambda, turns) => {
      const revolutions = at < 1 ? turns : 0
      // Near the parabola its differences of angles and their sines keep this many digits.
      expect(timeOf(at, lambda, revolutions) / lagrangeTime(at, lambda, revolutions) - 1).toBeCloseTo(
        0,
        LAGRANGE_DIGITS,
      )
    }),
    { numRuns: 1000 },
  )
})

test('timeOf() agrees with the closed forms for the least energy and for the parabola', () => {
  for (const lambda of [-0.9, -0.3, 0, 0.4, 0.95]) {
    // Izzo, eq. 19 and 21.
    const least = Math.acos(lambda) + lambda * Math.sqrt(1 - lambda * lambda)
    for (const turns of [0, 1, 2])
      expect(timeOf(0, lambda, turns)).toBeCloseTo(least + turns * Math.PI, CLOSED_FORM_DIGITS)
    expect(timeOf(1, lambda, 0)).toBeCloseTo((2 / 3) * (1 - lambda ** 3), PARABOLA_DIGITS)
  }
})

test('derivatives() agree with differences of the time', () => {
  fc.assert(
    fc.property(realBetween(-0.8, 3), shape, fc.integer({ min: 0, max: 3 }), (x, lambda, turns) => {
      fc.pre(Math.abs(x - 1) > 0.01)
      const revolutions = x < 1 ? turns : 0
      const at = (by: number) => derivatives(x + by, timeOf(x + by, lambda, revolutions), lambda)
      const h = 1e-4
      const [before, here, after] = [at(-h), at(0), at(h)]
      const slope = (timeOf(x + h, lambda, revolutions) - timeOf(x - h, lambda, revolutions)) / (2 * h)
      // The error of the differences is a sixth of the third derivative times h², where each derivative grows by 1/(1 − x).
      const size = (k: 0 | 1 | 2) => Math.abs(here[k]) + Math.abs(here[2])
      const scale = 1e-7 * (1 + 1 / (1 - x) ** 2) ** 2
      expect(Math.abs(here[0] - slope)).toBeLessThan(scale * (1 + size(0)))
      expect(Math.abs(here[1] - (after[0] - before[0]) / (2 * h))).toBeLessThan(scale * (1 + size(1)))
      expect(Math.abs(here[2] - (after[1] - before[1]) / (2 * h))).toBeLessThan(scale * (1 + 10 * size(2)))
    }),
    { numRuns: 500 },
  )
  // At the parabola the limit (Izzo, eq. 24), from both sides.
  for (const x of [1 - 1e-7, 1, 1 + 1e-7])
    expect(derivatives(x, timeOf(x, 0.5, 0), 0.5)[0]).toBeCloseTo(0.4 * (0.5 ** 5 - 1), NEXT_TO_LIMIT_DIGITS)
})

test("findX() needs about as many steps as in Izzo's paper", () => {
  const steps: Record<string, number[]> = { only: [], left: [], right: [] }
  fc.assert(
    fc.property(shape, realBetween(-0.9, 3), (lambda, wanted) => {
      const time = timeOf(wanted, lambda, 0)
      const roots = findX(lambda, time, 3) ?? []
      expect(roots[0]?.x).toBeCloseTo(wanted, ROOT_DIGITS)
      for (const { x, revolutions, branch, steps: taken } of roots) {
        expect(timeOf(x, lambda, revolutions) / time).toBeCloseTo(1, TIME_DIGITS)
        steps[branch]?.push(taken)
      }
    }),
    { numRuns: 2000 },
  )
  const mean = (of: readonly number[] = []) => of.reduce((sum, one) => sum + one, 0) / of.length
  // Two steps of a direct transfer according to his abstract; three, as in Gooding's solver, with revolutions.
  expect(mean(steps.only)).toBeLessThan(DIRECT_STEPS)
  expect(steps.left?.length).toBeGreaterThan(500)
  expect(mean(steps.left)).toBeLessThan(TURNING_STEPS)
  expect(mean(steps.right)).toBeLessThan(TURNING_STEPS)
})

test('findX() finds two orbits for each number of revolutions that the time allows', () => {
  for (const lambda of [-0.8, 0, 0.7]) {
    for (const revolutions of [1, 2]) {
      const times = Array.from({ length: 20_001 }, (_, k) => timeOf(-0.99 + (1.98 * k) / 20_000, lambda, revolutions))
      const least = Math.min(...times)
      const found = (time: number) =>
        findX(lambda, time, 9)
          ?.filter((root) => root.revolutions === revolutions)
          .map(({ branch }) => branch)
      expect(found(least * (1 - 1e-6))).toEqual([])
      expect(found(least * (1 + 1e-6))).toEqual(['left', 'right'])
    }
  }
})

test('startDirect() is exact at the least energy and at the parabola, and has the slope there', () => {
  for (const lambda of [-0.9, -0.4, 0, 0.3, 0.8]) {
    const [atZero, atOne] = [timeOf(0, lambda, 0), timeOf(1, lambda, 0)]
    for (const factor of [1, 1 - 1e-12, 1 + 1e-12]) {
      expect(startDirect(lambda, atZero * factor)).toBeCloseTo(0, ROOT_DIGITS)
      expect(startDirect(lambda, atOne * factor)).toBeCloseTo(1, ROOT_DIGITS)
    }
    const [slope] = derivatives(1, atOne, lambda)
    const below = startDirect(lambda, atOne * (1 - 1e-6)) - 1
    expect((below * slope) / (-1e-6 * atOne)).toBeCloseTo(1, SLOPE_DIGITS)
    // Between the two it decreases with the time, like the exact x; for long times it tends to −1 (Izzo, eq. 30).
    const between = startDirect(lambda, (atZero + atOne) / 2)
    expect(between).toBeGreaterThan(0)
    expect(between).toBeLessThan(1)
    expect((1 + startDirect(lambda, 8 * atZero)) * 4).toBeCloseTo(1, LONG_TIME_DIGITS)
  }
})

test('startRevolutions() is accurate for long times, on both sides', () => {
  for (const lambda of [-0.6, 0, 0.6]) {
    for (const revolutions of [1, 2, 5]) {
      // From the poles of the time: (M + 1) π / (1 − x²)^1.5 near −1, M π / (1 − x²)^1.5 near 1.
      const gap = 1e-4
      const [left, right] = [timeOf(-1 + gap, lambda, revolutions), timeOf(1 - gap, lambda, revolutions)]
      expect((1 + startRevolutions(left, revolutions)[0]) / gap).toBeCloseTo(1, ASYMPTOTE_DIGITS)
      expect((1 - startRevolutions(right, revolutions)[1]) / gap).toBeCloseTo(1, ASYMPTOTE_DIGITS)
    }
  }
})
