import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { openBrowser } from '../ui/testing/browser.ts'

const browser = openBrowser()
const page = Object.assign(document, { visibilityState: 'visible' as DocumentVisibilityState })
const { ageNotifications, holdToast, releaseToast } = await import('./fresh-to-unread.ts')
const { currentNotices, forgetNotices, raise } = await import('./notifications.ts')

const [CRITICAL, PLAIN] = [500, 200]

function turnTo(state: DocumentVisibilityState): void {
  Object.assign(page, { visibilityState: state })
  browser.tellDocument('visibilitychange')
}

/** Raises a notification of this tab, and returns its id. */
function told(title: string, code = PLAIN): string {
  raise({ code, title, message: 'm' })
  return currentNotices().find((one) => one.title === title)?.id ?? ''
}
const stateOf = (id: string) => currentNotices().find((one) => one.id === id)?.state

beforeAll(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
  ageNotifications()
})
beforeEach(() => turnTo('visible'))
afterEach(() => forgetNotices())
afterAll(() => vi.useRealTimers())

test('a toast is shown for twelve seconds, each from its own start', () => {
  const first = told('first')
  vi.advanceTimersByTime(5_000)
  const second = told('second')
  vi.advanceTimersByTime(6_999)
  expect([stateOf(first), stateOf(second)]).toEqual(['fresh', 'fresh'])
  vi.advanceTimersByTime(1)
  expect([stateOf(first), stateOf(second)]).toEqual(['unread', 'fresh'])
  vi.advanceTimersByTime(5_000)
  expect(stateOf(second)).toBe('unread')
})

test('no time passes while the page is not visible', () => {
  const id = told('behind')
  vi.advanceTimersByTime(10_000)
  turnTo('hidden')
  vi.advanceTimersByTime(3_600_000)
  expect(stateOf(id)).toBe('fresh')
  turnTo('visible')
  vi.advanceTimersByTime(1_999)
  expect(stateOf(id)).toBe('fresh')
  vi.advanceTimersByTime(1)
  expect(stateOf(id)).toBe('unread')
})

test('while the pointer is on one toast the time of all stops, and that toast is marked as read', () => {
  const [held, beside] = [told('held'), told('beside')]
  vi.advanceTimersByTime(11_000)
  // The pointer and the focus are on the toast; then one of the two leaves it.
  holdToast(held)
  holdToast(held)
  releaseToast(held)
  vi.advanceTimersByTime(60_000)
  expect([stateOf(held), stateOf(beside)]).toEqual(['fresh', 'fresh'])
  releaseToast(held)
  vi.advanceTimersByTime(999)
  expect([stateOf(held), stateOf(beside)]).toEqual(['fresh', 'fresh'])
  vi.advanceTimersByTime(1)
  expect([stateOf(held), stateOf(beside)]).toEqual(['read', 'unread'])
})

test('a toast that disappears under the pointer no longer stops the time', () => {
  const gone = told('gone')
  holdToast(gone)
  forgetNotices()
  const next = told('next', CRITICAL)
  vi.advanceTimersByTime(12_000)
  expect(stateOf(next)).toBe('unread')
})
