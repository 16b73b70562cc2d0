import type { RangeReport } from '@apsis/contract/odt/observation/range-report.ts'
import { expect, test } from 'vitest'
import { rangeSentence } from './range-panes.tsx'

const measurement = { epoch: '2026-11-25T00:00:00.000Z', quantity: 'range', measured: 1, before: 9, sigma: 1 } as const
const ranges: RangeReport = {
  catalogueId: 7_734,
  objectName: 'GEOS 3',
  isAssociated: true,
  alongTrackTimeOffset: -0.4,
  across: 120,
  mostTimeOffset: 1,
  mostAcross: 3_000,
  measurements: [
    { ...measurement, after: 0.1, isEdited: false },
    { ...measurement, after: 90, isEdited: true },
  ],
}

test('the text on a track of ranges states by how much it corrects the orbit, and how many measurements it has', () => {
  expect(rangeSentence(ranges)).toBe(
    'One measurement fits GEOS 3 7734: 0.400 s earlier than predicted, 0.120 km beside its track.',
  )
  const two = ranges.measurements.map((one) => ({ ...one, isEdited: false }))
  expect(rangeSentence({ ...ranges, measurements: two })).toMatch(/^2 measurements fit GEOS 3 7734: /)
})

test('a track that does not belong to the object that it names has a reason', () => {
  const far = { ...ranges, isAssociated: false, alongTrackTimeOffset: 40 }
  expect(rangeSentence(far)).toMatch(/^Uncorrelated: .* 40.0 s later .* Limits: 1.00 s and 3.00 km/)
  expect(rangeSentence({ ...far, alongTrackTimeOffset: null })).toMatch(/^Uncorrelated: no orbit near/)
})
