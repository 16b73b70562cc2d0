import { getAnnualStatistics, getCompliance, listCovarianceRealism } from '@apsis/contract/ca/statistics/statistics.ts'
import type { SentRequest } from '@apsis/contract/endpoint.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** The parameters of the call; all but the satellite are numbers. */
type Parameter = keyof NonNullable<SentRequest<typeof getAnnualStatistics>['query']>
export type AnnualQuestion = { readonly 'satellite-id': string } & {
  readonly [K in Exclude<Parameter, 'satellite-id'>]?: number
}

/** Read again with the satellite: its thresholds and the table of its past events are among what these read. */
export const STATISTICS_KEY = ['satellite', 'statistics'] as const

/** The year ahead; while another question is answered, the answer before stays in sight. */
export const annualQuery = (question: AnnualQuestion) =>
  queryOptions({
    queryKey: [...STATISTICS_KEY, 'annual', question],
    queryFn: ({ signal }) => call(getAnnualStatistics, { query: question }, signal),
    placeholderData: keepPreviousData,
  })

/** How honest the covariances in the messages about a satellite are. */
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

/** What a licence asks of a satellite. */
export const complianceQuery = (question: ComplianceQuestion) =>
  queryOptions({
    queryKey: [...STATISTICS_KEY, 'compliance', question],
    queryFn: ({ signal }) => call(getCompliance, { query: question }, signal),
    placeholderData: keepPreviousData,
  })
