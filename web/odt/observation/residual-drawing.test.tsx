import { ObservationReport } from '@apsis/contract/odt/observation/observation.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { binsOf, drawResiduals, medianAlong, rmsAlong, type Series } from './residual-drawing.tsx'
import { distanceSeries } from './residuals-plot.tsx'

const BEGIN_MS = Date.parse('2026-11-22T18:15:03.000Z')
const examples: unknown = ObservationReport.meta()?.examples
const [example] = examples as readonly [ObservationReport]
/** The covariance test with two degrees of freedom rejects values beyond this: one in 370 (χ² at 99.73 %, its root). */
const THRESHOLD = 3.44
/** Distances of measurements, from tables of the Rayleigh distribution: its 10, 50, 90 and 99.9 % points. */
const RAYLEIGH = [0.459, 1.177, 2.146, 3.717]

/** Returns the report of the contract's example with these Mahalanobis distances, one measurement for each. */
function reportOf(distances: readonly number[]): ObservationReport {
  const [track] = example.reports
  const [result] = example.t2oAssociationResults
  const measurementReports = distances.map((_, place) => ({
    ...track!.measurementReports[0]!,
    epoch: new Date(BEGIN_MS + place * 5_000).toISOString(),
  }))
  const measurementAssociationResults = distances.map((associationValue) => ({
    residual: { ra: 1, dec: -1 },
    associationValue,
  }))
  return {
    ...example,
    reports: [{ measurementReports }],
    t2oAssociationResults: [{ ...result!, associationThreshold: THRESHOLD, measurementAssociationResults }],
  }
}

const looking = { span: undefined, readMs: undefined, onSpan: () => undefined, onRead: () => undefined }
const write = (value: number) => value.toFixed(2)
const drawn = (distances: readonly number[]) => {
  const series = [distanceSeries(reportOf(distances))]
  const axes = [{ title: 'Mahalanobis distance', threshold: THRESHOLD, isDistance: true }]
  return drawResiduals({ series, axes, write, writeSize: write, looking }, { width: 700, height: 200 })
}

test('Mahalanobis distances are drawn over an axis from 0, with one threshold and their median', () => {
  const { drawing, points } = drawn(RAYLEIGH)
  const page = renderToStaticMarkup(drawing)
  expect(page).toContain('Mahalanobis distance, median 1.66')
  expect(page).toContain('threshold 3.44')
  expect(page).not.toContain('±')
  const lines = [...page.matchAll(/<line [^>]*dash-5-3[^>]*>/g)].map(([line]) => line)
  expect(lines).toHaveLength(1)
  // The height is proportional to the distance from the axis at the foot; the threshold is between the last two.
  const foot = points[0]!.y + (RAYLEIGH[0]! * (points[3]!.y - points[0]!.y)) / (RAYLEIGH[0]! - RAYLEIGH[3]!)
  const pxOfOne = (foot - points[1]!.y) / RAYLEIGH[1]!
  for (const [place, value] of RAYLEIGH.entries()) expect(foot - points[place]!.y).toBeCloseTo(value * pxOfOne, 6)
  // The axis ends a little beyond the largest distance, so the drawing uses most of its height.
  expect(points[3]!.y).toBeLessThan(foot / 2)
  const at = Number(/y1="([\d.]+)"/.exec(lines[0]!)?.[1])
  expect(foot - at).toBeCloseTo(THRESHOLD * pxOfOne, 6)
  const axis = [...page.matchAll(/y1="([\d.]+)" y2="\1"/g)].map(([, y]) => Number(y))
  expect(axis.some((y) => Math.abs(y - foot) < 1e-6)).toBe(true)
})

test('the median of an even number of values is the mean of the two in the middle', () => {
  const median = (values: readonly number[]) => medianAlong(distanceSeries(reportOf(values)), 0)
  expect(median([4, 1, 3])).toBe(3)
  expect(median([4, 1, 3, 2])).toBe(2.5)
})

test('every value inside the range is counted once, also the values at both ends', () => {
  const bins = binsOf([-8, -7.5, 0, 0.999, 1, 8, 8.1], 8)
  expect(bins).toHaveLength(16)
  expect(bins[0]).toEqual({ from: -8, to: -7, count: 2 })
  expect(bins[8]).toEqual({ from: 0, to: 1, count: 2 })
  expect(bins.reduce((sum, { count }) => sum + count, 0)).toBe(6)
})

test('a measurement left out is a cross that is not counted in any size or histogram, and its text says so', () => {
  const report = reportOf(RAYLEIGH)
  const [last] = report.reports[0]!.measurementReports.slice(-1)
  const looking = { span: undefined, readMs: undefined, onSpan: () => undefined, onRead: () => undefined }
  const of = (excluded: readonly string[]) => {
    const series = [distanceSeries({ ...report, excluded: [...excluded] })]
    const axes = [{ title: 'Mahalanobis distance', threshold: THRESHOLD, isDistance: true }]
    const { drawing, points } = drawResiduals(
      { series, axes, write, writeSize: write, looking },
      { width: 700, height: 200 },
    )
    return { page: renderToStaticMarkup(drawing), texts: points.map(({ text }) => text), series: series[0]! }
  }
  const [whole, part] = [of([]), of([last!.epoch])]
  expect([whole.page, part.page].map((page) => page.split('data-excluded').length - 1)).toEqual([0, 1])
  // The middle value of 0.459, 1.177 and 2.146, without the largest.
  expect([medianAlong(whole.series, 0), medianAlong(part.series, 0)]).toEqual([(1.177 + 2.146) / 2, 1.177])
  expect(rmsAlong(part.series, 0)).toBeCloseTo(Math.hypot(0.459, 1.177, 2.146) / Math.sqrt(3), 12)
  expect(part.texts.map((text) => text.endsWith('left out'))).toEqual([false, false, false, true])
})

/** Returns a file with this number of residuals between −2 and 2. */
const fileOf = (name: string, count: number): Series => ({
  name,
  shown: Array.from({ length: count }, (_, nth) => ({
    atMs: BEGIN_MS + nth * 5_000,
    values: [2 * Math.sin(nth)],
    text: '',
  })),
  outliers: new Set(),
})
const pageOf = (series: readonly Series[], width: number) =>
  renderToStaticMarkup(
    drawResiduals(
      { series, axes: [{ title: 'Dec', threshold: 586.1 }], write, writeSize: write, looking },
      { width, height: 200 },
    ).drawing,
  )

test('the histograms of two files state how many residuals each file has', () => {
  expect(pageOf([fileOf('A', 20)], 700)).toContain('>n 20<')
  expect(pageOf([fileOf('A', 20), fileOf('B', 15)], 700)).toContain('>n 20 | 15<')
})

test('a threshold that is not drawn is mentioned in text, also if there is little room', () => {
  expect(pageOf([fileOf('A', 20)], 700)).toContain('threshold ±586.10, outside the drawing')
  expect(pageOf([fileOf('A', 20)], 366)).toContain('threshold ±586.10, outside<')
})
