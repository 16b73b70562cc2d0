import { getAnnualStatistics, getCompliance, listCovarianceRealism } from '@apsis/contract/ca/statistics/statistics.ts'
import type { SentRequest } from '@apsis/contract/endpoint.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** The parameters of the call; all except the satellite are numbers. */
type Parameter = keyof NonNullable<SentRequest<typeof getAnnualStatistics>['query']>
export type AnnualQuestion = { readonly 'satellite-id': string } & {
  readonly [K in Exclude<Parameter, 'satellite-id'>]?: number
}

/** The statistics are read again with the satellite, because its thresholds and the table of its past events are inputs. */
export const STATISTICS_KEY = ['satellite', 'statistics'] as const

/** Reads the year ahead; while another query is answered, the previous answer stays visible. */
export const annualQuery = (question: AnnualQuestion) =>
  queryOptions({
    queryKey: [...STATISTICS_KEY, 'annual', question],
    queryFn: ({ signal }) => call(getAnnualStatistics, { query: question }, signal),
    placeholderData: keepPreviousData,
  })

/** Reads how realistic the covariances in the messages about a satellite are. */
export const realismQuery = (question: Pick<AnnualQuestion, 'satellite-id' | 'history-days'>) =>
  queryOptions({
    queryKey: [...STATISTICS_KEY, 'realism', question],
    queryFn: ({ signal }) => call(listCovarianceRealism, { query: question }, signal),
  })

export type ComplianceQuestion = {
  readonly 'satellite-id': string
  readonly from?: string
  readonly to?: string
  readonly years?: number
  readonly limit?: number
}

/** Reads the figures for a licence of a satellite. */
export const complianceQuery = (question: ComplianceQuestion) =>
  queryOptions({
    queryKey: [...STATISTICS_KEY, 'compliance', question],
    queryFn: ({ signal }) => call(getCompliance, { query: question }, signal),
    placeholderData: keepPreviousData,
  })
