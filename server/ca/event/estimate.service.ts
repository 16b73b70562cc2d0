import { parseTime } from '@apsis/astro/time/parse-time.ts'
import type { Estimate, EventEstimates, UnfoundApproach } from '@apsis/contract/ca/event/estimate.ts'
import { riskLevelOf } from '@apsis/contract/ca/event/risk-level.ts'
import { compareText } from '@apsis/contract/compare-text.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { Caller } from '../../platform/auth/caller.ts'
import type { Database, TenantDb } from '../../platform/database/database.ts'
import { distanceOnPool } from '../ephemeris/record/tasks.ts'
import { type CdmRow, listCdmsOf, listEventMessages } from '../message/record/message.repository.ts'
import { readFleet } from '../satellite/record/fleet.ts'
import { STANDARD_THRESHOLDS } from '../satellite/record/thresholds.data.ts'
import * as repository from './estimate.repository.ts'
import { findConjunction } from './event.repository.ts'
import { countedEstimates } from './event-changes.ts'
import { sigmaOf, stateOfOwn } from './fold-own.ts'
import { levelOfEstimate, maximumOf, neighbourOf, type OwnEstimate, weaknessOf } from './own-estimate.ts'
import { listReports } from './reported-approach.repository.ts'
import { judgeReport, REPORTER, type ReportedApproach, stateOfReport } from './reported-approach.ts'
import { volumeOf } from './write-estimates.ts'

/** Returns all estimates of an event, oldest first: each message with its originator's and with our probability, each screening, and each report. */
export async function listEstimates(
  db: Database,
  { tenantId }: Pick<Caller, 'tenantId'>,
  conjunctionId: string,
): Promise<EventEstimates> {
  return finishEstimates(tenantId, await db.tenant(tenantId, (tx) => readEstimates(tx, conjunctionId)))
}

/** The estimates of an event as they are read in one transaction; the distances of screenings that found nothing come from the pool afterwards. */
export type ReadEstimates = Omit<EventEstimates, 'unfound'> & {
  readonly unfound: readonly repository.PublishedScreening[]
}

/** Adds the distances of the screenings that found nothing. */
export async function finishEstimates(tenantId: string, read: ReadEstimates): Promise<EventEstimates> {
  return { ...read, unfound: await Promise.all(read.unfound.map((row) => presentUnfound(tenantId, row))) }
}

/** Reads the estimates within the transaction of the caller. */
export async function readEstimates(tx: TenantDb, conjunctionId: string): Promise<ReadEstimates> {
  const event = await findConjunction(tx, conjunctionId)
  if (event === undefined) throw new ApiError('not-found', 'There is no such conjunction.')
  const fleet = await readFleet(tx)
  const own = [...fleet.byNumber.values()].find(({ id }) => id === event.satellite_id)
  const thresholds = own?.thresholds ?? STANDARD_THRESHOLDS
  const all = await listCdmsOf(tx, conjunctionId)
  const messages = all.filter(({ withdrawn_at: at }) => at === null)
  const marked = all.map(({ id, withdrawn_at: at }) => ({ id, isWithdrawn: at !== null }))
  const screened = countedEstimates(await repository.listEstimates(tx, [conjunctionId]), marked)
  const reports = await listReports(tx, [conjunctionId])
  const stored = (await listEventMessages(tx, [conjunctionId])).filter(({ isWithdrawn }) => isWithdrawn !== true)
  const { newestCdmId, levelFrom, comparison } = event.facts
  const ofMessages = messages.flatMap((row) => {
    const state = row.id === newestCdmId ? 'COUNTS' : 'SUPERSEDED'
    return [presentReported(row, { state, thresholds }), presentRecomputed(row, state)]
  })
  const estimates = [
    ...ofMessages,
    ...screened.map((one) => presentOwn(one, levelOfEstimate(one, thresholds))),
    ...reports.map((one) => {
      const state = stateOfReport(one, { reports, messages: stored })
      return presentReport(one, { state, riskLevel: judgeReport(one, thresholds).level })
    }),
  ]
  return {
    conjunctionId,
    levelFrom,
    estimates: estimates.toSorted((a, b) => compareText(a.madeAt, b.madeAt) || compareText(a.estimateId, b.estimateId)),
    comparison,
    unfound: await repository.listUnfound(tx, conjunctionId),
  }
}

type State = 'COUNTS' | 'SUPERSEDED'

/** Returns the common part of both estimates of a message. */
function ofMessage(row: CdmRow, state: State) {
  return {
    madeAt: row.creation_date.toISOString(),
    relativeSpeedMps: row.derived.conjunctionData.relativeSpeed,
    state,
    weakness: null,
    endedAt: null,
    cdmId: row.id,
    messageId: row.message_id,
    originator: row.originator,
    screeningId: null,
    oemFileId: null,
    fileName: null,
    ownCovariance: null,
    against: null,
    neighbour: null,
    isEmergencyReportable: null,
    isSimulated: row.is_simulated,
  }
}

type ReportBasis = { readonly state: State; readonly thresholds: Parameters<typeof levelOfEstimate>[1] }

