import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { answerOf, queryClient } from '../api/queries.ts'
import { openSession } from '../session/session.ts'
import { comeBack, openSite, type Site, sendJson } from '../session/testing/site.ts'
import { type Browser, openBrowser } from '../ui/testing/browser.ts'
import { holdWaits, type Waits } from '../ui/testing/waits.ts'

/** The time for which a toast would offer undo (ux.md R14). */
const UNDO_MS = 12_000
const ID = '00000000-0000-4000-8000-000000000001'
const OTHER = '00000000-0000-4000-8000-000000000002'
const NOTICE = { code: 200, title: 'T', message: 'm', status: '2xx', timestamp: '2026-11-20T10:00:00.000Z' } as const

let site: Site
let browser: Browser
let waits: Waits
let marking: typeof import('./mark-read.ts')
let book: typeof import('./notifications.ts')

beforeAll(async () => {
  site = await openSite()
  browser = openBrowser(site.origin)
  comeBack(browser, site)
  await openSession()
  // The modules need a page to listen to when they are loaded.
  book = await import('./notifications.ts')
  marking = await import('./mark-read.ts')
  site.does.api = ({ method }, response) =>
    sendJson(response, method === 'GET' ? [ID, OTHER].map((id) => ({ id, state: 'fresh', ...NOTICE })) : [])
})
beforeEach(async () => {
  // The page may still be reading the list after the move that the previous test sent.
  await answerOf({ ...book.notificationsQuery, staleTime: 0 })
  waits = holdWaits(UNDO_MS)
  site.calls.length = 0
})
afterEach(() => {
  waits.release()
  queryClient.clear()
  book.forgetNotices()
})
afterAll(() => site.close())

const states = () => Object.fromEntries(book.currentNotices().map(({ id, state }) => [id, state]))
const told = () => site.calls.filter(({ method }) => method === 'PATCH').map(({ body }) => JSON.parse(body) as unknown)

test('a notice that is marked as read is read at once on this screen, and on the server when undo is no longer offered', async () => {
  marking.markRead([ID])
  expect(states()).toEqual({ [ID]: 'read', [OTHER]: 'fresh' })
  expect(waits.pending()).toContain(UNDO_MS)
  expect(told()).toEqual([])
  waits.end(UNDO_MS)
  await expect.poll(told).toEqual([[{ id: ID, state: 'read' }]])
  // There is nothing left to send.
  marking.finishMarking()
  marking.undoMarking()
  expect(states()[ID]).toBe('read')
})

test('undo restores the state, and nothing is sent to the server', () => {
  marking.markRead([ID, OTHER])
  marking.undoMarking()
  expect(states()).toEqual({ [ID]: 'fresh', [OTHER]: 'fresh' })
  expect(waits.pending()).not.toContain(UNDO_MS)
  marking.finishMarking()
  expect(told()).toEqual([])
})

test('the next marking ends the undo of the previous one', async () => {
  marking.markRead([ID])
  marking.markRead([OTHER])
  await expect.poll(told).toEqual([[{ id: ID, state: 'read' }]])
  expect(waits.pending().filter((ms) => ms === UNDO_MS)).toHaveLength(1)
  marking.undoMarking()
  expect(states()).toMatchObject({ [OTHER]: 'fresh' })
})

test('a page that is being left sends the state to the server at once', async () => {
  marking.markRead([ID])
  Object.assign(document, { visibilityState: 'visible' })
  browser.tellDocument('visibilitychange')
  expect(waits.pending()).toContain(UNDO_MS)
  Object.assign(document, { visibilityState: 'hidden' })
  browser.tellDocument('visibilitychange')
  await expect.poll(told).toEqual([[{ id: ID, state: 'read' }]])
  expect(waits.pending()).not.toContain(UNDO_MS)
})
