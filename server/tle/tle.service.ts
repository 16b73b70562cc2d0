import { getTle } from '@apsis/contract/tle/tle.ts'
import { ApiError } from '../platform/api-error.ts'
import type { Caller } from '../platform/auth/caller.ts'
import type { Database } from '../platform/database/database.ts'
import { chooseMedia, type FileAnswer } from '../platform/http/answer-file.ts'
import { nearestSets } from './element-set.service.ts'
import { presentFile } from './present-tle.ts'
import type { Lookup } from './public-lookup.ts'
import { readInstant } from './read-instant.ts'

export type TleQuery = { readonly noradId: number; readonly epoch?: string | undefined }

type Sources = { readonly db: Database; readonly lookup: Lookup }

/**
 * Returns the set of an object with the epoch nearest to the requested one, otherwise the newest, in the accepted form. If no set of the object is
 * stored, the public catalogue is asked; its answer is not stored.
 */
export async function readTle(
  { db, lookup }: Sources,
  { tenantId }: Pick<Caller, 'tenantId'>,
  { noradId, epoch: asked, accept }: TleQuery & { readonly accept: string | undefined },
): Promise<FileAnswer> {
  const media = chooseMedia(accept, getTle.file)
  const epoch = asked === undefined ? undefined : readInstant(asked, { parameter: 'epoch' })
  const [known] = await db.tenant(tenantId, (tx) => nearestSets(tx, [{ noradId, epoch }]))
  const found = known ?? (await lookup(tenantId, noradId))
  if (found === undefined) throw new ApiError('not-found', 'No element set of this object is known.')
  return presentFile(found, media, epoch)
}
