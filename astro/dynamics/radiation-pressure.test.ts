import fc from 'fast-check'
import { expect, test } from 'vitest'
import { realBetween } from '../testing/real-between.ts'
import { parseTime } from '../time/parse-time.ts'
import { cross, dot, norm, subtract, type Vec3 } from '../vec3.ts'
import type { OrbitState } from './force.ts'
import { type RadiationPressure, radiationPressureForce } from './radiation-pressure.ts'
import { sunlitFraction } from './shadow.ts'

/** The rounding of a dozen products. */
const ROUNDING = 1e-14
/** The same for a ratio: 5e-15. */
const RATIO_DIGITS = 14
/** Half a unit of the last digit of 4.5398e-6 N/m². */
const PRESSURE_RELATIVE = 1.1e-5
/** 7e6 m from the line, at an astronomical unit, is 4.7e-5 rad: half of the square. */
const ASIDE_RELATIVE = 1.1e-9
/** Half a unit of the last digit of 3.6e-9 m/s². */
const LAGEOS_PUSH_MPS2 = 5e-11
/** The ratio has five decimals; 3e-6 of these 5e-6 is because the object is 7e6 m nearer to the Sun than the Earth is. */
const DISTANCES_DIGITS = 5
/**
 * The two positions are 7.0e6 and 6.36e6 m from the line to the Sun. Their distances from the Sun differ by half the difference of the
 * squares, 2e-10 in astronomical units, and the pressure by twice that.
 */
const FULL_LIGHT_DIGITS = 9
const AU = 149_597_870_700
const EPOCH = parseTime('2026-03-20T00:00:00')
const at = (r: Vec3, massKg = 1): OrbitState => ({ epoch: EPOCH, r, v: [0, 0, 0], massKg })
const sun = (): Vec3 => [AU, 0, 0]
const push = (more: Partial<RadiationPressure> = {}) => radiationPressureForce({ cr: 1, area: 1, sun, ...more })

test('the pressure of sunlight is 4.54 µPa at one astronomical unit', () => {
  // 1361 W/m² over c: 4.5398e-6 N/m² (Kopp and Lean, GRL 38 (2011) L01706). The origin, at 1 au, is inside the Earth, so a point beside it is
  // used.
  const force = push()(at([0, 7e6, 0]))
  expect(Math.abs(force[0] / -4.5398e-6 - 1)).toBeLessThan(PRESSURE_RELATIVE)
  expect(Math.abs(norm(force) / -force[0] - 1)).toBeLessThan(ASIDE_RELATIVE)
})

test('sunlight accelerates LAGEOS by 3.6e-9 m/s²', () => {
  // A sphere of 60 cm and 406.965 kg with Cr = 1.13: the published 3.6e-9 m/s² (D. P. Rubincam, JGR 87 (1982) 363).
  const force = push({ cr: 1.13, area: Math.PI * 0.3 ** 2 })(at([1.227e7, 0, 0], 406.965))
  expect(Math.abs(norm(force) - 3.6e-9)).toBeLessThan(LAGEOS_PUSH_MPS2)
})

test('the acceleration decreases with the square of the distance to the Sun: 6.9 % between perihelion and aphelion', () => {
  // Distances of 0.983 29 and 1.016 71 au (The Astronomical Almanac); the ratio of the squares is 1.069 13.
  const of = (share: number) => norm(push({ sun: () => [share * AU, 0, 0] })(at([7e6, 0, 0])))
  expect(of(0.983_29) / of(1.016_71)).toBeCloseTo(1.069_13, DISTANCES_DIGITS)
})

test('the acceleration is away from the Sun, proportional to area and coefficient, and to the inverse mass', () => {
  const component = realBetween(-4e7, 4e7)
  fc.assert(
    fc.property(realBetween(1e7, 4e7), component, component, (x, y, z) => {
      const r: Vec3 = [x, y, z]
      const force = push()(at(r))
      const away = subtract(r, sun())
      expect(dot(force, away)).toBeGreaterThan(0)
      expect(norm(cross(force, away))).toBeLessThan(ROUNDING * norm(force) * norm(away))
      expect(norm(push({ cr: 2 })(at(r))) / norm(force)).toBeCloseTo(2, RATIO_DIGITS)
      expect(norm(push({ area: () => 3 })(at(r))) / norm(force)).toBeCloseTo(3, RATIO_DIGITS)
      expect(norm(push()(at(r, 4))) / norm(force)).toBeCloseTo(0.25, RATIO_DIGITS)
    }),
    { numRuns: 50 },
  )
})

test('in the penumbra the acceleration is proportional to the visible fraction of the disc, and both shadows reduce it', () => {
  const r: Vec3 = [-7e6, 6_360_000, 0]
  const share = sunlitFraction(r, sun(), { centre: [0, 0, 0], radiusM: 6_378_137 })
  expect(share).toBeGreaterThan(0.05)
  expect(share).toBeLessThan(0.95)
  const full = norm(push()(at([-7e6, 7e6, 0])))
  expect(norm(push()(at(r))) / full).toBeCloseTo(share, FULL_LIGHT_DIGITS)
  // The Moon beside the line to the Sun, covering half its disc: the edge of one passes through the centre of the other.
  const moon = (): Vec3 => [3.844e8, 6_360_000 + 391_400_000 * (1_737_400 / 391_400_000), 0]
  const eclipsed = norm(push({ moon })(at(r)))
  expect(eclipsed).toBeGreaterThan(0.3 * share * full)
  expect(eclipsed).toBeLessThan(0.7 * share * full)
})

test('each occulting body has two edges, which pass 0 where the light starts to change', () => {
  expect(push().edges?.length).toBe(2)
  const withMoon = push({ moon: () => [3.844e8, 0, 0] })
  expect(withMoon.edges?.length).toBe(4)
  const [penumbra, umbra, moonPenumbra] = withMoon.edges ?? []
  // Full light, half light and night behind the Earth.
  for (const [y, outside, inside] of [
    [7e6, 1, 1],
    [6_378_137, -1, 1],
    [3e6, -1, -1],
  ] as const) {
    expect(Math.sign(penumbra!(at([-7e6, y, 0])))).toBe(outside)
    expect(Math.sign(umbra!(at([-7e6, y, 0])))).toBe(inside)
  }
  expect(moonPenumbra!(at([7e6, 0, 0]))).toBeLessThan(0)
  expect(moonPenumbra!(at([7e6, 1e7, 0]))).toBeGreaterThan(0)
})

test('a negative coefficient is refused, and 0 is a transparent body', () => {
  expect(norm(push({ cr: 0 })(at([7e6, 0, 0])))).toBe(0)
  expect(() => push({ cr: -1e-9 })).toThrow(RangeError)
  expect(() => push({ cr: Number.NaN })).toThrow(RangeError)
})
