import { expect, test } from 'vitest'
import { conjunctionPlane } from './conjunction-plane.ts'
import { correlatedCovariance } from './density-correlation.ts'
import { principalMiss } from './principal-axes.ts'
import cara from './probability/cara.reference.json' with { type: 'json' }
import { circle2d } from './probability/circle-2d.ts'
import { asVector, pairOfCdm } from './testing/cdm-object.ts'
import { circleAsGiven } from './testing/published-case.ts'

/** The values that are derived in addition to the published ones are from the same integral, written with seven digits. */
const SAME_INTEGRAL = 1e-6
/** The published probability has two to three digits. */
const PUBLISHED_SHARE = 5e-3

test('F28: correlatedCovariance() agrees with the published probability with a shared density error, and without it', () => {
  const { correlated } = cara
  const { primary, secondary } = pairOfCdm(correlated.objects, 'ITRF')
  const numbers = correlated.dcp.map((line) =>
    line
      .split('=')[1]!
      .match(/[-+]?\d+\.\d+E[-+]\d+/g)!
      .map(Number),
  )
  const density = (at: number) => ({ sigma: numbers[at]![0]!, sensitivityRtnM: asVector(numbers[at + 1]!) })
  const plane = conjunctionPlane(primary, secondary)!
  const combined = correlatedCovariance(
    plane,
    { ...primary, density: density(0) },
    { ...secondary, density: density(3) },
  )
  const principal = principalMiss(plane.missM, combined, correlated.hbr_m)
  const probability = principal.ok ? circle2d(principal.miss, correlated.hbr_m) : 0
  expect(Math.abs(probability / correlated.derived_Pc_with_cross_correlation - 1)).toBeLessThan(SAME_INTEGRAL)
  expect(Math.abs(probability / correlated.expected_Pc_with_cross_correlation - 1)).toBeLessThan(PUBLISHED_SHARE)
  const without = circleAsGiven({ primary, secondary }, correlated.hbr_m)
  expect(Math.abs(without / correlated.derived_Pc_without - 1)).toBeLessThan(SAME_INTEGRAL)
  const none = { sigma: 0, sensitivityRtnM: density(0).sensitivityRtnM }
  expect(correlatedCovariance(plane, { ...primary, density: none }, { ...secondary, density: none })).toEqual(
    plane.combined,
  )
})
