import { createHmac, randomUUID } from 'node:crypto'
import { HOUR_MS } from '@apsis/astro/constants.ts'
import { KEY_DIGITS, type TelephoneWay } from '@apsis/contract/duty/telephone.ts'
import type { SecretBox } from '../platform/auth/secret-box.ts'
import type { TenantDb } from '../platform/database/database.ts'
import { isAcknowledgeable } from './acknowledge-link.service.ts'
import { ask } from './channel.service.ts'
import type { DeliveryRow } from './delivery.repository.ts'
import * as repository from './receiver.repository.ts'

/** A confirmation question to a number is valid for this time. */
const QUESTION_MS = HOUR_MS
const SHOWN_DIGITS = 4

export type TelephoneTarget = { readonly number: string; readonly ways: readonly TelephoneWay[] }
export type TelephoneRow = { readonly row: repository.ReceiverRow; readonly target: TelephoneTarget }

/** Returns the telephone of a person; undefined if they have none. */
export async function findTelephone(tx: TenantDb, box: SecretBox, subject: string): Promise<TelephoneRow | undefined> {
  const row = await repository.findTelephone(tx, subject)
  return row && { row, target: openTelephone(box, row.target) }
}

/** Returns when a confirmation was last requested for one of a person's numbers, including deleted ones; undefined if never. */
export const lastAsked = repository.findTelephoneAsked

export const openTelephone = (box: SecretBox, sealed: string): TelephoneTarget =>
  JSON.parse(box.open(sealed)) as TelephoneTarget

type Setting = {
  readonly tenantId: string
  readonly subject: string
  readonly target: TelephoneTarget
  readonly now: Date
}

/** Stores the telephone of a person; the owner of a new number must confirm it first. */
export async function setTelephone(
  tx: TenantDb,
  box: SecretBox,
  { tenantId, subject, target, now }: Setting,
): Promise<void> {
  const known = await findTelephone(tx, box, subject)
  const isKnown = known?.target.number === target.number
  const shown = `…${target.number.slice(-SHOWN_DIGITS)}`
  const sealed = box.seal(JSON.stringify(target))
  const id = await repository.upsertTelephone(tx, {
    tenantId,
    subject,
    id: randomUUID(),
    target: sealed,
    shown,
    isKnown,
    now,
  })
  if (!isKnown) await ask(tx, { tenantId, id, now, address: shown, isTelephone: true })
}

/** Deletes the number of a person; returns false if there was none. */
export async function removeTelephone(tx: TenantDb, subject: string): Promise<boolean> {
  const row = await repository.findTelephone(tx, subject)
  if (row === undefined) return false
  await repository.forgetReceiver(tx, row.id)
  return true
}

/**
 * Returns the digits that acknowledge an event or confirm a number, which are the same for every try of a call; undefined if the call asks for
 * nothing. The callback is signed: the digits only show that somebody is awake and means this call.
 */
export function callKey(
  box: SecretBox,
  delivery: Pick<DeliveryRow, 'id' | 'kind' | 'matter' | 'notification'>,
): string | undefined {
  if (delivery.kind !== 'confirmation' && !isAcknowledgeable(delivery)) return undefined
  const bytes = createHmac('sha256', box.derive('call-key')).update(delivery.id).digest()
  return String(bytes.readUInt32BE() % 10 ** KEY_DIGITS).padStart(KEY_DIGITS, '0')
}

type Question = { readonly receiverId: string; readonly askedAt: Date; readonly now: Date }

/** Confirms a number whose question was answered in time; returns false if nothing can be confirmed. */
export async function confirmTelephone(tx: TenantDb, { receiverId, askedAt, now }: Question): Promise<boolean> {
  const row = await repository.findReceiver(tx, receiverId, { held: true })
  const isOpen =
    row?.channel === 'phone' && row.confirmed_at === null && row.confirm_asked_at?.getTime() === askedAt.getTime()
  if (!isOpen || now.getTime() - askedAt.getTime() > QUESTION_MS) return false
  await repository.setConfirmed(tx, receiverId, now)
  return true
}
