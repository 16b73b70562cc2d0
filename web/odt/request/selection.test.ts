import { expect, test, vi } from 'vitest'
import { newDraft } from './draft.ts'
import { timed } from './selection.ts'

const FOUND = { commitBefore: '2026-11-23T09:40:30.000Z' }
const draft = { ...newDraft('90141'), event: 'e-1' }

test('an event sets the end of its request, unless the user typed another time', () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 20, 12) })
  // The end is never later than the decision: the seconds are cut off, not rounded.
  expect(timed(draft, FOUND).until).toBe('2026-11-23 09:40')
  expect(timed({ ...draft, until: '2026-11-22 08:00', isUntilOwn: true }, FOUND).until).toBe('2026-11-22 08:00')
  expect(timed({ ...draft, until: '', isUntilOwn: true }, FOUND).until).toBe('')
  expect(timed({ ...draft, event: '' }, FOUND).until).toBe('')
  // A request that was sent without an end is sent again without one.
  expect(timed({ ...draft, isSent: true }, FOUND).until).toBe('')
  expect(timed(draft, undefined).until).toBe('')
  vi.useRealTimers()
})

test('a decision time that has passed sets no end, because a request cannot end before it begins', () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 24) })
  expect(timed(draft, FOUND).until).toBe('')
  vi.useRealTimers()
})
