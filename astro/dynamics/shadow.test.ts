import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SUN_RADIUS_M } from '../constants.ts'
import { realBetween } from '../testing/real-between.ts'
import { norm, scale, type Vec3 } from '../vec3.ts'
import { SHADOW_EDGES, sunlitFraction } from './shadow.ts'

/** Angles of milliradians are computed from differences of 1e11 m, each rounded by 1e-16; they are compared with radii of 5 mrad. */
const AREA = 1e-11
/** The directions are rounded to 1e-16 rad; the arcsine of a disc that nearly fills half the sky amplifies this by 60. */
const TANGENT_RAD = 3e-14
/** Apart from limb darkening and the Earth's oblateness, lengths of shadow cones are exact except for rounding. */
const CONE_RELATIVE = 1e-9
/** Vallado prints 1.384e6 km: half a unit of the last digit. */
const PRINTED_CONE_RELATIVE = 3.7e-4
/**
 * Like AREA, but in the penumbra of low orbits, where the rounding is 1e-16 of 1e11 m over a length of some 1e8 m: the actual error is 8e-14
 * in 100,000 cases.
 */
const TURNED_AREA = 1e-12

const AU = 149_597_870_700
const SUN: Vec3 = [AU, 0, 0]
const EARTH = { centre: [0, 0, 0] as Vec3, radiusM: 6_378_137 }

/** Returns a sphere at `separationRad` from the Sun's centre with an angular radius of `share` of the Sun's, seen from the origin. */
function seen(separationRad: number, share: number) {
  const radiusRad = share * Math.asin(SUN_RADIUS_M / AU)
  const centre = scale([Math.cos(separationRad), Math.sin(separationRad), 0], 4e8)
  return sunlitFraction([0, 0, 0], SUN, { centre, radiusM: 4e8 * Math.sin(radiusRad) })
}
const SUN_RADIUS_RAD = Math.asin(SUN_RADIUS_M / AU)

test('half of the Sun is covered by a disc of its size at 0.807 945 5 of its radius (OEIS A133741)', () => {
  expect(Math.abs(seen(0.807_945_506_599_034_4 * SUN_RADIUS_RAD, 1) - 0.5)).toBeLessThan(AREA)
})

test('an annular eclipse leaves a ring, whose area does not depend on the position of the disc inside the Sun', () => {
  for (const share of [0.1, 0.5, 0.9])
    for (const aside of [0, 0.05, 0.99 * (1 - share)])
      expect(Math.abs(seen(aside * SUN_RADIUS_RAD, share) - (1 - share ** 2))).toBeLessThan(AREA)
})

test('the fraction has no jump where the discs touch, from outside or from inside', () => {
  for (const share of [0.3, 1.5]) {
    const inside = Math.abs(1 - share)
    const outside = 1 + share
    const covered = share < 1 ? 1 - share ** 2 : 0
    // The area of the overlap grows with the power 1.5 of the distance: (1e-8)^1.5 is 1e-12 of the disc.
    for (const by of [-1e-8, 0, 1e-8]) {
      expect(Math.abs(seen((inside + by) * SUN_RADIUS_RAD, share) - covered)).toBeLessThan(AREA)
      expect(Math.abs(seen((outside + by) * SUN_RADIUS_RAD, share) - 1)).toBeLessThan(AREA)
    }
    expect(seen((outside - 1e-3) * SUN_RADIUS_RAD, share)).toBeLessThan(1)
    expect(seen((inside + 1e-3) * SUN_RADIUS_RAD, share)).toBeGreaterThan(covered)
  }
})

test('the umbra of the Earth ends 1.38 million km behind it, and beyond its tip the eclipse is annular', () => {
  // Similar triangles: the distance of the tip is R_E/(R_S − R_E) of the distance to the Sun (Vallado, §5.3: 1.384e6 km).
  const tip = (AU * EARTH.radiusM) / (SUN_RADIUS_M - EARTH.radiusM)
  expect(Math.abs(tip / 1.384e9 - 1)).toBeLessThan(PRINTED_CONE_RELATIVE)
  expect(sunlitFraction([-tip * (1 - CONE_RELATIVE), 0, 0], SUN, EARTH)).toBe(0)
  expect(sunlitFraction([-tip * 1.01, 0, 0], SUN, EARTH)).toBeGreaterThan(0)
  // The umbra always reaches the distance of the Moon.
  expect(sunlitFraction([-4.067e8, 0, 0], SUN, EARTH)).toBe(0)
})

