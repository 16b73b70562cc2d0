import { expect, test } from 'vitest'
import { ExecutionCovariance } from './execution-covariance.ts'

const isTaken = (matrix: readonly (readonly number[])[]) => ExecutionCovariance.safeParse(matrix).success

/** Returns a covariance with standard deviations of 1, 2 and 3 mm/s, and the given correlations of R with T, R with N and T with N. */
function ofCorrelations(rt: number, rn: number, tn: number, scale = 1e-3): number[][] {
  const sigmas = [scale, 2 * scale, 3 * scale] as const
  const shares = [
    [1, rt, rn],
    [rt, 1, tn],
    [rn, tn, 1],
  ]
  return shares.map((row, i) => row.map((share, k) => share * (sigmas[i] ?? 0) * (sigmas[k] ?? 0)))
}

test('the covariance of a burn may have any possible correlations, for a burn of any size', () => {
  // The determinant is 1 + 2 abc − a² − b² − c² for the correlations a, b, c: 0.028 for three of 0.9, and −2.888 for three of −0.9.
  for (const scale of [1e-6, 1, 1e3]) {
    expect(isTaken(ofCorrelations(0.9, 0.9, 0.9, scale))).toBe(true)
    expect(isTaken(ofCorrelations(-0.9, -0.9, 0.9, scale))).toBe(true)
    expect(isTaken(ofCorrelations(-0.9, -0.9, -0.9, scale))).toBe(false)
    expect(isTaken(ofCorrelations(0.9, -0.9, 0.9, scale))).toBe(false)
  }
  expect(isTaken(ofCorrelations(0, 0, 0, 0))).toBe(true)
  // This burn has an error along one line only.
  expect(isTaken(ofCorrelations(1, 1, 1))).toBe(true)
})

test.each([0, 1, 2])(
  'the covariance of two axes must not exceed what their variances allow, whichever the third axis is: %d',
  (third) => {
    const correlations = (value: number) =>
      [2, 1, 0].map((pair) => (pair === third ? value : 0)) as [number, number, number]
    for (const sign of [-1, 1]) {
      expect(isTaken(ofCorrelations(...correlations(sign * 0.999)))).toBe(true)
      expect(isTaken(ofCorrelations(...correlations(sign * 1.001)))).toBe(false)
    }
  },
)

test.each([
  [0, 1],
  [0, 2],
  [1, 2],
] as const)('the halves of a covariance are the same but for rounding: row %d, column %d', (row, column) => {
  const spoiled = (factor: number) =>
    ofCorrelations(0.5, -0.5, 0.5).map((cells, i) =>
      cells.map((cell, k) => (i === row && k === column ? factor * cell : cell)),
    )
  expect([1, 1 + 1e-7, 1 - 1e-7].map((factor) => isTaken(spoiled(factor)))).toEqual([true, true, true])
  expect([1 + 1e-4, 1 - 1e-4, -1, 0].map((factor) => isTaken(spoiled(factor)))).toEqual([false, false, false, false])
})

test.each([0, 1, 2])('a variance must not be below 0: %d', (place) => {
  const matrix = [0, 1, 2].map((i) => [0, 1, 2].map((k) => (i !== k ? 0 : i === place ? -1e-9 : 1e-6)))
  expect(isTaken(matrix)).toBe(false)
})

test.each([0, 1, 2])('a variance must not be below 0, even if all other entries are 0: %d', (axis) => {
  const alone = (value: number) => [0, 1, 2].map((i) => [0, 1, 2].map((k) => (i === axis && k === axis ? value : 0)))
  expect([alone(1), alone(-1)].map(isTaken)).toEqual([true, false])
})
