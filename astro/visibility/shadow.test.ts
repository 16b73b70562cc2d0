import fc from 'fast-check'
import { expect, test } from 'vitest'
import { WGS84_RADIUS_M } from '../constants.ts'
import { earthAt } from '../frames/earth.ts'
import { rotationBetween } from '../frames/frame.ts'
import { invert, rotateState } from '../frames/rotation.ts'
import { makeStation, type Trajectory } from '../frames/topocentric.ts'
import { ASTRONOMICAL_UNIT_M } from '../sky/body.ts'
import { realBetween } from '../testing/real-between.ts'
import { secondsBetween } from '../time/epoch.ts'
import { parseTime } from '../time/parse-time.ts'
import { degToRad, radToDeg } from '../units.ts'
import type { Vec3 } from '../vec3.ts'
import { lightingOf } from './lighting.ts'
import reference from './passes.reference.json' with { type: 'json' }
import { findEclipses } from './shadow.ts'

/** Beyond the tip by 1 % the Earth's disc is 1 % smaller than the Sun's, which leaves 2 % of its area visible. */
const [LEAST_RING_SHARE, RING_SHARE] = [0.015, 0.025]
/** The rounding of a position, amplified by the sizes of the discs. */
const TURNED_SHARE = 1e-12
/** The rounding of 1. */
const HIDDEN_SHARE = 1e-15
/** A tenth of a degree, the resolution of the given angles. */
const PREDICT_DIGITS = 1

const { eclipses } = reference

// STK neglects the aberration of the Sun, 20″ or 1.4 s; on the ground the edge of the ellipsoid is the observer's own horizon.
const STK_S = 4

test.each(eclipses.targets)('findEclipses() agrees with STK at latitude $lat_deg, $alt_km km', (target) => {
  const { r } = makeStation({
    latRad: degToRad(target.lat_deg),
    lonRad: degToRad(target.lon_deg),
    heightM: target.alt_km * 1000,
  })
  const trajectory: Trajectory = (epoch) =>
    rotateState(invert(rotationBetween('GCRF', 'ITRF', earthAt(epoch))), { r, v: [0, 0, 0] })
  const [from = '', to = ''] = eclipses.interval_utc
  const found = findEclipses({ trajectory, start: parseTime(from), end: parseTime(to) })
  expect(found.map(({ light }) => light)).toEqual(target.intervals.map(({ condition }) => condition.toLowerCase()))
  found.forEach(({ start, end }, index) => {
    const { start: expectedStart, stop } = target.intervals[index]!
    expect(Math.abs(secondsBetween(stkTime(expectedStart), start))).toBeLessThan(STK_S)
    expect(Math.abs(secondsBetween(stkTime(stop), end))).toBeLessThan(STK_S)
  })
})

/** '1 Jan 2018 09:40:27.469', in the January of the set. */
function stkTime(text: string) {
  const [day = '', , year = '', clock = ''] = text.split(' ')
  return parseTime(`${year}-01-0${day}T${clock}`)
}

const SUN: Vec3 = [ASTRONOMICAL_UNIT_M, 0, 0]

test('lightingOf() has the end of the umbra 1.4 million km behind the Earth, and a ring beyond', () => {
  // Length of the umbra: R d / (Rs − R), by similar triangles: 1.384e9 m.
  const length = (WGS84_RADIUS_M * ASTRONOMICAL_UNIT_M) / (695_700e3 - WGS84_RADIUS_M)
  expect(lightingOf([-0.99 * length, 0, 0], SUN).light).toBe('umbra')
  const beyond = lightingOf([-1.01 * length, 0, 0], SUN)
  expect(beyond.light).toBe('antumbra')
  expect(beyond.litFraction).toBeGreaterThan(LEAST_RING_SHARE)
  expect(beyond.litFraction).toBeLessThan(RING_SHARE)
})

