import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto'
import { DAY_MS, HOUR_MS } from '@apsis/astro/constants.ts'
import type { Sort } from '@apsis/contract/page.ts'
import {
  MOST_SERVICE_ACCOUNTS,
  mayGive,
  type ServiceAccount,
  type ServiceAccountRole,
  type ServiceAccountSecret,
} from '@apsis/contract/service-accounts/service-account.ts'
import { emit } from '../events/event.service.ts'
import { customersNamedFor, nameCustomerFor } from '../payments/customer.service.ts'
import { ApiError } from '../platform/api-error.ts'
import type { Caller } from '../platform/auth/caller.ts'
import { addHolder, insertMember } from '../platform/auth/member.repository.ts'
import { insertEndedSession } from '../platform/auth/session.repository.ts'
import { SERVICE_PREFIX } from '../platform/auth/token.ts'
import { insertAudit } from '../platform/database/audit.repository.ts'
import type { Database, TenantDb } from '../platform/database/database.ts'
import { upsertRecurringWork } from '../platform/jobs/recurring-work.repository.ts'
import * as repository from './service-account.repository.ts'

/**
 * Half of the bytes would be enough. The prefix makes a secret easy to find in files, so that a leaked secret is
 * noticed.
 */
const SECRET_BYTES = 32
const SECRET_MARK = 'apsis_'
/** The alphabet omits letters and digits that are confused when somebody reads them aloud. */
const CLIENT_ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
const CLIENT_RANDOM_BYTES = 8

/** The work that looks for secrets that end soon (ending-notice-work.ts). */
export const ENDING_WORK = 'service-accounts.ending-notice'
export const ENDING_EVERY_S = 3_600

export type Platform = { readonly db: Database; readonly now: () => number }
export type Request = { readonly caller: Caller; readonly requestId: string }

const SOON_MS = 14 * DAY_MS

/**
 * Returns the number of the organisation's accounts whose newest secret ends within 14 days or has ended: their
 * programs lose access.
 */
export const countEndingAccounts = (tx: TenantDb, now: number): Promise<number> =>
  repository.countEnding(tx, new Date(now + SOON_MS))

type Listing = {
  readonly state?: ServiceAccount['state'] | undefined
  readonly sort: Sort<'name' | 'createdAt' | 'expiresAt'>
  readonly page: number
  readonly limit: number
}

/** Returns a page of the organisation's service accounts, and their total number. */
export function listServiceAccounts(
  { db, now }: Platform,
  caller: Caller,
  { state, sort, page, limit }: Listing,
): Promise<{ items: ServiceAccount[]; total: number }> {
  const at = new Date(now())
  return db.tenant(caller.tenantId, async (tx) => {
    const listing = { state, now: at, sort, limit, offset: (page - 1) * limit }
    const { rows, total } = await repository.listServiceAccounts(tx, listing)
    const customers = await customersNamedFor(
      tx,
      rows.map(({ id }) => id),
    )
    return { items: rows.map((row) => present({ ...row, customerId: customers.get(row.id) }, caller, at)), total }
  })
}

export type Wish = {
  readonly name: string
  readonly description: string
  readonly roles: readonly ServiceAccountRole[]
  readonly expiresInDays: number
  readonly customerId?: string | undefined
}

export async function createServiceAccount(
  platform: Platform,
  request: Request,
  wish: Wish,
): Promise<ServiceAccountSecret> {
  const { caller } = request
  const roles = [...new Set(wish.roles)]
  await requirePerson(platform, request, 'create')
  const missing = roles.find((role) => !mayGive(caller.roles, role))
  if (missing !== undefined) {
    await recordRefusal(platform, request, { action: 'create', object: '', detail: { roles } })
    throw new ApiError('forbidden', `You can give only roles that you hold: ${missing} is not yours to give.`)
  }
  const now = new Date(platform.now())
  const { tenantId } = caller
  const [id, clientId] = [randomUUID(), clientIdOf(wish.name)]
  return platform.db.tenant(tenantId, async (tx) => {
    if ((await repository.countServiceAccounts(tx, tenantId)) >= MOST_SERVICE_ACCOUNTS)
      throw new ApiError('conflict', `There are ${MOST_SERVICE_ACCOUNTS} service accounts: revoke one first.`)
    const made = { created_by: caller.subject, created_by_name: caller.username, created_at: now }
    const { name, description } = wish
    await repository.insertServiceAccount(tx, { tenantId, id, client_id: clientId, name, description, roles, ...made })
    // The name is stored at once, so that every record of the account's actions has it; and the account is not welcomed.
    await insertMember(tx, { tenant_id: tenantId, subject: id, username: `${SERVICE_PREFIX}${clientId}` })
    if (wish.customerId !== undefined) await nameCustomerFor(tx, caller, { subject: id, customerId: wish.customerId })
    const secret = await addSecret(tx, { tenantId, id, now, days: wish.expiresInDays })
    await addHolder(tx, { subject: id, holder: caller.subject })
    await upsertRecurringWork(tx, { name: ENDING_WORK, tenantId }, ENDING_EVERY_S)
    const detail = { clientId, name, roles, expiresAt: secret.endsAt.toISOString() }
    await record(tx, request, { action: 'create', id, detail })
    return { serviceAccount: await requireOne(tx, { id, caller, now }), clientSecret: secret.text }
  })
}

