import { SPEED_OF_LIGHT } from '@apsis/astro/constants.ts'
import type { Bias } from '@apsis/astro/measurement/determination.ts'
import type { RangeObservation } from '@apsis/astro/measurement/observation.ts'
import type { SiteAir } from '@apsis/astro/measurement/troposphere.ts'
import { secondsBetween } from '@apsis/astro/time/epoch.ts'
import type { Crd, CrdRange, CrdSession, CrdWeather } from './crd.ts'

/** How laser ranges are weighed. */
export interface LaserOptions {
  /** How much nearer than its centre of mass the satellite reflects, m; where the file has not applied it. */
  readonly centreOfMassM: number
  /** One sigma of a range, m: not of the laser, which is good to a centimetre, but of what forces and coordinates leave. */
  readonly sigmaM?: number
}

/** A decimetre: what field, tides and light of this project leave of an orbit of LAGEOS after three days. */
export const LASER_SIGMA_M = 0.1
/** Of the range of a station, m: electronics and correction to the centre of mass. */
export const LASER_BIAS_SIGMA_M = 0.1
/** Of a station's place along each axis, m: coordinates without an epoch are off by the drift of plates. */
export const LASER_PLACE_SIGMA_M = 0.5

/**
 * The ranges of laser sessions as the orbit determination takes them: half the time of flight times c, at the event that the epoch
 * field names, with the air that the station measured nearest in time. Sensors are the pad ids.
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

/** What is estimated of each laser station: its range and its place. */
export function laserBiases(sensorIds: Iterable<string>): Bias[] {
  return [...new Set(sensorIds)].flatMap((sensorId): Bias[] => [
    { sensorId, quantity: 'range', value: 0, sigma: LASER_BIAS_SIGMA_M },
    { sensorId, quantity: 'south', value: 0, sigma: LASER_PLACE_SIGMA_M },
    { sensorId, quantity: 'east', value: 0, sigma: LASER_PLACE_SIGMA_M },
    { sensorId, quantity: 'up', value: 0, sigma: LASER_PLACE_SIGMA_M },
  ])
}
