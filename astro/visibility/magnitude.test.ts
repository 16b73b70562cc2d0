import fc from 'fast-check'
import { expect, test } from 'vitest'
import { realBetween } from '../testing/real-between.ts'
import { degToRad } from '../units.ts'
import { airMass, apparentMagnitude, lambertPhase, reducedMagnitude, standardMagnitude } from './magnitude.ts'

/** The summation over the surface uses squares with a width of 0.005. */
const SURFACE_SQUARES = 1e-4
/** Expected values calculated by hand, to a thousandth of a magnitude. */
const MILLIMAGNITUDE_DIGITS = 3
/** The example is given to a hundredth of a magnitude. */
const PUBLISHED_DIGITS = 2
/** The rounding of Pogson's law. */
const POGSON_DIGITS = 12
/** The formula fits the table to half a per cent. */
const KASTEN_YOUNG = 0.005
/** Near a phase of 180° the light is a small difference: for ψ = π − phase, the rounding is 4e-16/ψ² magnitudes, 1e-9 at ψ = 6e-4 rad. */
const SAME_PHASE_MAG = 1e-9
/** No light is left at a phase of 180°. */
const DARK_DIGITS = 15

/** Returns the light of a Lambertian sphere by summation over its surface: max(0, n·s) max(0, n·o), relative to full phase. */
function sphere(phaseAngleRad: number): number {
  const steps = 400
  const sum = (phase: number) => {
    let total = 0
    for (let i = 0; i < steps; i += 1) {
      const z = -1 + (2 * (i + 0.5)) / steps
      for (let j = 0; j < 2 * steps; j += 1) {
        const angle = (Math.PI * (j + 0.5)) / steps
        const [x, y] = [Math.sqrt(1 - z * z) * Math.cos(angle), Math.sqrt(1 - z * z) * Math.sin(angle)]
        total += Math.max(0, x) * Math.max(0, x * Math.cos(phase) + y * Math.sin(phase))
      }
    }
    return total
  }
  return sum(phaseAngleRad) / sum(0)
}

test.each([0, 0.3, 1, Math.PI / 2, 2.2, 3])(
  'lambertPhase() agrees with the light of a Lambertian sphere at %d rad',
  (phase) => {
    expect(Math.abs(lambertPhase(phase) - sphere(phase))).toBeLessThan(SURFACE_SQUARES) // The squares of the surface have a width of 0.005.
  },
)

test('standardMagnitude() of a sphere of 1 m and albedo 0.2 is 5.4', () => {
  // A Lambertian sphere at full phase reflects 2/3 of a flat disc of its area: m = −26.74 − 2.5 log₁₀(2 A ρ / 3π R²), calculated by hand.
  expect(standardMagnitude(1)).toBeCloseTo(5.4477, MILLIMAGNITUDE_DIGITS) // domain.md C19: about 5.4
  expect(standardMagnitude(10) - standardMagnitude(1)).toBeCloseTo(-5, POGSON_DIGITS) // A hundred times the light, by Pogson.
})

// F. Kasten and A. Young, Applied Optics 28 (1989) 4735, table II: elevation in degrees, relative optical air mass.
test.each([
  [90, 1.0],
  [60, 1.1541],
  [30, 1.9939],
  [20, 2.9016],
  [10, 5.5841],
  [5, 10.3164],
  [0, 38.0868],
])('airMass() at %d degrees agrees with the table of Kasten and Young', (elevationDeg, expected) => {
  expect(Math.abs(airMass(degToRad(elevationDeg)) / expected - 1)).toBeLessThan(KASTEN_YOUNG)
})

test('apparentMagnitude() of the ISS: −1.8 at 1 000 km and half phase is −3.0 there at full phase', () => {
  // R. McCants's catalogue gives standard magnitudes at 1 000 km and half phase: 2.5 log π fainter than at full phase.
  const base = { standardMagnitude: -3.043, rangeM: 1e6, elevationRad: Math.PI / 2, extinction: 0 }
  expect(apparentMagnitude({ ...base, phaseAngleRad: Math.PI / 2 })).toBeCloseTo(-1.8, MILLIMAGNITUDE_DIGITS)
  expect(apparentMagnitude({ ...base, phaseAngleRad: 0, rangeM: 1e5 })).toBeCloseTo(-8.043, POGSON_DIGITS)
  expect(apparentMagnitude({ ...base, phaseAngleRad: 0, extinction: 0.2 })).toBeCloseTo(-2.843, MILLIMAGNITUDE_DIGITS)
})

