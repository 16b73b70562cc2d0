import { randomUUID } from 'node:crypto'
import { levelPcOf } from '@apsis/contract/ca/event/level-by.ts'
import { rankOf } from '@apsis/contract/ca/event/risk-level.ts'
import type { Handover, WatchedEvent } from '@apsis/contract/ca/report/handover.ts'
import type { Sort } from '@apsis/contract/page.ts'
import { emit } from '../../events/event.service.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { Caller } from '../../platform/auth/caller.ts'
import { insertAudit } from '../../platform/database/audit.repository.ts'
import type { Database, TenantDb } from '../../platform/database/database.ts'
import { listDecided } from '../event/event.repository.ts'
import { presentConjunction } from '../event/present-event.ts'
import * as repository from './handover.repository.ts'

type Person = Pick<Caller, 'tenantId' | 'subject' | 'username'>
type Request = { readonly requestId: string; readonly now: Date }

/** Returns a page of the organisation's notes, newest first, and their total number. */
export function listHandovers(
  db: Database,
  { tenantId, subject }: Pick<Caller, 'tenantId' | 'subject'>,
  { sort, page, limit }: { readonly sort: Sort<'at'>; readonly page: number; readonly limit: number },
): Promise<{ items: Handover[]; total: number }> {
  return db.tenant(tenantId, async (tx) => {
    const { rows, total } = await repository.listHandovers(tx, { sort, limit, offset: (page - 1) * limit })
    return { items: rows.map((row) => present(row, subject)), total }
  })
}

/** The most decided events that a note lists, worst first; nobody reads more. */
const MOST_WATCHED = 200

/** Writes a note for the next shift, with the decided events that are in the future; a note never changes. */
export function createHandover(
  db: Database,
  person: Person,
  { text, requestId, now }: Request & { readonly text: string },
): Promise<Handover> {
  const id = randomUUID()
  return db.tenant(person.tenantId, async (tx) => {
    const watching = await listWatched(tx, now)
    await repository.insertHandover(tx, { ...signatureOf(person, now), id, text, watching })
    await record(tx, person, { id, action: 'create', requestId })
    return present(await requireHandover(tx, id), person.subject)
  })
}

/** Stores that a person has read a note; the first time stays, and the author counts as a reader. */
export function readHandover(
  db: Database,
  person: Person,
  { id, requestId, now }: Request & { readonly id: string },
): Promise<Handover> {
  return db.tenant(person.tenantId, async (tx) => {
    const { by_subject } = await requireHandover(tx, id)
    const isFirst =
      by_subject !== person.subject &&
      (await repository.insertReading(tx, { ...signatureOf(person, now), handoverId: id }))
    if (isFirst) await record(tx, person, { id, action: 'read', requestId })
    return present(await requireHandover(tx, id), person.subject)
  })
}

/** Returns decided events, and closed events that are HIGH or worse: a shift watches them although nobody has to act. */
async function listWatched(tx: TenantDb, now: Date): Promise<WatchedEvent[]> {
  const rows = await listDecided(tx, { after: now, limit: MOST_WATCHED })
  return rows.flatMap((row) => {
    const event = presentConjunction(row, now.getTime())
    const { conjunctionId, satelliteId, conjunctionData, object1, object2, decision, reopens } = event
    const { riskLevel, tca } = conjunctionData
    const probability = levelPcOf(event)
    if (decision.state === 'CLOSED' && rankOf(riskLevel) < rankOf('HIGH')) return []
    const pair = `${object1.name} × ${object2.name}`
    return [{ conjunctionId, satelliteId, decision, reopens, pair, tca, riskLevel, probability }]
  })
}

function signatureOf({ tenantId, subject, username }: Person, at: Date): repository.Signature {
  return { tenantId, subject, name: username, at }
}

async function requireHandover(tx: TenantDb, id: string): Promise<repository.HandoverRow> {
  const row = await repository.findHandover(tx, id)
  if (row === undefined) throw new ApiError('not-found', 'There is no such note.')
  return row
}

type HandoverStep = { readonly id: string; readonly action: 'create' | 'read'; readonly requestId: string }

async function record(
  tx: TenantDb,
  { tenantId, subject }: Person,
  { id, action, requestId }: HandoverStep,
): Promise<void> {
  const entry = { actor: subject, action: `handover.${action}`, object: id, outcome: 'done', requestId } as const
  await insertAudit(tx, tenantId, { ...entry, detail: {} })
  emit(tx, { tenantId, type: 'handover', data: { id, change: action } })
}

/** A note that was written before decisions had a review time gives no review time. */
const withLook = ({ reopens, ...rest }: repository.HandoverRow['watching'][number]): WatchedEvent => ({
  ...rest,
  reopens: reopens && { ...reopens, lookAgainAt: reopens.lookAgainAt ?? null },
})

function present(
  { id, at, by_subject, by_name, text, watching, readings }: repository.HandoverRow,
  subject: string,
): Handover {
  return {
    handoverId: id,
    at: at.toISOString(),
    by: by_name,
    text,
    watching: watching.map(withLook),
    readings: readings.map((one) => ({ by: one.by, at: new Date(one.at).toISOString() })),
    isRead: by_subject === subject || readings.some((one) => one.subject === subject),
  }
}
