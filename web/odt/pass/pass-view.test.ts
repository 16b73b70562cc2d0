import { DAY_MS, HOUR_MS } from '@apsis/astro/constants.ts'
import { type PassPrediction, PredictedPass, predictPasses } from '@apsis/contract/odt/pass/passprediction.ts'
import { expect, test } from 'vitest'
import { drawnIn, followed, matching, steppedFrom, ticksOf, windowOf, zoomedTo, zoomsOf } from './pass-view.ts'

const fromMs = Date.UTC(2026, 10, 23, 16)
const week = { fromMs, toMs: fromMs + 7 * DAY_MS }

test('the parts of a search that are shorter than the search can be drawn, and the complete search', () => {
  expect(zoomsOf(week).map(({ label }) => label)).toEqual(['6 h', '1 d', '3 d', '7 d'])
  expect(zoomsOf({ fromMs, toMs: fromMs + 2.4 * DAY_MS }).map(({ label }) => label)).toEqual(['6 h', '1 d', undefined])
})

test('a part is drawn from the time in the address, never beyond the ends of the search', () => {
  expect(windowOf(week, {})).toEqual(week)
  expect(windowOf(week, { zoom: '6h' })).toEqual({ fromMs, toMs: fromMs + 6 * HOUR_MS })
  const at = '2026-11-25T10:30Z'
  expect(windowOf(week, { zoom: '1d', at })).toEqual({ fromMs: Date.parse(at), toMs: Date.parse(at) + DAY_MS })
  expect(windowOf(week, { zoom: '3d', at: '2026-11-30' })).toEqual({ fromMs: fromMs + 4 * DAY_MS, toMs: week.toMs })
  expect(windowOf(week, { zoom: '6h', at: '2026-11-01' }).fromMs).toBe(fromMs)
  expect(windowOf(week, { zoom: '9y' })).toEqual(week)
})

test('another zoom is around the pass that is read, and steps stop at the ends of the search', () => {
  const aroundMs = fromMs + 2 * DAY_MS
  const zoomed = zoomedTo('6h', { from: week, aroundMs })
  expect(windowOf(week, zoomed)).toEqual({ fromMs: aroundMs - 3 * HOUR_MS, toMs: aroundMs + 3 * HOUR_MS })
  expect(zoomedTo(undefined, { from: week, aroundMs })).toEqual({ zoom: undefined, at: undefined })
  const first = windowOf(week, { zoom: '6h' })
  expect(steppedFrom(first, week, -1)).toBeUndefined()
  const second = windowOf(week, { zoom: '6h', ...steppedFrom(first, week, 1) })
  expect(second.fromMs).toBe(first.toMs)
  expect(steppedFrom({ fromMs: week.toMs - DAY_MS, toMs: week.toMs }, week, 1)).toBeUndefined()
})

test('the drawing moves to a pass outside it, and does not move for a pass inside it', () => {
  const drawn = windowOf(week, { zoom: '6h' })
  expect(followed(drawn, { zoom: '6h' }, fromMs + HOUR_MS)).toEqual({})
  const there = windowOf(week, followed(drawn, { zoom: '6h' }, fromMs + 3 * DAY_MS))
  expect(there.fromMs).toBe(fromMs + 3 * DAY_MS - 3 * HOUR_MS)
})

const examples: unknown = predictPasses.response.element.meta()?.examples
const [example] = examples as readonly [PassPrediction]
const pass = (startMs: number, more: Partial<PredictedPass>): PredictedPass => ({
  ...PredictedPass.parse(example.passes[0]),
  start: new Date(startMs).toISOString(),
  end: new Date(startMs + HOUR_MS / 10).toISOString(),
  ...more,
})
const of = (sensorType: PassPrediction['sensorType'], ...passes: PredictedPass[]): PassPrediction => ({
  ...example,
  sensorType,
  passes,
})
const countOf = (found: readonly PassPrediction[]) => found.map(({ passes }) => passes.length)

test('the sunlit filter leaves out passes that no telescope has in the light, but no pass of a radar', () => {
  const lit = pass(fromMs, { reasons: ['station-not-dark'] })
  const dark = pass(fromMs, { isSunlit: true, reasons: ['station-not-dark', 'object-in-shadow'] })
  const [downLit, downDark] = [true, false].map((isSunlit) => pass(fromMs, { isSunlit, reasons: ['sensor-down'] }))
  if (!downLit || !downDark) throw new Error('there are no passes')
  const searched = [
    of('OPTICAL_PASSIVE', lit, dark, downLit, downDark),
    of('RADAR_ACTIVE', pass(fromMs, { isSunlit: false })),
  ]
  const [telescope, radar] = matching(searched, { isLitOnly: true, leastMs: 0 })
  expect(telescope?.passes).toEqual([lit, downLit])
  expect(radar?.passes).toHaveLength(1)
  expect(countOf(matching(searched, { isLitOnly: false, leastMs: 0 }))).toEqual([4, 1])
})

test('passes that are too short or outside the drawing are left out', () => {
  const short = pass(fromMs, { end: new Date(fromMs + 119_000).toISOString() })
  const searched = [of('RADAR_ACTIVE', short, pass(fromMs + DAY_MS, {}))]
  expect(countOf(matching(searched, { isLitOnly: false, leastMs: 120_000 }))).toEqual([1])
  expect(countOf(drawnIn(searched, windowOf(week, { zoom: '6h' })))).toEqual([1])
  expect(countOf(drawnIn(searched, { fromMs: fromMs + 60_000, toMs: week.toMs }))).toEqual([2])
})

test('short spans have labels of hours, long spans of days, with the date at the beginning of a day', () => {
  const hours = ticksOf({ fromMs, toMs: fromMs + 12 * HOUR_MS }, 600)
  expect(hours.map(({ text }) => text)).toEqual(['16:00', '18:00', '20:00', '22:00', '11-24', '02:00', '04:00'])
  expect(ticksOf(week, 1_000).map(({ text }) => text.slice(0, 5))).toEqual(
    ['24', '25', '26', '27', '28', '29', '30'].map((day) => `11-${day}`),
  )
})
