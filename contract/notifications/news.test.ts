import { expect, test } from 'vitest'
import { hasGrown, hasMoved, isNews } from './news.ts'

const TCA_MS = Date.UTC(2026, 10, 21, 14)
const measured = (probability: number | undefined, tcaMs: number | undefined = TCA_MS) => ({ probability, tcaMs })

/** Flight-dynamics rule F29: five times the reported probability, and at least five times 1e-7. */
test.each([
  [1e-5, 5e-5, true],
  [1e-5, 4.99e-5, false],
  [undefined, 5e-7, true],
  [undefined, 4.99e-7, false],
  [1e-9, 4.99e-7, false],
  [1e-9, 5e-7, true],
  [1e-5, undefined, false],
])('a probability of %s that has become %s is reported: %s', (told, now, isIt) => {
  expect(hasGrown(measured(now), measured(told))).toBe(isIt)
  expect(isNews(measured(now), measured(told))).toBe(isIt)
})

/** F29: a change of more than a minute is reported. */
test.each([
  [60_000, false],
  [60_001, true],
  [-60_000, false],
  [-60_001, true],
])('a closest approach that moved by %i ms is reported: %s', (byMs, isIt) => {
  expect(hasMoved(measured(1e-5, TCA_MS + byMs), measured(1e-5))).toBe(isIt)
  expect(isNews(measured(1e-5, TCA_MS + byMs), measured(1e-5))).toBe(isIt)
})

test('a closest approach counts as moved only if both times are known', () => {
  const unknown = { probability: 1e-5, tcaMs: undefined }
  expect(hasMoved(unknown, measured(1e-5))).toBe(false)
  expect(hasMoved(measured(1e-5), unknown)).toBe(false)
})
