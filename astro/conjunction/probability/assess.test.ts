import { expect, test } from 'vitest'
import { buildMatrix } from '../../matrix.ts'
import type { EncounterObject } from '../conjunction-plane.ts'
import { pairOfCdm } from '../testing/cdm-object.ts'
import { sampleOf } from '../testing/published-case.ts'
import { assess } from './assess.ts'
import cara from './cara.reference.json' with { type: 'json' }
import { hall2021 } from './hall-2021.ts'
import { USAGE_LIMITS } from './usage-checks.ts'

/** By the closed form, contact at the present time alone is likelier than this; contact half a revolution later is not included. */
const CONTACT_NOW = 1e-3

/** The tolerance in INDEX.md of the reference set for the planar probability at the refined TCA. */
const CARA_PLANAR = 1e-6
/** INDEX.md: CARA's sphere of 5810 points always gives a value that is 8e-4 too high. */
const CARA_CURVED = 1e-3
/** CARA's 2D-Nc has no such sphere, and agrees better. */
const CARA_2D_NC = 2e-4
/** The planar probability of this case is fifteen orders of magnitude below the true one. */
const FIFTEEN_ORDERS_OFF = 1e-19
/** The planar value of an invalid covariance. */
const NOT_A_RISK = 1e-10
/** A collision that every method must call certain. */
const CERTAIN_DIGITS = 12
/** The tolerance of the integral over the encounter. */
const QUADRATURE_DIGITS = 6
/** The quadrature over the square is compared to four digits. */
const SQUARE_DIGITS = 4

test.each(cara.messages)('assess() selects the same method as CARA, and gives its value for $id', (row) => {
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
  expect(Math.abs(methods['circle-2d']! / row.Pc2D - 1)).toBeLessThan(CARA_PLANAR)
  if (row.ViolationsPc2D === 0) {
    expect(assessment).toMatchObject({ method: 'circle-2d', reason: 'planar-holds', isReliable: true })
    return
  }
  expect(assessment).toMatchObject({ method: 'hall-3d', reason: 'planar-does-not-hold', isReliable: true })
  // INDEX.md: 1e-3. CARA's sphere of 5810 points always gives a value that is 8e-4 too high compared with its own 2D-Nc.
  expect(Math.abs(assessment.probability! / row.Nc3D - 1)).toBeLessThan(CARA_CURVED)
  if (row.ViolationsNc2D === 0) expect(Math.abs(assessment.probability! / row.Nc2D - 1)).toBeLessThan(CARA_2D_NC)
})

test('assess() gives a probability if the planar one is fifteen orders of magnitude too small', () => {
  const row = cara.units.find(({ id }) => id === 'omitron8_2d_3d_disagreement')!
  const { primary, secondary } = sampleOf(row.cdm!)
  const assessment = assess({ primary, secondary, radiusM: 20 })
  expect(assessment.methods['circle-2d']).toBeLessThan(FIFTEEN_ORDERS_OFF)
  expect(Math.abs(assessment.probability! / row.expected_pc_3d_hall! - 1)).toBeLessThan(CARA_CURVED)
})

test('assess() does not report an invalid covariance as a safe 0', () => {
  const assessment = assess({ ...sampleOf('OmitronTestCase_Test07_NonPDCovariance.cdm'), radiusM: 20 })
  expect(assessment.methods['circle-2d']).toBeLessThan(NOT_A_RISK)
  expect(assessment.checks!.notPositiveDefinite.combined || assessment.checks!.notPositiveDefinite.secondary).toBe(true)
  expect(assessment.isReliable).toBe(false)
})

