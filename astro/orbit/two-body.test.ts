import fc from 'fast-check'
import { expect, test } from 'vitest'
import { GM_EARTH } from '../constants.ts'
import { buildMatrix, entry, multiplyMatrices, transposeMatrix } from '../matrix.ts'
import { realBetween } from '../testing/real-between.ts'
import { cross, norm, scale, subtract, type Vec3 } from '../vec3.ts'
import { meanFromTrue, trueFromMean } from './anomaly.ts'
import { type CartesianState, toCartesian, toKeplerian } from './elements.ts'
import reference from './two-body.reference.json' with { type: 'json' }
import { propagateTwoBody } from './two-body.ts'

/** Products of entries of the matrix cancel to 0 and 1: the rounding is their size squared. */
const SYMPLECTIC = 1e-11

/** At the perigee of an eccentric orbit an error of time gives the largest error of position. */
const PERIGEE_RELATIVE = 1e-9
/** Energy relative to the kinetic energy. */
const ENERGY_RELATIVE = 1e-11
/** Near a parabola, and on a straight line, the elements lose digits. */
const ELEMENTS_RELATIVE = 1e-8
/** A hyperbola of 34.5 km/s. */
const HYPERBOLA_RELATIVE = 1e-11

// The rounding of the mean anomaly over up to sixteen revolutions.
const STATE_RELATIVE = 2e-12
// The secular part of the matrix grows with time, and differences lose as many digits as it grows.
const MATRIX_RELATIVE = 2e-11

function stateOf(row: number[]): CartesianState {
  const [x, y, z, vx, vy, vz] = row as [number, number, number, number, number, number]
  return { r: [x, y, z], v: [vx, vy, vz] }
}

function apart(a: CartesianState, b: CartesianState): number {
  return Math.max(norm(subtract(a.r, b.r)) / norm(b.r), norm(subtract(a.v, b.v)) / norm(b.v))
}

test.each(reference.rows)(
  'propagateTwoBody() agrees with state and matrix of 50 digits: $seconds s',
  ({ state, seconds, end, stm }) => {
    const way = propagateTwoBody(stateOf(state), seconds, GM_EARTH)
    expect(apart(way.state, stateOf(end))).toBeLessThan(STATE_RELATIVE)
    for (const [rows, columns] of [
      [0, 0],
      [0, 3],
      [3, 0],
      [3, 3],
    ] as const) {
      const block = (of: readonly (readonly number[])[]) =>
        of.slice(rows, rows + 3).flatMap((row) => row.slice(columns, columns + 3))
      const size = Math.hypot(...block(stm))
      const error = Math.hypot(...block(way.stm).map((value, k) => value - block(stm)[k]!))
      expect(error / size).toBeLessThan(MATRIX_RELATIVE)
    }
  },
)

const anyOrbit = fc.record({
  semiMajorAxisM: realBetween(6.6e6, 5e7),
  eccentricity: realBetween(0, 0.9),
  incRad: realBetween(0, 3.1),
  raanRad: realBetween(0, 6.2),
  argPeriapsisRad: realBetween(0, 6.2),
  trueAnomalyRad: realBetween(0, 6.2),
})
const seconds = realBetween(-50_000, 50_000)

test('propagateTwoBody() forth and back returns to its start, and conserves energy and angular momentum', () => {
  fc.assert(
    fc.property(anyOrbit, seconds, (elements, time) => {
      const start = toCartesian(elements, GM_EARTH)
      const there = propagateTwoBody(start, time, GM_EARTH).state
      // At the perigee of an eccentric orbit an error of time gives the largest error of position.
      expect(apart(propagateTwoBody(there, -time, GM_EARTH).state, start)).toBeLessThan(PERIGEE_RELATIVE)
      const energy = ({ r, v }: { r: Vec3; v: Vec3 }) => norm(v) ** 2 / 2 - GM_EARTH / norm(r)
      const kinetic = GM_EARTH / Math.min(norm(start.r), norm(there.r))
      expect(Math.abs(energy(there) - energy(start)) / kinetic).toBeLessThan(ENERGY_RELATIVE)
    }),
  )
})

