import { expect, test } from 'vitest'
import { nextOf } from './finding.tsx'

test('whoever asked for passes is led to them once they are known, and waits only while they are read', () => {
  expect(nextOf('reading', true)).toBe('wait')
  expect(nextOf('known', true)).toBe('lead')
  for (const state of ['failed', 'no-sensor', 'no-sensors-read'] as const) expect(nextOf(state, true)).toBe('end')
})

test('a reader who has gone elsewhere meanwhile keeps the focus, then and later', () => {
  for (const state of ['reading', 'known', 'failed'] as const) expect(nextOf(state, false)).toBe('end')
})
