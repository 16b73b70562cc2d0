import { GM_EARTH, SPEED_OF_LIGHT } from '../constants.ts'
import type { PositionVelocity } from '../frames/rotation.ts'
import { addSeconds, type Epoch } from '../time/epoch.ts'
import { norm, subtract, type Vec3 } from '../vec3.ts'
import type { GroundSite, SitePose } from './ground-site.ts'
import type { TimeEvent, Way } from './observation.ts'

/** Returns states of an object in GCRF, m and m/s; throws RangeError outside its span. */
export type StateAt = (epoch: Epoch) => PositionVelocity

/** The path of a signal between a site and an object. */
export interface LightPath {
  /** When the object reflected or sent the signal, and its state then. */
  readonly bounce: Epoch
  readonly object: PositionVelocity
  /** The site when it received the signal, and when it sent it; for a leg that does not exist, at the time of the bounce. */
  readonly receiver: SitePose
  readonly transmitter: SitePose
  /** Half of the path forth and back, or the one-way path; with Shapiro's delay, without the atmosphere, m. */
  readonly rangeM: number
}

// Each pass multiplies the error by v/c: after five it is 1e-18 s.
const LIGHT_TIME_PASSES = 5

/**
 * Returns the path of a signal whose time tag is of its reception, its bounce or its transmission: the light time of each leg is iterated with
 * both ends moving, in GCRF. Source: Moyer, Formulation for Observed and Computed Values of Deep Space Network Data Types (2000), §8.3, in the
 * geocentric frame; Shapiro's delay 2 GM/c² ln((r1 + r2 + ρ)/(r1 + r2 − ρ)), IERS Conventions 2010, eq. 11.17, is some 1 cm. Confusing the events
 * of the time tag is an error of 250 m along the path of LAGEOS (light-path.test.ts).
 */
export function lightPath(
  site: GroundSite,
  stateAt: StateAt,
  { epoch, timeOf, way }: { readonly epoch: Epoch; readonly timeOf: TimeEvent; readonly way: Way },
): LightPath {
  const bounce = timeOf === 'bounce' ? epoch : bounceOf(site, stateAt, { epoch, sign: timeOf === 'receive' ? -1 : 1 })
  const object = stateAt(bounce)
  const downS = timeOf === 'transmit' && way === 'one-way' ? null : legFrom(site, object.r, { bounce, sign: 1 })
  const upS = way === 'two-way' || downS === null ? legFrom(site, object.r, { bounce, sign: -1 }) : null
  const receiver = site.at(addSeconds(bounce, downS ?? 0))
  const transmitter = site.at(addSeconds(bounce, -(upS ?? 0)))
  const legs = [...(downS === null ? [] : [receiver]), ...(upS === null ? [] : [transmitter])]
  const sum = legs.reduce((total, pose) => total + lengthOf(pose.r, object.r), 0)
  return { bounce, object, receiver, transmitter, rangeM: sum / legs.length }
}

/**
 * Returns when the object reflected a signal that the site receives (−1) or sends (1) at the epoch. It is a fixed point of τ = ρ(t ± τ)/c, which
 * converges with the factor v/c = 2.5e-5: Newton's method would need velocities and gain little.
 */
function bounceOf(site: GroundSite, stateAt: StateAt, { epoch, sign }: { epoch: Epoch; sign: 1 | -1 }): Epoch {
  const from = site.at(epoch).r
  let seconds = 0
  for (let pass = 0; pass < LIGHT_TIME_PASSES; pass += 1) {
    seconds = lengthOf(from, stateAt(addSeconds(epoch, sign * seconds)).r) / SPEED_OF_LIGHT
  }
  return addSeconds(epoch, sign * seconds)
}

/** Returns the light time between the object at the bounce and the site after (1) or before (−1) it, s. */
function legFrom(site: GroundSite, object: Vec3, { bounce, sign }: { bounce: Epoch; sign: 1 | -1 }): number {
  let seconds = 0
  for (let pass = 0; pass < LIGHT_TIME_PASSES; pass += 1) {
    seconds = lengthOf(site.at(addSeconds(bounce, sign * seconds)).r, object) / SPEED_OF_LIGHT
  }
  return seconds
}

/**
 * Returns the effective length of a leg: the geometric length plus Shapiro's delay, m. In the gravity field of the Earth, light is slower by the
 * fraction 2 GM/(c² r), which integrates to the logarithm.
 */
function lengthOf(a: Vec3, b: Vec3): number {
  const [ra, rb, distance] = [norm(a), norm(b), norm(subtract(a, b))]
  return distance + ((2 * GM_EARTH) / SPEED_OF_LIGHT ** 2) * Math.log((ra + rb + distance) / (ra + rb - distance))
}
