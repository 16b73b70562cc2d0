import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Mat3, transform } from '../mat3.ts'
import { mapCovariance } from '../matrix.ts'
import { realBetween } from '../testing/real-between.ts'
import { collectionPath, hasCollection } from '../testing/reference-collection.ts'
import { radToDeg } from '../units.ts'
import { cross, dot, norm, type Vec3 } from '../vec3.ts'
import { linearClosestApproach } from './closest-approach.ts'
import { conjunctionPlane, type EncounterObject } from './conjunction-plane.ts'
import { definiteness } from './definiteness.ts'
import { encounterDuration } from './duration.ts'
import reference from './encounter.reference.json' with { type: 'json' }
import { describeEncounter } from './encounter.ts'
import { mahalanobisSquared, principalMiss } from './principal-axes.ts'
import { alfriend1999, alfriendMaximum1999 } from './probability/alfriend-1999.ts'
import { circle2d } from './probability/circle-2d.ts'
import { covarianceFromRtn } from './rtn.ts'

/** The rounding of M², which the exponential multiplies by M² / 2. */
const SQUARED_RELATIVE = 1.5e-8

/** M² of nearly parallel errors divides by 1 − ρ², which loses up to nine of sixteen digits. */
const CORRELATED_RELATIVE = 1e-6

/** If M² itself is nearly zero, its rounding is the rounding of its parts. */
const SMALLEST_SQUARE = 1e-12

/** The rounding of positions of ten million metres, relative to the miss. */
const ROUNDING_OF_POSITION = 1e-9

/** The required accuracy is 1e-8; of 1,447 rows two differ by 1.7e-8 and 2.1e-8, for which a 40-digit calculation agrees with us to 3e-11. */
const MAHALANOBIS_RELATIVE = 3e-8

/** The required accuracy of the quantities that the table prints. */
const PRINTED_RELATIVE = 1e-8

/** The probability depends on M² in its exponent. */
const PROBABILITY_RELATIVE = 1e-6

/** Rotating positions of 7000 km has a rounding of a nanometre, relative to a miss of metres. */
const FRAME_DIGITS = 6

/** The rounding of the same numbers in another order. */
const EXCHANGE_DIGITS = 7

/** The rounding of the times of an encounter, which are quotients of small numbers. */
const DURATION_DIGITS = 5

/** The rounding of the cross product of parallel vectors, relative to the speed. */
const PARALLEL = 1e-12

/** The rounding of a unit vector times a position of 7000 km: a nanometre. */
const HORIZONTAL_M = 1e-8

/** The rounding of unit vectors. */
const UNIT_DIGITS = 14

/** The rounding of a time that was calculated by hand, s. */
const CLOSED_FORM_DIGITS = 12

/** The rounding of a distance that was calculated by hand, m. */
const MISS_DIGITS = 9

/** The radial component changes by less than a millimetre until the closest approach. */
const CURVED_MISS_DIGITS = 3

/** The repaired sigma is a product of two given numbers. */
const LEAST_SIGMA_DIGITS = 15

/** A rotation keeps the length of a vector of kilometres. */
const LENGTH_DIGITS = 8

/** A rotation keeps the trace. */
const TRACE_DIGITS = 12

function stateOf(values: readonly number[], unit = 1000): { r: Vec3; v: Vec3 } {
  const [x, y, z, vx, vy, vz] = values.map((value) => value * unit) as [number, number, number, number, number, number]
  return { r: [x, y, z], v: [vx, vy, vz] }
}

/** An object of Armellin's table: state in km, km/s, covariance rr tt nn rt rn tn in km². */
function armellinObject(row: readonly number[], at: number): EncounterObject {
  const state = stateOf(row.slice(at, at + 6))
  const [rr, tt, nn, rt, rn, tn] = row.slice(at + 6, at + 12).map((value) => value * 1e6) as number[]
  const rtn = [
    [rr!, rt!, rn!],
    [rt!, tt!, tn!],
    [rn!, tn!, nn!],
  ]
  return { ...state, covariance: covarianceFromRtn(state, rtn) }
}

const COLLECTED = 'pc/armellin_esa_2170.csv'

/** Returns all 1,447 rows of the table, of which the repository contains some. */
function listCollected(): number[][] {
  const [, ...lines] = readFileSync(collectionPath(COLLECTED), 'utf8').trim().split('\n')
  return lines.map((line) => line.split(',').map(Number))
}

const asObject = (r: number[], v: number[], covariance: number[][]): EncounterObject => ({
  r: r as unknown as Vec3,
  v: v as unknown as Vec3,
  covariance,
})

