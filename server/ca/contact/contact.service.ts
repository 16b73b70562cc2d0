import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { DAY_MS } from '@apsis/astro/constants.ts'
import {
  CONTACT_LIMITS,
  type Contact,
  type NewContact,
  type SatelliteContacts,
} from '@apsis/contract/ca/contact/contact.ts'
import { emit } from '../../events/event.service.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { Caller } from '../../platform/auth/caller.ts'
import { insertAudit } from '../../platform/database/audit.repository.ts'
import type { TenantDb } from '../../platform/database/database.ts'
import { isStorable } from '../../platform/http/input.ts'
import type { CaPlatform } from '../ca-platform.ts'
import { askContacts } from '../event/ask-contacts.ts'
import { lockSatellite } from '../satellite/record/satellite.repository.ts'
import * as repository from './contact.repository.ts'
import { commandsUntil, knownContacts, serves } from './known-contacts.ts'
import { readContactFile } from './read-contact-file.ts'

type Platform = Pick<CaPlatform, 'db' | 'now'>
export type Asking = { readonly owner: Pick<Caller, 'tenantId' | 'subject'>; readonly requestId: string }

const STANDARD_DAYS = 7
/** A span must be in years of four digits, as answers write them, and not before 1970. */
const [EARLIEST_MS, LATEST_MS] = [0, Date.UTC(10_000, 0, 1) - 1]
/** Past contacts are kept for this many days. */
const KEPT_DAYS = 7

type Span = { readonly from?: string | undefined; readonly to?: string | undefined }

/** Returns the contacts of a satellite that apply. */
export function listContacts(
  { db, now: clock }: Platform,
  { tenantId }: Pick<Caller, 'tenantId'>,
  satelliteId: string,
  { from, to }: Span,
): Promise<SatelliteContacts> {
  const now = new Date(clock())
  const start = from === undefined ? now : new Date(from)
  const end = to === undefined ? new Date(start.getTime() + STANDARD_DAYS * DAY_MS) : new Date(to)
  const lengthMs = end.getTime() - start.getTime()
  if (lengthMs <= 0 || lengthMs > CONTACT_LIMITS.spanDays * DAY_MS) {
    const message = lengthMs <= 0 ? 'must be after from' : `must be ${CONTACT_LIMITS.spanDays} days after from at most`
    const errors = [{ code: 'contacts.span', message, parameter: 'to' }]
    throw new ApiError('request-invalid', `to ${message}`, { errors })
  }
  if (start.getTime() < EARLIEST_MS || end.getTime() > LATEST_MS) {
    const message = 'from and to must lie in the years 1970 to 9999'
    const errors = [{ code: 'contacts.span', message, parameter: 'from' }]
    throw new ApiError('request-invalid', message, { errors })
  }
  return knownContacts({ db, tenantId }, satelliteId, { now, from: start, to: end })
}

/** Returns the start (ms) of the last contact before a time that can command a satellite; undefined if unknown, as beyond the horizon. */
export async function lastCommandAt(
  platform: Pick<CaPlatform, 'db'> & { readonly tenantId: string },
  satelliteId: string,
  span: { readonly now: Date; readonly to: Date },
): Promise<number | undefined> {
  const known = await commandsUntil(platform, satelliteId, span)
  // Contacts are computed for two weeks: the last of them need not be the last before a later time.
  if (known === null || known.knownUntilMs !== null) return undefined
  return known.contacts.map(({ fromMs }) => fromMs).sort((a, b) => b - a)[0]
}

type HeldContact = {
  readonly basis: SatelliteContacts['basis']
  readonly contact: Pick<Contact, 'from' | 'to' | 'station'>
  readonly now: Date
}

/**
 * Returns true if a contact of a satellite still applies. A booked contact must be stored; a computed contact needs a station that serves
 * the satellite, and applies only if no contacts are booked.
 */
export async function holdsContact(
  tx: TenantDb,
  satelliteId: string,
  { basis, contact, now }: HeldContact,
): Promise<boolean> {
  const { from, to, station } = contact
  if (basis === 'BOOKED') {
    const span = { from: new Date(from), to: new Date(to) }
    const booked = await repository.listContacts(tx, satelliteId, span)
    return booked.some((one) => one.from === from && one.to === to && one.station === station && one.canCommand)
  }
  if (await repository.hasBooked(tx, satelliteId, now)) return false
  const stations = await repository.listStations(tx)
  return stations.some((one) => one.name === station && one.canCommand && serves(one, { id: satelliteId }))
}

