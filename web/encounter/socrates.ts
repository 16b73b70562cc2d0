import { SOCRATES_COLUMNS, type SocratesObject, socratesRow } from '@apsis/ccsds/message/socrates.ts'
import type { Encounter } from '@apsis/contract/ca/screening/screening.ts'
import type { PlotTable } from '../ui/file/csv.ts'

/**
 * Returns close approaches in the vocabulary of SOCRATES. DILUTION stays empty: SOCRATES's threshold depends on its own covariance ratio,
 * which is not in the answer.
 */
export function toSocrates(encounters: readonly Encounter[]): PlotTable {
  const object = ({ objectId: id, name, daysSinceEpoch }: Encounter['primary']): SocratesObject => ({
    id,
    name,
    daysSinceEpoch: daysSinceEpoch ?? undefined,
  })
  return {
    columns: SOCRATES_COLUMNS,
    rows: encounters.map((one) =>
      socratesRow({ ...one, objects: [object(one.primary), object(one.secondary)], dilutionM: undefined }),
    ),
  }
}
