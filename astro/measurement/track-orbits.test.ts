import { expect, test } from 'vitest'
import { GM_EARTH } from '../constants.ts'
import { type CartesianState, toCartesian } from '../orbit/elements.ts'
import { propagateTwoBody } from '../orbit/two-body.ts'
import { degToRad } from '../units.ts'
import { dot, norm, scale, subtract } from '../vec3.ts'
import { alongTrackGrowth } from './track-orbits.ts'

const STATE = toCartesian(
  {
    semiMajorAxisM: 7_178_000,
    eccentricity: 0,
    incRad: degToRad(98),
    raanRad: 1,
    argPeriapsisRad: 0,
    trueAnomalyRad: 2,
  },
  GM_EARTH,
)
const SPEED_SIGMA_MPS = 0.05
/** A whole number of revolutions, after which periodic deviations from the orbit are 0 again. */
const SPAN_S = 14 * 2 * Math.PI * Math.sqrt(7_178_000 ** 3 / GM_EARTH)
/** The linear law neglects terms in the square of the error. */
const LINEAR_SHARE = 0.01

/** Returns the along-track distance from the orbit after that time, for an object faster by the sigma: by Kepler's motion, m. */
function alongAfter(faster: CartesianState): number {
  const [at, off] = [STATE, faster].map((state) => propagateTwoBody(state, SPAN_S, GM_EARTH).state)
  if (at === undefined || off === undefined) throw new Error('no motion')
  return Math.abs(dot(subtract(off.r, at.r), at.v)) / norm(at.v)
}

test("the along-track error of the object follows from the uncertainty of its along-track speed by Kepler's motion", () => {
  const along = scale(STATE.v, 1 / norm(STATE.v))
  const variance = SPEED_SIGMA_MPS ** 2
  const covariance = Array.from({ length: 6 }, (_, i) =>
    Array.from({ length: 6 }, (_unused, j) =>
      i < 3 || j < 3 ? 0 : variance * (along[i - 3] ?? 0) * (along[j - 3] ?? 0),
    ),
  )
  const { driftMps, semiMajorAxisSigmaM } = alongTrackGrowth(STATE, covariance)
  const faster = { r: STATE.r, v: scale(STATE.v, 1 + SPEED_SIGMA_MPS / norm(STATE.v)) }
  const truth = alongAfter(faster)
  expect(Math.abs((driftMps * SPAN_S) / truth - 1)).toBeLessThan(LINEAR_SHARE)
  // Vis-viva: the semi-major axis of the faster object.
  const axis = 1 / (2 / norm(faster.r) - norm(faster.v) ** 2 / GM_EARTH)
  expect(Math.abs(semiMajorAxisSigmaM / (axis - 7_178_000) - 1)).toBeLessThan(LINEAR_SHARE)
})
