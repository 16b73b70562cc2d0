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

/** Why a root has no fit of all measurements. */
export type NoFit = NotDetermined['reason'] | 'no-possible-orbit' | 'leaves-orbit' | 'not-tried'

/** A root of a track, and the least-squares fit of all measurements from there on. */
export interface TrackOrbit {
  readonly root: FirstOrbit
  /** Of the fit, which is one for all roots, so that their fits can be compared; of a root without a fit its own. */
  readonly epoch: Epoch
  readonly fit: DeterminedOrbit | null
  readonly noFit: NoFit | null
  /** An earlier root, by its place from 0, whose fit comes to the same orbit; null: there is none. */
  readonly sameAs: number | null
}

/** The orbits that a single track allows, the preferred root first. */
export interface TrackOrbits {
  readonly preference: FirstOrbits['preference']
  readonly orbits: readonly TrackOrbit[]
}

const EARTH = { gm: GM_EARTH, radiusM: WGS84_RADIUS_M }
/** So many roots are fitted; those behind them were set aside for reasons of their own. */
const MOST_FITTED = 6
/** Two fits that end as near to each other as this share of their sigma have come to one minimum: each settles to a tenth of it. */
const SAME_ORBIT_SHARE = 0.3

/**
 * Every orbit that the longest track of the measurements allows, nothing being known before: the roots of firstOrbits(), and from each
 * possible one the weighted least-squares fit of all measurements (determineOrbit()) without a prior. That fit alone has a covariance,
 * and a short arc of directions often has none: then the measurements leave a part of the orbit open.
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

/** How well the size of an orbit is known, and by how much a second the object may leave it along the track: 1 sigma, m and m/s. */
export interface AlongTrackGrowth {
  readonly semiMajorAxisSigmaM: number
  readonly driftMps: number
}

/**
 * Of a state (m, m/s) and its covariance in the same axes. With a = 1 / (2/r − v²/µ) the slopes are ∂a/∂r = 2a² r̂ / r² and
 * ∂a/∂v = 2a² v / µ, and an error of the axis changes the mean motion by −3n/2a of itself, so that the object drifts by 3/2 n σ_a
 * a second (Vallado, Fundamentals of Astrodynamics, 4th ed., §2.4 and §9.6). Two-body motion: air is not in it.
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
