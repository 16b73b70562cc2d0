import fc from 'fast-check'
import { expect, test } from 'vitest'
import { listClosestApproaches, type StateAt } from '../conjunction/closest-approach.ts'
import { propagateTwoBody } from '../orbit/two-body.ts'
import { realBetween } from '../testing/real-between.ts'
import { add, cross, norm, scale, subtract, type Vec3 } from '../vec3.ts'
import { makeWindowStates, ownStates, STEP_S } from './window-states.ts'

/** Both searches stop at a microsecond. */
const STOP_S = 2e-6
/** Near its minimum the distance hardly changes. */
const LEAST_M = 1e-3
/** The same tolerance in digits. */
const MILLIMETRE_DIGITS = 3
/** The given time of a passage. */
const MICROSECOND_DIGITS = 5

const GM = 3.986008e14
const WINDOW = { fromS: 1600, toS: 1760 }
const THRESHOLD_M = 5000

/** Two bodies that pass each other at a time and a distance, under central gravity only. */
function passing(atS: number, missM: number, turnRad: number): readonly [StateAt, StateAt] {
  const r: Vec3 = [7e6, 0, 0]
  const speed = Math.sqrt(GM / 7e6)
  const v: Vec3 = [0, speed, 0]
  const w: Vec3 = [0, speed * Math.cos(turnRad), speed * Math.sin(turnRad)]
  const across = cross(subtract(w, v), [0.2, 0.5, -0.8])
  const fly = (place: Vec3, velocity: Vec3): StateAt => {
    return (seconds) => propagateTwoBody({ r: place, v: velocity }, seconds - atS, GM).state
  }
  return [fly(r, v), fly(add(r, scale(across, missM / norm(across))), w)]
}

/** The results of a window for these motions, and how often their states were computed. */
function watch(flights: readonly StateAt[], span = WINDOW) {
  const asked = { exact: 0, grid: [] as number[] }
  const list = makeWindowStates(span, THRESHOLD_M, {
    exactOf: (place) => (seconds) => {
      asked.exact += 1
      return flights[place]!(seconds)
    },
    gridStates: (place, times) => {
      asked.grid.push(place)
      expect(times.minutes).toEqual(times.seconds.map((time) => time / 60))
      return ownStates(flights[place]!, times)
    },
  })
  return { list, asked }
}

const turn = realBetween(0.001, Math.PI)
const time = realBetween(WINDOW.fromS + 0.01, WINDOW.toS - 0.01)

test('makeWindowStates() lists the minima of the exact states, of bounded objects and of others', () => {
  fc.assert(
    fc.property(time, realBetween(1, THRESHOLD_M - 1), turn, fc.boolean(), (atS, missM, turnRad, isBounded) => {
      const flights = passing(atS, missM, turnRad)
      const { list, asked } = watch(flights)
      const expected = listClosestApproaches(...flights, { ...WINDOW, stepS: STEP_S })
      const found = list([0, 1], WINDOW, isBounded)
      expect(found).toHaveLength(1)
      expect(expected).toHaveLength(1)
      expect(Math.abs(found[0]!.seconds - expected[0]!.seconds)).toBeLessThan(STOP_S)
      expect(Math.abs(found[0]!.missM - missM)).toBeLessThan(LEAST_M)
      const { primary, secondary } = expected[0]!
      expect(found[0]!.relativeSpeedMps).toBeCloseTo(norm(subtract(secondary.v, primary.v)), MILLIMETRE_DIGITS)
      // The grid's states are computed once for each object, for any number of pairs.
      expect(list([0, 1], WINDOW, isBounded)).toEqual(found)
      expect(asked.grid.toSorted()).toEqual([0, 1])
    }),
    { numRuns: 400 },
  )
})

test('makeWindowStates() lists the same in a part of a window, of few steps or of many', () => {
  fc.assert(
    fc.property(time, turn, fc.integer({ min: 1, max: 5 }), (atS, turnRad, steps) => {
      const flights = passing(atS, 1000, turnRad)
      const { list } = watch(flights)
      let seen = 0
      for (let fromS = WINDOW.fromS; fromS < WINDOW.toS; fromS += steps * STEP_S) {
        const within = { fromS, toS: Math.min(WINDOW.toS, fromS + steps * STEP_S) }
        const found = list([0, 1], within, true)
        seen += found.length
        for (const { seconds, missM } of found) {
          expect(Math.abs(seconds - atS)).toBeLessThan(STOP_S)
          expect(missM).toBeCloseTo(1000, MILLIMETRE_DIGITS)
        }
      }
      // Near the border of two parts both may find it.
      const isBetween = Math.abs(atS / STEP_S - Math.round(atS / STEP_S)) < 1e-3
      expect(seen).toBeGreaterThanOrEqual(1)
      if (!isBetween) expect(seen).toBe(1)
    }),
    { numRuns: 200 },
  )
})

test('makeWindowStates() computes no exact state of bounded objects that stay further apart than the threshold', () => {
  fc.assert(
    fc.property(time, realBetween(20, 1e6), turn, (atS, beyondM, turnRad) => {
      const { list, asked } = watch(passing(atS, THRESHOLD_M + beyondM, turnRad))
      expect(list([0, 1], WINDOW, true)).toEqual([])
      // Within a step they deviate from a straight line by an eighth of 100 s² times the difference of their gravity.
      if (beyondM < 1e5) expect(asked.exact).toBe(0)
      expect(list([0, 1], WINDOW, false)).toHaveLength(1)
    }),
    { numRuns: 200 },
  )
})

test('makeWindowStates() finds nothing for objects that only separate or only approach, nor for two equal motions', () => {
  for (const atS of [WINDOW.fromS - 30, WINDOW.toS + 30]) {
    for (const isBounded of [true, false]) {
      const { list, asked } = watch(passing(atS, 100, 1))
      expect(list([0, 1], WINDOW, isBounded)).toEqual([])
      expect(asked.exact).toBe(0)
    }
  }
  const [one] = passing(WINDOW.fromS + 77, 100, 1)
  const { list, asked } = watch([one, one])
  expect(list([0, 1], WINDOW, true)).toEqual([])
  expect(asked.exact).toBe(0)
})

test('makeWindowStates() accepts a window whose last step is shorter', () => {
  const span = { fromS: 1600, toS: 1643.5 }
  const { list } = watch(passing(1642.25, 100, 1), span)
  for (const isBounded of [true, false]) {
    for (const fromS of [1600, 1630, 1640]) {
      const [found] = list([0, 1], { fromS, toS: span.toS }, isBounded)
      expect(found?.seconds).toBeCloseTo(1642.25, MICROSECOND_DIGITS)
    }
  }
})

test('ownStates() has the planes of a motion one after the other', () => {
  const flight: StateAt = (seconds) => ({ r: [seconds, 1, 2], v: [3, 4, -seconds] })
  const states = ownStates(flight, { seconds: Float64Array.of(5, 6), minutes: Float64Array.of(5 / 60, 0.1) })
  expect([...states]).toEqual([5, 6, 1, 1, 2, 2, 3, 3, 4, 4, -5, -6])
})
