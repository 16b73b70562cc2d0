import { rtnAxes } from '../conjunction/rtn.ts'
import { transform, transpose } from '../mat3.ts'
import type { CartesianState } from '../orbit/elements.ts'
import { addSeconds } from '../time/epoch.ts'
import { add, subtract } from '../vec3.ts'
import { type DragChange, type DragFlightFrame, fly } from './drag-flight.ts'
import { type Displacement, throughNodes } from './plan-drag.ts'

/** Where a change of area puts a craft, beside where it would have been. */
export interface DragOffset {
  /** In R, T, N of the craft that did nothing, if the density is `factor` times as thought: m, m/s. None before the start. */
  readonly at: (seconds: number, factor?: number) => Displacement
  /** A state of the craft that did nothing, moved by it. */
  readonly moved: (state: CartesianState, seconds: number, factor?: number) => CartesianState
}

/**
 * Densities that are flown, over the forecast; between them the way is a polynomial through none. The polynomial is of
 * second degree, as a craft that comes down faster meets denser air (throughNodes).
 */
const FACTORS = [1, 2] as const

/**
 * The change of a path by a change of area, for every time from its start to the end of the frame: the difference of two flights
 * under drag, in the axes of the craft. One pair of flights serves every event of the craft, whose messages place it some kilometres
 * apart, a thousandth of the way that turns the axes by 0.1 %. Differences in the radial, transverse and normal axes
 * move little along a revolution, and can be added to any state nearby.
 */
export function makeDragOffset(
  start: CartesianState,
  { origin, startS, endS, forces }: DragFlightFrame,
  { holdS, usualM2PerKg, heldM2PerKg }: Omit<DragChange, 'startS'>,
): DragOffset {
  // When the craft turns back, at the end of the frame at the latest.
  const turnS = Math.min(endS, startS + holdS)
  const pair = (factor: number) => {
    const usual = fly(start, { origin, fromS: startS, toS: endS, forces: forces(factor * usualM2PerKg) })
    const held = fly(start, { origin, fromS: startS, toS: turnS, forces: forces(factor * heldM2PerKg) })
    const coast = { origin, fromS: turnS, toS: endS, forces: forces(factor * usualM2PerKg) }
    const rest = turnS < endS ? fly(held.end, coast) : held
    return (seconds: number): Displacement => {
      const epoch = addSeconds(origin, seconds)
      const still = usual.stateAt(epoch)
      // While it holds and behind: two flights that join where the craft turns back.
      const there = (seconds < turnS ? held : rest).stateAt(epoch)
      const toRtn = rtnAxes(still)
      return { dr: transform(toRtn, subtract(there.r, still.r)), dv: transform(toRtn, subtract(there.v, still.v)) }
    }
  }
  // A factor on the density is one on Cd A/m. A pair of flights is made when its factor is first asked for.
  const pairs = new Map<number, (seconds: number) => Displacement>()
  const flown = (factor: number) => {
    const known = pairs.get(factor) ?? pair(factor)
    pairs.set(factor, known)
    return known
  }
  const at = (seconds: number, factor = 1): Displacement => {
    // Before the change, and without one, the craft is where it would have been.
    if (seconds <= startS || holdS <= 0) return { dr: [0, 0, 0], dv: [0, 0, 0] }
    if (factor === 1) return flown(1)(seconds)
    return throughNodes(
      FACTORS.map((one) => flown(one)(seconds)),
      factor,
    )
  }
  return {
    at,
    moved(state, seconds, factor) {
      const { dr, dv } = at(seconds, factor)
      const toInertial = transpose(rtnAxes(state))
      return { r: add(state.r, transform(toInertial, dr)), v: add(state.v, transform(toInertial, dv)) }
    },
  }
}
