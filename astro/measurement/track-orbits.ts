import { GM_EARTH, WGS84_RADIUS_M } from '../constants.ts'
import { entry, type Matrix } from '../matrix.ts'
import { type CartesianState, toKeplerian } from '../orbit/elements.ts'
import { propagateTwoBody } from '../orbit/two-body.ts'
import { type Epoch, secondsBetween } from '../time/epoch.ts'
import { norm, subtract } from '../vec3.ts'
import type { DeterminedOrbit, NotDetermined } from './determination.ts'
import { determineOrbit } from './determine-orbit.ts'
import { type FirstOrbit, type FirstOrbits, firstOrbits } from './first-orbits.ts'
import type { WithoutStart } from './fit-without-start.ts'
import { staysInOrbit } from './initial/position-orbits.ts'

/** Why there is no fit of all measurements from a root. */
export type NoFit = NotDetermined['reason'] | 'no-possible-orbit' | 'leaves-orbit' | 'not-tried'

/** A root of a track, and the least-squares fit of all measurements from there. */
export interface TrackOrbit {
  readonly root: FirstOrbit
  /** The epoch of the fit, equal for all roots, so that their fits can be compared; for a root without a fit its own epoch. */
  readonly epoch: Epoch
  readonly fit: DeterminedOrbit | null
  readonly noFit: NoFit | null
  /** The index (from 0) of an earlier root whose fit leads to the same orbit; null: there is none. */
  readonly sameAs: number | null
}

/** The orbits that a single track allows, the preferred root first. */
export interface TrackOrbits {
  readonly preference: FirstOrbits['preference']
  readonly orbits: readonly TrackOrbit[]
}

const EARTH = { gm: GM_EARTH, radiusM: WGS84_RADIUS_M }
/** The maximum number of roots that are fitted; later ones were excluded for other reasons. */
const MOST_FITTED = 6
/** Two fits whose results differ by less than this fraction of their sigma have found the same minimum: each converges to a tenth of a sigma. */
const SAME_ORBIT_SHARE = 0.3

/**
 * Returns every orbit that the longest track of the measurements allows, without prior knowledge: the roots of firstOrbits(), and from each
 * possible one the weighted least-squares fit of all measurements (determineOrbit()) without a prior. Only that fit has a covariance, and a short
 * arc of directions often has none: then the measurements do not determine the whole orbit.
 */
export function trackOrbits({ observations, sites, flightOf, biases }: WithoutStart): TrackOrbits {
  const [found] = firstOrbits(observations, sites)
  if (found === undefined) return { preference: null, orbits: [] }
  const orbits: TrackOrbit[] = []
  const epoch = found.orbits[0]?.epoch ?? { taiS: 0, taiFs: 0 }
  const fly = flightOf(found.track, epoch)
  for (const [place, root] of found.orbits.entries()) {
    if (!staysInOrbit(root.state, EARTH)) orbits.push(without(root, 'no-possible-orbit'))
    else if (place >= MOST_FITTED) orbits.push(without(root, 'not-tried'))
    else {
      const { state: start } = propagateTwoBody(root.state, secondsBetween(root.epoch, epoch), GM_EARTH)
      const fit = determineOrbit({ start, fly, observations: found.track, sites, biases })
      if (!fit.ok) orbits.push(without(root, fit.reason))
      else if (!staysInOrbit(fit.state, EARTH)) orbits.push(without(root, 'leaves-orbit'))
      else orbits.push({ root, epoch, fit, noFit: null, sameAs: sameAs(fit, orbits) })
    }
  }
  return { preference: found.preference, orbits }
}

const without = (root: FirstOrbit, noFit: NoFit): TrackOrbit => ({
  root,
  epoch: root.epoch,
  fit: null,
  noFit,
  sameAs: null,
})

function sameAs({ state, covariance }: DeterminedOrbit, before: readonly TrackOrbit[]): number | null {
  const sigmaM = Math.sqrt([0, 1, 2].reduce((sum, axis) => sum + entry(covariance, axis, axis), 0))
  const place = before.findIndex(
    ({ fit }) => fit !== null && norm(subtract(fit.state.r, state.r)) < SAME_ORBIT_SHARE * sigmaM,
  )
  return place < 0 ? null : place
}

/** The uncertainty of an orbit's size, and the along-track growth of the position error per second: 1 sigma, m and m/s. */
export interface AlongTrackGrowth {
  readonly semiMajorAxisSigmaM: number
  readonly driftMps: number
}

/**
 * Returns the along-track growth of the position error for a state (m, m/s) and its covariance in the same axes. With a = 1 / (2/r − v²/µ) the
 * slopes are ∂a/∂r = 2a² r̂ / r² and ∂a/∂v = 2a² v / µ, and an error of the axis changes the mean motion by a relative −3/2a, so that the object
 * drifts by 3/2 n σ_a per second (Vallado, Fundamentals of Astrodynamics, 4th ed., §2.4 and §9.6). For two-body motion, without drag.
 */
export function alongTrackGrowth({ r, v }: CartesianState, covariance: Matrix): AlongTrackGrowth {
  const { semiMajorAxisM: a } = toKeplerian({ r, v }, GM_EARTH)
  const slopes = [
    ...r.map((value) => (2 * a * a * value) / norm(r) ** 3),
    ...v.map((value) => (2 * a * a * value) / GM_EARTH),
  ]
  const variance = slopes.reduce(
    (sum, one, i) => sum + slopes.reduce((part, other, j) => part + one * entry(covariance, i, j) * other, 0),
    0,
  )
  const semiMajorAxisSigmaM = Math.sqrt(Math.max(0, variance))
  return { semiMajorAxisSigmaM, driftMps: 1.5 * Math.sqrt(GM_EARTH / a ** 3) * semiMajorAxisSigmaM }
}
