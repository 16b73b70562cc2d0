import { type MeanOrbit, meanOrbitOf, placeOnMeanOrbit } from '@apsis/astro/breakup/mean-orbit.ts'
import {
  countFragments,
  fragmentSource,
  leastSizeOf,
  type StatedBreakup,
} from '@apsis/astro/breakup/standard-breakup.ts'
import { GM_EARTH, SECONDS_PER_DAY, WGS84_RADIUS_M } from '@apsis/astro/constants.ts'
import { flyJ2 } from '@apsis/astro/manoeuvre/fly-j2.ts'
import { missing } from '@apsis/astro/missing.ts'
import type { CartesianState } from '@apsis/astro/orbit/elements.ts'
import { seededRandom } from '@apsis/astro/random.ts'
import { NO_STATE, PLACE_UNIT_M } from '@apsis/astro/space/state-set.ts'
import { add, norm, scale, subtract, type Vec3 } from '@apsis/astro/vec3.ts'

/** A breakup that somebody stated, with the state of the object at that instant, in TEME. */
export type CloudQuestion = {
  readonly breakup: StatedBreakup
  readonly state: CartesianState
  readonly seed: number
}

/** Fragments as mean orbits at the instant of the breakup, in arrays that a shader reads as they are. */
export type FragmentCloud = {
  readonly count: number
  /** Four numbers each: semi-major axis, m; eccentricity; inclination, rad; size, m. */
  readonly shape: Float32Array<ArrayBuffer>
  /** Three numbers each: ascending node, argument of the perigee, mean anomaly, rad. */
  readonly angle: Float32Array<ArrayBuffer>
  /** Three numbers each: how fast these angles grow, rad/s. */
  readonly rate: Float32Array<ArrayBuffer>
  /** The number of modelled fragments: drawn, falling at once, and leaving the Earth or nearly so. */
  readonly modelled: number
  readonly fallen: number
  readonly away: number
  /** The size of which and above which the fragments are modelled, m. */
  readonly leastSizeM: number
  /** The distance of the places from numerical integration with J2, m: 95 of 100, and all of those that were compared; undefined if none is drawn. */
  readonly error: { readonly compared: number; readonly most95M: number; readonly mostM: number } | undefined
}

export const MOST_FRAGMENTS = 100_000
/** Fragments are drawn for a day: beyond that drag, which the model leaves out, moves the small ones by revolutions. */
export const CLOUD_S = SECONDS_PER_DAY
/** A fragment that comes lower than this makes no revolution, m. */
const LEAST_PERIGEE_M = 120_000
const COMPARED = 100
/** The parts of the day at whose ends the places are compared. */
const COMPARED_PARTS = 4

/** Models a breakup; the same question has the same fragments. */
export function makeFragmentCloud({ breakup, state, seed }: CloudQuestion): FragmentCloud {
  const leastSizeM = leastSizeOf(breakup, MOST_FRAGMENTS)
  const modelled = Math.min(MOST_FRAGMENTS, Math.round(countFragments(breakup, leastSizeM)))
  const next = fragmentSource(breakup, leastSizeM, seededRandom(seed))
  const [shape, angle] = [new Float32Array(4 * modelled), new Float32Array(3 * modelled)]
  const rate = new Float32Array(3 * modelled)
  const starts: CartesianState[] = []
  let [count, fallen, away] = [0, 0, 0]
  for (let made = 0; made < modelled; made += 1) {
    const { sizeM, addedMps } = next()
    const start = { r: state.r, v: add(state.v, addedMps) }
    const orbit = meanOrbitOf(start)
    if (orbit === undefined) away += 1
    else if (perigeeM(start) < LEAST_PERIGEE_M) fallen += 1
    else {
      shape.set([orbit.semiMajorAxisM, orbit.eccentricity, orbit.incRad, sizeM], 4 * count)
      angle.set([orbit.raanRad, orbit.argPeriapsisRad, orbit.meanAnomalyRad], 3 * count)
      rate.set([orbit.raanRate, orbit.argPeriapsisRate, orbit.meanAnomalyRate], 3 * count)
      if (starts.length < COMPARED) starts.push(start)
      count += 1
    }
  }
  const part = { shape: shape.slice(0, 4 * count), angle: angle.slice(0, 3 * count), rate: rate.slice(0, 3 * count) }
  return { count, ...part, modelled, fallen, away, leastSizeM, error: errorOf(part, starts) }
}

