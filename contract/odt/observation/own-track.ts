/** A position that is known to less than this is no measurement, m. */
export const MOST_POSITION_SIGMA_M = 100_000

/** The sensor name of a track from the object's own receiver or precise orbit: no sensor's code has a slash. */
export const POSITION_SENSOR = 'GPS/POD'
/** The fault of positions without a covariance and without a stated accuracy. */
export const NO_POSITION_SIGMA = 'oem.no-covariance'
