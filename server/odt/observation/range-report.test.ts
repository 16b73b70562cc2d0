/** Tracks with only ranges or Doppler: real radar ranges of GEOS-3 (Vallado, example 10-4), and Doppler from a difference quotient. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeEnvironment } from '@apsis/astro/dynamics/environment.ts'
import { earthAt } from '@apsis/astro/frames/earth.ts'
import { rotationBetween } from '@apsis/astro/frames/frame.ts'
import { rotateState } from '@apsis/astro/frames/rotation.ts'
import { numericalFlight } from '@apsis/astro/measurement/flight.ts'
import { makeGroundSite } from '@apsis/astro/measurement/ground-site.ts'
import { orbitForces } from '@apsis/astro/measurement/orbit-forces.ts'
import type { CartesianState } from '@apsis/astro/orbit/elements.ts'
import { addSeconds, type Epoch } from '@apsis/astro/time/epoch.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { norm, scale, subtract, type Vec3 } from '@apsis/astro/vec3.ts'
import { parseTdm } from '@apsis/ccsds/tdm/tdm.ts'
import { listSensors, type Sensor } from '@apsis/contract/odt/sensor/sensor.ts'
import { expect, test } from 'vitest'
import type { KnownOrbit } from '../object/known-orbit.ts'
import type { Suspect } from './make-report.ts'
import { measureTrack } from './measure-track.ts'
import { measuringSensor } from './read-track.ts'

type Case = {
  readonly site: { readonly latitude_deg: number; readonly longitude_deg: number; readonly altitude_m: number }
  readonly rangeBiasM: number
  readonly rangeSigmaM: number
  /** The times in UTC, and the ranges in km. */
  readonly ranges: readonly (readonly [string, number])[]
  readonly expected: {
    readonly epoch_utc: string
    readonly solutions: readonly { readonly position_km: Vec3; readonly velocity_kmps: Vec3 }[]
  }
}
const { geos3: CASE } = JSON.parse(
  readFileSync(join(import.meta.dirname, 'published-tracks.reference.json'), 'utf8'),
) as { readonly geos3: Case }
const rows = CASE.ranges
/** The two published solutions are 0.5 km and 4 m/s apart. */
const [POSITION_M, VELOCITY_MPS] = [1_000, 5]
/** The residuals of the example are within 1.3 of the noise. */
const NOISE_SHARE = 1.3
const GEOS_3 = 7_734
const KM = 1_000

const examples: unknown = listSensors.response.element.meta()?.examples
const [example] = examples as readonly [Sensor]
const RADAR: Sensor = {
  ...example,
  sensorCode: 'KAENA',
  sensorType: 'RADAR_ACTIVE',
  latitude: CASE.site.latitude_deg,
  longitude: CASE.site.longitude_deg,
  altitude: CASE.site.altitude_m,
  sigmaRange: CASE.rangeSigmaM,
  standsSince: null,
}
const epoch = parseTime(CASE.expected.epoch_utc, 'UTC')
const [solution] = CASE.expected.solutions
const TRUTH: CartesianState = {
  r: scale(solution?.position_km ?? [0, 0, 0], KM),
  v: scale(solution?.velocity_kmps ?? [0, 0, 0], KM),
}
const sky = makeEnvironment(epoch, { outside: 'hold' })
const last = addSeconds(epoch, 700)
const flightOf = (state: CartesianState) => {
  const flown = numericalFlight({ epoch, first: addSeconds(epoch, -60), last, ...orbitForces(sky, null) })(state)
  if (flown === null) throw new Error('the truth does not fly')
  return flown
}

/** Makes a known orbit of the object: the true orbit, ahead by a distance along the track, with an age. */
function known(offM: number, { ageDays = 1, noradId = GEOS_3 } = {}): Suspect {
  // The object is moved forward along the same orbit, by the time that the distance takes.
  const ahead = flightOf(TRUTH).stateAt(addSeconds(epoch, offM / norm(TRUTH.v)))
  if (ahead === null) throw new Error('the truth has no state then')
  const path = flightOf(ahead)
  const toTeme = rotationBetween('GCRF', 'TEME', earthAt(epoch, { outside: 'hold' }))
  const orbit: KnownOrbit = {
    type: 'OMM',
    epoch: addSeconds(epoch, -86_400 * ageDays),
    at: (at: Epoch) => {
      const state = path.stateAt(at)
      return state === null ? null : rotateState(toTeme, state)
    },
  }
  return { noradId, name: 'GEOS 3', orbit }
}

