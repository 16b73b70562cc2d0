/** By how much one object passed later than predicted, over one sensor. */
export interface ObjectOffset {
  readonly objectId: number
  readonly offsetS: number
}

/** What the objects that a sensor measured say together of its clock. */
export interface SensorClock {
  /** The time that the sensor writes less the true one, s. */
  readonly offsetS: number
  /** 1 sigma of that, from how far the objects differ, s. */
  readonly sigmaS: number
  readonly objects: number
}

/**
 * Student's t at 99.73 % (three sigmas) by degrees of freedom, from 2 on. Source: JCGM 100:2008 (GUM), Table G.2. Between the last
 * ones the smaller count of degrees holds: the larger value, so that less is claimed.
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
 * Whether the clock of a sensor is off, from the along-track time offsets of its tracks. In one track a late object and a fast clock
 * look the same (F23 of the flight rules), and so do several tracks of one object. Objects are late for reasons of their own; what all
 * of them share is the sensor's. So the mean of each object counts once, and their common part is the clock's where it lies
 * farther from zero than three sigmas of what the objects differ by, by Student's t. Null where fewer than three objects were
 * measured, or where they do not agree. Reached: of sensors with a right clock, at most three in a thousand get an offset.
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