test("linearClosestApproach() agrees with CARA's corrections of TCA", () => {
  for (const { x1, x2, expected_dTCA_s, abs_tol_s } of reference.tca) {
    // The last case is in metres, the others in kilometres.
    const unit = Math.abs(x1[0]!) > 1e5 ? 1 : 1000
    const approach = linearClosestApproach(stateOf(x1, unit), stateOf(x2, unit))
    expect(approach.ok && Math.abs(approach.seconds - expected_dTCA_s)).toBeLessThan(abs_tol_s)
  }
})

test('linearClosestApproach() gives a miss normal to the relative velocity', () => {
  for (const { x1, x2 } of reference.tca) {
    const approach = linearClosestApproach(stateOf(x1), stateOf(x2))
    if (!approach.ok) throw new Error('no approach')
    const { primary, secondary, missDistanceM } = approach
    const along = dot(
      [secondary.r[0] - primary.r[0], secondary.r[1] - primary.r[1], secondary.r[2] - primary.r[2]],
      [secondary.v[0] - primary.v[0], secondary.v[1] - primary.v[1], secondary.v[2] - primary.v[2]],
    )
    // The rounding of a position of ten million metres.
    expect(Math.abs(along) / (1e4 * missDistanceM)).toBeLessThan(ROUNDING_OF_POSITION)
  }
})

test('linearClosestApproach() reports that objects with equal velocities have no closest approach', () => {
  const state = stateOf([7000, 0, 0, 0, 7.5, 0])
  expect(linearClosestApproach(state, { ...state, r: [7e6 + 10, 0, 0] })).toEqual({
    ok: false,
    reason: 'no-relative-motion',
  })
})

test("encounterDuration() agrees with CARA's bounds after Coppola", () => {
  for (const row of reference.durations) {
    const duration = encounterDuration(
      asObject(row.r1_m, row.v1_mps, row.cov1_m2),
      asObject(row.r2_m, row.v2_mps, row.cov2_m2),
      { radiusM: row.hbr_m },
    )
    expect(Math.abs(duration!.startS / row.expected_tau0_s - 1)).toBeLessThan(row.rel_tol)
    expect(Math.abs(duration!.endS / row.expected_tau1_s - 1)).toBeLessThan(row.rel_tol)
  }
})

test("conjunctionPlane() and principalMiss() agree with the ellipse of CARA's encounter plane", () => {
  const tolerance = 1e-9 // The relative tolerance of the source.
  for (const row of reference.planes) {
    const primary = asObject(row.r1_m, row.v1_mps, row.cov1_m2)
    const secondary = asObject(row.r2_m, row.v2_mps, row.cov2_m2)
    const plane = conjunctionPlane(primary, secondary)!
    const principal = principalMiss(plane.missM, plane.combined, row.hbr_m)
    if (!principal.ok) throw new Error(principal.reason)
    const { miss, minorAxisRad, repair } = principal
    const clockDeg = radToDeg(minorAxisRad - Math.atan2(plane.missM[1], plane.missM[0])) - 90
    const { expected } = row
    const missDistanceM = Math.hypot(...plane.missM)
    expect(Math.abs(miss.sigmaYM / expected.SemiMajorAxis_m - 1)).toBeLessThan(tolerance)
    expect(Math.abs(miss.sigmaXM / expected.SemiMinorAxis_m - 1)).toBeLessThan(tolerance)
    expect(Math.abs(clockDeg / expected.ClockAngle_deg - 1)).toBeLessThan(tolerance)
    expect(Math.abs(missDistanceM / expected.MissDistance_m - 1)).toBeLessThan(tolerance)
    // One sigma along the miss is the miss over its Mahalanobis distance.
    const sigma = missDistanceM / Math.sqrt(mahalanobisSquared(miss))
    expect(Math.abs(sigma / expected.x1Sigma_m - 1)).toBeLessThan(tolerance)
    expect(repair.applied).toBe(expected.IsRemediated === 1)
    const { approachAngleRad } = describeEncounter(primary, secondary, row.hbr_m)
    expect(Math.abs(radToDeg(approachAngleRad) / expected.RelativePhaseAngle_deg - 1)).toBeLessThan(tolerance)
  }
})

test("miss, Mahalanobis distance and probability agree with some of Armellin's events", () => {
  expectFigures(reference.events)
})

test.skipIf(!hasCollection(COLLECTED))("and with all of Armellin's events", () => {
  expectFigures(listCollected())
})