export type Rotation = { readonly id: string; readonly expiresInDays: number; readonly oldSecretHours: number }

/** Gives an account a new secret; the caller decides when the old ones end. */
export function rotateServiceAccount(
  platform: Platform,
  request: Request,
  { id, expiresInDays, oldSecretHours }: Rotation,
): Promise<ServiceAccountSecret> {
  const { caller } = request
  const { tenantId } = caller
  const now = new Date(platform.now())
  return manage(platform, request, { id, action: 'rotate', may: mayRotate }, async (tx, row) => {
    if (row.revoked_at !== null) throw new ApiError('conflict', 'The account is revoked, for good: create another.')
    if (oldSecretHours > 0 && oldEndOf(row, now) !== null)
      throw new ApiError('conflict', 'Two secrets are accepted already: wait for the end of the older, or end both.')
    const at = new Date(now.getTime() + oldSecretHours * HOUR_MS)
    const old = await repository.endSecrets(tx, { serviceAccountId: id, at, now })
    if (oldSecretHours === 0) await endTokens(tx, old)
    const secret = await addSecret(tx, { tenantId, id, now, days: expiresInDays })
    await addHolder(tx, { subject: id, holder: caller.subject })
    await upsertRecurringWork(tx, { name: ENDING_WORK, tenantId }, ENDING_EVERY_S)
    const detail = { clientId: row.client_id, expiresAt: secret.endsAt.toISOString(), oldSecretHours }
    await record(tx, request, { action: 'rotate', id, detail })
    return { serviceAccount: await requireOne(tx, { id, caller, now }), clientSecret: secret.text }
  })
}

/** Revokes an account: its secrets, tokens and streams end at once and permanently. */
export function revokeServiceAccount(platform: Platform, request: Request, id: string): Promise<void> {
  const now = new Date(platform.now())
  return manage(platform, request, { id, action: 'revoke', may: mayRevoke }, async (tx, row) => {
    if (row.revoked_at !== null) return
    await repository.setRevoked(tx, { id, at: now, byName: request.caller.username })
    await endTokens(tx, await repository.endSecrets(tx, { serviceAccountId: id, at: now, now }))
    await record(tx, request, { action: 'revoke', id, detail: { clientId: row.client_id } })
  })
}

/** Returns the session of the tokens that are issued for a secret: the tokens end with this session (ended-sessions.ts). */
export const sessionOf = (secretId: string): string => `${SERVICE_PREFIX}${secretId}`

/** Returns the stored form of a secret. */
export const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()

async function endTokens(tx: TenantDb, secretIds: readonly string[]): Promise<void> {
  for (const secretId of secretIds) await insertEndedSession(tx, sessionOf(secretId))
}

type Adding = { readonly tenantId: string; readonly id: string; readonly now: Date; readonly days: number }

async function addSecret(tx: TenantDb, { tenantId, id, now, days }: Adding): Promise<{ text: string; endsAt: Date }> {
  const text = `${SECRET_MARK}${randomBytes(SECRET_BYTES).toString('base64url')}`
  const endsAt = new Date(now.getTime() + days * DAY_MS)
  const secret = { tenantId, id: randomUUID(), serviceAccountId: id, hash: hashOf(text), now, endsAt }
  await repository.insertSecret(tx, secret)
  return { text, endsAt }
}

/** Returns a client id: the allowed characters of the name, followed by a unique part. */
function clientIdOf(name: string): string {
  const plain = name.normalize('NFKD').toLowerCase().replace(/\p{M}/gu, '')
  const words = plain.replace(/[^a-z0-9]+/g, '-').slice(0, 40)
  const random = Array.from({ length: CLIENT_RANDOM_BYTES }, () => CLIENT_ALPHABET[randomInt(CLIENT_ALPHABET.length)])
  return `${words.replace(/^-+|(?<!-)-+$/g, '') || 'service'}-${random.join('')}`
}

type Action = 'create' | 'rotate' | 'revoke'

/** Throws unless the caller is a person, because a stolen secret must not be able to create further secrets. */
async function requirePerson(platform: Platform, request: Request, action: Action, object = ''): Promise<void> {
  if (request.caller.kind === 'person') return
  await recordRefusal(platform, request, { action, object, detail: {} })
  throw new ApiError('forbidden', 'Service accounts are managed by people: sign in for this.')
}

