import { findConjunctions } from '@apsis/contract/ca/find.ts'
import {
  getScreening,
  listEncounters,
  listNotScreened,
  listScreenings,
} from '@apsis/contract/ca/screening/screening.ts'
import type { SentRequest } from '@apsis/contract/endpoint.ts'
import { queryOptions } from '@tanstack/react-query'
import { call, callAll } from '../api/call.ts'

/** The first part of the keys is the type of the event that announces a change. */
const KEY = ['screening'] as const
/** The maximum number of rows in one page of the server's answer. */
const PAGE_ROWS = 10_000

export const screeningsQuery = () =>
  queryOptions({
    queryKey: [...KEY, 'list'],
    queryFn: ({ signal }) => callAll(listScreenings, { query: { limit: 1_000 } }, signal),
  })

export const screeningQuery = (id: string) =>
  queryOptions({
    queryKey: [...KEY, 'one', id],
    queryFn: ({ signal }) => call(getScreening, { params: { 'screening-id': id } }, signal),
  })

/** Reads the close approaches that a screening found, by TCA; also while it is running. */
export const encountersQuery = (id: string) =>
  queryOptions({
    queryKey: [...KEY, 'encounters', id],
    queryFn: ({ signal }) =>
      callAll(listEncounters, { params: { 'screening-id': id }, query: { limit: PAGE_ROWS } }, signal),
  })

export const notScreenedQuery = (id: string) =>
  queryOptions({
    queryKey: [...KEY, 'not-screened', id],
    queryFn: ({ signal }) =>
      callAll(listNotScreened, { params: { 'screening-id': id }, query: { limit: PAGE_ROWS } }, signal),
  })

/** The parameters of a search, as in the address. */
export type Search = SentRequest<typeof findConjunctions>['query']

/** Searches one object against the catalogue and answers at once; the answer is kept until the search is repeated. */
export const searchQuery = (search: Search) =>
  queryOptions({
    meta: { silent: 'find-conjunctions', mayTakeTooLong: true },
    queryKey: ['find', search],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => call(findConjunctions, { query: search }, signal),
  })
