import { expect, test } from 'vitest'
import { createSignal, createStore } from './store.ts'

test('a store tells of another value until the listener leaves, and of the same value never', () => {
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

test('a signal knows if anybody listens, and a listener that leaves while others are notified harms none', () => {
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
