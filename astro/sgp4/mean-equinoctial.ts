import type { CartesianState } from '../orbit/elements.ts'
import { type EquinoctialElements, toEquinoctial } from '../orbit/equinoctial.ts'
import type { Epoch } from '../time/epoch.ts'
import { wrapTwoPi } from '../units.ts'
import { cross, dot, norm, type Vec3 } from '../vec3.ts'
import type { MeanElements } from './element-set.ts'
import { M_PER_EARTH_RADIUS, MPS_PER_UNIT } from './wgs-72.ts'

/** Gravitational parameter of WGS-72, m³/s². */
const GM = MPS_PER_UNIT * MPS_PER_UNIT * M_PER_EARTH_RADIUS
/** SGP4 replaces any smaller mean eccentricity by this one. */
const LEAST_E = 1e-6

/** The mean plane of an orbit, rad. */
export interface MeanPlane {
  readonly incRad: number
  readonly raanRad: number
}

/** The mean elements that do not describe the orbit. */
export interface Rest {
  readonly epoch: Epoch
  readonly bstar: number
}

/** Equinoctial elements for prograde or retrograde orbits, regular from 0° to nearly the other 180°. */
export interface Chart {
  /** Osculating elements of a state, m and m/s; null if it is not on an ellipse. */
  readonly osculating: (state: CartesianState) => EquinoctialElements | null
  readonly poleOf: (plane: MeanPlane) => { readonly chi: number; readonly psi: number }
  /** Returns the elements of SGP4 for equinoctial elements. */
  readonly toMeanElements: (mean: EquinoctialElements, rest: Rest) => MeanElements
}

/**
 * Returns the chart for orbits like that of a state. A westward orbit is mirrored in the plane of x and z: its mirror image is an eastward
 * orbit, whose inclination is 180° minus the original one and whose node is on the other side of x. The reason is that equinoctial elements
 * have χ = tan(i/2) sin Ω and ψ = tan(i/2) cos Ω, which are infinite at 180°. The mirror changes neither distances nor the form of the two-body
 * equations, so that a westward orbit can be fitted as an eastward one.
 */
export function chartFor({ r, v }: CartesianState): Chart {
  const isMirrored = r[0] * v[1] < r[1] * v[0]
  const mirror = ([x, y, z]: Vec3): Vec3 => [x, isMirrored ? -y : y, z]
  const turnPlane = ({ incRad, raanRad }: MeanPlane): MeanPlane =>
    isMirrored ? { incRad: Math.PI - incRad, raanRad: -raanRad } : { incRad, raanRad }
  return {
    osculating: (state) => toEquinoctial({ r: mirror(state.r), v: mirror(state.v) }, GM),
    poleOf: (plane) => {
      const { incRad, raanRad } = turnPlane(plane)
      const size = Math.tan(incRad / 2)
      return { chi: size * Math.sin(raanRad), psi: size * Math.cos(raanRad) }
    },
    toMeanElements: ({ meanMotionRadps, af, ag, chi, psi, meanLongitudeRad }, { epoch, bstar }) => {
      const [node, periapsis] = [Math.atan2(chi, psi), Math.atan2(ag, af)]
      const { incRad, raanRad } = turnPlane({ incRad: 2 * Math.atan(Math.hypot(chi, psi)), raanRad: node })
      return {
        epoch,
        meanMotionRadPerS: meanMotionRadps,
        eccentricity: Math.hypot(af, ag),
        incRad,
        raanRad: wrapTwoPi(raanRad),
        argPeriapsisRad: wrapTwoPi(periapsis - node),
        meanAnomalyRad: wrapTwoPi(meanLongitudeRad - periapsis),
        bstar,
      }
    },
  }
}

/** Returns the nearest elements that SGP4 uses unchanged. */
export function leastRound(mean: EquinoctialElements): EquinoctialElements {
  const e = Math.hypot(mean.af, mean.ag)
  if (e >= LEAST_E) return mean
  return e === 0 ? { ...mean, af: LEAST_E } : { ...mean, af: (mean.af * LEAST_E) / e, ag: (mean.ag * LEAST_E) / e }
}

/**
 * Returns whether the osculating ellipse of a state has its perigee below the equatorial radius. The perigee is a (1 − e), with p = h²/µ, 1/a =
 * 2/r − v²/µ and e = √(1 − p/a).
 */
export function hitsGround({ r, v }: CartesianState): boolean {
  const h = cross(r, v)
  const p = dot(h, h) / GM
  const a = 1 / (2 / norm(r) - dot(v, v) / GM)
  return a * (1 - Math.sqrt(Math.max(0, 1 - p / a))) < M_PER_EARTH_RADIUS
}
