import { randomUUID } from 'node:crypto'
import {
  MOST_PROVIDERS,
  type NewProvider,
  type Provider,
  type ProviderMessage,
} from '@apsis/contract/odt/provider/provider.ts'
import { endOfOldSecret, readAddress, showAddress } from '../../delivery/signed-post.service.ts'
import { emit } from '../../events/event.service.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { Caller } from '../../platform/auth/caller.ts'
import type { SecretBox } from '../../platform/auth/secret-box.ts'
import { insertAudit } from '../../platform/database/audit.repository.ts'
import type { Database, TenantDb } from '../../platform/database/database.ts'
import { isStale } from '../../platform/http/etag.ts'
import { SIMULATOR } from '../simulator/may-simulate.ts'
import * as messages from './message.repository.ts'
import * as repository from './provider.repository.ts'
import { callbackUrl, providerSecret } from './provider-keys.ts'

/** The dependencies of providers. */
export type ProviderPlatform = {
  readonly db: Database
  readonly box: SecretBox
  readonly now: () => number
  readonly publicUrl: string
  readonly allowLoopback: boolean
}
type Request = { readonly caller: Pick<Caller, 'tenantId' | 'subject'>; readonly requestId: string }
type Row = repository.ProviderRow

export function listProviders(platform: ProviderPlatform, { tenantId }: Pick<Caller, 'tenantId'>): Promise<Provider[]> {
  return platform.db.tenant(tenantId, async (tx) => {
    const waiting = await messages.countWaiting(tx)
    return (await repository.listProviders(tx)).map((row) =>
      present(platform, tenantId, row, waiting.get(row.key) ?? 0),
    )
  })
}

export function createProvider(platform: ProviderPlatform, request: Request, given: NewProvider): Promise<Provider> {
  const { tenantId } = request.caller
  return platform.db.tenant(tenantId, async (tx) => {
    await repository.lockProviders(tx, tenantId)
    const known = await repository.listProviders(tx)
    const isTaken = given.providerId === SIMULATOR || known.some(({ id }) => id === given.providerId)
    if (isTaken) throw refusal('conflict', '#/providerId', { code: 'provider.taken', message: 'is taken' })
    if (known.length >= MOST_PROVIDERS)
      throw new ApiError('conflict', `An organisation has ${MOST_PROVIDERS} providers at most.`)
    requireTarget(platform, given.url)
    const { providerId: id, name, isTest: is_test, isEnabled: is_enabled } = given
    const row = { id, key: randomUUID(), name, url: platform.box.seal(given.url), is_test, is_enabled }
    await repository.insertProvider(tx, tenantId, row, new Date(platform.now()))
    await record(tx, request, { action: 'provider.create', id, detail: shown(given) })
    return read(tx, platform, tenantId, id)
  })
}

type Change = { readonly id: string; readonly given: NewProvider; readonly ifMatch: string | undefined }

/** Replaces the fields that may change; an address that is sent back in its hidden form stays as it is. */
export function updateProvider(
  platform: ProviderPlatform,
  request: Request,
  { id, given, ifMatch }: Change,
): Promise<Provider> {
  const { tenantId } = request.caller
  return platform.db.tenant(tenantId, async (tx) => {
    const row = await requireProvider(tx, id)
    if (given.providerId !== id)
      throw refusal('unprocessable', '#/providerId', {
        code: 'provider.id',
        message: 'must be the id that the query names',
      })
    if (isStale(ifMatch, row))
      throw new ApiError('version-stale', 'The provider was changed by somebody else in between.')
    // Stored measurements are marked as simulated or real by this field, so it cannot change.
    if (given.isTest !== row.is_test)
      throw refusal('conflict', '#/isTest', { code: 'provider.test', message: 'does not change: add another provider' })
    const before = platform.box.open(row.url)
    const url = given.url === showAddress(before) ? before : given.url
    requireTarget(platform, url)
    const change = { id, name: given.name, url: platform.box.seal(url), is_enabled: given.isEnabled }
    await repository.updateProvider(tx, change)
    await record(tx, request, { action: 'provider.update', id, detail: shown({ ...given, url }) })
    return read(tx, platform, tenantId, id)
  })
}

export function removeProvider(platform: ProviderPlatform, request: Request, id: string): Promise<void> {
  return platform.db.tenant(request.caller.tenantId, async (tx) => {
    const row = await requireProvider(tx, id)
    if (await repository.isAwaited(tx, id))
      throw new ApiError('conflict', `Requests that have not ended wait for the provider ${id}: cancel them first.`)
    await repository.removeProvider(tx, row)
    await record(tx, request, { action: 'provider.remove', id, detail: {} })
  })
}

