import { expect, test } from 'vitest'
import { GM_EARTH } from '../constants.ts'
import { addSeconds } from '../time/epoch.ts'
import { parseTime } from '../time/parse-time.ts'
import { norm, subtract } from '../vec3.ts'
import { makeDragAir } from './drag-air.ts'
import { fly, makeDragFlight } from './drag-flight.ts'
import { makeDragOffset } from './drag-offset.ts'

const START = parseTime('2026-11-20T09:30:00')
const RADIUS_M = 6_778_137
const CRAFT = { r: [RADIUS_M, 0, 0], v: [0, 4_000, Math.sqrt(GM_EARTH / RADIUS_M - 4_000 ** 2)] } as const
const HOUR_S = 3_600
const USUAL = 0.01
/** The axes of the displaced craft differ from the nominal axes: a decimetre in kilometres. */
const AXES_M = 0.1
/** Six hours are four revolutions to within a ninth of one; the storm acts on the remaining part. */
const REVOLUTIONS_SHARE = 0.01
/** The activity of a quiet and of a stormy day (F10.7 and Ap of May 2024). */
const [QUIET, STORM] = [
  { f107: 150, f107Average: 150, ap: 4 },
  { f107: 220, f107Average: 180, ap: 200 },
]

const airOf = (weather: typeof QUIET | undefined, wattsPerKg?: number) =>
  makeDragAir(CRAFT, START, {
    dynamics: 'two-body',
    dissipation: wattsPerKg === undefined ? null : { wattsPerKg, usualM2PerKg: USUAL },
    ...(weather === undefined ? {} : { weather: [{ at: START, ...weather }] }),
  })

test('makeDragOffset() agrees with the difference of two propagations, also after the turn back and for another density', () => {
  const { forces } = airOf(undefined)
  const frame = { origin: START, startS: 0, endS: 24 * HOUR_S, forces }
  const change = { holdS: 6 * HOUR_S, usualM2PerKg: USUAL, heldM2PerKg: 3 * USUAL }
  const offset = makeDragOffset(CRAFT, frame, change)
  const flight = makeDragFlight(CRAFT, frame)
  for (const factor of [1, 2, 1.4]) {
    const { nominal, dr } = flight.displacement(change, factor)
    const moved = offset.moved(nominal, frame.endS, factor)
    const error = norm(subtract(subtract(moved.r, nominal.r), dr))
    expect(error).toBeLessThan(AXES_M)
  }
  // With more area, the craft is lower and ahead.
  const { dr } = offset.at(frame.endS)
  expect(dr[0]).toBeLessThan(0)
  expect(dr[1]).toBeGreaterThan(100)
  expect(offset.at(-1).dr).toEqual([0, 0, 0])
})

test('makeDragAir() follows the weather: a storm increases drag, and with a known energy only changes of the weather count', () => {
  const decay = (air: ReturnType<typeof airOf>) => {
    const { end } = fly(CRAFT, { origin: START, fromS: 0, toS: 6 * HOUR_S, forces: air.forces(USUAL) })
    return norm(CRAFT.v) ** 2 / 2 - GM_EARTH / RADIUS_M - (norm(end.v) ** 2 / 2 - GM_EARTH / norm(end.r))
  }
  const [still, quiet, storm] = [decay(airOf(undefined)), decay(airOf(QUIET)), decay(airOf(STORM))]
  // Two density models at mean activity agree within the usual difference of models, a factor of 1.5 (Vallado and Finkleman 2014).
  expect(quiet / still).toBeGreaterThan(1 / 1.5)
  expect(quiet / still).toBeLessThan(1.5)
  expect(storm / quiet).toBeGreaterThan(1.5)
  // With the message's energy, the weather of the time of this energy has no effect.
  const watts = decay(airOf(undefined)) / (6 * HOUR_S)
  expect(Math.abs(decay(airOf(STORM, watts)) / (watts * 6 * HOUR_S) - 1)).toBeLessThan(REVOLUTIONS_SHARE)
  const tomorrow = makeDragAir(CRAFT, START, {
    dynamics: 'two-body',
    dissipation: { wattsPerKg: watts, usualM2PerKg: USUAL },
    weather: [
      { at: START, ...QUIET },
      { at: addSeconds(START, 6 * HOUR_S), ...STORM },
    ],
  })
  expect(decay(tomorrow) / (watts * 6 * HOUR_S)).toBeGreaterThan(1.2)
})
