import type { ObservationReport } from '@apsis/contract/odt/observation/observation.ts'
import { formatAge } from '../../clock/format.ts'
import type { observationWords } from './words.data.ts'

/** True if no orbit was known with which the measurements could be compared. */
export const isWithoutOrbit = ({
  associationResults: { orbitDataReason },
}: Pick<ObservationReport, 'associationResults'>) => orbitDataReason === 'NO_ORBIT_OF_THAT_TIME'

/** Returns the orbit with which the track was compared, and its age at that time, or how long after the track it was determined. */
export function orbitText(report: Pick<ObservationReport, 'associationResults'>, t: typeof observationWords): string {
  const { orbitDataType: type, orbitDataAge } = report.associationResults
  if (isWithoutOrbit(report)) return t('noOrbit')
  if (orbitDataAge === null) return t('orbitAgeUnknown', { type })
  if (orbitDataAge < 0) return t('orbitAfter', { type, age: formatAge(-orbitDataAge * 1_000) })
  return t('orbitAge', { type, age: formatAge(orbitDataAge * 1_000) })
}
