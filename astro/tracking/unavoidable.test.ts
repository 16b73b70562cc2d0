import { describe, expect, test } from 'vitest'
import { covarianceToRtn, rtnAxes } from '../conjunction/rtn.ts'
import { GM_EARTH } from '../constants.ts'
import { transform, transpose } from '../mat3.ts'
import { cholesky, entry, type Matrix, multiplyMatrices } from '../matrix.ts'
import { missing } from '../missing.ts'
import { flyTwoBody } from '../orbit/two-body.ts'
import { add, norm, scale, subtract, type Vec3 } from '../vec3.ts'
import { afterTrack } from './pass-worth.ts'
import { ARCSECOND, AT_TCA, COVARIANCE, encounter, HOUR_S, looksAt } from './testing/tracked-encounter.ts'
import { carriedTo, inverseTransition, pushedBy, splitCovariance, transitionBetween } from './unavoidable.ts'

const RADIUS_M = 7_000_000

const SPEED_MPS = Math.sqrt(GM_EARTH / RADIUS_M)

const MEAN_MOTION_RADPS = SPEED_MPS / RADIUS_M

/** A circular orbit with an inclination of 60°. */
const START = {
  r: [RADIUS_M, 0, 0],
  v: [0, SPEED_MPS * Math.cos(Math.PI / 3), SPEED_MPS * Math.sin(Math.PI / 3)],
} as const

/** The tolerance relative to a closed form. */
const MATRIX_SHARE = 1e-9

/** The rounding of two propagations over two days, m. */
const CARRIED_M = 1e-6

const inRtn = (state: { readonly r: Vec3; readonly v: Vec3 }, v: Vec3) => transform(rtnAxes(state), v)

/** Returns the displacement in R, T, N at the end by a change of velocity in R, T, N at the start, according to the matrix, m for m/s. */
function displacedBy(changeRtn: Vec3, angleRad: number): Vec3 {
  const seconds = angleRad / MEAN_MOTION_RADPS
  const end = flyTwoBody(START, seconds, GM_EARTH)
  const change = transform(transpose(rtnAxes(START)), changeRtn)
  const column = [0, 0, 0, ...change].map((x) => [x])
  const [x, y, z] = multiplyMatrices(transitionBetween(START, end, seconds), column).flat()
  return inRtn(end, [x!, y!, z!])
}

// Clohessy and Wiltshire (J. Aerospace Sci. 27 (1960) 653) for an impulse of 1 m/s on a circular orbit, in R, T, N.
test.each([
  [[0, 1, 0], Math.PI, [4, -3 * Math.PI, 0]],
  [[0, 1, 0], 2 * Math.PI, [0, -6 * Math.PI, 0]],
  [[1, 0, 0], Math.PI / 2, [1, -2, 0]],
  [[1, 0, 0], Math.PI, [0, -4, 0]],
  [[0, 0, 1], Math.PI / 2, [0, 0, 1]],
  [[0, 0, 1], 2 * Math.PI, [0, 0, 0]],
] as const)(
  'a kick along %j is after %d rad where the equations of Clohessy and Wiltshire have it',
  (kick, angle, expected) => {
    const found = displacedBy(kick, angle)
    for (const [axis, share] of expected.entries())
      expect(Math.abs(MEAN_MOTION_RADPS * found[axis]! - share)).toBeLessThan(MATRIX_SHARE * 6 * Math.PI)
  },
)

test('inverseTransition() inverts a transition matrix without elimination', () => {
  const seconds = 5_000
  const matrix = transitionBetween(START, flyTwoBody(START, seconds, GM_EARTH), seconds)
  const unit = multiplyMatrices(inverseTransition(matrix), matrix)
  // Entries of metres for m/s and of 1/s differ by 1e7: each is compared in its own unit.
  const unitOf = (i: number, j: number) => (i < 3 === j < 3 ? 1 : i < 3 ? 1 / MEAN_MOTION_RADPS : MEAN_MOTION_RADPS)
  for (const [i, row] of unit.entries())
    for (const [j, entry] of row.entries())
      expect(Math.abs(entry - (i === j ? 1 : 0)) / unitOf(i, j)).toBeLessThan(MATRIX_SHARE)
})

/** A quarter of a revolution rotates r to v, and v to −r. */
const ahead = { r: flyTwoBody(START, Math.PI / 2 / MEAN_MOTION_RADPS, GM_EARTH).r, v: [-SPEED_MPS, 0, 0] } as const