function expectFigures(rows: readonly number[][]): void {
  for (const row of rows) {
    const [primary, secondary] = [armellinObject(row, 2), armellinObject(row, 14)]
    const radiusM = row[1]! * 1000
    const plane = conjunctionPlane(primary, secondary)!
    const principal = principalMiss(plane.missM, plane.combined, radiusM)
    if (!principal.ok) throw new Error(principal.reason)
    const { miss } = principal
    const relative = (value: number, column: number) => Math.abs(value / row[column]! - 1)
    // The required accuracy is 1e-8; of 1,447 rows two differ by 1.7e-8 and 2.1e-8, for which a 40-digit calculation agrees with us to 3e-11.
    expect(relative(mahalanobisSquared(miss), 31)).toBeLessThan(MAHALANOBIS_RELATIVE)
    expect(relative(norm(missOf(primary, secondary)) / 1000, 29)).toBeLessThan(PRINTED_RELATIVE)
    expect(relative(plane.relativeSpeedMps / 1000, 30)).toBeLessThan(PRINTED_RELATIVE)
    expect(relative(circle2d(miss, radiusM), 32)).toBeLessThan(PROBABILITY_RELATIVE)
    expect(relative(alfriendMaximum1999(miss, radiusM)!.probability, 28)).toBeLessThan(MAHALANOBIS_RELATIVE)
    // The exponential multiplies these 2e-8 of M² by up to M² / 2.
    expect(relative(alfriend1999(miss, radiusM), 27)).toBeLessThan(SQUARED_RELATIVE * (1 + row[31]!))
  }
}

function missOf(primary: EncounterObject, secondary: EncounterObject): Vec3 {
  return [secondary.r[0] - primary.r[0], secondary.r[1] - primary.r[1], secondary.r[2] - primary.r[2]]
}

const angle = realBetween(-Math.PI, Math.PI)

/** A rotation about x, then y, then z. */
const rotation = fc.tuple(angle, angle, angle).map(([a, b, c]): Mat3 => {
  const [ca, sa, cb, sb, cc, sc] = [a, b, c].flatMap((x) => [Math.cos(x), Math.sin(x)]) as number[]
  return [
    [cb! * cc!, sa! * sb! * cc! - ca! * sc!, ca! * sb! * cc! + sa! * sc!],
    [cb! * sc!, sa! * sb! * sc! + ca! * cc!, ca! * sb! * sc! - sa! * cc!],
    [-sb!, sa! * cb!, ca! * cb!],
  ]
})

test('describeEncounter() gives the same results in every inertial frame', () => {
  fc.assert(
    fc.property(rotation, fc.integer({ min: 0, max: reference.events.length - 1 }), (turn, index) => {
      const row = reference.events[index]!
      const radiusM = row[1]! * 1000
      const objects = [armellinObject(row, 2), armellinObject(row, 14)] as const
      const turned = ({ r, v, covariance }: EncounterObject): EncounterObject => ({
        r: transform(turn, r),
        v: transform(turn, v),
        covariance: mapCovariance(turn, covariance),
      })
      const [first, second] = [turned(objects[0]), turned(objects[1])]
      const here = describeEncounter(...objects, radiusM)
      const there = describeEncounter(first, second, radiusM)
      expect(there.missRtnM.map((x, i) => Math.abs(x - here.missRtnM[i]!)).every((x) => x < 1e-7)).toBe(true)
      expect(there.planeMahalanobis! / here.planeMahalanobis!).toBeCloseTo(1, FRAME_DIGITS)
      expect(there.mahalanobis! / here.mahalanobis!).toBeCloseTo(1, FRAME_DIGITS)
      const [a, b] = [here.principal, there.principal]
      if (!(a?.ok && b?.ok)) throw new Error('no principal axes')
      // Rotating positions of 7000 km has a rounding of a nanometre, relative to a miss of metres.
      expect(circle2d(b.miss, radiusM) / circle2d(a.miss, radiusM)).toBeCloseTo(1, FRAME_DIGITS)
    }),
    { numRuns: 60 },
  )
})

test('describeEncounter() with exchanged objects reverses the miss', () => {
  for (const row of reference.events) {
    const [primary, secondary] = [armellinObject(row, 2), armellinObject(row, 14)]
    const here = describeEncounter(primary, secondary, 10)
    const there = describeEncounter(secondary, primary, 10)
    expect(there.missM).toEqual(here.missM.map((x) => -x))
    expect(there.planeMahalanobis! / here.planeMahalanobis!).toBeCloseTo(1, EXCHANGE_DIGITS)
    expect(there.duration!.startS).toBeCloseTo(here.duration!.startS, DURATION_DIGITS)
  }
})

test('conjunctionPlane() has z along the relative velocity and x horizontal', () => {
  for (const row of reference.events) {
    const [primary, secondary] = [armellinObject(row, 2), armellinObject(row, 14)]
    const [x, y, z] = conjunctionPlane(primary, secondary)!.axes
    const dv: Vec3 = [secondary.v[0] - primary.v[0], secondary.v[1] - primary.v[1], secondary.v[2] - primary.v[2]]
    expect(norm(cross(z, dv))).toBeLessThan(PARALLEL * norm(dv))
    expect(dot(z, dv)).toBeGreaterThan(0)
    expect(Math.abs(dot(x, primary.r))).toBeLessThan(HORIZONTAL_M)
    expect(norm(cross(x, y)) * Math.sign(dot(cross(x, y), z))).toBeCloseTo(1, UNIT_DIGITS)
  }
})

