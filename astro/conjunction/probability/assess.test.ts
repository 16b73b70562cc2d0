import { expect, test } from 'vitest'
import type { EncounterObject } from '../conjunction-plane.ts'
import { pairOfCdm } from '../testing/cdm-object.ts'
import { sampleOf } from '../testing/published-case.ts'
import { assess } from './assess.ts'
import cara from './cara.reference.json' with { type: 'json' }
import { hall2021 } from './hall-2021.ts'
import { USAGE_LIMITS } from './usage-checks.ts'

test.each(cara.messages)('assess() takes the method and gives the value of CARA for $id', (row) => {
  const { primary, secondary } = pairOfCdm(row.objects)
  const assessment = assess({ primary, secondary, radiusM: row.HBR_m })
  const { checks, methods } = assessment
  // CARA's flags as digits: inaccurate, extended, offset.
  const flags = [
    (checks!.inaccurate ?? 1) > USAGE_LIMITS.inaccurate,
    checks!.extended > USAGE_LIMITS.extended,
    checks!.offset > USAGE_LIMITS.offset,
  ]
  expect(Number(flags.map(Number).join(''))).toBe(row.ViolationsPc2D)
  expect(Math.abs(methods['circle-2d']! / row.Pc2D - 1)).toBeLessThan(1e-6)
  if (row.ViolationsPc2D === 0) {
    expect(assessment).toMatchObject({ method: 'circle-2d', reason: 'planar-holds', isReliable: true })
    return
  }
  expect(assessment).toMatchObject({ method: 'hall-3d', reason: 'planar-does-not-hold', isReliable: true })
  // INDEX.md: 1e-3. CARA's sphere of 5810 points is 8e-4 too high throughout, as against its own 2D-Nc.
  expect(Math.abs(assessment.probability! / row.Nc3D - 1)).toBeLessThan(1e-3)
  if (row.ViolationsNc2D === 0) expect(Math.abs(assessment.probability! / row.Nc2D - 1)).toBeLessThan(2e-4)
})

test('assess() gives a probability where the planar one is fifteen orders of magnitude off', () => {
  const row = cara.units.find(({ id }) => id === 'omitron8_2d_3d_disagreement')!
  const { primary, secondary } = sampleOf(row.cdm!)
  const assessment = assess({ primary, secondary, radiusM: 20 })
  expect(assessment.methods['circle-2d']).toBeLessThan(1e-19)
  expect(Math.abs(assessment.probability! / row.expected_pc_3d_hall! - 1)).toBeLessThan(1e-3)
})

test('assess() does not call a covariance that is none a safe 0', () => {
  const assessment = assess({ ...sampleOf('OmitronTestCase_Test07_NonPDCovariance.cdm'), radiusM: 20 })
  expect(assessment.methods['circle-2d']).toBeLessThan(1e-10)
  expect(assessment.checks!.notPositiveDefinite.combined || assessment.checks!.notPositiveDefinite.secondary).toBe(true)
  expect(assessment.isReliable).toBe(false)
})

test('assess() keeps the reported value apart and knows the square', () => {
  const { primary, secondary } = pairOfCdm(cara.messages[0]!.objects)
  const radiusM = cara.messages[0]!.HBR_m
  const all = assess({ primary, secondary, radiusM, methods: 'all' })
  const square = all.methods['square-2d']!
  const reported = { probability: square * 1.0001, method: 'FOSTER-1992' }
  const assessment = assess({ primary, secondary, radiusM, reported })
  expect(assessment.reported).toEqual({ ...reported, matches: 'square-2d' })
  expect(assessment.probability).toBe(all.methods['circle-2d'])
  expect(assess({ primary, secondary, radiusM, reported: { probability: 0.9 } }).reported!.matches).toBeNull()
  expect(Object.keys(all.methods).length).toBe(10)
  expect(all.maximum!.probability).toBeGreaterThanOrEqual(all.probability!)
})

test('assess() says what it cannot know', () => {
  const { primary, secondary } = pairOfCdm(cara.messages[0]!.objects)
  const three = ({ r, v, covariance }: EncounterObject) => ({
    r,
    v,
    covariance: covariance.slice(0, 3).map((x) => x.slice(0, 3)),
  })
  const unchecked = assess({ primary: three(primary), secondary: three(secondary), radiusM: 10 })
  expect(unchecked).toMatchObject({ method: 'circle-2d', checks: null, isReliable: false })
  expect(unchecked.reason).toBe('unchecked-without-velocity-covariance')
  const still = assess({ primary, secondary: { ...secondary, v: primary.v }, radiusM: 10 })
  expect(still).toMatchObject({ probability: null, method: null, reason: 'no-relative-motion' })
  expect(() => assess({ primary, secondary, radiusM: -1 })).toThrow(RangeError)
  expect(() => hall2021(three(primary), three(secondary), { radiusM: 20 })).toThrow(RangeError)
})