test('a changed state is mapped with its full nonlinearity, in the axes of the actual state', () => {
  const seconds = 2 * 86_400
  const changed = { r: START.r, v: add(START.v, [0, 0.5, 1]) }
  const [end, changedEnd] = [START, changed].map((one) => flyTwoBody(one, seconds, GM_EARTH))
  // With two-body motion at both ends the result is the propagation itself.
  const carried = carriedTo({ from: START, changed, to: end! }, seconds)
  expect(norm(subtract(carried.r, changedEnd!.r))).toBeLessThan(CARRIED_M)
  // If the actual state is a quarter of a revolution ahead, the change rotates with its axes and keeps its size.
  const turned = carriedTo({ from: START, changed, to: ahead }, seconds)
  const [there, here] = [inRtn(end!, subtract(changedEnd!.r, end!.r)), inRtn(ahead, subtract(turned.r, ahead.r))]
  for (const axis of [0, 1, 2]) expect(Math.abs(here[axis]! - there[axis]!)).toBeLessThan(CARRIED_M)
})

/** The rules state 76 m, rounded to a metre. */
const PRINTED_MOST_M = 77

/** Second-order terms of the push are below this fraction of it. */
const SECOND_ORDER = 1e-3

/** The product of a matrix and its inverse over 20 h, scaled by time. */
const UNIT_DIGITS = 6

const alongSigma = (covariance: Matrix) => Math.sqrt(entry(covarianceToRtn(AT_TCA, covariance), 1, 1))

describe('the part of the uncertainty that arises after the track', () => {
  test('F18: 15 % of 2e-8 m/s² is 76 m along the track after 36 h', () => {
    const push = pushedBy(AT_TCA, 36 * HOUR_S).map((value) => value * 0.15 * 2e-8)
    const [x, y, z] = push
    const rtn = transform(rtnAxes(AT_TCA), [x ?? missing(), y ?? missing(), z ?? missing()])
    // The rules state the value to a metre.
    expect(Math.abs(rtn[1])).toBeGreaterThan(75)
    expect(Math.abs(rtn[1])).toBeLessThan(PRINTED_MOST_M)
  })

  test('the push agrees with an integrated orbit', () => {
    const seconds = 6 * HOUR_S
    // So large that 1e-3 of its effect is far above rounding, and so small that second-order terms are below it.
    const acceleration = 1e-7
    let [free, pushed] = [flyTwoBody(AT_TCA, 0, GM_EARTH), flyTwoBody(AT_TCA, 0, GM_EARTH)]
    const stepS = 2
    for (let k = 0; k < seconds / stepS; k += 1) {
      free = flyTwoBody(free, stepS, GM_EARTH)
      // An impulse in the middle of the step, along the velocity.
      const half = flyTwoBody(pushed, stepS / 2, GM_EARTH)
      const kicked = { r: half.r, v: add(half.v, scale(half.v, (acceleration * stepS) / norm(half.v))) }
      pushed = flyTwoBody(kicked, stepS / 2, GM_EARTH)
    }
    const moved = subtract(pushed.r, free.r)
    const told = pushedBy(free, seconds).map((value) => value * acceleration)
    const off = norm(subtract(moved, [told[0] ?? missing(), told[1] ?? missing(), told[2] ?? missing()]))
    expect(off / norm(moved)).toBeLessThan(SECOND_ORDER)
  })

  test('F18: no track lowers this part, at any accuracy', () => {
    const leadS = 36 * HOUR_S
    const accelerationSigma = 3e-9
    const push = norm(pushedBy(AT_TCA, leadS - 220).slice(0, 3) as unknown as Vec3) * accelerationSigma
    const perfect = looksAt(leadS).map((look) => ({ ...look, directionSigmaRad: 1e-3 * ARCSECOND, rangeSigmaM: 1e-3 }))
    const { covariance } = afterTrack(encounter(accelerationSigma), perfect)
    expect(alongSigma(covariance)).toBeGreaterThan(push * 0.999)
    // Without later noise the same track would leave nearly no uncertainty.
    expect(alongSigma(afterTrack(encounter(0), perfect).covariance)).toBeLessThan(push / 10)
  })

  test('a covariance smaller than the future push gains nothing along the track', () => {
    const split = splitCovariance(COVARIANCE, AT_TCA, { seconds: 72 * HOUR_S, accelerationSigma: 1e-6 })
    expect(split.isExhausted).toBe(true)
    expect(cholesky(scaled(split.known))).not.toBeNull()
  })

  test('the inverse of a transition matrix reverses it', () => {
    const from = flyTwoBody(AT_TCA, -20 * HOUR_S, GM_EARTH)
    const there = transitionBetween(from, AT_TCA, 20 * HOUR_S)
    const one = multiplyMatrices(scaledByTime(inverseTransition(there)), scaledByTime(there))
    for (const [i, row] of one.entries())
      for (const [j, value] of row.entries()) expect(value).toBeCloseTo(i === j ? 1 : 0, UNIT_DIGITS)
  })
})

/** Metres and metres per second differ by the mean motion: with this scale, entries are comparable. */
const scaledByTime = (m: Matrix) =>
  m.map((row, i) => row.map((value, j) => value * (i < 3 ? 1 : 1e3) * (j < 3 ? 1 : 1e-3)))

const scaled = (m: Matrix) =>
  m.map((row, i) => row.map((value, j) => value / Math.sqrt(entry(m, i, i) * entry(m, j, j))))
