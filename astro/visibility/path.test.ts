import { expect, test } from 'vitest'
import { GM_EARTH } from '../constants.ts'
import { earthAt } from '../frames/earth.ts'
import { rotationBetween } from '../frames/frame.ts'
import { type PositionVelocity, rotateState } from '../frames/rotation.ts'
import { propagateTwoBody } from '../orbit/two-body.ts'
import { initSgp4 } from '../sgp4/init.ts'
import { addSeconds, type Epoch, secondsBetween } from '../time/epoch.ts'
import { parseTime } from '../time/parse-time.ts'
import { norm, subtract, type Vec3 } from '../vec3.ts'
import { bodiesOver } from './bodies-over.ts'
import { earthTurns, pathOfElements, pathOfOrbit, stateOnPath, trajectoryOf, turnVector } from './path.ts'

/** The Sun is at 0.996 au, to three digits. */
const SUN_DISTANCE_DIGITS = 3
/** Near the equinox a solar day is 18 s shorter than 24 h: 0.009° in three hours. */
const SUN_TURN_DEG = 0.01
/** The rounding of sums of four products of 7e6 m. */
const ROUNDING_M = 1e-7
/** The stated error of a cubic between states of a low orbit, and of its slope over a step of 90 s. */
const CUBIC_M = 1.8
const CUBIC_MPS = 0.1
/** The error by precession and nutation within half an hour of a knot, at 7000 km; over a day it is the same at each knot. */
const KNOT_M = 0.15

const EPOCH = parseTime('2026-03-20T00:00:00')
const HOUR = 3600
const START: PositionVelocity = { r: [7e6, 0, 0], v: [0, 3000, 6900] }
const since = (epoch: Epoch) => secondsBetween(EPOCH, epoch)
const stateAt = (epoch: Epoch) => propagateTwoBody(START, since(epoch), GM_EARTH).state
const inItrf = (frame: 'TEME' | 'GCRF', epoch: Epoch, state: PositionVelocity) =>
  rotateState(rotationBetween(frame, 'ITRF', earthAt(epoch)), state)

test('stateOnPath() is exact for motion of the third power of time, and passes through its states', () => {
  const at = (t: number): PositionVelocity => ({
    r: [1 + 2 * t, 3 - t + 0.01 * t ** 2, 5 + 1e-4 * t ** 3],
    v: [2, -1 + 0.02 * t, 3e-4 * t ** 2],
  })
  const states = Float64Array.from([0, 10, 20].flatMap((t) => [...at(t).r, ...at(t).v]))
  const path = { start: EPOCH, lengthS: 20, stepS: 10, states, count: 3, fastestMps: 3, endedBy: undefined }
  // Beyond the ends the outermost cubics are extrapolated.
  for (const t of [-2, 0, 0.1, 5, 9.99, 10, 13, 20, 22]) {
    const { r, v } = stateOnPath(path, t)
    expect(norm(subtract(r, at(t).r)), `r at ${t}`).toBeLessThan(ROUNDING_M)
    expect(norm(subtract(v, at(t).v)), `v at ${t}`).toBeLessThan(ROUNDING_M)
  }
  expect(trajectoryOf(path)(addSeconds(EPOCH, 13))).toEqual(stateOnPath(path, 13))
})

test('turnVector() rotates to ITRF like the full theory, near each knot and half-way between', () => {
  const turns = earthTurns('GCRF', EPOCH, 6 * HOUR)
  expect(turns.knots.length).toBe(7)
  for (const seconds of [0, 1, 1799, 1801, HOUR, 2.5 * HOUR, 6 * HOUR]) {
    const vectors = Float64Array.of(9, 7e6, -2e6, 3e6)
    turnVector(turns, seconds, vectors, 1)
    const epoch = addSeconds(EPOCH, seconds)
    const { r } = inItrf('GCRF', epoch, { r: [7e6, -2e6, 3e6], v: [0, 0, 0] })
    const [first, x, y, z] = vectors
    expect(norm(subtract([x!, y!, z!], r)), `${seconds} s`).toBeLessThan(KNOT_M)
    expect(first).toBe(9)
  }
})

test('turnVector() beyond the span extrapolates from its outermost knots', () => {
  const turns = earthTurns('GCRF', EPOCH, HOUR)
  const vectors = Float64Array.of(7e6, 0, 0)
  turnVector(turns, 3 * HOUR, vectors, 0)
  const { r } = inItrf('GCRF', addSeconds(EPOCH, 3 * HOUR), { r: [7e6, 0, 0], v: [0, 0, 0] })
  // Four times as far from a knot as within the span.
  expect(norm(subtract(vectors as unknown as Vec3, r))).toBeLessThan(4 * KNOT_M)
})