/** Returns the height of the perigee of a state, m above the equator's radius. */
function perigeeM({ r, v }: CartesianState): number {
  const [radius, speed] = [norm(r), norm(v)]
  const climb = r[0] * v[0] + r[1] * v[1] + r[2] * v[2]
  const axis = 1 / (2 / radius - speed ** 2 / GM_EARTH)
  const momentum2 = radius ** 2 * speed ** 2 - climb ** 2
  return axis * (1 - Math.sqrt(Math.max(0, 1 - momentum2 / (GM_EARTH * axis)))) - WGS84_RADIUS_M
}

type CloudArrays = Pick<FragmentCloud, 'shape' | 'angle' | 'rate'>

/** Compares the first fragments with numerical integration over the day. */
function errorOf(cloud: CloudArrays, starts: readonly CartesianState[]): FragmentCloud['error'] {
  const errors = starts
    .map((start, k) => {
      let [most, state] = [0, start]
      for (let part = 1; part <= COMPARED_PARTS; part += 1) {
        state = flyJ2(state, CLOUD_S / COMPARED_PARTS)
        const away = norm(subtract(placeOfFragment(cloud, k, (CLOUD_S * part) / COMPARED_PARTS), state.r))
        most = Math.max(most, away)
      }
      return most
    })
    .sort((a, b) => a - b)
  const [most95M, mostM] = [errors[Math.ceil(0.95 * errors.length) - 1], errors.at(-1)]
  return most95M === undefined || mostM === undefined ? undefined : { compared: errors.length, most95M, mostM }
}

/** Returns the place of a fragment some seconds after the breakup, m in TEME. FRAGMENT_GLSL says the same. */
export const placeOfFragment = (cloud: CloudArrays, k: number, seconds: number): Vec3 =>
  placeOnMeanOrbit(orbitAt(cloud, k), seconds)

const orbitAt = ({ shape, angle, rate }: CloudArrays, k: number): MeanOrbit => ({
  semiMajorAxisM: shape[4 * k] ?? missing(),
  eccentricity: shape[4 * k + 1] ?? missing(),
  incRad: shape[4 * k + 2] ?? missing(),
  raanRad: angle[3 * k] ?? missing(),
  argPeriapsisRad: angle[3 * k + 1] ?? missing(),
  meanAnomalyRad: angle[3 * k + 2] ?? missing(),
  raanRate: rate[3 * k] ?? missing(),
  argPeriapsisRate: rate[3 * k + 1] ?? missing(),
  meanAnomalyRate: rate[3 * k + 2] ?? missing(),
})

/** Writes the places of the first fragments, three numbers each, as `writePlaces` does for the catalogue; nothing has a place outside of the day. */
export function writeFragmentPlaces(cloud: FragmentCloud, seconds: number, places: Int32Array<ArrayBuffer>): void {
  const isThere = seconds >= 0 && seconds <= CLOUD_S
  for (let k = 0; 3 * k < places.length; k += 1) {
    if (!isThere || k >= cloud.count) places[3 * k] = NO_STATE
    else places.set(scale(placeOfFragment(cloud, k, seconds), 1 / PLACE_UNIT_M), 3 * k)
  }
}

/** Returns the number of drawn fragments of at least a size, m. */
export function countOfSize({ shape, count }: FragmentCloud, sizeM: number): number {
  let found = 0
  for (let k = 0; k < count; k += 1) if ((shape[4 * k + 3] ?? missing()) >= sizeM) found += 1
  return found
}