export function createContact(
  platform: Platform,
  asking: Asking,
  satelliteId: string,
  contact: NewContact,
): Promise<Contact> {
  const id = randomUUID()
  return change(platform, asking, satelliteId, async (tx) => {
    await add(tx, { asking, satelliteId, contacts: [{ ...contact, id, source: 'ENTERED' }] })
    const stored = { contactId: id, ...contact, source: 'ENTERED', maximumElevation: null } as const
    return { answer: stored, action: 'enter', detail: contact }
  })
}

/** Replaces the contacts of a satellite that came from files by the contacts of a new file: all of them, or none. */
export async function loadContacts(
  platform: Platform,
  asking: Asking,
  satelliteId: string,
  path: string,
): Promise<{ loaded: number; removed: number }> {
  const text = await readFile(path, 'utf8')
  if (!isStorable(text)) throw new ApiError('unprocessable', 'The file has characters that cannot be stored.')
  const reading = readContactFile(text)
  if (!reading.ok)
    throw new ApiError('unprocessable', reading.errors[0]?.message ?? 'The file cannot be read.', {
      errors: reading.errors,
    })
  const { source, contacts } = reading
  return change(platform, asking, satelliteId, async (tx) => {
    const removed = await repository.deleteFromFiles(tx, satelliteId)
    await add(tx, { asking, satelliteId, contacts: contacts.map((one) => ({ ...one, id: randomUUID(), source })) })
    const answer = { loaded: contacts.length, removed }
    return { answer, action: 'load', detail: { source, ...answer } }
  })
}

export async function removeContact(platform: Platform, asking: Asking, id: string): Promise<void> {
  const none = () => new ApiError('not-found', 'There is no such contact.')
  const satelliteId = await platform.db.tenant(asking.owner.tenantId, (tx) => repository.findContactSatellite(tx, id))
  if (satelliteId === undefined) throw none()
  return change(platform, asking, satelliteId, async (tx) => {
    const removed = await repository.deleteContact(tx, id)
    if (removed === undefined) throw none()
    const { from, to, station } = removed
    return { answer: undefined, action: 'remove', detail: { from, to, station } }
  })
}

type NewContacts = {
  readonly asking: Asking
  readonly satelliteId: string
  readonly contacts: Parameters<typeof repository.insertContacts>[2]
}

async function add(tx: TenantDb, { asking, satelliteId, contacts }: NewContacts): Promise<void> {
  await repository.insertContacts(tx, { tenantId: asking.owner.tenantId, satelliteId }, contacts)
  if ((await repository.countContacts(tx, satelliteId)) > CONTACT_LIMITS.contacts)
    throw new ApiError('unprocessable', `A satellite has ${CONTACT_LIMITS.contacts} contacts at most.`)
}

type WorkResult<T> = { readonly answer: T; readonly action: string; readonly detail: Readonly<Record<string, unknown>> }

/** Changes the contacts of a satellite under a lock, and writes an entry to the record. */
function change<T>(
  { db, now }: Platform,
  { owner, requestId }: Asking,
  satelliteId: string,
  work: (tx: TenantDb) => Promise<WorkResult<T>>,
): Promise<T> {
  const { tenantId, subject: actor } = owner
  return db.tenant(tenantId, async (tx) => {
    if ((await lockSatellite(tx, satelliteId)) === undefined)
      throw new ApiError('not-found', 'There is no such satellite.')
    await repository.deleteOver(tx, satelliteId, new Date(now() - KEPT_DAYS * DAY_MS))
    const { answer, action, detail } = await work(tx)
    await insertAudit(tx, tenantId, {
      actor,
      action: `contact.${action}`,
      object: satelliteId,
      outcome: 'done',
      requestId,
      detail,
    })
    await askContacts(tx, tenantId, satelliteId)
    emit(tx, { tenantId, type: 'satellite', data: { id: satelliteId, change: 'contacts' } })
    return answer
  })
}
