import { getTle } from '@apsis/contract/tle/tle.ts'
import { chooseMedia, type FileAnswer } from '../platform/answer-file.ts'
import { ApiError } from '../platform/api-error.ts'
import type { Caller } from '../platform/caller.ts'
import type { Database } from '../platform/database.ts'
import { nearestSets } from './element-set.service.ts'
import { presentFile } from './present-tle.ts'
import { readInstant } from './read-instant.ts'

export type TleQuery = { readonly noradId: number; readonly epoch?: string | undefined }

/** The set of an object with the epoch nearest to the one asked for, else the newest, in the form that is accepted. */
export async function readTle(
  db: Database,
  { tenantId }: Pick<Caller, 'tenantId'>,
  { noradId, epoch: asked, accept }: TleQuery & { readonly accept: string | undefined },
): Promise<FileAnswer> {
  const media = chooseMedia(accept, getTle.file)
  const epoch = asked === undefined ? undefined : readInstant(asked, { parameter: 'epoch' })
  const [known] = await db.tenant(tenantId, (tx) => nearestSets(tx, [{ noradId, epoch }]))
  if (known === undefined) throw new ApiError('not-found', 'No element set of this object is known.')
  return presentFile(known, media, epoch)
}
