import { GM_EARTH, WGS84_RADIUS_M } from '@apsis/astro/constants.ts'
import { makeEnvironment } from '@apsis/astro/dynamics/environment.ts'
import { makeHarrisPriester } from '@apsis/astro/dynamics/harris-priester.ts'
import { J2, TWO_BODY } from '@apsis/astro/manoeuvre/dynamics.ts'
import { transform } from '@apsis/astro/mat3.ts'
import { numericalFlight } from '@apsis/astro/measurement/flight.ts'
import { orbitForces } from '@apsis/astro/measurement/orbit-forces.ts'
import type { CartesianState } from '@apsis/astro/orbit/elements.ts'
import { type Epoch, secondsBetween } from '@apsis/astro/time/epoch.ts'
import { norm, subtract } from '@apsis/astro/vec3.ts'
import type { Burn } from '@apsis/contract/ca/plan/manoeuvre-plan.ts'

/** Propagates a state in GCRF from one time to another; null if that is impossible, for example below the ground. */
type Fly = (from: Epoch, state: CartesianState, to: Epoch) => CartesianState | null

/** The motion model of an object, and the acceleration along the track that the model leaves unknown, 1σ, m/s². */
export type Flight = { readonly fly: Fly; readonly accelerationSigma: number }

const byForces: Fly = (from, state, to) => {
  const sky = makeEnvironment(from, { outside: 'hold' })
  const [first, last] = secondsBetween(from, to) < 0 ? [to, from] : [from, to]
  return numericalFlight({ epoch: from, first, last, ...orbitForces(sky, null) })(state)?.stateAt(to) ?? null
}

const byDynamics =
  ({ fly }: typeof J2): Fly =>
  (from, state, to) =>
    fly(state, { fromS: 0, toS: secondsBetween(from, to) }, 'primary')

/** A part of a path without a burn, from one time to another. */
export type Sample = {
  readonly from: Epoch
  readonly state: CartesianState
  readonly to: Epoch
  readonly end: CartesianState
}

/**
 * Returns the motion model of an ephemeris: all forces, J2 or two bodies, whichever follows the ephemeris best over a part without a burn. The
 * remaining difference is drag and every other force that the model lacks. It is expressed as an acceleration, which stays unknown.
 */
export function flightLike({ from, state, to, end }: Sample): Flight {
  const seconds = Math.abs(secondsBetween(from, to))
  const tried = [byForces, byDynamics(J2), byDynamics(TWO_BODY)].flatMap((fly) => {
    const there = fly(from, state, to)
    return there === null ? [] : [{ fly, offM: norm(subtract(there.r, end.r)) }]
  })
  const [best] = tried.toSorted((a, b) => a.offM - b.offM)
  if (best === undefined) throw new RangeError('the orbit of the file goes below the ground')
  return { fly: best.fly, accelerationSigma: (2 * best.offM) / seconds ** 2 }
}

/** The usual product of drag coefficient and area over mass, of a compact satellite, m²/kg. */
const USUAL_BALLISTIC_M2_PER_KG = 0.02
/** Above this height drag is negligible. */
const HIGHEST_AIR_M = 1_000_000

/** Returns the motion model of an object of a message: all forces but drag, which stays unknown; for simulated objects their own model. */
export function flightOfMessage(
  epoch: Epoch,
  { r, v }: CartesianState,
  { isSimulated, dynamics }: { readonly isSimulated: boolean; readonly dynamics: Burn['dynamics'] },
): Flight {
  if (isSimulated) return { fly: byDynamics(dynamics === 'j2' ? J2 : TWO_BODY), accelerationSigma: 0 }
  if (norm(r) - WGS84_RADIUS_M > HIGHEST_AIR_M) return { fly: byForces, accelerationSigma: 0 }
  const sky = makeEnvironment(epoch, { outside: 'hold' })
  const rho = makeHarrisPriester({ sun: sky.sun, toEarthFixed: sky.toEarthFixed })({
    epoch,
    rEarthFixed: transform(sky.toEarthFixed(epoch), r),
  })
  return { fly: byForces, accelerationSigma: 0.5 * rho * norm(v) ** 2 * USUAL_BALLISTIC_M2_PER_KG }
}

/** Returns half a revolution of an orbit, s. */
export const halfPeriodOf = ({ r, v }: CartesianState): number =>
  Math.PI * Math.sqrt((1 / (2 / norm(r) - norm(v) ** 2 / GM_EARTH)) ** 3 / GM_EARTH)
