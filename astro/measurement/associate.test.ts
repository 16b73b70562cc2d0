import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { GM_EARTH } from '../constants.ts'
import { earthAt } from '../frames/earth.ts'
import { rotationBetween } from '../frames/frame.ts'
import { transform } from '../mat3.ts'
import { toCartesian } from '../orbit/elements.ts'
import { propagateEquinoctial, toEquinoctial } from '../orbit/equinoctial.ts'
import { seededRandom, standardNormal } from '../random.ts'
import { initSgp4 } from '../sgp4/init.ts'
import { propagateSgp4 } from '../sgp4/propagate.ts'
import { parseTle } from '../sgp4/tle.ts'
import { collectionPath, hasCollection } from '../testing/reference-collection.ts'
import { addSeconds, type Epoch, secondsBetween } from '../time/epoch.ts'
import { parseTime } from '../time/parse-time.ts'
import { degToRad } from '../units.ts'
import type { Vec3 } from '../vec3.ts'
import { type AngleMeasurement, addNoise } from './angles.ts'
import {
  type Association,
  type AssociationOptions,
  associate,
  type Candidate,
  estimateTimeBias,
  fitCandidate,
  type Metric,
} from './associate.ts'
import { type ObjectAt, type Reduction, sightLine } from './sight-line.ts'

/** The noise is some arcseconds in each measurement. */
const NOISY_MEDIAN_ARCSEC = 10
/** The object moves as predicted, so its distance is well inside the sum of both covariances. */
const ONE_SIGMA = 1
/** The remaining noise after subtraction of the time bias. */
const TIME_BIAS_MEDIAN_ARCSEC = 20
/** The noise of the directions over an angular rate of about half a degree per second. */
const TIME_BIAS_DIGITS = 2
/** The sum of residuals along the motion, relative to the noise of each: it depends on the last step of the iteration. */
const BALANCED = 1e-3
/** Without noise the iteration ends at 1e-7 s. */
const EXACT_BIAS_DIGITS = 6
/** The track is from the same computation: the difference is the rounding of unit vectors. */
const SAME_DIRECTION_RAD = 1e-15
/** The rounding of medians of given offsets. */
const ARCSEC_DIGITS = 6
/** The rounding of the formula of domain.md C22, in rad. */
const THRESHOLD_DIGITS = 12
/** Angles of 2 mrad are used instead of their tangents. */
const SMALL_ANGLE_DIGITS = 4

const ARCSECOND = degToRad(1 / 3600)
const STATION: Vec3 = [6_378_137, 0, 0]

/** Returns a two-body orbit of 7200 km whose node passes over the station, `late` seconds late. */
function orbitOf(incRad: number, late = 0): ObjectAt {
  const kepler = {
    semiMajorAxisM: 7.2e6,
    eccentricity: 0.001,
    incRad,
    raanRad: 0,
    argPeriapsisRad: 0,
    trueAnomalyRad: -0.05,
  }
  const elements = toEquinoctial(toCartesian(kepler, GM_EARTH), GM_EARTH)!
  return (seconds) => propagateEquinoctial(elements, GM_EARTH, seconds - late)
}

const NOISE = { sigmaRad: 2 * ARCSECOND, timeSigmaS: 1e-3 }

function trackOf(object: ObjectAt, seed: number): AngleMeasurement[] {
  const normal = standardNormal(seededRandom(seed))
  const observer = { r: STATION, v: [0, 465, 0] as Vec3 }
  return Array.from({ length: 15 }, (_unused, i) => {
    const line = sightLine(object, observer, { seconds: 5 * i, reduction: 'light-time' })!
    return { seconds: 5 * i, ...addNoise(line, NOISE, normal), observer, ...NOISE }
  })
}

const positionCovariance = [
  [1e4, 0, 0],
  [0, 1e6, 0],
  [0, 0, 1e4],
]
const candidates: Candidate[] = [0.9, 0.91, 1.1, 1.4].map((inc) => ({
  id: `i${inc}`,
  at: orbitOf(inc),
  positionCovariance,
}))

