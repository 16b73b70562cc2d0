/**
 * The ORIGINATOR of files that are written for plans: the ephemeris of a plan states the planned path, and is not a determined orbit. Other files
 * that Apsis writes have the ORIGINATOR APSIS and may be determined orbits, for example converted files of an operator.
 */
export const PLAN_ORIGINATOR = 'APSIS-PLAN'
