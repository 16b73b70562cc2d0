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
 * A plan that no contact reaches any more waits for this time, ms. A contact is corrected by removing it and entering it again, and a schedule
 * arrives in several files: a plan that expires in between cannot be restored. A notified person does that within ten minutes; a lead is hours. A
 * convention.
 */
export const CORRECTION_MS = 10 * MINUTE_MS

/**
 * True if the command of a plan has to be found again. Either its contact has not begun yet, and was cancelled or replaced, its station was
 * removed or no longer serves the satellite, or contacts were booked since, which take precedence. Or the plan has no contact although some
 * contacts are known, and the contacts at the time of commanding can be known by now.
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

/** Returns the latest time at which the commands have to be on board. */
const limitMsOf = ({ ignition_at, propulsion }: Row) => ignition_at.getTime() - needMsOf(leadOf(propulsion))

/**
 * Returns the present command of a plan whose command is open, and the time until which it can be decided. Where contacts are known and none
 * reaches the burn any more, the plan waits for a correction, but not beyond the time at which the commands have to be on board.
 */
export async function readCommand(held: PlanReading, row: Row): Promise<BurnCommand> {
  const nowMs = held.at.getTime()
  const burnMs = row.ignition_at.getTime()
  const needMs = needMsOf(leadOf(row.propulsion))
  const commands = await commandsUntil(held, row.satellite_id, { now: held.at, to: row.ignition_at })
  const known = commandOf(commands, { nowMs, needMs, burnMs })
  if (known !== null) return known
  const endMs = Math.min(nowMs + CORRECTION_MS, limitMsOf(row))
  // A plan that is waiting already keeps the end of its wait.
  const commitMs = row.command.contact === null ? Math.min(endMs, row.commit_at.getTime()) : endMs
  return { command: { basis: commands?.basis ?? 'NONE', contact: null }, commitAt: new Date(commitMs) }
}

/** True if the plan already has this command and this time for the decision. */
export const isCommandedBy = ({ command, commit_at }: Row, next: BurnCommand): boolean =>
  commit_at.getTime() === next.commitAt.getTime() && isDeepStrictEqual(command, next.command)

/**
 * Writes the command if it is still valid for the locked plan, and sends notices. A contact that was entered again meanwhile counts, and one that
 * was cancelled meanwhile does not: the next run checks again.
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
  // The operators of a waiting plan were notified before, and the person who entered the new contact knows of it.
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
