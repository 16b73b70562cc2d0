import type { LineResidual } from '@apsis/contract/odt/observation/range-report.ts'
import { REPORT_EXAMPLE } from '@apsis/contract/odt/observation/report-example.data.ts'
import { expect, test } from 'vitest'
import { linesBy, statisticsOf } from './line-facts.ts'
import { lineCaption, lineSeries } from './line-plots.tsx'
import { linesSaid } from './verdict.tsx'

const at = (second: number) => `2026-11-22T18:15:0${second}.000Z`
const row = (second: number, part: Partial<LineResidual>): LineResidual => ({
  epoch: at(second),
  quantity: 'range',
  measured: 1_000_000,
  before: 0,
  after: 0,
  sigma: 30,
  isEdited: false,
  ...part,
})
const ROWS = [
  row(0, { before: 120, after: 30 }),
  row(1, { before: 160, after: -30 }),
  row(2, { before: 900, after: 800, isEdited: true }),
]
const RATE = row(3, { quantity: 'range-rate', measured: -5_000, before: 0.3, after: null, sigma: 0.1 })
const REPORT = { ...REPORT_EXAMPLE, lineResiduals: [...ROWS, RATE] }

test('residuals of range are given in metres and in sigmas, without those that the fit left out', () => {
  expect(statisticsOf(ROWS, 'before')).toEqual({
    count: 2,
    mean: 140,
    rms: Math.sqrt((120 ** 2 + 160 ** 2) / 2),
    times: Math.sqrt((16 + (160 / 30) ** 2) / 2),
    largest: 160,
    sigma: 30,
  })
  expect(statisticsOf(ROWS, 'after')).toMatchObject({ rms: 30, times: 1, mean: 0 })
  expect(statisticsOf([row(0, { before: null })], 'before')).toBeUndefined()
  expect(lineCaption(ROWS, 'after', 'range')).toMatch(
    /^2 residuals: mean 0.00 m, RMS 30.0 m, 1.0 σ of the sensor \(30.0 m\), largest \+30.0 m. One is left out/,
  )
})

test('ranges and range rates are two drawings, and measurements left out are marked in them', () => {
  expect(linesBy(REPORT).map(({ quantity, rows }) => [quantity, rows.length])).toEqual([
    ['range', 3],
    ['range-rate', 1],
  ])
  expect(linesBy({})).toEqual([])
  const series = lineSeries({ ...REPORT, excluded: [at(1)] }, ROWS, 'before')
  expect(series.shown.map(({ values, isExcluded }) => [values[0], isExcluded])).toEqual([
    [120, false],
    [160, true],
    [900, false],
  ])
  expect([...series.outliers]).toEqual([Date.parse(at(2))])
  expect(series.shown[2]?.text).toMatch(/range \+900 m, not in the fit$/i)
})

test('the first sentence states how well the ranges fit, to the corrected orbit if there is one', () => {
  expect(linesSaid(REPORT)).toEqual([
    'Range RMS 30.0 m (1.0 σ of the sensor) by the corrected orbit.',
    'Range rate RMS 0.300 m/s (3.0 σ of the sensor) by the known orbit.',
  ])
  expect(linesSaid(REPORT_EXAMPLE)).toEqual([])
})

test('without an orbit the measured ranges are listed, and nothing is drawn', () => {
  const rows = [row(0, { before: null, after: null }), row(1, { before: null, after: null, measured: 2_000_000 })]
  expect(lineCaption(rows, 'before', 'range')).toMatch(/^No orbit to compare with. Range: 1.000.000 m to 2.000.000 m.$/)
})
