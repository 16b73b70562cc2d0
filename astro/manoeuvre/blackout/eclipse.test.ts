import { expect, test } from 'vitest'
import { GM_EARTH, WGS84_RADIUS_M } from '../../constants.ts'
import { toCartesian } from '../../orbit/elements.ts'
import { parseTime } from '../../time/parse-time.ts'
import { degToRad } from '../../units.ts'
import { eclipsesBefore } from './eclipse.ts'

/** Equinox of March 2026 (Astronomical Almanac): the Sun is at right ascension 0. */
const EQUINOX = parseTime('2026-03-20T14:46:00')
const RADIUS_M = 7_000_000
/** WGS 84. */
const POLAR_RADIUS_M = 6_356_752.3
const PERIOD_S = 2 * Math.PI * Math.sqrt(RADIUS_M ** 3 / GM_EARTH)
/**
 * J2 shortens the node-to-node time of a revolution here by at most 1.5 J2 (R/a)² (4 − 5 sin² i/2) of it, that is 0.5 %; the shadow changes by 11
 * s.
 */
const J2_SHARE = 0.005
/** The shadow differs from a cylinder because of the Sun's size: an asymmetry of this many seconds. */
const MIDDLE_S = 2
/** The Sun moves 1° a day. In six hours it is half a degree off, and near 30° the shadow gets 1 s shorter for each degree. */
const SUN_S = 1

/** A circular orbit at TCA, whose plane has a given angle to the Sun and whose node is 90° from the Sun. */
const circular = (betaDeg: number, anomalyDeg = 0) => ({
  tca: EQUINOX,
  state: toCartesian(
    {
      semiMajorAxisM: RADIUS_M,
      eccentricity: 0,
      incRad: degToRad(betaDeg),
      raanRad: Math.PI / 2,
      argPeriapsisRad: 0,
      trueAnomalyRad: degToRad(anomalyDeg),
    },
    GM_EARTH,
  ),
})

/** Returns how long a circular orbit is in a cylindrical shadow (Wertz, Space Mission Analysis and Design, 3rd ed., 5.1). */
function inCylinderS(betaDeg: number, earthM: number): number {
  const cosine = Math.sqrt(RADIUS_M ** 2 - earthM ** 2) / (RADIUS_M * Math.cos(degToRad(betaDeg)))
  return (PERIOD_S / Math.PI) * Math.acos(cosine)
}

test.each([0, 15, 30])("an orbit plane at %i° to the Sun is in the shadow as long as in Wertz's cylinders", (beta) => {
  const [umbras, all] = (['UMBRA', 'PENUMBRA'] as const).map((depth) =>
    eclipsesBefore(circular(beta), -4 * PERIOD_S, depth).slice(1, -1),
  ) as [ReturnType<typeof eclipsesBefore>, ReturnType<typeof eclipsesBefore>]
  expect(umbras.length).toBeGreaterThanOrEqual(2)
  expect(all.length).toBe(umbras.length)
  for (const [k, outer] of all.entries()) {
    const inner = umbras[k]!
    expect(outer.fromS).toBeLessThan(inner.fromS)
    expect(outer.toS).toBeGreaterThan(inner.toS)
    const meanS = (outer.toS - outer.fromS + inner.toS - inner.fromS) / 2
    const most = inCylinderS(beta, WGS84_RADIUS_M)
    const roomS = MIDDLE_S + SUN_S + J2_SHARE * most
    expect(meanS).toBeGreaterThan(inCylinderS(beta, POLAR_RADIUS_M) - roomS)
    expect(meanS).toBeLessThan(most + roomS)
  }
})

test('the middle of each eclipse is where the Earth is between object and Sun, a revolution apart', () => {
  // The node is 90° from the Sun, so the object is opposite to the Sun 90° after the node.
  const found = eclipsesBefore(circular(0, 90), -2.2 * PERIOD_S, 'UMBRA')
  const middles = found.map(({ fromS, toS }) => (fromS + toS) / 2)
  // The last eclipse ends at TCA, which is in its middle, where the object is opposite to the Sun.
  expect(Math.abs(found.at(-1)!.toS)).toBe(0)
  // In a revolution of 97 min the Sun moves by 0.07°, which is 1 s of the orbit, and J2 shortens each revolution.
  const roomS = 2 * J2_SHARE * PERIOD_S + MIDDLE_S
  expect(Math.abs(middles.at(-2)! + PERIOD_S)).toBeLessThan(roomS)
})

test('an orbit that faces the Sun along its axis has no eclipse, and neither has an empty span', () => {
  expect(eclipsesBefore(circular(80), -3 * PERIOD_S, 'PENUMBRA')).toEqual([])
  expect(eclipsesBefore(circular(0), 0, 'PENUMBRA')).toEqual([])
})
