import { lastCommand, needMsOf } from '@apsis/astro/manoeuvre/command-contact.ts'
import { emit } from '../../../events/event.service.ts'
import type { Database, TenantDb } from '../../../platform/database/database.ts'
import { holdsContact } from '../../contact/contact.service.ts'
import { commandsUntil } from '../../contact/known-contacts.ts'
import * as repository from '../manoeuvre.repository.ts'
import { leadOf } from '../plan-context.ts'
import { tell } from '../supersede.ts'

type Row = repository.ListedRow
type Held = { readonly db: Pick<Database, 'tenant'>; readonly tenantId: string; readonly at: Date }

/**
 * Whether the contact by which a plan is commanded is no longer known: it was cancelled or replaced, its station was removed, or
 * contacts were booked since, which stand over it. One that has begun has had its chance.
 */
export async function isContactLost({ db, tenantId, at }: Held, row: Row): Promise<boolean> {
  const { contact } = row.command
  if (contact === null || Date.parse(contact.from) <= at.getTime()) return false
  return db.tenant(
    tenantId,
    async (tx) => !(await holdsContact(tx, row.satellite_id, { ...row.command, contact, now: at })),
  )
}

/**
 * What a plan without its contact is commanded by now, and until when one can decide: by the last of the contacts that are known, else
 * by the lead alone. Where contacts are known and none reaches the burn any more, the time to decide is over, and the plan expires.
 */
export async function readCommand(held: Held, { satellite_id, ignition_at, propulsion }: Row) {
  const { at } = held
  const burnMs = ignition_at.getTime()
  const needMs = needMsOf(leadOf(propulsion))
  const commands = await commandsUntil(held, satellite_id, { now: at, to: ignition_at })
  if (commands === null)
    return { command: { basis: 'NONE' as const, contact: null }, commitAt: new Date(burnMs - needMs) }
  const last = lastCommand(commands.contacts, { nowMs: at.getTime(), needMs, burnMs })
  if (last === null) return { command: { basis: commands.basis, contact: null }, commitAt: at }
  const { from, to, station } = last.contact
  return { command: { basis: commands.basis, contact: { from, to, station } }, commitAt: new Date(last.untilMs) }
}

/** Writes that, and tells who has to know. */
export async function changeCommand(
  tx: TenantDb,
  { tenantId }: Pick<Held, 'tenantId'>,
  row: Row,
  { command, commitAt }: Awaited<ReturnType<typeof readCommand>>,
): Promise<void> {
  const lost = row.command.contact
  await repository.updateCommand(tx, row.id, { command, commitAt })
  emit(tx, { tenantId, type: 'manoeuvre', data: { manoeuvreId: row.id, state: row.state } })
  const isOut = row.state === 'APPROVED' || row.state === 'EXPORTED'
  const values = {
    plan: row.name,
    station: lost?.station ?? '',
    lostAt: lost?.from ?? '',
    commitAt: commitAt.toISOString(),
  }
  await tell(
    tx,
    { tenantId, row },
    { level: isOut ? 'serious' : 'caution', finding: { code: 'plan-contact-lost', values } },
  )
}
