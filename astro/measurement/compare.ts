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

/** One number of a measurement beside what the orbit makes of it: m, m/s or rad. */
export interface Comparison {
  readonly quantity: Quantity
  readonly measured: number
  /** Measured minus computed, right ascension times the cosine of the declination. */
  readonly residual: number
  readonly sigma: number
  /** How the computed value moves with position and velocity of the object at the instant `at`. */
  readonly byPosition: Vec3
  readonly byVelocity: Vec3
  readonly at: Epoch
  /** How the computed value moves with the place of the site, along south, east and up. */
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
 * What a measurement of an object on this path would be, beside what was measured: light time, aberration as the
 * measurement says, and the delay of the air. Partial derivatives are those of the geometry, to v/c of themselves,
 * which is enough to converge. Sources: lightPath(), sightLine(), troposphericDelay(). Null where the air has no model:
 * an object below 2°. The measured values are never corrected: each effect is added to the computed value, so that one
 * number can be compared with what the sensor delivered, and residuals of different orbits are comparable. The
 * residuals are m and m/s for ranges and their rates, rad for angles; azimuth differences are not scaled by cos(El).
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
  /** With the delay of the air, m. */
  readonly rangeM: number
  /** From the site to the object, the mean of both legs. */
  readonly direction: Vec3
}

/**
 * The light path, with the delay of the air at the elevation at which the site receives the signal (or sends a one-way one). A two-way range is half of the way
 * there and back, hence its direction is the mean of both legs.
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
  // A one-way signal with the time of its transmission left the site; every other one arrives there.
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
 * A range grows by one metre for each metre that the object moves away along the line of sight: ∂ρ/∂r is the
 * direction. A site that stands one metre to the south sees the range change by minus the southern component of that
 * direction, hence the sign of `bySite`. `centreOfMassM` leads from what reflects to the centre of mass, which orbits
 * describe.
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
 * The mean range rate over the counting interval, (ρ(t + T/2) − ρ(t − T/2))/T, since a receiver counts cycles of the Doppler
 * shift over that interval and does not measure an instantaneous rate. The partial derivatives are those of the instantaneous
 * rate ρ̇ = d·v, where d is the direction to the object and v the relative velocity: ∂ρ̇/∂v = d and
 * ∂ρ̇/∂r = (v − d (d·v))/ρ, the part of v across the line of sight over the range. The difference of two
 * ranges ten seconds apart gives a rate to 1e-5 m/s only if each is computed to 1e-4 m, a third of a picosecond.
 */
function compareRangeRate(
  one: RangeRateObservation,
  site: GroundSite,
  stateAt: StateAt,
): readonly Comparison[] | NotComputed {
  const half = one.intervalS / 2
  // Ranges at both ends of the counting interval make the value, and the middle of it the slopes.
  const before = signalOf(one, site, { stateAt, epoch: addSeconds(one.epoch, -half) })
  const after = signalOf(one, site, { stateAt, epoch: addSeconds(one.epoch, half) })
  const middle = signalOf(one, site, { stateAt, epoch: one.epoch })
  if ('reason' in before) return before
  if ('reason' in after) return after
  if ('reason' in middle) return middle
  const { path, direction, elevationRad } = middle
  // Both velocities are inertial: that of the site is the turn of the Earth, up to 465 m/s.
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
 * Azimuth from north over east, tan Az = E/(−S), and elevation, tan El = U/√(S² + E²), in the axes south, east and up of the
 * site. The partial derivatives are those of these two formulas; refraction changes too slowly with the orbit to matter in
 * them. ∂Az/∂r falls with 1/level²: near the zenith azimuth says little about the position, and a large residual in it
 * is a small angle.
 */
function compareAzEl(one: AzElObservation, site: GroundSite, stateAt: StateAt): readonly Comparison[] {
  const { bounce, object, receiver } = lightPath(site, stateAt, { epoch: one.epoch, timeOf: 'receive', way: 'one-way' })
  const line = subtract(object.r, receiver.r)
  const [south, east, up] = transform(receiver.toSez, line)
  const level = Math.hypot(south, east)
  const elevationRad = Math.atan2(up, level)
  const azimuthRad = Math.atan2(east, -south)
  // The bending of light lifts what is seen: a sensor that does not correct it shows the object higher, by half a
  // degree at the horizon. The sum is compared, so that the measured value stays as it was delivered.
  const shown = one.isRefracted === true ? elevationRad + refraction(elevationRad) : elevationRad
  const range = Math.hypot(level, up)
  // From the axes of the site back to GCRF.
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
      // North is where azimuths jump by 2π; the residual is the shorter way around.
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
 * Right ascension and declination as offsets to the east and to the north on the sky, so that they stay comparable near the
 * poles. A displacement of the object by one metre to the east or north moves them by 1/ρ rad. An astrometric place
 * needs the velocity of the Earth about the barycentre (sightLine); that about the Sun stands for it, which differs by
 * some 15 m/s: 0.01″ of the 20″ of aberration, below what a camera measures.
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
