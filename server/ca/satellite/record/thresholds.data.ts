import { Thresholds } from '@apsis/contract/ca/satellite/thresholds.ts'

/** The thresholds of an event without a satellite of the organisation. */
export const STANDARD_THRESHOLDS: Thresholds = Thresholds.parse({})
