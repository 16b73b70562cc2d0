import { type Epoch, secondsBetween } from '../time/epoch.ts'
import { norm, subtract } from '../vec3.ts'
import type { EphemerisState } from './columns.ts'
import { stateAt } from './columns.ts'
import type { Ephemeris, PreparedSegment } from './ephemeris.ts'

/** Two states within this are at the same time; files write times at least to the millisecond. */
const SAME_TIME_S = 1e-3
/** A smaller burn is hidden by the rounding of the states, and by the difference of two fits. */
const LEAST_MPS = 0.01
/** A burn does not change a position at once: if the position also jumps, two orbits were combined. */
const MOST_JUMP_M = 10

/**
 * Returns the times of velocity steps in an ephemeris: one segment ends at the time at which the next starts, at the same position with another
 * velocity. Files write an impulse in this way. A burn with distributed thrust and states throughout is not detected.
 */
export function impulsesIn({ segments }: Ephemeris): Epoch[] {
  return segments.slice(1).flatMap((after, place) => {
    const before = segments[place]
    const [last, first] = [before && lastUseable(before), firstUseable(after)]
    if (last === undefined || first === undefined) return []
    if (Math.abs(secondsBetween(last.epoch, first.epoch)) > SAME_TIME_S) return []
    const jumpM = norm(subtract(first.r, last.r))
    const changeMps = norm(subtract(first.v, last.v))
    return jumpM <= MOST_JUMP_M && changeMps >= LEAST_MPS ? [first.epoch] : []
  })
}

function firstUseable(segment: PreparedSegment): EphemerisState | undefined {
  const { states } = segment.segment
  for (let row = 0; row < states.count; row += 1) {
    const state = stateAt(states, row)
    if (isUseable(segment, state)) return state
  }
  return undefined
}

function lastUseable(segment: PreparedSegment): EphemerisState | undefined {
  const { states } = segment.segment
  for (let row = states.count - 1; row >= 0; row -= 1) {
    const state = stateAt(states, row)
    if (isUseable(segment, state)) return state
  }
  return undefined
}

const isUseable = ({ start, stop }: PreparedSegment, { epoch }: EphemerisState) =>
  secondsBetween(start, epoch) >= 0 && secondsBetween(epoch, stop) >= 0
