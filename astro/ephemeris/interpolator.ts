import { missing } from '../missing.ts'
import { type Epoch, secondsBetween } from '../time/epoch.ts'
import type { Vec3 } from '../vec3.ts'
import { haveAccelerations, STATE_NUMBERS, type StateColumns, stateAt } from './columns.ts'
import type { Ephemeris, EphemerisFailure, PreparedSegment } from './ephemeris.ts'
import { lastAtOrBefore } from './interpolate.ts'

/** A state, m and m/s in the frame of its segment, or the reason why there is none. */
export type StateAt =
  | { readonly ok: true; readonly r: Vec3; readonly v: Vec3 }
  | { readonly ok: false; readonly reason: EphemerisFailure }

/**
 * Returns interpolateState as a function of seconds after `start`, for a hundred thousand calls on one ephemeris: the states are prepared once,
 * and the polynomials of the last interval are stored. It uses the same nodes, method and degree; accuracy: equal to rounding, 1e-7 m. Calls in
 * the order of time, or often in one interval, are fastest.
 */
export function makeInterpolator({ segments }: Ephemeris, start: Epoch): (seconds: number) => StateAt {
  const pieces = segments.map((segment) => makePiece(segment, start))
  const starts = Float64Array.from(pieces, ({ fromS }) => fromS)
  return (seconds) => {
    const piece = pieces[lastAtOrBefore(starts, seconds)]
    if (piece === undefined) return { ok: false, reason: pieces.length === 0 ? 'no-states' : 'before-start' }
    // If one segment ends as the next starts, the search has found the next one: the state after a manoeuvre.
    if (seconds <= piece.toS) return { ok: true, ...piece.stateAt(seconds) }
    return { ok: false, reason: piece === pieces.at(-1) ? 'after-stop' : 'between-segments' }
  }
}

/** Position in m and velocity in m/s, in the frame of the segment. */
interface Motion {
  readonly r: Vec3
  readonly v: Vec3
}

interface Piece {
  /** Its usable span, seconds after the requested start. */
  readonly fromS: number
  readonly toS: number
  readonly stateAt: (seconds: number) => Motion
}

/** Makes one segment, with the polynomial of the last interval: a screening evaluates some hundred times between two states. */
function makePiece(segment: PreparedSegment, start: Epoch): Piece {
  const { states } = segment.segment
  const sinceOrigin = secondsBetween(segment.origin, start)
  const polynomial = segment.interpolation === 'HERMITE' ? makeHermite(segment) : makeLagrange(segment)
  let held = Number.NaN
  return {
    fromS: secondsBetween(start, segment.start),
    toS: secondsBetween(start, segment.stop),
    stateAt: (seconds) => {
      const t = sinceOrigin + seconds
      const before = lastAtOrBefore(segment.times, t)
      // A node is returned as it was written; the barycentric form would divide by 0 there.
      if (before >= 0 && segment.times[before] === t) return stateAt(states, before)
      // All times between two states have the same nodes: the polynomial is made once for them.
      if (before !== held) polynomial.hold(firstNode(segment, before, polynomial.nodes))
      held = before
      return polynomial.at(t)
    },
  }
}

/**
 * Returns the first of the nodes, which are as evenly distributed about the time as the segment allows: polynomials are most accurate in the
 * middle. Near the ends of a segment they are the first or the last ones, because no other segment may be used.
 */
function firstNode({ times }: PreparedSegment, before: number, nodes: number): number {
  return Math.max(0, Math.min(before + 1 - Math.floor(nodes / 2), times.length - nodes))
}

interface Polynomial {
  /** The number of states of the polynomial. */
  readonly nodes: number
  /** Makes the polynomial for the states from `first` on. */
  readonly hold: (first: number) => void
  readonly at: (t: number) => Motion
}

/**
 * Makes Lagrange's polynomial in barycentric form, p(t) = Σ w_k f_k/(t − t_k) / Σ w_k/(t − t_k) with w_k = 1/Π (t_k − t_j), which is stable and
 * needs a single pass over the nodes (Berrut and Trefethen, SIAM Review 46, 2004). The six components share one set of weights. A time that
 * equals a node is handled before, by the node itself.
 */
