import { expect, test } from 'vitest'
import { formatElapsed, formatSpan, formatUntil } from './duration.ts'

const at = (time: string) => Date.parse(`2026-11-${time}Z`)

test.each([
  ['21T14:13:07', '20T07:02:27', 'T−1 d 07 h 10 m'],
  ['22T11:15:27', '20T07:02:27', 'T−2 d 04 h 13 m'],
  ['20T15:38:27', '20T07:02:27', 'T−8 h 36 m'],
  ['20T21:04:27', '20T07:02:27', 'T−14 h 02 m'],
  ['20T07:45:39', '20T07:02:27', 'T−43:12'],
  ['20T08:02:26', '20T07:02:27', 'T−59:59'],
  ['20T07:02:27', '20T07:02:27', 'T−00:00'],
  ['20T07:02:27', '20T09:12:27', 'T+2 h 10 m'],
])('formatUntil %s seen at %s is %s', (event, now, text) => {
  expect(formatUntil(at(event) - at(now))).toBe(text)
})

test('formatUntil shows seconds if the option is set', () => {
  expect(formatUntil(at('21T14:13:07') - at('20T07:02:27'), { seconds: true })).toBe('T−1 d 07 h 10 m 40 s')
})

test('formatElapsed counts up, with hours only from one hour', () => {
  expect(formatElapsed(134_000)).toBe('02:14')
  expect(formatElapsed(3_734_000)).toBe('1:02:14')
  expect(formatElapsed(-1)).toBe('00:00')
})

test.each([
  [3_599_999, 'T−59:59'],
  [3_600_000, 'T−1 h 00 m'],
  [86_399_000, 'T−23 h 59 m'],
  [86_400_000, 'T−1 d 00 h 00 m'],
  [90_061_000, 'T−1 d 01 h 01 m'],
  [61_000, 'T−01:01'],
  [-1, 'T+00:00'],
  [-3_661_000, 'T+1 h 01 m'],
])('formatUntil of %i ms is %s', (ms, text) => {
  expect(formatUntil(ms)).toBe(text)
})

test.each([
  [3_661_000, 'T−1 h 01 m 01 s'],
  [119_000, 'T−01:59'],
])('formatUntil of %i ms with seconds is %s', (ms, text) => {
  expect(formatUntil(ms, { seconds: true })).toBe(text)
})

test('formatElapsed shows hours from one hour on, without a limit', () => {
  expect([3_599_999, 3_600_000, 90_061_000, 0].map(formatElapsed)).toEqual(['59:59', '1:00:00', '25:01:01', '00:00'])
})

test('formatSpan shows days and hours, below a day hours and minutes, below an hour minutes', () => {
  // 110:24:45
  expect([397_485_000, 86_399_000, 3_600_000, 3_599_000, 0, -1].map(formatSpan)).toEqual([
    ...['4 d 14 h', '23 h 59 m', '1 h 0 m', '59 m', '0 m', '0 m'],
  ])
})
