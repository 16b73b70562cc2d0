/** Where the orbits of a set of objects come from (spec §3). */
export const ORBIT_SOURCES = ['CAT', 'CDM', 'OPS', 'TLE'] as const
type OrbitSource = (typeof ORBIT_SOURCES)[number]

export type ScreeningType = `${OrbitSource}_VS_${OrbitSource}` | 'MAN_VS_CDM' | 'UNKNOWN'

/** Which kinds of orbit data a screening compares (spec §3). */
export const SCREENING_TYPES: readonly ScreeningType[] = [
  ...ORBIT_SOURCES.flatMap((one) => ORBIT_SOURCES.map((other) => `${one}_VS_${other}` as const)),
  'MAN_VS_CDM',
  'UNKNOWN',
]

/** What becomes of a screening. The last three are ends; a failed or cancelled one can be taken up again. */
export const SCREENING_STATES = ['queued', 'running', 'done', 'failed', 'cancelled'] as const
export type ScreeningState = (typeof SCREENING_STATES)[number]

export const SCREENING_STAGES = ['waiting', 'screening', 'ended'] as const
export type ScreeningStage = (typeof SCREENING_STAGES)[number]

/** More than these are refused before anything is stored. */
export const SCREENING_LIMITS = {
  objects: 200_000,
  durationS: 31 * 86_400,
  thresholdM: 1_000_000,
  /** Of one organisation, waiting or running at the same time. */
  open: 20,
} as const