function makeLagrange({ segment, times, interpolation, degree }: PreparedSegment): Polynomial {
  // A degree d needs d + 1 states; a segment with fewer has a lower degree.
  const nodes = Math.min(times.length, interpolation === 'LINEAR' ? 2 : degree + 1)
  const values = segment.states.states
  const weights = new Float64Array(nodes)
  let from = 0
  return {
    nodes,
    hold: (first) => {
      from = first
      // Any scale is possible, because it is equal in all weights. This one keeps them near 1.
      const span = (times[first + nodes - 1] ?? missing()) - (times[first] ?? missing())
      for (let k = 0; k < nodes; k += 1) {
        let weight = 1
        for (let other = 0; other < nodes; other += 1) {
          if (other !== k) weight *= span / ((times[first + k] ?? missing()) - (times[first + other] ?? missing()))
        }
        weights[k] = weight
      }
    },
    at: (t) => {
      // Position and velocity are interpolated separately. Both sums share their weights, whose scale cancels.
      let [sum, x, y, z, vx, vy, vz] = [0, 0, 0, 0, 0, 0, 0]
      for (let k = 0; k < nodes; k += 1) {
        const weight = (weights[k] ?? missing()) / (t - (times[from + k] ?? missing()))
        const row = 6 * (from + k)
        sum += weight
        x += weight * (values[row] ?? missing())
        y += weight * (values[row + 1] ?? missing())
        z += weight * (values[row + 2] ?? missing())
        vx += weight * (values[row + 3] ?? missing())
        vy += weight * (values[row + 4] ?? missing())
        vz += weight * (values[row + 5] ?? missing())
      }
      return { r: [x / sum, y / sum, z / sum], v: [vx / sum, vy / sum, vz / sum] }
    },
  }
}

/**
 * Makes Hermite's polynomial in Newton's form: each node is repeated twice, or three times with accelerations, and if all knots of a divided
 * difference coincide it is the derivative f⁽ᵏ⁾/k! there. The coefficients are computed once for a set of nodes. `at` evaluates value and
 * derivative together by Horner's scheme: v ← v s + p, p ← p s + c from the highest coefficient down.
 */
function makeHermite({ segment, times, degree }: PreparedSegment): Polynomial {
  const { states } = segment
  // A state gives two conditions for each axis, three with accelerations: a degree d needs (d + 1)/2 or (d + 1)/3 states, rounded up.
  const each = haveAccelerations(states) ? 3 : 2
  const nodes = Math.min(times.length, Math.ceil((degree + 1) / each))
  const values = each === 3 ? layOut(states) : states.states
  const length = each * nodes
  const knots = new Float64Array(length)
  const coefficients = [new Float64Array(length), new Float64Array(length), new Float64Array(length)] as const
  return {
    nodes,
    hold: (first) => {
      for (let j = 0; j < length; j += 1) knots[j] = times[first + Math.floor(j / each)] ?? missing()
      coefficients.forEach((column, axis) => {
        divideDifferences(column, knots, (knot, derivative) => {
          const node = first + Math.floor(knot / each)
          return values[3 * (each * node + derivative) + axis] ?? missing()
        })
      })
    },
    at: (t) => {
      const [x, y, z] = coefficients
      // The velocity is the derivative of the position's polynomial, which equals the velocities of the states at its nodes.
      let [px, py, pz, vx, vy, vz] = [0, 0, 0, 0, 0, 0]
      for (let j = length - 1; j >= 0; j -= 1) {
        const s = t - (knots[j] ?? missing())
        vx = vx * s + px
        vy = vy * s + py
        vz = vz * s + pz
        px = px * s + (x[j] ?? missing())
        py = py * s + (y[j] ?? missing())
        pz = pz * s + (z[j] ?? missing())
      }
      return { r: [px, py, pz], v: [vx, vy, vz] }
    },
  }
}

/**
 * Computes divided differences in place, from the last knot of each order backwards, so that those of the next lower order are still available.
 * f[t_(j−k) … t_j] = (f[t_(j−k+1) … t_j] − f[t_(j−k) … t_(j−1)])/(t_j − t_(j−k)). The result is f[t_0], f[t_0, t_1] and so on: the coefficients
 * of Newton's form, for which no other entry of the scheme is needed.
 */
function divideDifferences(
  column: Float64Array,
  knots: Float64Array,
  nodeValue: (knot: number, derivative: number) => number,
): void {
  for (let j = 0; j < column.length; j += 1) column[j] = nodeValue(j, 0)
  let factorial = 1
  for (let order = 1; order < column.length; order += 1) {
    factorial *= order
    for (let j = column.length - 1; j >= order; j -= 1) {
      const span = (knots[j] ?? missing()) - (knots[j - order] ?? missing())
      column[j] =
        span === 0 ? nodeValue(j, order) / factorial : ((column[j] ?? missing()) - (column[j - 1] ?? missing())) / span
    }
  }
}

/** Stores the three vectors of each state one after the other. */
function layOut({ count, states, accelerations = new Float64Array() }: StateColumns): Float64Array {
  const all = new Float64Array(9 * count)
  for (let row = 0; row < count; row += 1) {
    all.set(states.subarray(STATE_NUMBERS * row, STATE_NUMBERS * (row + 1)), 9 * row)
    all.set(accelerations.subarray(3 * row, 3 * (row + 1)), 9 * row + STATE_NUMBERS)
  }
  return all
}
