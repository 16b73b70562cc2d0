import { type Conjunction, listConjunctions } from '@apsis/contract/ca/event/conjunction.ts'
import { type QueryKey, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { queryClient } from '../../api/queries.ts'
import { openSession } from '../../session/session.ts'
import { comeBack, openSite, type Site, sendJson } from '../../session/testing/site.ts'
import { openBrowser } from '../../ui/testing/browser.ts'
import { holdWaits, type Waits } from '../../ui/testing/waits.ts'
import { changedEventsReader, membersOf, placed } from './queries.ts'

const EXAMPLE = listConjunctions.response.parse((listConjunctions.response.meta()!.examples as unknown[])[0])[0]!
const HOUR_MS = 3_600_000

/** Returns an event whose TCA is this number of hours from now. */
function event(id: string, hours: number, satelliteId: string | null = null): Conjunction {
  const tca = new Date(Date.now() + hours * HOUR_MS).toISOString()
  return { ...EXAMPLE, conjunctionId: id, satelliteId, conjunctionData: { ...EXAMPLE.conjunctionData, tca } }
}
const ids = (events: readonly Conjunction[]) => events.map(({ conjunctionId }) => conjunctionId).join('')
const all = () => true

test('placed() puts a changed event where the server would put it, and keeps the other objects', () => {
  const list = [event('a', 1), event('b', 2), event('c', 3)]
  const moved = event('a', 2.5)
  const next = placed(
    list,
    new Map([
      ['a', moved],
      ['n', event('n', 0.5)],
    ]),
    all,
  )
  expect(ids(next)).toBe('nbac')
  expect(next[1]).toBe(list[1])
  expect(next[2]).toBe(moved)
  const tie = { ...event('0', 9), conjunctionData: list[1]!.conjunctionData }
  expect(ids(placed(list, new Map([['0', tie]]), all))).toBe('a0bc')
})

test('placed() removes deleted events, and events that no longer belong to the list', () => {
  const list = [event('a', 1), event('b', 2)]
  expect(ids(placed(list, new Map([['a', undefined]]), all))).toBe('b')
  expect(ids(placed(list, new Map([['b', event('b', 2)]]), () => false))).toBe('a')
})

test('membersOf() recognises lists of events, and the events that belong to each', () => {
  const fits = (key: readonly unknown[], one: Conjunction) => membersOf(['conjunction', ...key])?.(one)
  expect(membersOf(['conjunction', 'cdms', 'x'])).toBeUndefined()
  expect(membersOf(['conjunction', 'one', 'x'])).toBeUndefined()
  expect([fits(['ahead'], event('a', -23)), fits(['ahead'], event('a', -25))]).toEqual([true, false])
  expect([fits(['past', 7], event('a', -1)), fits(['past', 7], event('a', 1))]).toEqual([true, false])
  expect([fits(['past', 7], event('a', -170)), fits(['past', 0], event('a', -170))]).toEqual([false, true])
  expect([fits(['list', 'all'], event('a', 1)), fits(['list', 's'], event('a', 1, 's'))]).toEqual([true, true])
  expect(fits(['list', 's'], event('a', 1, 't'))).toBe(false)
})

const WHOLE_AFTER_MS = 30_000
const idOf = (number: number) => `00000000-0000-4000-8000-00000000000${number}`
const KEY = ['placing']
const membersOfList = ([, kind]: QueryKey) => (kind === 'list' ? all : undefined)
const change = (...numbers: readonly number[]) => numbers.map((number) => ({ conjunctionId: idOf(number) }))

let site: Site
let waits: Waits
/** The events on the server, by the last digit of the id. */
let served: Map<number, Conjunction>
let reads: { list: number; other: number }
let stop: () => void
const observe = (kind: 'list' | 'other') =>
  new QueryObserver(queryClient, {
    queryKey: [...KEY, kind],
    queryFn: () => {
      reads[kind] += 1
      return [...served.values()]
    },
  }).subscribe(() => undefined)
const shown = () => queryClient.getQueryData<readonly Conjunction[]>([...KEY, 'list']) ?? []
const wholeLater = () => waits.pending().filter((ms) => ms === WHOLE_AFTER_MS)
const asked = () => site.calls.map(({ url }) => new URL(url, site.origin).searchParams.get('conjunction-id'))

beforeEach(async () => {
  site = await openSite()
  comeBack(openBrowser(site.origin), site)
  await openSession()
  served = new Map([1, 2].map((number) => [number, event(idOf(number), number)]))
  site.does.api = ({ url }, response) => {
    const id = new URL(url, site.origin).searchParams.get('conjunction-id') ?? ''
    const found = served.get(Number(id.at(-1)))
    sendJson(response, found ? [found] : [])
  }
  waits = holdWaits(WHOLE_AFTER_MS)
  reads = { list: 0, other: 0 }
  const leave = [observe('list'), observe('other')]
  stop = () => {
    for (const one of leave) one()
  }
  await expect.poll(() => shown().length).toBe(2)
})
afterEach(async () => {
  stop()
  queryClient.clear()
  waits.release()
  await site.close()
})

test('a changed event is read alone and put in its place; only queries other than lists of events are read again', async () => {
  const read = changedEventsReader({ queryKey: KEY, membersOf: membersOfList })
  served.set(1, event(idOf(1), 3))
  served.set(4, event(idOf(4), 0.5))
  await read([...change(1, 4), ...change(1)])
  expect(asked().toSorted()).toEqual([idOf(1), idOf(4)])
  expect(shown().map(({ conjunctionId }) => conjunctionId)).toEqual([idOf(4), idOf(2), idOf(1)])
  await expect.poll(() => reads).toEqual({ list: 1, other: 2 })
})

test('a deleted event is removed from the list', async () => {
  served.delete(2)
  await changedEventsReader({ queryKey: KEY, membersOf: membersOfList })(change(2))
  expect(shown().map(({ conjunctionId }) => conjunctionId)).toEqual([idOf(1)])
})

test('half a minute after single events were updated the complete lists are read once for all changes in between', async () => {
  const read = changedEventsReader({ queryKey: KEY, membersOf: membersOfList })
  await read(change(1))
  await read(change(2))
  expect(wholeLater()).toEqual([WHOLE_AFTER_MS])
  await expect.poll(() => reads.other).toBe(3)
  waits.end(WHOLE_AFTER_MS)
  await expect.poll(() => reads).toEqual({ list: 2, other: 3 })
  await read(change(1))
  expect(wholeLater()).toEqual([WHOLE_AFTER_MS])
})

test('up to five events are read singly; after more changes, or unknown ones, the complete lists are read', async () => {
  const read = changedEventsReader({ queryKey: KEY, membersOf: membersOfList })
  await read(change(1, 2, 3, 4, 5))
  expect([asked().length, reads.list]).toEqual([5, 1])
  await read(change(1, 2, 3, 4, 5, 6))
  await expect.poll(() => reads.list).toBe(2)
  await read([{}, ...change(1)])
  await expect.poll(() => reads.list).toBe(3)
  expect(asked()).toHaveLength(5)
})

test('if an event cannot be read the complete list is read', async () => {
  site.does.api = (_call, response) => void response.writeHead(500).end()
  await changedEventsReader({ queryKey: KEY, membersOf: membersOfList })(change(1))
  await expect.poll(() => reads).toEqual({ list: 2, other: 2 })
  expect(wholeLater()).toEqual([])
})

test('if no list is on the screen no single event is read', async () => {
  stop()
  await changedEventsReader({ queryKey: KEY, membersOf: membersOfList })(change(1))
  expect([asked(), wholeLater()]).toEqual([[], []])
})
