import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
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
import { addSeconds, type Epoch, secondsBetween } from '../time/epoch.ts'
import { parseTime } from '../time/parse-time.ts'
import { degToRad } from '../units.ts'
import type { Vec3 } from '../vec3.ts'
import { type AngleMeasurement, addNoise } from './angles.ts'
import { type Association, associate, type Candidate, estimateTimeBias, fitCandidate } from './associate.ts'
import { type ObjectAt, sightLine } from './sight-line.ts'

const ARCSECOND = degToRad(1 / 3600)
const STATION: Vec3 = [6_378_137, 0, 0]

/** A two-body orbit of 7200 km whose node passes over the station, `late` seconds behind. */
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
  expect(byAngle.best!.medianAfterBias).toBeLessThan(10 * ARCSECOND)
  const byCovariance = associate(track, candidates, { metric: 'MAHALANOBIS' })
  expect(byCovariance.best!.id).toBe('i0.9')
  expect(byCovariance.best!.median).toBeLessThan(1)
})

test('associate() says when no object fits, and what cannot be measured', () => {
  const track = trackOf(orbitOf(0.9), 2)
  const others = candidates.slice(2)
  expect(associate(track, others, { metric: 'ANGULAR_DISTANCE' }).best).toBeNull()
  expect(() => associate([], candidates, { metric: 'ANGULAR_DISTANCE' })).toThrow('without measurements')
  const bare = [{ id: 'bare', at: orbitOf(0.9) }]
  expect(() => associate(track, bare, { metric: 'MAHALANOBIS' })).toThrow('positionCovariance of bare')
  expect(associate(track, [{ id: 'decayed', at: () => null }], { metric: 'ANGULAR_DISTANCE' }).fits).toEqual([])
})

test('a late object is still associated, with the time bias reported', () => {
  const track = trackOf(orbitOf(0.9, 0.8), 3)
  const { best } = associate(track, candidates, { metric: 'ANGULAR_DISTANCE' })
  expect(best!.id).toBe('i0.9')
  // 0.8 s at 7.4 km/s and some 800 km are half a degree.
  expect(best!.median).toBeGreaterThan(1000 * ARCSECOND)
  expect(best!.medianAfterBias).toBeLessThan(20 * ARCSECOND)
  expect(best!.timeBiasS).toBeCloseTo(0.8, 2)
  const strict = associate(track, candidates, { metric: 'ANGULAR_DISTANCE', largestTimeBiasS: 0 })
  expect(strict.best).toBeNull()
  expect(estimateTimeBias(track, orbitOf(0.9), 0.5)).toBe(0)
})

test('two objects alike are called ambiguous', () => {
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

const FOLDER = join(import.meta.dirname, '..', '..', '..', 'shared', 'reference', 'association')
const read = (name: string) => readFileSync(join(FOLDER, name), 'utf8').trim().split(/\r?\n/)
const published: readonly PublishedCase[] = existsSync(FOLDER)
  ? (JSON.parse(readFileSync(join(FOLDER, 'expected.json'), 'utf8')) as { cases: PublishedCase[] }).cases
  : []

/** All objects of a catalogue by SGP4 in GCRF; the axes turn by nothing that counts within a track. */
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
    // As the tracks were simulated and the published numbers derived: without light time.
    reduction: 'geometric' as const,
  }))
  return { origin, track }
}

// The catalogues may not leave the collection (Space-Track), so that without it there is nothing to hold.
test.skipIf(published.length === 0)(
  'associate() finds the objects of three published tracks in whole catalogues',
  () => {
    for (const row of published) {
      const { origin, track } = readTrack(row.track)
      const all = readCandidates(row.catalogue, origin)
      const options = { metric: 'ANGULAR_DISTANCE', largestTimeBiasS: 0 } as const
      const { best, isAmbiguous, fits }: Association = associate(track, all, options)
      const tolerance = 3 * ARCSECOND // INDEX.md: other frames and rotations of the source
      expect(best!.id).toBe(String(row.expected_norad_id))
      expect(isAmbiguous).toBe(false)
      expect(Math.abs(best!.median - row.derived_median_angular_distance_arcsec * ARCSECOND)).toBeLessThan(tolerance)
      const second = fitCandidate(track, all.find(({ id }) => id === String(row.derived_runner_up.norad_id))!, options)!
      const expectedSecond = row.derived_runner_up.median_angular_distance_arcsec * ARCSECOND
      expect(Math.abs(second.median - expectedSecond)).toBeLessThan(tolerance)
      const without = all.filter(({ id }) => id !== String(row.expected_norad_id))
      expect(associate(track, without, options).best).toBeNull()
      expect(fits.every(({ median }) => median >= best!.median)).toBe(true)
      // One bias of the track takes nothing away from the right object.
      expect(
        fitCandidate(track, all.find(({ id }) => id === best!.id)!, { metric: 'ANGULAR_DISTANCE' })!.rmsRad,
      ).toBeLessThan(1.001 * best!.rmsRad)
    }
  },
)
