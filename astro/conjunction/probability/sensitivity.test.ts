import { expect, test } from 'vitest'
import { conjunctionPlane } from '../conjunction-plane.ts'
import { principalMiss } from '../principal-axes.ts'
import { pairOfCdm } from '../testing/cdm-object.ts'
import cara from './cara.reference.json' with { type: 'json' }
import { circle2d } from './circle-2d.ts'
import { covarianceSensitivity, logarithmicFactors, radiusSensitivity } from './sensitivity.ts'

/** The factor 1 of a logarithmic row is not exactly 1: its last digits are rounded. */
const SAME_PLACE_DIGITS = 12
/** P grows as R² except for terms of (R/σ)². */
const SMALL_RADIUS_DIGITS = 3

test('the sensitivity curves pass through the probability and have the expected slopes', () => {
  const { primary, secondary } = pairOfCdm(cara.messages[0]!.objects)
  const plane = conjunctionPlane(primary, secondary)!
  const conjunction = { missM: plane.missM, combined: plane.combined, radiusM: 0.1 }
  const factors = logarithmicFactors(0.01, 100, 5)
  expect(factors.map((factor) => Math.round(factor * 1e9) / 1e9)).toEqual([0.01, 0.1, 1, 10, 100])
  const principal = principalMiss(plane.missM, plane.combined, 0.1)
  const probability = principal.ok ? circle2d(principal.miss, 0.1) : 0
  expect(covarianceSensitivity(conjunction, factors)[2]!.probability / probability).toBeCloseTo(1, SAME_PLACE_DIGITS)
  const radii = radiusSensitivity(conjunction, [0.1, 1])
  // P grows as R² for a radius far below sigma.
  expect(radii[1]!.probability / radii[0]!.probability / 100).toBeCloseTo(1, SMALL_RADIUS_DIGITS)
  expect(() => logarithmicFactors(1, 1, 5)).toThrow(RangeError)
})
