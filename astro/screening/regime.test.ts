import { expect, test } from 'vitest'
import { GM_EARTH } from '../constants.ts'
import { makeEphemeris } from '../ephemeris/ephemeris.ts'
import { toCartesian } from '../orbit/elements.ts'
import { fromPublished, UNSAID } from '../sgp4/element-set.ts'
import { initSgp4 } from '../sgp4/init.ts'
import { addSeconds } from '../time/epoch.ts'
import { parseTime } from '../time/parse-time.ts'
import { type Regime, regimeOf, shapeOf } from './regime.ts'
import type { Flight } from './screening-object.ts'

/** The Kozai mean motion of the list differs from the mean motion of the period by seconds. */
const TEN_SECONDS_DIGITS = -1
/** The oblateness of the Earth changes the mean axis by some kilometres. */
const FLATTENING_M = 10_000
/** The rounding of degrees that were converted to radians. */
const INCLINATION_DIGITS = 9
/** The rounding of an orbit that was made from these elements, m. */
const MILLIMETRE_DIGITS = 3
/** The same in eccentricity and inclination. */
const ELEMENT_DIGITS = 10
/** Kepler's third law, s. */
const PERIOD_DIGITS = 6

const epoch = parseTime('2024-11-01T00:00:00')
const unused = { raanDeg: 0, argPeriapsisDeg: 0, meanAnomalyDeg: 0, bstar: 0, epoch, noradId: 1, ...UNSAID }

// Mean motion and eccentricity of the objects as listed by CelesTrak, 2024-11-01.
const KNOWN: readonly (readonly [
  name: string,
  regime: Regime,
  elements: readonly [n: number, e: number, i: number],
])[] = [
  ['ISS', 'LEO1', [15.5, 0.0008, 51.6]],
  ['Landsat 9', 'LEO2', [14.571, 0.0001, 98.2]],
  ['Iridium 33', 'LEO3', [14.342, 0.0002, 86.4]],
  ['LAGEOS', 'MEO', [6.387, 0.0045, 109.9]],
  ['Globalstar', 'LEO4', [12.622, 0.0001, 52]],
  ['GPS', 'MEO', [2.0056, 0.01, 55]],
  ['Molniya', 'HEO', [2.006, 0.72, 63.4]],
  ['GOES 16', 'GEO', [1.0027, 0.0001, 0.1]],
  ['QZS-1, geosynchronous and inclined', 'GEO', [1.0027, 0.075, 41]],
  ['Vela, beyond the geostationary ring', 'HEO', [0.21, 0.2, 30]],
]

test.each(KNOWN)('regimeOf() puts %s into %s', (_name, regime, [meanMotionRevPerDay, eccentricity, inclinationDeg]) => {
  const set = fromPublished({ ...unused, meanMotionRevPerDay, eccentricity, inclinationDeg })
  const flight: Flight = { kind: 'elements', model: initSgp4(set) }
  const shape = shapeOf(flight)
  expect(regimeOf(shape)).toBe(regime)
  expect(shape.periodS).toBeCloseTo(86_400 / meanMotionRevPerDay, TEN_SECONDS_DIGITS)
  // Kepler's third law; the oblateness of the Earth changes the mean axis by some kilometres.
  const semiMajorAxisM = Math.cbrt(GM_EARTH * (shape.periodS / (2 * Math.PI)) ** 2)
  expect(Math.abs(shape.perigeeHeightM - (semiMajorAxisM * (1 - eccentricity) - 6_378_135))).toBeLessThan(FLATTENING_M)
  expect(shape).toMatchObject({ eccentricity })
  expect(shape.incRad).toBeCloseTo((inclinationDeg * Math.PI) / 180, INCLINATION_DIGITS)
})

test('shapeOf() uses for an ephemeris the Kepler orbit through its first state', () => {
  const elements = {
    semiMajorAxisM: 7e6,
    eccentricity: 0.01,
    incRad: 1,
    raanRad: 2,
    argPeriapsisRad: 3,
    trueAnomalyRad: 4,
  }
  const state = toCartesian(elements, GM_EARTH)
  const states = [
    { ...state, epoch },
    { r: state.v, v: state.r, epoch: addSeconds(epoch, 60) },
  ]
  const shape = shapeOf({ kind: 'ephemeris', ephemeris: makeEphemeris([{ frame: 'TEME', states }]) })
  expect(() => shapeOf({ kind: 'ephemeris', ephemeris: { segments: [] } })).toThrow('without states')
  expect(shape.perigeeHeightM).toBeCloseTo(6.93e6 - 6_378_135, MILLIMETRE_DIGITS)
  expect(shape.eccentricity).toBeCloseTo(0.01, ELEMENT_DIGITS)
  expect(shape.incRad).toBeCloseTo(1, ELEMENT_DIGITS)
  // Kepler's third law.
  expect(shape.periodS).toBeCloseTo(2 * Math.PI * Math.sqrt(7e6 ** 3 / GM_EARTH), PERIOD_DIGITS)
})

test('regimeOf() assigns the upper limits of LEO to the lower regime', () => {
  const low = { periodS: 6000, eccentricity: 0, incRad: 0 }
  const ends = [500e3, 500.001e3, 750e3, 1200e3, 2000e3, 2000.001e3]
  expect(ends.map((perigeeHeightM) => regimeOf({ ...low, perigeeHeightM }))).toEqual([
    'LEO1',
    'LEO2',
    'LEO2',
    'LEO3',
    'LEO4',
    'MEO',
  ])
})
