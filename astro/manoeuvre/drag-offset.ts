import { rtnAxes } from '../conjunction/rtn.ts'
import { transform, transpose } from '../mat3.ts'
import type { CartesianState } from '../orbit/elements.ts'
import { addSeconds } from '../time/epoch.ts'
import { add, subtract } from '../vec3.ts'
import { type DragChange, type DragFlightFrame, fly } from './drag-flight.ts'
import { type Displacement, throughNodes } from './plan-drag.ts'

/** The shift of a craft by a change of area. */
export interface DragOffset {
  /** In R, T, N of the craft without a change, if the density is `factor` times the forecast: m, m/s. Zero before the start. */
  readonly at: (seconds: number, factor?: number) => Displacement
  /** Returns a state of the craft without a change, shifted by the displacement. */
  readonly moved: (state: CartesianState, seconds: number, factor?: number) => CartesianState
}

/**
 * Density factors for which the orbit is propagated; the effect of other factors is interpolated by a polynomial that is 0 at 0. The polynomial
 * is of second degree, because a craft that sinks faster meets a denser atmosphere (throughNodes).
 */
const FACTORS = [1, 2] as const

/**
 * Returns the shift of a path by a change of area, from its start to the end of the frame: the difference of two propagations with drag, in the
 * axes of the craft. One pair of propagations is enough for all events of the craft. Its messages give positions some kilometres apart; that is a
 * thousandth of the radius, and rotates the axes by 0.1 %. Differences in the radial, transverse and normal axes change little along a
 * revolution, and can be added to any nearby state.
 */
export function makeDragOffset(
  start: CartesianState,
  { origin, startS, endS, forces }: DragFlightFrame,
  { holdS, usualM2PerKg, heldM2PerKg }: Omit<DragChange, 'startS'>,
): DragOffset {
  // The time at which the craft turns back, at the end of the frame at the latest.
  const turnS = Math.min(endS, startS + holdS)
  const pair = (factor: number) => {
    const usual = fly(start, { origin, fromS: startS, toS: endS, forces: forces(factor * usualM2PerKg) })
    const held = fly(start, { origin, fromS: startS, toS: turnS, forces: forces(factor * heldM2PerKg) })
    const coast = { origin, fromS: turnS, toS: endS, forces: forces(factor * usualM2PerKg) }
    const rest = turnS < endS ? fly(held.end, coast) : held
    return (seconds: number): Displacement => {
      const epoch = addSeconds(origin, seconds)
      const still = usual.stateAt(epoch)
      // The path consists of two propagations: one while the attitude is held, one after it. They join at the time at which the craft turns back.
      const there = (seconds < turnS ? held : rest).stateAt(epoch)
      const toRtn = rtnAxes(still)
      return { dr: transform(toRtn, subtract(there.r, still.r)), dv: transform(toRtn, subtract(there.v, still.v)) }
    }
  }
  // A factor on the density equals a factor on Cd A/m. A pair of propagations is made at the first request for its factor.
  const pairs = new Map<number, (seconds: number) => Displacement>()
  const flown = (factor: number) => {
    const known = pairs.get(factor) ?? pair(factor)
    pairs.set(factor, known)
    return known
  }
  const at = (seconds: number, factor = 1): Displacement => {
    // Before the change, and without a change, the displacement is zero.
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
