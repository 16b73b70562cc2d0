import { readFileSync } from 'node:fs'
import { earthAt } from '@apsis/astro/frames/earth.ts'
import { rotationBetween } from '@apsis/astro/frames/frame.ts'
import { transform } from '@apsis/astro/mat3.ts'
import type { CartesianState } from '@apsis/astro/orbit/elements.ts'
import { collectionPath } from '@apsis/astro/testing/reference-collection.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { scale, type Vec3 } from '@apsis/astro/vec3.ts'
import { parseTdm, type Tdm } from '@apsis/ccsds/tdm/tdm.ts'
import { listSensors, type Sensor } from '@apsis/contract/odt/sensor/sensor.ts'

/** The catalogue number of the set's object. */
export const GEOS_3 = 7_734
const KM = 1_000
const ARCSEC_PER_DEG = 3_600

type Case = {
  readonly site: { readonly latitude_deg: number; readonly longitude_deg: number; readonly altitude_m: number }
  readonly known_bias_to_subtract: {
    readonly range_m: number
    readonly azimuth_deg: number
    readonly elevation_deg: number
  }
  readonly noise_sigma: { readonly range_m: number; readonly azimuth_deg: number; readonly elevation_deg: number }
  readonly expected: {
    readonly epoch_utc: string
    readonly solutions: readonly { readonly position_km: Vec3; readonly velocity_kmps: Vec3 }[]
  }
}

const read = (name: string) => readFileSync(collectionPath(`tracking/radar_geos3_1995/${name}`), 'utf8')
const caseOf = () => JSON.parse(read('case.json')) as Case
const rowsOf = () =>
  read('observations.csv')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(','))

/** Returns the real radar track of GEOS-3 of 1995 (Vallado, example 10-4): its radar, and the published solution in GCRF at its epoch. */
export function geos3() {
  const { site, noise_sigma: noise, known_bias_to_subtract: bias, expected } = caseOf()
  const examples: unknown = listSensors.response.element.meta()?.examples
  const [example] = examples as readonly [Sensor]
  const radar: Sensor = {
    ...example,
    sensorCode: 'KAENA',
    sensorType: 'RADAR_ACTIVE',
    latitude: site.latitude_deg,
    longitude: site.longitude_deg,
    altitude: site.altitude_m,
    sigmaRange: noise.range_m,
    // A sensor has a single noise value for both axes.
    sigmaArcsec: ARCSEC_PER_DEG * Math.max(noise.azimuth_deg, noise.elevation_deg),
    standsSince: null,
  }
  const [first] = expected.solutions
  if (first === undefined) throw new Error('the set has no solution')
  const toGcrf = rotationBetween('EME2000', 'GCRF', earthAt(parseTime(expected.epoch_utc, 'UTC'), { outside: 'hold' }))
  const solution: CartesianState = {
    r: transform(toGcrf.matrix, scale(first.position_km, KM)),
    v: transform(toGcrf.matrix, scale(first.velocity_kmps, KM)),
  }
  return { radar, solution, epochUtc: expected.epoch_utc, count: rowsOf().length, rangeBiasM: bias.range_m }
}

type Part = {
  readonly hasAngles?: boolean
  readonly hasRanges?: boolean
  /** The number of measurements, from the first on. */
  readonly most?: number
}

/** Returns the measurements as the operator of the radar would write them, without their known biases. */
export function geos3Tdm({ hasAngles = true, hasRanges = true, most }: Part = {}): Tdm {
  const { known_bias_to_subtract: bias } = caseOf()
  const data = rowsOf()
    .slice(0, most)
    .flatMap(([utc, range, azimuth, elevation]) => [
      ...(hasRanges ? [`RANGE = ${utc} ${Number(range) - bias.range_m / KM}`] : []),
      ...(hasAngles
        ? [
            `ANGLE_1 = ${utc} ${Number(azimuth) - bias.azimuth_deg}`,
            `ANGLE_2 = ${utc} ${Number(elevation) - bias.elevation_deg}`,
          ]
        : []),
    ])
  return parseTdm(
    [
      ...['CCSDS_TDM_VERS = 2.0', 'CREATION_DATE = 1995-01-30T00:00:00', 'ORIGINATOR = OPERATOR', 'META_START'],
      ...['TIME_SYSTEM = UTC', 'PARTICIPANT_1 = KAENA', `PARTICIPANT_2 = ${GEOS_3}`, 'MODE = SEQUENTIAL'],
      ...['PATH = 1,2,1', 'TIMETAG_REF = RECEIVE', 'RANGE_UNITS = km', 'ANGLE_TYPE = AZEL'],
      ...['META_STOP', 'DATA_START', ...data, 'DATA_STOP', ''],
    ].join('\n'),
  )
}
