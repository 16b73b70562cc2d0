import { findIntervals } from '../../time/intervals.ts'
import { type OrbitAtTca, statesBefore } from './eclipse.ts'

/** The step of statesBefore(): an object in low orbit is north of the equator for 45 minutes. */
const STEP_S = 300
/** The nodes are only drawn, not commanded: an object in low orbit moves 8 km in a second. */
const EDGE_S = 0.1

/**
 * Returns the times of an object's ascending nodes from `fromS` (seconds after TCA, negative) to TCA, in ascending order: its z in GCRF passes 0
 * upwards. The orbit is propagated backwards from the message with J2. The pole of GCRF is 0.15° away from the Earth's pole in 2026 (precession,
 * 20″ a year), so a node differs by a few seconds from the crossing of the true equator.
 */
export function ascendingNodesBefore({ state }: Pick<OrbitAtTca, 'state'>, fromS: number): number[] {
  if (!(fromS < 0)) return []
  const stateAt = statesBefore(state, fromS)
  const steps = Math.ceil(-fromS / STEP_S)
  const samples = Array.from({ length: steps + 1 }, (_, k) => fromS * (1 - k / steps))
  const north = findIntervals((seconds) => stateAt(seconds).r[2], samples, EDGE_S)
  // An object that is already north at the start crossed the equator before it.
  return north.flatMap(({ startS }) => (startS > fromS ? [startS] : []))
}
