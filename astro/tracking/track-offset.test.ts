import { expect, test } from 'vitest'
import { GM_EARTH } from '../constants.ts'
import { makeEnvironment } from '../dynamics/environment.ts'
import { earthAt } from '../frames/earth.ts'
import { rotationBetween } from '../frames/frame.ts'
import { toGeodetic } from '../frames/geodetic.ts'
import { transform } from '../mat3.ts'
import { numericalFlight } from '../measurement/flight.ts'
import { makeGroundSite } from '../measurement/ground-site.ts'
import type { StateAt } from '../measurement/light-path.ts'
import type { Measurement } from '../measurement/observation.ts'
import { orbitForces } from '../measurement/orbit-forces.ts'
import { exposureTimes, lateBy, simulateDirections, simulateEchoes } from '../measurement/simulate-track.ts'
import { standardAir } from '../measurement/troposphere.ts'
import { missing } from '../missing.ts'
import { toCartesian } from '../orbit/elements.ts'
import { seededRandom, standardNormal } from '../random.ts'
import { addSeconds } from '../time/epoch.ts'
import { parseTime } from '../time/parse-time.ts'
import { degToRad } from '../units.ts'
import { offsetOfTrack } from './track-offset.ts'

const START = parseTime('2026-11-20T04:00:00')
/** A low orbit for ten minutes, under all forces, and a site below its middle. */
const ELEMENTS = {
  semiMajorAxisM: 7.08e6,
  eccentricity: 0.002,
  incRad: 1.7,
  raanRad: 2,
  argPeriapsisRad: 1,
  trueAnomalyRad: 0.4,
}
const sky = makeEnvironment(START, { outside: 'hold' })
const span = { epoch: START, first: addSeconds(START, -120), last: addSeconds(START, 720) }
const known: StateAt = (
  numericalFlight({ ...span, ...orbitForces(sky, null) })(toCartesian(ELEMENTS, GM_EARTH)) ?? missing()
).stateAt
const middle = addSeconds(START, 300)
const fixed = transform(rotationBetween('GCRF', 'ITRF', earthAt(middle, { outside: 'hold' })).matrix, known(middle).r)
const below = toGeodetic(fixed)
const PLACE = { latRad: below.latRad + degToRad(3), lonRad: below.lonRad + degToRad(2), heightM: 100 }
const site = makeGroundSite(PLACE, sky)
const [ORIGIN, END] = [addSeconds(START, 200), addSeconds(START, 400)]
const epochs = exposureTimes(ORIGIN, END, 10)
const ARCSECOND = degToRad(1 / 3600)
const [ANGLE_RAD, RANGE_M, RADAR_RAD] = [3 * ARCSECOND, 10, degToRad(0.01)]

const passOf = (lateS: number, clockErrorS = 0) => ({
  stateAt: lateBy(known, lateS),
  site,
  epochs,
  clockErrorS,
  normal: standardNormal(seededRandom(5)),
})
const directions = (lateS: number, clockErrorS = 0): Measurement[] =>
  simulateDirections(passOf(lateS, clockErrorS), { sigmaRad: ANGLE_RAD, timeSigmaS: 0 }).map((one) => ({
    kind: 'right-ascension-declination',
    sensorId: 'S',
    sigmaRad: ANGLE_RAD,
    reduction: 'light-time',
    ...one,
  }))
const ranges = (lateS: number): Measurement[] =>
  simulateEchoes(passOf(lateS), { rangeSigmaM: RANGE_M, angleSigmaRad: RADAR_RAD }).map(({ epoch, rangeM }) => ({
    kind: 'range',
    sensorId: 'S',
    way: 'two-way',
    timeOf: 'receive',
    air: standardAir('radio', PLACE.heightM),
    sigmaM: RANGE_M,
    epoch,
    rangeM,
  }))
const offsetOf = (observations: readonly Measurement[]) =>
  offsetOfTrack({ origin: ORIGIN, end: END, observations, sites: new Map([['S', site]]), stateAt: known })

/** The true value is outside this number of sigmas in one of thousands of tracks. */
const SIGMAS = 4
/** 3″ of 21 directions are 3 m; the undetermined distance increases this to 150 m, half of SGP4's error. */
const DIRECTIONS_S = 0.02
/** 5 ms: less than the effect of the undetermined distance. */
const CLOCK_DIGITS = 2
/** Ranges of one pass do not determine the plane: a tenth of a second is 750 m. */
const RANGES_S = 0.1

test.each([0, 0.25, -3.4, 41])('a delay of %s s is measured correctly by directions and by ranges', (lateS) => {
  for (const [observations, sigmaS] of [
    [directions(lateS), DIRECTIONS_S],
    [ranges(lateS), RANGES_S],
  ] as const) {
    const found = offsetOf(observations)
    expect(found?.sigmaS).toBeLessThan(sigmaS)
    expect(Math.abs((found?.lateS ?? Number.NaN) - lateS)).toBeLessThan(SIGMAS * (found?.sigmaS ?? 0))
  }
})

test('F23: a clock that is ahead looks like a late object', () => {
  expect(offsetOf(directions(0, 0.25))?.lateS).toBeCloseTo(0.25, CLOCK_DIGITS)
})

test('measurements of two objects, or of none, have no offset', () => {
  const mixed = directions(0).map((one, k) => (k % 2 === 0 ? one : (directions(30)[k] ?? one)))
  expect(offsetOf(mixed)).toBeNull()
  const outside = offsetOfTrack({
    origin: ORIGIN,
    end: END,
    observations: directions(0),
    sites: new Map([['S', site]]),
    stateAt: () => {
      throw new RangeError('the orbit has no state')
    },
  })
  expect(outside).toBeNull()
})
