import { DAY_MS, HOUR_MS, HOURS_PER_DAY } from '@apsis/astro/constants.ts'
import { DAYS_PER_MONTH, DAYS_PER_YEAR } from '@apsis/astro/statistics/periods.ts'
import type { SatelliteConfiguration } from '@apsis/contract/ca/satellite/configuration.ts'
import type { AnnualStatistics, CovarianceRealism } from '@apsis/contract/ca/statistics/statistics.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { Caller } from '../../platform/auth/caller.ts'
import { pool } from '../../platform/thread/pool.ts'
import { LARGE_MEMORY_MIB, task } from '../../platform/thread/task.ts'
import { refuseTooCostly } from '../../platform/thread/task-failure.ts'
import type { CaPlatform } from '../ca-platform.ts'
import { findSatellite } from '../satellite/record/satellite.repository.ts'
import { boxOf } from '../satellite/record/screening-box.ts'
import type { KeptAnswers } from './kept-answers.ts'
import { findLoadedAt, listLonger } from './loaded-history.repository.ts'
import { pastOf, type ReadTable, readStored } from './loaded-history.service.ts'
import { listMessageFacts, type MessageFacts, readEventVersion } from './statistics.repository.ts'

/** The limits allow for 200,000 messages with a thousand resamples of their events. */
export const limits = { seconds: 60, memoryMiB: LARGE_MEMORY_MIB, answerMiB: 8 }
const ANNUAL = task<typeof import('./annual-task.ts').computeAnnual>({
  module: new URL('./annual-task.ts', import.meta.url),
  name: 'computeAnnual',
  limits,
})
const REALISM = task<typeof import('./realism-task.ts').computeRealism>({
  module: new URL('./realism-task.ts', import.meta.url),
  name: 'computeRealism',
  limits,
})

export type StatisticsPlatform = Pick<CaPlatform, 'db' | 'now'> & {
  readonly kept: KeptAnswers
  /** The largest number of messages in an answer; the newest are used. */
  readonly mostMessages: number
}
/** The most satellites with a longer history that are listed. */
const MOST_LONGER = 3
type Asker = Pick<Caller, 'tenantId'>

export type WantedHistory = { readonly satelliteId: string; readonly historyDays: number }
export type WantedYear = WantedHistory & {
  readonly threshold: number | undefined
  readonly commitHours: number | undefined
  readonly years: number
  readonly limit: number
  /** The requested number of manoeuvres, for which a threshold is searched; absent if none is requested. */
  readonly manoeuvresPerYear?: number | undefined
  readonly growth: number
  readonly radiusFactor: number
  readonly sigmaFactor: number
  readonly errorFactor: number
  readonly deltaVMps: number
  readonly outageHours: number
}

const CONVENTIONS = { daysPerMonth: DAYS_PER_MONTH, daysPerYear: DAYS_PER_YEAR, confidence: 0.95 }

/**
 * Returns the year ahead of a satellite, from its own messages; the same question with the same data is computed once. A caller who has
 * read the table of past events passes it.
 */
export async function getAnnualStatistics(
  platform: StatisticsPlatform,
  { tenantId }: Asker,
  wanted: WantedYear,
  table?: ReadTable,
): Promise<AnnualStatistics> {
  const { satellite, box, version, loadedAt, to } = await prepare(platform, tenantId, wanted)
  const { threshold, commitHours, considerHours } = ownLimits(satellite, wanted)
  const key = ['annual', tenantId, satellite.version, version, loadedAt, to.toISOString(), box, wanted]
  return await platform.kept.answer(JSON.stringify(key), async () => {
    const read = await readMessages(platform, tenantId, { ...wanted, to })
    const { messages, isCut } = wholeEvents(read, considerHours)
    const stored = table === undefined ? await readStored(platform, tenantId, satellite.id) : table
    const past = pastOf(stored, { from: asked({ ...wanted, to }), to })
    const from = new Date(past.events[0]?.tcaMs ?? beginOf(messages, { ...wanted, to }))
    const gapDays = past.loaded?.gapDays ?? 0
    const burn = burnOf(satellite, wanted)
    const { growth, radiusFactor, sigmaFactor, errorFactor, years, limit } = wanted
    const { counts, ...answer } = await run(() =>
      pool.run(ANNUAL, tenantId, {
        messages,
        past: past.events,
        gapDays,
        isCut,
        from,
        to,
        box,
        burn,
        times: { commitDays: commitHours / HOURS_PER_DAY, considerDays: considerHours / HOURS_PER_DAY },
        ownThreshold: threshold,
        lifeYears: years,
        lifeLimit: limit,
        wishedPerYear: wanted.manoeuvresPerYear,
        variation: { growth, radiusFactor, sigmaFactor, errorFactor },
      }),
    )
    return {
      satelliteId: satellite.id,
      satelliteName: satellite.name,
      computedAt: new Date(platform.now()).toISOString(),
      newestMessageAt: messages.at(-1)?.createdAt.toISOString() ?? null,
      isSimulated:
        messages.some(({ isSimulated }) => isSimulated) || (past.events.length > 0 && satellite.is_simulated),
      conventions: CONVENTIONS,
      assumptions: {
        threshold,
        commitHours,
        considerHours,
        from: from.toISOString(),
        to: to.toISOString(),
        years,
        limit,
        growth,
        radiusFactor,
        sigmaFactor,
        errorFactor,
        ...burn,
        box: box === null ? null : { radialM: box.radialM, alongTrackM: box.transverseM, crossTrackM: box.normalM },
      },
      counts: {
        messages: messages.length + past.events.reduce((sum, { event }) => sum + event.updates.length, 0),
        ...counts,
      },
      ...answer,
      loaded: past.loaded,
      longer:
        answer.isShort || counts.events === 0
          ? await longerThan(platform, tenantId, { satelliteId: satellite.id, now: to })
          : [],
    }
  })
}

