import { expect, test } from 'vitest'
import { dissipationBin, type OrbitDetermination, orbitQuality } from './orbit-quality.ts'

// OBJECT2 of CARA's test message (ODQATestCaseCDM.txt): a piece of debris at 650 km, in dissipation bin 1.
const DEBRIS: OrbitDetermination = {
  kind: 'debris',
  semiMajorAxisM: 7_036_000,
  eccentricity: 0.01,
  geopotentialDegree: 36,
  hasDrag: true,
  hasRadiationPressure: true,
  hasSunAndMoon: true,
  hasTides: true,
  dragM2PerKg: 0.34,
  radiationM2PerKg: 0.18,
  dissipationWPerKg: 0.000_599_9,
  spanDays: 12.2,
  acceptedPercent: 98.611,
  weightedRms: 3.8,
  covarianceM2: [
    [9.34e3, -1.185e6, -1.88e3],
    [-1.185e6, 2.472e8, -1.04e5],
    [-1.88e3, -1.04e5, 4.06e4],
  ],
  observedDaysBefore: 2,
  createdDaysBefore: 2,
}
const failed = (quality: ReturnType<typeof orbitQuality>) => {
  const { composite, ...groups } = quality
  return {
    composite,
    zeros: Object.values(groups)
      .flatMap((group) => Object.values(group))
      .filter((pass) => !pass).length,
  }
}
const FAR_M = 63_781_370
/** The rounding of the composite, a sum of weights with two decimals. */
const COMPOSITE_DIGITS = 12

// The published composites and numbers of failed tests of CDM_ODQualityAssessment_UnitTest, tests 1 to 6.
const CASES: readonly (readonly [string, Partial<OrbitDetermination>, composite: number, zeros: number])[] = [
  ['as it is', {}, 1, 0],
  [
    'force models left out',
    {
      geopotentialDegree: 24,
      hasDrag: false,
      hasRadiationPressure: false,
      hasSunAndMoon: false,
      hasTides: false,
      dragM2PerKg: 1.001,
      radiationM2PerKg: 1.001,
    },
    0.625,
    7,
  ],
  ['a poor fit', { spanDays: 18.001 * 1.5, acceptedPercent: 79.999, weightedRms: 5.001 }, 0.75, 3],
  [
    'a covariance that is none',
    {
      covarianceM2: [
        [FAR_M ** 2 * 1e6, 0, 0],
        [0, FAR_M ** 2 * 1e6, -(FAR_M ** 2) * 1e6],
        [0, -(FAR_M ** 2) * 1e6, FAR_M ** 2 * 1e6],
      ],
    },
    0.75,
    3,
  ],
  ['old data', { observedDaysBefore: 10.0007, createdDaysBefore: 2.99999 }, 0.875, 1],
]

test.each(CASES)('orbitQuality() gives the published composite: %s', (_, change, composite, zeros) => {
  expect(failed(orbitQuality({ ...DEBRIS, ...change }))).toEqual({
    composite: expect.closeTo(composite, COMPOSITE_DIGITS),
    zeros,
  })
})

test('orbitQuality() has narrower limits for rocket bodies and payloads, as published', () => {
  const rocket = {
    ...DEBRIS,
    kind: 'rocket-body' as const,
    dragM2PerKg: 0.199,
    radiationM2PerKg: 0.199,
    weightedRms: 1.999,
  }
  expect(failed(orbitQuality(rocket)).zeros).toBe(0)
  expect(
    failed(orbitQuality({ ...rocket, dragM2PerKg: 0.201, radiationM2PerKg: 0.201, weightedRms: 2.001 })).zeros,
  ).toBe(3)
  const payload = {
    ...DEBRIS,
    kind: 'payload' as const,
    dragM2PerKg: 0.099,
    radiationM2PerKg: 0.099,
    weightedRms: 0.999,
  }
  expect(failed(orbitQuality(payload)).zeros).toBe(0)
  expect(
    failed(orbitQuality({ ...payload, dragM2PerKg: 0.101, radiationM2PerKg: 0.101, weightedRms: 1.501 })).zeros,
  ).toBe(3)
})

test('orbitQuality() fails tests without data in the message, and orbits outside all rows', () => {
  const silent = orbitQuality({
    ...DEBRIS,
    geopotentialDegree: null,
    dragM2PerKg: null,
    radiationM2PerKg: null,
    spanDays: null,
    acceptedPercent: null,
    weightedRms: null,
    observedDaysBefore: null,
  })
  expect(failed(silent).zeros).toBe(7)
  const far = orbitQuality({ ...DEBRIS, semiMajorAxisM: 2e8 })
  expect(far.model).toMatchObject({ geopotential: false, drag: false, radiation: false })
})

test('dissipationBin() has eleven bins, by the size of the rate', () => {
  expect([0, 1e-7, 2e-7, 6e-4, 1.1e-3, -0.02, 1].map(dissipationBin)).toEqual([0, 0, 1, 1, 3, 9, 10])
})

test('orbitQuality() allows longer fit spans for an eccentric or drag-free orbit', () => {
  const free = { ...DEBRIS, dissipationWPerKg: 0, dragM2PerKg: 0, spanDays: 14.5 }
  expect(orbitQuality(free).fit.span).toBe(true)
  expect(orbitQuality({ ...free, spanDays: 13 }).fit.span).toBe(false)
  // 0.0098 · 97.9 min + 14.009 = 14.97 days, by CARA's formula.
  expect(orbitQuality({ ...free, spanDays: 15 }).fit.span).toBe(false)
  expect(orbitQuality(free).model.dragValue).toBe(true)
  expect(orbitQuality({ ...free, dragM2PerKg: 0.01 }).model.dragValue).toBe(false)
})