test('associate() finds the object of a simulated track by both metrics', () => {
  const track = trackOf(orbitOf(0.9), 1)
  const byAngle = associate(track, candidates, { metric: 'ANGULAR_DISTANCE' })
  expect(byAngle.best!.id).toBe('i0.9')
  expect(byAngle.isAmbiguous).toBe(false)
  expect(byAngle.best!.medianAfterBias).toBeLessThan(NOISY_MEDIAN_ARCSEC * ARCSECOND)
  const byCovariance = associate(track, candidates, { metric: 'MAHALANOBIS_DISTANCE' })
  expect(byCovariance.best!.id).toBe('i0.9')
  expect(byCovariance.best!.median).toBeLessThan(ONE_SIGMA)
})

/** Returns the track with some measurements on the opposite side of the sky. */
const withWrong = (track: readonly AngleMeasurement[], wrong: readonly number[]): AngleMeasurement[] =>
  track.map((one, place) => (wrong.includes(place) ? { ...one, raRad: one.raRad + Math.PI, decRad: -one.decRad } : one))

test.each([
  { where: 'in the middle', wrong: [7] },
  { where: 'at a quarter', wrong: [3] },
  { where: 'at three quarters', wrong: [11] },
  { where: 'in the middle and at a quarter', wrong: [3, 7] },
])('a wrong measurement excludes no candidate: $where', ({ wrong }) => {
  const track = withWrong(trackOf(orbitOf(0.9), 1), wrong)
  const { best } = associate(track, candidates, { metric: 'ANGULAR_DISTANCE', largestTimeBiasS: 0 })
  expect(best?.id).toBe('i0.9')
})

test('measurements that are left out exclude no candidate, however many they are', () => {
  const wrong = Array.from({ length: 12 }, (_, place) => place + 1)
  const track = withWrong(trackOf(orbitOf(0.9), 1), wrong)
  const options = { metric: 'ANGULAR_DISTANCE', leftOut: new Set(wrong) } as const
  expect(associate(track, candidates, options).best?.id).toBe('i0.9')
  expect(() => associate(track.slice(0, 1), candidates, { ...options, leftOut: new Set([0]) })).toThrow(
    'without measurements',
  )
})

test('associate() reports if no object fits, and if an object cannot be measured', () => {
  const track = trackOf(orbitOf(0.9), 2)
  const others = candidates.slice(2)
  expect(associate(track, others, { metric: 'ANGULAR_DISTANCE' }).best).toBeNull()
  expect(() => associate([], candidates, { metric: 'ANGULAR_DISTANCE' })).toThrow('without measurements')
  const bare = [{ id: 'bare', at: orbitOf(0.9) }]
  expect(() => associate(track, bare, { metric: 'MAHALANOBIS_DISTANCE' })).toThrow('positionCovariance of bare')
  expect(associate(track, [{ id: 'decayed', at: () => null }], { metric: 'ANGULAR_DISTANCE' }).fits).toEqual([])
})

test('a late object is still associated, and its time bias is reported', () => {
  const track = trackOf(orbitOf(0.9, 0.8), 3)
  const { best } = associate(track, candidates, { metric: 'ANGULAR_DISTANCE' })
  expect(best!.id).toBe('i0.9')
  // 0.8 s at 7.4 km/s and some 800 km are half a degree.
  expect(best!.median).toBeGreaterThan(1000 * ARCSECOND)
  expect(best!.medianAfterBias).toBeLessThan(TIME_BIAS_MEDIAN_ARCSEC * ARCSECOND)
  expect(best!.timeBiasS).toBeCloseTo(0.8, TIME_BIAS_DIGITS)
  const strict = associate(track, candidates, { metric: 'ANGULAR_DISTANCE', largestTimeBiasS: 0 })
  expect(strict.best).toBeNull()
  expect(estimateTimeBias(track, orbitOf(0.9), 0.5)).toBe(0)
})

test.each([
  [0.05, 3],
  [0.05, -8],
  [0.9, 6],
  [1.55, 3],
  [1.55, -7.5],
])('estimateTimeBias() finds the delay of an object at an inclination of %d rad: %d s', (incRad, lateS) => {
  const observer = { r: STATION, v: [0, 465, 0] as Vec3 }
  const track = Array.from({ length: 9 }, (_unused, i): AngleMeasurement => {
    const seen = sightLine(orbitOf(incRad, lateS), observer, { seconds: 5 * i, reduction: 'light-time' })!
    return { seconds: 5 * i, raRad: seen.raRad, decRad: seen.decRad, observer, ...NOISE }
  })
  expect(estimateTimeBias(track, orbitOf(incRad), 10)).toBeCloseTo(lateS, EXACT_BIAS_DIGITS)
  expect(estimateTimeBias(track, orbitOf(incRad), Math.abs(lateS) + 0.01)).toBeCloseTo(lateS, EXACT_BIAS_DIGITS)
  expect(estimateTimeBias(track, orbitOf(incRad), Math.abs(lateS) - 0.01)).toBe(0)
  expect(estimateTimeBias(track, () => null, 10)).toBe(0)
})

