import { type Epoch, secondsBetween } from '../time/epoch.ts'
import { norm, subtract } from '../vec3.ts'
import type { Ephemeris, EphemerisState, PreparedSegment } from './ephemeris.ts'

/** Two states of one moment; a file writes times to the millisecond at least. */
const SAME_TIME_S = 1e-3
/** A burn of less is hidden by the rounding of the states, and by what two fits differ. */
const LEAST_MPS = 0.01
/** A burn changes no position at once: where that jumps as well, two orbits were put together. */
const MOST_JUMP_M = 10

/**
 * When the velocity of an ephemeris changes at once: where one segment ends in the moment in which the next begins, at the same place with
 * another velocity. So a file writes an impulse. A burn over which thrust is spread, with states all along, is not seen.
 */
export function impulsesIn({ segments }: Ephemeris): Epoch[] {
  return segments.slice(1).flatMap((after, place) => {
    const before = segments[place]
    const [last, first] = [before && useable(before).at(-1), useable(after)[0]]
    if (last === undefined || first === undefined) return []
    if (Math.abs(secondsBetween(last.epoch, first.epoch)) > SAME_TIME_S) return []
    const jumpM = norm(subtract(first.r, last.r))
    const changeMps = norm(subtract(first.v, last.v))
    return jumpM <= MOST_JUMP_M && changeMps >= LEAST_MPS ? [first.epoch] : []
  })
}

/** The states of the useable span. */
function useable({ segment: { states }, start, stop }: PreparedSegment): EphemerisState[] {
  return states.filter(({ epoch }) => secondsBetween(start, epoch) >= 0 && secondsBetween(epoch, stop) >= 0)
}
