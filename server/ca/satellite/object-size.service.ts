import { readFile } from 'node:fs/promises'
import { OBJECT_SIZE_LIMITS, type ObjectSize } from '@apsis/contract/ca/satellite/object-size.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { Caller } from '../../platform/auth/caller.ts'
import { insertAudit } from '../../platform/database/audit.repository.ts'
import type { Database, TenantDb } from '../../platform/database/database.ts'
import { isStorable } from '../../platform/http/input.ts'
import type { CaPlatform } from '../ca-platform.ts'
import { reassessObjects } from '../event/event.service.ts'
import { readSizeTable } from './read-size-table.ts'
import * as repository from './record/object-size.repository.ts'

type Request = { readonly owner: Pick<Caller, 'tenantId' | 'subject'>; readonly requestId: string }
type Listing = { readonly noradId?: number | undefined; readonly page: number; readonly limit: number }

const MOST_DETAILS = 100

/** Returns a page of the organisation's table, and its number of objects. */
export function listObjectSizes(
  db: Database,
  { tenantId }: Pick<Caller, 'tenantId'>,
  { page, limit, noradId }: Listing,
): Promise<{ items: ObjectSize[]; total: number }> {
  return db.tenant(tenantId, async (tx) => {
    const { rows, total } = await repository.listObjectSizes(tx, { noradId, limit, offset: (page - 1) * limit })
    return { items: rows.map((row) => ({ ...row, loadedAt: row.loadedAt.toISOString() })), total }
  })
}

type LoadResult = { loaded: number; removed: number; total: number; reassessed: number }

/** Loads a table of sizes and masses, all or none, and requests a new assessment of the events to come of changed objects. */
export async function loadObjectSizes(
  platform: CaPlatform,
  { owner, requestId }: Request,
  { path, isWhole }: { readonly path: string; readonly isWhole: boolean },
): Promise<LoadResult> {
  const reading = readSizeTable(await textOf(path))
  if (!reading.ok)
    throw new ApiError('unprocessable', reading.errors[0]?.message ?? 'The table cannot be read.', {
      errors: reading.errors.slice(0, MOST_DETAILS),
    })
  const { entries } = reading
  const at = new Date(platform.now())
  const { tenantId, subject } = owner
  return await platform.db.tenant(tenantId, async (tx) => {
    const ids = entries.map(({ noradId }) => noradId)
    const before = new Map((await repository.findObjectSizes(tx, ids)).map((row) => [row.noradId, row.radiusM]))
    const removed = isWhole ? await repository.deleteOtherObjectSizes(tx, ids) : []
    await repository.upsertObjectSizes(tx, { tenantId, at }, entries)
    const { total } = await repository.listObjectSizes(tx, { limit: 1, offset: 0 })
    if (total > OBJECT_SIZE_LIMITS.entries)
      throw new ApiError(
        'unprocessable',
        `The table of an organisation has at most ${OBJECT_SIZE_LIMITS.entries} objects.`,
      )
    // A mass alone changes no probability.
    const moved = entries.filter(({ noradId, radiusM }) => (before.get(noradId) ?? null) !== radiusM)
    const changed = [...moved.map(({ noradId }) => noradId), ...removed]
    const reassessed = await reassess(tx, platform, { owner, at, noradIds: changed })
    const detail = { loaded: entries.length, removed: removed.length, total }
    await insertAudit(tx, tenantId, {
      actor: subject,
      action: 'object-size.load',
      object: `${entries.length} objects`,
      outcome: 'done',
      requestId,
      detail,
    })
    return { ...detail, reassessed }
  })
}

/** Removes one object from the table. */
export async function removeObjectSize(
  platform: CaPlatform,
  { owner, requestId }: Request,
  noradId: number,
): Promise<void> {
  const { tenantId, subject } = owner
  await platform.db.tenant(tenantId, async (tx) => {
    if (!(await repository.deleteObjectSize(tx, noradId)))
      throw new ApiError('not-found', 'The table has no such object.')
    await reassess(tx, platform, { owner, at: new Date(platform.now()), noradIds: [noradId] })
    const object = String(noradId)
    await insertAudit(tx, tenantId, {
      actor: subject,
      action: 'object-size.remove',
      object,
      outcome: 'done',
      requestId,
    })
  })
}

type ChangedObjects = Pick<Request, 'owner'> & { readonly at: Date; readonly noradIds: readonly number[] }

const reassess = (
  tx: TenantDb,
  { queue }: CaPlatform,
  { owner: { tenantId }, at, noradIds }: ChangedObjects,
): Promise<number> => reassessObjects(tx, { queue, tenantId, now: at }, noradIds.map(String))

async function textOf(path: string): Promise<string> {
  const text = await readFile(path, 'utf8')
  if (!isStorable(text)) throw new ApiError('unprocessable', 'The table has characters that cannot be stored.')
  return text
}
