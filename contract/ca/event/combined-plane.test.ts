import { expect, test } from 'vitest'
import { combinedPlaneOf } from './combined-plane.ts'

const COMPLETE = {
  combinedPlaneX: 160,
  combinedPlaneY: -70,
  combinedPlaneCovarianceXX: 5000,
  combinedPlaneCovarianceYX: 0,
  combinedPlaneCovarianceYY: 800,
}

test('combinedPlaneOf() accepts zeros as values, and returns no plane if any part is missing', () => {
  expect(combinedPlaneOf(COMPLETE)).toEqual({ missM: [160, -70], covariance: { xx: 5000, yx: 0, yy: 800 } })
  for (const name of Object.keys(COMPLETE)) expect(combinedPlaneOf({ ...COMPLETE, [name]: undefined })).toBeUndefined()
})
