import { DAY_MS, HOUR_MS, HOURS_PER_DAY } from '@apsis/astro/constants.ts'
import { DAYS_PER_MONTH, DAYS_PER_YEAR } from '@apsis/astro/statistics/periods.ts'
import type { SatelliteConfiguration } from '@apsis/contract/ca/satellite/configuration.ts'
import type { Compliance } from '@apsis/contract/ca/statistics/compliance.ts'
import type { AnnualStatistics } from '@apsis/contract/ca/statistics/statistics.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { Caller } from '../../platform/auth/caller.ts'
import { pool } from '../../platform/thread/pool.ts'
import { task } from '../../platform/thread/task.ts'
import { findSatellite } from '../satellite/record/satellite.repository.ts'
import { findLoadedAt } from './loaded-history.repository.ts'
import { type PastEvents, pastOf, type ReadTable, readStored } from './loaded-history.service.ts'
import {
  type EventDecision,
  listEventDecisions,
  listMessageFacts,
  type MessageFacts,
  readEventVersion,
} from './statistics.repository.ts'
import { getAnnualStatistics, limits, run, type StatisticsPlatform } from './statistics.service.ts'

const COMPLIANCE = task<typeof import('./compliance-task.ts').computeCompliance>({
  module: new URL('./compliance-task.ts', import.meta.url),
  name: 'computeCompliance',
  limits,
})

export type WantedCompliance = {
  readonly satelliteId: string
  readonly from: Date | undefined
  readonly to: Date | undefined
  readonly missionFrom: Date | undefined
  readonly years: number
  readonly limit: number
}

/** The default length of the history, as for the annual statistics. */
const HISTORY_DAYS = DAYS_PER_YEAR
/** The costs of a manoeuvre, on which the remaining probability does not depend. */
const NO_COST = { deltaVMps: 0, outageHours: 0 }
const AS_IS = { growth: 1, radiusFactor: 1, sigmaFactor: 1, errorFactor: 1 }

/** Returns the figures for a licence: the probabilities of a period and of the mission, the decisions, and the years ahead. */
export async function getCompliance(
  platform: StatisticsPlatform,
  caller: Pick<Caller, 'tenantId'>,
  wanted: WantedCompliance,
): Promise<Compliance> {
  const { tenantId } = caller
  const period = periodOf(wanted, new Date(Math.floor(platform.now() / HOUR_MS) * HOUR_MS))
  const { satellite, version, loadedAt } = await platform.db.tenant(tenantId, async (tx) => {
    const found = await findSatellite(tx, wanted.satelliteId)
    if (found === undefined) throw new ApiError('not-found', 'There is no such satellite.')
    return { satellite: found, version: await readEventVersion(tx), loadedAt: await findLoadedAt(tx, found.id) }
  })
  const { from, to, lastHour } = period
  const key = [
    'compliance',
    tenantId,
    satellite.version,
    version,
    loadedAt,
    lastHour.toISOString(),
    { ...wanted, from, to },
  ]
  return await platform.kept.answer(JSON.stringify(key), async () => {
    const { thresholds } = satellite.configuration
    const stored = await readStored(platform, tenantId, satellite.id)
    const history = await readHistory(platform, tenantId, { ...wanted, stored }, to)
    const past = await assessPast(tenantId, history, { period, missionFrom: wanted.missionFrom, thresholds })
    const year = {
      satelliteId: wanted.satelliteId,
      years: wanted.years,
      limit: wanted.limit,
      historyDays: HISTORY_DAYS,
      threshold: undefined,
      commitHours: undefined,
      ...AS_IS,
      ...NO_COST,
    }
    const annual = await getAnnualStatistics(platform, caller, year, stored)
    return {
      satelliteId: wanted.satelliteId,
      satelliteName: satellite.name,
      computedAt: new Date(platform.now()).toISOString(),
      ...statementOf({ history, past, annual, wanted, thresholds, isSimulated: satellite.is_simulated }),
    }
  })
}

type Thresholds = SatelliteConfiguration['thresholds']
type Period = { readonly from: Date; readonly to: Date; readonly lastHour: Date }

/** Returns the reporting period. It has to be past: the current hour may bring more messages. */
function periodOf(wanted: Pick<WantedCompliance, 'from' | 'to'>, lastHour: Date): Period {
  const to = wanted.to ?? lastHour
  const from = wanted.from ?? new Date(to.getTime() - HISTORY_DAYS * DAY_MS)
  if (from >= to) throw new ApiError('unprocessable', 'The period has to end after it begins.')
  if (to > lastHour)
    throw new ApiError('unprocessable', 'The period ends after the last full hour: it is not over yet.')
  return { from, to, lastHour }
}

