import { expect, test } from 'vitest'
import { SPEED_OF_LIGHT } from '../constants.ts'
import { transform } from '../mat3.ts'
import { addSeconds } from '../time/epoch.ts'
import { radToDeg } from '../units.ts'
import { dot, norm, subtract, type Vec3 } from '../vec3.ts'
import { refraction } from '../visibility/refraction.ts'
import { type Comparison, compare } from './compare.ts'
import type { Observation } from './observation.ts'
import { EPOCH, FLY, measure, SITES, TRUTH } from './testing/simulate.ts'
import { standardAir, troposphericDelay } from './troposphere.ts'

/** The derivatives neglect v/c: 7.5 km/s over c is 2.5e-5. */
const DERIVATIVE_RELATIVE = 3e-5
/** The site moves at up to 465 m/s, 1.6e-6 of c, and its axes rotate by 4e-7 during the light time. */
const BY_SITE_RELATIVE = 2e-6
/** The rounding of ranges of 1e6 m is 1e-10 m. */
const RANGE_M_DIGITS = 9
/** v/c of the change is neglected. */
const BIAS_DIGITS = 4
/** The second-order effect of an angle of 1e-5 rad. */
const COSINE_DIGITS = 4
/** Angles with one light time, computed in another order. */
const ANGLE_DIGITS = 10
/** The rounding of the delay between ranges of thousands of kilometres. */
const DELAY_DIGITS = 6
/** The rounding of the refraction, which is a difference of angles of order 1. */
const REFRACTION_DIGITS = 12
/** The constant of aberration, 20.496″, plus 1.7 % for the Earth's higher speed at perihelion. */
const MOST_ABERRATION_ARCSEC = 20.9
/** The measurement is from the same path, so only rounding is left. */
const RESIDUAL_DIGITS = 9
/** The angle is zero, so its cosine is 1. */
const UNIT_DIGITS = 14

const flight = FLY(TRUTH)!
const KINDS = ['range', 'range-rate', 'azimuth-elevation', 'right-ascension-declination'] as const
const SITE = SITES.get('A')!
const rows = (one: Observation, stateAt = flight.stateAt): readonly Comparison[] => {
  const found = compare(one, SITE, stateAt)
  if ('reason' in found) throw new Error(found.reason)
  return found
}

test.each(KINDS)('the partial derivatives of %s agree with differences', (kind) => {
  const one = measure(kind, { flight, sensorId: 'A', seconds: 0 })
  for (const axis of [0, 1, 2] as const) {
    const step = 10
    const moved = (by: number) =>
      rows(one, (at) => {
        const state = flight.stateAt(at)
        const r = state.r.map((value, k) => value + (k === axis ? by : 0)) as unknown as Vec3
        return { r, v: state.v }
      })
    const [up, down] = [moved(step), moved(-step)]
    rows(one).forEach((row, part) => {
      const slope = -(up[part]!.residual - down[part]!.residual) / (2 * step)
      expect(Math.abs(slope - row.byPosition[axis])).toBeLessThan(DERIVATIVE_RELATIVE * norm(row.byPosition))
    })
  }
})

test('range-rate changes with the velocity along the line of sight', () => {
  const one = measure('range-rate', { flight, sensorId: 'A', seconds: 0 })
  const shifted = rows(one, (at) => {
    const { r, v } = flight.stateAt(at)
    const t = at.taiS - one.epoch.taiS + (at.taiFs - one.epoch.taiFs) * 1e-15
    return { r: [r[0] + 0.5 * t, r[1], r[2]], v: [v[0] + 0.5, v[1], v[2]] }
  })
  expect(shifted[0]!.residual).toBeCloseTo(-0.5 * rows(one)[0]!.byVelocity[0], BIAS_DIGITS)
})

test.each(KINDS)('%s changes with the position of the site, opposite to the position of the object', (kind) => {
  const one = measure(kind, { flight, sensorId: 'A', seconds: 0 })
  const { toSez } = SITE.at(one.epoch)
  for (const row of rows(one)) {
    const back = transform(toSez, row.byPosition)
    for (const k of [0, 1, 2] as const)
      expect(Math.abs(row.bySite[k] + back[k])).toBeLessThan(BY_SITE_RELATIVE * norm(back))
  }
})

