import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import type { Paging, PagingCallback } from '@apsis/contract/duty/paging.ts'
import { addStepWithin } from '../ca/event/decision.service.ts'
import { findEvent, isWaitingUrgent } from '../ca/event/event.service.ts'
import * as pageDelivery from '../delivery/page.service.ts'
import { ApiError } from '../platform/api-error.ts'
import type { Caller } from '../platform/auth/caller.ts'
import type { SecretBox } from '../platform/auth/secret-box.ts'
import { insertAudit, listAuditOf } from '../platform/database/audit.repository.ts'
import { beforeCommit, type Database, type TenantDb } from '../platform/database/database.ts'
import { wakeRecurringWorkOf } from '../platform/jobs/recurring-work.repository.ts'
import { callbackToken, tenantOf } from './callback-address.ts'
import * as pages from './page.repository.ts'

/** The name of the recurring work that pages, and the interval at which it runs. */
export const PAGING = { name: 'duty.paging', everyS: 5 } as const
const MOST_NAME_CHARACTERS = 100

export type PagingPlatform = {
  readonly db: Database
  readonly box: SecretBox
  readonly now: () => number
  readonly publicUrl: string
  readonly allowLoopback: boolean
}
type Request = { readonly caller: Caller; readonly requestId: string }

export function getPaging(platform: PagingPlatform, { tenantId }: Pick<Caller, 'tenantId'>): Promise<Paging> {
  return platform.db.tenant(tenantId, (tx) => present(tx, platform, tenantId))
}

export type NewPaging = {
  readonly url: string
  readonly routingKey?: string | undefined
  readonly callbackSecret?: string | null | undefined
}

/** Stores the on-call system. Fields that are missing, or contain the masked value, stay unchanged; but a key is not kept for another address. */
export function updatePaging(
  platform: PagingPlatform,
  { caller, requestId }: Request,
  given: NewPaging,
): Promise<Paging> {
  const { db, box, now } = platform
  const { tenantId, subject: actor } = caller
  return db.tenant(tenantId, async (tx) => {
    await pageDelivery.lockReceivers(tx)
    const receiver = await pageDelivery.findPaging(tx, box)
    const known = receiver?.target
    const url = known !== undefined && pageDelivery.showPaging(known).url === given.url ? known.url : given.url
    // A stored key is sent only to the address for which it was entered: nobody can get it by entering their own address.
    const routingKey = given.routingKey ?? (url === known?.url ? known.routingKey : undefined)
    const callbackSecret = given.callbackSecret === undefined ? (known?.callbackSecret ?? null) : given.callbackSecret
    if (routingKey === undefined) throw refusal('#/routingKey', { code: 'missing', message: 'is missing' })
    const fault = pageDelivery.pagingFault(url, rulesOf(platform))
    if (fault !== undefined)
      throw refusal('#/url', { code: fault, message: 'has to be a public name over https, on port 443 or 8443' })
    const target = { url, routingKey, callbackSecret }
    await pageDelivery.setPaging(tx, box, { tenantId, target, now: new Date(now()) })
    // Another system, or one that refused everything so far, knows no open event, so it is paged for each of them.
    const isSame = url === known?.url && routingKey === known.routingKey && receiver?.row.suspended_at === null
    if (!isSame) await pages.closePages(tx, new Date(now()))
    await record(tx, { tenantId, actor, action: 'duty.paging', requestId })
    beforeCommit(tx, () => wakeRecurringWorkOf(tx, { name: PAGING.name, tenantId }, PAGING.everyS))
    return present(tx, platform, tenantId)
  })
}

export async function removePaging(platform: PagingPlatform, { caller, requestId }: Request): Promise<void> {
  const { tenantId, subject: actor } = caller
  await platform.db.tenant(tenantId, async (tx) => {
    await pageDelivery.lockReceivers(tx)
    if (!(await pageDelivery.removePaging(tx))) throw new ApiError('not-found', 'There is no on-call system.')
    await pages.closePages(tx, new Date(platform.now()))
    await record(tx, { tenantId, actor, action: 'duty.paging.remove', requestId })
  })
}

