import type { WorkFloor } from '../../platform/jobs/standing-work.ts'
import { findCatalogue } from '../catalogue.repository.ts'
import { refreshWork } from '../refresh-work.ts'

/** Downloads the catalogue of a source of element sets, as a worker does every two hours, and says what came of it. */
export async function downloadCatalogue(floor: WorkFloor, url: string) {
  await refreshWork({ kind: 'gp', proxy: undefined, url, format: 'tle' }).turn(floor, 'catalogue')
  const { outcome, objects } = await floor.db.shared((tx) => findCatalogue(tx, 'gp'))
  return { outcome, objects }
}
