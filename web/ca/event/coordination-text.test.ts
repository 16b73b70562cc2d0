import { expect, test } from 'vitest'
import { coordinationText } from './coordination-text.ts'

test('coordinationText names the operator, the time, the channel, and the side that moves', () => {
  const said = { mover: 'THEM', with: 'Borealis', at: '2026-11-20T06:00:00.000Z', channel: 'telephone' } as const
  expect(coordinationText({ step: 'ASKED', ...said })).toBe(
    'Asked Borealis by telephone at 2026-11-20 06:00:00 Z: they move.',
  )
  expect(coordinationText({ step: 'REFUSED', ...said, mover: 'US' })).toBe(
    'Refused by Borealis by telephone at 2026-11-20 06:00:00 Z: we move.',
  )
})
