import { type CombinedCase, covarianceSensitivity } from '../conjunction/probability/sensitivity.ts'
import { rtnAxes } from '../conjunction/rtn.ts'
import { GM_EARTH } from '../constants.ts'
import { type Mat3, transform, transpose } from '../mat3.ts'
import type { CartesianState } from '../orbit/elements.ts'
import { dot, norm, scale, subtract, type Vec3 } from '../vec3.ts'

/** An object at TCA in an inertial frame, and its displacement at TCA, m in RTN, per relative change of the density. */
export interface ObjectUnderDrag {
  readonly state: CartesianState
  readonly sensitivityRtnM: Vec3
}

/** A rung: the probability at a multiple of the forecast density, for both objects or for only one of them. */
export interface DragRung {
  readonly factor: number
  readonly both: number
  readonly first: number
  readonly second: number
}

/** From half to three times the forecast: the range that a storm can cause in low orbits. */
export const DRAG_FACTORS = [0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3] as const

/**
 * Returns the displacement of an object until TCA by a denser atmosphere, m in RTN per relative change of the density: ahead by 3/2 a t², below
 * by 2 a t / n, where a is the deceleration by drag (m/s²) and t the forecast time of its orbit (s). Source: the along-track solution of Clohessy
 * and Wiltshire for a constant deceleration, without its oscillations (some 4 a / n²). It is up to 0.75 % too low along track at 400 km, because
 * decay itself increases drag. If a message states its sensitivity, that value is better.
 */
export function brakingSensitivity({ r, v }: CartesianState, brakingMps2: number, forecastS: number): Vec3 {
  const semiMajorAxisM = 1 / (2 / norm(r) - dot(v, v) / GM_EARTH)
  const meanMotion = Math.sqrt(GM_EARTH / semiMajorAxisM ** 3)
  return [(-2 * brakingMps2 * forecastS) / meanMotion, 1.5 * brakingMps2 * forecastS ** 2, 0]
}

const shiftOf = ({ state, sensitivityRtnM }: ObjectUnderDrag, factor: number): Vec3 =>
  scale(transform(transpose(rtnAxes(state)), sensitivityRtnM), factor - 1)

/**
 * Returns the probability in the hard-body circle as a function of the density relative to the forecast: for both objects, because the atmosphere
 * is the same (AMOS 2015, Hejduk, Newman and others: the space weather trade space), and for each alone. `axes` are the axes of the conjunction
 * plane in the frame of the states; both objects pass it on straight lines, so a later closest approach changes nothing in it. Covariances do not
 * change. Empty if they cannot be repaired.
 */
export function dragLadder(
  conjunction: CombinedCase & { readonly axes: Mat3 },
  [first, second]: readonly [ObjectUnderDrag, ObjectUnderDrag],
  factors: readonly number[] = DRAG_FACTORS,
): DragRung[] {
  const { axes, missM, combined, radiusM } = conjunction
  const probability = (firstFactor: number, secondFactor: number): number | undefined => {
    const moved = subtract(shiftOf(second, secondFactor), shiftOf(first, firstFactor))
    const [x, y] = transform(axes, moved)
    const there = { missM: [missM[0] + x, missM[1] + y] as const, combined, radiusM }
    return covarianceSensitivity(there, [1])[0]?.probability
  }
  return factors.flatMap((factor) => {
    const [both, one, other] = [probability(factor, factor), probability(factor, 1), probability(1, factor)]
    if (both === undefined || one === undefined || other === undefined) return []
    return [{ factor, both, first: one, second: other }]
  })
}
