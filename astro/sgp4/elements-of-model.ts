import type { MeanElements } from './element-set.ts'
import { initSgp4 } from './init.ts'
import type { MeanPlane } from './mean-equinoctial.ts'
import type { Sgp4Model } from './model.ts'

/** Each iteration reduces the error to a thousandth, the effect of J2 on the mean motion. Orbits that hit the ground converge more slowly. */
const MOST_PASSES = 60

/**
 * Returns the mean elements from which a model was made, for code that knows an object only by its model. It is the inverse of initSgp4, to 1e-14
 * (the drag term to 1e-12). initSgp4 converts Kozai's mean motion to Brouwer's (init.ts). The inverse has no closed formula, but a fixed-point
 * iteration on the ratio of the two converges by a factor of J2 in each step.
 */
export function elementsOf({ epoch, near }: Sgp4Model): MeanElements {
  let elements: MeanElements = {
    epoch,
    meanMotionRadPerS: near.meanMotion / 60,
    eccentricity: near.eccentricity,
    incRad: near.inclination,
    raanRad: near.node,
    argPeriapsisRad: near.argPerigee,
    meanAnomalyRad: near.meanAnomaly,
    // All effects of drag are proportional to it.
    bstar: 1,
  }
  let ratio = 0
  for (let pass = 0; Math.abs(ratio - 1) > Number.EPSILON && pass < MOST_PASSES; pass += 1) {
    ratio = near.meanMotion / initSgp4(elements).near.meanMotion
    elements = { ...elements, meanMotionRadPerS: elements.meanMotionRadPerS * ratio }
  }
  return { ...elements, bstar: near.cc1 / initSgp4(elements).near.cc1 }
}

/** Returns the mean plane `minutes` after the epoch of a model. */
export function meanPlaneAt({ near, deep }: Sgp4Model, minutes: number): MeanPlane {
  return {
    incRad: near.inclination + (deep?.didt ?? 0) * minutes,
    raanRad: near.node + (near.nodeDot + (deep?.dnodt ?? 0)) * minutes,
  }
}
