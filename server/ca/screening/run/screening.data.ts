import { SECONDS_PER_DAY } from '@apsis/astro/constants.ts'

/** Screenings with more than these are refused before anything is stored. */
export const SCREENING_LIMITS = {
  objects: 200_000,
  durationS: 31 * SECONDS_PER_DAY,
  thresholdM: 1_000_000,
  /** The most screenings of one organisation that may wait or run at the same time. */
  open: 20,
} as const
