import { makeEnvironment } from '@apsis/astro/dynamics/environment.ts'
import { makeGroundSite } from '@apsis/astro/measurement/ground-site.ts'
import { sightLine } from '@apsis/astro/measurement/sight-line.ts'
import { addSeconds, type Epoch, makeEpoch, secondsBetween } from '@apsis/astro/time/epoch.ts'
import { add, cross, norm, scale } from '@apsis/astro/vec3.ts'
import { expect, test } from 'vitest'
import { makeReports } from './make-report.ts'
import type { Track } from './read-track.ts'

const DAY_S = 86_400
const ORIGIN = makeEpoch(845_000_000)
const SITE = makeGroundSite({ latRad: 0.84, lonRad: 0.28, heightM: 170 }, makeEnvironment(ORIGIN, { outside: 'hold' }))
const up = scale(SITE.at(ORIGIN).r, 1 / norm(SITE.at(ORIGIN).r))
const east = cross([0, 0, 1], up)
const along = scale(east, 1 / norm(east))
/** The object is 1000 km above the site at the origin, and moves from there. */
const way = (seconds: number) => ({
  r: add(scale(up, norm(SITE.at(ORIGIN).r) + 1e6), scale(along, 7_400 * seconds)),
  v: scale(along, 7_400),
})
const TRACK = {
  origin: ORIGIN,
  end: addSeconds(ORIGIN, 20),
  site: SITE,
  observations: [],
  magnitudes: [],
  angles: [0, 5, 10, 15, 20].map((seconds) => {
    const observer = SITE.at(addSeconds(ORIGIN, seconds))
    const { raRad, decRad } = sightLine(way, observer, { seconds, reduction: 'light-time' })!
    return { seconds, observer, raRad, decRad, sigmaRad: 5e-6, timeSigmaS: 1e-3 }
  }),
} as unknown as Track

/** Returns the report of a track compared with an orbit that was determined `ageDays` days before the track. */
function reported(ageDays: number) {
  const at = (epoch: Epoch) => way(secondsBetween(ORIGIN, epoch))
  const orbit = { type: 'OMM' as const, epoch: addSeconds(ORIGIN, -ageDays * DAY_S), at }
  return makeReports(TRACK, [{ noradId: 7, name: 'SEVEN', orbit }], { sensorCode: 'SITE', isSimulated: false })
    .ANGULAR_DISTANCE
}

test('the age of an orbit has a sign: it is negative if the orbit is from after the track', () => {
  expect(reported(2).associationResults.orbitDataAge).toBe(2 * DAY_S)
  expect(reported(-2.9).associationResults.orbitDataAge).toBe(-2.9 * DAY_S)
})

test.each([
  { ageDays: 29.9, isCompared: true },
  { ageDays: -29.9, isCompared: true },
  { ageDays: 30.1, isCompared: false },
  { ageDays: -30.1, isCompared: false },
  { ageDays: -2_593.5, isCompared: false },
])('an orbit of $ageDays days before a track is compared with it: $isCompared', ({ ageDays, isCompared }) => {
  const { t2oAssociationResults: results, associationResults, isUncorrelated } = reported(ageDays)
  expect(results).toHaveLength(isCompared ? 1 : 0)
  if (!isCompared) expect(isUncorrelated).toBe(true)
  expect(associationResults.orbitDataAge === null).toBe(!isCompared)
  expect(associationResults.orbitDataReason).toBe(isCompared ? undefined : 'NO_ORBIT_OF_THAT_TIME')
})
