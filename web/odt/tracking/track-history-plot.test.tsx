import type { TrackHistory } from '@apsis/contract/odt/tracking/track-history.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { captionOfHistory, drawHistory } from './track-history-plot.tsx'

const track = (day: number, lateS: number) => ({
  observationFileId: `file-${day}`,
  sensorCode: 'ABC01',
  epoch: `2026-11-${day}T18:00:00.000Z`,
  lateS,
  sigmaS: 0.01,
  expectedSigmaS: 0.1 * (day - 15),
})
const HISTORY: TrackHistory = {
  catalogueId: 99_901,
  lookedAt: '2026-11-22T18:41:00.000Z',
  orbitEpoch: '2026-11-16T03:12:00.000Z',
  isJudged: true,
  tracks: [track(17, 0.05), track(18, -0.1), track(20, 2), track(21, 4)],
  manoeuvre: {
    from: '2026-11-18T18:00:00.000Z',
    to: '2026-11-20T18:00:00.000Z',
    deltaVMps: 0.02,
    sigmaMps: 0.001,
    direction: 'along-track',
    score: 12,
  },
  orbitSince: null,
}
const drawn = (history: TrackHistory) => drawHistory(history, 'file-20', { width: 470, height: 238 })

test('the tracks are drawn over their times, late ones above, and the time in which they deviate from the orbit is shaded', () => {
  const { points, drawing } = drawn(HISTORY)
  const at = points.map(({ x }) => x)
  // Days have equal distances: from the second to the third track there are two days.
  expect(at[2]! - at[1]!).toBeCloseTo(2 * (at[1]! - at[0]!))
  const [, early, late, latest] = points.map(({ y }) => y)
  expect(early).toBeGreaterThan(points[0]!.y)
  expect(latest).toBeLessThan(late!)
  expect(points[3]?.text).toBe(
    '2026-11-21 18:00 Z, ABC01: +4.000 s ± 0.010 s, 6.7× what a free flight allows (1σ 0.600 s)',
  )
  const [, x, width] = /<rect x="([\d.]+)"[^>]* width="([\d.]+)"/.exec(renderToStaticMarkup(<g>{drawing}</g>)) ?? []
  expect(Number(x)).toBeCloseTo(at[1]!)
  expect(Number(x) + Number(width)).toBeCloseTo(at[2]!)
})

test('nothing is shaded if tracks show no manoeuvre, and a sentence states their result', () => {
  expect(renderToStaticMarkup(<g>{drawn({ ...HISTORY, manoeuvre: null }).drawing}</g>)).not.toContain('<rect')
  expect(captionOfHistory(HISTORY)).toBe(
    '4 tracks beside the elements of 2026-11-16 03:12 Z: up to 4 s late. They leave the orbit between 2026-11-18 18:00 Z and 2026-11-20 18:00 Z (shaded).',
  )
  expect(captionOfHistory({ ...HISTORY, manoeuvre: null })).toMatch(/They show no manoeuvre\.$/)
  expect(captionOfHistory({ ...HISTORY, isJudged: false })).toMatch(/Not judged: /)
})
