import type { EncounterObject } from '@apsis/astro/conjunction/conjunction-plane.ts'
import { covarianceToRtn, positionCovariance, rtnAxes } from '@apsis/astro/conjunction/rtn.ts'
import { GM_EARTH } from '@apsis/astro/constants.ts'
import { J2, TWO_BODY } from '@apsis/astro/manoeuvre/dynamics.ts'
import { makeEncounterModel } from '@apsis/astro/manoeuvre/encounter-model.ts'
import { trialOf } from '@apsis/astro/manoeuvre/plan-impulse.ts'
import { type Mat3, transform, transpose } from '@apsis/astro/mat3.ts'
import type { Matrix } from '@apsis/astro/matrix.ts'
import { missing } from '@apsis/astro/missing.ts'
import { propagateTwoBody } from '@apsis/astro/orbit/two-body.ts'
import { earthFromSun } from '@apsis/astro/sky/earth-orbit.ts'
import { symmetricEigen } from '@apsis/astro/symmetric.ts'
import { addSeconds, type Epoch, secondsBetween } from '@apsis/astro/time/epoch.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { radToDeg } from '@apsis/astro/units.ts'
import { add, cross, dot, norm, scale, subtract, type Vec3 } from '@apsis/astro/vec3.ts'
import type { Cdm as ParsedCdm } from '@apsis/ccsds/cdm/cdm.ts'
import { encounterOfCdm } from '@apsis/ccsds/cdm/cdm-assessment.ts'
import type { Plan } from '@apsis/contract/ca/plan/manoeuvre.ts'

/**
 * The position uncertainty of an object: half axes of 1σ in m, the longest first, and their directions in R, T, N of object 1, which form a
 * right-handed set.
 */
export type Ellipsoid = { readonly halfAxesM: Vec3; readonly directions: Mat3 }

/**
 * An encounter for drawing: all values in R, T, N of object 1 at the closest approach, m, with object 1 in the middle, on Kepler orbits.
 */
export type EncounterScene = {
  /** The closest approach, seconds after the TCA of the message. */
  readonly tcaS: number
  readonly closest: Epoch
  readonly missM: number
  /** Returns the position of object 2 this number of seconds after the closest approach. */
  readonly placeAt: (seconds: number) => Vec3
  /** The state of object 1 at the closest approach, GCRF, m and m/s. */
  readonly primary: Pick<EncounterObject, 'r' | 'v'>
  /** The velocities of the objects at the closest approach, in axes that do not rotate, m/s. */
  readonly velocities: readonly [Vec3, Vec3]
  /** The velocity of object 2 relative to object 1, m/s. */
  readonly velocity: Vec3
  /** The unit vector from object 1 to the Sun. */
  readonly sun: Vec3
  /** The angle between the velocities of the two objects. */
  readonly approachDeg: number
  readonly ellipsoids: readonly [Ellipsoid, Ellipsoid]
  /** The picture shows object 2 from this time before the closest approach until the same time after it, s. */
  readonly spanS: number
}

/** The fields of a plan with a burn that the picture needs. */
export type SeenBurn = Pick<Plan, 'ignitionEpoch' | 'deltaVRtn' | 'manoeuvreDuration' | 'dynamics' | 'drag'>

/** At the beginning of the picture the distance of object 2 is this factor times the largest length in it. */
const SPAN_FACTOR = 3
/**
 * The maximum time that is shown for objects with a low relative velocity, s: further away the axes of the closest approach have little
 * meaning.
 */
const MOST_SPAN_S = 300
/** The largest ellipsoid that can be chosen. */
const MOST_SIGMA = 3

/**
 * Returns the encounter of a message, seen from one of its objects. With a burn it is the encounter after the burn: it is propagated with
 * the dynamics of the plan, and its closest approach is searched again (flight rule F5). Throws RangeError if a frame cannot be transformed
 * or an orbit cannot be followed.
 */