function message(data: readonly string[], participant2 = String(GEOS_3)) {
  return parseTdm(
    [
      ...['CCSDS_TDM_VERS = 2.0', 'CREATION_DATE = 1995-01-30T00:00:00', 'ORIGINATOR = OPERATOR', 'META_START'],
      ...['TIME_SYSTEM = UTC', `PARTICIPANT_1 = ${RADAR.sensorCode}`, `PARTICIPANT_2 = ${participant2}`],
      ...['MODE = SEQUENTIAL', 'PATH = 1,2,1', 'TIMETAG_REF = RECEIVE', 'RANGE_UNITS = km'],
      ...['META_STOP', 'DATA_START', ...data, 'DATA_STOP', ''],
    ].join('\n'),
  )
}

/** The ranges of the set, minus the bias that is given with them; every angle is left out. */
const RANGES = rows.map(([at, rangeKm]) => `RANGE = ${at} ${rangeKm - CASE.rangeBiasM / KM}`)
const measure = (data: readonly string[], suspects: readonly Suspect[], participant2?: string) =>
  measureTrack({ tdm: message(data, participant2), sensor: RADAR, suspects, isSimulated: false })

test('real ranges alone give the report and correct the known orbit to the published one', () => {
  const { reports, measurements } = measure(RANGES, [known(3_000)])
  const report = reports.ANGULAR_DISTANCE
  expect(measurements).toBe(rows.length)
  expect(report).toMatchObject({ catalogueIdBestAssociation: GEOS_3, isUncorrelated: false, rms: null })
  const { ranges, orbitUpdate: update } = report
  expect(ranges?.measurements).toHaveLength(rows.length)
  const rms = (key: 'before' | 'after') =>
    Math.sqrt((ranges?.measurements ?? []).reduce((sum, one) => sum + (one[key] ?? 0) ** 2, 0) / rows.length)
  expect(rms('before')).toBeGreaterThan(1_000)
  expect(rms('after')).toBeLessThan(NOISE_SHARE * CASE.rangeSigmaM)
  // The orbit before the fit is far outside the tolerance.
  expect(norm(subtract(update?.position as unknown as Vec3, TRUTH.r))).toBeLessThan(POSITION_M)
  expect(norm(subtract(update?.velocity as unknown as Vec3, TRUTH.v))).toBeLessThan(VELOCITY_MPS)
  expect(update?.covariance).toHaveLength(6)
})

test('Doppler alone also gives the report and corrects the orbit; the true value is a difference quotient of the distance', () => {
  const site = makeGroundSite(measuringSensor(RADAR).place, sky)
  const path = flightOf(TRUTH)
  const distance = (seconds: number) => {
    const at = addSeconds(epoch, seconds)
    return norm(subtract(path.stateAt(at)?.r ?? [0, 0, 0], site.at(at).r))
  }
  const data = Array.from({ length: 40 }, (_, k) => {
    const seconds = 10 + 12 * k
    const rate = (distance(seconds + 0.5) - distance(seconds - 0.5)) / KM
    const at = new Date(Date.parse(`${CASE.expected.epoch_utc}Z`) + seconds * 1000).toISOString().slice(0, 23)
    return `DOPPLER_INSTANTANEOUS = ${at} ${rate}`
  })
  const { reports } = measure(data, [known(2_000)])
  const { ranges, orbitUpdate: update } = reports.ANGULAR_DISTANCE
  expect(ranges?.measurements.map(({ quantity }) => quantity)).toEqual(data.map(() => 'range-rate'))
  expect(ranges?.isAssociated).toBe(true)
  // Doppler gives the time of the closest approach: the error along the track falls to a twentieth.
  const before = norm(
    subtract(flightOf(TRUTH).stateAt(addSeconds(epoch, 2_000 / norm(TRUTH.v)))?.r ?? [0, 0, 0], TRUTH.r),
  )
  const [first] = ranges?.measurements ?? []
  expect(before).toBeGreaterThan(1_900)
  expect(Math.abs(first?.before ?? 0)).toBeGreaterThan(20 * Math.abs(first?.after ?? 1e9))
  expect(update?.used).toBeGreaterThan(30)
})

test('ranges of an object that is not the one in the message are uncorrelated, and correct no orbit', () => {
  // The known orbit is two minutes away on the same orbit, as a satellite of the same launch is.
  const { reports } = measure(RANGES, [known(-300_000)])
  expect(reports.ANGULAR_DISTANCE).toMatchObject({
    catalogueIdBestAssociation: null,
    isUncorrelated: true,
    orbitUpdate: null,
    ranges: { catalogueId: GEOS_3, isAssociated: false },
  })
})

test('ranges of an object whose orbit is not known, or that has no name, are refused with the reason', () => {
  const refused = (suspects: readonly Suspect[], named?: string) => {
    try {
      measure(RANGES, suspects, named)
    } catch (error) {
      return String(error)
    }
    return 'taken'
  }
  expect(refused([])).toMatch(
    /no directions, so that it gives no orbit by itself.*of 7734 no orbit of that time is known here/,
  )
  expect(refused([known(0)], 'UNKNOWN')).toMatch(/of UNKNOWN no orbit of that time is known here/)
})
