import fc from 'fast-check'
import { expect, test } from 'vitest'
import { GM_EARTH } from '../constants.ts'
import { buildMatrix, entry, multiplyMatrices, transposeMatrix } from '../matrix.ts'
import { norm, subtract, type Vec3 } from '../vec3.ts'
import { type CartesianState, toCartesian } from './elements.ts'
import reference from './two-body.reference.json' with { type: 'json' }
import { propagateTwoBody } from './two-body.ts'

// Rounding of the mean anomaly over up to sixteen revolutions.
const STATE_RELATIVE = 2e-12
// The secular part of the matrix grows with time and loses as many digits of the differences in it.
const MATRIX_RELATIVE = 2e-11

function stateOf(row: number[]): CartesianState {
  const [x, y, z, vx, vy, vz] = row as [number, number, number, number, number, number]
  return { r: [x, y, z], v: [vx, vy, vz] }
}

function apart(a: CartesianState, b: CartesianState): number {
  return Math.max(norm(subtract(a.r, b.r)) / norm(b.r), norm(subtract(a.v, b.v)) / norm(b.v))
}

test.each(reference.rows)(
  'propagateTwoBody() gives state and matrix of 50 digits: $seconds s',
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
  semiMajorAxisM: fc.double({ min: 6.6e6, max: 5e7, noNaN: true }),
  eccentricity: fc.double({ min: 0, max: 0.9, noNaN: true }),
  incRad: fc.double({ min: 0, max: 3.1, noNaN: true }),
  raanRad: fc.double({ min: 0, max: 6.2, noNaN: true }),
  argPeriapsisRad: fc.double({ min: 0, max: 6.2, noNaN: true }),
  trueAnomalyRad: fc.double({ min: 0, max: 6.2, noNaN: true }),
})
const seconds = fc.double({ min: -50_000, max: 50_000, noNaN: true })

test('propagateTwoBody() comes back, and keeps energy and angular momentum', () => {
  fc.assert(
    fc.property(anyOrbit, seconds, (elements, time) => {
      const start = toCartesian(elements, GM_EARTH)
      const there = propagateTwoBody(start, time, GM_EARTH).state
      // At the perigee of an eccentric orbit an error of time is the largest error of place.
      expect(apart(propagateTwoBody(there, -time, GM_EARTH).state, start)).toBeLessThan(1e-9)
      const energy = ({ r, v }: { r: Vec3; v: Vec3 }) => norm(v) ** 2 / 2 - GM_EARTH / norm(r)
      const kinetic = GM_EARTH / Math.min(norm(start.r), norm(there.r))
      expect(Math.abs(energy(there) - energy(start)) / kinetic).toBeLessThan(1e-11)
    }),
  )
})

test('propagateTwoBody() has a symplectic matrix', () => {
  fc.assert(
    fc.property(anyOrbit, seconds, (elements, time) => {
      const start = toCartesian(elements, GM_EARTH)
      // In units of the orbit, so that all blocks are of one size.
      const [length, rate] = [norm(start.r), norm(start.v) / norm(start.r)]
      const { stm } = propagateTwoBody(start, time, GM_EARTH)
      const unit = (k: number) => (k < 3 ? length : length * rate)
      const m = buildMatrix(6, 6, (i, j) => (entry(stm, i, j) * unit(j)) / unit(i))
      const omega = buildMatrix(6, 6, (i, j) => (j === i + 3 ? 1 : j === i - 3 ? -1 : 0))
      const product = multiplyMatrices(multiplyMatrices(transposeMatrix(m), omega), m)
      const size = Math.hypot(...m.flat())
      product.flat().forEach((value, k) => {
        expect(Math.abs(value - omega.flat()[k]!)).toBeLessThan(1e-11 * Math.max(1, size * size))
      })
    }),
  )
})

test('propagateTwoBody() refuses a state at the centre', () => {
  expect(() => propagateTwoBody({ r: [0, 0, 0], v: [1, 0, 0] }, 1, GM_EARTH)).toThrow(RangeError)
})
