import type { ExpectedObject } from '@apsis/ccsds/ephemeris/ephemeris-file.ts'
import type { Database } from '../../../platform/database/database.ts'
import { readCatalogue } from '../../../tle/catalogue.service.ts'
import type { SatelliteRow } from './satellite.repository.ts'

/** Returns the names of a satellite in messages: its number, its designators, its name. */
export async function expectedObject(
  db: Database,
  { name, norad_id: noradId, cospar_id: cosparId }: Pick<SatelliteRow, 'name' | 'norad_id' | 'cospar_id'>,
): Promise<ExpectedObject> {
  const known = (await readCatalogue(db)).objects.find((object) => object.noradId === noradId)
  const designators = [cosparId, known?.internationalDesignator].filter((one) => one !== undefined && one !== null)
  const ids = [String(noradId), ...new Set(designators.filter((one) => one !== ''))]
  return { ids, names: known === undefined || known.name === '' ? [name] : [name, known.name] }
}
