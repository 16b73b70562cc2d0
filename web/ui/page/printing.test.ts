import { expect, test } from 'vitest'
import { openBrowser } from '../testing/browser.ts'
import { onPaper } from './printing.ts'

// All tests use one window, because the module listens to the first one.
const { root, tell } = openBrowser()

test('onPaper reports when the page is laid out for a sheet and when it is on the screen again, until it is stopped', () => {
  const told: boolean[] = []
  const stop = onPaper(() => told.push('paper' in root.dataset))
  tell('beforeprint')
  tell('afterprint')
  stop()
  tell('beforeprint')
  expect(told).toEqual([true, false])
})

test('onPaper also calls a listener that another listener has just added', () => {
  const told: string[] = []
  const stopFirst = onPaper(() => {
    told.push('first')
    onPaper(() => told.push('second'))
  })
  tell('beforeprint')
  stopFirst()
  expect(told).toEqual(['first', 'second'])
})