/** Returns the track with some measurements shifted on the sky, arc seconds of declination. */
const moved = (track: readonly AngleMeasurement[], wrong: readonly number[], arcsec: number): AngleMeasurement[] =>
  track.map((one, place) => (wrong.includes(place) ? { ...one, decRad: one.decRad + arcsec * ARCSECOND } : one))

test.each([
  { what: 'one on the other side of the sky', wrong: [7], by: withWrong },
  { what: 'one at the end', wrong: [14], by: withWrong },
  { what: 'three of fifteen', wrong: [2, 7, 13], by: withWrong },
  {
    what: 'one that is a degree off',
    wrong: [7],
    by: (track: AngleMeasurement[], places: number[]) => moved(track, places, 3_600),
  },
  {
    what: 'one that is five minutes of arc off',
    wrong: [4],
    by: (track: AngleMeasurement[], places: number[]) => moved(track, places, -300),
  },
])('wrong measurements do not affect the time bias of a late object: $what', ({ wrong, by }) => {
  const track = by(trackOf(orbitOf(0.9, 0.8), 3), wrong)
  const { best } = associate(track, candidates, { metric: 'ANGULAR_DISTANCE' })
  expect(best?.id).toBe('i0.9')
  expect(best?.timeBiasS).toBeCloseTo(0.8, TIME_BIAS_DIGITS)
  expect(best?.medianAfterBias).toBeLessThan(TIME_BIAS_MEDIAN_ARCSEC * ARCSECOND)
})

test('a track without wrong measurements has the time bias of the least squares over all of them', () => {
  const track = trackOf(orbitOf(0.9, 0.8), 3)
  const bias = estimateTimeBias(track, orbitOf(0.9), 1)
  // Least squares balance the remaining residuals along the motion, Σ ω·y = 0.
  const left = track.reduce((sum, { seconds, raRad, decRad, observer }) => {
    const line = sightLine((time) => orbitOf(0.9)(time - bias), observer, { seconds, reduction: 'light-time' })!
    const [east, north] = [(raRad - line.raRad) * Math.cos(line.decRad), decRad - line.decRad]
    return sum + east * line.ownEastRateRadps + north * line.ownNorthRateRadps
  }, 0)
  const scale = track.length * NOISE.sigmaRad * 8e-3
  expect(Math.abs(left) / scale).toBeLessThan(BALANCED)
})

/** An object at rest in the sky of an observer at rest, seen with offsets in arc seconds; each 1000 km away. */
function besideTrack(offsets: readonly number[], sigmaRad = ARCSECOND, reduction: Reduction = 'geometric') {
  const observer = { r: [7e6, 0, 0], v: [0, 0, 0] } as const
  return offsets.map((arcseconds, i): AngleMeasurement => {
    return { seconds: i, raRad: arcseconds * ARCSECOND, decRad: 0, observer, sigmaRad, reduction }
  })
}
const RESTING: ObjectAt = () => ({ r: [8e6, 0, 0], v: [0, 0, 0] })

test('fitCandidate() returns the median of the offsets, in any order and for any number', () => {
  const fit = (offsets: readonly number[]) =>
    fitCandidate(besideTrack(offsets), { id: 'rest', at: RESTING }, { metric: 'ANGULAR_DISTANCE' })!
  expect(fit([30, 10, 50]).median / ARCSECOND).toBeCloseTo(30, ARCSEC_DIGITS)
  expect(fit([70, 10, 50, 20]).median / ARCSECOND).toBeCloseTo(35, ARCSEC_DIGITS)
  expect(fit([3, 4]).rmsRad / ARCSECOND).toBeCloseTo(Math.sqrt(12.5), ARCSEC_DIGITS)
  expect(fit([3, 4])).toMatchObject({ id: 'rest', timeBiasS: 0 })
})