type ConfiguredSatellite = { readonly configuration: SatelliteConfiguration }

/** Returns the time and the probability from which a satellite manoeuvres: the requested values, else those of its configuration. */
function ownLimits({ configuration: { thresholds } }: ConfiguredSatellite, wanted: WantedYear) {
  const commitHours = wanted.commitHours ?? thresholds.commitHours
  return {
    threshold: wanted.threshold ?? thresholds.acceptedCollisionProbability,
    commitHours,
    // An earlier decision needs an earlier consideration: the time between consideration and decision is at least the
    // satellite's own.
    considerHours: Math.max(thresholds.considerHours, commitHours + thresholds.considerHours - thresholds.commitHours),
  }
}

/** Returns the cost of one burn of a satellite. */
const burnOf = (
  { configuration: { wetMass, propulsion } }: ConfiguredSatellite,
  { deltaVMps, outageHours }: WantedYear,
) => ({
  deltaVMps,
  outageHours,
  massKg: wetMass ?? null,
  specificImpulseS: 'ispS' in propulsion ? propulsion.ispS : null,
})

/** Returns how realistic the covariances in the messages about a satellite are, by originator and kind of secondary. */
export async function readRealism(
  platform: StatisticsPlatform,
  { tenantId }: Asker,
  wanted: WantedHistory,
): Promise<CovarianceRealism[]> {
  const { version, to } = await prepare(platform, tenantId, wanted)
  return await platform.kept.answer(
    JSON.stringify(['realism', tenantId, version, to.toISOString(), wanted]),
    async () => {
      const { messages } = await readMessages(platform, tenantId, { ...wanted, to })
      return await run(() => pool.run(REALISM, tenantId, messages))
    },
  )
}

/** Reads the satellite, and everything besides the messages that an answer depends on. */
async function prepare({ db, now }: StatisticsPlatform, tenantId: string, { satelliteId }: WantedHistory) {
  // The history ends at the last full hour, so that a question repeated within the hour is the same question.
  const to = new Date(Math.floor(now() / HOUR_MS) * HOUR_MS)
  return await db.tenant(tenantId, async (tx) => {
    const satellite = await findSatellite(tx, satelliteId)
    if (satellite === undefined) throw new ApiError('not-found', 'There is no such satellite.')
    const [version, loadedAt] = [await readEventVersion(tx), await findLoadedAt(tx, satelliteId)]
    return { satellite, box: await boxOf(tx, satellite), version, loadedAt, to }
  })
}

const longerThan = (
  { db }: Pick<StatisticsPlatform, 'db'>,
  tenantId: string,
  of: { readonly satelliteId: string; readonly now: Date },
) => db.tenant(tenantId, (tx) => listLonger(tx, { ...of, most: MOST_LONGER }))

type Span = WantedHistory & { readonly to: Date }

const asked = ({ historyDays, to }: Span) => new Date(to.getTime() - historyDays * DAY_MS)

/** The messages of a history; `isCut` is true if there were more than the limit. */
type ReadMessages = { readonly messages: MessageFacts[]; readonly isCut: boolean }

async function readMessages(
  { db, mostMessages }: StatisticsPlatform,
  tenantId: string,
  span: Span,
): Promise<ReadMessages> {
  const { satelliteId, to } = span
  const rows = await db.tenant(tenantId, (tx) =>
    listMessageFacts(tx, { satelliteId, from: asked(span), to, most: mostMessages + 1 }),
  )
  const isCut = rows.length > mostMessages
  return { messages: isCut ? rows.slice(1) : rows, isCut }
}

/**
 * Returns, for a history that was cut, the events whose messages are complete from `considerHours` before the closest approach on: for
 * earlier events the message of the decision may have been cut.
 */
function wholeEvents({ messages, isCut }: ReadMessages, considerHours: number): ReadMessages {
  const oldest = messages[0]
  if (!isCut || oldest === undefined) return { messages, isCut }
  const wholeFrom = oldest.createdAt.getTime() + considerHours * HOUR_MS
  return { messages: messages.filter(({ tca }) => tca.getTime() >= wholeFrom), isCut }
}

/** Returns the start of a history, ms: its first event, since a satellite that is new here also had encounters before it was added. */
function beginOf(messages: readonly MessageFacts[], span: Span): number {
  const first = messages.reduce((earliest, { tca }) => Math.min(earliest, tca.getTime()), Number.POSITIVE_INFINITY)
  return Number.isFinite(first) ? first : asked(span).getTime()
}

/** Runs the statistics; if they take too long, the refusal says what to change. */
export const run = <T>(work: () => Promise<T>) =>
  refuseTooCostly(work, (what) => `The statistics take ${what}: ask for a shorter history.`)
