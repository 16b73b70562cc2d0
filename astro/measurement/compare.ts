import { transform, transpose } from '../mat3.ts'
import { bodyState } from '../sky/body.ts'
import type { Epoch } from '../time/epoch.ts'
import { addSeconds } from '../time/epoch.ts'
import { wrapPi } from '../units.ts'
import { add, dot, norm, scale, subtract, type Vec3 } from '../vec3.ts'
import { refraction } from '../visibility/refraction.ts'
import { angleResidual } from './angles.ts'
import type { GroundSite } from './ground-site.ts'
import { type LightPath, lightPath, type StateAt } from './light-path.ts'
import type {
  AzElObservation,
  Observation,
  Quantity,
  RaDecObservation,
  RangeObservation,
  RangeRateObservation,
} from './observation.ts'
import { sightLine, tangentAxes } from './sight-line.ts'
import { troposphericDelay } from './troposphere.ts'

/** One number of a measurement compared with its computed value: m, m/s or rad. */
export interface Comparison {
  readonly quantity: Quantity
  readonly measured: number
  /** Measured minus computed; right ascension is multiplied by the cosine of the declination. */
  readonly residual: number
  readonly sigma: number
  /** The derivative of the computed value with respect to position and velocity of the object at the instant `at`. */
  readonly byPosition: Vec3
  readonly byVelocity: Vec3
  readonly at: Epoch
  /** The derivative of the computed value with respect to the position of the site, along south, east and up. */
  readonly bySite: Vec3
  /** Elevation of the object at the site, rad. */
  readonly elevationRad: number
}

/** Why a measurement has no computed value. */
export interface NotComputed {
  readonly reason: 'below-the-air'
  readonly elevationRad: number
}

const NONE: Vec3 = [0, 0, 0]

/**
 * Computes the measurement of an object on this path and compares it with the actual one: with light time, aberration as stated by the
 * measurement, and the delay of the atmosphere. Partial derivatives are geometric, with a relative error of v/c, which is enough to converge.
 * Sources: lightPath(), sightLine(), troposphericDelay(). Null if the atmosphere has no model, for an object below 2°. The measured values are
 * never corrected: each effect is added to the computed value, so that it can be compared with the sensor's value, and residuals of different
 * orbits are comparable. The residuals are m and m/s for ranges and their rates, rad for angles; azimuth differences are not scaled by cos(El).
 */
export function compare(
  observation: Observation,
  site: GroundSite,
  stateAt: StateAt,
): readonly Comparison[] | NotComputed {
  if (observation.kind === 'range') return compareRange(observation, site, stateAt)
  if (observation.kind === 'range-rate') return compareRangeRate(observation, site, stateAt)
  if (observation.kind === 'azimuth-elevation') return compareAzEl(observation, site, stateAt)
  return compareRaDec(observation, site, stateAt)
}

/** A ranging signal between the site and the object. */
interface Signal {
  readonly path: LightPath
  readonly elevationRad: number
  /** Including the delay of the atmosphere, m. */
  readonly rangeM: number
  /** The direction from the site to the object, the mean of both legs. */
  readonly direction: Vec3
}

/**
 * Returns the light path, with the delay of the atmosphere at the elevation at which the site receives the signal (or sends a one-way signal). A
 * two-way range is half of the path forth and back, so its direction is the mean of both legs.
 */
function signalOf(
  observation: RangeObservation | RangeRateObservation,
  site: GroundSite,
  { stateAt, epoch }: { readonly stateAt: StateAt; readonly epoch: Epoch },
): Signal | NotComputed {
  const path = lightPath(site, stateAt, { ...observation, epoch })
  const { receiver, transmitter, object } = path
  const toward = (r: Vec3) => scale(subtract(object.r, r), 1 / norm(subtract(object.r, r)))
  const [down, up] = [toward(receiver.r), toward(transmitter.r)]
  // A one-way signal with a transmission time was sent by the site; every other signal is received there.
  const isUp = observation.way === 'one-way' && observation.timeOf === 'transmit'
  const pose = isUp ? transmitter : receiver
  // The third component of a direction in the axes south, east and up is the sine of the elevation.
  const [, , height] = transform(pose.toSez, isUp ? up : down)
  const elevationRad = Math.asin(Math.max(-1, Math.min(1, height)))
  const direction = observation.way === 'two-way' ? scale(add(down, up), 0.5) : isUp ? up : down
  if (observation.air === undefined) return { path, elevationRad, rangeM: path.rangeM, direction }
  const delay = troposphericDelay(observation.air, site.place, elevationRad)
  if (delay === null) return { reason: 'below-the-air', elevationRad }
  return { path, elevationRad, rangeM: path.rangeM + delay, direction }
}

