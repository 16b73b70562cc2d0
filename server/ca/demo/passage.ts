import { conjunctionPlane, type PlaneCovariance } from '@apsis/astro/conjunction/conjunction-plane.ts'
import { principalMiss } from '@apsis/astro/conjunction/principal-axes.ts'
import { circle2d } from '@apsis/astro/conjunction/probability/circle-2d.ts'
import { covarianceFromRtn, positionCovariance, rtnAxes } from '@apsis/astro/conjunction/rtn.ts'
import { addMatrices, rotateForm } from '@apsis/astro/mat3.ts'
import type { Matrix } from '@apsis/astro/matrix.ts'
import type { CartesianState } from '@apsis/astro/orbit/elements.ts'
import { add, cross, norm, scale, subtract } from '@apsis/astro/vec3.ts'
import type { OrbitQuality } from './fleet.data.ts'
import { demoCovariance } from './orbit.ts'

export type PlaneMiss = readonly [x: number, y: number]

/** The geometry of a passage: the angle between the velocities, the secondary's climb, and the ratio of its speed to the primary's. */
export interface Passage {
  readonly crossingRad: number
  readonly climb: number
  readonly speedRatio: number
}

/** The accuracy of one object at TCA. */
export interface Knowledge {
  readonly quality: OrbitQuality
  /** The time from its last observation to TCA, s. */
  readonly ageS: number
  readonly uncertainty: number
}

/** The part of an encounter's estimate that does not depend on the miss. */
export interface Look {
  readonly primaryCovariance: Matrix
  readonly secondaryCovariance: Matrix
  readonly plane: PlaneCovariance
  /** 1σ of the time of closest approach, s. */
  readonly sigmaTimeS: number
}

/** Returns the state of a secondary that passes a primary at a miss in the conjunction plane; its velocity is turned and scaled. */
export function passingState(primary: CartesianState, passage: Passage, missM: PlaneMiss): CartesianState {
  const { crossingRad, climb, speedRatio } = passage
  const [radial, along, across] = rtnAxes(primary)
  const level = add(scale(along, Math.cos(crossingRad)), scale(across, Math.sin(crossingRad)))
  const direction = add(scale(level, Math.sqrt(1 - climb ** 2)), scale(radial, climb))
  const v = scale(direction, norm(primary.v) * speedRatio)
  const dv = subtract(v, primary.v)
  const z = scale(dv, 1 / norm(dv))
  const horizontal = cross(z, primary.r)
  const x = scale(horizontal, 1 / norm(horizontal))
  return { r: add(primary.r, add(scale(x, missM[0]), scale(cross(z, x), missM[1]))), v }
}

/** Returns the covariances of a passage from the accuracy of both objects. */
export function lookAt(
  primary: CartesianState,
  passage: Passage,
  known: { readonly primary: Knowledge; readonly secondary: Knowledge },
): Look {
  const secondary = passingState(primary, passage, [0, 0])
  const primaryCovariance = covarianceOf(primary, known.primary)
  const secondaryCovariance = covarianceOf(secondary, known.secondary)
  const first = { ...primary, covariance: covarianceFromRtn(primary, primaryCovariance) }
  const second = { ...secondary, covariance: covarianceFromRtn(secondary, secondaryCovariance) }
  const plane = conjunctionPlane(first, second)
  if (plane === null) throw new RangeError('the objects of the demo do not pass each other')
  const both = addMatrices(positionCovariance(first.covariance), positionCovariance(second.covariance))
  const alongZ = rotateForm(plane.axes, both)[2][2]
  const sigmaTimeS = Math.sqrt(alongZ) / plane.relativeSpeedMps
  return { primaryCovariance, secondaryCovariance, plane: plane.combined, sigmaTimeS }
}

function covarianceOf({ r, v }: CartesianState, { quality, ageS, uncertainty }: Knowledge): number[][] {
  const { semiMajorAxisM, eccentricityM, normalM, dragMPerDay2 } = quality
  return demoCovariance(norm(v) / norm(r), ageS, {
    semiMajorAxisM: semiMajorAxisM * uncertainty,
    eccentricityM: eccentricityM * uncertainty,
    normalM: normalM * uncertainty,
    dragMPerDay2: dragMPerDay2 * uncertainty,
  })
}

export function probabilityOf(plane: PlaneCovariance, missM: PlaneMiss, radiusM: number): number {
  const principal = principalMiss(missM, plane, radiusM)
  return principal.ok ? circle2d(principal.miss, radiusM) : 0
}
