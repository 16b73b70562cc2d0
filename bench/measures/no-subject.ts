import type { ScreeningSubject } from '@apsis/server/ca/screening/run/screening.repository.ts'

/** What the screenings of the measurements are about: no satellite and no file. */
export const NO_SUBJECT: ScreeningSubject = {
  title: 'measured',
  satelliteId: null,
  ephemerisId: null,
  catalogueEpoch: null,
  catalogueKinds: null,
  isSimulated: true,
  isOwnSimulated: false,
  cdmIds: new Map(),
  named: [],
  missing: [],
}
