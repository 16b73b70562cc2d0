/**
 * The ORIGINATOR of files that are written for plans: its ephemeris states the planned path, and is no determined orbit. Other files that
 * Apsis writes are from APSIS, and may be determined: conversions of files of an operator, and determined orbits.
 */
export const PLAN_ORIGINATOR = 'APSIS-PLAN'
