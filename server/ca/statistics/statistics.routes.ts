import * as contract from '@apsis/contract/ca/statistics/statistics.ts'
import { ApiError } from '../../platform/api-error.ts'
import { bind, bindUpload, type Door } from '../../platform/http/bind.ts'
import { withFiles } from '../../platform/http/upload.ts'
import type { CaPlatform } from '../ca-platform.ts'
import { getCompliance } from './compliance.service.ts'
import { getEventContext } from './event-context.service.ts'
import { keepAnswers } from './kept-answers.ts'
import { loadHistory, removeHistory } from './loaded-history.service.ts'
import { MOST_MESSAGES } from './statistics.repository.ts'
import { getAnnualStatistics, readRealism } from './statistics.service.ts'

export function statisticsRoutes(door: Door, { db, now }: Pick<CaPlatform, 'db' | 'now'>): void {
  const platform = { db, now, kept: keepAnswers(), mostMessages: MOST_MESSAGES }
  bind(door, contract.getAnnualStatistics, ({ caller, query }) =>
    getAnnualStatistics(platform, caller, {
      satelliteId: query['satellite-id'],
      historyDays: query['history-days'],
      threshold: query.pacc,
      commitHours: query['commit-hours'],
      years: query.years,
      limit: query.limit,
      manoeuvresPerYear: query['manoeuvres-per-year'],
      growth: query.growth,
      radiusFactor: query['radius-factor'],
      sigmaFactor: query['sigma-factor'],
      errorFactor: query['error-factor'],
      deltaVMps: query['delta-v'],
      outageHours: query['outage-hours'],
    }),
  )
  bind(door, contract.listCovarianceRealism, ({ caller, query }) => {
    const wanted = { satelliteId: query['satellite-id'], historyDays: query['history-days'] }
    return readRealism(platform, caller, wanted)
  })
  bind(door, contract.getCompliance, ({ caller, query }) => {
    const at = (text: string | undefined) => (text === undefined ? undefined : new Date(text))
    return getCompliance(platform, caller, {
      satelliteId: query['satellite-id'],
      from: at(query.from),
      to: at(query.to),
      missionFrom: at(query['mission-from']),
      years: query.years,
      limit: query.limit,
    })
  })
  bind(door, contract.getEventContext, ({ caller, query }) =>
    getEventContext(platform, caller, query['conjunction-id']),
  )
  bindUpload(door, contract.loadHistory, ({ caller: owner, query, upload, requestId }) =>
    withFiles(upload, { maxFiles: 1 }, async ({ files: [file] }) => {
      if (file === undefined) throw new ApiError('unprocessable', 'A file is needed.')
      return loadHistory(platform, { owner, requestId }, query['satellite-id'], file.path)
    }),
  )
  bind(door, contract.removeHistory, async ({ caller: owner, query, requestId }) => {
    await removeHistory(platform, { owner, requestId }, query['satellite-id'])
    return undefined
  })
}