test('reducedMagnitude() of the worked example of SeeSat-L: +5.0 at 1 000 km and 45° of phase is +5.94 at 90°', () => {
  // satobs.org/seesat/Dec-2000/0288.html, whose standard magnitudes are at 90°, as McCants's: 2.5 log₁₀ π fainter than at full phase.
  const full = reducedMagnitude({ magnitude: 5, rangeM: 1e6, phaseAngleRad: degToRad(45) })
  expect(full + 2.5 * Math.log10(Math.PI)).toBeCloseTo(5.94, PUBLISHED_DIGITS)
})

test('reducedMagnitude() removes the effects of distance and phase, and not of extinction', () => {
  const seen = { rangeM: 483_000, phaseAngleRad: degToRad(113), elevationRad: 1, extinction: 0 }
  const magnitude = apparentMagnitude({ ...seen, standardMagnitude: -1.3 })
  expect(reducedMagnitude({ ...seen, magnitude })).toBeCloseTo(-1.3, POGSON_DIGITS)
  // By Pogson, ten times the distance is five magnitudes fainter.
  expect(reducedMagnitude({ magnitude: 9, rangeM: 1e7, phaseAngleRad: 0 })).toBeCloseTo(4, POGSON_DIGITS)
  expect(reducedMagnitude({ magnitude: 9, rangeM: 1e6, phaseAngleRad: Math.PI })).toBeLessThan(-30)
  expect(() => reducedMagnitude({ magnitude: 9, rangeM: 0, phaseAngleRad: 0 })).toThrow('range 0 m')
})

test('apparentMagnitude() increases with distance, phase and extinction, and is never NaN', () => {
  const angle = realBetween(0, Math.PI)
  const range = realBetween(1e5, 1e9)
  fc.assert(
    fc.property(angle, angle, range, range, realBetween(-1.5, 1.5), (a, b, near, far, up) => {
      const [less, more] = [Math.min(a, b), Math.max(a, b)]
      const at = (phaseAngleRad: number, rangeM: number) =>
        apparentMagnitude({ standardMagnitude: 4, rangeM, phaseAngleRad, elevationRad: up })
      expect(at(less, near)).toBeLessThanOrEqual(at(more, near) + SAME_PHASE_MAG)
      expect(at(a, Math.min(near, far))).toBeLessThanOrEqual(at(a, Math.max(near, far)))
    }),
  )
  expect(() => lambertPhase(-1)).toThrow(RangeError)
  expect(() => lambertPhase(Math.PI + 1e-9)).toThrow(RangeError)
  expect(lambertPhase(Math.PI)).toBeCloseTo(0, DARK_DIGITS)
  expect(standardMagnitude(1, 1)).toBeCloseTo(standardMagnitude(1) - 2.5 * Math.log10(5), POGSON_DIGITS)
  expect(() => standardMagnitude(1, 0)).toThrow('albedo 0')
  const unseen = { standardMagnitude: 4, rangeM: 0, phaseAngleRad: 1, elevationRad: 1 }
  expect(() => apparentMagnitude(unseen)).toThrow('range 0 m')
  expect(() => standardMagnitude(0)).toThrow('radius 0 m')
  expect(() => standardMagnitude(1, 2)).toThrow('albedo 2')
})

/** Where the series and the closed form meet, the difference of the terms keeps this relative accuracy. */
const MEETING = 1e-11
/** π − α loses half a unit of the last digit of π, rad. */
const ROUNDED_ANGLE_RAD = 4.5e-16
/** The distance from the start of the series on both sides, rad. */
const BESIDE_RAD = 1e-12
const BEGINS_RAD = 0.03
const CUBE = 3

test.each([
  [1e-6, 1e-18 / 3 / Math.PI],
  [1e-3, (1e-9 / 3 / Math.PI) * (1 - 1e-7)],
])('lambertPhase() of a thin crescent of %d rad agrees with the first terms of its series', (crescent, expected) => {
  // It grows with the cube of the crescent.
  const most = MEETING + CUBE * (ROUNDED_ANGLE_RAD / crescent)
  expect(Math.abs(lambertPhase(Math.PI - crescent) / expected - 1)).toBeLessThan(most)
})

test('lambertPhase() has no jump where its series starts, and decreases throughout', () => {
  const beside = [BEGINS_RAD - BESIDE_RAD, BEGINS_RAD + BESIDE_RAD]
  const [before, after] = beside.map((crescent) => lambertPhase(Math.PI - crescent))
  const most = MEETING + CUBE * ((2 * BESIDE_RAD) / BEGINS_RAD)
  expect(Math.abs(after! / before! - 1)).toBeLessThan(most)
  const thin = Array.from({ length: 2_000 }, (_, k) => lambertPhase(Math.PI - 1e-5 * (1 - k / 2_000)))
  expect(thin.every((value, k) => k === 0 || value < thin[k - 1]!)).toBe(true)
})
