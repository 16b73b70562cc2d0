import { ASSOCIATION_SETS } from './association.ts'
import { AVOIDANCE_SETS } from './avoidance.ts'
import { BEYOND_SETS } from './beyond.ts'
import { CATALOGUE_SETS } from './catalogue.ts'
import { MESSAGE_SETS } from './ccsds.ts'
import { DETECTION_SETS } from './detection.ts'
import { EPHEMERIS_SETS } from './ephemeris.ts'
import { EVENT_SETS } from './events.ts'
import { FRAME_SETS } from './frames.ts'
import { SOFA_SETS } from './frames-sofa.ts'
import { RADIUS_SETS } from './hbr.ts'
import { MANOEUVRE_SETS } from './manoeuvre.ts'
import { STK_EPHEMERIS_SETS } from './manoeuvre-stk.ts'
import { ORBIT_ELEMENT_SETS } from './orbit-elements.ts'
import { PASS_SETS } from './passes.ts'
import { PC_SETS } from './pc.ts'
import type { ReferenceSet } from './run/set.ts'
import { SCREENING_SETS } from './screening.ts'
import { SENSOR_SETS } from './sensors.ts'
import { SGP4_SETS } from './sgp4.ts'
import { SUN_AND_MOON_SETS } from './sunmoon.ts'
import { TRACKING_SETS } from './tracking.ts'
import { DETERMINATION_SETS } from './tracking-determination.ts'
import { PASS_INFORMATION_SETS } from './tracking-passes.ts'

/** What is answered and sent by services that the product does not speak with. */
const NOT_COVERED: readonly ReferenceSet[] = [
  ...['tracss', 'space-track', 'starlink', 'celestrak'].map((service) => ({
    name: `exchange/${service}/*`,
    notCovered: 'an exchange with another service, which the product does not speak yet',
  })),
  { name: 'tracss-ivv/*.csv', notCovered: 'no comparison is written yet for the keys of this screening verification' },
]

/** Every set that is compared, each folder of the collection in the file of its name, and what is not yet, with the reason. */
export const SETS: readonly ReferenceSet[] = [
  ...ASSOCIATION_SETS,
  ...AVOIDANCE_SETS,
  ...BEYOND_SETS,
  ...CATALOGUE_SETS,
  ...DETECTION_SETS,
  ...DETERMINATION_SETS,
  ...EPHEMERIS_SETS,
  ...EVENT_SETS,
  ...FRAME_SETS,
  ...MANOEUVRE_SETS,
  ...MESSAGE_SETS,
  ...ORBIT_ELEMENT_SETS,
  ...PASS_INFORMATION_SETS,
  ...PASS_SETS,
  ...PC_SETS,
  ...RADIUS_SETS,
  ...SCREENING_SETS,
  ...SENSOR_SETS,
  ...SGP4_SETS,
  ...SOFA_SETS,
  ...STK_EPHEMERIS_SETS,
  ...SUN_AND_MOON_SETS,
  ...TRACKING_SETS,
  ...NOT_COVERED,
]
