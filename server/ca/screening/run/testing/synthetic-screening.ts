import { makeCatalogue } from '@apsis/astro/screening/synthetic-catalogue.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import type { SubmittedObject, SubmittedScreening } from '../submitted-screening.ts'

export const START = parseTime('2026-11-20T00:00:00')

/** SIMULATED: a small catalogue that is screened against itself; docked, decaying and broken objects are among them. */
export function syntheticScreening({ size = 300, durationS = 7_200, thresholdM = 100_000 } = {}): SubmittedScreening {
  const objects = makeCatalogue({ seed: 5, size, epoch: START }).map(
    (elements): SubmittedObject => ({ id: String(elements.noradId), flight: { kind: 'elements', elements } }),
  )
  return { objects, start: START, durationS, thresholdM }
}
