import { SPEED_OF_LIGHT } from '@apsis/astro/constants.ts'
import type { Bias } from '@apsis/astro/measurement/determination.ts'
import type { RangeObservation } from '@apsis/astro/measurement/observation.ts'
import type { SiteAir } from '@apsis/astro/measurement/troposphere.ts'
import { secondsBetween } from '@apsis/astro/time/epoch.ts'
import type { Crd, CrdRange, CrdSession, CrdWeather } from './crd.ts'

/** The weights of laser ranges. */
export interface LaserOptions {
  /** The distance from the satellite's reflecting point to its centre of mass, towards the observer, m, if the file has not applied it. */
  readonly centreOfMassM: number
  /** One sigma of a range, m. The laser is accurate to a centimetre; this sigma also covers the errors of forces and coordinates. */
  readonly sigmaM?: number
}

/** A decimetre: this error remains in an orbit of LAGEOS after three days with the gravity field, tides and light pressure of this project. */
export const LASER_SIGMA_M = 0.1
/** One sigma of a station's range bias, m: electronics and the correction to the centre of mass. */
export const LASER_BIAS_SIGMA_M = 0.1
/** One sigma of a station's position along each axis, m: coordinates without an epoch are wrong by the drift of the plates. */
export const LASER_PLACE_SIGMA_M = 0.5

/**
 * Returns the ranges of laser sessions for the orbit determination: half the time of flight times c, at the event to which the epoch field refers,
 * with the station's weather measurement that is nearest in time. The sensors are the pad ids.
 */
export function crdObservations({ sessions }: Crd, options: LaserOptions): RangeObservation[] {
  return sessions.flatMap((session) => session.ranges.map((range) => observationOf(session, range, options)))
}

function observationOf(session: CrdSession, range: CrdRange, options: LaserOptions): RangeObservation {
  const weather = nearest(session.weather, range)
  const air: SiteAir | null =
    weather === null || session.isTroposphereCorrected
      ? null
      : { band: 'laser', ...weather, ...(range.wavelengthUm === null ? {} : { wavelengthUm: range.wavelengthUm }) }
  const ways = session.way === 'two-way' ? 2 : 1
  return {
    kind: 'range',
    epoch: range.epoch,
    sensorId: session.padId,
    way: session.way,
    timeOf: range.event,
    rangeM: (range.timeOfFlightS * SPEED_OF_LIGHT) / ways,
    sigmaM: options.sigmaM ?? LASER_SIGMA_M,
    centreOfMassM: session.isCentreOfMassCorrected ? 0 : options.centreOfMassM,
    ...(air === null ? {} : { air }),
  }
}

function nearest(weather: readonly CrdWeather[], { epoch }: CrdRange): Omit<CrdWeather, 'epoch'> | null {
  const [best] = [...weather].sort(
    (a, b) => Math.abs(secondsBetween(a.epoch, epoch)) - Math.abs(secondsBetween(b.epoch, epoch)),
  )
  if (best === undefined) return null
  const { pressureHpa, temperatureK, humidityPercent } = best
  return { pressureHpa, temperatureK, humidityPercent }
}

/** Returns the biases that are estimated for each laser station: its range and its position. */
export function laserBiases(sensorIds: Iterable<string>): Bias[] {
  return [...new Set(sensorIds)].flatMap((sensorId): Bias[] => [
    { sensorId, quantity: 'range', value: 0, sigma: LASER_BIAS_SIGMA_M },
    { sensorId, quantity: 'south', value: 0, sigma: LASER_PLACE_SIGMA_M },
    { sensorId, quantity: 'east', value: 0, sigma: LASER_PLACE_SIGMA_M },
    { sensorId, quantity: 'up', value: 0, sigma: LASER_PLACE_SIGMA_M },
  ])
}
