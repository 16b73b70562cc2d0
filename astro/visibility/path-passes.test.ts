import { expect, test } from 'vitest'
import { angleBetween, makeStation } from '../frames/topocentric.ts'
import { trajectoryIn } from '../frames/trajectory.ts'
import { makeCatalogue } from '../screening/synthetic-catalogue.ts'
import { initSgp4 } from '../sgp4/init.ts'
import type { Sgp4Model } from '../sgp4/model.ts'
import { propagateSgp4 } from '../sgp4/propagate.ts'
import { parseTle } from '../sgp4/tle.ts'
import { addSeconds, secondsBetween } from '../time/epoch.ts'
import { parseTime } from '../time/parse-time.ts'
import { degToRad, radToDeg } from '../units.ts'
import { bodiesOver } from './bodies-over.ts'
import { flatMask, maskFromDegrees } from './mask.ts'
import { opticalSight } from './optical.ts'
import reference from './passes.reference.json' with { type: 'json' }
import { findPasses } from './passes.ts'
import { earthTurns, pathOfElements, pathOfOrbit } from './path.ts'
import { passesOnPath } from './path-passes.ts'

/** STK used its own Earth orientation, as in passes.test.ts. */
const STK_EDGE_S = 0.03
/** The same in elevation. */
const STK_ELEVATION_DEG = 0.005
/** Epochs are rounded to the femtosecond, and SGP4's minutes to a double. */
const SAME_PATH_M = 1e-3
/** Sun and Moon are interpolated over the path. */
const SAME_SKY_DEG = 0.001

const DAY_S = 86_400
const stationAt = (latDeg: number, lonDeg: number, heightM: number) =>
  makeStation({ latRad: degToRad(latDeg), lonRad: degToRad(lonDeg), heightM })

test("passesOnPath() agrees with STK's ten passes from an element set", () => {
  const { bugsat } = reference
  const start = parseTime(bugsat.search_start_utc)
  const lengthS = secondsBetween(start, parseTime('2014-10-25T12:00:00'))
  const model = initSgp4(parseTle(bugsat.tle[0]!, bugsat.tle[1]!))
  const { lat_deg, lon_deg, alt_m } = bugsat.station
  const site = { station: stationAt(lat_deg, lon_deg, alt_m), mask: flatMask(degToRad(bugsat.min_elevation_deg)) }
  const passes = passesOnPath(pathOfElements(model, earthTurns('TEME', start, lengthS)), site)
  expect(passes).toHaveLength(bugsat.passes.length)
  passes.forEach((pass, index) => {
    const expected = bugsat.passes[index]!
    // As in passes.test.ts: STK used its own Earth orientation.
    expect(Math.abs(secondsBetween(parseTime(expected.aos), pass.start.epoch))).toBeLessThan(STK_EDGE_S)
    expect(Math.abs(secondsBetween(parseTime(expected.los), pass.end.epoch))).toBeLessThan(STK_EDGE_S)
    expect(Math.abs(radToDeg(pass.culmination.look.elevationRad) - expected.max_elevation_deg)).toBeLessThan(
      STK_ELEVATION_DEG,
    )
  })
})

const START = parseTime('2026-11-20T00:00:00Z')
const SPAN_S = 2 * DAY_S
/** The error of the cubic between states is 2 m in low orbit, where the edge of a pass over 10° changes at 1 km/s at least. */
const EDGE_S = 0.01
const ELEVATION_DEG = 0.002
/** The same for passes that only just rise above the horizon. */
const GRAZING_S = 30

const eccentric = parseTle(
  '1 04632U 70093B   04031.91070959 -.00000084  00000-0  10000-3 0  9955',
  '2 04632  11.4628 273.1101 1450506 207.6000 143.9350  1.20231981 44145',
)
const models = makeCatalogue({ seed: 18, size: 16, epoch: START }).map((set) => initSgp4(set))
const flying = [...models, initSgp4({ ...eccentric, epoch: START })].filter((model) =>
  [START, addSeconds(START, SPAN_S)].every((epoch) => propagateSgp4(model, epoch).ok),
)
const orbitOf = (model: Sgp4Model) => ({
  frame: 'TEME' as const,
  stateAt: (epoch: typeof START) => {
    const state = propagateSgp4(model, epoch)
    if (!state.ok) throw new Error(state.reason)
    return state
  },
})

