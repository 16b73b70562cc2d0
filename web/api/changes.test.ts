import { afterEach, expect, test, vi } from 'vitest'
import { now } from '../clock/clock.ts'
import { onChange, readChange } from './changes.ts'
import { noteRateLimit } from './rate-limit.ts'

afterEach(() => vi.useRealTimers())

/** Makes the server answer with this number of remaining reads, out of 300 per minute. */
const allow = (remaining: number) =>
  noteRateLimit(
    new Headers({ 'ratelimit-policy': '"read";q=300;w=60', ratelimit: `"read";r=${remaining};t=60` }),
    now(),
  )

test('if no read is left, the first notification is read at once, others at intervals of 2 s, and other changes wait', async () => {
  vi.useFakeTimers()
  const read: string[] = []
  for (const type of ['notification', 'screening'] as const)
    onChange(type, async (events) => void read.push(`${type} ${events.map(({ n }) => n).join()}`))
  allow(0)
  const raise = (type: 'notification' | 'screening', n: number) => void readChange({ type, data: { n } })
  raise('screening', 1)
  raise('notification', 1)
  await vi.advanceTimersByTimeAsync(0)
  expect(read).toEqual(['notification 1'])
  raise('notification', 2)
  await vi.advanceTimersByTimeAsync(1_000)
  raise('notification', 3)
  expect(read).toEqual(['notification 1'])
  allow(0)
  await vi.advanceTimersByTimeAsync(1_500)
  expect(read).toEqual(['notification 1', 'notification 2,3'])
  await vi.advanceTimersByTimeAsync(10_000)
  expect(read).toEqual(['notification 1', 'notification 2,3', 'screening 1'])
  allow(300)
})

test('readChange() passes on, in one call, all changes that arrived during the previous read', async () => {
  const read: number[][] = []
  let finish = () => {}
  onChange('screening', (events) => {
    read.push(events.map(({ n }) => Number(n)))
    return new Promise((resolve) => {
      finish = resolve
    })
  })
  const first = readChange({ type: 'screening', data: { n: 1 } })
  const others = [2, 3].map((n) => readChange({ type: 'screening', data: { n } }))
  expect(read).toEqual([[1]])
  finish()
  await Promise.all(others)
  await expect.poll(() => read).toEqual([[1], [2, 3]])
  finish()
  await first
})
