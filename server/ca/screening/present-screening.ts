import type { Screening } from '@apsis/contract/ca/screening.ts'
import type { Levels } from '../conjunction/event/encounter.ts'
import type { LinkRow } from './run/link.repository.ts'
import type { describeRuns } from './run/run.service.ts'

export type Run = Awaited<ReturnType<typeof describeRuns>>[number]

/** A screening as the API answers it. */
export function presentScreening(
  run: Run,
  link: LinkRow,
  outcome: { readonly levels: Levels; readonly worst: number | null },
  now: number,
): Screening {
  const { encounters, state, stage, parts } = run
  return {
    screeningId: run.id,
    type: run.type,
    title: link.title,
    satelliteId: link.satellite_id,
    oemFileId: link.ephemeris_id,
    from: run.from.toISOString(),
    to: run.to.toISOString(),
    ...volumeOf(run.threshold),
    objects: run.objects,
    catalogueEpoch: link.catalogue_epoch?.toISOString() ?? null,
    ...{ state, stage, parts },
    timeLeftS: run.timeLeftS ?? null,
    elapsedS: run.startedAt === undefined ? null : ((run.endedAt?.getTime() ?? now) - run.startedAt.getTime()) / 1000,
    result: state === 'done' ? resultOf(encounters, link) : 'NOT_SCREENED',
    encounters,
    levels: outcome.levels,
    worstProbability: outcome.worst,
    notScreened: link.not_screened,
    error: run.error ?? null,
    createdBy: run.createdBy,
    createdAt: run.createdAt.toISOString(),
    startedAt: run.startedAt?.toISOString() ?? null,
    endedAt: run.endedAt?.toISOString() ?? null,
    isSimulated: link.is_simulated,
  }
}

/** Nothing found is no answer where somebody has not been looked at to the end. */
function resultOf(encounters: number, { is_incomplete: isIncomplete }: LinkRow): Screening['result'] {
  if (encounters > 0) return 'CONJUNCTIONS'
  return isIncomplete ? 'NOT_SCREENED' : 'CLEAR'
}

type StoredBox = { readonly radialM: number; readonly transverseM: number; readonly normalM: number }

/** Of several primaries with boxes of their own there is none that could be named. */
function volumeOf(stored: unknown): Pick<Screening, 'thresholdM' | 'box'> {
  const { thresholdM, box } = stored as { thresholdM?: number; box?: StoredBox }
  if (box === undefined) return { thresholdM: thresholdM ?? null, box: null }
  return {
    thresholdM: null,
    box: { radialM: box.radialM, alongTrackM: box.transverseM, crossTrackM: box.normalM },
  }
}
