import type { ServerResponse } from 'node:http'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { comeBack, openSite, type Site } from '../session/testing/site.ts'
import { openBrowser } from '../ui/testing/browser.ts'
import { holdWaits, type Waits } from '../ui/testing/waits.ts'
import { eventOf, reconnectDelayMs } from './events.ts'

test('eventOf creates an event from id, kind and data', () => {
  expect(eventOf({ id: '12', event: 'notification', data: '{"id":"x"}' })).toEqual({
    id: '12',
    type: 'notification',
    data: { id: 'x' },
  })
})

test('eventOf ignores unknown kinds, ids and data', () => {
  expect(eventOf({ id: '12', event: 'conjunction-from-the-future', data: '{}' })).toBeUndefined()
  expect(eventOf({ id: 'twelve', event: 'notification', data: '{}' })).toBeUndefined()
  expect(eventOf({ id: '12', event: 'notification', data: 'not json' })).toBeUndefined()
})

test('reconnectDelayMs doubles up to half a minute, and varies by a fifth', () => {
  expect([0, 1, 2, 3, 4, 5, 60].map((failures) => reconnectDelayMs(failures, 0))).toEqual([
    1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000,
  ])
  expect(reconnectDelayMs(0, 1)).toBe(800)
})

/**
 * The test controls waits of this length and more: the waits of the stream are longer, and the waits of the connections below it are
 * shorter.
 */
const WAITS_FROM_MS = 800
const SILENCE_MS = 40_000

let site: Site
let waits: Waits
let tab: BroadcastChannel
let stop: () => Promise<void>
/** The messages that other tabs receive. */
let told: unknown[]
let events: unknown[]
let gaps: number
/** The streams that the page has opened: the last id that each sent, and the response to which the test writes. */
let streams: { readonly lastId: unknown; readonly response: ServerResponse }[]
let page: typeof import('./events.ts')
let signIn: () => Promise<void>
let signOut: () => Promise<void>
let said: readonly string[]
let person = 0

/** Opens a page with its own user, and another tab of the same user. */
async function openPage(): Promise<void> {
  site = await openSite()
  const browser = openBrowser(site.origin)
  said = browser.said
  vi.resetModules()
  page = await import('./events.ts')
  const session = await import('../session/session.ts')
  site.does.subject = `person-${person++}`
  told = []
  events = []
  gaps = 0
  streams = []
  site.does.api = ({ headers }, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': here\n\n')
    streams.push({ lastId: headers['last-event-id'], response })
  }
  tab = new BroadcastChannel(`apsis-events ${site.does.subject}`)
  tab.onmessage = (message) => void told.push((message as MessageEvent).data)
  const { random } = Math
  // The random part is half of a fifth: 900 ms, then 1800 and 3600.
  Math.random = () => 0.5
  waits = holdWaits(WAITS_FROM_MS)
  signIn = async () => {
    comeBack(browser, site)
    await session.openSession()
  }
  void page.followEvents({
    onEvent: (event) => void events.push(event),
    onGap: () => {
      gaps += 1
    },
  })
  signOut = async () => {
    site.does.tokenStatus = 400
    await session.renewAfterRefusal()
    waits.areShort = true
    for (const ms of ofStream()) waits.end(ms)
    // The page releases the stream, so that it does not continue in the next test.
    await navigator.locks.request(`apsis-events ${site.does.subject}`, () => undefined)
  }
  stop = async () => {
    await signOut()
    waits.release()
    Math.random = random
    tab.close()
    await site.close()
  }
}

const write = (text: string) => void streams.at(-1)?.response.write(text)
const streamed = (count: number) => expect.poll(() => streams.length).toBe(count)
const heard = (...kinds: readonly object[]) => expect.poll(() => told).toEqual(kinds)
/** Returns the waits of the stream, without the waits of Node's own connections. */
const ofStream = () => waits.pending().filter((ms) => ms % 900 === 0 || ms === SILENCE_MS)
const HELLO = { kind: 'hello' }
const LIVE = { kind: 'state', state: 'live' }
const CONNECTING = { kind: 'state', state: 'connecting' }
const LOST = { kind: 'state', state: 'lost' }
const GAP = { kind: 'gap' }
const at = (id: string) => ({ kind: 'position', id })

beforeEach(openPage)
afterEach(() => stop())

test('the stream opens when somebody signs in, and no change after its first position is missed', async () => {
  expect(streams).toEqual([])
  await signIn()
  await streamed(1)
  expect(streams[0]?.lastId).toBeUndefined()
  expect(site.calls[0]).toMatchObject({ url: '/api/v1/events', headers: { accept: 'text/event-stream' } })
  await heard(HELLO, LIVE)
  write('id: 5\n\n')
  await heard(HELLO, LIVE, at('5'))
  const event = { id: '6', type: 'notification', data: { id: 'x' } }
  write('id: 6\nevent: notification\ndata: {"id":"x"}\n\nid: 6\n\n')
  await heard(HELLO, LIVE, at('5'), { kind: 'event', event }, at('6'))
  expect([events, gaps]).toEqual([[event], 0])
})

test('after a reset everything is read again, and an event that this version does not know is ignored', async () => {
  await signIn()
  await streamed(1)
  write('id: 5\n\nid: 6\nevent: from-the-future\ndata: {}\n\nid: 7\nevent: reset\ndata: {}\n\n')
  await heard(HELLO, LIVE, at('5'), at('6'), GAP, at('7'))
  expect([events, gaps]).toEqual([[], 1])
})

