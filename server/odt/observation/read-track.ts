import { makeEnvironment } from '@apsis/astro/dynamics/environment.ts'
import { transform, transpose } from '@apsis/astro/mat3.ts'
import type { AngleMeasurement } from '@apsis/astro/measurement/angles.ts'
import { type GroundSite, makeGroundSite, type SitePose } from '@apsis/astro/measurement/ground-site.ts'
import type { AzElObservation, Observation, RaDecObservation } from '@apsis/astro/measurement/observation.ts'
import { bodyState } from '@apsis/astro/sky/body.ts'
import { compareEpochs, type Epoch, secondsBetween } from '@apsis/astro/time/epoch.ts'
import { degToRad } from '@apsis/astro/units.ts'
import { scale, type Vec3 } from '@apsis/astro/vec3.ts'
import { isResolved } from '@apsis/ccsds/block/block.ts'
import type { TdmSegment } from '@apsis/ccsds/tdm/tdm.ts'
import { type TdmSensor, tdmObservations } from '@apsis/ccsds/tdm/tdm-observations.ts'
import type { Sensor } from '@apsis/contract/odt/sensor/sensor.ts'

const ARCSECOND = degToRad(1 / 3600)
const RANGE_RATE_SIGMA_MPS = 0.1
const UNKNOWN_RANGE_SIGMA_M = 10

/** A track of one sensor, ready for comparison. */
export type Track = {
  readonly origin: Epoch
  readonly end: Epoch
  readonly site: GroundSite
  readonly observations: readonly Observation[]
  /** The directions; a track with only ranges or range rates has no directions. */
  readonly angles: readonly AngleMeasurement[]
  /** The magnitudes by the seconds of their time tags, with the stated noise of the sensor. */
  readonly magnitudes: readonly { readonly epoch: Epoch; readonly magnitude: number; readonly sigma: number | null }[]
}

/** Converts a sensor of the list to one for measurements. */
export const measuringSensor = (sensor: Sensor): TdmSensor => ({
  id: sensor.sensorCode,
  place: { latRad: degToRad(sensor.latitude), lonRad: degToRad(sensor.longitude), heightM: sensor.altitude },
  noise: {
    rangeM: sensor.sigmaRange ?? UNKNOWN_RANGE_SIGMA_M,
    rangeRateMps: RANGE_RATE_SIGMA_MPS,
    azimuthRad: sensor.sigmaArcsec * ARCSECOND,
    elevationRad: sensor.sigmaArcsec * ARCSECOND,
    directionRad: sensor.sigmaArcsec * ARCSECOND,
  },
  isRefracted: false,
  isDelayTakenOff: sensor.isRangeCorrected,
})

/** Returns the track of a segment; null if it has no measurement of a position. Throws a RangeError for a value that is not a measurement. */
export function readTrack(segment: TdmSegment, sensor: Sensor): Track | null {
  const measuring = measuringSensor(sensor)
  const observations = tdmObservations(segment, measuring).sort((a, b) => compareEpochs(a.epoch, b.epoch))
  const directed = observations.filter(
    (one) => one.kind === 'right-ascension-declination' || one.kind === 'azimuth-elevation',
  )
  // If a track has directions, its times are the times of the directions, because the report is about them.
  const timed = directed.length > 0 ? directed : observations
  const [first] = timed
  const last = timed.at(-1)
  if (first === undefined || last === undefined) return null
  const origin = first.epoch
  const site = makeGroundSite(measuring.place, makeEnvironment(origin, { outside: 'hold' }))
  const noise = { sigmaRad: sensor.sigmaArcsec * ARCSECOND, timeSigmaS: sensor.sigmaTimeMs / 1000 }
  const angles = directed.map((one): AngleMeasurement => {
    const pose = site.at(one.epoch)
    return {
      seconds: secondsBetween(origin, one.epoch),
      ...directionOf(one, pose),
      observer: pose,
      ...noise,
      ...(one.kind === 'right-ascension-declination' && one.reduction === 'astrometric'
        ? { reduction: one.reduction, earthVelocity: scale(bodyState('Sun', one.epoch).v, -1) }
        : {}),
    }
  })
  const magnitudes = segment.observations.flatMap(({ keyword, epoch, value }) =>
    keyword === 'MAG' && isResolved(epoch) ? [{ epoch, magnitude: value, sigma: sensor.sigmaMagnitude }] : [],
  )
  return { origin, end: last.epoch, site, observations, angles, magnitudes }
}

/** Returns right ascension and declination, rad; azimuth and elevation are converted with the axes of the site. */
export function directionOf(
  one: RaDecObservation | AzElObservation,
  pose: SitePose,
): { raRad: number; decRad: number } {
  if (one.kind === 'right-ascension-declination') return { raRad: one.raRad, decRad: one.decRad }
  const level = Math.cos(one.elevationRad)
  const inSez: Vec3 = [-level * Math.cos(one.azimuthRad), level * Math.sin(one.azimuthRad), Math.sin(one.elevationRad)]
  const [x, y, z] = transform(transpose(pose.toSez), inSez)
  return { raRad: Math.atan2(y, x), decRad: Math.atan2(z, Math.hypot(x, y)) }
}
