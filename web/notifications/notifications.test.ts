import type { Notification } from '@apsis/contract/notifications/notification.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { queryClient } from '../api/queries.ts'
import { openSession } from '../session/session.ts'
import { comeBack, openSite, type SeenCall, type Site, sendJson } from '../session/testing/site.ts'
import { type Browser, openBrowser } from '../ui/testing/browser.ts'
import {
  actionOf,
  beginMove,
  currentNotices,
  forgetNotices,
  LIST_LIMIT,
  moveInPassing,
  moveNotifications,
  notificationsQuery,
  onBook,
  raise,
  undoMove,
} from './notifications.ts'

const idOf = (number: number) => `00000000-0000-4000-8000-00000000000${number}`
const served = (number: number, more: Partial<Notification> = {}): Notification => ({
  id: idOf(number),
  code: 200,
  title: `Notification ${number}`,
  message: 'm',
  status: '2xx',
  timestamp: `2026-11-20T10:00:0${number}.000Z`,
  state: 'fresh',
  ...more,
})

let site: Site
let browser: Browser
/** The list of the server, which accepts moves, or refuses them if the test says so. */
let list: Notification[] = []
let isRefusing = false
const patches = () =>
  site.calls.filter(({ method }) => method === 'PATCH').map(({ body }) => JSON.parse(body) as unknown)

const answer = ({ method, body }: SeenCall, response: Parameters<Site['does']['api']>[1]) => {
  if (method === 'GET') return sendJson(response, list)
  if (isRefusing) return void response.writeHead(503, { 'content-type': 'text/plain' }).end('no')
  for (const { id, state } of JSON.parse(body) as Pick<Notification, 'id' | 'state'>[])
    list = list.map((one) => (one.id === id ? { ...one, state } : one))
  sendJson(
    response,
    list.filter(({ id }) => body.includes(id)),
  )
}

beforeAll(async () => {
  site = await openSite()
  browser = openBrowser(site.origin)
  comeBack(browser, site)
  await openSession()
})
afterEach(() => {
  queryClient.clear()
  forgetNotices()
  list = []
  isRefusing = false
  site.calls.length = 0
})
afterAll(() => site.close())

async function read(...given: Notification[]): Promise<void> {
  list = given
  site.does.api = answer
  await queryClient.fetchQuery({ ...notificationsQuery, staleTime: 0 })
}
const states = () => Object.fromEntries(currentNotices().map(({ title, state }) => [title, state]))
/** Waits until the page has sent the change to the server, and has read the list again if it does that. */
const settled = () => expect.poll(() => patches().length).toBe(1)

test('the list is requested with the largest size of one call, and is combined only once while nothing changes', async () => {
  await read(served(1), served(2))
  expect(new URL(site.calls[0]?.url ?? '', site.origin).searchParams.get('limit')).toBe(String(LIST_LIMIT))
  expect(LIST_LIMIT).toBe(200)
  expect(currentNotices().map(({ title }) => title)).toEqual(['Notification 2', 'Notification 1'])
  expect(currentNotices()).toBe(currentNotices())
  const before = currentNotices()
  raise({ code: 404, message: 'not there' })
  expect(currentNotices()).not.toBe(before)
  expect(currentNotices()).toHaveLength(3)
  const raised = currentNotices()
  await read(served(1), served(2), served(3))
  expect(currentNotices()).not.toBe(raised)
  expect(currentNotices()).toHaveLength(4)
})

test('the same notice is not raised twice within a second, unless it has an action', () => {
  raise({ code: 404, message: 'the same' })
  raise({ code: 404, message: 'the same' })
  expect(currentNotices()).toHaveLength(1)
  const action = { label: 'Undo', run: () => undefined }
  raise({ code: 200, message: 'undoable', action })
  raise({ code: 200, message: 'undoable', action })
  expect(currentNotices()).toHaveLength(3)
  expect(new Set(currentNotices().map(({ id }) => id)).size).toBe(3)
  // The time of the notice is the current time.
  expect(Math.abs(Date.parse(currentNotices()[0]?.timestamp ?? '') - Date.now())).toBeLessThan(60_000)
})

