import { expect, test } from 'vitest'
import { doubtOf, type Feed, feedChecks, silenceOf, volumeFinding } from './feed.service.ts'

const NOW = Date.parse('2026-11-20T12:00:00Z')
const feed = (hours: number | null, lastError: string | null = null, periodHours = 8): Feed => ({
  connectionId: '5b0f7a52-0c1e-4f2d-9a3c-1c2d3e4f5a6b',
  name: 'space-track',
  source: 'SPACE_TRACK',
  kind: 'MESSAGES',
  state: 'ACTIVE',
  volume: { newInDay: 0, refusedInDay: 0, usualInDay: null, isRead: true },
  lastMessageAt: null,
  nextAt: null,
  lastSuccessAt: hours === null ? null : new Date(NOW - hours * 3_600_000),
  lastError,
  periodS: periodHours * 3_600,
  createdAt: new Date(NOW - 30 * 3_600_000),
})

test.each([
  [0, 'ok'],
  [12, 'ok'],
  [12.01, 'caution'],
  [24, 'caution'],
  [24.01, 'serious'],
])('feedChecks() says of a feed that was last read %d h ago: %s (ux.md §5)', (hours, level) => {
  expect(feedChecks([feed(hours)], NOW)).toEqual([
    expect.objectContaining({ name: 'feed space-track', level, value: Math.round(hours * 3600), unit: 's' }),
  ])
})

test.each([
  ['every 2 h', 2, 3, 3.1],
  ['every 8 h', 8, 12, 12.1],
  ['once a day', 24, 36, 36.1],
])('a feed that brings something %s is silent by its own period', (_, period, ok, silent) => {
  expect(silenceOf(feed(ok, null, period), NOW).isSilent).toBe(false)
  expect(silenceOf(feed(silent, null, period), NOW).isSilent).toBe(true)
  expect(feedChecks([feed(silent, null, period)], NOW)[0]?.level).toBe('caution')
  expect(feedChecks([feed(3 * period + 0.1, null, period)], NOW)[0]?.level).toBe('serious')
})

test('a feed without any data is as old as its entry; a feed with a fault has at least the level caution, and shows the fault', () => {
  expect(feedChecks([feed(null)], NOW)[0]).toMatchObject({
    level: 'serious',
    message: 'Nothing was read yet, for 30.0 h.',
  })
  expect(feedChecks([feed(1, 'Space-Track throttles the account.')], NOW)[0]).toMatchObject({
    level: 'caution',
    message: 'Last read 1.0 h ago. Space-Track throttles the account.',
  })
})

test.each<[string, Partial<Feed['volume']>, number, ReturnType<typeof doubtOf>]>([
  ['no message in a day for 300 satellites', { newInDay: 0 }, 300, 'NOTHING'],
  ['no message in a day for three satellites', { newInDay: 0 }, 3, null],
  ['no message in a day where 40 are usual', { newInDay: 0, usualInDay: 40 }, 3, 'NOTHING'],
  ['less than half of what is usual', { newInDay: 19, usualInDay: 40 }, 300, 'HALF'],
  ['half of what is usual', { newInDay: 20, usualInDay: 40 }, 300, null],
  ['few where few are usual', { newInDay: 4, usualInDay: 19 }, 300, null],
  ['nothing that was read', { newInDay: 0, isRead: false }, 300, null],
])('doubtOf() says of a feed that brought %s: %s', (_, volume, satellites, doubt) => {
  const one = { ...feed(1), volume: { ...feed(1).volume, ...volume } }
  expect(doubtOf(one, { now: NOW, satellites })).toBe(doubt)
  expect(volumeFinding(one, { now: NOW, satellites })?.code).toBe(doubt === null ? undefined : 'feed-small')
})

test('doubtOf() of a feed that is too long unread says that it is silent, whatever it brought', () => {
  expect(doubtOf(feed(13), { now: NOW, satellites: 300 })).toBe('SILENT')
})
