import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openBrowser } from '../ui/testing/browser.ts'

const { visits } = openBrowser()
const { reloadAtMostOnceAMinute } = await import('./reload.ts')

beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterAll(() => vi.useRealTimers())

test('a page that has already reloaded for the same reason waits for a minute', () => {
  reloadAtMostOnceAMinute()
  reloadAtMostOnceAMinute()
  expect(visits).toEqual(['reload'])
  vi.setSystemTime(Date.now() + 59_999)
  reloadAtMostOnceAMinute()
  expect(visits).toEqual(['reload'])
  vi.setSystemTime(Date.now() + 1)
  reloadAtMostOnceAMinute()
  reloadAtMostOnceAMinute()
  expect(visits).toEqual(['reload', 'reload'])
})
