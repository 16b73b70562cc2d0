/** Nobody takes a position for a measurement that is known to less than this, m. */
export const MOST_POSITION_SIGMA_M = 100_000

/** What a track is called that comes of the object's own receiver or precise orbit: no sensor's code has a slash. */
export const POSITION_SENSOR = 'GPS/POD'
/** Which fault says that positions come without a covariance, and that nobody said how well they are known. */
export const NO_POSITION_SIGMA = 'oem.no-covariance'
