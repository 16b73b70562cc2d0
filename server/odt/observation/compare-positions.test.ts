import { makeEnvironment } from '@apsis/astro/dynamics/environment.ts'
import { makeGroundSite } from '@apsis/astro/measurement/ground-site.ts'
import type { Observation } from '@apsis/astro/measurement/observation.ts'
import { sightLine } from '@apsis/astro/measurement/sight-line.ts'
import { addSeconds, makeEpoch, secondsBetween } from '@apsis/astro/time/epoch.ts'
import { add, cross, norm, scale, type Vec3 } from '@apsis/astro/vec3.ts'
import { expect, test } from 'vitest'
import { comparePositions } from './compare-positions.ts'
import { makeReports } from './make-report.ts'
import type { Track } from './read-track.ts'

const ORIGIN = makeEpoch(845_000_000)
const PLACE = { latRad: 0.84, lonRad: 0.28, heightM: 170 }
const SITE = makeGroundSite(PLACE, makeEnvironment(ORIGIN, { outside: 'hold' }))
const ROWS = 300
const LONGER_M = 100
/** Shapiro's delay makes a line of sight longer by 1.3 mm here, but moves no position; lengths are given to a millimetre. */
const RADIAL_M = 2e-3

const unit = (v: Vec3): Vec3 => scale(v, 1 / norm(v))
const over = unit(SITE.at(ORIGIN).r)
const along = unit(cross([0, 0, 1], over))
/** The object is 1000 km above the site at the origin, and moves from there. */
const at = (seconds: number) => ({
  r: add(scale(over, norm(SITE.at(ORIGIN).r) + 1e6), scale(along, 7_400 * seconds)),
  v: scale(along, 7_400),
})

/** Makes a track with a direction each hundredth of a second and two distances each, the first 100 m longer; reads are counted by kind. */
function track() {
  const counted = { reads: 0 }
  const seconds = Array.from({ length: ROWS }, (_, place) => place / 128)
  const lines = seconds.map((one) => {
    const observer = SITE.at(addSeconds(ORIGIN, one))
    return { one, observer, line: sightLine(at, observer, { seconds: one, reduction: 'light-time' })! }
  })
  const observations = lines.flatMap(({ one, line }) =>
    [LONGER_M, 5 * LONGER_M].map((longerM) => ({
      epoch: addSeconds(ORIGIN, one),
      sensorId: 'SITE',
      way: 'one-way',
      timeOf: 'receive',
      sigmaM: 10,
      rangeM: line.rangeM + longerM,
      get kind() {
        counted.reads += 1
        return 'range'
      },
    })),
  ) as unknown as Observation[]
  const angles = lines.map(({ one, observer, line: { raRad, decRad } }) => ({
    seconds: one,
    observer,
    raRad,
    decRad,
    sigmaRad: 5e-6,
    timeSigmaS: 1e-3,
  }))
  const end = addSeconds(ORIGIN, seconds.at(-1)!)
  return { track: { origin: ORIGIN, end, site: SITE, observations, angles, magnitudes: [] } as Track, counted }
}

test('each direction uses the first distance of its time, and finds it without reading the whole file again', () => {
  const given = track()
  const { measurements } = comparePositions(given.track, { id: '7', at })
  expect(measurements).toHaveLength(ROWS)
  expect(measurements.every(({ isRangeMeasured }) => isRangeMeasured)).toBe(true)
  // For an object overhead a longer distance means a higher altitude.
  expect(Math.abs(measurements[0]!.radial - LONGER_M)).toBeLessThan(RADIAL_M)
  // Each of the 600 distances is read only some times, and not 300 times.
  expect(given.counted.reads).toBeLessThan(10 * given.track.observations.length)
})

test('if both metrics show the same object it is compared once', () => {
  const orbit = { type: 'OMM' as const, epoch: null, at: (epoch: typeof ORIGIN) => at(secondsBetween(ORIGIN, epoch)) }
  const about = { sensorCode: 'SITE', isSimulated: false }
  const { positions } = makeReports(track().track, [{ noradId: 7, name: 'SEVEN', orbit }], about)
  expect(positions!.ANGULAR_DISTANCE.catalogueId).toBe(7)
  expect(positions!.MAHALANOBIS_DISTANCE).toBe(positions!.ANGULAR_DISTANCE)
})