test('a stream that the server ends resumes at its position; one that fails waits twice as long each time, until it opens', async () => {
  await signIn()
  await streamed(1)
  write('id: 5\n\n')
  await heard(HELLO, LIVE, at('5'))
  const follow = site.does.api
  told.length = 0
  streams.at(-1)?.response.end()
  await heard(CONNECTING)
  expect(ofStream()).toEqual([900])
  site.does.api = (_call, response) => void response.writeHead(503).end()
  waits.end(900)
  await heard(CONNECTING, LOST)
  await expect.poll(ofStream).toEqual([1_800])
  waits.end(1_800)
  await expect.poll(ofStream).toEqual([3_600])
  expect(said.filter((text) => text.includes('lost'))).toHaveLength(2)
  site.does.api = follow
  waits.end(3_600)
  await streamed(2)
  expect(streams[1]?.lastId).toBe('5')
  await heard(CONNECTING, LOST, LOST, LIVE)
  streams.at(-1)?.response.end()
  // The stream had opened, so the next wait is short again.
  await expect.poll(ofStream).toEqual([900])
  expect(gaps).toBe(0)
})

test('a stream that does not open the first time is tried again like any other', async () => {
  site.does.api = (_call, response) => void response.writeHead(503).end()
  await signIn()
  await heard(HELLO, LOST)
  await expect.poll(ofStream).toEqual([900])
})

test('a line that is silent for 40 s counts as dead; each piece of the stream restarts this time', async () => {
  await signIn()
  await streamed(1)
  for (const id of ['5', '6']) {
    write(`id: ${id}\n\n`)
    await expect.poll(() => told).toContainEqual(at(id))
  }
  expect(ofStream()).toEqual([SILENCE_MS])
  told.length = 0
  waits.end(SILENCE_MS)
  await heard(LOST)
  expect(ofStream()).toEqual([900])
})

test('renewStream() opens the stream again at once, whether one is open or the next try is far away', async () => {
  await signIn()
  await streamed(1)
  await heard(HELLO, LIVE)
  page.renewStream()
  await streamed(2)
  await heard(HELLO, LIVE, CONNECTING, LIVE)
  streams.at(-1)?.response.end()
  await expect.poll(ofStream).toEqual([900])
  page.renewStream()
  await streamed(3)
  await expect.poll(ofStream).toEqual([SILENCE_MS])
  // The stream reconnects at once only the first time: the next stream that ends waits again.
  streams.at(-1)?.response.end()
  await expect.poll(ofStream).toEqual([900])
})

test('one tab owns the stream and reports its state to any tab that asks', async () => {
  await signIn()
  await streamed(1)
  await heard(HELLO, LIVE)
  tab.postMessage(HELLO)
  await heard(HELLO, LIVE, LIVE)
  write('id: 5\n\n')
  await heard(HELLO, LIVE, LIVE, at('5'))
  // Once it has the position, the other tab may read, because all later changes are sent to it.
  tab.postMessage(HELLO)
  await heard(HELLO, LIVE, LIVE, at('5'), LIVE, at('5'))
})

test('a call that waited for the first position is not repeated', async () => {
  const { beforeCall } = await import('./stream-start.ts')
  await signIn()
  await streamed(1)
  let isSent = false
  const reading = beforeCall(true).then(() => {
    isSent = true
  })
  await heard(HELLO, LIVE)
  expect(isSent).toBe(false)
  write('id: 5\n\n')
  await reading
  expect(gaps).toBe(0)
})

test('what was read before the first position is read again, only by this tab', async () => {
  const { beforeCall } = await import('./stream-start.ts')
  await signIn()
  await streamed(1)
  await beforeCall(false)
  write('id: 5\n\n')
  await heard(HELLO, LIVE, at('5'))
  expect(gaps).toBe(1)
})

test('a tab that does not own the stream receives the events of the other, and takes over at its position', async () => {
  const door = Promise.withResolvers<void>()
  void navigator.locks.request(`apsis-events ${site.does.subject}`, () => door.promise)
  await signIn()
  await heard(HELLO)
  const event = { id: '41', type: 'tle', data: {} }
  for (const one of [LIVE, GAP, { kind: 'event', event }, at('41'), HELLO]) tab.postMessage(one)
  await expect.poll(() => events).toEqual([event])
  expect([gaps, streams.length]).toEqual([1, 0])
  // A tab that does not own the stream does not answer questions about it.
  await heard(HELLO)
  door.resolve()
  await streamed(1)
  expect(streams[0]?.lastId).toBe('41')
  write('id: 42\n\n')
  await heard(HELLO, LIVE, at('42'))
  expect(gaps).toBe(1)
})

test('when the session ends the stream ends with it, without an error', async () => {
  await signIn()
  await streamed(1)
  const { renewAfterRefusal } = await import('../session/session.ts')
  site.does.tokenStatus = 400
  await renewAfterRefusal()
  await heard(HELLO, LIVE, LOST)
  waits.end(900)
  expect(said.filter((text) => text.includes('lost'))).toEqual([])
  expect(streams).toHaveLength(1)
})

test('a tab that has signed out receives no more messages from the other tabs of that user', async () => {
  await signIn()
  await streamed(1)
  await heard(HELLO, LIVE)
  const event = { id: '6', type: 'notification', data: { id: 'x' } }
  tab.postMessage({ kind: 'event', event })
  await expect.poll(() => events).toEqual([event])
  await signOut()
  const other = new BroadcastChannel(`apsis-events ${site.does.subject}`)
  const arrived = new Promise((resolve) => {
    other.onmessage = resolve
  })
  tab.postMessage({ kind: 'event', event })
  await arrived
  other.close()
  expect(events).toEqual([event])
})