test('fitCandidate() uses as threshold a minute of arc, 3 σ, or the angle of one kilometre across at the range', () => {
  const fit = (sigmaRad: number, rangeM: number, metric: Metric = 'ANGULAR_DISTANCE') => {
    const at: ObjectAt = () => ({ r: [7e6 + rangeM, 0, 0], v: [0, 0, 0] })
    const candidate = { id: 'rest', at, positionCovariance }
    return fitCandidate(besideTrack([1, 2, 3], sigmaRad), candidate, { metric })!.threshold
  }
  // Domain rule C22.
  expect(fit(ARCSECOND, 1e9) / ARCSECOND).toBe(60)
  expect(fit(ARCSECOND, 1e6)).toBeCloseTo(3 * Math.hypot(ARCSECOND, 1e-3), THRESHOLD_DIGITS)
  expect(fit(100 * ARCSECOND, 1e9)).toBeCloseTo(3 * Math.hypot(100 * ARCSECOND, 1e-6), THRESHOLD_DIGITS)
  expect(fit(ARCSECOND, 1e6, 'MAHALANOBIS_DISTANCE')).toBe(3.44)
})

test('fitCandidate() uses the combined covariance of image and object', () => {
  const sigmaRad = 3e-4
  // East of the line of sight is y: sigmas of 1 km along y and 100 m along z, at 1000 km.
  const candidate = { id: 'rest', at: RESTING, positionCovariance }
  const fit = (raRad: number, decRad: number) => {
    const [one] = besideTrack([0], sigmaRad)
    return fitCandidate([{ ...one!, raRad, decRad }], candidate, { metric: 'MAHALANOBIS_DISTANCE' })!.median
  }
  expect(fit(0.002, 0)).toBeCloseTo(0.002 / Math.hypot(sigmaRad, 1e-3), SMALL_ANGLE_DIGITS)
  expect(fit(0, 0.002)).toBeCloseTo(0.002 / Math.hypot(sigmaRad, 1e-4), SMALL_ANGLE_DIGITS)
})

test('associate() ignores objects outside the requested radius, applies the threshold and reports an ambiguous result', () => {
  const at = (arcseconds: number): Candidate => ({
    id: String(arcseconds),
    at: () => ({ r: [8e6, 1e6 * Math.tan(arcseconds * ARCSECOND), 0], v: [0, 0, 0] }),
  })
  const find = (all: readonly number[], options: Partial<AssociationOptions> = {}) =>
    associate(besideTrack([0, 0, 0]), all.map(at), { metric: 'ANGULAR_DISTANCE', ...options })
  const degree = 3600
  expect(find([9.9 * degree, 10.1 * degree, -9.9 * degree]).fits).toHaveLength(2)
  expect(find([9.9 * degree, 100], { preselectRad: degToRad(1) }).fits.map(({ id }) => id)).toEqual(['100'])
  expect(find([100], { threshold: 99 * ARCSECOND }).best).toBeNull()
  expect(find([100], { threshold: 101 * ARCSECOND }).best?.id).toBe('100')
  const threshold = 500 * ARCSECOND
  expect(find([199, 100], { threshold })).toMatchObject({ isAmbiguous: true, best: { id: '100' } })
  expect(find([100, 201], { threshold }).isAmbiguous).toBe(false)
  expect(find([100], { threshold }).isAmbiguous).toBe(false)
  expect(find([600, 601], { threshold }).isAmbiguous).toBe(false)
})

test("associate() compares an astrometric track with the object's apparent place among the stars", () => {
  const earthVelocity: Vec3 = [0, 29_780, 0]
  const observer = { r: STATION, v: [0, 465, 0] as Vec3 }
  const track = Array.from({ length: 5 }, (_unused, i): AngleMeasurement => {
    const options = { seconds: 5 * i, reduction: 'astrometric', earthVelocity } as const
    const { raRad, decRad } = sightLine(orbitOf(0.9), observer, options)!
    return { raRad, decRad, observer, ...NOISE, ...options }
  })
  expect(associate(track, candidates, { metric: 'ANGULAR_DISTANCE' }).best!.median).toBeLessThan(SAME_DIRECTION_RAD)
  const bare = track.map(({ earthVelocity: _, ...measurement }) => measurement)
  expect(() => associate(bare, candidates, { metric: 'ANGULAR_DISTANCE' })).toThrow('needs earthVelocity')
})

