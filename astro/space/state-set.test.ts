import { expect, test } from 'vitest'
import type { StatePlanes } from '../kernel/kernel.ts'
import type { Vec3 } from '../vec3.ts'
import { weightsAt, writePlaces } from './between.ts'
import { NO_STATE, PLACE_UNIT_M, STATE_WORDS, stepAtSpeed, writeStates } from './state-set.ts'

/** Returns a catalogue of objects whose places are given as functions of the seconds; the kernel has them in the reverse order. */
function catalogueOf(...paths: readonly ((seconds: number) => Vec3)[]) {
  const order = Uint32Array.from(paths.keys()).reverse()
  const propagateAll = (minutes: number): StatePlanes => {
    const plane = (axis: 0 | 1 | 2) => Float64Array.from(order, (place) => paths[place]!(minutes * 60)[axis])
    const none = new Float64Array(0)
    return { x: plane(0), y: plane(1), z: plane(2), vx: none, vy: none, vz: none, failures: 0 }
  }
  return { size: paths.length, order, propagateAll }
}
const roomFor = (objects: number) => new ArrayBuffer(objects * STATE_WORDS * 4)

/** A second difference over half a second of a place of 7000 km loses nine digits, and a float has seven. */
const ACCELERATION_MPS2 = 1e-6
const VELOCITY_MPS = 5e-4

test('writeStates() writes place, velocity and acceleration of each object in the order of the catalogue', () => {
  const set = roomFor(2)
  const resting: Vec3 = [7_000_000.1, -3.3, 0.13]
  const missing = writeStates(
    catalogueOf(
      () => resting,
      (t) => [8e6 + 3 * t ** 2, 100 * t, -7000 * t],
    ),
    10,
    set,
  )
  const [places, rates] = [new Int32Array(set), new Float32Array(set)]
  expect(missing).toBe(0)
  expect([...places.subarray(0, 3)]).toEqual([28_000_000, -13, 1])
  expect([...places.subarray(9, 12)].map((units) => units * PLACE_UNIT_M)).toEqual([8_000_300, 1000, -70_000])
  const expected = [60, 100, -7000]
  for (const axis of [0, 1, 2]) {
    expect(Math.abs(rates[12 + axis]! - expected[axis]!)).toBeLessThan(VELOCITY_MPS)
    expect(Math.abs(rates[15 + axis]! - [6, 0, 0][axis]!)).toBeLessThan(ACCELERATION_MPS2)
  }
})

test('writeStates() marks an object that has no state, is about to lose it, is out of range, or faster than the speed of escape', () => {
  const set = roomFor(5)
  const nan: Vec3 = [Number.NaN, Number.NaN, Number.NaN]
  const missing = writeStates(
    catalogueOf(
      () => nan,
      (t) => (t > 10.2 ? nan : [7e6, 0, 0]),
      () => [0, 537e6, 0],
      // The speed of escape at this height is 10.67 km/s (√(2 · 398 600.4418 km³/s² / 7000 km)).
      (t) => [7e6, 10_680 * (t - 10), 0],
      (t) => [7e6, 10_660 * (t - 10), 0],
    ),
    10,
    set,
  )
  expect(missing).toBe(4)
  const places = new Int32Array(set)
  expect([0, 1, 2, 3, 4].map((k) => places[k * STATE_WORDS] === NO_STATE)).toEqual([true, true, true, true, false])
  expect([...new Float32Array(set)].some(Number.isNaN)).toBe(false)
  expect(() =>
    writeStates(
      catalogueOf(() => nan),
      0,
      new ArrayBuffer(32),
    ),
  ).toThrow('1 objects do not fit 8 numbers')
})

test('stepAtSpeed() is half a second of real time, and 120 s of shown time at most', () => {
  expect([0, 0.1, 1, -1, 60, 240, 241, 1000, -1000].map(stepAtSpeed)).toEqual([
    0.5, 0.5, 0.5, 0.5, 30, 120, 120, 120, 120,
  ])
})

test('writePlaces() follows every motion of fifth degree in time, and marks what one of the sets lacks', () => {
  const path = (t: number): Vec3 => [7e6 + 10 * t - 4 * t ** 2, 7000 * t + 1e-6 * t ** 4, 2e-8 * t ** 5 - 1e-3 * t ** 3]
  const lost = (t: number): Vec3 => (t > 100 ? [Number.NaN, 0, 0] : [7e6, 0, 0])
  const [earlier, later] = [roomFor(2), roomFor(2)]
  writeStates(catalogueOf(path, lost), 0, earlier)
  writeStates(catalogueOf(path, lost), 120, later)
  const places = new Int32Array(6)
  for (const fraction of [0, 0.1, 0.37, 0.5, 0.83, 1]) {
    writePlaces(earlier, later, weightsAt(fraction, 120), places)
    path(120 * fraction).forEach((expected, axis) => {
      // Places are rounded three times, and the differences of the fourth and fifth power are those over half a second.
      expect(Math.abs(places[axis]! * PLACE_UNIT_M - expected)).toBeLessThan(2 * PLACE_UNIT_M)
    })
    expect(places[3]).toBe(NO_STATE)
  }
})
