import { missing } from '../../missing.ts'
import { type CartesianState, toKeplerian } from '../../orbit/elements.ts'
import { solveLambert } from '../../orbit/lambert.ts'
import { flyTwoBody } from '../../orbit/two-body.ts'
import { degToRad } from '../../units.ts'
import { cross, dot, norm, scale, subtract, type Vec3 } from '../../vec3.ts'
import { gibbs, herrickGibbs } from './gibbs.ts'
import type { Centre } from './initial-orbit.ts'

/** The position of an object, from a range and a direction of one sensor at one time: m, in one inertial frame, and s. */
export interface Place {
  readonly seconds: number
  readonly observerM: Vec3
  readonly r: Vec3
}

/** The method by which an orbit was made from positions. */
export type PositionMethod = 'gibbs' | 'herrick-gibbs' | 'lambert'

/** An orbit through positions, at the time of the middle one. */
export interface PositionOrbit {
  readonly seconds: number
  readonly state: CartesianState
  readonly method: PositionMethod
  readonly revolutions: number
  /** Root mean square of the angles between the orbit and the positions of its arc, rad: the distance over the range. */
  readonly rmsRad: number
  readonly largestRad: number
}

// For three positions less than this apart Herrick-Gibbs is used, as in Vallado.
const NEAR_RAD = degToRad(1)
/** Three positions may be at most this fraction of a revolution apart: beyond it the plane and the sense of motion are ambiguous. */
const LONGEST_ARC_RAD = (2 * Math.PI) / 3
/** Number of positions along an arc at which a triple starts. */
const TRIPLES_OF_ARC = 4

/**
 * Returns the orbits through the positions of one arc. Triples are within a third of a revolution and start at several positions of the arc. Each
 * gives the orbit of Gibbs or Herrick-Gibbs, and Lambert's orbits from its first to its last position in both senses of motion. Orbits that leave
 * the body or hit its surface are excluded. Source: Vallado, Fundamentals of Astrodynamics, 4th ed., algorithms 54, 55; Izzo (2015). Only the
 * other measurements show which of them is right: the orbit with the smallest deviation comes first.
 */
export function positionOrbits(arc: readonly Place[], centre: Centre): PositionOrbit[] {
  const found = triplesOf(arc).flatMap((triple) => orbitsOfTriple(triple, centre))
  const [first, last] = [arc[0], arc.at(-1)]
  if (arc.length === 2 && first !== undefined && last !== undefined) found.push(...orbitsBetween(first, last, centre))
  return ranked(arc, found, centre)
}

/**
 * Returns the orbits from one position to another in both senses of motion, and with every number of full revolutions that the time between
 * allows: for positions of different arcs.
 */
export function orbitsBetween(
  first: Place,
  last: Place,
  centre: Centre & { readonly hasTurns?: boolean },
): Omit<PositionOrbit, 'rmsRad' | 'largestRad'>[] {
  const seconds = last.seconds - first.seconds
  if (!(seconds > 0)) return []
  const shortestPeriodS = 2 * Math.PI * Math.sqrt(centre.radiusM ** 3 / centre.gm)
  const maxRevolutions = centre.hasTurns === true ? Math.floor(seconds / shortestPeriodS) : 0
  const normal = cross(first.r, last.r)
  return [normal, scale(normal, -1)].flatMap((side) => {
    if (!(norm(side) > 0)) return []
    const solved = solveLambert({ r1: first.r, r2: last.r, seconds, gm: centre.gm, normal: side, maxRevolutions })
    if (!solved.ok) return []
    return solved.orbits.map(({ v1, revolutions }) => ({
      seconds: first.seconds,
      state: { r: first.r, v: v1 },
      method: 'lambert' as const,
      revolutions,
    }))
  })
}

/** Returns the closed orbits above the surface with their deviations from the positions, the smallest first. */
export function ranked(
  arc: readonly Place[],
  found: readonly Omit<PositionOrbit, 'rmsRad' | 'largestRad'>[],
  centre: Centre,
): PositionOrbit[] {
  return found
    .filter(({ state }) => staysInOrbit(state, centre))
    .map((one) => ({ ...one, ...missOfPlaces(arc, one, centre.gm) }))
    .sort((a, b) => a.rmsRad - b.rmsRad)
}

