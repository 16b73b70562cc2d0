import { compareEpochs, type Epoch } from '../time/epoch.ts'

/**
 * Returns the element set that holds at an instant, of several of one object: that with the last epoch at or before it; null before the first epoch.
 * Supplemental sets of CelesTrak are made in this way: each is fitted to the operator's ephemeris from its epoch on, up to the epoch of the next, so
 * that the set behind a burn must not be used before it, however near its epoch is (celestrak.org/NORAD/documentation/sup-gp-queries.php). Of sets
 * with the same epoch the last one holds. Linear in the number of sets, which may be in any order.
 */
export function elementSetAt<S extends { readonly epoch: Epoch }>(sets: readonly S[], instant: Epoch): S | null {
  return sets.reduce<S | null>((best, set) => {
    const holds = compareEpochs(set.epoch, instant) <= 0
    return holds && (best === null || compareEpochs(set.epoch, best.epoch) >= 0) ? set : best
  }, null)
}