/** Gives a provider a new signing secret; the earlier secret stays valid for a while, or becomes invalid at once. */
export function rotateSecret(
  platform: ProviderPlatform,
  request: Request,
  { id, oldSecretHours: hours }: { readonly id: string; readonly oldSecretHours: number },
): Promise<{ secret: string; oldSecretEndsAt: string | null }> {
  return platform.db.tenant(request.caller.tenantId, async (tx) => {
    const row = await requireProvider(tx, id)
    const generation = row.secret_generation + 1
    const ends = endOfOldSecret({ oldEndsAt: row.old_secret_ends_at, hours, now: platform.now() })
    const oldEndsAt = row.secret_generation === 0 ? null : ends
    await repository.setGeneration(tx, { id, generation, oldEndsAt })
    await record(tx, request, { action: 'provider.secret', id, detail: { generation, oldSecretHours: hours } })
    const secret = providerSecret(platform.box, row.key, generation)
    return { secret, oldSecretEndsAt: oldEndsAt?.toISOString() ?? null }
  })
}

type Page = { readonly 'provider-id': string; readonly page: number; readonly limit: number }

export function listMessages(
  { db }: Pick<ProviderPlatform, 'db'>,
  { tenantId }: Pick<Caller, 'tenantId'>,
  { 'provider-id': id, page, limit }: Page,
): Promise<{ items: ProviderMessage[]; total: number }> {
  return db.tenant(tenantId, async (tx) => {
    const row = await repository.findProvider(tx, id)
    if (row === undefined) throw noProvider()
    const found = await messages.listMessages(tx, { key: row.key, limit, offset: (page - 1) * limit })
    return { items: found.rows.map(presentMessage), total: found.total }
  })
}

const noProvider = () => new ApiError('not-found', 'There is no such provider.')

async function requireProvider(tx: TenantDb, id: string): Promise<Row> {
  const row = await repository.lockProvider(tx, id)
  if (row === undefined) throw noProvider()
  return row
}

/** An order may go to the same addresses as a webhook: a public name over https, and never an address inside the platform's network. */
function requireTarget({ publicUrl, allowLoopback }: ProviderPlatform, url: string): void {
  const fault = readAddress(url, { ownHost: new URL(publicUrl).hostname, allowLoopback })
  if (!(fault instanceof URL))
    throw refusal('unprocessable', '#/url', {
      code: fault,
      message: 'has to be a public name over https, on port 443 or 8443',
    })
}

function refusal(
  kind: 'conflict' | 'unprocessable',
  pointer: string,
  { code, message }: { readonly code: string; readonly message: string },
): ApiError {
  return new ApiError(kind, `${pointer} ${message}`, { errors: [{ code, message, pointer }] })
}

/** Hides the secret part of an address for the record. */
const shown = ({ name, url, isTest, isEnabled }: NewProvider) => ({ name, url: showAddress(url), isTest, isEnabled })

type ProviderChange = {
  readonly action: string
  readonly id: string
  readonly detail: Readonly<Record<string, unknown>>
}

async function record(
  tx: TenantDb,
  { caller, requestId }: Request,
  { action, id, detail }: ProviderChange,
): Promise<void> {
  const { tenantId, subject: actor } = caller
  await insertAudit(tx, tenantId, { actor, action, object: id, outcome: 'done', requestId, detail })
  emit(tx, { tenantId, type: 'sensor', data: { provider: id } })
}

async function read(tx: TenantDb, platform: ProviderPlatform, tenantId: string, id: string): Promise<Provider> {
  const row = await repository.findProvider(tx, id)
  if (row === undefined) throw noProvider()
  return present(platform, tenantId, row, (await messages.countWaiting(tx)).get(row.key) ?? 0)
}

function present({ box, publicUrl }: ProviderPlatform, tenantId: string, row: Row, waiting: number): Provider {
  const time = (at: Date | null) => at?.toISOString() ?? null
  return {
    providerId: row.id,
    name: row.name,
    url: showAddress(box.open(row.url)),
    isTest: row.is_test,
    isEnabled: row.is_enabled,
    callbackUrl: callbackUrl(publicUrl, box, { tenantId, key: row.key }),
    hasSecret: row.secret_generation > 0,
    oldSecretEndsAt: time(row.old_secret_ends_at),
    waiting,
    lastTriedAt: time(row.last_tried_at),
    lastDeliveredAt: time(row.last_delivered_at),
    lastHeardAt: time(row.last_heard_at),
    lastResult: row.last_result as Provider['lastResult'],
    lastStatus: row.last_status,
    version: row.version,
  }
}

const presentMessage = (row: messages.MessageRow): ProviderMessage => ({
  messageId: row.id,
  direction: row.direction,
  type: row.type as ProviderMessage['type'],
  passId: row.pass_id,
  state: row.state,
  tries: row.tries,
  result: row.result as ProviderMessage['result'],
  status: row.status,
  detail: row.detail,
  createdAt: row.created_at.toISOString(),
  endedAt: row.ended_at?.toISOString() ?? null,
})
