import { Thresholds } from '@apsis/contract/ca/satellite.ts'

/** The thresholds of an event without a satellite of the organisation. */
export const STANDARD_THRESHOLDS: Thresholds = Thresholds.parse({})
