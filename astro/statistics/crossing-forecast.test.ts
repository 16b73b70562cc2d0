import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { collectionPath, hasCollection } from '../testing/reference-collection.ts'
import { crossingForecast, type ForecastPair } from './crossing-forecast.ts'

/** The rounding of fractions of counts and of means of ten squares: 5e-16. */
const SHARE_DIGITS = 15

/** Returns the mean square of forecast minus outcome (Brier, Monthly Weather Review 78, 1950): 0 is perfect, smaller is better. */
function brierScore(events: readonly ForecastPair[], threshold: number, forecast: (early: number) => number): number {
  if (events.length === 0) throw new RangeError('nothing was forecast')
  const squares = events.map(({ early, decided }) => (forecast(early) - (decided >= threshold ? 1 : 0)) ** 2)
  return squares.reduce((sum, square) => sum + square, 0) / events.length
}

/** The forecast without a history: an event keeps its probability. */
function lastValueForecast(threshold: number): (early: number) => number {
  return (early) => (early >= threshold ? 1 : 0)
}

const pairs = (count: number, early: number, decided: number): ForecastPair[] =>
  Array.from({ length: count }, () => ({ early, decided }))

test('crossingForecast() is the fraction of the history in the class of the early probability', () => {
  const history = [...pairs(9, 3e-4, 1e-8), ...pairs(1, 3e-4, 2e-4), ...pairs(100, 1e-9, 1e-12)]
  const { reaches: forecast, alike } = crossingForecast(history, 1e-4)
  expect(forecast(5e-4)).toBeCloseTo(1.5 / 11, SHARE_DIGITS)
  expect(forecast(1e-9)).toBeCloseTo(0.5 / 101, SHARE_DIGITS)
  // No event was ever seen two decades above the threshold, so the forecast is undecided.
  expect(forecast(1e-2)).toBe(0.5)
  expect(forecast(0)).toBeCloseTo(0.5, SHARE_DIGITS)
  expect([5e-4, 1e-9, 1e-2].map(alike)).toEqual([10, 100, 0])
})

test('crossingForecast() compares its score with the last value, and forecasts each event from the others', () => {
  expect(crossingForecast([], 1e-4)).toMatchObject({ brier: null, lastValueBrier: null })
  // There is only one event, whose probability fell: without others its forecast was a half, and the last value was wrong.
  expect(crossingForecast(pairs(1, 3e-4, 1e-8), 1e-4)).toMatchObject({ brier: 0.25, lastValueBrier: 1 })
  // Ten events of one class, of which one reached the threshold: its forecast was 0.5/10, the forecast of the nine was 1.5/10.
  const mixed = crossingForecast([...pairs(9, 3e-4, 1e-8), ...pairs(1, 3e-4, 2e-4)], 1e-4)
  expect(mixed.brier).toBeCloseTo((0.95 ** 2 + 9 * 0.15 ** 2) / 10, SHARE_DIGITS)
  expect(mixed.lastValueBrier).toBeCloseTo(0.9, SHARE_DIGITS)
  // If all events keep their probability, the last value is right.
  const settled = crossingForecast([...pairs(3, 3e-4, 3e-4), ...pairs(3, 1e-7, 1e-7)], 1e-4)
  expect(settled.brier ?? 0).toBeGreaterThan(settled.lastValueBrier ?? 1)
})

test('brierScore() is 0 for correct forecasts, and 1 for forecasts that are always wrong', () => {
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
// At 31.62 m enough events cross these thresholds for a score; at 4.5 m hardly any do.
const RADIUS = 'pc_hbr_31p62m'

// F28: the forecast of the later half of the events, learnt from the earlier half, compared with the unchanged last value.
test.skipIf(!hasCollection('events')).each([1e-7, 1e-8])(
  'F28: 43617 split by time at %d, Brier score compared with the last value',
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
