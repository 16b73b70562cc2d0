import { isDeepStrictEqual } from 'node:util'
import { DAY_MS, MINUTE_MS } from '@apsis/astro/constants.ts'
import { needMsOf } from '@apsis/astro/manoeuvre/command-contact.ts'
import { CONTACT_LIMITS } from '@apsis/contract/ca/contact/contact.ts'
import { emit } from '../../../events/event.service.ts'
import type { Database, TenantDb } from '../../../platform/database/database.ts'
import { holdsContact } from '../../contact/contact.service.ts'
import { commandsUntil } from '../../contact/known-contacts.ts'
import * as repository from '../record/plan.repository.ts'
import { tell } from '../record/supersede.ts'
import { type BurnCommand, commandOf } from './command-of-burn.ts'
import { leadOf } from './plan-parts.ts'

type Row = repository.ListedRow
type PlanReading = { readonly db: Pick<Database, 'tenant'>; readonly tenantId: string; readonly at: Date }

/**
 * So long a plan waits when no contact reaches it any more, ms. A contact is corrected by removing it and entering it again, and a schedule
 * comes in several files: what expires in between cannot be taken back. A person who is told does that within ten minutes; a lead is hours.
 * A convention.
 */
export const CORRECTION_MS = 10 * MINUTE_MS

/**
 * Whether it has to be found anew by what a plan is commanded. Its contact was cancelled or replaced, its station was removed or serves
 * the satellite no longer, or contacts were booked since, which stand over it; one that has begun has had its chance. Or it has no contact
 * though some are known, and those of the time in which it has to be commanded can be known by now.
 */
export async function isCommandOpen(tx: TenantDb, row: Row, at: Date): Promise<boolean> {
  const { basis, contact } = row.command
  if (basis === 'NONE') return false
  if (contact === null) {
    const aheadMs = limitMsOf(row) - at.getTime()
    return aheadMs >= 0 && aheadMs <= CONTACT_LIMITS.spanDays * DAY_MS
  }
  if (Date.parse(contact.from) <= at.getTime()) return false
  return !(await holdsContact(tx, row.satellite_id, { basis, contact, now: at }))
}

/** The last time at which commands can be on board. */
const limitMsOf = ({ ignition_at, propulsion }: Row) => ignition_at.getTime() - needMsOf(leadOf(propulsion))

/**
 * What such a plan is commanded by now, and until when one can decide. Where contacts are known and none reaches the burn any more, it
 * waits for a correction, and no longer than commands could be on board.
 */
export async function readCommand(held: PlanReading, row: Row): Promise<BurnCommand> {
  const nowMs = held.at.getTime()
  const burnMs = row.ignition_at.getTime()
  const needMs = needMsOf(leadOf(row.propulsion))
  const commands = await commandsUntil(held, row.satellite_id, { now: held.at, to: row.ignition_at })
  const known = commandOf(commands, { nowMs, needMs, burnMs })
  if (known !== null) return known
  const endMs = Math.min(nowMs + CORRECTION_MS, limitMsOf(row))
  // One that waits already waits no longer than it was told.
  const commitMs = row.command.contact === null ? Math.min(endMs, row.commit_at.getTime()) : endMs
  return { command: { basis: commands?.basis ?? 'NONE', contact: null }, commitAt: new Date(commitMs) }
}

/** Whether that is what the plan has already. */
export const isCommandedBy = ({ command, commit_at }: Row, next: BurnCommand): boolean =>
  commit_at.getTime() === next.commitAt.getTime() && isDeepStrictEqual(command, next.command)

/**
 * Writes that where it still holds of the locked plan, and tells who has to know. A contact that was entered again meanwhile counts, and
 * one that was cancelled meanwhile does not: the next turn looks again.
 */
export async function changeCommand(
  tx: TenantDb,
  { tenantId, at }: Pick<PlanReading, 'tenantId' | 'at'>,
  row: Row,
  next: BurnCommand,
): Promise<void> {
  if (!(await isCommandOpen(tx, row, at))) return
  const { basis, contact } = next.command
  if (contact !== null && !(await holdsContact(tx, row.satellite_id, { basis, contact, now: at }))) return
  const lost = row.command.contact
  await repository.updateCommand(tx, row.id, next)
  emit(tx, { tenantId, type: 'manoeuvre', data: { manoeuvreId: row.id, state: row.state } })
  const isNoneLeft = contact === null && basis !== 'NONE'
  // Of a plan that waited, nobody is told again, nor that it is commanded again: who entered the contact knows.
  if (lost === null && (!isNoneLeft || next.commitAt >= row.commit_at)) return
  const isOut = row.state === 'APPROVED' || row.state === 'EXPORTED'
  const values = {
    plan: row.name,
    station: lost?.station ?? '',
    lostAt: lost?.from ?? '',
    commitAt: next.commitAt.toISOString(),
    ...(isNoneLeft ? { reaching: 0 } : {}),
  }
  await tell(
    tx,
    { tenantId, row },
    { level: isOut ? 'serious' : 'caution', finding: { code: 'plan-contact-lost', values } },
  )
}