/**
 * A range increases by one metre for each metre that the object moves away along the line of sight: ∂ρ/∂r is the direction. If a site is one
 * metre further south, the range changes by minus the southern component of that direction, hence the sign of `bySite`. `centreOfMassM` is the
 * distance from the reflector to the centre of mass, which orbits describe.
 */
function compareRange(one: RangeObservation, site: GroundSite, stateAt: StateAt): readonly Comparison[] | NotComputed {
  const signal = signalOf(one, site, { stateAt, epoch: one.epoch })
  if ('reason' in signal) return signal
  const { path, rangeM, direction, elevationRad } = signal
  const measured = one.rangeM + (one.centreOfMassM ?? 0)
  return [
    {
      quantity: 'range',
      measured,
      residual: measured - rangeM,
      sigma: one.sigmaM,
      byPosition: direction,
      byVelocity: NONE,
      at: path.bounce,
      bySite: scale(transform(path.receiver.toSez, direction), -1),
      elevationRad,
    },
  ]
}

/**
 * Compares the mean range rate over the counting interval, (ρ(t + T/2) − ρ(t − T/2))/T, because a receiver counts cycles of the Doppler shift
 * over that interval and does not measure an instantaneous rate. The partial derivatives are for the instantaneous rate ρ̇ = d·v, where d is the
 * direction to the object and v the relative velocity: ∂ρ̇/∂v = d and ∂ρ̇/∂r = (v − d (d·v))/ρ, the component of v across the line of sight over
 * the range. The difference of two ranges ten seconds apart gives a rate to 1e-5 m/s only if each is computed to 1e-4 m, a third of a picosecond.
 */
function compareRangeRate(
  one: RangeRateObservation,
  site: GroundSite,
  stateAt: StateAt,
): readonly Comparison[] | NotComputed {
  const half = one.intervalS / 2
  // The value is from the ranges at both ends of the counting interval, and the slopes are from its middle.
  const before = signalOf(one, site, { stateAt, epoch: addSeconds(one.epoch, -half) })
  const after = signalOf(one, site, { stateAt, epoch: addSeconds(one.epoch, half) })
  const middle = signalOf(one, site, { stateAt, epoch: one.epoch })
  if ('reason' in before) return before
  if ('reason' in after) return after
  if ('reason' in middle) return middle
  const { path, direction, elevationRad } = middle
  // Both velocities are inertial: the site moves with the rotation of the Earth, at up to 465 m/s.
  const relative = subtract(path.object.v, path.receiver.v)
  const across = subtract(relative, scale(direction, dot(relative, direction)))
  return [
    {
      quantity: 'range-rate',
      measured: one.rangeRateMps,
      residual: one.rangeRateMps - (after.rangeM - before.rangeM) / one.intervalS,
      sigma: one.sigmaMps,
      byPosition: scale(across, 1 / path.rangeM),
      byVelocity: direction,
      at: path.bounce,
      bySite: scale(transform(path.receiver.toSez, across), -1 / path.rangeM),
      elevationRad,
    },
  ]
}

/**
 * Compares azimuth from north over east, tan Az = E/(−S), and elevation, tan El = U/√(S² + E²), in the axes south, east and up of the site. The
 * partial derivatives are for these two formulas; the change of refraction with the orbit is negligible in them. The size of ∂Az/∂r is 1/level,
 * which grows without limit towards the zenith: a large residual in azimuth is a small angle on the sky there.
 */
