import type { EncounterPlane } from './plane-picture.ts'

/** The encounter plane of a fictitious event, as in design/alerts.html. */
export const EXAMPLE_PLANE: EncounterPlane = {
  missM: [172, -58],
  covariance: { xx: 19_997, yx: 1_803.7, yy: 2_221 },
  hardBodyM: 4.6,
  names: ['SAT-3', 'COSMOS 2251 DEB'],
  isSimulated: false,
}
