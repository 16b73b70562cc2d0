/**
 * The ORIGINATOR of files that are written of plans: an ephemeris of it says what was planned, and is no determined orbit. Other files that
 * Apsis writes are of APSIS, and may well be: conversions of files of an operator, and orbits that were determined.
 */
export const PLAN_ORIGINATOR = 'APSIS-PLAN'
