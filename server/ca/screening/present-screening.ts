import { addSeconds } from '@apsis/astro/time/epoch.ts'
import { formatTime } from '@apsis/astro/time/format-time.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import type { Thresholds } from '@apsis/contract/ca/satellite.ts'
import type { Encounter, Screening } from '@apsis/contract/ca/screening.ts'
import { judgeEncounter, type Levels } from '../conjunction/event/judge-encounter.ts'
import type { LinkRow } from './run/link.repository.ts'
import type { describeRuns, listEncounters } from './run/run.service.ts'

export type Run = Awaited<ReturnType<typeof describeRuns>>[number]
type Found = Awaited<ReturnType<typeof listEncounters>>['items'][number]

const SECONDS_PER_DAY = 86_400

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

/** What an encounter needs beyond itself. */
export type About = {
  readonly from: Date
  readonly nameOf: (objectId: string) => string
  readonly thresholdsOf: (objectId: string) => Thresholds
}

/** An encounter as the API answers it. */
export function presentEncounter(found: Found, { from, nameOf, thresholdsOf }: About): Encounter {
  const { kind, seconds, primary, secondary, missM, relativeSpeedMps, missRtnM, velocityRtnMps, probability } = found
  const tca = addSeconds(parseTime(from.toISOString()), seconds)
  const utc = (epoch: typeof tca) => formatTime(epoch, { digits: 3, zulu: true })
  const side = ({ id, ageS }: Found['primary']) => ({
    objectId: id,
    name: nameOf(id),
    epoch: ageS === undefined ? null : utc(addSeconds(tca, -ageS)),
    daysSinceEpoch: ageS === undefined ? null : ageS / SECONDS_PER_DAY,
  })
  const { isDiluted, reason } = probability
  const judged = { probability: probability.probability, reason, missM, radialM: missRtnM[0], isDiluted }
  return {
    primary: side(primary),
    secondary: side(secondary),
    tca: utc(tca),
    missM,
    missRtn: { r: missRtnM[0], t: missRtnM[1], n: missRtnM[2] },
    velocityRtn: { r: velocityRtnMps[0], t: velocityRtnMps[1], n: velocityRtnMps[2] },
    relativeSpeedMps,
    probability: probability.probability,
    probabilityReason: probability.reason,
    maximumProbability: probability.maximumProbability,
    riskLevel: judgeEncounter(judged, thresholdsOf(primary.id)),
    kind,
    episode: found.episode ?? null,
  }
}
