import { expect, test } from 'vitest'
import { GM_EARTH, WGS84_RADIUS_M } from '../constants.ts'
import { toCartesian } from '../orbit/elements.ts'
import { flyTwoBody } from '../orbit/two-body.ts'
import { addSeconds, type Epoch, secondsBetween } from '../time/epoch.ts'
import { parseTime } from '../time/parse-time.ts'
import { degToRad, radToDeg } from '../units.ts'
import { bodiesOver } from './bodies-over.ts'
import { betaAngle, eclipsesOn } from './eclipses.ts'
import { earthTurns, pathOfOrbit, trajectoryOf } from './path.ts'

/** Equinox of March 2026 (Astronomical Almanac): the Sun is at right ascension 0. */
const EQUINOX = parseTime('2026-03-20T14:46:00')
const RADIUS_M = 7_000_000
/** WGS 84. */
const POLAR_RADIUS_M = 6_356_752.3
const PERIOD_S = 2 * Math.PI * Math.sqrt(RADIUS_M ** 3 / GM_EARTH)
/** The Sun moves a degree a day, and the axes of TEME rotate with the equinox of date: 0.1° in some hours. */
const BETA_DEG = 0.15
/**
 * Half of the Sun's disc is 0.267°, crossed in 4.3 s: umbra and penumbra begin that much before and after the edge of the cylinder, apart from
 * a small asymmetry of this many seconds.
 */
const MIDDLE_S = 2
/**
 * Another interpolation differs by some metres, and orbits that graze the shadow cross its edge at some ten metres per second: the actual
 * difference is 0.1 s.
 */
const GRAZING_EDGE_S = 0.3

/** A circular orbit whose plane has an angle to the Sun equal to its inclination, from a time after its start on. */
function circular(inclinationDeg: number, lengthS: number, fromS = 0, start: Epoch = EQUINOX) {
  const raanRad = Math.PI / 2
  const incRad = degToRad(inclinationDeg)
  const first = toCartesian(
    { semiMajorAxisM: RADIUS_M, eccentricity: 0, incRad, raanRad, argPeriapsisRad: 0, trueAnomalyRad: 0 },
    GM_EARTH,
  )
  const stateAt = (epoch: Epoch) => flyTwoBody(first, secondsBetween(start, epoch), GM_EARTH)
  const from = addSeconds(start, fromS)
  const path = pathOfOrbit({ frame: 'TEME', stateAt }, earthTurns('TEME', from, lengthS))
  const bodies = bodiesOver(from, lengthS)
  return { path, sunAt: (epoch: Epoch) => bodies(epoch).sun }
}

/** Returns how long a circular orbit is in a cylindrical shadow (Wertz, Space Mission Analysis and Design, 3rd ed., 5.1). */
function inCylinderS(betaDeg: number, earthM: number): number {
  const cosine = Math.sqrt(RADIUS_M ** 2 - earthM ** 2) / (RADIUS_M * Math.cos(degToRad(betaDeg)))
  return cosine >= 1 ? 0 : (PERIOD_S / Math.PI) * Math.acos(cosine)
}

test.each([0, 30, 60])("an orbit plane at %i° to the Sun is in the shadow as long as in Wertz's cylinders", (beta) => {
  const { path, sunAt } = circular(beta, 3 * PERIOD_S)
  const found = eclipsesOn(path, sunAt)
  // The first and the last eclipse may be cut off.
  const [, whole] = found
  expect(found.length).toBeGreaterThanOrEqual(3)
  if (whole?.umbra == null) throw new Error('there is no umbra')
  const [outer, inner] = [whole.endS - whole.startS, whole.umbra.endS - whole.umbra.startS]
  const start = addSeconds(path.start, whole.startS)
  const there = radToDeg(betaAngle(trajectoryOf(path)(start), sunAt(start)))
  expect(Math.abs(there - beta)).toBeLessThan(BETA_DEG)
  // Near its edge a shadow is 80 s shorter for each degree, so the actual angle is used. The Earth is flattened at its poles: the shadow is
  // between the cylinders of its two radii.
  expect((outer + inner) / 2).toBeGreaterThan(inCylinderS(there, POLAR_RADIUS_M) - MIDDLE_S)
  expect((outer + inner) / 2).toBeLessThan(inCylinderS(there, WGS84_RADIUS_M) + MIDDLE_S)
  expect(outer).toBeGreaterThan(inner)
})

test('an orbit outside the shadow has no eclipse', () => {
  const { path, sunAt } = circular(80, 2 * PERIOD_S)
  expect(eclipsesOn(path, sunAt)).toEqual([])
})

test('an eclipse that is shorter than a step of the path is found', () => {
  // The orbit is tangent to the cylinder at acos(√(r² − R²)/r), 65.66°, and the penumbra extends 0.27° farther.
  const all = Array.from({ length: 40 }, (_, k) => {
    const { path, sunAt } = circular(65.4 + 0.02 * k, 2 * PERIOD_S)
    return { stepS: path.stepS, found: eclipsesOn(path, sunAt) }
  })
  const last = all.findLastIndex(({ found }) => found.length > 0)
  expect(last).toBeGreaterThan(0)
  expect(last).toBeLessThan(all.length - 1)
  // None is missed up to the edge, in either revolution.
  for (const { found } of all.slice(0, last)) expect(found.length).toBeGreaterThanOrEqual(2)
  const shortest = all.slice(0, last + 1).flatMap(({ found }) => found.map(({ startS, endS }) => endS - startS))
  expect(Math.min(...shortest)).toBeLessThan(all[0]?.stepS ?? 0)
})

test('an eclipse that is completely in the first or the last step of the path is found', () => {
  const wanted = Array.from({ length: 40 }, (_, k) => 65.4 + 0.02 * k).flatMap((deg) => {
    const { path, sunAt } = circular(deg, 2 * PERIOD_S)
    const short = eclipsesOn(path, sunAt).find(
      ({ startS, endS }) => startS > PERIOD_S / 4 && endS - startS < path.stepS - 2,
    )
    return short === undefined ? [] : [{ deg, ...short }]
  })
  expect(wanted.length).toBeGreaterThan(0)
  for (const { deg, startS, endS } of wanted) {
    const first = circular(deg, PERIOD_S / 4, startS - 1)
    const last = circular(deg, PERIOD_S / 4, endS + 1 - PERIOD_S / 4)
    // The path is another interpolation of the same orbit.
    const [atFirst] = eclipsesOn(first.path, first.sunAt)
    expect(Math.abs((atFirst?.startS ?? Number.NaN) - 1)).toBeLessThan(GRAZING_EDGE_S)
    const atLast = eclipsesOn(last.path, last.sunAt).at(-1)
    expect(Math.abs((atLast?.endS ?? Number.NaN) - (PERIOD_S / 4 - 1))).toBeLessThan(GRAZING_EDGE_S)
  }
})
