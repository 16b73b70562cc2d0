import type { KeyResult, SimulatedCall, Telephone } from '@apsis/contract/duty/telephone.ts'
import { type Call, findBridge, findCall } from '../delivery/bridge.service.ts'
import * as calls from '../delivery/simulated-call.service.ts'
import * as telephones from '../delivery/telephone.service.ts'
import { ApiError } from '../platform/api-error.ts'
import type { Caller } from '../platform/auth/caller.ts'
import type { SecretBox } from '../platform/auth/secret-box.ts'
import { insertAudit } from '../platform/database/audit.repository.ts'
import { type Database, isLockTimeout, type TenantDb } from '../platform/database/database.ts'
import { useDelivery } from './acknowledge.service.ts'
import { KEY_WORDS } from './key-words.data.ts'

/** The time after which a number can be changed, for example because it was mistyped; it limits how often strangers are called. */
const NEW_NUMBER_MS = 60_000

export type TelephonePlatform = {
  readonly db: Database
  readonly box: SecretBox
  readonly now: () => number
  readonly publicUrl: string
  /** True if all data of the installation is simulated. */
  readonly isSimulated: boolean
}
type Request = { readonly caller: Caller; readonly requestId: string }

export function getTelephone({ db, box }: TelephonePlatform, { tenantId, subject }: Caller): Promise<Telephone> {
  return db.tenant(tenantId, (tx) => present(tx, box, subject))
}

/** Stores the telephone of the caller; a new number gets only a confirmation question until its key is pressed. */
export function updateTelephone(
  { db, box, now }: TelephonePlatform,
  { caller, requestId }: Request,
  target: telephones.TelephoneTarget,
): Promise<Telephone> {
  const { tenantId, subject } = caller
  if (caller.kind === 'service')
    throw new ApiError('forbidden', 'A service account has no telephone: people set numbers, for themselves.')
  return db.tenant(tenantId, async (tx) => {
    const known = await telephones.findTelephone(tx, box, subject)
    const askedAt = (await telephones.lastAsked(tx, subject))?.getTime() ?? 0
    if (known?.target.number !== target.number && now() - askedAt < NEW_NUMBER_MS)
      throw new ApiError('conflict', 'Another number was asked less than a minute ago: wait a moment.')
    const ways = [...new Set(target.ways)]
    await telephones.setTelephone(tx, box, { tenantId, subject, target: { ...target, ways }, now: new Date(now()) })
    await record(tx, { tenantId, actor: subject, action: 'duty.telephone', object: subject, requestId })
    return present(tx, box, subject)
  })
}

export async function removeTelephone({ db }: TelephonePlatform, { caller, requestId }: Request): Promise<void> {
  const { tenantId, subject } = caller
  await db.tenant(tenantId, async (tx) => {
    if (!(await telephones.removeTelephone(tx, subject))) throw new ApiError('not-found', 'You have no telephone.')
    await record(tx, { tenantId, actor: subject, action: 'duty.telephone.remove', object: subject, requestId })
  })
}

export type SimulatedCalls = { readonly isSimulated: boolean; readonly calls: SimulatedCall[] }

export function listSimulatedCalls(
  platform: TelephonePlatform,
  { tenantId, subject }: Caller,
): Promise<SimulatedCalls> {
  const { db, box, publicUrl, isSimulated } = platform
  return db.tenant(tenantId, async (tx) => {
    if ((await findBridge(tx)) !== undefined) return { isSimulated: false, calls: [] }
    const reading = { box, tenantId, config: { publicUrl, isSimulated } }
    return { isSimulated: true, calls: await calls.listSimulatedCalls(tx, reading, subject) }
  })
}

type PressedKey = { readonly callId: string; readonly key: string }

/** Does the work of a bridge for a simulated call to the caller. */
export async function pressSimulatedKey(
  platform: TelephonePlatform,
  { caller, requestId }: Request,
  pressed: PressedKey,
): Promise<KeyResult> {
  const { isSimulated, calls: made } = await listSimulatedCalls(platform, caller)
  if (!isSimulated) throw new ApiError('conflict', 'A bridge is set: keys are pressed on the telephone.')
  if (!made.some(({ callId }) => callId === pressed.callId))
    throw new ApiError('not-found', 'There is no such simulated call to you.')
  return pressKey(platform, { tenantId: caller.tenantId, requestId, ...pressed })
}