test('lightingOf() crosses the penumbra in the angular width of the Sun, and half of the Sun is visible in its middle', () => {
  const radius = 7e6
  const at = (angleRad: number) => lightingOf([-radius * Math.cos(angleRad), radius * Math.sin(angleRad), 0], SUN)
  const earth = Math.asin(WGS84_RADIUS_M / radius)
  const width = 2 * Math.asin(695_700e3 / ASTRONOMICAL_UNIT_M)
  const middle = [...Array(2000).keys()].map((k) => earth - width + (2 * width * k) / 2000).map(at)
  expect(middle[0]!.light).toBe('umbra')
  expect(middle.at(-1)!.light).toBe('sunlit')
  const half = middle.find(({ litFraction }) => litFraction >= 0.5)!
  expect(half.light).toBe('penumbra')
  // If the edge of the Earth passes through the centre of the Sun, half of it is visible, except for the curvature of the edge.
  expect(Math.abs(half.penumbraMarginRad + half.umbraMarginRad)).toBeLessThan(0.02 * width)
})

// At the edge of the umbra, where rounding decides; found by the long random test.
const AT_THE_EDGE = { angleRad: 0.19210874147413068, radius: 32_526_148.11408465 }

test("lightingOf() is equal in all axes with the Earth's axis, and increases with the distance of the Sun", () => {
  const angle = realBetween(0, 3.14)
  // Near the edge of the penumbra, which is half a degree wide.
  const edge = realBetween(-0.01, 0.01)
  fc.assert(
    fc.property(angle, edge, realBetween(6.5e6, 5e7), angle, (b, off, radius, turn) => {
      const a = Math.asin(WGS84_RADIUS_M / radius) + off
      const at = (angleRad: number, axis: number): Vec3 => [
        -radius * Math.cos(angleRad + axis),
        -radius * Math.sin(angleRad + axis),
        0,
      ]
      const sun: Vec3 = [ASTRONOMICAL_UNIT_M * Math.cos(turn), ASTRONOMICAL_UNIT_M * Math.sin(turn), 0]
      const first = lightingOf(at(a, 0), SUN)
      // Ten roundings of a position: near the ground each is five times larger in the angle between the discs, and 140 times larger in the
      // fraction of the Sun.
      expect(Math.abs(lightingOf(at(a, turn), sun).litFraction - first.litFraction)).toBeLessThan(TURNED_SHARE)
      const second = lightingOf(at(b, 0), SUN)
      expect((a - b) * (first.litFraction - second.litFraction)).toBeGreaterThanOrEqual(-TURNED_SHARE)
      if (first.light === 'umbra') expect(first.litFraction).toBe(0)
      // A smaller visible fraction is lost in the rounding of 1.
      else if (first.umbraMarginRad > 1e-12) expect(first.litFraction).toBeGreaterThan(0)
    }),
    { numRuns: 500 },
  )
  expect.hasAssertions()
})

test('lightingOf() hides the whole Sun exactly at the edge of the umbra, and shows nearly none of it just outside', () => {
  const { radius } = AT_THE_EDGE
  for (let steps = -50; steps <= 50; steps += 1) {
    const angleRad = AT_THE_EDGE.angleRad + steps * 2 ** -55
    const { light, litFraction } = lightingOf(
      [0, -radius * Math.cos(angleRad), radius * Math.sin(angleRad)],
      [0, ASTRONOMICAL_UNIT_M, 0],
    )
    if (light === 'umbra') expect(litFraction).toBe(0)
    else expect(litFraction).toBeLessThan(HIDDEN_SHARE)
  }
})

test('lightingOf() agrees with PREDICT whether the satellites are lit, and with its depth of eclipse', () => {
  // PREDICT: depth = radius of the Earth's disc − radius of the Sun's − distance of their centres, degrees; negative is
  // light.
  const depths = reference.predict.flatMap(({ rows }) => rows.map((row) => [row[13]!, row[14]!] as const))
  expect(depths.every(([sunlit, depth]) => (sunlit === 1) === depth < 0)).toBe(true)
  expect(radToDeg(lightingOf([-7e6, 0, 0], SUN).umbraMarginRad)).toBeCloseTo(-(65.66 - 0.267), PREDICT_DIGITS)
})
