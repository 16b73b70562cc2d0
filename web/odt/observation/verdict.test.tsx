import { ObservationReport } from '@apsis/contract/odt/observation/observation.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ObservationVerdict } from './verdict.tsx'

const examples: unknown = ObservationReport.meta()?.examples
const [EXAMPLE] = examples as readonly [ObservationReport]
const [RESULT] = EXAMPLE.t2oAssociationResults

/** A track of 37 measurements, 5 s apart, whose residuals keep the same size and have no trend. */
const COUNT = 37
const BEGIN_MS = Date.parse('2026-11-22T18:15:00.000Z')
const instant = (place: number) => new Date(BEGIN_MS + 5_000 * place).toISOString()
const REPORT: ObservationReport = {
  ...EXAMPLE,
  start: instant(0),
  end: instant(COUNT - 1),
  sensorCode: 'ABC01',
  isSimulated: false,
  isUncorrelated: false,
  catalogueIdBestAssociation: 45_678,
  rms: { ra: 0.9, dec: 0.7 },
  associationResults: { ...EXAMPLE.associationResults, associationMetric: 'ANGULAR_DISTANCE', isAmbiguous: false },
  reports: [
    {
      measurementReports: Array.from({ length: COUNT }, (_, place) => ({
        observedRaDec: { ra: 10, dec: 20 },
        observedMagnitude: null,
        epoch: instant(place),
      })),
    },
  ],
  t2oAssociationResults: [
    {
      ...RESULT!,
      isAssociated: true,
      catalogueId: 45_678,
      objectName: 'TARGET',
      associationValue: 1.25,
      associationThreshold: 60,
      alongTrackTimeOffset: 0,
      measurementAssociationResults: Array.from({ length: COUNT }, (_, place) => ({
        residual: { ra: 1.2 * Math.sin(2.4 * place), dec: Math.sin(4.1 * place + 1) },
        associationValue: 1.1,
      })),
    },
  ],
}

const said = (report: ObservationReport): string =>
  renderToStaticMarkup(<ObservationVerdict report={report} />)
    .replaceAll(/<svg.*?<\/svg>/g, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')

test('the verdict states object, distance and threshold, the measurements, their RMS, and that there is no sign of a manoeuvre', () => {
  const text = said(REPORT)
  expect(text).toContain('Associated with TARGET 45678, median angular distance 1.250″ , threshold 60.00″')
  expect(text).toContain('37 measurements over 3 min 0 s from ABC01.')
  expect(text).toContain('0.9000″')
  expect(text).toContain('0.7000″')
  expect(text).toContain('no sign of a manoeuvre')
  expect(text).not.toContain('SIMULATED')
})

test('the verdict mentions a late object, one wrong measurement and simulated data', () => {
  const [result] = REPORT.t2oAssociationResults
  const measured = result!.measurementAssociationResults.with(10, {
    residual: { ra: 40, dec: 0.7 },
    associationValue: 40,
  })
  const late = { ...result!, alongTrackTimeOffset: 0.086, measurementAssociationResults: measured }
  const text = said({ ...REPORT, isSimulated: true, t2oAssociationResults: [late] })
  expect(text).toMatch(/0\.086 s later than predicted/)
  expect(text).toMatch(/outlier/)
  expect(text).not.toContain('no sign of a manoeuvre')
  expect(text).toContain('SIMULATED')
})

test('a track of no known object, or of one of two objects, is not an error and names no object', () => {
  const none = said({ ...REPORT, isUncorrelated: true, catalogueIdBestAssociation: null, rms: null })
  expect(none).toContain('Uncorrelated: no known object fits.')
  expect(none).not.toContain('TARGET')
  expect(none).not.toContain('RMS')
  const ambiguous = { ...REPORT.associationResults, isAmbiguous: true }
  expect(said({ ...REPORT, associationResults: ambiguous })).not.toContain('Associated with')
})