/** Returns true if an orbit is closed and stays above the surface. */
export function staysInOrbit(state: CartesianState, { gm, radiusM }: Centre): boolean {
  if (!state.v.every(Number.isFinite) || !(norm(cross(state.r, state.v)) > 0)) return false
  const { semiMajorAxisM, eccentricity } = toKeplerian(state, gm)
  return eccentricity < 1 && semiMajorAxisM * (1 - eccentricity) > radiusM
}

/** Returns the angles between an orbit and positions as seen by their sensors: the distance over the range, rad. */
function missOfPlaces(
  arc: readonly Place[],
  { state, seconds }: { readonly state: CartesianState; readonly seconds: number },
  gm: number,
) {
  const angles = arc.map((place) => {
    const { r } = flyTwoBody(state, place.seconds - seconds, gm)
    return norm(subtract(r, place.r)) / norm(subtract(place.r, place.observerM))
  })
  const squares = angles.reduce((sum, angle) => sum + angle * angle, 0)
  return { rmsRad: Math.sqrt(squares / angles.length), largestRad: Math.max(...angles) }
}

type Triple = readonly [Place, Place, Place]

/** Returns triples that start at several positions of the arc, each as long as possible. */
function triplesOf(arc: readonly Place[]): Triple[] {
  const turned = turnsAlong(arc)
  const seen = new Set<string>()
  return Array.from({ length: TRIPLES_OF_ARC }, (_unused, k) => Math.floor((k * arc.length) / TRIPLES_OF_ARC)).flatMap(
    (from): Triple[] => {
      const start = turned[from] ?? missing()
      let to = from
      while (to + 1 < arc.length && (turned[to + 1] ?? missing()) - start <= LONGEST_ARC_RAD) to += 1
      const first = arc[from]
      const last = arc[to]
      if (first === undefined || last === undefined) return []
      const middleS = (first.seconds + last.seconds) / 2
      const between = arc.slice(from + 1, to).filter(({ seconds }) => seconds > first.seconds && seconds < last.seconds)
      const middle = between.reduce<Place | undefined>(
        (best, one) =>
          best === undefined || Math.abs(one.seconds - middleS) < Math.abs(best.seconds - middleS) ? one : best,
        undefined,
      )
      const key = `${first.seconds} ${last.seconds}`
      if (middle === undefined || seen.has(key)) return []
      seen.add(key)
      return [[first, middle, last]]
    },
  )
}

/** Returns the angles about the centre along the positions, summed from one to the next, rad. */
function turnsAlong(arc: readonly Place[]): number[] {
  let turned = 0
  return arc.map(({ r }, k) => {
    const before = arc[k - 1]?.r ?? r
    turned += Math.atan2(norm(cross(before, r)), dot(before, r))
    return turned
  })
}

function orbitsOfTriple([a, b, c]: Triple, centre: Centre): Omit<PositionOrbit, 'rmsRad' | 'largestRad'>[] {
  const { gm } = centre
  const positions = [a.r, b.r, c.r] as const
  const angle = Math.atan2(norm(cross(a.r, c.r)), dot(a.r, c.r))
  const found = gibbs(positions, gm)
  const times = [a.seconds - b.seconds, 0, c.seconds - b.seconds] as const
  const one =
    found.ok && angle > 2 * NEAR_RAD
      ? { method: 'gibbs' as const, v: found.v }
      : { method: 'herrick-gibbs' as const, v: herrickGibbs(positions, times, gm) }
  const middle = { seconds: b.seconds, state: { r: b.r, v: one.v }, method: one.method, revolutions: 0 }
  const carried = orbitsBetween(a, c, centre).map((orbit) => ({
    ...orbit,
    seconds: b.seconds,
    state: flyTwoBody(orbit.state, b.seconds - a.seconds, gm),
  }))
  return [middle, ...carried]
}
