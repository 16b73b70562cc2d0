import type { HandlerResult } from '@apsis/contract/endpoint.ts'
import type { createTleSet } from '@apsis/contract/tle/tle-set.ts'
import { emit } from '../events/event.service.ts'
import { ApiError } from '../platform/api-error.ts'
import type { Caller } from '../platform/auth/caller.ts'
import { insertAudit } from '../platform/database/audit.repository.ts'
import type { Database, TenantDb } from '../platform/database/database.ts'
import { pool } from '../platform/thread/pool.ts'
import { SMALL_MEMORY_MIB, task } from '../platform/thread/task.ts'
import { upsertOwnSets } from './element-set.repository.ts'
import { nearestSets } from './element-set.service.ts'
import type { GivenSet } from './element-set-columns.ts'
import { presentTle } from './present-tle.ts'
import { readInstant } from './read-instant.ts'
import type { readItems, TleItem } from './read-item.ts'

const READ_ITEMS = task<typeof readItems>({
  module: new URL('./read-item.ts', import.meta.url),
  name: 'readItems',
  limits: { seconds: 15, memoryMiB: SMALL_MEMORY_MIB, answerMiB: 8 },
})

/** An item that can be read. */
type ReadItem = Exclude<ReturnType<typeof readItems>, { readonly kind: 'wrong' }>[number]

type Request = {
  readonly caller: Pick<Caller, 'tenantId' | 'subject'>
  readonly requestId: string
  /** Aborted when the caller no longer waits for the answer. */
  readonly signal?: AbortSignal
}

/** Stores the sets of a list and returns the known set of each of its objects; if an item cannot be read, it stores none. */
export async function readTleSet(
  db: Database,
  request: Request,
  items: readonly TleItem[],
): Promise<HandlerResult<typeof createTleSet>> {
  const { tenantId } = request.caller
  for (const [place, item] of items.entries())
    if (typeof item === 'object' && 'noradId' in item && item.epoch !== undefined)
      readInstant(item.epoch, { pointer: `#/${place}/epoch` })
  pool.requireRoom(tenantId)
  const read = await pool.run(READ_ITEMS, tenantId, items, request.signal)
  if (!Array.isArray(read)) {
    const [first] = read.errors
    throw new ApiError('unprocessable', `${first?.pointer}: ${first?.message}`, { errors: read.errors })
  }
  const asked = read.map(askOf)
  const known = await db.tenant(tenantId, async (tx) => {
    await storeOwnSets(tx, request, setsOf(read))
    return nearestSets(tx, asked)
  })
  const entries = asked.map(({ noradId, epoch }, place) => {
    const found = known[place]
    return [String(noradId), found === undefined ? null : presentTle(found, epoch)] as const
  })
  return { tle_set: Object.fromEntries(entries) }
}

function askOf(read: ReadItem) {
  if (read.kind === 'asks') return { noradId: read.noradId, epoch: read.epoch }
  return { noradId: read.set.noradId, epoch: read.set.epoch }
}

/** Returns the sets to store, one for each object and epoch: if there are two, the later one in the list. */
function setsOf(read: readonly ReadItem[]): GivenSet[] {
  const sets = read.flatMap((one) => (one.kind === 'stores' ? [one.set] : []))
  return [...new Map(sets.map((set) => [`${set.noradId} ${set.epoch.taiS} ${set.epoch.taiFs}`, set])).values()]
}

async function storeOwnSets(tx: TenantDb, { caller, requestId }: Request, sets: readonly GivenSet[]): Promise<void> {
  if (sets.length === 0) return
  const { tenantId, subject } = caller
  await upsertOwnSets(tx, { tenantId, source: 'upload' }, sets)
  const noradIds = [...new Set(sets.map(({ noradId }) => noradId))]
  await insertAudit(tx, tenantId, {
    actor: subject,
    action: 'tle.store',
    object: `${sets.length} element sets`,
    outcome: 'done',
    requestId,
    detail: { noradIds },
  })
  emit(tx, { tenantId, type: 'tle', data: { noradIds } })
}
