import { afterEach, beforeEach, expect, test, vi } from 'vitest'

let start: typeof import('./stream-start.ts')
beforeEach(async () => {
  vi.useFakeTimers()
  vi.resetModules()
  start = await import('./stream-start.ts')
})
afterEach(() => void vi.useRealTimers())

/** Begins a call, reading or writing; the returned function is true once the call may be sent. */
async function isSent(isReading: boolean): Promise<() => boolean> {
  let isOver = false
  void start.beforeCall(isReading).then(() => {
    isOver = true
  })
  await vi.advanceTimersByTimeAsync(0)
  return () => isOver
}

test('without a stream nothing waits', async () => {
  expect([(await isSent(true))(), (await isSent(false))()]).toEqual([true, true])
  expect(start.notePosition()).toBe(false)
})

test('a reading call waits for the position, and later answers are up to date', async () => {
  start.beginStream()
  const reading = await isSent(true)
  expect(reading()).toBe(false)
  expect(start.notePosition()).toBe(false)
  await vi.advanceTimersByTimeAsync(0)
  expect(reading()).toBe(true)
  expect((await isSent(true))()).toBe(true)
  expect(start.notePosition()).toBe(false)
})

test('a call that writes does not wait, and causes everything to be read again', async () => {
  start.beginStream()
  expect((await isSent(false))()).toBe(true)
  expect(start.notePosition()).toBe(true)
  // The position counts only once.
  expect(start.notePosition()).toBe(false)
})

test.each([
  ['takes long', () => vi.advanceTimersByTimeAsync(10_000)],
  [
    'cannot be opened',
    async () => {
      start.giveUpStream()
      await vi.advanceTimersByTimeAsync(0)
    },
  ],
] as const)('a stream that %s delays no read, and reads are repeated once it has its position', async (_, fail) => {
  start.beginStream()
  const reading = await isSent(true)
  expect(reading()).toBe(false)
  await fail()
  expect(reading()).toBe(true)
  expect(start.notePosition()).toBe(true)
})

test('the next user who signs in has a separate stream', async () => {
  start.beginStream()
  start.notePosition()
  start.beginStream()
  expect((await isSent(true))()).toBe(false)
})
