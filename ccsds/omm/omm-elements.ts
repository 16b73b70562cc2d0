import { type ElementSet, fromPublished, toPublished, UNSAID } from '@apsis/astro/sgp4/element-set.ts'
import { radToDeg } from '@apsis/astro/units.ts'
import { isResolved } from '../block/block.ts'
import type { Omm } from './omm.ts'

const THEORIES = ['SGP4', 'SGP/SGP4']

/**
 * Returns the element set for SGP4 from an OMM that was made for it. Angles are exactly those of the message. Throws a RangeError that names the
 * reason, for another theory, frame or time system, or for values that no element set can have.
 */
export function toElementSet({ metadata, elements, tle }: Omm): ElementSet {
  const { meanElementTheory, centreName, refFrame, objectName, objectId } = metadata
  const { epoch, meanMotionRevPerDay, eccentricity, incRad, raanRad, argPeriapsisRad, meanAnomalyRad } = elements
  const { noradId, bstarPerEarthRadius } = tle ?? {}
  if (!THEORIES.includes(meanElementTheory.toUpperCase())) {
    throw new RangeError(`MEAN_ELEMENT_THEORY is ${meanElementTheory}, not SGP4`)
  }
  if (centreName.toUpperCase() !== 'EARTH') throw new RangeError(`CENTER_NAME is ${centreName}, not EARTH`)
  if (refFrame.toUpperCase() !== 'TEME') throw new RangeError(`REF_FRAME is ${refFrame}, not TEME`)
  if (!isResolved(epoch)) throw new RangeError(`EPOCH is in ${epoch.timeSystem}, which has no known relation to UTC`)
  if (meanMotionRevPerDay === undefined) throw new RangeError('MEAN_MOTION is missing')
  if (bstarPerEarthRadius === undefined) throw new RangeError('BSTAR is missing')
  if (noradId === undefined) throw new RangeError('NORAD_CAT_ID is missing')
  const said = {
    classification: tle?.classificationType,
    ephemerisType: tle?.ephemerisType,
    elementSetNumber: tle?.elementSetNumber,
    revolutionAtEpoch: tle?.revolutionAtEpoch,
    meanMotionDotRevPerDay2: tle?.meanMotionDotRevPerDay2,
    meanMotionDdotRevPerDay3: tle?.meanMotionDdotRevPerDay3,
  }
  const set = fromPublished({
    ...UNSAID,
    ...Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined)),
    noradId,
    objectName,
    internationalDesignator: objectId,
    epoch,
    meanMotionRevPerDay,
    eccentricity,
    inclinationDeg: radToDeg(incRad),
    raanDeg: radToDeg(raanRad),
    argPeriapsisDeg: radToDeg(argPeriapsisRad),
    meanAnomalyDeg: radToDeg(meanAnomalyRad),
    bstar: bstarPerEarthRadius,
  })
  return { ...set, incRad, raanRad, argPeriapsisRad, meanAnomalyRad }
}

/** Returns the OMM of an SGP4 element set, with its originator and creation date. */
export function fromElementSet(set: ElementSet, header: Omm['header']): Omm {
  const { meanMotionRevPerDay } = toPublished(set)
  const { epoch, eccentricity, incRad, raanRad, argPeriapsisRad, meanAnomalyRad, bstar, ...head } = set
  return {
    header,
    metadata: {
      comments: [],
      objectName: head.objectName === '' ? 'UNKNOWN' : head.objectName,
      objectId: head.internationalDesignator === '' ? 'UNKNOWN' : head.internationalDesignator,
      centreName: 'EARTH',
      refFrame: 'TEME',
      timeSystem: 'UTC',
      meanElementTheory: 'SGP4',
    },
    elements: {
      comments: [],
      epoch,
      meanMotionRevPerDay,
      eccentricity,
      incRad,
      raanRad,
      argPeriapsisRad,
      meanAnomalyRad,
    },
    tle: {
      comments: [],
      ephemerisType: head.ephemerisType,
      classificationType: head.classification,
      noradId: head.noradId,
      elementSetNumber: head.elementSetNumber,
      revolutionAtEpoch: head.revolutionAtEpoch,
      bstarPerEarthRadius: bstar,
      meanMotionDotRevPerDay2: head.meanMotionDotRevPerDay2,
      meanMotionDdotRevPerDay3: head.meanMotionDdotRevPerDay3,
    },
    unknown: [],
  }
}
