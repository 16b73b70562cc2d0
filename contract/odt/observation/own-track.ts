/** A position with a larger uncertainty, m, is not used as a measurement. */
export const MOST_POSITION_SIGMA_M = 100_000

/** The sensor name of tracks from an object's own receiver or precise orbit; the code of a sensor never contains a slash. */
export const POSITION_SENSOR = 'GPS/POD'
/** The fault of positions without a covariance and without a stated accuracy. */
export const NO_POSITION_SIGMA = 'oem.no-covariance'