/** Pages a test: an alarm that ends at once. */
export function testPaging(platform: PagingPlatform, { caller, requestId }: Request): Promise<Paging> {
  const { tenantId, subject: actor } = caller
  return platform.db.tenant(tenantId, async (tx) => {
    await pageDelivery.lockReceivers(tx)
    const receiver = await pageDelivery.findPaging(tx, platform.box)
    if (receiver === undefined) throw new ApiError('conflict', 'There is no on-call system: set one first.')
    const { target, row } = receiver
    const now = new Date(platform.now())
    // A test finds out whether a suspended system works again.
    await pageDelivery.setPaging(tx, platform.box, { tenantId, target, now })
    if (row.suspended_at !== null) await pages.closePages(tx, now)
    const said = { title: 'Test', message: `${caller.username} tests the on-call system: nothing has to be done.` }
    const test = { tenantId, receiverId: row.id, matter: `test-${randomUUID()}`, link: null, level: 'inactive', now }
    for (const kind of ['trigger', 'resolve'] as const)
      await pageDelivery.page(tx, { ...test, ...said, kind } as pageDelivery.Page)
    await record(tx, { tenantId, actor, action: 'duty.paging.test', requestId })
    return present(tx, platform, tenantId)
  })
}

/** The clock of the on-call system may be slow by this much; an immediate acknowledgement still counts. */
const CLOCKS_DIFFER_MS = 30_000
/** The id of a new acknowledgement is compared with the ids of at most this many earlier ones of the same event. */
const MOST_COMPARED = 100
const ACKNOWLEDGED = 'acknowledge.paging'

type Signature = { readonly bytes: Buffer | undefined; readonly signature: string | undefined }
type SignedBody = Signature & { readonly requestId: string }
export type CallbackResult = { readonly result: 'acknowledged' | 'ignored'; readonly conjunctionId: string | null }

/** Throws unless the on-call system has signed these bytes. This is checked before they are parsed, and again with their effect. */
export async function requireSigned({ db, box }: PagingPlatform, token: string, signature: Signature): Promise<void> {
  const tenantId = tenantOf(box, 'paging', token)
  if (tenantId === undefined) throw new ApiError('not-found', 'This address is not known.')
  await db.tenant(tenantId, (tx) => requireSignature(tx, box, signature))
}

async function requireSignature(tx: TenantDb, box: SecretBox, { bytes, signature }: Signature): Promise<void> {
  const secret = (await pageDelivery.findPaging(tx, box))?.target.callbackSecret ?? null
  if (secret === null || bytes === undefined || !isSignedBy(secret, bytes, signature))
    throw new ApiError('forbidden', 'The signature does not hold.')
}

/** Processes a message of the on-call system after checking that it is the configured one. */
export async function takeCallback(
  { db, box, now }: PagingPlatform,
  token: string,
  { event }: PagingCallback,
  { bytes, signature, requestId }: SignedBody,
): Promise<CallbackResult> {
  const tenantId = tenantOf(box, 'paging', token)
  if (tenantId === undefined) throw new ApiError('not-found', 'This address is not known.')
  return db
    .tenant(tenantId, async (tx): Promise<CallbackResult> => {
      await requireSignature(tx, box, { bytes, signature })
      const id = event.data?.incident_key ?? ''
      const { agent } = event
      // Our own messages are also sent back to us, in the name of the integration.
      if (event.event_type !== 'incident.acknowledged' || agent?.type !== 'user_reference' || !UUID.test(id))
        return IGNORED
      const told = await pages.lockPage(tx, id)
      if (told?.state !== 'trigger' || Date.parse(event.occurred_at) < heardFrom(told)) return IGNORED
      // A copy of an accepted message is about an earlier alarm, whatever time the copy contains.
      if (await isTaken(tx, id, event.id)) return IGNORED
      const found = await findEvent(tx, { id, now: now() })
      if (found === undefined || !isWaitingUrgent(found)) return IGNORED
      const name = (agent.summary ?? '').trim().slice(0, MOST_NAME_CHARACTERS)
      const person = { tenantId, subject: PAGING.name, username: `${name} (on-call system)`.trim() }
      const step = { action: 'ACKNOWLEDGE', why: '' } as const
      await addStepWithin(tx, person, { id, step, ifMatch: undefined, requestId, now: new Date(now()) })
      const entry = { actor: PAGING.name, action: ACKNOWLEDGED, object: id, outcome: 'done' } as const
      await insertAudit(tx, tenantId, { ...entry, requestId, detail: { by: name, event: event.id } })
      return { result: 'acknowledged', conjunctionId: id }
    })
    .catch((error: unknown) => {
      // Somebody else acknowledged first: nothing can be acknowledged any more.
      if (error instanceof ApiError && error.code === 'conflict') return IGNORED
      throw error
    })
}

