import { type Comparison, compare } from '@apsis/astro/measurement/compare.ts'
import type { ResidualRow } from '@apsis/astro/measurement/determination.ts'
import type { Observation } from '@apsis/astro/measurement/observation.ts'
import type { CartesianState } from '@apsis/astro/orbit/elements.ts'
import type { Epoch } from '@apsis/astro/time/epoch.ts'
import { formatTime } from '@apsis/astro/time/format-time.ts'
import type { LineResidual } from '@apsis/contract/odt/observation/range-report.ts'
import type { Track } from './read-track.ts'

type Orbits = {
  /** The orbit that was known before; null where it has no state. */
  readonly before: (epoch: Epoch) => CartesianState | null
  /** The row of the fit for a measurement; undefined where no orbit came of the track, or it was not fitted. */
  readonly rowOf: (observation: Observation) => ResidualRow | undefined
  /** Whether what was measured then was left out by hand. */
  readonly isLeftOut: (epoch: Epoch) => boolean
}

/** Each range and range rate of a track beside the orbit of before, and beside the one that was fitted where there is one. */
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

/** Null where the orbit has no state then, or the object is so low that the air has no model. */
function comparedWith(one: Observation, site: Track['site'], at: Orbits['before']): Comparison | null {
  if (at(one.epoch) === null) return null
  const found = compare(one, site, (epoch) => {
    const state = at(epoch)
    if (state === null) throw new RangeError('the orbit has no state at a measurement')
    return state
  })
  return 'reason' in found ? null : (found[0] ?? null)
}
