import { DAY_MS, HOUR_MS, HOURS_PER_DAY } from '@apsis/astro/constants.ts'
import { DAYS_PER_MONTH, DAYS_PER_YEAR } from '@apsis/astro/statistics/periods.ts'
import type { Compliance } from '@apsis/contract/ca/statistics/compliance.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { Caller } from '../../platform/auth/caller.ts'
import { pool } from '../../platform/thread/pool.ts'
import { task } from '../../platform/thread/task.ts'
import { findSatellite } from '../fleet/satellite.repository.ts'
import { listEventDecisions, listMessageFacts, readEventVersion } from './statistics.repository.ts'
import { limits, readAnnualStatistics, run, type StatisticsFloor } from './statistics.service.ts'

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

/** As much of the history as the annual statistics look at when nothing is said. */
const HISTORY_DAYS = DAYS_PER_YEAR
/** Of a manoeuvre; the probability that is left does not hang on them. */
const NO_COST = { deltaVMps: 0, outageHours: 0 }
const AS_IS = { growth: 1, radiusFactor: 1, sigmaFactor: 1, errorFactor: 1 }

/** What a licence asks: the collision probability of a period and of the mission, what was done, and what is ahead. */
export async function readCompliance(
  floor: StatisticsFloor,
  caller: Pick<Caller, 'tenantId'>,
  wanted: WantedCompliance,
): Promise<Compliance> {
  const { tenantId } = caller
  const { satelliteId, years, limit } = wanted
  const lastHour = new Date(Math.floor(floor.now() / HOUR_MS) * HOUR_MS)
  const to = wanted.to ?? lastHour
  const from = wanted.from ?? new Date(to.getTime() - HISTORY_DAYS * DAY_MS)
  if (from >= to) throw new ApiError('unprocessable', 'The period has to end after it begins.')
  if (to > lastHour)
    throw new ApiError('unprocessable', 'The period ends after the last full hour: it is not over yet.')
  const { satellite, version } = await floor.db.tenant(tenantId, async (tx) => {
    const found = await findSatellite(tx, satelliteId)
    if (found === undefined) throw new ApiError('not-found', 'There is no such satellite.')
    return { satellite: found, version: await readEventVersion(tx) }
  })
  const { acceptedCollisionProbability: threshold, commitHours, considerHours } = satellite.configuration.thresholds
  const key = ['compliance', tenantId, satellite.version, version, lastHour.toISOString(), { ...wanted, from, to }]
  return await floor.kept.answer(JSON.stringify(key), async () => {
    const { messages, decisions } = await floor.db.tenant(tenantId, async (tx) => ({
      messages: await listMessageFacts(tx, {
        satelliteId,
        from: wanted.missionFrom ?? new Date(0),
        to,
        most: floor.mostMessages + 1,
      }),
      decisions: await listEventDecisions(tx, satelliteId),
    }))
    const isCut = messages.length > floor.mostMessages
    const counted = isCut ? messages.slice(1) : messages
    const firstMs = counted.reduce((least, { tca }) => Math.min(least, tca.getTime()), to.getTime())
    // A period that begins before the first event is a part of the mission all the same.
    const missionFrom = wanted.missionFrom ?? new Date(Math.min(firstMs, from.getTime()))
    const spans = [
      { from, to },
      { from: missionFrom, to },
    ]
    const times = { commitDays: commitHours / HOURS_PER_DAY, considerDays: considerHours / HOURS_PER_DAY }
    const [period, mission] = await run(() =>
      pool.run(COMPLIANCE, tenantId, { messages: counted, decisions, times, threshold, spans }),
    )
    if (period === undefined || mission === undefined) throw new RangeError('two times have two answers')
    const annual = await readAnnualStatistics(floor, caller, {
      ...{ satelliteId, years, limit, historyDays: HISTORY_DAYS, threshold: undefined, commitHours: undefined },
      ...AS_IS,
      ...NO_COST,
    })
    const ahead = annual.closed?.residualOverLife ?? drawnResidual(annual.bootstrap.rates, threshold)
    const total = 1 - (1 - mission.probability.asLastReported.all) * (1 - ahead)
    return {
      satelliteId,
      satelliteName: satellite.name,
      computedAt: new Date(floor.now()).toISOString(),
      isSimulated: counted.some(({ isSimulated }) => isSimulated),
      conventions: { daysPerMonth: DAYS_PER_MONTH, daysPerYear: DAYS_PER_YEAR },
      ...{ threshold, commitHours, considerHours, limit, period, mission },
      ahead: { years, probability: ahead, by: annual.closed === null ? 'bootstrap' : 'closed-form' },
      total,
      isWithinLimit: total <= limit,
      limits: [
        'untracked-objects',
        ...(isCut ? (['history-cut'] as const) : []),
        'burns-by-decision',
        ...(annual.closed === null ? (['history-alone'] as const) : []),
        ...(counted.some(({ isSimulated }) => isSimulated) ? (['simulated-messages'] as const) : []),
      ],
    }
  })
}

type DrawnRates = readonly { readonly threshold: number; readonly residualOverLife: { readonly median: number } }[]

const drawnResidual = (rates: DrawnRates, threshold: number) =>
  rates.find((one) => one.threshold === threshold)?.residualOverLife.median ?? 0