/**
 * Returns the point at distance `behind` from the Earth on a common tangent of both spheres: `side` +1 for the outer tangent, −1 for the inner
 * one.
 */
function tangentPoint(behind: number, side: 1 | -1): Vec3 {
  // With the unit normal n = (sin α, cos α, 0) the line n·p = R_E touches the Earth; it touches the Sun where AU sin α − R_E = ∓R_S.
  const sine = (EARTH.radiusM - side * SUN_RADIUS_M) / AU
  const [n, along]: [Vec3, Vec3] = [
    [sine, Math.sqrt(1 - sine * sine), 0],
    [-Math.sqrt(1 - sine * sine), sine, 0],
  ]
  return [EARTH.radiusM * n[0] + behind * along[0], EARTH.radiusM * n[1] + behind * along[1], 0]
}

test('SHADOW_EDGES are 0 on the lines tangent to both spheres: the edges of the penumbra and of the umbra', () => {
  const [penumbra, umbra] = SHADOW_EDGES
  for (const behind of [1e5, 5e6, 4e7, 4e8]) {
    expect(Math.abs(penumbra!(tangentPoint(behind, -1), SUN, EARTH))).toBeLessThan(TANGENT_RAD)
    expect(Math.abs(umbra!(tangentPoint(behind, 1), SUN, EARTH))).toBeLessThan(TANGENT_RAD)
    const [x, y] = tangentPoint(behind, -1)
    expect(penumbra!([x, y + 1000, 0], SUN, EARTH)).toBeGreaterThan(0)
    expect(penumbra!([x, y - 1000, 0], SUN, EARTH)).toBeLessThan(0)
    const [ux, uy] = tangentPoint(behind, 1)
    expect(umbra!([ux, uy + 1000, 0], SUN, EARTH)).toBeGreaterThan(0)
    expect(umbra!([ux, uy - 1000, 0], SUN, EARTH)).toBeLessThan(0)
  }
})

test('sunlitFraction() does not depend on the rotation of the three bodies, nor on the origin', () => {
  const component = realBetween(-1, 1)
  fc.assert(
    fc.property(realBetween(6.4e6, 5e7), realBetween(5.5e6, 7.5e6), component, (behind, aside, tilt) => {
      const r: Vec3 = [-behind, aside, 0]
      const c = Math.sqrt(1 - tilt * tilt)
      const turn = ([x, y, z]: Vec3): Vec3 => [c * x - tilt * y, z, -tilt * x - c * y]
      const shift = ([x, y, z]: Vec3): Vec3 => [x + 1e7, y - 2e7, z + 3e7]
      const plain = sunlitFraction(r, SUN, EARTH)
      const turned = sunlitFraction(turn(r), turn(SUN), EARTH)
      const shifted = sunlitFraction(shift(r), shift(SUN), { ...EARTH, centre: shift([0, 0, 0]) })
      expect(Math.abs(turned - plain)).toBeLessThan(TURNED_AREA)
      expect(Math.abs(shifted - plain)).toBeLessThan(TURNED_AREA)
    }),
    { numRuns: 30 },
  )
})

test('the fraction is 1 everywhere on the day side of the Earth, and 0 inside it', () => {
  expect(sunlitFraction([7e6, 0, 0], SUN, EARTH)).toBe(1)
  expect(sunlitFraction([0, 7e6, 0], SUN, EARTH)).toBe(1)
  expect(sunlitFraction([-7e6, 0, 0], SUN, EARTH)).toBe(0)
  expect(sunlitFraction([0, 6_378_136, 0], SUN, EARTH)).toBe(0)
  expect(norm(SUN)).toBe(AU)
})
