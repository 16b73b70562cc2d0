import { expect, test } from 'vitest'
import { extentOf, type Plane, planeCaption } from './plane.ts'

const plane: Plane = {
  missM: [300, 400],
  combined: { xx: 90_000, yx: 0, yy: 40_000 },
  hardBodyRadiusM: 4.6,
  probability: 2.12e-4,
  method: '2D, recomputed',
  uncertainties: [
    { name: 'both', centre: [300, 400], covariance: { xx: 90_000, yx: 0, yy: 40_000 }, sigmas: [1, 2], colour: 'ink' },
  ],
  trail: [[1_000, 0]],
}

test('planeCaption gives the miss in metres and in sigmas: 3-4-5 gives 500 m, and √(1 + 4) σ', () => {
  expect(planeCaption(plane)).toBe(
    'Miss 500 m, 2.2 σ of the combined uncertainty; combined hard-body radius 4.6 m; Pc 2.12\u00a0×\u00a010⁻⁴, 2D, recomputed.',
  )
})

test('extentOf contains the widest ellipse, the trail and the origin, with a margin of a tenth', () => {
  expect(extentOf(plane)).toEqual({ x: [-430, 1_130], y: [-80, 880] })
})
