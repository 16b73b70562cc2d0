import { emailChannel, urlChannel } from '@apsis/contract/notifications/channel.ts'
import { DEFAULT_SETTINGS, type NotificationSettings } from '@apsis/contract/userconfig/userconfig.ts'
import { sealSettings, showSettings, syncReceivers, testSaved } from '../delivery/channel.service.ts'
import { emit } from '../events/event.service.ts'
import { ApiError } from '../platform/api-error.ts'
import type { Caller } from '../platform/auth/caller.ts'
import type { SecretBox } from '../platform/auth/secret-box.ts'
import { insertAudit } from '../platform/database/audit.repository.ts'
import type { Database, TenantDb } from '../platform/database/database.ts'
import { expectedVersion } from '../platform/http/etag.ts'
import * as repository from './userconfig.repository.ts'

type StoredConfig = repository.StoredConfig
export type Platform = {
  readonly db: Database
  readonly box: SecretBox
  readonly now: () => number
}
type Request = { readonly caller: Caller; readonly service: repository.ConfigService; readonly requestId: string }

const UNSAVED: StoredConfig = { settings: DEFAULT_SETTINGS, views: [], version: 0 }

/** Returns the caller's configuration; the defaults if nothing was saved. */
export async function getUserconfig({ db, box }: Platform, { caller, service }: Request): Promise<StoredConfig> {
  return db.tenant(caller.tenantId, async (tx) => {
    const saved = await repository.findUserconfig(tx, keyOf(caller, service))
    return saved === undefined ? UNSAVED : shown(box, saved)
  })
}

/** Saves a first configuration; it is refused if one is already saved. */
export async function createUserconfig(
  platform: Platform,
  request: Request,
  given: repository.ConfigInput,
): Promise<StoredConfig> {
  const { db, box } = platform
  requireMailbox(request.caller, given.settings)
  return db.tenant(request.caller.tenantId, async (tx) => {
    const settings = sealSettings(box, normalise(given.settings))
    const key = keyOf(request.caller, request.service)
    const saved = await repository.insertUserconfig(tx, key, { settings, views: given.views })
    if (saved === undefined) throw new ApiError('conflict', 'A user configuration exists already: save it with PUT.')
    await record(tx, platform, request, { action: 'userconfig.create', saved })
    return shown(box, saved)
  })
}

/** Replaces the configuration. `ifMatch` is the version that the caller has seen, if the caller sent one. */
export async function updateUserconfig(
  platform: Platform,
  request: Request,
  change: repository.ConfigInput & { readonly ifMatch: string | undefined },
): Promise<StoredConfig> {
  const expected = expectedVersion(change.ifMatch, 'this user configuration')
  const { db, box } = platform
  requireMailbox(request.caller, change.settings)
  return db.tenant(request.caller.tenantId, async (tx) => {
    const key = keyOf(request.caller, request.service)
    const stored = await repository.findUserconfig(tx, key)
    const settings = sealSettings(box, normalise(change.settings), stored?.settings)
    const given = { settings, views: change.views }
    // Version 0 means that nothing is saved, and only then a new row is inserted.
    const saved =
      expected === 0
        ? await repository.insertUserconfig(tx, key, given)
        : await replace(tx, key, { ...given, expected })
    if (saved === undefined)
      throw new ApiError('version-stale', 'The user configuration was saved by somebody else in between.')
    await record(tx, platform, request, { action: 'userconfig.update', saved })
    return shown(box, saved)
  })
}

async function replace(
  tx: TenantDb,
  key: repository.Key,
  change: repository.ConfigInput & { readonly expected: number | undefined },
): Promise<StoredConfig | undefined> {
  if (change.expected !== undefined && (await repository.findUserconfig(tx, key)) === undefined) return undefined
  return repository.upsertUserconfig(tx, key, change)
}

/** Deletes the saved configuration; the defaults apply again. */
export async function removeUserconfig(platform: Platform, request: Request): Promise<void> {
  await platform.db.tenant(request.caller.tenantId, async (tx) => {
    if (!(await repository.deleteUserconfig(tx, keyOf(request.caller, request.service)))) throw notFound()
    await record(tx, platform, request, { action: 'userconfig.remove', saved: undefined })
  })
}

/** Refuses mail addresses of a service account: it has no mailbox, and with a stolen secret its notices would be sent to a stranger. */
function requireMailbox({ kind }: Caller, { email }: NotificationSettings): void {
  if (kind === 'service' && emailChannel(email.addresses).enabled)
    throw new ApiError('forbidden', 'A service account has no mailbox: people set addresses, for themselves.')
}

/** Throws for another person's id, with exactly the same answer as for an unknown one (decisions.md 15). */
export function requireOwn(caller: Caller, configId: string, bodyId: string | undefined): void {
  if (configId !== caller.subject) throw notFound()
  if (bodyId === undefined || bodyId === configId) return
  const errors = [{ code: 'body.mismatch', pointer: '#/_id', message: 'is not the id in the address' }]
  throw new ApiError('request-invalid', '#/_id: is not the id in the address', { errors })
}

/** Returns the configuration in the form in which the person who saved it may see it again. */
const shown = (box: SecretBox, saved: StoredConfig): StoredConfig => ({
  ...saved,
  settings: showSettings(box, saved.settings),
})

function notFound(): ApiError {
  return new ApiError('not-found', 'There is no such user configuration.')
}

function keyOf({ tenantId, subject }: Caller, service: repository.ConfigService): repository.Key {
  return { tenant_id: tenantId, subject, service }
}

/** Returns settings in which exactly the channels with targets are enabled and no status occurs twice. */
const normalise = ({ email, msteams, slack, webhook, statuses }: NotificationSettings): NotificationSettings => ({
  email: emailChannel(email.addresses),
  msteams: urlChannel(msteams.url),
  slack: urlChannel(slack.url),
  webhook: urlChannel(webhook.url),
  statuses: [...new Set(statuses)],
})

/** Records the save, updates the receivers, and sends a test to new ones. */
async function record(
  tx: TenantDb,
  platform: Platform,
  { caller, service, requestId }: Request,
  what: { action: string; saved: StoredConfig | undefined },
): Promise<void> {
  const { tenantId, subject } = caller
  const detail = { service, version: what.saved?.version ?? 0 }
  const unproven = await syncReceivers(tx, platform, { tenantId, subject, service, settings: what.saved?.settings })
  const tests = await testSaved(tx, { tenantId, subject, saved: unproven, now: new Date(platform.now()) })
  await insertAudit(tx, tenantId, {
    actor: subject,
    action: what.action,
    object: subject,
    outcome: 'done',
    requestId,
    detail: tests > 0 ? { ...detail, tests } : detail,
  })
  emit(tx, { tenantId, subject, type: 'userconfig', data: detail })
}
