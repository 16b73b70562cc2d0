import { type Comparison, compare } from '@apsis/astro/measurement/compare.ts'
import type { ResidualRow } from '@apsis/astro/measurement/determination.ts'
import type { Observation } from '@apsis/astro/measurement/observation.ts'
import type { CartesianState } from '@apsis/astro/orbit/elements.ts'
import type { Epoch } from '@apsis/astro/time/epoch.ts'
import { formatTime } from '@apsis/astro/time/format-time.ts'
import type { LineResidual } from '@apsis/contract/odt/observation/range-report.ts'
import type { Track } from './read-track.ts'

type Orbits = {
  /** The orbit before the fit; null if it has no state. */
  readonly before: (epoch: Epoch) => CartesianState | null
  /** Returns the row of the fit for a measurement; undefined if the track gave no orbit, or the measurement was not fitted. */
  readonly rowOf: (observation: Observation) => ResidualRow | undefined
  /** Returns true if the measurements of a time were excluded by hand. */
  readonly isLeftOut: (epoch: Epoch) => boolean
}

/** Compares each range and range rate of a track with the earlier orbit, and with the fitted one if there is one. */
export function lineResiduals(
  { observations, site }: Pick<Track, 'observations' | 'site'>,
  { before, rowOf, isLeftOut }: Orbits,
): LineResidual[] {
  return observations.flatMap((one): LineResidual[] => {
    if (one.kind !== 'range' && one.kind !== 'range-rate') return []
    const row = rowOf(one)
    return [
      {
        epoch: `${formatTime(one.epoch, { digits: 3 })}Z`,
        quantity: one.kind,
        measured: one.kind === 'range' ? one.rangeM : one.rangeRateMps,
        before: comparedWith(one, site, before)?.residual ?? null,
        after: row?.residual ?? null,
        sigma: one.kind === 'range' ? one.sigmaM : one.sigmaMps,
        isEdited: isLeftOut(one.epoch) || (row !== undefined && row.edited !== null),
      },
    ]
  })
}

/** Returns null if the orbit has no state at that time, or the object is so low that the air has no model. */
function comparedWith(one: Observation, site: Track['site'], at: Orbits['before']): Comparison | null {
  if (at(one.epoch) === null) return null
  const found = compare(one, site, (epoch) => {
    const state = at(epoch)
    if (state === null) throw new RangeError('the orbit has no state at a measurement')
    return state
  })
  return 'reason' in found ? null : (found[0] ?? null)
}
