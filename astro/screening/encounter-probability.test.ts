import { expect, test } from 'vitest'
import { assess } from '../conjunction/probability/assess.ts'
import { unknownCovarianceMaximum } from '../conjunction/probability/maximum.ts'
import { rtnAxes } from '../conjunction/rtn.ts'
import { sampleOf } from '../conjunction/testing/published-case.ts'
import { GM_EARTH } from '../constants.ts'
import { makeEphemeris } from '../ephemeris/ephemeris.ts'
import { buildMatrix } from '../matrix.ts'
import { initSgp4 } from '../sgp4/init.ts'
import { parseTle } from '../sgp4/tle.ts'
import { addSeconds } from '../time/epoch.ts'
import { parseTime } from '../time/parse-time.ts'
import { norm, subtract } from '../vec3.ts'
import { classSigmas, covarianceAlong } from './class-covariance.ts'
import { type DescribedEncounter, describeEncounters, type Participant } from './describe-encounter.ts'
import { encounterProbability, type KnownCovariance } from './encounter-probability.ts'

/** The same integral over the same circle, with differently rounded miss and axes. */
const SAME_CIRCLE_DIGITS = 11
const start = parseTime('2009-02-10T16:55:59.7958')
const tle = (line1: string, line2: string) => ({ kind: 'elements', model: initSgp4(parseTle(line1, line2)) }) as const
const iridium = tle(
  '1 24946U 97051C   09040.78448243 +.00000153 +00000-0 +47668-4 0  9994',
  '2 24946 086.3994 121.7028 0002288 085.1644 274.9812 14.34219863597336',
)
const cosmos = tle(
  '1 22675U 93036A   09040.49834364 -.00000001  00000-0  95251-5 0  9996',
  '2 22675 074.0355 019.4646 0016027 098.7014 261.5952 14.31135643817415',
)
const meeting = {
  first: 0,
  second: 1,
  kind: 'minimum',
  seconds: 0,
  missM: 698.01,
  relativeSpeedMps: 11_647.24,
} as const

function describeMeeting(): DescribedEncounter {
  const objects = [
    { id: '24946', flight: iridium },
    { id: '22675', flight: cosmos },
  ]
  const [found] = describeEncounters({ objects, start, durationS: 60, thresholdM: 5000 }, [meeting])
  return found!
}

test('encounterProbability() of two element sets is the planar circle with the class table, and not reliable', () => {
  const encounter = describeMeeting()
  const { primary, secondary } = encounter
  const withClass = ({ state, axes, shape, ageS }: Participant) => ({
    ...state,
    covariance: covarianceAlong(axes, classSigmas(shape, ageS!)),
  })
  const reference = assess({ primary: withClass(primary), secondary: withClass(secondary), radiusM: 10 })
  const found = encounterProbability(encounter, { radiusM: 10 })
  expect(found.probability! / reference.methods['circle-2d']!).toBeCloseTo(1, SAME_CIRCLE_DIGITS)
  expect(found).toMatchObject({
    reason: 'class-table',
    isReliable: false,
    covarianceFrom: ['class-table', 'class-table'],
    radiusM: 10,
  })
})

test('encounterProbability() with covariances of a message agrees with the assessment of the message', () => {
  const { primary, secondary } = sampleOf('OmitronTestCase_Test01_HighPc.cdm')
  const given = [primary, secondary].map(({ covariance }): KnownCovariance => ({ source: 'cdm', covariance }))
  const encounter = describeMeeting()
  const participants = [primary, secondary].map(({ r, v }, place) => ({
    ...encounter.primary,
    place,
    state: { r, v },
    axes: rtnAxes({ r, v }),
  })) as [Participant, Participant]
  const found = encounterProbability(
    {
      ...encounter,
      primary: participants[0],
      secondary: participants[1],
      missM: norm(subtract(secondary.r, primary.r)),
      relativeSpeedMps: norm(subtract(secondary.v, primary.v)),
    },
    { radiusM: 20, covarianceOf: ({ place }) => given[place] },
  )
  const { probability, isReliable, reason } = assess({ primary, secondary, radiusM: 20 })
  expect(found).toMatchObject({ probability, isReliable, reason, covarianceFrom: ['cdm', 'cdm'] })
})

test('encounterProbability() uses the covariance of an ephemeris if it has one', () => {
  const encounter = describeMeeting()
  const { r, v } = encounter.primary.state
  const pull = (at: typeof r) => at.map((part) => (-GM_EARTH * part) / norm(at) ** 3)
  const states = [-60, 0, 60].map((seconds) => ({
    epoch: addSeconds(start, seconds),
    r: r.map((part, axis) => part + v[axis]! * seconds + (pull(r)[axis]! * seconds ** 2) / 2) as never,
    v: v.map((part, axis) => part + pull(r)[axis]! * seconds) as never,
  }))
  const covariance = buildMatrix(6, 6, (i, j) => (i === j ? (i < 3 ? 400 : 1e-4) : 0))
  const covariances = [-60, 60].map((seconds) => ({ epoch: addSeconds(start, seconds), covariance }))
  const of = (segment: object) => ({
    ...encounter,
    primary: {
      ...encounter.primary,
      ageS: undefined,
      object: {
        id: 'oem',
        flight: {
          kind: 'ephemeris',
          ephemeris: makeEphemeris([{ frame: 'TEME', interpolation: 'LINEAR', degree: 1, states, ...segment }]),
        },
      },
    } as Participant,
  })
  expect(encounterProbability(of({ covariances })).covarianceFrom).toEqual(['ephemeris', 'class-table'])
  // One of the two covariances is from the class table: this is reported, and the value is not reliable.
  expect(encounterProbability(of({ covariances })).isReliable).toBe(false)
  expect(encounterProbability(of({})).covarianceFrom).toEqual(['class-table', 'class-table'])
})

test('encounterProbability() has a maximum but no value if the objects are slow or at rest', () => {
  const encounter = describeMeeting()
  const beside = { ...encounter, secondary: { ...encounter.primary, place: 1 }, missM: 500, relativeSpeedMps: 0.5 }
  const { probability, reason, maximumProbability } = encounterProbability(beside)
  expect([probability, reason]).toEqual([null, 'slow'])
  // There is no plane for the projection, so the largest ratio, 3, is used.
  const { probability: most } = unknownCovarianceMaximum({ missDistanceM: 500, radiusM: 20, aspectRatio: 3 })
  expect(maximumProbability).toBe(most)
  expect(encounterProbability({ ...beside, missM: 3 }).maximumProbability).toBe(1)
})