test.each([
  ['a flat horizon', flatMask(degToRad(10))],
  ['a horizon below the level', flatMask(degToRad(-2))],
  [
    'a mask of corners',
    maskFromDegrees([
      [0, 5],
      [90, 25],
      [180, 10],
      [270, 15],
    ]),
  ],
])('passesOnPath() agrees with findPasses() over %s, for low, high and eccentric orbits', (_, mask) => {
  const turns = earthTurns('TEME', START, SPAN_S)
  let compared = 0
  for (const station of [stationAt(48.2, 16.37, 171), stationAt(-32.4, 20.8, 1760)]) {
    for (const model of flying) {
      const found = passesOnPath(pathOfElements(model, turns), { station, mask })
      const trajectory = trajectoryIn('ITRF', orbitOf(model), { outside: 'hold' })
      const expected = findPasses({ trajectory, station, mask, start: START, end: addSeconds(START, SPAN_S) })
      const long = (list: typeof found) =>
        list.filter((pass) => secondsBetween(pass.start.epoch, pass.end.epoch) > GRAZING_S)
      expect(long(found)).toHaveLength(long(expected).length)
      long(expected).forEach((pass, index) => {
        const other = long(found)[index]!
        const low = (moment: typeof pass.start) => Math.abs(moment.look.elevationRateRadS)
        for (const edge of ['start', 'end'] as const) {
          // A slow object crosses the horizon slowly: its edge is as accurate as its elevation.
          const slow = degToRad(ELEVATION_DEG) / low(pass[edge])
          expect(Math.abs(secondsBetween(pass[edge].epoch, other[edge].epoch))).toBeLessThan(EDGE_S + slow)
        }
        const [a, b] = [pass.culmination.look.elevationRad, other.culmination.look.elevationRad]
        expect(Math.abs(radToDeg(a - b))).toBeLessThan(ELEVATION_DEG)
        compared += 1
      })
    }
  }
  expect(compared).toBeGreaterThan(100)
})

test("a path of a function agrees with the path of the elements, and a path ends with SGP4's states", () => {
  const turns = earthTurns('TEME', START, DAY_S)
  const [model] = flying
  const [a, b] = [pathOfElements(model!, turns), pathOfOrbit(orbitOf(model!), turns)]
  expect([b.count, b.endedBy]).toEqual([a.count, undefined])
  // The epochs of the function are rounded to the femtosecond, the minutes of the other to a double.
  expect(Math.max(...a.states.map((value, index) => Math.abs(value - b.states[index]!)))).toBeLessThan(SAME_PATH_M)
  const [set] = makeCatalogue({ seed: 18, size: 1, epoch: START })
  const week = earthTurns('TEME', START, 7 * DAY_S)
  const low = initSgp4({
    ...set!,
    epoch: START,
    meanMotionRadPerS: (16.4 * 2 * Math.PI) / DAY_S,
    eccentricity: 1e-4,
    bstar: 0.01,
  })
  const falling = pathOfElements(low, week)
  expect(falling.endedBy).not.toBeUndefined()
  expect(falling.lengthS).toBeLessThan(7 * DAY_S)
  const end = addSeconds(START, falling.lengthS)
  expect([propagateSgp4(low, end).ok, propagateSgp4(low, addSeconds(end, 2 * falling.stepS)).ok]).toEqual([true, false])
})

test('bodiesOver() agrees with opticalSight() for Sun and Moon', () => {
  const bodies = bodiesOver(START, DAY_S)
  const station = stationAt(48.2, 16.37, 171)
  const trajectory = trajectoryIn('ITRF', orbitOf(flying[0]!))
  for (let hour = 0; hour < 24; hour += 0.7) {
    const epoch = addSeconds(START, hour * 3600)
    const [sight, other] = [
      opticalSight({ trajectory, station }, epoch),
      opticalSight({ trajectory, station, bodies }, epoch),
    ]
    for (const field of ['sunElevationRad', 'moonElevationRad', 'moonSeparationRad'] as const)
      expect(Math.abs(radToDeg(sight[field] - other[field]))).toBeLessThan(SAME_SKY_DEG)
    const { sun, moon } = bodies(epoch)
    expect(angleBetween(sun, moon)).toBeGreaterThan(0)
  }
})
