import { AVOIDANCE_SETS } from './avoidance-sets.ts'
import { CATALOGUE_SETS } from './catalogue-sets.ts'
import { DETECTION_SETS } from './detection-sets.ts'
import { DRAG_SETS } from './drag-set.ts'
import { ENCOUNTER_SETS } from './encounter-sets.ts'
import { EPHEMERIS_SETS } from './ephemeris-sets.ts'
import { FRAME_SETS } from './frame-sets.ts'
import { MESSAGE_SETS } from './message-sets.ts'
import { ORBIT_SETS } from './orbit-sets.ts'
import { PASS_SETS } from './pass-sets.ts'
import { PLACE_SETS } from './place-sets.ts'
import { PROBABILITY_SETS } from './probability-sets.ts'
import type { ReferenceSet } from './reference-set.ts'
import { SCREENING_SETS } from './screening-set.ts'
import { SGP4_SETS } from './sgp4-sets.ts'
import { SKY_SETS } from './sky-sets.ts'
import { SOFA_SETS } from './sofa-set.ts'
import { STATISTICS_SETS } from './statistics-sets.ts'
import { STK_SETS } from './stk-sets.ts'
import { TRACKING_SETS } from './tracking/tracking-sets.ts'
import { UNIT_CASE_SETS } from './unit-cases.ts'

const OTHER_SERVICES = 'an exchange with another service, which the product does not speak yet'
/** What is answered and sent by services that the product does not speak with. */
const NOT_COVERED: readonly ReferenceSet[] = [
  ...['tracss', 'space-track', 'starlink', 'celestrak'].map((service) => ({
    name: `exchange/${service}/*`,
    notCovered: OTHER_SERVICES,
  })),
  { name: 'tracss-ivv/*.csv', notCovered: 'no comparison is written yet for the keys of this screening verification' },
]

/** Every set that is compared, and what is not yet, with the reason. */
export const SETS: readonly ReferenceSet[] = [
  ...SGP4_SETS,
  ...PROBABILITY_SETS,
  ...UNIT_CASE_SETS,
  ...ENCOUNTER_SETS,
  ...FRAME_SETS,
  ...SOFA_SETS,
  ...PLACE_SETS,
  ...ORBIT_SETS,
  ...AVOIDANCE_SETS,
  ...DRAG_SETS,
  ...DETECTION_SETS,
  ...EPHEMERIS_SETS,
  ...STK_SETS,
  ...SKY_SETS,
  ...PASS_SETS,
  ...MESSAGE_SETS,
  ...CATALOGUE_SETS,
  ...SCREENING_SETS,
  ...STATISTICS_SETS,
  ...TRACKING_SETS,
  ...NOT_COVERED,
]