type Row = repository.ServiceAccountRow
type Managing = { readonly id: string; readonly action: Action; readonly may: (row: Row, caller: Caller) => boolean }

/** Runs a step on an account that the caller may manage; if the caller may not, the refusal is recorded. */
async function manage<T>(
  platform: Platform,
  request: Request,
  { id, action, may }: Managing,
  work: (tx: TenantDb, row: Row) => Promise<T>,
): Promise<T> {
  const { caller } = request
  await requirePerson(platform, request, action, id)
  const done = await platform.db.tenant(caller.tenantId, async (tx) => {
    const row = await repository.findServiceAccount(tx, id, { held: true })
    if (row === undefined) throw new ApiError('not-found', 'There is no such service account.')
    return may(row, caller) ? { answer: await work(tx, row) } : undefined
  })
  if (done !== undefined) return done.answer
  await recordRefusal(platform, request, { action, object: id, detail: {} })
  throw new ApiError('forbidden', 'Your roles do not reach as far as those of this service account.')
}

/**
 * Returns true for callers who could create the account: the new secret acts with the account's roles, so the caller
 * must be allowed to give them.
 */
const mayRotate = ({ roles }: Row, caller: Caller): boolean =>
  caller.kind === 'person' && roles.every((role) => mayGive(caller.roles, role))

/**
 * Returns true for callers who could create the account, for its creator, and for the administrators of a service in which it acts: revoking an
 * account gives nobody access.
 */
const mayRevoke = (row: Row, caller: Caller): boolean =>
  mayRotate(row, caller) ||
  (caller.kind === 'person' &&
    (row.created_by === caller.subject || row.roles.some((role) => isAdminOf(caller.roles, role))))

const isAdminOf = (held: ReadonlySet<string>, role: ServiceAccountRole): boolean =>
  held.has(`${role.split(':')[0]}:admin`)

type AccountQuestion = { readonly id: string; readonly caller: Caller; readonly now: Date }

async function requireOne(tx: TenantDb, { id, caller, now }: AccountQuestion): Promise<ServiceAccount> {
  const row = await repository.findServiceAccount(tx, id, { held: false })
  if (row === undefined) throw new TypeError(`the service account ${id} was written and is not there`)
  const customers = await customersNamedFor(tx, [id])
  return present({ ...row, customerId: customers.get(id) }, caller, now)
}

function oldEndOf({ old_ends_at }: Row, now: Date): Date | null {
  return old_ends_at !== null && old_ends_at > now ? old_ends_at : null
}

function present(row: Row & { readonly customerId: string | undefined }, caller: Caller, now: Date): ServiceAccount {
  const isRevoked = row.revoked_at !== null
  return {
    serviceAccountId: row.id,
    clientId: row.client_id,
    name: row.name,
    description: row.description,
    roles: row.roles,
    state: isRevoked ? 'REVOKED' : row.ends_at > now ? 'ACTIVE' : 'EXPIRED',
    createdAt: row.created_at.toISOString(),
    createdBy: row.created_by_name,
    expiresAt: row.ends_at.toISOString(),
    oldSecretEndsAt: isRevoked ? null : (oldEndOf(row, now)?.toISOString() ?? null),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    revokedAt: row.revoked_at?.toISOString() ?? null,
    revokedBy: row.revoked_by_name,
    mayRotate: !isRevoked && mayRotate(row, caller),
    mayRevoke: !isRevoked && mayRevoke(row, caller),
    customerId: row.customerId ?? null,
  }
}

type AccountChange = {
  readonly action: Action
  readonly id: string
  readonly detail: Readonly<Record<string, unknown>>
}

async function record(
  tx: TenantDb,
  { caller, requestId }: Request,
  { action, id, detail }: AccountChange,
): Promise<void> {
  const { tenantId, subject: actor } = caller
  const entry = { actor, action: `service-account.${action}`, object: id, outcome: 'done', requestId, detail } as const
  await insertAudit(tx, tenantId, entry)
  emit(tx, { tenantId, type: 'service-account', data: { id, change: action } })
}

type RefusedAction = {
  readonly action: Action
  readonly object: string
  readonly detail: Readonly<Record<string, unknown>>
}

async function recordRefusal(
  { db }: Platform,
  { caller, requestId }: Request,
  { action, ...rest }: RefusedAction,
): Promise<void> {
  const { tenantId, subject: actor } = caller
  const entry = { actor, action: `service-account.${action}`, ...rest, outcome: 'refused', requestId } as const
  await db.tenant(tenantId, (tx) => insertAudit(tx, tenantId, entry))
}
