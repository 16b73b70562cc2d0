import { ApiError } from '../../platform/api-error.ts'
import type { Database } from '../../platform/database/database.ts'
import { measureMessages, type Usage } from './cdm.repository.ts'

/**
 * The limits for the messages of one organisation. The limits for events and their bytes bound the list of events that a process holds in
 * memory (present-event.ts): an event has some 3 KiB, and more depending on who wrote its messages.
 */
export const MESSAGE_QUOTA: Usage = {
  messages: 1_000_000,
  bytes: 20 * 1024 ** 3,
  events: 100_000,
  eventBytes: 512 * 1024 ** 2,
}
/** The use is measured at this interval. Messages stored in between are added to the last measurement. */
const FRESH_MS = 30_000

const KINDS = ['messages', 'bytes', 'events', 'eventBytes'] as const

type UsageAt = { readonly usage: Usage; readonly atMs: number }
const measured = new WeakMap<Database, Map<string, UsageAt>>()

/** Throws if an organisation has reached its limit. It is called once, before anything of an upload is read. */
export async function requireQuota(
  db: Database,
  tenantId: string,
  { now, quota = MESSAGE_QUOTA }: { readonly now: Date; readonly quota?: Usage },
): Promise<void> {
  const known = measured.get(db) ?? new Map<string, UsageAt>()
  measured.set(db, known)
  const atMs = now.getTime()
  let last = known.get(tenantId)
  if (last === undefined || atMs - last.atMs > FRESH_MS) {
    last = { usage: await db.tenant(tenantId, measureMessages), atMs }
    known.set(tenantId, last)
  }
  const { usage } = last
  if (KINDS.every((kind) => usage[kind] < quota[kind])) return
  const most = (count: number) => count.toLocaleString('en')
  const limits = `${most(quota.messages)} messages, ${quota.bytes / 1024 ** 3} GiB in all, of ${most(quota.events)} events, ${quota.eventBytes / 1024 ** 2} MiB in all`
  throw new ApiError('conflict', `The organisation keeps as many messages as it may: ${limits}. No more are taken.`)
}

const USUAL_EVENT_BYTES = 3 * 1024
/** Adds what was stored since the last measurement. */
export function addUsage(db: Database, tenantId: string, { messages, bytes }: Pick<Usage, 'messages' | 'bytes'>): void {
  const last = measured.get(db)?.get(tenantId)
  if (last === undefined) return
  const { usage, atMs } = last
  // Each message may open a new event, so one is added for each; the next measurement gives the true number.
  const added = {
    messages: usage.messages + messages,
    bytes: usage.bytes + bytes,
    events: usage.events + messages,
    eventBytes: usage.eventBytes + messages * USUAL_EVENT_BYTES,
  }
  measured.get(db)?.set(tenantId, { usage: added, atMs })
}