/** Returns the message as its originator computed it: TCA, distance and probability unchanged, and without its own covariance. */
function presentReported(row: CdmRow, { state, thresholds }: ReportBasis): Estimate {
  const { conjunctionData, assessment, comparison } = row.derived
  const missM = comparison.reportedMissM
  const probability = assessment.reported?.probability ?? null
  const risk = { probability, missM, radialM: conjunctionData.radialSeparation, isDiluted: assessment.isDiluted }
  return {
    ...ofMessage(row, state),
    estimateId: `${row.id} provider`,
    source: 'PROVIDER',
    tca: conjunctionData.reportedTca,
    missM,
    miss: null,
    probability,
    method: assessment.reported?.method ?? null,
    maximumProbability: null,
    sigma: conjunctionData.sigmaRtn,
    riskLevel: riskLevelOf(risk, thresholds),
  }
}

function presentRecomputed(row: CdmRow, state: State): Estimate {
  const { conjunctionData, assessment } = row.derived
  return {
    ...ofMessage(row, state),
    estimateId: `${row.id} recomputed`,
    source: 'RECOMPUTED',
    tca: conjunctionData.tca,
    missM: conjunctionData.totalMissDistance,
    miss: conjunctionData.relativePosition,
    probability: assessment.probability,
    method: assessment.method,
    maximumProbability: assessment.maximumProbability,
    sigma: conjunctionData.sigmaRtn,
    riskLevel: conjunctionData.riskLevel,
  }
}

/** Returns the source of the covariance of the own orbit; the result does not name a file that states its own covariance. */
function ownCovarianceOf({ facts: { assessed } }: OwnEstimate): Estimate['ownCovariance'] {
  if (assessed === null) return null
  if (assessed.covarianceFrom?.includes('history') === true) return 'HISTORY'
  return assessed.covarianceFrom?.includes('messages') === true ? 'MESSAGES' : 'FILE'
}

function presentOwn(one: OwnEstimate, riskLevel: Estimate['riskLevel']): Estimate {
  const { missM, missRtnM, relativeSpeedMps, probability, assessed, cdmId, fileName } = one.facts
  const [r, t, n] = missRtnM
  const weakness = weaknessOf(one)
  return {
    estimateId: one.id,
    source: 'OWN_SCREENING',
    madeAt: new Date(one.madeAt).toISOString(),
    tca: new Date(one.tca).toISOString(),
    missM,
    miss: { r, t, n },
    relativeSpeedMps,
    probability,
    method: assessed?.method ?? (probability === null ? null : 'circle-2d'),
    maximumProbability: maximumOf(one),
    sigma: sigmaOf(one),
    riskLevel,
    state: stateOfOwn(one),
    weakness,
    endedAt: one.endedAt === null ? null : new Date(one.endedAt).toISOString(),
    cdmId,
    messageId: null,
    originator: null,
    screeningId: one.screeningId,
    oemFileId: one.ephemerisId,
    fileName,
    ownCovariance: ownCovarianceOf(one),
    against: one.line,
    neighbour: neighbourOf(one),
    isEmergencyReportable: null,
    isSimulated: one.facts.isSimulated,
  }
}

/** Returns a report as the service wrote it; values that it does not state are not computed. */
function presentReport(one: ReportedApproach, { state, riskLevel }: Pick<Estimate, 'state' | 'riskLevel'>): Estimate {
  return {
    estimateId: one.id,
    source: 'REPORTED',
    madeAt: new Date(one.createdAt).toISOString(),
    tca: new Date(one.tca).toISOString(),
    missM: one.missM,
    miss: null,
    relativeSpeedMps: null,
    probability: one.probability,
    method: null,
    maximumProbability: null,
    sigma: null,
    riskLevel,
    state,
    weakness: 'NOT_RECOMPUTABLE',
    endedAt: null,
    cdmId: null,
    messageId: one.reportId,
    originator: REPORTER,
    screeningId: null,
    oemFileId: null,
    fileName: null,
    ownCovariance: null,
    against: null,
    neighbour: null,
    isEmergencyReportable: one.isEmergencyReportable,
    isSimulated: one.isSimulated,
  }
}

async function presentUnfound(tenantId: string, row: repository.PublishedScreening): Promise<UnfoundApproach> {
  const { own_orbit: one, other_orbit: other } = row
  const [r, t, n] = volumeOf(row.threshold, row.own_id)
  const neighbour = neighbourOf({ tca: row.tca.getTime(), facts: { neighbour: row.neighbour } })
  if (neighbour === null) throw new TypeError('a screening against a published ephemeris names it')
  const tca = row.tca.toISOString()
  return {
    screeningId: row.screening_id,
    madeAt: row.created_at.toISOString(),
    tca,
    volume: { r, t, n },
    distanceM: one && other && (await distanceOnPool(tenantId, { one, other, at: parseTime(tca) })),
    oemFileId: row.ephemeris_id,
    fileName: row.file_name,
    neighbour,
    isSimulated: row.is_simulated,
  }
}