type History = {
  readonly messages: readonly MessageFacts[]
  readonly decisions: readonly EventDecision[]
  /** Events from a table, older than the messages. */
  readonly table: PastEvents
  /** True: there are older messages, which are not used. */
  readonly isCut: boolean
}

async function readHistory(
  platform: StatisticsPlatform,
  tenantId: string,
  {
    satelliteId,
    missionFrom,
    stored,
  }: Pick<WantedCompliance, 'satelliteId' | 'missionFrom'> & { readonly stored: ReadTable },
  to: Date,
): Promise<History> {
  // One message more than the limit shows whether there are older ones; the oldest is first.
  const most = platform.mostMessages + 1
  const { messages, decisions } = await platform.db.tenant(tenantId, async (tx) => ({
    messages: await listMessageFacts(tx, { satelliteId, from: missionFrom ?? new Date(0), to, most }),
    decisions: await listEventDecisions(tx, satelliteId),
  }))
  const isCut = messages.length > platform.mostMessages
  const table = pastOf(stored, { from: missionFrom ?? new Date(0), to })
  return { messages: isCut ? messages.slice(1) : messages, decisions, table, isCut }
}

type Past = { readonly period: Compliance['period']; readonly mission: Compliance['mission'] }
type PastTimes = {
  readonly period: Period
  readonly missionFrom: Date | undefined
  readonly thresholds: Thresholds
}

/** Computes, in the worker pool, the events of the period and of the mission until the end of the period. */
async function assessPast(
  tenantId: string,
  { messages, decisions, table }: History,
  { period: { from, to }, missionFrom, thresholds }: PastTimes,
): Promise<Past> {
  const past = table.events
  const firstMs = messages.reduce((least, { tca }) => Math.min(least, tca.getTime()), past[0]?.tcaMs ?? to.getTime())
  // A period that begins before the first event is still a part of the mission.
  const begun = missionFrom ?? new Date(Math.min(firstMs, from.getTime()))
  const spans = [
    { from, to },
    { from: begun, to },
  ]
  const { acceptedCollisionProbability: threshold, commitHours, considerHours } = thresholds
  const times = { commitDays: commitHours / HOURS_PER_DAY, considerDays: considerHours / HOURS_PER_DAY }
  const [period, mission] = await run(() =>
    pool.run(COMPLIANCE, tenantId, { messages, decisions, past, times, threshold, spans }),
  )
  if (period === undefined || mission === undefined) throw new RangeError('two times have two answers')
  return { period, mission }
}

type Findings = {
  readonly history: History
  readonly past: Past
  readonly annual: AnnualStatistics
  readonly wanted: WantedCompliance
  readonly thresholds: Thresholds
  /** True: the satellite is simulated. */
  readonly isSimulated: boolean
}

/** Makes the statement. The mission so far and the years ahead are independent: P = 1 − (1 − P₁)·(1 − P₂). */
function statementOf({ history, past, annual, wanted, thresholds, isSimulated: isInvented }: Findings) {
  const { years, limit } = wanted
  const { acceptedCollisionProbability: threshold, commitHours, considerHours } = thresholds
  const ahead = annual.closed?.residualOverLife ?? drawnResidual(annual.bootstrap.rates, threshold)
  const total = 1 - (1 - past.mission.probability.asLastReported.all) * (1 - ahead)
  const { loaded } = history.table
  const hasTable = loaded !== null && loaded.events > 0
  const isSimulated = history.messages.some((message) => message.isSimulated) || (hasTable && isInvented)
  const by: Compliance['ahead']['by'] = annual.closed === null ? 'bootstrap' : 'closed-form'
  const caveats: Compliance['limits'] = ['untracked-objects']
  if (history.isCut) caveats.push('history-cut')
  if (hasTable) caveats.push('loaded-history')
  if (hasTable && loaded.gapDays > 0) caveats.push('history-gap')
  caveats.push('burns-by-decision')
  if (annual.closed === null) caveats.push('history-alone')
  if (isSimulated) caveats.push('simulated-messages')
  return {
    isSimulated,
    conventions: { daysPerMonth: DAYS_PER_MONTH, daysPerYear: DAYS_PER_YEAR },
    threshold,
    commitHours,
    considerHours,
    limit,
    period: past.period,
    mission: past.mission,
    ahead: { years, probability: ahead, by },
    total,
    isWithinLimit: total <= limit,
    limits: caveats,
  }
}

type DrawnRates = readonly { readonly threshold: number; readonly residualOverLife: { readonly median: number } }[]

const drawnResidual = (rates: DrawnRates, threshold: number) =>
  rates.find((one) => one.threshold === threshold)?.residualOverLife.median ?? 0