test('a residual is measured minus computed; right ascension is multiplied by the cosine of the declination', () => {
  const range = measure('range', { flight, sensorId: 'A', seconds: 0 })
  expect(rows({ ...range, rangeM: (range as { rangeM: number }).rangeM + 5 } as Observation)[0]!.residual).toBeCloseTo(
    5,
    RANGE_M_DIGITS,
  )
  const sky = measure('right-ascension-declination', { flight, sensorId: 'A', seconds: 0 })
  if (sky.kind !== 'right-ascension-declination') throw new Error(sky.kind)
  const [ra] = rows({ ...sky, raRad: sky.raRad + 1e-5 })
  expect(ra!.residual / 1e-5).toBeCloseTo(Math.cos(sky.decRad), COSINE_DIGITS)
  const azEl = measure('azimuth-elevation', { flight, sensorId: 'A', seconds: 0 })
  if (azEl.kind !== 'azimuth-elevation') throw new Error(azEl.kind)
  const [azimuth, elevation] = rows({ ...azEl, azimuthRad: azEl.azimuthRad + 1e-4 + 2 * Math.PI })
  expect(azimuth!.residual).toBeCloseTo(1e-4, ANGLE_DIGITS)
  expect(elevation!.residual).toBeCloseTo(0, ANGLE_DIGITS)
})

test('a range contains the delay of the atmosphere, and an object below 2° has no computed value', () => {
  const one = measure('range', { flight, sensorId: 'A', seconds: 0 })
  const air = standardAir('laser', 500)
  const [plain, delayed] = [rows(one)[0]!, rows({ ...one, air } as Observation)[0]!]
  const delay = troposphericDelay(air, SITE.place, plain.elevationRad)!
  expect(plain.residual - delayed.residual).toBeCloseTo(delay, DELAY_DIGITS)
  expect(delay).toBeGreaterThan(2)
  const opposite = (at: typeof EPOCH) => {
    const { r, v } = flight.stateAt(at)
    return { r: [-r[0], -r[1], -r[2]] as Vec3, v: [-v[0], -v[1], -v[2]] as Vec3 }
  }
  expect(compare({ ...one, air } as Observation, SITE, opposite)).toMatchObject({ reason: 'below-the-air' })
})

test('a refracted elevation is raised by the refraction of the atmosphere', () => {
  const one = measure('azimuth-elevation', { flight, sensorId: 'A', seconds: 0 })
  const [, plain] = rows(one)
  const [, lifted] = rows({ ...one, isRefracted: true } as Observation)
  expect(plain!.residual - lifted!.residual).toBeCloseTo(refraction(plain!.elevationRad), REFRACTION_DIGITS)
})

test('F22: a wrongly interpreted aberration flag changes a direction by up to 20.5″', () => {
  const one = measure('right-ascension-declination', { flight, sensorId: 'A', seconds: 0 })
  if (one.kind !== 'right-ascension-declination') throw new Error(one.kind)
  const shifts = Array.from({ length: 12 }, (_unused, k) => {
    const at = { ...measure('right-ascension-declination', { flight, sensorId: 'A', seconds: 1000 * k }) }
    const wrong = rows({ ...at, reduction: 'astrometric' } as Observation)
    return radToDeg(Math.hypot(wrong[0]!.residual, wrong[1]!.residual)) * 3600
  })
  // The constant of aberration is 20.496″; along an orbit all angles to the apex of the Earth's motion occur.
  expect(Math.max(...shifts)).toBeGreaterThan(19)
  expect(Math.max(...shifts)).toBeLessThan(MOST_ABERRATION_ARCSEC)
  expect(rows(one)[0]!.residual).toBeCloseTo(0, RESIDUAL_DIGITS)
})

test("F22: a direction is the object's direction one light time before reception", () => {
  const one = measure('right-ascension-declination', { flight, sensorId: 'A', seconds: 0 })
  if (one.kind !== 'right-ascension-declination') throw new Error(one.kind)
  const [row] = rows(one)
  const pose = SITE.at(EPOCH)
  const seconds = norm(subtract(flight.stateAt(row!.at).r, pose.r)) / SPEED_OF_LIGHT
  const object = flight.stateAt(addSeconds(EPOCH, -seconds)).r
  const line = subtract(object, pose.r)
  const direction: Vec3 = [
    Math.cos(one.decRad) * Math.cos(one.raRad),
    Math.cos(one.decRad) * Math.sin(one.raRad),
    Math.sin(one.decRad),
  ]
  expect(dot(direction, line) / norm(line)).toBeCloseTo(1, UNIT_DIGITS)
})
