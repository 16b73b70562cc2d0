import { readFile } from 'node:fs/promises'
import { DAY_MS } from '@apsis/astro/constants.ts'
import { LOADED_HISTORY_LIMITS, type LoadedHistory } from '@apsis/contract/ca/statistics/loaded-history.ts'
import { emit } from '../../events/event.service.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { Caller } from '../../platform/auth/caller.ts'
import { insertAudit } from '../../platform/database/audit.repository.ts'
import type { TenantDb } from '../../platform/database/database.ts'
import { pool } from '../../platform/thread/pool.ts'
import { LARGE_MEMORY_MIB, task } from '../../platform/thread/task.ts'
import { refuseTooCostly } from '../../platform/thread/task-failure.ts'
import type { CaPlatform } from '../ca-platform.ts'
import { lockSatellite } from '../satellite/record/satellite.repository.ts'
import * as repository from './loaded-history.repository.ts'
import type { LoadedTable, PastEvent } from './loaded-history-task.ts'

const READ = task<typeof import('./loaded-history-task.ts').readLoadedTable>({
  module: new URL('./loaded-history-task.ts', import.meta.url),
  name: 'readLoadedTable',
  limits: { seconds: 20, memoryMiB: LARGE_MEMORY_MIB, answerMiB: 64 },
})

const readTable = (tenantId: string, original: Uint8Array): Promise<LoadedTable> =>
  refuseTooCostly(
    () => pool.run(READ, tenantId, original),
    (what) => `Reading the table takes ${what}: send fewer rows.`,
  )

type Platform = Pick<CaPlatform, 'db' | 'now'>
export type Asking = { readonly owner: Pick<Caller, 'tenantId' | 'subject'>; readonly requestId: string }

/** Replaces the past events of a satellite by those of a table: all of them, or none. */
export async function loadHistory(
  platform: Platform,
  asking: Asking,
  satelliteId: string,
  path: string,
): Promise<{ events: number; messages: number }> {
  const original = await readFile(path)
  const table = await readTable(asking.owner.tenantId, original)
  if (!table.ok) throw new ApiError('unprocessable', table.message, { errors: table.errors })
  const answer = { events: table.events.length, messages: table.messages }
  await change(platform, asking, satelliteId, async (tx) => {
    const loadedAt = new Date(platform.now())
    await repository.replaceHistory(tx, asking.owner.tenantId, { satelliteId, loadedAt, original })
    return { action: 'load', detail: answer }
  })
  return answer
}

export function removeHistory(platform: Platform, asking: Asking, satelliteId: string): Promise<void> {
  return change(platform, asking, satelliteId, async (tx) => {
    if (!(await repository.deleteHistory(tx, satelliteId)))
      throw new ApiError('not-found', 'No past events were loaded for this satellite.')
    return { action: 'remove', detail: {} }
  })
}

type WorkResult = { readonly action: string; readonly detail: Readonly<Record<string, unknown>> }

async function change(
  { db }: Platform,
  { owner, requestId }: Asking,
  satelliteId: string,
  work: (tx: TenantDb) => Promise<WorkResult>,
): Promise<void> {
  const { tenantId, subject: actor } = owner
  await db.tenant(tenantId, async (tx) => {
    if ((await lockSatellite(tx, satelliteId)) === undefined)
      throw new ApiError('not-found', 'There is no such satellite.')
    const { action, detail } = await work(tx)
    const entry = { actor, action: `history.${action}`, object: satelliteId, outcome: 'done' as const, requestId }
    await insertAudit(tx, tenantId, { ...entry, detail })
    emit(tx, { tenantId, type: 'satellite', data: { id: satelliteId, change: 'history' } })
  })
}

/** The events of a table that are used besides messages, and the description of the table. */
export type PastEvents = { readonly events: readonly PastEvent[]; readonly loaded: LoadedHistory | null }

type WantedSpan = {
  /** Only events after this time are used. */
  readonly from: Date
  /** Only events before this time are used. */
  readonly to: Date
}

/** A table that was read, with the TCA of the first event in messages; null: no table was loaded. */
export type ReadTable = {
  readonly events: readonly PastEvent[]
  readonly first: Date | null
  readonly loadedAt: Date
} | null

/** Reads the table of a satellite. The caller reads it once for several questions: reading takes a second. */
export async function readStored(
  { db }: Pick<Platform, 'db'>,
  tenantId: string,
  satelliteId: string,
): Promise<ReadTable> {
  const { stored, first } = await db.tenant(tenantId, async (tx) => ({
    stored: await repository.findHistory(tx, satelliteId),
    first: await repository.findFirstTca(tx, satelliteId),
  }))
  if (stored === undefined) return null
  const table = await readTable(tenantId, stored.original)
  if (!table.ok) throw new RangeError(`the stored table of satellite ${satelliteId} cannot be read: ${table.message}`)
  return { events: table.events, first, loadedAt: stored.loadedAt }
}

/** Returns the events of a table that are in the span, and before the first event in messages. */
export function pastOf(table: ReadTable, { from, to }: WantedSpan): PastEvents {
  if (table === null) return { events: [], loaded: null }
  const { events: all, first, loadedAt } = table
  const endMs = Math.min(to.getTime(), first?.getTime() ?? Number.POSITIVE_INFINITY)
  const over = all.filter(({ tcaMs }) => tcaMs >= from.getTime() && tcaMs < to.getTime())
  const events = over.filter(({ tcaMs }) => tcaMs < endMs).toSorted((a, b) => a.tcaMs - b.tcaMs)
  const [begin, end] = [events[0], events.at(-1)]
  const gapDays = end === undefined ? 0 : (endMs - end.tcaMs) / DAY_MS
  return {
    events,
    loaded: {
      loadedAt: loadedAt.toISOString(),
      events: events.length,
      overlapping: over.length - events.length,
      from: begin === undefined ? null : new Date(begin.tcaMs).toISOString(),
      to: end === undefined ? null : new Date(end.tcaMs).toISOString(),
      gapDays: gapDays > LOADED_HISTORY_LIMITS.gapDays ? gapDays : 0,
    },
  }
}