test('pathOfOrbit() agrees with the orbit, between its states and at them, with the velocity relative to the rotating Earth', () => {
  const turns = earthTurns('TEME', EPOCH, 2 * HOUR)
  const path = pathOfOrbit({ frame: 'TEME', stateAt }, turns)
  expect(path.lengthS).toBe(2 * HOUR)
  expect(path.endedBy).toBeUndefined()
  let fastest = 0
  for (let seconds = 0; seconds <= 2 * HOUR; seconds += 333.3) {
    const epoch = addSeconds(EPOCH, seconds)
    const exact = inItrf('TEME', epoch, stateAt(epoch))
    const { r, v } = stateOnPath(path, seconds)
    expect(norm(subtract(r, exact.r)), `r at ${seconds}`).toBeLessThan(CUBIC_M + KNOT_M)
    expect(norm(subtract(v, exact.v)), `v at ${seconds}`).toBeLessThan(CUBIC_MPS)
    fastest = Math.max(fastest, norm(exact.v))
  }
  expect(path.fastestMps).toBeGreaterThanOrEqual(fastest - 1)
  expect(path.fastestMps).toBeLessThan(fastest + 10)
})

test('the path of an object at rest on the Earth is one position, and mismatched frames are refused', () => {
  const turns = earthTurns('ITRF', EPOCH, HOUR)
  const place: Vec3 = [4e6, 4e6, 3e6]
  const path = pathOfOrbit({ frame: 'ITRF', stateAt: () => ({ r: place, v: [0, 0, 0] }) }, turns)
  expect(path.fastestMps).toBe(0)
  for (const seconds of [0, 100, HOUR])
    expect(norm(subtract(stateOnPath(path, seconds).r, place))).toBeLessThan(ROUNDING_M)
  expect(() => pathOfOrbit({ frame: 'GCRF', stateAt }, turns)).toThrow(TypeError)
  expect(() => pathOfOrbit({ frame: 'ITRF', stateAt }, earthTurns('ITRF', EPOCH, 0))).toThrow(RangeError)
})

const elements = (more: object = {}) => ({
  epoch: EPOCH,
  meanMotionRadPerS: (2 * Math.PI) / 5700,
  eccentricity: 0.001,
  incRad: 0.9,
  bstar: 0,
  raanRad: 1,
  argPeriapsisRad: 2,
  meanAnomalyRad: 3,
  ...more,
})

test('steps are short at low perigees and long on high circles, between 5 and 600 s', () => {
  const turns = earthTurns('TEME', EPOCH, 6 * HOUR)
  const stepOf = (more: object) => pathOfElements(initSgp4(elements(more)), turns).stepS
  // A tenth of a radian at 5700 s is 91 s; the span is divided evenly.
  expect(stepOf({})).toBeGreaterThan(85)
  expect(stepOf({})).toBeLessThan(91)
  expect(stepOf({ meanMotionRadPerS: 7.292e-5 })).toBe(600)
  expect(stepOf({ meanMotionRadPerS: 1.458e-4, eccentricity: 0.73 })).toBeLessThan(80)
})

test("pathOfElements() ends with SGP4's states, and gives the reason", () => {
  const turns = earthTurns('TEME', EPOCH, 24 * HOUR)
  // Drag a thousand times larger than for a satellite at 200 km.
  const falling = pathOfElements(initSgp4(elements({ meanMotionRadPerS: (2 * Math.PI) / 5320, bstar: 0.05 })), turns)
  expect(falling.endedBy).toBeDefined()
  expect(falling.lengthS).toBeLessThan(24 * HOUR)
  expect(falling.lengthS).toBe((falling.count - 1) * falling.stepS)
  const gone = pathOfElements(initSgp4(elements({ meanMotionRadPerS: (2 * Math.PI) / 4000 })), turns)
  expect([gone.count, gone.lengthS, gone.endedBy]).toEqual([0, 0, 'decayed'])
})

test('bodiesOver() has Sun and Moon at their distances, with one rotation a day, also outside its span', () => {
  const bodies = bodiesOver(EPOCH, 3 * HOUR)
  const [first, later] = [bodies(EPOCH), bodies(addSeconds(EPOCH, 3 * HOUR))]
  // At the equinox the Sun stands over the equator, near longitude 180° at 0 h: 1.6° of declination is 12 hours of it.
  expect(Math.abs(first.sun[2]) / norm(first.sun)).toBeLessThan(0.01)
  expect(first.sun[0] / norm(first.sun)).toBeLessThan(-0.99)
  expect(norm(first.sun) / 1.496e11).toBeCloseTo(0.996, SUN_DISTANCE_DIGITS)
  expect(norm(first.moon)).toBeGreaterThan(3.56e8)
  expect(norm(first.moon)).toBeLessThan(4.07e8)
  const turned = (a: Vec3, b: Vec3) => Math.atan2(a[0] * b[1] - a[1] * b[0], a[0] * b[0] + a[1] * b[1])
  // Westward by 15° an hour; the Moon lags by half a degree an hour.
  expect(Math.abs((turned(first.sun, later.sun) * 180) / Math.PI + 45)).toBeLessThan(SUN_TURN_DEG)
  expect((turned(first.moon, later.moon) * 180) / Math.PI).toBeGreaterThan(-45)
  expect((turned(first.moon, later.moon) * 180) / Math.PI).toBeLessThan(-42)
  const oneMoment = bodiesOver(EPOCH, 0)(EPOCH)
  expect(oneMoment.sun).toEqual(first.sun)
})
