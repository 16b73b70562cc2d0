import { expect, test } from 'vitest'
import { sigmasAlong } from './update-pane.tsx'

// Returns a state on a circular orbit at x, moving along y: radial is x, transverse y, normal z.
const at = (variances: readonly number[]) => ({
  position: [7e6, 0, 0],
  velocity: [0, 7_500, 0],
  covariance: variances.map((value, row) => variances.map((_, column) => (row === column ? value : 0))),
})
const update = (variances: readonly number[], turned = at(variances)) =>
  ({ ...turned }) as Parameters<typeof sigmasAlong>[0]

/** Rounds to a thousandth: the numbers are integers, but the roots of a rotated matrix are not exact. */
const rounded = (values: readonly number[]) => values.map((value) => Number(value.toFixed(3)))

test('the sigmas are along radial, transverse and normal', () => {
  expect(rounded(sigmasAlong(update([4, 900, 25, 1, 9, 16]), 0))).toEqual([2, 30, 5])
  expect(rounded(sigmasAlong(update([4, 900, 25, 1, 9, 16]), 3))).toEqual([1, 3, 4])
})

test('the sigmas rotate with the orbit', () => {
  const quarter = { ...at([900, 4, 25, 9, 1, 16]), position: [0, 7e6, 0], velocity: [-7_500, 0, 0] }
  expect(rounded(sigmasAlong(update([], quarter), 0))).toEqual([2, 30, 5])
})
