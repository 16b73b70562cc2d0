import { expect, test } from 'vitest'
import { GM_EARTH } from '../constants.ts'
import { dragForce } from '../dynamics/drag.ts'
import { pointMassForce } from '../dynamics/gravity.ts'
import { IDENTITY } from '../mat3.ts'
import { flyTwoBody } from '../orbit/two-body.ts'
import { addSeconds } from '../time/epoch.ts'
import { parseTime } from '../time/parse-time.ts'
import { dot, norm, subtract } from '../vec3.ts'
import { type DragForces, fly, makeDragFlight } from './drag-flight.ts'

/** The closed forms are for a mean circle; a decaying orbit has an eccentricity of the order of its decay in a revolution. */
const MEAN_CIRCLE = 0.02
/** The same propagation in two pieces: the difference is the tolerances of a step. */
const PIECES_M = 1e-2

const EPOCH = parseTime('2026-03-20T00:00:00')
const RADIUS_M = 6_878_137
const SPEED = Math.sqrt(GM_EARTH / RADIUS_M)
const N = SPEED / RADIUS_M
const START = { r: [RADIUS_M, 0, 0], v: [0, 0, SPEED] } as const
const RHO = 1e-12
const [USUAL, HELD] = [0.01, 0.03]
const forces: DragForces = (area) => [
  pointMassForce(GM_EARTH),
  dragForce({ cd: 1, area, density: () => RHO, toEarthFixed: () => IDENTITY, airRateRadPerS: 0 }),
]
const flight = (endS: number) => makeDragFlight(START, { origin: EPOCH, startS: 0, endS, forces })
const change = (holdS: number, heldM2PerKg = HELD) => ({ holdS, usualM2PerKg: USUAL, heldM2PerKg })
const REVOLUTION_S = (2 * Math.PI) / N

test('more area lowers the orbit by ρ Δ(Cd A/m) √(μ a) per second', () => {
  // da/dt = −ρ (Cd A/m) √(μ a) (King-Hele, Satellite Orbits in an Atmosphere, §4.3).
  const { smaChangeM } = flight(2 * REVOLUTION_S)
  for (const revolutions of [1, 2]) {
    const holdS = revolutions * REVOLUTION_S
    const published = -RHO * (HELD - USUAL) * Math.sqrt(GM_EARTH * RADIUS_M) * holdS
    expect(Math.abs(smaChangeM(change(holdS), GM_EARTH) / published - 1)).toBeLessThan(MEAN_CIRCLE)
  }
  expect(smaChangeM(change(REVOLUTION_S, 0.001), GM_EARTH)).toBeGreaterThan(0)
  // After the end of the propagation the change cannot last any longer.
  expect(smaChangeM(change(9 * REVOLUTION_S), GM_EARTH)).toBe(smaChangeM(change(2 * REVOLUTION_S), GM_EARTH))
})

test('a craft that sank gets ahead: by ¾ n Δa t while it sinks, and by 1.5 n Δa t afterwards', () => {
  const [holdS, coastS] = [REVOLUTION_S, REVOLUTION_S]
  const { displacement } = flight(holdS + coastS)
  const { dr, nominal } = displacement(change(holdS))
  const lowering = RHO * (HELD - USUAL) * Math.sqrt(GM_EARTH * RADIUS_M) * holdS
  const published = N * lowering * (0.75 * holdS + 1.5 * coastS)
  const along = dot(dr, nominal.v) / norm(nominal.v)
  expect(Math.abs(along / published - 1)).toBeLessThan(MEAN_CIRCLE)
  expect(along).toBeGreaterThan(0)
  // The displacement is in the plane of the orbit, and downwards.
  expect(dot(dr, nominal.r)).toBeLessThan(0)
  expect(Math.abs(dr[1])).toBeLessThan(PIECES_M)
})

test('no change of area, or a change for no time, causes no displacement', () => {
  const { displacement } = flight(REVOLUTION_S)
  for (const none of [change(0), change(-5), change(1000, USUAL)]) {
    const { dr, dv, nominal } = displacement(none)
    expect([dr, dv]).toEqual([
      [0, 0, 0],
      [0, 0, 0],
    ])
    expect(norm(nominal.r)).toBeGreaterThan(RADIUS_M - 100)
  }
})

/** The craft sinks by far less than a metre; density changes by a factor of e over 60 km. */
const SUNK_DIGITS = 5

test('a denser atmosphere has in the same time the effect of more area in a thinner atmosphere', () => {
  const { displacement } = flight(REVOLUTION_S)
  const denser = displacement(change(3000), 2)
  const larger = displacement({ holdS: 3000, usualM2PerKg: 2 * USUAL, heldM2PerKg: 2 * HELD })
  expect(denser).toEqual(larger)
  const usual = displacement(change(3000))
  expect(norm(denser.dr) / norm(usual.dr)).toBeCloseTo(2, SUNK_DIGITS)
})

test('a change that lasts to the end or longer does not turn back', () => {
  const { displacement } = flight(REVOLUTION_S)
  expect(displacement(change(REVOLUTION_S))).toEqual(displacement(change(5 * REVOLUTION_S)))
  const almost = displacement(change(REVOLUTION_S - 1))
  expect(norm(subtract(almost.dr, displacement(change(REVOLUTION_S)).dr))).toBeLessThan(PIECES_M)
})

test('fly() counts its seconds from the origin, and throws if an orbit cannot be propagated to the end', () => {
  const there = fly(START, { origin: EPOCH, fromS: 100, toS: 1100, forces: forces(0) })
  expect(there.start.epoch).toEqual(addSeconds(EPOCH, 100))
  expect(norm(subtract(there.end.r, flyTwoBody(START, 1000, GM_EARTH).r))).toBeLessThan(PIECES_M)
  // The craft falls straight down: at the centre the attraction is infinite.
  const fall = { r: [RADIUS_M, 0, 0], v: [-1, 0, 0] } as const
  expect(() => fly(fall, { origin: EPOCH, fromS: 0, toS: 5000, forces: forces(0) })).toThrow('cannot be followed')
})
