import { DAY_MS } from '@apsis/astro/constants.ts'
import type { HistoricSet } from '@apsis/contract/tle/history.ts'
import type { PlotTable } from '../../ui/file/csv.ts'
import { formatNumber, formatScientific, MISSING } from '../../ui/format/number.ts'
import { elementSetWords } from './words.data.ts'

/** The elements of each set that are drawn, in the order in which element sets are written; the heights are computed from them. */
export const ELEMENTS = [
  { id: 'axis', unit: 'km', decimals: 3, of: (set) => km(set.semiMajorAxisM) },
  { id: 'eccentricity', unit: '', decimals: 7, of: (set) => set.eccentricity },
  { id: 'inclination', unit: '°', decimals: 4, of: (set) => set.inclinationDeg },
  { id: 'node', unit: '°', decimals: 4, of: (set) => set.raanDeg, isAngle: true },
  { id: 'perigee', unit: '°', decimals: 4, of: (set) => set.argPeriapsisDeg, isAngle: true },
  // The mean anomaly makes many revolutions from set to set, so a line from one to the next would have no meaning.
  { id: 'anomaly', unit: '°', decimals: 4, of: (set) => set.meanAnomalyDeg, isAngle: true, isLoose: true },
  { id: 'bstar', unit: '1/R', decimals: undefined, of: (set) => set.bstar },
  { id: 'lowest', unit: 'km', decimals: 1, of: (set) => km(set.perigeeAltitudeM) },
  { id: 'highest', unit: 'km', decimals: 1, of: (set) => km(set.apogeeAltitudeM) },
] as const satisfies readonly {
  readonly id: string
  readonly unit: string
  readonly decimals: number | undefined
  readonly of: (set: HistoricSet) => number | undefined
  readonly isAngle?: true
  readonly isLoose?: true
}[]
export type Element = (typeof ELEMENTS)[number]

/** If an angle differs by more than this from set to set, it has passed 360°. */
const HALF_TURN_DEG = 180
/** Sets with more days between them are not linked, because nothing is known about that time. */
const GAP_DAYS = 10

const km = (metres: number | null) => (metres === null ? undefined : metres / 1_000)

export function valueText({ decimals, unit, of }: Element, set: HistoricSet): string {
  const value = of(set)
  if (value === undefined) return MISSING
  const text = decimals === undefined ? formatScientific(value, { decimals: 4 }) : formatNumber(value, { decimals })
  return unit === '' ? text : unit === '°' ? `${text}°` : `${text} ${unit}`
}

/** B* is published with five digits. */
const SAME_SHARE = 1e-6

/** True if an element is equal in all sets to the digits that are shown: angles are stored in radians, which can change the last bit. */
export function isConstant({ decimals }: Element, values: readonly number[]): boolean {
  const [least, most] = [Math.min(...values), Math.max(...values)]
  return most - least < (decimals === undefined ? Math.abs(most) * SAME_SHARE : 10 ** -decimals) || most === least
}

/** Returns the sets as a file: all elements as published, with full digits, and the values derived from them. */
export function elementsTable(sets: readonly HistoricSet[]): PlotTable {
  return {
    columns: [
      'epoch_utc',
      'mean_motion_rev_per_day',
      'semi_major_axis_km',
      'eccentricity',
      'inclination_deg',
      'raan_deg',
      'arg_of_pericenter_deg',
      'mean_anomaly_deg',
      'bstar_per_earth_radius',
      'perigee_altitude_km',
      'apogee_altitude_km',
      'source',
      'received_utc',
    ],
    heads: [
      elementSetWords('epoch'),
      elementSetWords('motion'),
      ...ELEMENTS.slice(0, 7).map(({ id, unit }) => [elementSetWords(id), unit].filter(Boolean).join(', ')),
      `${elementSetWords('lowest')}, km`,
      `${elementSetWords('highest')}, km`,
      elementSetWords('source'),
      elementSetWords('received'),
    ],
    rows: sets.map((set) => [
      set.epoch,
      set.meanMotionRevPerDay,
      km(set.semiMajorAxisM),
      set.eccentricity,
      set.inclinationDeg,
      set.raanDeg,
      set.argPeriapsisDeg,
      set.meanAnomalyDeg,
      set.bstar,
      km(set.perigeeAltitudeM),
      km(set.apogeeAltitudeM),
      set.source,
      set.receivedAt,
    ]),
  }
}

type Dot = { readonly id: string; readonly atMs: number; readonly value: number }

/**
 * Returns the values of an element in stretches that are drawn as lines: a new stretch begins if an angle passes 360°, or if days are
 * missing.
 */
export function stretchesOf(element: Element, sets: readonly HistoricSet[]): readonly (readonly Dot[])[] {
  const stretches: Dot[][] = []
  let last: Dot | undefined
  for (const set of sets) {
    const value = element.of(set)
    if (value === undefined) {
      last = undefined
      continue
    }
    const dot = { id: idOf(set), atMs: Date.parse(set.epoch), value }
    const isLinked =
      last !== undefined &&
      dot.atMs - last.atMs <= GAP_DAYS * DAY_MS &&
      !('isLoose' in element) &&
      !('isAngle' in element && Math.abs(value - last.value) > HALF_TURN_DEG)
    if (isLinked) stretches.at(-1)?.push(dot)
    else stretches.push([dot])
    last = dot
  }
  return stretches
}

/** The id contains the source, because two sets with the same epoch can come from different sources. */
export const idOf = ({ epoch, source, receivedAt }: HistoricSet): string => `${epoch} ${source} ${receivedAt}`
