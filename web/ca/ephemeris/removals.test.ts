import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openBrowser } from '../../ui/testing/browser.ts'

openBrowser()
const { keep, REMOVAL_MS, removeLater, useRemovals } = await import('./removals.ts')

/** Returns the names of the items that are about to be removed, as markup. */
const pending = () =>
  renderToStaticMarkup(
    createElement(() =>
      useRemovals()
        .map(({ name }) => name)
        .join(),
    ),
  )

beforeAll(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterAll(() => vi.useRealTimers())

test('each removed item can be kept for as long as a toast is shown', () => {
  const removed: string[] = []
  removeLater('a', 'first.oem', () => removed.push('a'))
  vi.advanceTimersByTime(REMOVAL_MS - 1)
  removeLater('b', 'second.oem', () => removed.push('b'))
  removeLater('c', 'third.oem', () => removed.push('c'))
  expect([removed, pending()]).toEqual([[], 'first.oem,second.oem,third.oem'])
  vi.advanceTimersByTime(1)
  expect([removed, pending()]).toEqual([['a'], 'second.oem,third.oem'])
  keep('b')
  expect(pending()).toBe('third.oem')
  vi.advanceTimersByTime(REMOVAL_MS)
  // An item that was kept is not removed later.
  expect([removed, pending()]).toEqual([['a', 'c'], ''])
})