test('propagateTwoBody() has a symplectic matrix', () => {
  fc.assert(
    fc.property(anyOrbit, seconds, (elements, time) => {
      const start = toCartesian(elements, GM_EARTH)
      // In units of the orbit, so that all blocks have the same size.
      const [length, rate] = [norm(start.r), norm(start.v) / norm(start.r)]
      const { stm } = propagateTwoBody(start, time, GM_EARTH)
      const unit = (k: number) => (k < 3 ? length : length * rate)
      const m = buildMatrix(6, 6, (i, j) => (entry(stm, i, j) * unit(j)) / unit(i))
      const omega = buildMatrix(6, 6, (i, j) => (j === i + 3 ? 1 : j === i - 3 ? -1 : 0))
      const product = multiplyMatrices(multiplyMatrices(transposeMatrix(m), omega), m)
      const size = Math.hypot(...m.flat())
      product.flat().forEach((value, k) => {
        expect(Math.abs(value - omega.flat()[k]!)).toBeLessThan(SYMPLECTIC * Math.max(1, size * size))
      })
    }),
  )
})

/** The same motion by Kepler's equation in its classical forms, for ellipse and hyperbola. */
function propagateElements(start: CartesianState, time: number): CartesianState {
  const elements = toKeplerian(start, GM_EARTH)
  const { semiMajorAxisM, eccentricity, trueAnomalyRad } = elements
  const meanRad =
    meanFromTrue(trueAnomalyRad, eccentricity) + time * Math.sqrt(GM_EARTH / Math.abs(semiMajorAxisM) ** 3)
  return toCartesian({ ...elements, trueAnomalyRad: trueFromMean(meanRad, eccentricity) }, GM_EARTH)
}

const direction = fc
  .tuple(realBetween(-1, 1), realBetween(0, 2 * Math.PI))
  .map(([z, a]): Vec3 => [Math.sqrt(1 - z * z) * Math.cos(a), Math.sqrt(1 - z * z) * Math.sin(a), z])

test('propagateTwoBody() agrees with the elements, from falling ellipses to the fastest hyperbolas', () => {
  fc.assert(
    fc.property(
      direction,
      direction,
      realBetween(6.8, 8.8),
      realBetween(-1, 1),
      realBetween(-4.7, 4.7),
      (place, way, logRadius, logShareOfEscape, signedLogTime) => {
        const radius = 10 ** logRadius
        const speed = Math.sqrt((2 * GM_EARTH) / radius) * 10 ** logShareOfEscape
        const start: CartesianState = { r: scale(place, radius), v: scale(way, speed) }
        // Near a parabola, and on a straight line, the elements are less accurate.
        const straight = norm(cross(place, way))
        fc.pre(Math.abs(10 ** (2 * logShareOfEscape) - 1) > 1e-3 && straight > 0.01)
        const time = Math.sign(signedLogTime) * 10 ** Math.abs(signedLogTime)
        const expected = propagateElements(start, time)
        const { state } = propagateTwoBody(start, time, GM_EARTH)
        expect(norm(subtract(state.r, expected.r)) / Math.max(norm(expected.r), radius)).toBeLessThan(ELEMENTS_RELATIVE)
      },
    ),
    // A failure at the edge of the limit would be shrunk endlessly, because neighbouring numbers fail as well.
    { numRuns: 2000, endOnFailure: true },
  )
})

test('propagateTwoBody() handles a hyperbola of 34.5 km/s that once failed, and a time of 0', () => {
  const start: CartesianState = { r: [5.8e7, 0, 0], v: [-30_000, 17_000, 1000] }
  const { r, v } = propagateTwoBody(start, 2549, GM_EARTH).state
  const expected = propagateElements(start, 2549)
  expect(apart({ r, v }, expected)).toBeLessThan(HYPERBOLA_RELATIVE)
  expect(propagateTwoBody(start, 0, GM_EARTH).state).toEqual(start)
  expect(() => propagateTwoBody(start, Number.NaN, GM_EARTH)).toThrow('no number')
})

test('propagateTwoBody() handles the smallest positive time', () => {
  const start: CartesianState = { r: [39_929_960, 0, 0], v: [0, Math.sqrt(GM_EARTH / 39_929_960), 0] }
  for (const time of [Number.MIN_VALUE, -Number.MIN_VALUE, 1e-300])
    expect(norm(subtract(propagateTwoBody(start, time, GM_EARTH).state.r, start.r))).toBe(0)
})

test('propagateTwoBody() refuses a state at the centre', () => {
  expect(() => propagateTwoBody({ r: [0, 0, 0], v: [1, 0, 0] }, 1, GM_EARTH)).toThrow(RangeError)
})
