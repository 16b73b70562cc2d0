import type { TrackHistory } from '@apsis/contract/odt/tracking/track-history.ts'
import type { Caller } from '../../platform/auth/caller.ts'
import type { Database } from '../../platform/database/database.ts'
import * as repository from './track-history.repository.ts'

type Query = { readonly 'catalogue-id'?: number | undefined; readonly page: number; readonly limit: number }

/** Returns the tracks of objects, each compared with one orbit, from the last run of the work. */
export async function listTrackHistories(
  { db }: { readonly db: Database },
  { tenantId }: Pick<Caller, 'tenantId'>,
  { 'catalogue-id': noradId, page, limit }: Query,
): Promise<{ items: TrackHistory[]; total: number }> {
  const listing = { noradId, limit, offset: (page - 1) * limit }
  const { rows, total } = await db.tenant(tenantId, (tx) => repository.listHistories(tx, listing))
  const items = rows.map(({ norad_id: catalogueId, looked_at: at, history }) => ({
    catalogueId,
    lookedAt: at.toISOString(),
    ...history,
  }))
  return { items, total }
}
