import { expect, test } from 'vitest'
import { createSignal, createStore } from './store.ts'

test('a store notifies a listener of another value until it unsubscribes, and never of the same value', () => {
  const store = createStore(1)
  const heard: number[] = []
  const leave = store.subscribe(() => heard.push(store.read()))
  store.set(2)
  store.set(2)
  store.set(3)
  leave()
  store.set(4)
  expect([heard, store.read()]).toEqual([[2, 3], 4])
})

test('a signal knows whether it has listeners, and a listener may unsubscribe while others are notified', () => {
  const { subscribe, tell, hasListeners } = createSignal()
  expect(hasListeners()).toBe(false)
  const heard: string[] = []
  const leave = subscribe(() => {
    heard.push('first')
    leave()
  })
  const stop = subscribe(() => heard.push('second'))
  tell()
  tell()
  expect([heard, hasListeners()]).toEqual([['first', 'second', 'second'], true])
  stop()
  expect(hasListeners()).toBe(false)
})
