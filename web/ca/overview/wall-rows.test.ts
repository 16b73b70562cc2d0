import { expect, test } from 'vitest'
import { formatUntil } from '../../ui/format/duration.ts'
import { countdownParts, rowsThatFit } from './wall-rows.ts'

test.each([
  { waiting: 3, watched: 2, shown: { waiting: 3, watched: 2 } },
  { waiting: 9, watched: 2, shown: { waiting: 3, watched: 2 } },
  { waiting: 9, watched: 1, shown: { waiting: 5, watched: 1 } },
  { waiting: 9, watched: 0, shown: { waiting: 7, watched: 0 } },
  { waiting: 0, watched: 7, shown: { waiting: 0, watched: 2 } },
  { waiting: 9, watched: 2, nexts: 1, shown: { waiting: 1, watched: 2 } },
  { waiting: 9, watched: 2, nexts: 2, shown: { waiting: 1, watched: 1 } },
  { waiting: 0, watched: 2, nexts: 2, shown: { waiting: 0, watched: 1 } },
  { waiting: 9, watched: 0, nexts: 2, shown: { waiting: 3, watched: 0 } },
])('a wall shows what fits of $waiting and $watched beside $nexts', ({ waiting, watched, nexts, shown }) => {
  expect(rowsThatFit(waiting, watched, nexts)).toEqual(shown)
})

const MINUTE_MS = 60_000
test.each([
  [(26 * 60 + 57) * MINUTE_MS, '1 d 02 h 57 m'],
  [(7 * 60 + 7) * MINUTE_MS, '7 h 07 m'],
  [43 * MINUTE_MS + 12_000, '43:12'],
  [-90 * MINUTE_MS, '1 h 30 m'],
])('a countdown of %i ms is large figures and small units: %s', (ms, text) => {
  const parts = countdownParts(formatUntil(ms))
  expect(parts.map((part) => part.text).join(' ')).toBe(text)
  expect(
    parts
      .filter(({ isUnit }) => isUnit)
      .map((part) => part.text)
      .join(''),
  ).toBe(text.replace(/[^a-z]/g, ''))
})
