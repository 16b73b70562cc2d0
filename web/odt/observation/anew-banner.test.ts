import { ObservationReport } from '@apsis/contract/odt/observation/observation.ts'
import { expect, test } from 'vitest'
import { saidOfAnew } from './anew-banner.tsx'

const examples: unknown = ObservationReport.meta()?.examples
const [REPORT] = examples as readonly [ObservationReport]
const EXCLUDED = REPORT.reports[0]!.measurementReports.slice(0, 1).map(({ epoch }) => epoch)
const ALL = REPORT.reports[0]!.measurementReports.length
const whole: ObservationReport = { ...REPORT, rms: { ra: 2.5, dec: 1.25 } }
const anew: ObservationReport = { ...whole, rms: { ra: 1.5, dec: 0.75 }, excluded: EXCLUDED }
/** The banner reads only this value of a fit. */
const fitOf = (weightedRms: number) => ({ weightedRms }) as NonNullable<ObservationReport['orbitUpdate']>
const NOT_KEPT = 'Here alone: report and events stay whole.'

test('a new fit states how many measurements are left out, both sizes of the residuals and of the orbit, and that nothing is stored', () => {
  const said = saidOfAnew({ ...whole, orbitUpdate: fitOf(1.4) }, { ...anew, orbitUpdate: fitOf(0.9) })
  expect(said).toEqual([
    `Fit anew without one of ${ALL} measurements.`,
    'RMS 1.500″ instead of 2.500″ in RA × cos δ, 0.7500″ instead of 1.250″ in Dec.',
    'Corrected orbit: RMS 0.90 instead of 1.40 sigmas.',
    NOT_KEPT,
  ])
})

test('the banner says if another object fits best, if there is no corrected orbit, or if another orbit was used for the comparison', () => {
  const { associationResults } = anew
  const other = { ...anew, catalogueIdBestAssociation: null, rms: null, orbitUpdate: null }
  const said = saidOfAnew(
    { ...whole, orbitUpdate: fitOf(1.4) },
    { ...other, associationResults: { ...associationResults, orbitDataAge: null } },
  )
  expect(said).toHaveLength(5)
  expect(said.slice(1, 3)).toEqual(['Associated otherwise than before.', 'No corrected orbit comes of it.'])
  expect(said[3]).toMatch(/^Compared with another orbit: /)
})