export function sceneOfEncounter(parsed: ParsedCdm, designator: string, burn?: SeenBurn): EncounterScene {
  const [first, second] = encounterOfCdm(parsed)
  const isTurned = bare(parsed.objects[1].metadata.objectDesignator) === bare(designator)
  const [primary, secondary] = isTurned ? [second, first] : [first, second]
  // The scene needs no radius, which matters only for the probability.
  const model = makeEncounterModel({ primary, secondary, radiusM: 0 }, burn?.dynamics === 'j2' ? J2 : TWO_BODY)
  const { tca } = parsed.relative
  if (burn === undefined) return seen(tca, model.after({ state: primary }))
  const burnS = secondsBetween(tca, parseTime(burn.ignitionEpoch.replace('Z', '')))
  const arcS = burn.manoeuvreDuration > 0 ? burn.manoeuvreDuration : undefined
  const trial = trialOf(model, { burnS, ...(arcS === undefined ? {} : { arcS }) })
  return seen(tca, trial.attempt(transform(transpose(trial.rtn), burn.deltaVRtn)).after)
}

/** Catalogue numbers 00005 and 5 are the same. */
const bare = (designator: string) => designator.trim().replace(/^0+(?=\d)/, '')

type EncounterAtTca = {
  readonly tcaS: number
  readonly missDistanceM: number
  readonly primary: EncounterObject
  readonly secondary: EncounterObject
}

function seen(tca: Epoch, { tcaS, missDistanceM: missM, primary, secondary }: EncounterAtTca): EncounterScene {
  const axes = rtnAxes(primary)
  const closest = addSeconds(tca, tcaS)
  const velocities = [transform(axes, primary.v), transform(axes, secondary.v)] as const
  const velocity = subtract(velocities[1], velocities[0])
  const toSun = scale(add(earthFromSun(closest), primary.r), -1)
  const ellipsoids = [
    ellipsoidOf(covarianceToRtn(primary, primary.covariance)),
    ellipsoidOf(covarianceToRtn(primary, secondary.covariance)),
  ] as const
  const largestM = Math.max(missM, ...ellipsoids.map(({ halfAxesM: [longest] }) => MOST_SIGMA * longest))
  return {
    tcaS,
    closest,
    missM,
    primary,
    velocities,
    velocity,
    ellipsoids,
    sun: transform(axes, scale(toSun, 1 / norm(toSun))),
    placeAt: (seconds) => {
      const [one, two] = [primary, secondary].map((state) => propagateTwoBody(state, seconds, GM_EARTH).state.r)
      return transform(axes, subtract(two ?? missing(), one ?? missing()))
    },
    approachDeg: radToDeg(Math.acos(dot(primary.v, secondary.v) / (norm(primary.v) * norm(secondary.v)))),
    spanS: Math.min(MOST_SPAN_S, (SPAN_FACTOR * largestM) / norm(velocity)),
  }
}

/** Returns the ellipsoid of 1σ of a covariance: its half axes are the square roots of the eigenvalues, along the eigenvectors. */
export function ellipsoidOf(covariance: Matrix): Ellipsoid {
  const { values, vectors } = symmetricEigen(positionCovariance(covariance))
  const axis = (k: number): Vec3 => {
    const row = vectors[k] ?? missing()
    return [row[0] ?? missing(), row[1] ?? missing(), row[2] ?? missing()]
  }
  // The rounding in a message can make an eigenvalue slightly negative: such an eigenvalue counts as zero.
  const lengthOf = (k: number) => Math.sqrt(Math.max(0, values[k] ?? missing()))
  const [longest, middle] = [axis(0), axis(1)]
  return {
    halfAxesM: [lengthOf(0), lengthOf(1), lengthOf(2)],
    directions: [longest, middle, cross(longest, middle)],
  }
}

/** Returns the axes of the picture for R, T, N: T to the right, N to the back and R up, which is also a right-handed set. */
export const drawnAt = ([r, t, n]: Vec3): Vec3 => [t, n, r]

/** Returns the direction, in degrees, of a view along the relative velocity, in which the conjunction plane is drawn. */
export function alongVelocity({ velocity }: EncounterScene): {
  readonly azimuthDeg: number
  readonly elevationDeg: number
} {
  const [x, y, z] = drawnAt(scale(velocity, -1 / norm(velocity)))
  return {
    azimuthDeg: radToDeg(Math.atan2(y, x)),
    elevationDeg: radToDeg(Math.asin(Math.max(-1, Math.min(1, z)))),
  }
}