test('assess() keeps the reported value separate and recognises the square', () => {
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

/** A 6×6 covariance with the same sigma for all axes of the position (m) and the same for all axes of the velocity (m/s). */
const round = (sigmaM: number, sigmaMps: number) =>
  buildMatrix(6, 6, (i, j) => (i === j ? (i < 3 ? sigmaM : sigmaMps) ** 2 : 0))

test.each([10, 30, 100, 1000])(
  'assess() gives 1 for a certain collision, with a radius of %i m and all methods',
  (radiusM) => {
    // Two metres apart at 15 km/s, each known to 10 cm: by every method, they collide.
    const { primary, secondary } = pairOfCdm(cara.messages[0]!.objects)
    const covariance = round(0.1, 1e-4)
    const one = { ...primary, covariance }
    const other = { r: [primary.r[0] + 2, primary.r[1], primary.r[2]] as const, v: secondary.v, covariance }
    const assessment = assess({ primary: one, secondary: other, radiusM, methods: 'all' })
    expect(assessment).toMatchObject({ method: 'circle-2d', isReliable: true })
    expect(assessment.probability).toBeCloseTo(1, CERTAIN_DIGITS)
    expect(assessment.methods['hall-3d']).toBeCloseTo(1, QUADRATURE_DIGITS)
    expect(assessment.maximum!.probability).toBe(1)
  },
)

test.each([10, 20, 1000])('assess() gives 0 far outside of thin covariances, with a radius of %i m', (radiusM) => {
  // The objects are 36 km apart, and their covariances are 1 mm wide and 100 m long: the rates formerly needed millions of points.
  const { primary, secondary } = sampleOf('SingleCovTestCase1-1.cdm')
  const far = { ...secondary, r: [secondary.r[0] + 36e3, secondary.r[1], secondary.r[2]] as const }
  const needle = buildMatrix(6, 6, (i, j) => (i === j ? ([1e-6, 1e4, 1e-6, 1e-12, 1e-12, 1e-12][i] ?? 0) : 0))
  const thin = (object: EncounterObject) => ({ ...object, covariance: needle })
  const assessment = assess({ primary: thin(primary), secondary: thin(far), radiusM, methods: 'all' })
  expect(assessment.probability).toBe(0)
  expect(assessment.encounter.missDistanceM).toBeGreaterThan(1000)
  expect(assessment.maximum).not.toBeNull()
})

test.each([
  [5, 0, 0],
  [0, 5, 0],
  [0, 0, 5],
] as const)('assess() gives two objects at rest in contact 1, %f %f %f m apart within 10 m', (dx, dy, dz) => {
  const covariance = round(0.1, 1e-4)
  const primary = { r: [7e6, 0, 0], v: [0, 7546.05, 0], covariance } as const
  const secondary = { r: [7e6 + dx, dy, dz], v: primary.v, covariance } as const
  const assessment = assess({ primary, secondary, radiusM: 10 })
  expect(assessment).toMatchObject({ method: 'hall-3d', reason: 'planar-does-not-hold', isReliable: true })
  expect(assessment.probability).toBeCloseTo(1, QUADRATURE_DIGITS)
})

test('assess() propagates objects without relative motion on their orbits', () => {
  // The positions are less certain than above. Contact at the present time, by the closed form of inside-sphere.test.ts, is a lower
  // bound.
  const covariance = round(10, 1e-2)
  const primary = { r: [7e6, 0, 0], v: [0, 7546.05, 0], covariance } as const
  const secondary = { r: [7e6, 0, 200], v: primary.v, covariance } as const
  const { probability, method } = assess({ primary, secondary, radiusM: 10 })
  // The offset to the north is 200 m at this time; a quarter of a revolution away it is 0, and the objects pass each other.
  expect(method).toBe('hall-3d')
  expect(probability).toBeGreaterThan(CONTACT_NOW)
  expect(probability).toBeLessThan(1)
})

test.each([
  [0, 1],
  [2, 4],
  [5, 3],
] as const)('assess() refuses a covariance whose entries %i, %i and their mirror differ', (i, j) => {
  const { primary, secondary } = pairOfCdm(cara.messages[0]!.objects)
  const bent = secondary.covariance.map((row) => [...row])
  bent[i]![j]! += 1e-3 * Math.sqrt(bent[i]![i]! * bent[j]![j]!)
  const wrong = { ...secondary, covariance: bent }
  const place = `row ${Math.min(i, j) + 1}, column ${Math.max(i, j) + 1}`
  expect(() => assess({ primary, secondary: wrong, radiusM: 10 })).toThrow(`secondary is not symmetric in ${place}`)
  expect(() => assess({ primary: wrong, secondary: primary, radiusM: 10 })).toThrow(/primary is not symmetric/)
})

test('assess() reports what it cannot know', () => {
  const { primary, secondary } = pairOfCdm(cara.messages[0]!.objects)
  const three = ({ r, v, covariance }: EncounterObject) => ({
    r,
    v,
    covariance: covariance.slice(0, 3).map((x) => x.slice(0, 3)),
  })
  const unchecked = assess({ primary: three(primary), secondary: three(secondary), radiusM: 10 })
  expect(unchecked).toMatchObject({ method: 'circle-2d', checks: null, isReliable: false })
  expect(unchecked.reason).toBe('unchecked-without-velocity-covariance')
  const still = assess({ primary: three(primary), secondary: { ...three(secondary), v: primary.v }, radiusM: 10 })
  expect(still).toMatchObject({ probability: null, method: null, reason: 'no-relative-motion' })
  expect(() => assess({ primary, secondary, radiusM: -1 })).toThrow(RangeError)
  expect(() => hall2021(three(primary), three(secondary), { radiusM: 20 })).toThrow(RangeError)
})

test('assess() integrates the square, in its orientation, over a covariance that is a line in the plane', () => {
  // The axes of the plane are (0, 1, 1)/√2 and (−1, 0, 0) (conjunction-plane.test.ts), and the miss is (4, −3) m in them.
  const [x, y] = [
    [0, Math.SQRT1_2, Math.SQRT1_2],
    [-1, 0, 0],
  ] as const
  const inPlane = (along: number, across: number) => x.map((value, k) => along * value + across * y[k]!)
  const miss = inPlane(4, -3)
  /** The square's probability if all uncertainty is along one direction, 6 m (one sigma). */
  const squareAlong = (angle: number) => {
    const direction = inPlane(Math.cos(angle), Math.sin(angle))
    const covariance = buildMatrix(3, 3, (i, j) => 18 * direction[i]! * direction[j]!)
    const r = [7e6 + miss[0]!, miss[1]!, miss[2]!] as const
    const { methods, isReliable } = assess({
      primary: { r: [7e6, 0, 0], v: [0, 7_500, 0], covariance },
      secondary: { r, v: [0, 0, 7_500], covariance },
      radiusM: 10,
    })
    expect(isReliable).toBe(false)
    return methods['square-2d']
  }
  // At 30° the points are 5 + 0.392820 w along the miss and 0.919615 w across it, where w is normal with 6 m: |w| < 10.874 m.
  expect(squareAlong(Math.PI / 6)).toBeCloseTo(0.930_068_199_5, SQUARE_DIGITS)
  // At −30° they are 5 + 0.992820 w and 0.119615 w: −15.108 m < w < 5.036 m.
  expect(squareAlong(-Math.PI / 6)).toBeCloseTo(0.793_466_401_7, SQUARE_DIGITS)
})

/** Head-on at 15 km/s in a low orbit: the miss and both covariances are in the plane of x and z. */
function headOn(missM: number, first: number, second: number) {
  const at = (sigmaM: number) => buildMatrix(3, 3, (i, j) => (i === j ? sigmaM ** 2 : 0))
  const primary: EncounterObject = { r: [7e6, 0, 0], v: [0, 7500, 0], covariance: at(first) }
  const secondary: EncounterObject = { r: [7e6 + missM, 0, 0], v: [0, -7500, 0], covariance: at(second) }
  return { primary, secondary }
}

test('with one covariance missing, the value from the other one is not reliable, and Frisbee’s maximum is given too', () => {
  const [radiusM, sigmaM] = [10, 50]
  // Zero miss and one sigma in both directions: 1 − exp(−R²/2σ²).
  const closed = -Math.expm1(-(radiusM ** 2) / (2 * sigmaM ** 2))
  for (const [first, second, object] of [
    [sigmaM, 0, 'secondary'],
    [0, sigmaM, 'primary'],
  ] as const) {
    const found = assess({ ...headOn(0, first, second), radiusM })
    expect(found).toMatchObject({ method: 'circle-2d', reason: 'covariance-not-given', isReliable: false })
    expect(Math.abs(found.probability! / closed - 1)).toBeLessThan(CARA_PLANAR)
    expect(found.oneMissing?.object).toBe(object)
  }
  // Far beyond σ the worst covariance has a sigma along the miss equal to the miss d: R² e^(−1/2) / (2 σ d) for a small radius.
  const far = assess({ ...headOn(1000, sigmaM, 0), radiusM: 0.1 })
  const largest = (0.1 ** 2 * Math.exp(-1 / 2)) / (2 * sigmaM * 1000)
  expect(Math.abs(far.oneMissing!.maximumProbability! / largest - 1)).toBeLessThan(CARA_PLANAR)
  expect(far.probability!).toBeLessThan(far.oneMissing!.maximumProbability!)
})

test('zeros for both objects are a missing covariance, and not one that fails a check', () => {
  expect(assess({ ...headOn(100, 0, 0), radiusM: 10 })).toMatchObject({
    probability: null,
    reason: 'covariance-not-given',
    oneMissing: null,
  })
})

test('a velocity covariance that was left out is reported, and the plane alone is not reliable', () => {
  const { primary, secondary } = headOn(100, 50, 50)
  const found = assess({ primary, secondary: { ...secondary, isVelocityLeftOut: true }, radiusM: 10 })
  expect(found).toMatchObject({
    method: 'circle-2d',
    reason: 'velocity-covariance-not-credible',
    isReliable: false,
    velocityLeftOut: { primary: false, secondary: true },
  })
})