/**
 * Returns the time from which an acknowledgement counts: an earlier one is about an earlier alarm of the event. The clock of the on-call
 * system may be slow, so a slightly earlier time also counts. It does not count if an earlier alarm was open or acknowledged in that time,
 * because the acknowledgement could be about that alarm.
 */
function heardFrom({ triggered_at: triggered, ended_at: ended }: pages.PageRow): number {
  const from = triggered.getTime() - CLOCKS_DIFFER_MS
  return ended !== null && ended.getTime() > from ? triggered.getTime() : from
}

/** Returns true if an acknowledgement with this id was accepted before. */
async function isTaken(tx: TenantDb, id: string, eventId: string): Promise<boolean> {
  const taken = await listAuditOf(tx, { object: id, kind: ACKNOWLEDGED, limit: MOST_COMPARED })
  return taken.some(({ detail }) => detail.event === eventId)
}

const IGNORED: CallbackResult = { result: 'ignored', conjunctionId: null }
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Returns true if one of the signatures is valid for the body (PagerDuty: `v1=` and hexadecimal digits; several during a rotation). */
export function isSignedBy(secret: string, bytes: Buffer, signatures: string | undefined): boolean {
  const expected = Buffer.from(`v1=${createHmac('sha256', secret).update(bytes).digest('hex')}`)
  return (signatures ?? '').split(',').some((one) => {
    const given = Buffer.from(one.trim())
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}

const rulesOf = ({ publicUrl, allowLoopback }: PagingPlatform) => ({
  ownHost: new URL(publicUrl).hostname,
  allowLoopback,
})

/** Returns the error for a refused target. `code` is the reason why nothing can be sent there; pages have their own texts for it. */
function refusal(pointer: string, { code, message }: { readonly code: string; readonly message: string }): ApiError {
  return new ApiError('unprocessable', `${pointer}: ${message}`, { errors: [{ code, message, pointer }] })
}

type RecordedAction = {
  readonly tenantId: string
  readonly actor: string
  readonly action: string
  readonly requestId: string
}

const record = (tx: TenantDb, { tenantId, actor, action, requestId }: RecordedAction): Promise<void> =>
  insertAudit(tx, tenantId, { actor, action, object: tenantId, outcome: 'done', requestId })

async function present(tx: TenantDb, { box, publicUrl }: PagingPlatform, tenantId: string): Promise<Paging> {
  const receiver = await pageDelivery.findPaging(tx, box)
  const openPages = receiver === undefined ? 0 : await pages.countOpenPages(tx)
  const time = (at: Date | null | undefined) => at?.toISOString() ?? null
  const row = receiver?.row
  return {
    ...(receiver === undefined ? { url: null, routingKey: null } : pageDelivery.showPaging(receiver.target)),
    hasCallbackSecret: receiver !== undefined && receiver.target.callbackSecret !== null,
    callbackUrl:
      receiver === undefined
        ? null
        : `${publicUrl}/api/v1/duty/paging/callbacks/${callbackToken(box, 'paging', tenantId)}`,
    openPages,
    suspendedAt: time(row?.suspended_at),
    lastDeliveredAt: time(row?.last_delivered_at),
    lastTriedAt: time(row?.last_tried_at),
    lastResult: (row?.last_result ?? null) as Paging['lastResult'],
    lastStatus: row?.last_status ?? null,
    lastAnswer: row?.last_answer ?? null,
    failures: row?.failures ?? 0,
  }
}
