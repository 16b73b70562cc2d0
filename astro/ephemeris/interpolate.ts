import { missing } from '../missing.ts'
import { type Epoch, secondsBetween } from '../time/epoch.ts'
import type { Vec3 } from '../vec3.ts'
import {
  type Ephemeris,
  type EphemerisFailure,
  type EphemerisState,
  findSegment,
  type PreparedSegment,
} from './ephemeris.ts'
import { hermite, lagrange, type Sample } from './polynomial.ts'

/** A state out of an ephemeris, m and m/s in the frame of its segment, or why there is none. */
export type InterpolatedState =
  | { readonly ok: true; readonly frame: string; readonly r: Vec3; readonly v: Vec3 }
  | { readonly ok: false; readonly reason: EphemerisFailure }

/**
 * The state at an epoch, by the method and degree that the segment asks for: LAGRANGE of degree n through n + 1 states,
 * each component for itself, the velocities from the velocities; HERMITE of degree 2n + 1 (3n + 2 with accelerations)
 * through n + 1 states, the velocity as derivative of the position; LINEAR between two. Nodes lie about the epoch as
 * evenly as the segment allows, never in another one; a segment with fewer states gives a lower degree. Outside the
 * useable span nothing is extrapolated. Source: CCSDS 502.0-B-3, 5.2.3. Reached: a 60 s ephemeris in low orbit gives back
 * its 10 s version to 0.1 mm with the degree it names, 7 (reference set "ephemeris").
 */
export function interpolateState(ephemeris: Ephemeris, epoch: Epoch): InterpolatedState {
  const found = findSegment(ephemeris, epoch)
  if (!found.ok) return found
  const { segment } = found
  const t = secondsBetween(segment.origin, epoch)
  const { states, frame } = segment.segment
  const exact = lastAtOrBefore(segment.times, t)
  const node = states[exact]
  // A state of the file is given back as it is written, to the last digit.
  if (node !== undefined && segment.times[exact] === t) return { ok: true, frame, r: node.r, v: node.v }
  return { ok: true, frame, ...byMethod(segment, t, exact) }
}

/** The last index whose time is not after t, -1 before all of them. Times rise. */
export function lastAtOrBefore(times: Float64Array, t: number): number {
  let [low, high] = [0, times.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((times[middle] ?? missing()) <= t) low = middle + 1
    else high = middle
  }
  return low - 1
}

/**
 * The polynomial of the segment's method at a time, from nodes about it. By Lagrange position and velocity are two
 * functions that know nothing of each other, and the velocity is no more than nearly the rate of the position; by
 * Hermite it is that rate.
 */
function byMethod(segment: PreparedSegment, t: number, before: number): { readonly r: Vec3; readonly v: Vec3 } {
  if (segment.interpolation !== 'HERMITE') {
    // A degree d takes d + 1 states.
    const count = segment.interpolation === 'LINEAR' ? 2 : segment.degree + 1
    const nodes = nodesAbout(segment, before, count)
    const at = (of: (state: EphemerisState) => Vec3) =>
      lagrange(
        nodes.map(({ time, state }) => ({ time, values: [of(state)] })),
        t,
      )
    return { r: at(({ r }) => r), v: at(({ v }) => v) }
  }
  // Accelerations count only where all states have them.
  const withA = segment.segment.states.every(({ a }) => a !== undefined)
  const nodes = nodesAbout(segment, before, Math.ceil((segment.degree + 1) / (withA ? 3 : 2)))
  const samples = nodes.map(
    ({ time, state: { r, v, a } }): Sample => ({ time, values: withA && a ? [r, v, a] : [r, v] }),
  )
  const { value, slope } = hermite(samples, t)
  return { r: value, v: slope }
}

/**
 * The states nearest to the time, half of them before it: the error of interpolation, f⁽ⁿ⁺¹⁾/(n + 1)! Π (t − t_k), is
 * least there and grows quickly towards the outermost nodes (Runge's phenomenon).
 */
function nodesAbout({ times, segment }: PreparedSegment, before: number, count: number) {
  const from = Math.max(0, Math.min(before + 1 - Math.floor(count / 2), times.length - count))
  return segment.states.slice(from, from + count).map((state, k) => ({ time: times[from + k] ?? missing(), state }))
}