test('conjunctionPlane() finds axes for a vertical relative velocity, and none without a relative velocity', () => {
  const primary = asObject(
    [7e6, 0, 0],
    [0, 7500, 0],
    [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ],
  )
  const fromAbove = conjunctionPlane(primary, { ...primary, v: [-100, 7500, 0] })!
  expect(fromAbove.axes[2]).toEqual([-1, 0, 0])
  expect(dot(fromAbove.axes[0], fromAbove.axes[2])).toBe(0)
  expect(norm(fromAbove.axes[0])).toBe(1)
  expect(conjunctionPlane(primary, primary)).toBeNull()
})

test('describeEncounter() moves the states to the closest approach, and returns null for unknown values', () => {
  const primary = asObject(
    [7e6, 0, 0],
    [0, 7500, 0],
    [
      [9, 0, 0],
      [0, 100, 0],
      [0, 0, 4],
    ],
  )
  const secondary = asObject(
    [7e6 + 100, 0, 50],
    [0, 0, 7500],
    [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ],
  )
  const encounter = describeEncounter(primary, secondary, 5)
  // Δr = (100, 0, 50), Δv = (0, −7500, 7500): Δr·Δv / Δv² = 50 · 7500 / (2 · 7500²) = 1 / 300.
  expect(encounter.secondsToTca).toBeCloseTo(-1 / 300, CLOSED_FORM_DIGITS)
  expect(encounter.missDistanceM).toBeCloseTo(Math.hypot(100, 25, 25), MISS_DIGITS)
  expect(encounter.missRtnM[0]).toBeCloseTo(100, CURVED_MISS_DIGITS)
  expect(encounter.approachAngleRad).toBeCloseTo(Math.PI / 2, UNIT_DIGITS)
  const together = describeEncounter(primary, { ...secondary, v: primary.v }, 5)
  expect(together).toMatchObject({ secondsToTca: 0, plane: null, principal: null, duration: null })
})

test('definiteness() distinguishes a rounded covariance from a missing one', () => {
  const rounded = [
    [1e6, 0, 0],
    [0, 25, 0],
    [0, 0, -1e-3],
  ]
  const wrong = [
    [1e6, 0, 0],
    [0, 25, 0],
    [0, 0, -2e5],
  ]
  expect(definiteness(rounded)).toBe('not-positive-definite')
  expect(definiteness(wrong)).toBe('no-covariance')
  expect(
    definiteness([
      [4, 1, 0],
      [1, 4, 0],
      [0, 0, 1],
    ]),
  ).toBe('positive-definite')
})

test('principalMiss() raises small eigenvalues to (1e-4 R)² and reports it', () => {
  const principal = principalMiss([3, 4], { xx: 100, yx: 0, yy: -1e-9 }, 20)
  expect(principal).toMatchObject({ ok: true, repair: { applied: true, eigenvaluesM2: [-1e-9, 100] } })
  expect(principal.ok && principal.miss.sigmaXM).toBeCloseTo(2e-3, LEAST_SIGMA_DIGITS)
  expect(principalMiss([3, 4], { xx: -1, yx: 0, yy: -1 }, 20).ok).toBe(false)
  expect(() => principalMiss([Number.NaN, 4], { xx: 1, yx: 0, yy: 1 }, 20)).toThrow(RangeError)
})

test('principalMiss() rotates the miss and keeps the covariance', () => {
  const variance = realBetween(1, 1e8)
  const correlation = realBetween(-0.999, 0.999)
  const component = realBetween(-1e4, 1e4)
  fc.assert(
    fc.property(variance, variance, correlation, component, component, (xx, yy, rho, x, y) => {
      const yx = rho * Math.sqrt(xx * yy)
      const principal = principalMiss([x, y], { xx, yx, yy }, 1e-3)
      if (!principal.ok) throw new Error(principal.reason)
      const { xM, yM, sigmaXM, sigmaYM } = principal.miss
      expect(Math.hypot(xM, yM)).toBeCloseTo(Math.hypot(x, y), LENGTH_DIGITS)
      expect((sigmaXM ** 2 + sigmaYM ** 2) / (xx + yy)).toBeCloseTo(1, TRACE_DIGITS)
      expect(sigmaXM).toBeLessThanOrEqual(sigmaYM)
      const squared = (yy * x * x - 2 * yx * x * y + xx * y * y) / (xx * yy * (1 - rho * rho))
      expect(Math.abs(mahalanobisSquared(principal.miss) - squared)).toBeLessThanOrEqual(
        CORRELATED_RELATIVE * squared + SMALLEST_SQUARE,
      )
    }),
  )
})
