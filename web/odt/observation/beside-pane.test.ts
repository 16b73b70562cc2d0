import { ObservationReport } from '@apsis/contract/odt/observation/observation.ts'
import { expect, test } from 'vitest'
import { factsOf } from './beside-pane.tsx'
import { observationWords } from './words.data.ts'

/** Returns the report of the contract's example. */
function example(): ObservationReport {
  const report = (ObservationReport.meta()?.examples as ObservationReport[] | undefined)?.[0]
  if (report === undefined) throw new Error('The contract has no example of a report.')
  return report
}

test('factsOf() returns the numbers of both files, and no number that one file lacks', () => {
  const own = example()
  const [track] = own.reports
  const faint = { ...track!.measurementReports[0]!, observedMagnitude: { magnitude: 10.5 } }
  const other: ObservationReport = {
    ...own,
    reports: [{ measurementReports: [faint, faint] }],
    rms: null,
    start: '2026-11-23T18:00:00.000Z',
    end: '2026-11-23T18:01:30.500Z',
  }
  const found = new Map(factsOf([own, other], observationWords).map(({ name, values }) => [name, values]))
  expect(found.get('Measurements')).toEqual([1, 2])
  expect(found.get('Duration')).toEqual([180, 90.5])
  expect(found.get('RMS RA × cos δ')).toEqual([1.4, undefined])
  expect(found.get('Time offset')).toEqual([0.013, 0.013])
  expect(found.get('Mean magnitude')).toEqual([9.5, 10.5])
})
