import { SOCRATES_COLUMNS, type SocratesObject, socratesRow } from '@apsis/ccsds/message/socrates.ts'
import type { Encounter } from '@apsis/contract/ca/screening/screening.ts'
import type { PlotTable } from '../ui/file/csv.ts'

/**
 * Close approaches in SOCRATES's vocabulary. DILUTION stays empty: SOCRATES's threshold rests on a covariance ratio of its
 * own, which is not in the answer.
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
