import { expect, test } from 'vitest'
import { GM_EARTH } from '../constants.ts'
import type { EphemerisState } from '../ephemeris/columns.ts'
import { makeEphemeris } from '../ephemeris/ephemeris.ts'
import { transformState } from '../frames/frame.ts'
import { buildMatrix } from '../matrix.ts'
import { addSeconds } from '../time/epoch.ts'
import { parseTime } from '../time/parse-time.ts'
import type { Vec3 } from '../vec3.ts'
import { stateDifference } from './state-difference.ts'

/** A circle through states every minute is interpolated to 0.1 mm (interpolate.ts). */
const INTERPOLATED_DIGITS = 3
/** The curvature over a chord of 700 m, which also affects its sigmas. */
const CURVED_DIGITS = 2

const EPOCH = parseTime('2026-01-01T00:00:00')
const RADIUS_M = 7e6
const RATE = Math.sqrt(GM_EARTH / RADIUS_M ** 3)

function onCircle(seconds: number, { upM = 0, aheadM = 0 } = {}): EphemerisState {
  const angle = RATE * seconds + aheadM / RADIUS_M
  const [c, s] = [Math.cos(angle), Math.sin(angle)]
  const radius = RADIUS_M + upM
  const speed = RATE * radius
  const r: Vec3 = [radius * c, radius * s, 0]
  return { epoch: addSeconds(EPOCH, seconds), r, v: [-speed * s, speed * c, 0] }
}
const diagonal = (...sigmas: readonly number[]) => buildMatrix(6, 6, (i, j) => (i === j ? (sigmas[i] ?? 0) ** 2 : 0))
/** Equal on all axes, so that it is equal in all frames. */
const SIGMA_M = 30
const covariances = [0, 7_200].map((seconds) => ({
  epoch: addSeconds(EPOCH, seconds),
  covariance: diagonal(SIGMA_M, SIGMA_M, SIGMA_M, 1e-9, 1e-9, 1e-9),
}))
const file = (how: Parameters<typeof onCircle>[1], more = {}) =>
  makeEphemeris([{ frame: 'TEME', states: Array.from({ length: 121 }, (_, k) => onCircle(60 * k, how)), ...more }])
/** Returns another source's state on the circle at a time between two states. */
function told(seconds = 3_630, sigmaM = 40) {
  const { epoch, r, v } = onCircle(seconds)
  const there = transformState({ frame: 'TEME', epoch, r, v }, 'GCRF', { outside: 'hold' })
  return {
    epoch,
    r: there.r,
    v: there.v,
    covariance: diagonal(sigmaM, sigmaM, sigmaM)
      .map((row) => row.slice(0, 3))
      .slice(0, 3),
  }
}

test("stateDifference() gives the file's offset above and ahead along the axes of the state, for any frames of both", () => {
  const above = stateDifference(file({ upM: 500 }), told())
  for (const [axis, metres] of [500, 0, 0].entries()) expect(above?.rtnM[axis]).toBeCloseTo(metres, INTERPOLATED_DIGITS)
  // Calculated by hand: 500 m over 40 m, because the file states no error.
  expect(above?.mahalanobis).toBeCloseTo(12.5, INTERPOLATED_DIGITS)
  const ahead = stateDifference(file({ aheadM: 700 }), told())
  expect(ahead?.rtnM[1]).toBeCloseTo(RADIUS_M * Math.sin(1e-4), INTERPOLATED_DIGITS)
})

test('stateDifference() adds the covariance of the file, if it has one at that time', () => {
  // At the time of a covariance of the file: √(30² + 40²) = 50 m.
  const at = stateDifference(file({ upM: 500 }, { covariances }), told(0))
  expect(at?.mahalanobis).toBeCloseTo(10, CURVED_DIGITS)
  const before = stateDifference(file({ upM: 500 }, { covariances: covariances.slice(1) }), told(3_630))
  expect(before?.mahalanobis).toBeCloseTo(12.5, INTERPOLATED_DIGITS)
})

test('stateDifference() returns undefined for a time outside the file, and null without a valid covariance', () => {
  expect(stateDifference(file({}), told(8_000))).toBeUndefined()
  expect(stateDifference(file({ upM: 500 }), told(3_630, 0))?.mahalanobis).toBeNull()
})
