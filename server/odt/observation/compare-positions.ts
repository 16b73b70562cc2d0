import { type Candidate, compareTrack } from '@apsis/astro/measurement/associate.ts'
import { compare } from '@apsis/astro/measurement/compare.ts'
import type { Observation } from '@apsis/astro/measurement/observation.ts'
import { positionResidual } from '@apsis/astro/measurement/position-residual.ts'
import { addSeconds, type Epoch, secondsBetween } from '@apsis/astro/time/epoch.ts'
import { formatTime } from '@apsis/astro/time/format-time.ts'
import { norm } from '@apsis/astro/vec3.ts'
import type { PositionResiduals } from '@apsis/contract/odt/observation/position-residuals.ts'
import type { Track } from './read-track.ts'

type PositionComparison = Omit<PositionResiduals, 'fileId' | 'isSimulated'>

const NONE: PositionComparison = { catalogueId: null, alongTrackOffset: null, measurements: [] }
const MILLIMETRES_PER_M = 1_000
const toMillimetre = (metres: number) => Math.round(metres * MILLIMETRES_PER_M) / MILLIMETRES_PER_M

/** Converts each measurement of a track to a displacement of the object from its orbit, after correction by the track's time offset. */
export function comparePositions(
  track: Track,
  candidate: Candidate | undefined,
  leftOut: ReadonlySet<number> = new Set(),
): PositionComparison {
  // The metric changes the choice of the best object, but no residual.
  const compared = candidate && compareTrack(track.angles, candidate, { metric: 'ANGULAR_DISTANCE', leftOut })
  if (!compared) return NONE
  const { timeBiasS } = compared.fit
  const ranges = rangesOf(track)
  const stateAt = (epoch: Epoch) => {
    const state = candidate.at(secondsBetween(track.origin, epoch) - timeBiasS)
    if (state === null) throw new RangeError('the orbit has no state at a measurement')
    return state
  }
  const measurements = compared.measurements.map(({ residual, line }, place) => {
    const epoch = addSeconds(track.origin, track.angles[place]?.seconds ?? 0)
    const rangeResidualM = rangeResidualAt(track.site, ranges.get(keyOf(epoch)), stateAt)
    const object = stateAt(addSeconds(epoch, -line.lightTimeS))
    const found = positionResidual(residual, line, { object, ...(rangeResidualM === null ? {} : { rangeResidualM }) })
    return {
      epoch: `${formatTime(epoch, { digits: 3 })}Z`,
      radial: toMillimetre(found.radialM),
      inTrack: toMillimetre(found.inTrackM),
      crossTrack: toMillimetre(found.crossTrackM),
      isRangeMeasured: rangeResidualM !== null,
    }
  })
  const speedMps = norm(stateAt(track.origin).v)
  return { catalogueId: Number(candidate.id), alongTrackOffset: toMillimetre(-timeBiasS * speedMps), measurements }
}

const keyOf = ({ taiS, taiFs }: Epoch) => `${taiS} ${taiFs}`

/** Returns the distances of a track by their times; if there are several at one time, the first. */
function rangesOf({ observations }: Track): ReadonlyMap<string, Observation> {
  const ranges = observations.filter(({ kind }) => kind === 'range')
  return new Map(ranges.reverse().map((one) => [keyOf(one.epoch), one]))
}

/** Returns measured minus computed distance at the time of a direction, m; null if none was measured, or the air has no model. */
function rangeResidualAt(
  site: Track['site'],
  range: Observation | undefined,
  stateAt: Parameters<typeof compare>[2],
): number | null {
  const found = range && compare(range, site, stateAt)
  return found === undefined || 'reason' in found ? null : (found[0]?.residual ?? null)
}
