import type { ElementSet, MeanElements } from '@apsis/astro/sgp4/element-set.ts'
import type { TleLines } from '@apsis/astro/sgp4/tle-text.ts'
import { floats, texts } from '../platform/database/bulk.ts'

/** An element set as it was received, with its two lines if it had them. */
export type GivenSet = ElementSet & { readonly lines?: TleLines | undefined }

/** The numeric columns of an element set, in the order in which they are written. */
const NUMBERS = {
  norad_id: ({ noradId }) => noradId,
  epoch_s: ({ epoch }) => epoch.taiS,
  epoch_fs: ({ epoch }) => epoch.taiFs,
  mean_motion_radps: ({ meanMotionRadPerS }) => meanMotionRadPerS,
  eccentricity: ({ eccentricity }) => eccentricity,
  inc_rad: ({ incRad }) => incRad,
  raan_rad: ({ raanRad }) => raanRad,
  arg_periapsis_rad: ({ argPeriapsisRad }) => argPeriapsisRad,
  mean_anomaly_rad: ({ meanAnomalyRad }) => meanAnomalyRad,
  bstar: ({ bstar }) => bstar,
  mean_motion_dot: ({ meanMotionDotRevPerDay2 }) => meanMotionDotRevPerDay2,
  mean_motion_ddot: ({ meanMotionDdotRevPerDay3 }) => meanMotionDdotRevPerDay3,
  ephemeris_type: ({ ephemerisType }) => ephemerisType,
  element_set_number: ({ elementSetNumber }) => elementSetNumber,
  revolution: ({ revolutionAtEpoch }) => revolutionAtEpoch,
} as const satisfies Record<string, (set: ElementSet) => number>

export const NUMBER_COLUMNS = Object.keys(NUMBERS) as readonly (keyof typeof NUMBERS)[]

/** The columns that the propagation of an object needs. */
export const MEAN_COLUMNS = [
  'epoch_s',
  'epoch_fs',
  'mean_motion_radps',
  'eccentricity',
  'inc_rad',
  'raan_rad',
  'arg_periapsis_rad',
  'mean_anomaly_rad',
  'bstar',
] as const satisfies readonly (keyof typeof NUMBERS)[]
export type MeanElementsRow = Record<(typeof MEAN_COLUMNS)[number], number>

/** The numbers of a stored set, and its source. */
export type ElementSetRow = Record<keyof typeof NUMBERS, number> & {
  name: string
  international_designator: string
  classification: string
  tle_line1: string | null
  tle_line2: string | null
}

/** Converts element sets to the arrays of a bulk write: the numbers in the order of their columns, the class, and the two lines or ''. */
export function columnsOf(sets: readonly GivenSet[]): { numbers: Buffer[]; classifications: Buffer; lines: Buffer[] } {
  return {
    numbers: NUMBER_COLUMNS.map((column) => floats(sets, NUMBERS[column])),
    classifications: texts(sets, ({ classification }) => classification),
    lines: [0, 1].map((at) => texts(sets, ({ lines }) => lines?.[at] ?? '')),
  }
}

/** Returns the original lines of a row; undefined if the set was received as an OMM. */
export function readLines(row: Pick<ElementSetRow, 'tle_line1' | 'tle_line2'>): TleLines | undefined {
  return row.tle_line1 === null || row.tle_line2 === null ? undefined : [row.tle_line1, row.tle_line2]
}

/** Returns the element set of a row exactly as it was stored. */
export function readElementSet(row: ElementSetRow): ElementSet {
  return {
    noradId: row.norad_id,
    objectName: row.name,
    internationalDesignator: row.international_designator,
    classification: row.classification,
    ...readMeanElements(row),
    meanMotionDotRevPerDay2: row.mean_motion_dot,
    meanMotionDdotRevPerDay3: row.mean_motion_ddot,
    ephemerisType: row.ephemeris_type,
    elementSetNumber: row.element_set_number,
    revolutionAtEpoch: row.revolution,
  }
}

/** Returns the elements of a row that the propagation of its object needs. */
export function readMeanElements(row: MeanElementsRow): MeanElements {
  return {
    epoch: { taiS: row.epoch_s, taiFs: row.epoch_fs },
    meanMotionRadPerS: row.mean_motion_radps,
    eccentricity: row.eccentricity,
    incRad: row.inc_rad,
    raanRad: row.raan_rad,
    argPeriapsisRad: row.arg_periapsis_rad,
    meanAnomalyRad: row.mean_anomaly_rad,
    bstar: row.bstar,
  }
}
