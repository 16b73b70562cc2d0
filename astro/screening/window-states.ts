import type { StateAt } from '../conjunction/closest-approach.ts'
import { approachBetween, type ClosestApproach, distanceRate } from '../conjunction/closest-approach.ts'
import { missing } from '../missing.ts'
import type { CartesianState } from '../orbit/elements.ts'
import { norm, subtract } from '../vec3.ts'
import { type Approach, listFastApproach } from './fast-approach.ts'
import type { Span } from './screening-object.ts'

/** The step of the grid on which minima are searched, s: the same as in the exhaustive reference. */
export const STEP_S = 10
// µ of a point mass, and the largest difference of a bounded object's acceleration from it (astro/kernel/assembly/bounds.ts). µ is from WGS-72,
// which SGP4 uses; 0.047 m/s² is the largest ε of the kernel, at the Earth's radius (epsilonAt in meeting.ts).
const GM_BOUND_M3_S2 = 3.986008e14
const EPSILON_MPS2 = 0.047
// The largest difference between the kernel's states and the exact states (engine/kernel.test.ts), for two objects.
const KERNEL_M = 2e-3
const KERNEL_MPS = 2e-6
const PLANES = 6
/** A pair that may be near for more steps than this is first evaluated with the states of the grid. */
const FEW_STEPS = 2

/** The times of the grid of a window, in seconds after the start and in minutes. */
export interface GridTimes {
  readonly seconds: Float64Array
  readonly minutes: Float64Array
}

/** Returns the states of one object at the times of the grid, in six planes; the kernel's states are accurate enough. */
export type GridStates = (place: number, times: GridTimes) => Float64Array

/** Returns closest approaches in one window, between two times of the grid; for bounded objects those that are near enough. */
export type ListApproaches = (pair: readonly [number, number], within: Span, isBounded: boolean) => Approach[]

/**
 * Returns the function for one window, with approaches by the exact states, `exactOf`. If the grid has many times, the grid's states first show
 * whether a pair can have a near minimum between two times. They are computed once for each object, for any number of pairs.
 */
export function makeWindowStates(
  span: Span,
  thresholdM: number,
  {
    exactOf,
    gridStates,
    radialM,
  }: {
    readonly exactOf: (place: number) => StateAt
    readonly gridStates: GridStates
    /** Fast pairs with a larger radial distance may be excluded. */
    readonly radialM?: number | undefined
  },
): ListApproaches {
  const count = Math.ceil((span.toS - span.fromS) / STEP_S) + 1
  const seconds = Float64Array.from({ length: count }, (_, index) => Math.min(span.toS, span.fromS + index * STEP_S))
  const times = { seconds, minutes: seconds.map((time) => time / 60) }
  const known = new Map<number, Float64Array>()
  const statesOf = (place: number): Float64Array => {
    const states = known.get(place) ?? gridStates(place, times)
    known.set(place, states)
    return states
  }
  return ([first, second], within, isBounded) => {
    // The steps of the grid from the first sample at or after the start of the part to the one that brackets its end.
    const from = Math.ceil((within.fromS - span.fromS) / STEP_S)
    const to = Math.ceil((within.toS - span.fromS) / STEP_S)
    const flights = [exactOf(first), exactOf(second)] as const
    const found: Approach[] = []
    const lookBetween = (index: number) => {
      const minimum = exactBetween(flights, seconds[index - 1] ?? missing(), seconds[index] ?? missing())
      if (minimum !== undefined) found.push(approachOf(minimum))
    }
    if (isBounded && to - from <= FEW_STEPS) {
      const stretch = { fromS: seconds[from] ?? missing(), toS: seconds[to] ?? missing(), window: span }
      const fast = listFastApproach(flights, stretch, thresholdM, radialM)
      if (fast !== undefined) return fast
      for (let index = from + 1; index <= to; index += 1) lookBetween(index)
      return found
    }
    const [one, other] = [statesOf(first), statesOf(second)]
    let before = glance(one, other, from)
    for (let index = from + 1; index <= to; index += 1) {
      const after = glance(one, other, index)
      const isNear = () => !isBounded || leastBetween(before, after) < thresholdM
      // A minimum is between two samples if the rate changes from below 0 to above. Within `doubt` of 0 the sign is uncertain, and the exact
      // states are used.
      if (before.rate < before.doubt && after.rate > -after.doubt && isNear()) lookBetween(index)
      before = after
    }
    return found
  }
}

