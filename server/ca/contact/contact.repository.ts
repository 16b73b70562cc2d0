import type { Contact, NewContact } from '@apsis/contract/ca/contact/contact.ts'
import type { GroundStation, NewGroundStation } from '@apsis/contract/ca/contact/ground-station.ts'
import { sql } from 'kysely'
import type { TenantDb } from '../../platform/database/database.ts'
import { lockUntilEnd } from '../../platform/database/lock.repository.ts'
import { countRows } from '../../platform/database/page.repository.ts'

type StationRow = { id: string; name: string; fields: Omit<NewGroundStation, 'name'> }

const stationOf = ({ id, name, fields }: StationRow): GroundStation => ({ stationId: id, name, ...fields })

/** All ground stations of the organisation, by name. */
export async function listStations(tx: TenantDb): Promise<GroundStation[]> {
  const { rows } = await sql<StationRow>`
    select id, name, fields from ca.ground_station order by lower(name), id`.execute(tx)
  return rows.map(stationOf)
}

/** Locks a station until the transaction ends, and returns it. */
export async function lockStation(tx: TenantDb, id: string): Promise<GroundStation | undefined> {
  const { rows } = await sql<StationRow>`
    select id, name, fields from ca.ground_station where id = ${id} for update`.execute(tx)
  return rows[0] === undefined ? undefined : stationOf(rows[0])
}

/** Locks the organisation's list of stations until the transaction ends. */
export async function lockStations(tx: TenantDb, tenantId: string): Promise<void> {
  await lockUntilEnd(tx, `ca.ground_station:${tenantId}`)
}

export async function insertStation(
  tx: TenantDb,
  tenantId: string,
  { stationId, name, ...fields }: GroundStation,
): Promise<void> {
  await sql`
    insert into ca.ground_station (tenant_id, id, name, fields)
    values (${tenantId}, ${stationId}, ${name}, ${JSON.stringify(fields)}::jsonb)`.execute(tx)
}

export async function updateStation(tx: TenantDb, { stationId, name, ...fields }: GroundStation): Promise<void> {
  await sql`
    update ca.ground_station set name = ${name}, fields = ${JSON.stringify(fields)}::jsonb
    where id = ${stationId}`.execute(tx)
}

export async function deleteStation(tx: TenantDb, id: string): Promise<void> {
  await sql`delete from ca.ground_station where id = ${id}`.execute(tx)
}

export type BookingSource = Exclude<Contact['source'], 'COMPUTED'>
type ContactRow = {
  id: string
  from_at: Date
  to_at: Date
  station: string
  can_command: boolean
  source: BookingSource
}

const CONTACT = sql`id, from_at, to_at, station, can_command, source`
const contactOf = ({ id, from_at, to_at, station, can_command, source }: ContactRow): Contact => ({
  contactId: id,
  from: from_at.toISOString(),
  to: to_at.toISOString(),
  station,
  canCommand: can_command,
  source,
  maximumElevation: null,
})

/** Returns true if a satellite has a future contact that was entered or came from a file. */
export async function hasBooked(tx: TenantDb, satelliteId: string, now: Date): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`
    select exists (select from ca.contact where satellite_id = ${satelliteId} and to_at > ${now}) as known`.execute(tx)
  return rows[0]?.known === true
}

type Span = { readonly from: Date; readonly to: Date }

/** Returns the contacts of a satellite that overlap a span, sorted by their start. */
export async function listContacts(tx: TenantDb, satelliteId: string, { from, to }: Span): Promise<Contact[]> {
  const { rows } = await sql<ContactRow>`
    select ${CONTACT} from ca.contact where satellite_id = ${satelliteId} and to_at > ${from} and from_at < ${to}
    order by from_at, to_at, id`.execute(tx)
  return rows.map(contactOf)
}

type NewRow = NewContact & { readonly id: string; readonly source: BookingSource }

export async function insertContacts(
  tx: TenantDb,
  { tenantId, satelliteId }: { readonly tenantId: string; readonly satelliteId: string },
  contacts: readonly NewRow[],
): Promise<void> {
  await sql`
    insert into ca.contact (tenant_id, id, satellite_id, from_at, to_at, station, can_command, source)
    select ${tenantId}, id, ${satelliteId}, "from", "to", station, "canCommand", source
    from jsonb_to_recordset(${JSON.stringify(contacts)}::jsonb) as given (id uuid, "from" timestamptz, "to" timestamptz,
      station text, "canCommand" boolean, source text)`.execute(tx)
}

/** Deletes the contacts of a satellite that came from files, and returns their number. */
export async function deleteFromFiles(tx: TenantDb, satelliteId: string): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from ca.contact where satellite_id = ${satelliteId} and source <> 'ENTERED'`.execute(tx)
  return Number(numAffectedRows)
}

export async function deleteOver(tx: TenantDb, satelliteId: string, before: Date): Promise<void> {
  await sql`delete from ca.contact where satellite_id = ${satelliteId} and to_at < ${before}`.execute(tx)
}

export async function countContacts(tx: TenantDb, satelliteId: string): Promise<number> {
  return countRows(tx, sql`from ca.contact where satellite_id = ${satelliteId}`)
}

/** Returns the satellite of a stored contact. */
export async function findContactSatellite(tx: TenantDb, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ satellite_id: string }>`select satellite_id from ca.contact where id = ${id}`.execute(tx)
  return rows[0]?.satellite_id
}

export async function deleteContact(tx: TenantDb, id: string): Promise<Contact | undefined> {
  const { rows } = await sql<ContactRow>`delete from ca.contact where id = ${id} returning ${CONTACT}`.execute(tx)
  return rows[0] === undefined ? undefined : contactOf(rows[0])
}
