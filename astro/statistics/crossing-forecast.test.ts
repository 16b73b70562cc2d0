import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { collectionPath, hasCollection } from '../testing/reference-collection.ts'
import { crossingForecast, type ForecastPair } from './crossing-forecast.ts'

/** Shares of counts and means of ten squares: 5e-16. */
const SHARE_DIGITS = 15

/** The mean square of forecast less outcome (Brier, Monthly Weather Review 78, 1950): 0 is perfect, smaller is better. */
function brierScore(events: readonly ForecastPair[], threshold: number, forecast: (early: number) => number): number {
  if (events.length === 0) throw new RangeError('nothing was forecast')
  const squares = events.map(({ early, decided }) => (forecast(early) - (decided >= threshold ? 1 : 0)) ** 2)
  return squares.reduce((sum, square) => sum + square, 0) / events.length
}

/** What a history without a forecast is read as: an event stays where it is. */
function lastValueForecast(threshold: number): (early: number) => number {
  return (early) => (early >= threshold ? 1 : 0)
}

const pairs = (count: number, early: number, decided: number): ForecastPair[] =>
  Array.from({ length: count }, () => ({ early, decided }))

test('crossingForecast() is the share of the history in the class of the early probability', () => {
  const history = [...pairs(9, 3e-4, 1e-8), ...pairs(1, 3e-4, 2e-4), ...pairs(100, 1e-9, 1e-12)]
  const { reaches: forecast, alike } = crossingForecast(history, 1e-4)
  expect(forecast(5e-4)).toBeCloseTo(1.5 / 11, SHARE_DIGITS)
  expect(forecast(1e-9)).toBeCloseTo(0.5 / 101, SHARE_DIGITS)
  // Nothing was ever seen two decades above: nobody knows.
  expect(forecast(1e-2)).toBe(0.5)
  expect(forecast(0)).toBeCloseTo(0.5, SHARE_DIGITS)
  expect([5e-4, 1e-9, 1e-2].map(alike)).toEqual([10, 100, 0])
})

test('crossingForecast() scores itself beside the last value, each event forecast by the others', () => {
  expect(crossingForecast([], 1e-4)).toMatchObject({ brier: null, lastValueBrier: null })
  // One event that fell: the others are none, so that it was forecast by a half; the last value was wrong.
  expect(crossingForecast(pairs(1, 3e-4, 1e-8), 1e-4)).toMatchObject({ brier: 0.25, lastValueBrier: 1 })
  // Ten of one class, of which one reached: it was forecast by 0.5/10, the nine by 1.5/10.
  const mixed = crossingForecast([...pairs(9, 3e-4, 1e-8), ...pairs(1, 3e-4, 2e-4)], 1e-4)
  expect(mixed.brier).toBeCloseTo((0.95 ** 2 + 9 * 0.15 ** 2) / 10, SHARE_DIGITS)
  expect(mixed.lastValueBrier).toBeCloseTo(0.9, SHARE_DIGITS)
  // Events that all stay where they are: the last value knows.
  const settled = crossingForecast([...pairs(3, 3e-4, 3e-4), ...pairs(3, 1e-7, 1e-7)], 1e-4)
  expect(settled.brier ?? 0).toBeGreaterThan(settled.lastValueBrier ?? 1)
})

test('brierScore() is 0 for who knew, 1 for who was always wrong', () => {
  const events = [...pairs(3, 1e-3, 1e-3), ...pairs(1, 1e-9, 1e-9)]
  expect(brierScore(events, 1e-4, lastValueForecast(1e-4))).toBe(0)
  expect(brierScore(events, 1e-4, (early) => (early >= 1e-4 ? 0 : 1))).toBe(1)
  expect(brierScore(events, 1e-4, () => 0.5)).toBe(0.25)
  expect(() => brierScore([], 1e-4, () => 0)).toThrow(RangeError)
})

type Row = Readonly<Record<string, string | undefined>>
const rowsOf = (name: string): Row[] => {
  const [head = '', ...lines] = readFileSync(collectionPath(`events/${name}`), 'utf8')
    .trim()
    .split('\n')
  const names = head.split(',')
  return lines.map((line) => Object.fromEntries(line.split(',').map((value, i) => [names[i], value])))
}
const DAY_MS = 86_400_000
// At 31.62 m events cross these thresholds often enough to score; at 4.5 m hardly one does.
const RADIUS = 'pc_hbr_31p62m'

// F28: the forecast of the later half of the events, learnt from the earlier half, beside the last value as it stands.
test.skipIf(!hasCollection('events')).each([1e-7, 1e-8])(
  'F28: 43617 split by time at %d, Brier score beside the last value',
  (threshold) => {
    const history = rowsOf('cdm_history_43617.csv')
    const events = rowsOf('events_43617_expected.csv').flatMap((event) => {
      const updates = event.rows!.split(' ').map((row) => {
        const { tca_utc, creation_utc, [RADIUS]: pc } = history[Number(row)]!
        return { days: (Date.parse(tca_utc!) - Date.parse(creation_utc!)) / DAY_MS, probability: Number(pc) }
      })
      const newest = (from: number, to: number) =>
        updates.filter(({ days }) => days >= from && days < to).sort((a, b) => a.days - b.days)[0]
      const [early, decided] = [newest(2, 5), newest(0.5, 2)]
      const tca = Date.parse(event.tca_median_utc!)
      return early && decided ? [{ tca, early: early.probability, decided: decided.probability }] : []
    })
    const byTime = events.sort((a, b) => a.tca - b.tca)
    const half = Math.floor(byTime.length / 2)
    const [before, after] = [byTime.slice(0, half), byTime.slice(half)]
    const crossings = after.filter(({ early, decided }) => early >= threshold !== decided >= threshold).length
    expect(crossings).toBeGreaterThanOrEqual(5)
    const naive = brierScore(after, threshold, lastValueForecast(threshold))
    const scored = brierScore(after, threshold, crossingForecast(before, threshold).reaches)
    console.info(
      `43617 at ${threshold}: ${after.length} events, ${crossings} crossings; Brier ${scored.toFixed(4)}, last value ${naive.toFixed(4)}`,
    )
    expect(scored).toBeLessThan(naive)
  },
)