function compareAzEl(one: AzElObservation, site: GroundSite, stateAt: StateAt): readonly Comparison[] {
  const { bounce, object, receiver } = lightPath(site, stateAt, { epoch: one.epoch, timeOf: 'receive', way: 'one-way' })
  const line = subtract(object.r, receiver.r)
  const [south, east, up] = transform(receiver.toSez, line)
  const level = Math.hypot(south, east)
  const elevationRad = Math.atan2(up, level)
  const azimuthRad = Math.atan2(east, -south)
  // Refraction raises the apparent elevation: a sensor that does not correct it gives a higher elevation, by half a degree at the horizon. The
  // sum is compared, so that the measured value is not changed.
  const shown = one.isRefracted === true ? elevationRad + refraction(elevationRad) : elevationRad
  const range = Math.hypot(level, up)
  // Rotates from the axes of the site back to GCRF.
  const toInertial = transpose(receiver.toSez)
  // ∂Az/∂(S, E) = (E, −S)/(S² + E²); ∂El/∂(S, E, U) = (−U S/l, −U E/l, l)/ρ² with l = √(S² + E²).
  const byAzimuth = transform(toInertial, [east / level ** 2, -south / level ** 2, 0])
  const byElevation = transform(toInertial, [
    (-up * south) / (level * range ** 2),
    (-up * east) / (level * range ** 2),
    level / range ** 2,
  ])
  const row = { byVelocity: NONE, at: bounce, elevationRad }
  return [
    {
      ...row,
      quantity: 'azimuth',
      measured: one.azimuthRad,
      // At north, azimuths jump by 2π; the residual is the shorter way around.
      residual: wrapPi(one.azimuthRad - azimuthRad),
      sigma: one.azimuthSigmaRad,
      byPosition: byAzimuth,
      bySite: scale(transform(receiver.toSez, byAzimuth), -1),
    },
    {
      ...row,
      quantity: 'elevation',
      measured: one.elevationRad,
      residual: one.elevationRad - shown,
      sigma: one.elevationSigmaRad,
      byPosition: byElevation,
      bySite: scale(transform(receiver.toSez, byElevation), -1),
    },
  ]
}

/**
 * Compares right ascension and declination as offsets to the east and to the north on the sky, so that they are comparable near the poles. A
 * displacement of the object by one metre to the east or north changes them by 1/ρ rad. An astrometric place needs the velocity of the Earth
 * about the barycentre (sightLine). The velocity about the Sun is used instead; it differs by some 15 m/s: 0.01″ of the 20″ of aberration, below
 * the accuracy of a camera.
 */
function compareRaDec(one: RaDecObservation, site: GroundSite, stateAt: StateAt): readonly Comparison[] {
  const pose = site.at(one.epoch)
  const object = (seconds: number) => stateAt(addSeconds(one.epoch, seconds))
  const earthVelocity =
    one.reduction === 'astrometric' ? { earthVelocity: scale(bodyState('Sun', one.epoch).v, -1) } : {}
  const line = sightLine(object, pose, { seconds: 0, reduction: one.reduction, ...earthVelocity })
  if (line === null) throw new RangeError('the object has no state at a measurement')
  const { eastRad, northRad } = angleResidual(one, line)
  const { east, north } = tangentAxes(line.raRad, line.decRad)
  const at = addSeconds(one.epoch, -line.lightTimeS)
  const [, , height] = transform(pose.toSez, subtract(object(-line.lightTimeS).r, pose.r))
  const row = { sigma: one.sigmaRad, byVelocity: NONE, at, elevationRad: Math.asin(height / line.rangeM) }
  return [
    {
      ...row,
      quantity: 'right-ascension',
      measured: one.raRad,
      residual: eastRad,
      byPosition: scale(east, 1 / line.rangeM),
      bySite: scale(transform(pose.toSez, east), -1 / line.rangeM),
    },
    {
      ...row,
      quantity: 'declination',
      measured: one.decRad,
      residual: northRad,
      byPosition: scale(north, 1 / line.rangeM),
      bySite: scale(transform(pose.toSez, north), -1 / line.rangeM),
    },
  ]
}
