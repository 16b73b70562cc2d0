import { testWays } from '../../connections/testing/test-connection.ts'
import type { WorkPlatform } from '../../platform/jobs/recurring-work.ts'
import { downloadWork } from '../download-work.ts'
import { listSources } from '../source.repository.ts'

/** Downloads the catalogue from a source of element sets, as a worker does every two hours, and returns the result. */
export async function downloadCatalogue(platform: WorkPlatform, url: string) {
  const ways = testWays({ ledgerClock: platform.now })
  await downloadWork({ kind: 'gp', addresses: [{ url, format: 'tle' }], organisation: undefined, ways }).turn(
    platform,
    'catalogue',
  )
  const [source] = await platform.db.shared(listSources)
  return { result: source?.last_result, objects: source?.objects }
}
