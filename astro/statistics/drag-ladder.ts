import { type CombinedCase, covarianceSensitivity } from '../conjunction/probability/sensitivity.ts'
import { rtnAxes } from '../conjunction/rtn.ts'
import { GM_EARTH } from '../constants.ts'
import { type Mat3, transform, transpose } from '../mat3.ts'
import type { CartesianState } from '../orbit/elements.ts'
import { dot, norm, scale, subtract, type Vec3 } from '../vec3.ts'

/** An object at TCA in an inertial frame, and where it is then, m in RTN, for each share by which the air is denser than forecast. */
export interface ObjectUnderDrag {
  readonly state: CartesianState
  readonly sensitivityRtnM: Vec3
}

/** A rung: the probability where the air is so many times as dense as forecast for both, or for one of them alone. */
export interface DragRung {
  readonly factor: number
  readonly both: number
  readonly first: number
  readonly second: number
}

/** From half to thrice the forecast: what a storm does to the air of low orbits. */
export const DRAG_FACTORS = [0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3] as const

/**
 * Where denser air takes an object until TCA, m in RTN for each share of the density: ahead by 3/2 a t², below by 2 a t / n, a
 * being what drag brakes it by (m/s²), t the time that its orbit is forecast over (s). Source: the along-track solution of
 * Clohessy and Wiltshire for a steady braking, its oscillations left out (some 4 a / n²). It is up to 0.75 % low along track
 * at 400 km, as decay itself raises the drag. A message that tells its sensitivity knows better.
 */
export function brakingSensitivity({ r, v }: CartesianState, brakingMps2: number, forecastS: number): Vec3 {
  const semiMajorAxisM = 1 / (2 / norm(r) - dot(v, v) / GM_EARTH)
  const meanMotion = Math.sqrt(GM_EARTH / semiMajorAxisM ** 3)
  return [(-2 * brakingMps2 * forecastS) / meanMotion, 1.5 * brakingMps2 * forecastS ** 2, 0]
}

const shiftOf = ({ state, sensitivityRtnM }: ObjectUnderDrag, factor: number): Vec3 =>
  scale(transform(transpose(rtnAxes(state)), sensitivityRtnM), factor - 1)

/**
 * The probability in the hard-body circle over the density of the air, in times of the forecast: for both objects, as the air is
 * the same (AMOS 2015, Hejduk, Newman and others: the space weather trade space), and for each alone. `axes` are those of the
 * conjunction plane in the frame of the states; both objects pass it in straight lines, so that a later closest approach
 * changes nothing in it. Covariances stay as they are. Empty where they are beyond repair.
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
