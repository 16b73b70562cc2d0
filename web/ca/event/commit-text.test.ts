import { expect, test } from 'vitest'
import { commitText } from './commit-text.ts'
import { conjunctionWith } from './testing/event.ts'

test('the text states the origin of the decision time: the station and its contact, or why only the hours count', () => {
  const contact = { from: '2026-11-20T06:12:00.000Z', to: '2026-11-20T06:22:00.000Z', station: 'SIM North' }
  const say = (commit: Parameters<typeof commitText>[0]['commit']) => commitText(conjunctionWith({ commit }))
  expect(say({ source: 'LAST_CONTACT', hours: 24, contact })).toBe(
    'Last command contact 24 h or more before TCA: SIM North, 2026-11-20 06:12 Z to 06:22 Z',
  )
  expect(say({ source: 'NO_CONTACTS', hours: 0.5, contact: null })).toBe('TCA − 0.5 h, no contacts known')
})
