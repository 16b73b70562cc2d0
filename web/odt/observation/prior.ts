import type { ObservationReport, OrbitUpdate } from '@apsis/contract/odt/observation/observation.ts'
import { formatInstant } from '../../clock/format.ts'
import { observationWords } from './words.data.ts'

/** Returns the orbit with which the track was compared, and its age: the sentence of the API, in the language of the reader. */
export function priorText(
  { associationResults: { orbitDataType: type, orbitDataAge: ageS } }: Pick<ObservationReport, 'associationResults'>,
  { epoch }: Pick<OrbitUpdate, 'epoch'>,
): string {
  if (ageS === null) return observationWords('priorOfUnknownAge', { type })
  return observationWords('priorOf', { type, time: formatInstant(Date.parse(epoch) - ageS * 1_000) })
}
