import type { StateAt } from '../conjunction/closest-approach.ts'
import { approachBetween, type ClosestApproach, distanceRate } from '../conjunction/closest-approach.ts'
import type { CartesianState } from '../orbit/elements.ts'
import { dot, norm, subtract, type Vec3 } from '../vec3.ts'
import type { Span } from './screening-object.ts'

/** The grid on which minima are looked for, s: that of the exhaustive reference. */
export const STEP_S = 10
// Of a point mass: µ, and what a bounded object's fall differs from it by at most (astro/kernel/assembly/bounds.ts).
const GM = 3.986008e14
const EPSILON_MPS2 = 0.047

/** The states of objects on the grid of one window; each is computed once, however many pairs ask for it. */
export interface WindowStates {
  /** Closest approaches of a pair below `nearerThanM` between two times of the grid; all where that is undefined. */
  list(pair: readonly [number, number], within: Span, nearerThanM: number | undefined): ClosestApproach[]
}

export function makeWindowStates(flightOf: (place: number) => StateAt, span: Span): WindowStates {
  const known = new Map<number, (CartesianState | undefined)[]>()
  const timeAt = (index: number) => Math.min(span.toS, span.fromS + index * STEP_S)
  const stateOf = (place: number, index: number): CartesianState => {
    const states = known.get(place) ?? []
    known.set(place, states)
    const state = states[index] ?? flightOf(place)(timeAt(index))
    states[index] = state
    return state
  }
  return {
    list: ([first, second], within, nearerThanM) => {
      const [from, to] = [within.fromS, within.toS].map((time) => Math.ceil((time - span.fromS) / STEP_S)) as [
        number,
        number,
      ]
      const at = (index: number) => {
        const [primary, secondary] = [stateOf(first, index), stateOf(second, index)]
        return { primary, secondary, seconds: timeAt(index), rate: distanceRate(primary, secondary) }
      }
      const found: ClosestApproach[] = []
      let before = at(from)
      for (let index = from + 1; index <= to; index += 1) {
        const after = at(index)
        const isMinimum = before.rate < 0 && after.rate >= 0
        if (isMinimum && (nearerThanM === undefined || leastBetween(before, after) < nearerThanM)) {
          found.push(approachBetween([flightOf(first), flightOf(second)], before, after))
        }
        before = after
      }
      return found
    },
  }
}

interface Both {
  readonly primary: CartesianState
  readonly secondary: CartesianState
}

/**
 * A lower bound of the distance of two bounded objects between two times a step apart. The vector between them differs from
 * the straight way between its ends by an eighth of the square of the step times its acceleration, which is at most
 * K|d| + 2ε with K = 2µ/ρ³ (astro/kernel/assembly/meeting.ts).
 */
function leastBetween(before: Both, after: Both): number {
  const [from, to] = [before, after].map(({ primary, secondary }) => subtract(secondary.r, primary.r)) as [Vec3, Vec3]
  const way = subtract(to, from)
  const part = Math.max(0, Math.min(1, -dot(from, way) / dot(way, way)))
  const nearest = norm([from[0] + part * way[0], from[1] + part * way[1], from[2] + part * way[2]])
  const rho =
    0.97 * Math.min(...[before, after].flatMap(({ primary, secondary }) => [norm(primary.r), norm(secondary.r)]))
  const acceleration = ((2 * GM) / rho ** 3) * Math.max(norm(from), norm(to)) + 2 * EPSILON_MPS2
  return nearest - (STEP_S * STEP_S * acceleration) / 8
}
