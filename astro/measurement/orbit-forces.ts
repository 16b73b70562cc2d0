import { GM_EARTH } from '../constants.ts'
import type { Environment } from '../dynamics/environment.ts'
import type { Force } from '../dynamics/force.ts'
import { EGM2008_FIELD, gravityForce } from '../dynamics/gravity.ts'
import { radiationPressureForce } from '../dynamics/radiation-pressure.ts'
import { relativityForce } from '../dynamics/relativity.ts'
import { solidTideForce } from '../dynamics/solid-tide.ts'
import { GM_MOON, GM_SUN, thirdBodyForce } from '../dynamics/third-body.ts'

/**
 * A sphere on which sunlight acts; absent if nothing is known about the object. Its acceleration away from the Sun is C_r (A/m) times the
 * pressure of sunlight, for any attitude.
 */
export interface Sphere {
  readonly areaM2: number
  readonly radiationCoefficient: number
}

/** Degree of the gravity field: above degree 30 LAGEOS moves by less than a millimetre, in low orbit metres a day. */
const DEGREE = 36
/** Degree of the field in the transition matrix: higher terms change it by less than 1e-4. */
const TRANSITION_DEGREE = 4

/**
 * Returns the forces for an orbit determination: gravity of Earth, Sun and Moon, the tides of the solid Earth, relativity, and sunlight if the
 * object is a known sphere. Drag is not included: over an arc of hours it is below the noise of radar and optical sensors, and without mass and
 * area it is unknown. Accuracy: 7 cm of the predicted orbit of LAGEOS-2 over a day. Forces are in GCRF, in m/s². The transition matrix has
 * simpler forces than the orbit: it only leads to the minimum and scales the covariance, where a ten-thousandth is negligible, while an error of
 * the orbit itself appears in every residual.
 */
export function orbitForces(
  sky: Environment,
  sphere: Sphere | null,
): { readonly forces: readonly Force[]; readonly transitionForces: readonly Force[] } {
  const bodies = [thirdBodyForce(GM_SUN, sky.sun), thirdBodyForce(GM_MOON, sky.moon)]
  const light =
    sphere === null
      ? []
      : [
          radiationPressureForce({
            cr: sphere.radiationCoefficient,
            area: sphere.areaM2,
            sun: sky.sun,
            moon: sky.moon,
          }),
        ]
  return {
    forces: [
      gravityForce(EGM2008_FIELD, { degree: DEGREE }, sky.toEarthFixed),
      ...bodies,
      solidTideForce(GM_SUN, sky.sun),
      solidTideForce(GM_MOON, sky.moon),
      relativityForce(GM_EARTH),
      ...light,
    ],
    transitionForces: [gravityForce(EGM2008_FIELD, { degree: TRANSITION_DEGREE }, sky.toEarthFixed), ...bodies],
  }
}
