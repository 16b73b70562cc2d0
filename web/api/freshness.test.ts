import { afterEach, expect, test } from 'vitest'
import { freshnessOf } from './freshness.ts'
import { queryClient, readAgain, STALE_MS } from './queries.ts'

const KEY = ['things']

/** Returns the freshness of the data from its entry in the cache. */
function state() {
  const query = queryClient.getQueryCache().find({ queryKey: KEY })
  if (!query) return 'dirty'
  const { fetchStatus, status } = query.state
  return freshnessOf({
    isFetching: fetchStatus === 'fetching',
    isError: status === 'error',
    isStale: query.isStaleByTime(STALE_MS),
  })
}

/** Starts a read that ends when the test decides. */
function read() {
  const door = Promise.withResolvers<number>()
  const loaded = queryClient.fetchQuery({ queryKey: KEY, queryFn: () => door.promise, staleTime: 0 })
  return { loaded, door }
}

async function load(): Promise<void> {
  const { loaded, door } = read()
  door.resolve(1)
  await loaded
}

afterEach(() => queryClient.clear())

test('a load sets refreshing, then clean', async () => {
  expect(state()).toBe('dirty')
  const { loaded, door } = read()
  expect(state()).toBe('refreshing')
  door.resolve(1)
  await loaded
  expect(state()).toBe('clean')
})

test('an event sets dirty', async () => {
  await load()
  await readAgain({ queryKey: KEY })
  expect(state()).toBe('dirty')
})

test('a write marks its queries dirty from its start', async () => {
  await load()
  const door = Promise.withResolvers<void>()
  const write = queryClient
    .getMutationCache()
    .build(queryClient, { mutationFn: () => door.promise, meta: { writes: [KEY] } })
    .execute(undefined)
  await Promise.resolve()
  await Promise.resolve()
  expect(state()).toBe('dirty')
  door.resolve()
  await write
  expect(state()).toBe('dirty')
  await load()
  expect(state()).toBe('clean')
})

test('a failed read is neither clean nor dirty', async () => {
  await load()
  const { loaded, door } = read()
  door.reject(new Error('away'))
  await expect(loaded).rejects.toThrow('away')
  expect(state()).toBe('failed')
})

test('freshnessOf treats old data as dirty', () => {
  expect(freshnessOf({ isFetching: false, isError: false, isStale: true })).toBe('dirty')
})
