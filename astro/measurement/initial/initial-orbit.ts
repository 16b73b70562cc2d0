import { type CartesianState, type KeplerianElements, toKeplerian } from '../../orbit/elements.ts'
import { propagateTwoBody } from '../../orbit/two-body.ts'
import { dot, norm, scale, subtract, type Vec3 } from '../../vec3.ts'
import { gauss } from './gauss.ts'
import { gooding } from './gooding.ts'
import { requireRising, type Sight, type ThreeSights } from './sight.ts'

/** Why a root is not the preferred one, or null. */
export type Objection =
  | 'below-the-surface'
  | 'not-bound'
  | 'misses-other-sights'
  | 'more-revolutions'
  | 'more-eccentric'
  | null

/** Why a root was preferred: the reason for which the last of the others was excluded. */
export type Preference =
  | 'only-root'
  | 'only-possible-orbit'
  | 'fits-the-other-sights'
  | 'fewest-revolutions'
  | 'least-eccentric'

/** One orbit that passes through three of the sights. */
export interface InitialOrbit {
  /** The time of the state, s: the time of the middle sight. */
  readonly seconds: number
  readonly state: CartesianState
  readonly elements: KeplerianElements
  readonly rangesM: Vec3
  readonly revolutions: number
  /** Root mean square of the angles between all sights and the orbit, rad, and the largest of them. */
  readonly rmsRad: number
  readonly largestRad: number
  readonly objection: Objection
}

/** All orbits, the preferred one first; empty if no orbit passes through the sights. */
export interface InitialOrbits {
  readonly orbits: readonly InitialOrbit[]
  readonly preference: Preference | null
}

/** The data of the central body. */
export interface Centre {
  /** m³/s². */
  readonly gm: number
  /** The surface of the body, m: an orbit that comes nearer to the centre is impossible. */
  readonly radiusM: number
}

/** The maximum number of full revolutions between two sights in the search; the shortest orbit of the Earth takes 84 minutes. */
const MOST_REVOLUTIONS = 12
/** A root whose angle to the other sights is this many times the best root's angle is excluded. */
const CLEARLY_WORSE_FACTOR = 5
// Below this the difference of two fits is rounding: a hundredth of an arcsecond.
const ROUNDING_RAD = 5e-8

/**
 * Returns all orbits through the first, the middle and the last of three or more lines of sight (light time neglected), by Gooding's method from
 * Gauss's roots and a grid, with the reason for the preferred one. Angles of a short arc have several roots, and only their meaning decides
 * between them: orbits that hit the surface or leave the Earth are excluded, then those that miss the unused sights, then those with more
 * revolutions, then the more eccentric ones. Source: Escobal, Methods of Orbit Determination (1965), §7.3, for the tests of a root; Gooding
 * (1997). Throws RangeError for fewer than three sights or times that are not ascending.
 */
export function initialOrbits(sights: readonly Sight[], centre: Centre): InitialOrbits {
  const [first, middle, last] = [sights[0], sights[Math.floor((sights.length - 1) / 2)], sights.at(-1)]
  if (first === undefined || middle === undefined || last === undefined || sights.length < 3) {
    throw new RangeError(`${sights.length} sights: an initial orbit needs three`)
  }
  requireRising(sights)
  const three: ThreeSights = [first, middle, last]
  // Gauss's roots are near the true ones for short arcs; the grid in gooding() covers all other cases.
  const starts = gauss(three, centre.gm).map(({ rangesM }) => [rangesM[0], rangesM[2]] as const)
  // No orbit about the body is shorter than a circle at its surface, which limits the number of revolutions between the sights.
  const shortestPeriod = 2 * Math.PI * Math.sqrt(centre.radiusM ** 3 / centre.gm)
  const maxRevolutions = Math.min(MOST_REVOLUTIONS, Math.floor((last.seconds - first.seconds) / shortestPeriod))
  const roots = gooding(three, { gm: centre.gm, maxRevolutions, starts })
  return choose(
    roots.map((root) => ({
      seconds: middle.seconds,
      ...root,
      elements: toKeplerian(root.state, centre.gm),
      ...missOf(sights, { state: root.state, seconds: middle.seconds }, centre.gm),
    })),
    centre,
    sights.length > 3,
  )
}

/** Returns the angles between sights and an orbit: their root mean square and the largest, rad. */
export function missOf(
  sights: readonly Sight[],
  { state, seconds }: { readonly state: CartesianState; readonly seconds: number },
  gm: number,
): { readonly rmsRad: number; readonly largestRad: number } {
  const angles = sights.map((sight) => {
    const line = subtract(propagateTwoBody(state, sight.seconds - seconds, gm).state.r, sight.observerM)
    const unit = scale(line, 1 / norm(line))
    // atan2 of the components across and along the sight: an arc cosine could not resolve angles below 1e-8 rad.
    return Math.atan2(
      norm(subtract(unit, scale(sight.direction, dot(unit, sight.direction)))),
      dot(unit, sight.direction),
    )
  })
  const squares = angles.reduce((sum, angle) => sum + angle * angle, 0)
  return { rmsRad: Math.sqrt(squares / angles.length), largestRad: Math.max(...angles) }
}

type Candidate = Omit<InitialOrbit, 'objection'>

/**
 * Filters the orbits by one test after the other, each applied to the orbits that are left. Physics first: a satellite's orbit is closed and
 * stays above the surface. Then the unused measurements, which are evidence. Revolutions and eccentricity are only a question of likelihood: most
 * objects are on nearly circular orbits and were observed again soon.
 */
function choose(candidates: readonly Candidate[], { radiusM }: Centre, hasOthers: boolean): InitialOrbits {
  const objections = new Map<Candidate, Objection>()
  let left = candidates
  let preference: Preference = 'only-root'
  const sift = (objection: Objection, kept: Preference, isGood: (one: Candidate) => boolean) => {
    const good = left.filter(isGood)
    // A test that no orbit passes cannot decide between them.
    if (good.length === 0 || good.length === left.length) return
    for (const one of left) if (!isGood(one)) objections.set(one, objection)
    left = good
    preference = kept
  }
  // a (1 − e) is above 0 for hyperbolas too, because their a is negative.
  const perigee = ({ elements }: Candidate) => elements.semiMajorAxisM * (1 - elements.eccentricity)
  sift('not-bound', 'only-possible-orbit', ({ elements }) => elements.eccentricity < 1)
  sift('below-the-surface', 'only-possible-orbit', (one) => perigee(one) > radiusM)
  if (hasOthers) {
    const best = Math.min(...left.map(({ rmsRad }) => rmsRad))
    sift(
      'misses-other-sights',
      'fits-the-other-sights',
      ({ rmsRad }) => rmsRad <= CLEARLY_WORSE_FACTOR * best + ROUNDING_RAD,
    )
  }
  const fewest = Math.min(...left.map(({ revolutions }) => revolutions))
  sift('more-revolutions', 'fewest-revolutions', ({ revolutions }) => revolutions === fewest)
  const roundest = Math.min(...left.map(({ elements }) => elements.eccentricity))
  sift('more-eccentric', 'least-eccentric', ({ elements }) => elements.eccentricity === roundest)
  const orbits = candidates.map((one): InitialOrbit => ({ ...one, objection: objections.get(one) ?? null }))
  const preferred = orbits.filter(({ objection }) => objection === null)
  const others = orbits.filter(({ objection }) => objection !== null)
  return { orbits: [...preferred, ...others], preference: orbits.length === 0 ? null : preference }
}
