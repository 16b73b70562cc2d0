import type { WorkPlatform } from '../../platform/jobs/recurring-work.ts'
import { findCatalogue } from '../catalogue.repository.ts'
import { downloadWork } from '../download-work.ts'

/** Downloads the catalogue from a source of element sets, as a worker does every two hours, and returns the result. */
export async function downloadCatalogue(platform: WorkPlatform, url: string) {
  await downloadWork({ kind: 'gp', proxy: undefined, url, format: 'tle' }).turn(platform, 'catalogue')
  const { outcome, objects } = await platform.db.shared((tx) => findCatalogue(tx, 'gp'))
  return { outcome, objects }
}
