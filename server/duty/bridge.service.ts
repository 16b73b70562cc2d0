import { createHmac, timingSafeEqual } from 'node:crypto'
import { MINUTE_MS } from '@apsis/astro/constants.ts'
import type { Bridge } from '@apsis/contract/duty/bridge.ts'
import type { KeyResult } from '@apsis/contract/duty/telephone.ts'
import * as bridges from '../delivery/bridge.service.ts'
import { revokedFinding } from '../delivery/channel.service.ts'
import { notify } from '../notifications/notification.service.ts'
import { ApiError } from '../platform/api-error.ts'
import type { Caller } from '../platform/auth/caller.ts'
import { insertAudit } from '../platform/database/audit.repository.ts'
import type { TenantDb } from '../platform/database/database.ts'
import { callbackToken, tenantOf } from './callback-address.ts'
import { pressKey, type TelephonePlatform } from './telephone.service.ts'

/** A callback is accepted for this time (Standard Webhooks 1.0.0 recommends five minutes). */
const FRESH_MS = 5 * MINUTE_MS

export type BridgePlatform = TelephonePlatform & { readonly allowLoopback: boolean }
type Request = { readonly caller: Caller; readonly requestId: string }

export function getBridge(platform: BridgePlatform, { tenantId }: Pick<Caller, 'tenantId'>): Promise<Bridge> {
  return platform.db.tenant(tenantId, (tx) => present(tx, platform, tenantId))
}

/** Stores the program that makes the organisation's calls; if a masked address is sent back, the address stays. */
export function updateBridge(platform: BridgePlatform, { caller, requestId }: Request, url: string): Promise<Bridge> {
  const { db, box, now, publicUrl, allowLoopback } = platform
  const { tenantId } = caller
  const rules = { ownHost: new URL(publicUrl).hostname, allowLoopback }
  return db.tenant(tenantId, async (tx) => {
    await bridges.lockReceivers(tx)
    const fault = await bridges.setBridge(tx, box, { tenantId, url, rules, now: new Date(now()) })
    if (fault !== undefined) {
      const message = 'has to be a public name over https, on port 443 or 8443'
      throw new ApiError('unprocessable', `#/url: ${message}`, { errors: [{ code: fault, message, pointer: '#/url' }] })
    }
    for (const row of await bridges.revokeNumbers(tx, { tenantId, now: new Date(now()) })) {
      const told = { level: 'caution', finding: revokedFinding(row), link: '/account/notifications' } as const
      await notify(tx, { tenantId, subject: row.subject, audience: 'everybody', ...told })
    }
    await record(tx, caller, { action: 'duty.bridge', requestId })
    return present(tx, platform, tenantId)
  })
}

export async function removeBridge({ db }: BridgePlatform, { caller, requestId }: Request): Promise<void> {
  await db.tenant(caller.tenantId, async (tx) => {
    await bridges.lockReceivers(tx)
    if (!(await bridges.removeBridge(tx))) throw new ApiError('not-found', 'There is no telephone bridge.')
    await record(tx, caller, { action: 'duty.bridge.remove', requestId })
  })
}

export type NewBridgeSecret = { readonly secret: string; readonly oldSecretEndsAt: string | null }

export function rotateBridgeSecret(
  platform: BridgePlatform,
  { caller, requestId }: Request,
  oldSecretHours: number,
): Promise<NewBridgeSecret> {
  const { db, box, now } = platform
  return db.tenant(caller.tenantId, async (tx) => {
    await bridges.lockReceivers(tx)
    const row = await bridges.findBridge(tx)
    if (row === undefined) throw new ApiError('conflict', 'There is no telephone bridge: set one first.')
    await record(tx, caller, { action: 'duty.bridge.rotate', requestId })
    return bridges.renewBridgeSecret(tx, box, { row, hours: oldSecretHours, now: now() })
  })
}

type Signature = {
  readonly bytes: Buffer | undefined
  readonly header: (name: string) => string | undefined
}
type SignedRequest = Signature & { readonly requestId: string }

/** Carries out a pressed key after checking that the bridge reports it. */
export async function takeBridgeCallback(
  platform: BridgePlatform,
  token: string,
  pressed: { readonly callId: string; readonly key: string },
  { requestId, ...signature }: SignedRequest,
): Promise<KeyResult> {
  const tenantId = await requireSigned(platform, token, signature)
  return pressKey(platform, { tenantId, requestId, ...pressed })
}

/** Throws unless the configured bridge has signed these bytes recently; returns its organisation. This is checked before the bytes are parsed. */
export async function requireSigned(
  { db, box, now }: BridgePlatform,
  token: string,
  { bytes, header }: Signature,
): Promise<string> {
  const tenantId = tenantOf(box, 'bridge', token)
  if (tenantId === undefined) throw new ApiError('not-found', 'This address is not known.')
  const bridge = await db.tenant(tenantId, (tx) => bridges.findBridge(tx))
  const [id, timestamp] = [header('webhook-id') ?? '', header('webhook-timestamp') ?? '']
  const isFresh = /^\d{1,12}$/.test(timestamp) && Math.abs(now() - Number(timestamp) * 1_000) <= FRESH_MS
  const text = Buffer.concat([Buffer.from(`${id}.${timestamp}.`), bytes ?? Buffer.alloc(0)])
  const isSigned =
    bridge !== undefined &&
    bytes !== undefined &&
    bridges.bridgeSecrets(box, bridge, now()).some((secret) => isSignedBy(secret, text, header('webhook-signature')))
  if (!isFresh || !isSigned) throw new ApiError('forbidden', 'The signature does not hold.')
  return tenantId
}

/** Returns true if one of the signatures is valid for the text (Standard Webhooks: `v1,` and base64; several during a rotation). */
function isSignedBy(secret: Buffer, text: Buffer, signatures = ''): boolean {
  const expected = Buffer.from(`v1,${createHmac('sha256', secret).update(text).digest('base64')}`)
  return signatures.split(' ').some((one) => {
    const given = Buffer.from(one)
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}

type RecordedAction = { readonly action: string; readonly requestId: string }

const record = (tx: TenantDb, { tenantId, subject }: Caller, entry: RecordedAction): Promise<void> =>
  insertAudit(tx, tenantId, { ...entry, actor: subject, object: tenantId, outcome: 'done' })

async function present(tx: TenantDb, { box, publicUrl, now }: BridgePlatform, tenantId: string): Promise<Bridge> {
  const row = await bridges.findBridge(tx)
  return {
    url: row === undefined ? null : bridges.showBridge(box, row),
    callbackUrl:
      row === undefined ? null : `${publicUrl}/api/v1/duty/bridge/callbacks/${callbackToken(box, 'bridge', tenantId)}`,
    oldSecretEndsAt: (row && bridges.oldSecretEnd(row, now()))?.toISOString() ?? null,
    telephones: await bridges.countTelephones(tx),
    lastCalledAt: row?.last_tried_at?.toISOString() ?? null,
    lastResult: (row?.last_result ?? null) as Bridge['lastResult'],
    lastStatus: row?.last_status ?? null,
  }
}
