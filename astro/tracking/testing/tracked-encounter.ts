import type { EncounterObject } from '../../conjunction/conjunction-plane.ts'
import { covarianceFromRtn, rtnAxes } from '../../conjunction/rtn.ts'
import { GM_EARTH } from '../../constants.ts'
import { entry, invert, type Matrix } from '../../matrix.ts'
import type { CartesianState } from '../../orbit/elements.ts'
import { flyTwoBody } from '../../orbit/two-body.ts'
import { degToRad } from '../../units.ts'
import { add, norm, scale } from '../../vec3.ts'
import type { Look } from '../pass-worth.ts'

/** Data for the tests of tracking: an object in low orbit whose covariance has drifted for 30 h, and an object that crosses its path. */

export const ARCSECOND = degToRad(1 / 3600)
export const RADIUS_M = 7_078_137
const SPEED_MPS = Math.sqrt(GM_EARTH / RADIUS_M)
export const HOUR_S = 3600
/** The object at closest approach; the other one crosses at right angles, 500 m along its own path. */
export const AT_TCA: CartesianState = { r: [RADIUS_M, 0, 0], v: [0, SPEED_MPS, 0] }
export const OTHER: CartesianState = { r: [RADIUS_M + 10, 500, 0], v: [0, 0, SPEED_MPS] }
export const HARD_BODY_M = 2.5
export const LINE = 1e-4

/**
 * Errors of the elements of a nearly circular orbit 30 h after it was observed, each a column in RTN, m and m/s (Hill's equations): 3.5 m in
 * the semi-major axis, which causes a drift of 600 m along the track; 40 m along the track by drag; 14 m by the eccentricity in each phase;
 * 15 m for each axis of the orbit plane.
 */
const N = SPEED_MPS / RADIUS_M
const DRIFT_M = 1.5 * N * 30 * HOUR_S * 3.5
const MODES = [
  [3.5, -DRIFT_M, 0, N * DRIFT_M, -0.5 * N * 3.5, 0],
  [0, 40, 0, -N * 40, 0, 0],
  [-14, 0, 0, 0, N * 14, 0],
  [0, 28, 0, -N * 14, 0, 0],
  [0, 0, 15, 0, 0, 0],
  [0, 0, 0, 0, 0, N * 15],
]
const FLOOR = [1, 1, 1, 1e-3, 1e-3, 1e-3]
export const COVARIANCE = covarianceFromRtn(
  AT_TCA,
  FLOOR.map((least, i) =>
    FLOOR.map((_, j) => MODES.reduce((sum, mode) => sum + (mode[i] ?? 0) * (mode[j] ?? 0), i === j ? least ** 2 : 0)),
  ),
)
export const SMALL: Matrix = [0, 1, 2].map((i) => [0, 1, 2].map((j) => (i === j ? 400 : 0)))

/** Measurements of a telescope 1,000 km below, every 20 s over four minutes, `leadS` before closest approach. */
export function looksAt(leadS: number): Look[] {
  return Array.from({ length: 12 }, (_, k) => {
    const secondsToTca = leadS - 20 * k
    const object = flyTwoBody(AT_TCA, -secondsToTca, GM_EARTH)
    const middle = flyTwoBody(AT_TCA, -(leadS - 120), GM_EARTH)
    const side = rtnAxes(middle)[2]
    const observer = add(scale(middle.r, 6_378_137 / norm(middle.r)), scale(side, 300_000))
    return { secondsToTca, object, observer, directionSigmaRad: 2 * ARCSECOND, rangeSigmaM: null }
  })
}

/** The encounter of both, with an unknown acceleration of the tracked object, m/s². */
export const encounter = (accelerationSigma: number, covariance: Matrix = COVARIANCE) => ({
  tracked: { ...AT_TCA, covariance } satisfies EncounterObject,
  other: { ...OTHER, covariance: SMALL } satisfies EncounterObject,
  radiusM: HARD_BODY_M,
  accelerationSigma,
})

/** Inverts a covariance by its correlations: its entries differ by ten orders of magnitude. */
export function invertWell(m: Matrix): number[][] {
  const sizes = m.map((_row, i) => Math.sqrt(entry(m, i, i)))
  const inverse = invert(m.map((row, i) => row.map((value, j) => value / ((sizes[i] ?? 1) * (sizes[j] ?? 1)))))
  if (inverse === null) throw new Error('singular')
  return inverse.map((row, i) => row.map((value, j) => value / ((sizes[i] ?? 1) * (sizes[j] ?? 1))))
}
