import { expect, test } from 'vitest'
import { rightOf, spanBox, timeScale, timeTicks, trackTimes } from './time-scale.ts'

const at = (minute: number, second: number) => ({ atMs: Date.UTC(2026, 10, 22, 18, minute, second) })

test('trackTimes() of two files starts both at the same place, and is as long as the longer file', () => {
  const nextDay = (one: { atMs: number }) => ({ atMs: one.atMs + 86_400_000 })
  const [first, second] = [[at(15, 0), at(16, 0)], [at(40, 0), at(42, 0)].map(nextDay)]
  const { x, at: timeAt, ticks } = trackTimes([first, second], 600)
  expect(x(0, first[0]!.atMs)).toBe(x(1, second[0]!.atMs))
  expect(x(1, second[1]!.atMs) - x(1, second[0]!.atMs)).toBeCloseTo(
    2 * (x(0, first[1]!.atMs) - x(0, first[0]!.atMs)),
    6,
  )
  // A place corresponds to a time of the first file, because windows of time are for that file.
  expect(timeAt(x(0, first[1]!.atMs))).toBe(first[1]!.atMs)
  expect(ticks.map(({ label }) => label)).toContain('+1:00')
})

test('trackTimes() of one file uses the time of day', () => {
  const { x, at: timeAt, ticks } = trackTimes([[at(15, 0), at(16, 0)]], 600)
  expect(timeAt(x(0, at(15, 30).atMs))).toBe(at(15, 30).atMs)
  expect(ticks.map(({ label }) => label)).toContain('18:15:30')
})

test('rightOf() leaves the margin, and the room of a histogram if the drawing is wide enough for one', () => {
  expect([479, 480, 600].map(rightOf)).toEqual([463, 354, 474])
})

test('trackTimes() of two files ends at the same place as for one file of the same length', () => {
  const track = [at(15, 0), at(17, 0)]
  const [one, two] = [trackTimes([track], 600), trackTimes([track, [at(40, 0), at(41, 0)]], 600)]
  expect(two.x(0, at(17, 0).atMs)).toBe(one.x(0, at(17, 0).atMs))
  expect(two.x(0, at(15, 0).atMs)).toBe(one.x(0, at(15, 0).atMs))
})

test('timeScale() extends from the first to the last measurement, and covers at least half a minute', () => {
  // Half of a label of eight letters, 29 px, extends beyond the last measurement.
  const [left, right] = [66, 570]
  const long = timeScale([at(15, 0), at(15, 10), at(16, 0)], 600)
  expect([long(at(15, 0).atMs), long(at(16, 0).atMs)]).toEqual([left, right])
  for (const track of [[at(15, 0)], [at(15, 0), at(15, 20)]]) {
    const short = timeScale(track, 600)
    expect([short(at(15, 0).atMs), short(at(15, 30).atMs)]).toEqual([left, right])
  }
})

test('timeTicks() has about one time per 130 px, and two on the narrowest drawing', () => {
  const spacing = (width: number) => {
    const [first, second] = timeTicks(timeScale([at(15, 0), at(17, 0)], width), width)
    return (second?.at ?? Number.NaN) - (first?.at ?? Number.NaN)
  }
  // Times are round, so their distance may be larger or smaller than requested.
  for (const width of [400, 800, 1_600]) expect(Math.abs(Math.log2(spacing(width) / 130))).toBeLessThan(1)
  expect(timeTicks(timeScale([at(15, 0), at(17, 0)], 150), 150).length).toBeGreaterThan(1)
})

test('spanBox() returns the part of a window of time that is inside the drawing', () => {
  const area = { left: 50, right: 150, top: 10, bottom: 40 }
  const box = (fromMs: number, toMs: number) => spanBox({ fromMs, toMs }, (ms) => ms, area)
  expect(box(60, 100)).toEqual({ x: 60, width: 40, y: 10, height: 30 })
  expect(box(0, 100)).toEqual({ x: 50, width: 50, y: 10, height: 30 })
  expect(box(100, 400)).toEqual({ x: 100, width: 50, y: 10, height: 30 })
  expect([box(0, 40).width, box(200, 400).width]).toEqual([0, 0])
})

test('the requested distance of ticks is about 130 px, and they are at whole steps of a clock', () => {
  const ticksOf = (width: number) => timeTicks(timeScale([at(15, 0), at(18, 0)], width), width)
  // 180 s over 1,200 px would be 20 s per tick: the nearer of the steps 15 and 30 s is taken. Over 400 px it is a minute.
  expect(ticksOf(1_200).map(({ label }) => label)).toEqual(
    Array.from(
      { length: 13 },
      (_, step) => `18:${15 + Math.floor(step / 4)}:${String((step % 4) * 15).padStart(2, '0')}`,
    ),
  )
  expect(ticksOf(400).map(({ label }) => label)).toEqual(['18:15:00', '18:16:00', '18:17:00', '18:18:00'])
})
