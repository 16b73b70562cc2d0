import { ObservationReport } from '@apsis/contract/odt/observation/observation.ts'
import { expect, test } from 'vitest'
import { magnitudesOf, measurementLinesOf, timedResiduals } from './facts.ts'

/** The report of the contract's example. */
const REPORT = (ObservationReport.meta()?.examples as ObservationReport[] | undefined)![0]!
const FIRST = REPORT.reports[0]!.measurementReports[0]!
const BEGIN_MS = Date.parse('2026-11-23T18:00:00.000Z')

/** Returns a measurement at this time after the first one. */
const lineAt = (atS: number, residual?: { readonly ra: number; readonly dec: number }) => ({
  atMs: BEGIN_MS + atS * 1_000,
  measurement: FIRST,
  residual,
  value: undefined,
  isExcluded: false,
})

test('residuals have their times from the first measurement, even if the first measurement has no residual', () => {
  const [near, far] = [
    { ra: 0.5, dec: -0.25 },
    { ra: 2, dec: 1 },
  ] as const
  expect(timedResiduals([lineAt(0, near), lineAt(1.5), lineAt(3, far)])).toEqual([
    { atS: 0, ...near },
    { atS: 3, ...far },
  ])
  expect(timedResiduals([lineAt(0), lineAt(2.25, far)])).toEqual([{ atS: 2.25, ...far }])
  expect([timedResiduals([]), timedResiduals([lineAt(0)])]).toEqual([[], []])
})

test('measurements left out are marked, and do not affect the pattern of the residuals', () => {
  const times = REPORT.reports[0]!.measurementReports.map(({ epoch }) => epoch)
  const [first] = measurementLinesOf({ ...REPORT, excluded: times.slice(0, 1) })
  expect(measurementLinesOf(REPORT).some(({ isExcluded }) => isExcluded)).toBe(false)
  expect(first?.isExcluded).toBe(true)
  const residual = { ra: 1, dec: 1 }
  expect(timedResiduals([{ ...lineAt(0, residual), isExcluded: true }, lineAt(2, residual)])).toEqual([
    { atS: 2, ...residual },
  ])
})

test('each measurement of a report has the residual of the same index, and its magnitude if it has one', () => {
  const lines = measurementLinesOf(REPORT)
  expect(lines.map(({ measurement }) => measurement)).toEqual(REPORT.reports.flatMap((one) => one.measurementReports))
  const results = REPORT.t2oAssociationResults.find(({ isAssociated }) => isAssociated)?.measurementAssociationResults
  expect(results?.length).toBeGreaterThan(0)
  expect(lines.map(({ residual }) => residual).slice(0, results?.length)).toEqual(results?.map((one) => one.residual))
  const { observedMagnitude: _none, ...dark } = FIRST
  const given = [{ ...lineAt(0), measurement: dark as typeof FIRST }, lineAt(4)]
  expect(magnitudesOf(given).map(({ atS }) => atS)).toEqual(FIRST.observedMagnitude ? [BEGIN_MS / 1_000 + 4] : [])
})