/** Returns the data of a closest approach that a sweep stores. */
export function approachOf({ seconds, missDistanceM, primary, secondary }: ClosestApproach): Approach {
  return { seconds, missM: missDistanceM, relativeSpeedMps: norm(subtract(secondary.v, primary.v)) }
}

/**
 * Returns the minimum between two times, if the exact states show that there is one. A rate of 0 at the later time belongs to this step, and at
 * the earlier time to the previous step: no minimum is found twice.
 */
function exactBetween(flights: readonly [StateAt, StateAt], fromS: number, toS: number): ClosestApproach | undefined {
  const rateAt = (seconds: number) => ({ seconds, rate: distanceRate(flights[0](seconds), flights[1](seconds)) })
  const [before, after] = [rateAt(fromS), rateAt(toS)]
  return before.rate < 0 && after.rate >= 0 ? approachBetween(flights, before, after) : undefined
}

/** Two objects at a time of the grid. */
interface Glance {
  readonly x: number
  readonly y: number
  readonly z: number
  /** The smaller of both radii, m. */
  readonly radiusM: number
  /** Half the rate of the squared distance, and its largest possible error compared with the exact states. */
  readonly rate: number
  readonly doubt: number
}

/** Returns relative position, and Δr·Δv, at one time of the grid, from planes of states in m and m/s. */
function glance(one: Float64Array, other: Float64Array, index: number): Glance {
  const count = one.length / PLANES
  const [ax, ay, az] = [one[index] ?? missing(), one[index + count] ?? missing(), one[index + 2 * count] ?? missing()]
  const [bx, by, bz] = [
    other[index] ?? missing(),
    other[index + count] ?? missing(),
    other[index + 2 * count] ?? missing(),
  ]
  const [x, y, z] = [bx - ax, by - ay, bz - az]
  const vx = (other[index + 3 * count] ?? missing()) - (one[index + 3 * count] ?? missing())
  const vy = (other[index + 4 * count] ?? missing()) - (one[index + 4 * count] ?? missing())
  const vz = (other[index + 5 * count] ?? missing()) - (one[index + 5 * count] ?? missing())
  const distance = Math.sqrt(x * x + y * y + z * z)
  const speed = Math.sqrt(vx * vx + vy * vy + vz * vz)
  // Two objects with equal numbers are also equal by the exact states: they have no minimum. d·w of a distance d and a speed w that are known to
  // δd and δw has an error of at most δd (w + δw) + δw d. If the rate is nearer to 0 than this error, the kernel cannot decide on which side of
  // the minimum it is, and the exact states are used.
  const doubt = distance === 0 && speed === 0 ? 0 : KERNEL_M * (speed + KERNEL_MPS) + KERNEL_MPS * distance
  const radiusM = Math.sqrt(Math.min(ax * ax + ay * ay + az * az, bx * bx + by * by + bz * bz))
  return { x, y, z, radiusM, rate: x * vx + y * vy + z * vz, doubt }
}

/**
 * Returns a lower bound of the distance of two bounded objects between two times a step apart. The vector between them differs from the straight
 * line between its ends by an eighth of the square of the step times its acceleration, which is at most K|d| + 2ε with K = 2µ/ρ³
 * (astro/kernel/assembly/meeting.ts).
 */
function leastBetween(from: Glance, to: Glance): number {
  const [wx, wy, wz] = [to.x - from.x, to.y - from.y, to.z - from.z]
  const way2 = wx * wx + wy * wy + wz * wz
  const along = -(from.x * wx + from.y * wy + from.z * wz)
  const part = way2 > 0 ? Math.max(0, Math.min(1, along / way2)) : 0
  const [x, y, z] = [from.x + part * wx, from.y + part * wy, from.z + part * wz]
  const rho = 0.97 * Math.min(from.radiusM, to.radiusM)
  const farthest2 = Math.max(from.x ** 2 + from.y ** 2 + from.z ** 2, to.x ** 2 + to.y ** 2 + to.z ** 2)
  const acceleration = ((2 * GM_BOUND_M3_S2) / rho ** 3) * Math.sqrt(farthest2) + 2 * EPSILON_MPS2
  return Math.sqrt(x * x + y * y + z * z) - (STEP_S * STEP_S * acceleration) / 8 - KERNEL_M
}

/** Returns the states of an object with its own motion. */
export function ownStates(flight: StateAt, { seconds }: GridTimes): Float64Array {
  const count = seconds.length
  const states = new Float64Array(PLANES * count)
  seconds.forEach((time, at) => {
    const { r, v }: CartesianState = flight(time)
    for (const [plane, value] of [...r, ...v].entries()) states[plane * count + at] = value
  })
  return states
}
