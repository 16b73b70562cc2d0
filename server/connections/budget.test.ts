import { DAY_MS, HOUR_MS, MINUTE_MS } from '@apsis/astro/constants.ts'
import { expect, test } from 'vitest'
import { earliest, type RequestClass, type SentRequest, SPACE_TRACK_BUDGET } from './budget.ts'

const START = Date.parse('2030-01-01T10:10:00Z')

/** Sends requests of a class as early and as often as the budget allows, and returns their times. */
function asManyAsAllowed(asked: RequestClass, untilMs: number, stepMs: number): number[] {
  const sent: SentRequest[] = []
  for (let at = START; at < untilMs; at += stepMs)
    if (earliest(SPACE_TRACK_BUDGET, sent, asked, at) <= at) sent.push({ class: asked, atMs: at })
  return sent.map(({ atMs }) => atMs)
}

const mostWithin = (sent: readonly number[], ms: number) =>
  Math.max(...sent.map((from) => sent.filter((at) => at >= from && at < from + ms).length))

test('earliest() keeps below the 30 requests a minute and 300 an hour of the documentation, in every window', () => {
  const sent = asManyAsAllowed('satellite', START + 3 * HOUR_MS, 500)
  expect(mostWithin(sent, MINUTE_MS)).toBe(25)
  expect(mostWithin(sent, HOUR_MS)).toBe(250)
})

test.each<[RequestClass, number, number]>([
  ['gp', HOUR_MS, 23],
  ['cdm', 8 * HOUR_MS, 3],
  ['cdm-event', HOUR_MS, 23],
  ['tip', HOUR_MS, 23],
  ['satcat', DAY_MS, 1],
  ['decay', DAY_MS, 1],
])(
  'earliest() allows one request of class %s in its window, and hardly fewer than that',
  (asked, windowMs, leastInDay) => {
    const sent = asManyAsAllowed(asked, START + 3 * DAY_MS, MINUTE_MS / 2)
    expect(mostWithin(sent, windowMs)).toBe(1)
    // The first of the three days may begin in the middle of a window.
    expect(sent.length).toBeGreaterThanOrEqual(2 * leastInDay)
  },
)

test('earliest() sends no catalogue query near the hour or the half hour, and none of satcat before 17:00 UTC', () => {
  for (let at = START; at < START + DAY_MS; at += MINUTE_MS / 4) {
    const gp = new Date(earliest(SPACE_TRACK_BUDGET, [], 'gp', at))
    expect(gp.getTime()).toBeGreaterThanOrEqual(at)
    const minute = gp.getUTCMinutes()
    expect(minute >= 3 && minute < 57 && (minute < 27 || minute >= 33)).toBe(true)
    const satcat = new Date(earliest(SPACE_TRACK_BUDGET, [], 'satcat', at))
    expect(satcat.getUTCHours()).toBeGreaterThanOrEqual(17)
  }
})

test('earliest() counts a request of the future, which a clock that was set back leaves behind', () => {
  const later = START + 20 * MINUTE_MS
  expect(earliest(SPACE_TRACK_BUDGET, [{ class: 'gp', atMs: later }], 'gp', START)).toBeGreaterThan(later + HOUR_MS)
})
