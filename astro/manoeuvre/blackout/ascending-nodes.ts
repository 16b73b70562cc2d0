import { findIntervals } from '../../time/intervals.ts'
import { type OrbitAtTca, statesBefore } from './eclipse.ts'

/** The step of statesBefore(): an object in low orbit is north of the equator for 45 minutes. */
const STEP_S = 300
/** Drawn, not commanded: an object in low orbit moves 8 km in a second. */
const EDGE_S = 0.1

/**
 * When an object comes north over the equator, from `fromS` on (seconds after TCA, negative) to TCA, in the order of time: where its
 * z in GCRF passes 0 upwards, flown backwards from the message with J2. The pole of GCRF stands 0.15° off that of the
 * Earth in 2026 (precession, 20″ a year): a node is a few seconds off the one over the true equator.
 */
export function ascendingNodesBefore({ state }: Pick<OrbitAtTca, 'state'>, fromS: number): number[] {
  if (!(fromS < 0)) return []
  const stateAt = statesBefore(state, fromS)
  const steps = Math.ceil(-fromS / STEP_S)
  const samples = Array.from({ length: steps + 1 }, (_, k) => fromS * (1 - k / steps))
  const north = findIntervals((seconds) => stateAt(seconds).r[2], samples, EDGE_S)
  // An object that is north already at the start came there before.
  return north.flatMap(({ startS }) => (startS > fromS ? [startS] : []))
}