test('two similar objects are reported as ambiguous', () => {
  const track = trackOf(orbitOf(0.9), 4)
  const twins = [...candidates, { id: 'twin', at: orbitOf(0.9 + 1e-6) }]
  expect(associate(track, twins, { metric: 'ANGULAR_DISTANCE' }).isAmbiguous).toBe(true)
})

interface PublishedCase {
  readonly case: string
  readonly track: string
  readonly catalogue: string
  readonly expected_norad_id: number
  readonly derived_median_angular_distance_arcsec: number
  readonly derived_runner_up: { readonly norad_id: number; readonly median_angular_distance_arcsec: number }
}

const read = (name: string) =>
  readFileSync(collectionPath(`association/${name}`), 'utf8')
    .trim()
    .split(/\r?\n/)
const published: readonly PublishedCase[] = hasCollection('association')
  ? (JSON.parse(readFileSync(collectionPath('association/expected.json'), 'utf8')) as { cases: PublishedCase[] }).cases
  : []

/** Reads all objects of a catalogue, by SGP4 in GCRF; the axes do not rotate noticeably during a track. */
function readCandidates(name: string, origin: Epoch): Candidate[] {
  const lines = read(name)
  const { matrix } = rotationBetween('TEME', 'GCRF', earthAt(origin))
  return lines.flatMap((line, i) => {
    const next = lines[i + 1]
    if (!line.startsWith('1 ') || next === undefined) return []
    const model = initSgp4(parseTle(line, next, { checksum: 'ignore' }))
    const at: ObjectAt = (seconds) => {
      const state = propagateSgp4(model, addSeconds(origin, seconds))
      return state.ok ? { r: transform(matrix, state.r), v: transform(matrix, state.v) } : null
    }
    return [{ id: String(Number(line.slice(2, 7))), at }]
  })
}

function readTrack(name: string): { origin: Epoch; track: AngleMeasurement[] } {
  const rows = read(name)
    .slice(1)
    .map((line) => line.split(','))
  const origin = parseTime(rows[0]![0]!)
  const track = rows.map(([utc, ra, dec, x, y, z]) => ({
    seconds: secondsBetween(origin, parseTime(utc!)),
    raRad: degToRad(Number(ra)),
    decRad: degToRad(Number(dec)),
    observer: { r: [1000 * Number(x), 1000 * Number(y), 1000 * Number(z)] as Vec3, v: [0, 0, 0] as Vec3 },
    sigmaRad: 5 * ARCSECOND,
    // Without light time, as in the simulation of the tracks and in the published numbers.
    reduction: 'geometric' as const,
  }))
  return { origin, track }
}

// The catalogues may not be redistributed (Space-Track), so without the collection there is nothing to test.
test.skipIf(!hasCollection('association'))(
  'associate() finds the objects of three published tracks in whole catalogues',
  () => {
    for (const row of published) {
      const { origin, track } = readTrack(row.track)
      const all = readCandidates(row.catalogue, origin)
      const options = { metric: 'ANGULAR_DISTANCE', largestTimeBiasS: 0 } as const
      const { best, isAmbiguous, fits }: Association = associate(track, all, options)
      const tolerance = 3 * ARCSECOND // INDEX.md: the source uses other frames and rotations.
      expect(best!.id).toBe(String(row.expected_norad_id))
      expect(isAmbiguous).toBe(false)
      expect(Math.abs(best!.median - row.derived_median_angular_distance_arcsec * ARCSECOND)).toBeLessThan(tolerance)
      const second = fitCandidate(track, all.find(({ id }) => id === String(row.derived_runner_up.norad_id))!, options)!
      const expectedSecond = row.derived_runner_up.median_angular_distance_arcsec * ARCSECOND
      expect(Math.abs(second.median - expectedSecond)).toBeLessThan(tolerance)
      const without = all.filter(({ id }) => id !== String(row.expected_norad_id))
      expect(associate(track, without, options).best).toBeNull()
      expect(fits.every(({ median }) => median >= best!.median)).toBe(true)
      // The track's time bias does not exclude the right object.
      expect(
        fitCandidate(track, all.find(({ id }) => id === best!.id)!, { metric: 'ANGULAR_DISTANCE' })!.rmsRad,
      ).toBeLessThan(1.001 * best!.rmsRad)
    }
  },
)
