import { randomUUID } from 'node:crypto'
import type { SecretBox } from '../platform/auth/secret-box.ts'
import type { TenantDb } from '../platform/database/database.ts'
import { revokeSimulated } from './channel.service.ts'
import { type DeliveryRow, findDeliveryRow } from './delivery.repository.ts'
import * as repository from './receiver.repository.ts'
import { endOfOldSecret } from './signed-post.service.ts'
import { maskTarget, readTarget, shownTarget, type TargetFault, type TargetRules } from './target.ts'
import { pairOf, secretText } from './webhook-signature.ts'

/** The bridge that calls an organisation's telephones. */
export type BridgeRow = repository.AnyReceiverRow

export const lockReceivers = (tx: TenantDb): Promise<void> => repository.lockReceivers(tx)

export const findBridge = (tx: TenantDb): Promise<BridgeRow | undefined> =>
  repository.findOrganisationReceiver(tx, 'phone')

/** Returns the address of a bridge as it may be shown. */
export const showBridge = (box: SecretBox, { target }: BridgeRow): string => maskTarget(box.open(target))

type Setting = {
  readonly tenantId: string
  readonly url: string
  readonly rules: TargetRules
  readonly now: Date
}

/**
 * Stores the bridge; if the masked address is sent back, the address stays. Returns the reason why nothing would be
 * sent to the address; undefined if there is none.
 */
export async function setBridge(
  tx: TenantDb,
  box: SecretBox,
  { tenantId, url: given, rules, now }: Setting,
): Promise<TargetFault | undefined> {
  const known = await findBridge(tx)
  const url = known !== undefined && showBridge(box, known) === given ? box.open(known.target) : given
  const read = readTarget('webhook', url, rules)
  if (!(read instanceof URL)) return read
  const [target, shown] = [box.seal(url), shownTarget('webhook', url)]
  await repository.upsertOrganisationReceiver(tx, {
    tenantId,
    id: randomUUID(),
    channel: 'phone',
    target,
    shown,
    now,
  })
  return undefined
}

/**
 * Withdraws the confirmations of numbers that were confirmed in the simulator, because real calls are made from now on; returns
 * their owners, who must confirm them again.
 */
export const revokeNumbers = (tx: TenantDb, about: { readonly tenantId: string; readonly now: Date }) =>
  revokeSimulated(tx, { ...about, channel: 'phone' })

/** Removes the bridge; from then on calls are simulated. */
export async function removeBridge(tx: TenantDb): Promise<boolean> {
  const row = await findBridge(tx)
  if (row !== undefined) await repository.forgetReceiver(tx, row.id)
  return row !== undefined
}

/** Returns the time until which the previous secret is still valid; undefined if it is not valid any more. */
export const oldSecretEnd = ({ old_secret_ends_at: end }: BridgeRow, now: number): Date | undefined =>
  end !== null && end.getTime() > now ? end : undefined

/** Gives the bridge a new secret; the previous one stays valid for a while, or ends at once. */
export async function renewBridgeSecret(
  tx: TenantDb,
  box: SecretBox,
  { row, hours, now }: { readonly row: BridgeRow; readonly hours: number; readonly now: number },
): Promise<{ readonly secret: string; readonly oldSecretEndsAt: string | null }> {
  const generation = row.secret_generation + 1
  const oldEndsAt = endOfOldSecret({ oldEndsAt: row.old_secret_ends_at, hours, now })
  await repository.setGeneration(tx, { id: row.id, generation, oldEndsAt })
  return { secret: secretText(pairOf(box, row.id, generation)), oldSecretEndsAt: oldEndsAt?.toISOString() ?? null }
}

/** Returns the valid secrets. */
export function bridgeSecrets(box: SecretBox, row: BridgeRow, now: number): Buffer[] {
  const newest = row.secret_generation
  const generations = oldSecretEnd(row, now) === undefined ? [newest] : [newest, newest - 1]
  return generations.map((generation) => pairOf(box, row.id, generation).secret)
}

/** Returns the number of the organisation's telephones that can be called. */
export const countTelephones = (tx: TenantDb): Promise<number> => repository.countTelephones(tx)

export type Call = { readonly delivery: DeliveryRow; readonly receiver: repository.HearerRow }

/** Returns a call that was made to a person's telephone. */
export async function findCall(tx: TenantDb, callId: string): Promise<Call | undefined> {
  const delivery = await findDeliveryRow(tx, callId)
  const receiver = delivery && (await repository.findHearer(tx, delivery.receiver_id))
  return delivery !== undefined && receiver?.channel === 'phone' ? { delivery, receiver } : undefined
}
