import type { Encounter } from '@apsis/contract/ca/screening.ts'
import type { PlotTable } from '../ui/csv.ts'

/** The columns of SOCRATES Plus, in its order (celestrak.org/SOCRATES/socrates-format.php). */
const COLUMNS = [
  'NORAD_CAT_ID_1',
  'OBJECT_NAME_1',
  'DSE_1',
  'NORAD_CAT_ID_2',
  'OBJECT_NAME_2',
  'DSE_2',
  'TCA',
  'TCA_RANGE',
  'TCA_RELATIVE_SPEED',
  'MAX_PROB',
  'DILUTION',
]

/**
 * Close approaches in SOCRATES's vocabulary: days since epoch, TCA as `2026-11-20 07:02:27.125`, range in km, speed in
 * km/s. DILUTION stays empty: SOCRATES's threshold rests on a covariance ratio of its own, which is not ours.
 */
export function toSocrates(encounters: readonly Encounter[]): PlotTable {
  return {
    columns: COLUMNS,
    rows: encounters.map((one) => [
      one.primary.objectId,
      one.primary.name,
      days(one.primary.daysSinceEpoch),
      one.secondary.objectId,
      one.secondary.name,
      days(one.secondary.daysSinceEpoch),
      one.tca.replace('T', ' ').replace('Z', ''),
      fixed(one.missM / 1_000),
      fixed(one.relativeSpeedMps / 1_000),
      one.maximumProbability.toExponential(3).replace('e', 'E'),
      undefined,
    ]),
  }
}

const fixed = (value: number) => value.toFixed(3)
const days = (value: number | null) => (value === null ? undefined : fixed(value))