test('the action of a notice can be used once, and this marks the notice as read', () => {
  let runs = 0
  raise({ code: 200, title: 'Done', message: 'with an undo', action: { label: 'Undo', run: () => (runs += 1) } })
  raise({ code: 200, title: 'Plain', message: 'without one' })
  const [plain, done] = currentNotices().toSorted((a, b) => b.title.localeCompare(a.title))
  expect(actionOf(plain?.id ?? '')).toBeUndefined()
  const action = actionOf(done?.id ?? '')
  expect(action?.label).toBe('Undo')
  expect(runs).toBe(0)
  action?.onAction()
  expect(runs).toBe(1)
  expect(actionOf(done?.id ?? '')).toBeUndefined()
  expect(states()).toEqual({ Done: 'read', Plain: 'fresh' })
})

test('the next user who signs in sees none of the notices of this tab', () => {
  raise({ code: 200, message: 'a', action: { label: 'Undo', run: () => undefined } })
  const id = currentNotices()[0]?.id ?? ''
  forgetNotices()
  expect(currentNotices()).toEqual([])
  expect(actionOf(id)).toBeUndefined()
})

test('listeners are notified of each change of this tab, and not if nothing changes', () => {
  let heard = 0
  const leave = onBook(() => (heard += 1))
  raise({ code: 200, message: 'heard' })
  expect(heard).toBe(1)
  beginMove([], 'read')
  expect(heard).toBe(1)
  forgetNotices()
  expect(heard).toBe(2)
  forgetNotices()
  expect(heard).toBe(2)
  leave()
  raise({ code: 200, message: 'not heard' })
  expect(heard).toBe(2)
})

test('a move is shown at once, only moves of server notices are sent, and the list is read again', async () => {
  await read(served(1), served(2))
  raise({ code: 200, title: 'Own', message: 'of this tab' })
  const own = currentNotices().find(({ title }) => title === 'Own')?.id ?? ''
  site.calls.length = 0
  moveNotifications([idOf(1), own], 'read')
  expect(states()).toEqual({ 'Notification 1': 'read', 'Notification 2': 'fresh', Own: 'read' })
  await settled()
  expect(patches()).toEqual([[{ id: idOf(1), state: 'read' }]])
  await expect.poll(() => queryClient.getQueryState(notificationsQuery.queryKey)?.isInvalidated).toBe(true)
  expect(states()).toMatchObject({ 'Notification 1': 'read' })
})

test('a notice of this tab is never sent', async () => {
  await read(served(1))
  raise({ code: 200, title: 'Own', message: 'of this tab alone' })
  site.calls.length = 0
  moveNotifications([currentNotices().find(({ title }) => title === 'Own')?.id ?? ''], 'hidden')
  expect(states()).toEqual({ 'Notification 1': 'fresh' })
  // The moves are sent in their order: the move of the server's notice has arrived, and no other before it.
  moveNotifications([idOf(1)], 'read')
  await settled()
  expect(patches()).toEqual([[{ id: idOf(1), state: 'read' }]])
})

test('if the server refuses a move, the screen reverts it and the user is notified', async () => {
  await read(served(1))
  isRefusing = true
  moveNotifications([idOf(1)], 'read')
  expect(states()).toEqual({ 'Notification 1': 'read' })
  await expect.poll(() => currentNotices().length).toBe(2)
  expect(currentNotices().find(({ id }) => id === idOf(1))?.state).toBe('fresh')
  expect(currentNotices().find(({ id }) => id !== idOf(1))?.code).toBe(503)
})

test('a notice whose time ran out stays moved if the server refuses, and only the console reports it', async () => {
  await read(served(1))
  isRefusing = true
  browser.said.length = 0
  moveInPassing([idOf(1)], 'unread')
  await expect.poll(() => browser.said.length).toBe(1)
  expect(browser.said[0]).toBe('Not moved to unread.')
  expect(states()).toEqual({ 'Notification 1': 'unread' })
})

test('a move that was only begun can be undone', async () => {
  await read(served(1))
  const moving = beginMove([idOf(1)], 'hidden')
  expect(states()).toEqual({})
  undoMove(moving)
  expect(states()).toEqual({ 'Notification 1': 'fresh' })
  expect(patches()).toEqual([])
})
