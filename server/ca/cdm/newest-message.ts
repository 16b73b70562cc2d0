import type { TenantDb } from '../../platform/database/database.ts'
import { findConjunction } from '../conjunction/conjunction.repository.ts'
import { findCdmFile } from '../message/cdm.repository.ts'

/** A message larger than this is read in the application. */
const MOST_BYTES = 256 * 1024
const MEDIA = { kvn: 'text/plain', xml: 'application/xml', json: 'application/json' } as const

/** The newest message of an event as a file, as it came; none where it has none, or is too large to send along. */
export async function newestMessageOf(
  tx: TenantDb,
  conjunctionId: string,
): Promise<{ name: string; mediaType: string; text: string }[]> {
  const event = await findConjunction(tx, conjunctionId)
  const id = event?.facts.newestCdmId
  const file = id == null ? undefined : await findCdmFile(tx, id)
  if (file === undefined || file.original.length > MOST_BYTES) return []
  const text = file.original.toString('utf8')
  return [{ name: `${id}.${file.format === 'kvn' ? 'cdm' : file.format}`, mediaType: MEDIA[file.format], text }]
}