type Pressing = PressedKey & { readonly tenantId: string; readonly requestId: string }

/** Carries out a key that was pressed in a call: it acknowledges the event, confirms the number, or does nothing. */
export async function pressKey(platform: TelephonePlatform, pressing: Pressing): Promise<KeyResult> {
  const { db, box, now } = platform
  const { tenantId, callId, key, requestId } = pressing
  const called = await db.tenant(tenantId, (tx) => findCall(tx, callId))
  if (called === undefined) return { result: 'ignored', say: KEY_WORDS.en.ignored }
  const { delivery, receiver } = called
  const expected = telephones.callKey(box, delivery)
  const result =
    expected === undefined
      ? 'ignored'
      : expected !== key
        ? 'wrong-key'
        : delivery.kind === 'confirmation'
          ? await pastLocks(() => confirm(platform, receiver, { ...pressing, askedAt: delivery.created_at }))
          : await pastLocks(() =>
              acknowledge({ db, box, now }, { tenantId, deliveryId: callId, madeAt: delivery.created_at, requestId }),
            )
  return { result, say: KEY_WORDS[receiver.language][result] }
}

/** The number of times that a key is tried if its transaction waits for a lock: each wait takes two seconds, and a caller waits for the answer. */
const KEY_ATTEMPTS = 5

/**
 * Carries out a key, and repeats this if another transaction held a lock for longer than the database lets a transaction wait. In that case nothing
 * was written. If the key were refused, the person at the telephone would hear nothing, and nobody presses a key twice.
 */
async function pastLocks<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await work()
    } catch (error) {
      if (attempt === KEY_ATTEMPTS || !isLockTimeout(error)) throw error
    }
}

function confirm(
  { db, now }: TelephonePlatform,
  receiver: Call['receiver'],
  { tenantId, requestId, askedAt }: Pressing & { readonly askedAt: Date },
): Promise<'confirmed' | 'ignored'> {
  return db.tenant(tenantId, async (tx) => {
    const { id, subject } = receiver
    if (!(await telephones.confirmTelephone(tx, { receiverId: id, askedAt, now: new Date(now()) }))) return 'ignored'
    await record(tx, { tenantId, actor: subject, action: 'duty.telephone.confirm', object: subject, requestId })
    return 'confirmed'
  })
}

type Answering = {
  readonly tenantId: string
  readonly deliveryId: string
  readonly madeAt: Date
  readonly requestId: string
}

async function acknowledge(
  platform: Pick<TelephonePlatform, 'db' | 'box' | 'now'>,
  { tenantId, deliveryId, madeAt, requestId }: Answering,
): Promise<'acknowledged' | 'ignored'> {
  const using = { does: 'acknowledge', note: '', requestId, saidAt: madeAt } as const
  const state = await useDelivery(platform, { tenantId, deliveryId }, using)
  return state.kind === 'done' ? 'acknowledged' : 'ignored'
}

type RecordedAction = {
  readonly tenantId: string
  readonly actor: string
  readonly action: string
  readonly object: string
  readonly requestId: string
}

/** Adds an entry to the audit record, in which the number itself must never be. */
const record = (tx: TenantDb, { tenantId, ...entry }: RecordedAction): Promise<void> =>
  insertAudit(tx, tenantId, { ...entry, outcome: 'done' })

async function present(tx: TenantDb, box: SecretBox, subject: string): Promise<Telephone> {
  const telephone = await telephones.findTelephone(tx, box, subject)
  if (telephone === undefined)
    return { number: null, ways: [], channelId: null, isConfirmed: false, simulatedAt: null, askedAt: null }
  const { row, target } = telephone
  return {
    number: target.number,
    ways: [...target.ways],
    channelId: row.id,
    isConfirmed: row.confirmed_at !== null,
    simulatedAt: row.simulated_at?.toISOString() ?? null,
    askedAt: row.confirm_asked_at?.toISOString() ?? null,
  }
}
