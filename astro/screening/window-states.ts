import type { StateAt } from '../conjunction/closest-approach.ts'
import { approachBetween, type ClosestApproach, distanceRate } from '../conjunction/closest-approach.ts'
import type { CartesianState } from '../orbit/elements.ts'
import type { Span } from './screening-object.ts'

/** The grid on which minima are looked for, s: that of the exhaustive reference. */
export const STEP_S = 10
// Of a point mass: µ, and what a bounded object's fall differs from it by at most (astro/kernel/assembly/bounds.ts).
const GM = 3.986008e14
const EPSILON_MPS2 = 0.047
// The kernel is within these of the exact states (engine/kernel.test.ts), each of two objects.
const KERNEL_M = 2e-3
const KERNEL_MPS = 2e-6
const NUMBERS = 6

/** States of one object on the grid of a window, six numbers for each time; those of the kernel are as good as any. */
export type GridStates = (place: number, seconds: Float64Array) => Float64Array

/** Closest approaches of bounded objects in one window, each near enough and between two times of the grid. */
export type ListApproaches = (pair: readonly [number, number], within: Span) => ClosestApproach[]

/**
 * For one window. Between which times of the grid a pair has a minimum, and whether that can be near, is seen by the states of
 * the grid, once for each object however many pairs ask; the minimum itself is found by the exact ones, `exactOf`.
 */
export function makeWindowStates(
  span: Span,
  thresholdM: number,
  { exactOf, gridStates }: { readonly exactOf: (place: number) => StateAt; readonly gridStates: GridStates },
): ListApproaches {
  const count = Math.ceil((span.toS - span.fromS) / STEP_S) + 1
  const times = Float64Array.from({ length: count }, (_, index) => Math.min(span.toS, span.fromS + index * STEP_S))
  const known = new Map<number, Float64Array>()
  const statesOf = (place: number): Float64Array => {
    const states = known.get(place) ?? gridStates(place, times)
    known.set(place, states)
    return states
  }
  return ([first, second], within) => {
    const [from, to] = [within.fromS, within.toS].map((time) => Math.ceil((time - span.fromS) / STEP_S)) as [
      number,
      number,
    ]
    const [one, other] = [statesOf(first), statesOf(second)]
    const found: ClosestApproach[] = []
    let before = glance(one, other, from)
    for (let index = from + 1; index <= to; index += 1) {
      const after = glance(one, other, index)
      if (before.rate < before.doubt && after.rate > -after.doubt && leastBetween(before, after) < thresholdM) {
        const minimum = exactBetween([exactOf(first), exactOf(second)], times[index - 1] ?? 0, times[index] ?? 0)
        if (minimum !== undefined) found.push(minimum)
      }
      before = after
    }
    return found
  }
}

/** The minimum between two times, if the exact states say that there is one. */
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
  /** Half the rate of the squared distance, and how far it may be from that of the exact states. */
  readonly rate: number
  readonly doubt: number
}

function glance(one: Float64Array, other: Float64Array, index: number): Glance {
  const at = NUMBERS * index
  const [ax = 0, ay = 0, az = 0] = [one[at], one[at + 1], one[at + 2]]
  const [bx = 0, by = 0, bz = 0] = [other[at], other[at + 1], other[at + 2]]
  const [x, y, z] = [bx - ax, by - ay, bz - az]
  const vx = (other[at + 3] ?? 0) - (one[at + 3] ?? 0)
  const vy = (other[at + 4] ?? 0) - (one[at + 4] ?? 0)
  const vz = (other[at + 5] ?? 0) - (one[at + 5] ?? 0)
  const distance = Math.sqrt(x * x + y * y + z * z)
  const speed = Math.sqrt(vx * vx + vy * vy + vz * vz)
  // Two that fly by the same numbers are the same by the exact states, too: they have no minimum.
  const doubt = distance === 0 && speed === 0 ? 0 : KERNEL_M * (speed + KERNEL_MPS) + KERNEL_MPS * distance
  const radiusM = Math.sqrt(Math.min(ax * ax + ay * ay + az * az, bx * bx + by * by + bz * bz))
  return { x, y, z, radiusM, rate: x * vx + y * vy + z * vz, doubt }
}

/**
 * A lower bound of the distance of two bounded objects between two times a step apart. The vector between them differs from
 * the straight way between its ends by an eighth of the square of the step times its acceleration, which is at most
 * K|d| + 2ε with K = 2µ/ρ³ (astro/kernel/assembly/meeting.ts).
 */
function leastBetween(from: Glance, to: Glance): number {
  const [wx, wy, wz] = [to.x - from.x, to.y - from.y, to.z - from.z]
  const way2 = wx * wx + wy * wy + wz * wz
  const along = -(from.x * wx + from.y * wy + from.z * wz)
  const part = way2 > 0 ? Math.max(0, Math.min(1, along / way2)) : 0
  const [x, y, z] = [from.x + part * wx, from.y + part * wy, from.z + part * wz]
  const rho = 0.97 * Math.min(from.radiusM, to.radiusM)
  const farthest2 = Math.max(from.x ** 2 + from.y ** 2 + from.z ** 2, to.x ** 2 + to.y ** 2 + to.z ** 2)
  const acceleration = ((2 * GM) / rho ** 3) * Math.sqrt(farthest2) + 2 * EPSILON_MPS2
  return Math.sqrt(x * x + y * y + z * z) - (STEP_S * STEP_S * acceleration) / 8 - KERNEL_M
}

/** The states of an object of its own flight. */
export function ownStates(flight: StateAt, seconds: Float64Array): Float64Array {
  const states = new Float64Array(NUMBERS * seconds.length)
  seconds.forEach((time, at) => {
    const { r, v }: CartesianState = flight(time)
    states.set(r, NUMBERS * at)
    states.set(v, NUMBERS * at + 3)
  })
  return states
}
