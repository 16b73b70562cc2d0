import { expect, test } from 'vitest'
import { GM_EARTH } from '../constants.ts'
import type { Force } from '../dynamics/force.ts'
import { pointMassForce } from '../dynamics/gravity.ts'
import { entry } from '../matrix.ts'
import { addSeconds } from '../time/epoch.ts'
import { parseTime } from '../time/parse-time.ts'
import { norm, subtract, type Vec3 } from '../vec3.ts'
import { numericalFlight } from './flight.ts'

/** A step may have an error of 0.1 mm; over a revolution, some sixty steps, the errors add up. */
const PLACE_M = 0.01
/** The tolerance of elements of the transition matrix, relative to the largest. */
const TRANSITION = 1e-6
/** Gradients by differences have an error of 1e-10 (forceGradient), which adds up over a quarter of a revolution. */
const QUARTER_DIGITS = 9

const EPOCH = parseTime('2026-03-20T00:00:00')
const A = 7e6
const RATE = Math.sqrt(GM_EARTH / A ** 3)
const T = (2 * Math.PI) / RATE
const START = { r: [A, 0, 0] as Vec3, v: [0, A * RATE, 0] as Vec3 }
const forces = [pointMassForce(GM_EARTH)]
const at = (seconds: number) => addSeconds(EPOCH, seconds)
const span = { epoch: EPOCH, first: at(-T / 2), last: at(T) }

test('numericalFlight() propagates a circle forwards and backwards from its epoch', () => {
  const flight = numericalFlight({ ...span, forces })(START)!
  for (const seconds of [-T / 2, -T / 4, -1, 0, 1, T / 4, T / 2, T]) {
    const [c, s] = [Math.cos(RATE * seconds), Math.sin(RATE * seconds)]
    const { r, v } = flight.stateAt(at(seconds))
    expect(norm(subtract(r, [A * c, A * s, 0])), `${seconds} s`).toBeLessThan(PLACE_M)
    expect(norm(subtract(v, [-A * RATE * s, A * RATE * c, 0])), `${seconds} s`).toBeLessThan(PLACE_M * RATE * 10)
  }
})

test('the transition matrix after a revolution agrees with Clohessy and Wiltshire: all displacements return, except −3T along the track', () => {
  const flight = numericalFlight({ ...span, forces })(START)!
  const stm = flight.transitionTo(at(T))
  // Radial, transverse and normal are x, y and z here, and rotate with the orbit: after a revolution both frames coincide.
  const column = (j: number) => [0, 1, 2, 3, 4, 5].map((i) => entry(stm, i, j))
  const expectColumn = (j: number, wanted: readonly number[]) => {
    const scales = [1, 1, 1, RATE, RATE, RATE]
    const largest = 3 * T * (j < 3 ? RATE : 1)
    for (const [i, value] of column(j).entries())
      expect(Math.abs(value - wanted[i]!) / (scales[i]! * largest), `${i} ${j}`).toBeLessThan(TRANSITION)
  }
  // A start faster by 1 m/s along the track: y decreases by 3T, and the velocity there rotates with the position, v_x = +3 n T.
  expectColumn(4, [0, -3 * T, 0, 3 * RATE * T, 1, 0])
  // The motion across the plane is a pendulum of the same period.
  expectColumn(2, [0, 0, 1, 0, 0, 0])
  expectColumn(5, [0, 0, 0, 0, 0, 1])
  // For a shift along the track only the time of each position changes.
  expectColumn(1, [0, 1, 0, 0, 0, 0])
})

test('the transition matrix may use fewer forces than the motion', () => {
  // The force pulls back to the plane of the circle, and is zero in this plane: the circle does not change, and the pendulum across it is faster.
  const restoring = ({ r }: { readonly r: Vec3 }) => [0, 0, -0.44 * RATE * RATE * r[2]] as Vec3
  const acrossOf = (transitionForces?: Force[]) => {
    const plan = { ...span, forces: [...forces, restoring], ...(transitionForces && { transitionForces }) }
    const flight = numericalFlight(plan)(START)!
    expect(norm(subtract(flight.stateAt(at(T / 4)).r, [0, A, 0]))).toBeLessThan(PLACE_M)
    return entry(flight.transitionTo(at(T / 4)), 2, 2)
  }
  expect(acrossOf()).toBeCloseTo(Math.cos(1.2 * (Math.PI / 2)), QUARTER_DIGITS)
  expect(acrossOf(forces)).toBeCloseTo(Math.cos(Math.PI / 2), QUARTER_DIGITS)
})

test('the motion extends half a minute beyond the measurements, and is null if it hits the centre', () => {
  const flight = numericalFlight({ ...span, forces })(START)!
  expect(() => flight.stateAt(at(T + 29))).not.toThrow()
  expect(() => flight.stateAt(at(-T / 2 - 29))).not.toThrow()
  expect(() => flight.stateAt(at(T + 31))).toThrow(RangeError)
  expect(() => flight.stateAt(at(-T / 2 - 31))).toThrow(RangeError)
  expect(numericalFlight({ ...span, forces })({ r: START.r, v: [0, 0, 0] })).toBeNull()
  // If all measurements are after the epoch, no backward arc is needed.
  const ahead = numericalFlight({ epoch: EPOCH, first: at(100), last: at(200), forces })(START)!
  expect(() => ahead.stateAt(at(-1))).toThrow('the motion does not reach that time')
})
