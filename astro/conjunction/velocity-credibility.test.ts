import { expect, test } from 'vitest'
import { buildMatrix, entry, type Matrix } from '../matrix.ts'
import cara from './probability/cara.reference.json' with { type: 'json' }
import { covarianceToRtn } from './rtn.ts'
import { pairOfCdm } from './testing/cdm-object.ts'
import { isVelocityCredible } from './velocity-credibility.ts'

const real = cara.messages.flatMap(({ id, objects }) => {
  const { primary, secondary } = pairOfCdm(objects)
  return [primary, secondary].map((object, k) => ({
    name: `${id}, object ${k + 1}`,
    object,
    rtn: covarianceToRtn(object, object.covariance),
  }))
})

/** Returns the covariance with these variances of the velocity, which are uncorrelated with the position. */
const withVelocity = (rtn: Matrix, variances: readonly [number, number, number]) =>
  buildMatrix(6, 6, (i, j) => (i < 3 && j < 3 ? entry(rtn, i, j) : i === j ? (variances[i - 3] ?? 0) : 0))

test.each(real)('the velocity covariance of $name, a message of NASA CARA, is credible', ({ object, rtn }) => {
  expect(isVelocityCredible(object, rtn)).toBe(true)
})

test.each([
  ['a micrometre a second', [1e-12, 1e-12, 1e-12]],
  ['a micrometre a second, each a little different', [1e-12, 1.1e-12, 1.2e-12]],
  ['zeros in two of three', [1e-4, 0, 0]],
  ['ten kilometres a second', [1e8, 1.1e8, 1.2e8]],
  ['one number for all three', [0.01, 0.01, 0.01]],
] as const)('%s is not credible beside the positions of any of these messages', (_name, variances) => {
  for (const { object, rtn } of real) expect(isVelocityCredible(object, withVelocity(rtn, variances))).toBe(false)
})

test('each rate is compared with its own position: the value that an orbit causes is credible, and a two-hundredth of it along the track is not', () => {
  // A circle with a rate of 1e-3 rad/s: 100 m along the track rotate the velocity by 1e-5, 0.075 m/s of 7,500.
  const circle = { r: [7.5e6, 0, 0], v: [0, 7500, 0] } as const
  const sigmas = (rates: readonly [number, number, number]) =>
    buildMatrix(6, 6, (i, j) => (i === j ? [10, 100, 10, ...rates][i]! ** 2 : 0))
  expect(isVelocityCredible(circle, sigmas([0.1, 0.01, 0.011]))).toBe(true)
  expect(isVelocityCredible(circle, sigmas([0.0005, 0.01, 0.011]))).toBe(false)
  expect(isVelocityCredible(circle, sigmas([11, 0.01, 0.011]))).toBe(false)
  expect(isVelocityCredible(circle, sigmas([0.1, 0.00002, 0.011]))).toBe(false)
  expect(isVelocityCredible(circle, sigmas([0.1, 1.1, 0.011]))).toBe(false)
  expect(isVelocityCredible(circle, sigmas([0.1, 0.01, 0.0001]))).toBe(false)
  expect(isVelocityCredible(circle, sigmas([0.1, 0.01, 2.1]))).toBe(false)
})
