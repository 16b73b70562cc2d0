import type { BurnNotice } from '@apsis/contract/ca/announced/burn-notice.ts'
import { expect, test } from 'vitest'
import { announcedText, noticeMarks, numberOf, sizeOf } from './notices.ts'

const NOTICE = {
  noticeId: 'n1',
  satelliteId: 's1',
  ignition: '2030-01-05T06:12:00.000Z',
  announcedBy: 'Orbital',
  deltaV: null,
  durationS: 0,
} as BurnNotice

test('the size of a burn is the length of its vector, in three digits, and its duration is in whole seconds', () => {
  const deltaV = { frame: 'RTN', vector: [0.03, -0.04, 0] } as BurnNotice['deltaV']
  expect(sizeOf({ deltaV, durationS: 0 })).toBe('0.0500 m/s in RTN')
  expect(sizeOf({ deltaV, durationS: 42.4 })).toBe('0.0500 m/s in RTN for 42 s')
  expect(sizeOf({ deltaV: null, durationS: 90 })).toMatch(/ for 90 s$/)
  expect(sizeOf({ deltaV: null, durationS: 0 })).not.toContain(' s')
})

test('a designator is a catalogue number if it is an integer above 0', () => {
  expect(['43617', '0', '-1', '1.5', '2018-001A', ''].map(numberOf)).toEqual([
    ...[43_617, undefined, undefined, undefined, undefined, undefined],
  ])
})

test('one sentence describes the first burn and names each announcer once', () => {
  expect(announcedText('SAT-3', [])).toBeUndefined()
  const other = { ...NOTICE, announcedBy: 'Journey' }
  const text = announcedText('SAT-3', [NOTICE, other, NOTICE]) ?? ''
  expect(text).toContain('Orbital, Journey')
  expect(text).toContain('2030-01-05 06:12:00')
})

test('a timeline marks only the burns of own satellites', () => {
  const marks = noticeMarks([NOTICE, { ...NOTICE, noticeId: 'n2', satelliteId: null }])
  expect(marks).toMatchObject([{ id: 'n1', satelliteKey: 's1', atMs: Date.UTC(2030, 0, 5, 6, 12), isFirm: true }])
})
