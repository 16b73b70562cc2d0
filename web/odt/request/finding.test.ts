import { expect, test } from 'vitest'
import { nextOf } from './finding.tsx'

test('a reader who asked for passes is led to them once they are known, and waits only while they are being read', () => {
  expect(nextOf('reading', true)).toBe('wait')
  expect(nextOf('known', true)).toBe('lead')
  for (const state of ['failed', 'no-sensor', 'no-sensors-read'] as const) expect(nextOf(state, true)).toBe('end')
})

test('a reader who has moved the focus before the passes are known is never led to them', () => {
  for (const state of ['reading', 'known', 'failed'] as const) expect(nextOf(state, false)).toBe('end')
})
