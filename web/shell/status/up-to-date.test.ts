import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { ApiProblem, problemOfAnswer } from '../../api/problem.ts'
import { appStatusOf, isAnswer, isFailedRead, lastReadOf } from './up-to-date.ts'

const AS_OF = Date.parse('2026-11-20T10:00:00.000Z')
type Facts = Parameters<typeof appStatusOf>[0]
const WELL: Facts = {
  session: { status: 'signed-in' },
  outage: undefined,
  live: { state: 'live' },
  isUpdating: false,
  failed: false,
  asOf: AS_OF,
}
const said = (facts: Partial<Facts>) => {
  const { level, word } = appStatusOf({ ...WELL, ...facts })
  return `${level} ${word}`
}

test.each<[Partial<Facts>, string]>([
  [{}, 'ok upToDate'],
  [{ live: { state: 'connecting' } }, 'ok upToDate'],
  [{ asOf: 0 }, 'pending updating'],
  [{ live: { state: 'lost' } }, 'caution noLive'],
  [{ failed: true }, 'caution notUpToDate'],
  [{ isUpdating: true }, 'pending updating'],
  [{ outage: { kind: 'unavailable' } }, 'ok upToDate'],
  [{ outage: { kind: 'unreachable' } }, 'caution noServer'],
  [{ session: { status: 'signed-in', isEnding: true } }, 'inactive notAuthenticated'],
  [{ session: { status: 'signed-out' } }, 'inactive notAuthenticated'],
  [{ session: { status: 'unreachable' } }, 'inactive notAuthenticated'],
  [{ session: { status: 'starting' } }, 'pending starting'],
])('with %j the application is %s', (facts, wanted) => {
  expect(said(facts)).toBe(wanted)
})

test('of several problems, the one that explains the others is shown', () => {
  const all: Partial<Facts> = {
    outage: { kind: 'unreachable' },
    live: { state: 'lost' },
    isUpdating: true,
    failed: true,
  }
  expect(said({ ...all, session: { status: 'starting' } })).toBe('pending starting')
  expect(said({ ...all, session: { status: 'signed-out' } })).toBe('inactive notAuthenticated')
  expect(said(all)).toBe('caution noServer')
  expect(said({ ...all, outage: undefined })).toBe('pending updating')
  expect(said({ ...all, outage: undefined, isUpdating: false })).toBe('caution notUpToDate')
  expect(said({ live: { state: 'lost' }, asOf: 0 })).toBe('caution noLive')
})

const failing = (status: number, kind: string) =>
  problemOfAnswer({ status, statusText: '' }, { type: `urn:apsis:problem:${kind}`, title: kind, status })

/** Returns a cache in which two reads have ended with this result: a component uses one of them, and none uses the other. */
async function readsOf(end: () => unknown): Promise<ReturnType<QueryClient['getQueryCache']>> {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, queryFn: () => end() } } })
  new QueryObserver(client, { queryKey: ['seen'] }).subscribe(() => undefined)
  await client.prefetchQuery({ queryKey: ['unseen'] })
  await expect.poll(() => client.isFetching()).toBe(0)
  return client.getQueryCache()
}

test('a failed read makes the screen old only if a component uses it, and not if the server refused the query', async () => {
  const failed = async (problem: unknown) => {
    const reads = await readsOf(() => Promise.reject(problem))
    return reads
      .getAll()
      .filter(isFailedRead)
      .map(({ queryHash }) => queryHash)
  }
  expect(await failed(failing(503, 'unavailable'))).toEqual(['["seen"]'])
  expect(await failed(new Error('of our own'))).toEqual(['["seen"]'])
  const reads = await readsOf(() => 1)
  expect(reads.getAll().filter(isFailedRead)).toEqual([])
  const [first = 0, second = 0] = reads.getAll().map(({ state }) => state.dataUpdatedAt)
  expect(lastReadOf(reads.getAll())).toBe(Math.max(first, second))
  expect(first).toBeGreaterThan(0)
  expect(lastReadOf([])).toBe(0)
})

test('some problems are answers that refuse the query, and the others are not', () => {
  const kinds = ['request-invalid', 'not-found', 'unprocessable', 'unavailable', 'conflict'] as const
  const are = kinds.filter((kind) => isAnswer(new ApiProblem({ code: 422, title: 't', message: 'm', kind })))
  expect(are).toEqual(['request-invalid', 'not-found', 'unprocessable'])
  expect(isAnswer(new Error('not-found'))).toBe(false)
})
