import type { Neighbour } from '@apsis/contract/ca/neighbour/neighbour.ts'
import { sql } from 'kysely'
import type { SharedDb, TenantDb } from '../../../platform/database/database.ts'
import type { OrbitVersion } from '../../ephemeris/record/ephemeris.repository.ts'

export type SourceRow = {
  readonly address: string
  readonly etag: string | null
  readonly last_modified: string | null
  readonly read_at: Date | null
  readonly changed_at: Date | null
  /** The names of the files of the address, one per line. */
  readonly names: string
}

const SOURCE = sql`address, etag, last_modified, read_at, changed_at, names`

/** Returns an address that is read for the installation, and adds it if it is new. */
export async function findSource(tx: SharedDb, address: string): Promise<SourceRow | undefined> {
  await sql`insert into neighbours.source (address) values (${address}) on conflict do nothing`.execute(tx)
  const { rows } = await sql<SourceRow>`
    select ${SOURCE} from neighbours.source where address = ${address}`.execute(tx)
  return rows[0]
}

type SourceChange = Pick<SourceRow, 'address' | 'etag' | 'last_modified'> & {
  readonly at: Date
  /** Undefined: the list has not changed. */
  readonly names: string | undefined
}

/** Stores that an address was read. */
export async function updateSource(tx: SharedDb, change: SourceChange): Promise<void> {
  const { address, etag, last_modified: lastModified, at, names } = change
  await sql`
    update neighbours.source set read_at = ${at}, etag = ${etag}, last_modified = ${lastModified},
      changed_at = case when ${names ?? null}::text is null then changed_at else ${at} end,
      names = coalesce(${names ?? null}, names)
    where address = ${address}`.execute(tx)
}

/** Stores the names of an address that was not read itself. */
export async function updateNames(tx: SharedDb, address: string, names: string): Promise<void> {
  await sql`update neighbours.source set names = ${names} where address = ${address}`.execute(tx)
}

/** Returns the files of a folder, each with its own address, and adds new files. */
export async function listFolderFiles(
  tx: SharedDb,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, Omit<SourceRow, 'names'>>> {
  const all = sql`unnest(${[...addresses]}::text[])`
  await sql`insert into neighbours.source (address) select ${all} on conflict do nothing`.execute(tx)
  const { rows } = await sql<Omit<SourceRow, 'names'>>`
    select address, etag, last_modified, read_at, changed_at from neighbours.source
    where address = any(${[...addresses]}::text[])`.execute(tx)
  return new Map(rows.map((row) => [row.address, row]))
}

export type NeighbourFileRow = {
  readonly address: string
  readonly name: string
  readonly norad_id: number
  readonly object_name: string
  readonly made_at: Date | null
  readonly received_at: Date
  readonly start_at: Date
  readonly stop_at: Date
  readonly usable_from: Date
  readonly usable_to: Date
  readonly has_covariance: boolean
  readonly envelope_from: Date | null
  readonly is_simulated: boolean
}

/** A published file with its orbit (packed-orbit.ts). */
export type NeighbourOrbit = NeighbourFileRow & { readonly packed: Buffer }

const FILE = sql`file.address, file.name, file.norad_id, file.object_name, file.made_at, file.received_at, file.start_at,
  file.stop_at, file.usable_from, file.usable_to, file.has_covariance, file.envelope_from, file.is_simulated`

/**
 * Returns the newest file of each object that comes near one of these satellites and that reaches beyond a time; if two addresses have one,
 * the newer file.
 */
export async function listNeighbourOrbits(
  tx: TenantDb,
  { satelliteIds, from }: { readonly satelliteIds: readonly string[]; readonly from: Date },
): Promise<NeighbourOrbit[]> {
  const { rows } = await sql<NeighbourOrbit>`
    select distinct on (file.norad_id) ${FILE}, file.packed from neighbours.file
    where replaced_at is null and usable_to > ${from} and norad_id in (
      select norad_id from neighbours.near where satellite_id = any(${[...satelliteIds]}::uuid[]))
    order by file.norad_id, coalesce(file.made_at, file.received_at) desc`.execute(tx)
  return rows
}

/** Returns the newest published versions of an object that have a state at a time; none if the object is not near the satellite. */
export async function listPublishedAt(
  tx: TenantDb,
  about: { readonly satelliteId: string; readonly noradId: number; readonly at: Date; readonly most: number },
): Promise<OrbitVersion[]> {
  const { satelliteId, noradId, at, most } = about
  const { rows } = await sql<OrbitVersion>`
    select name, coalesce(made_at, received_at) as "madeAt", is_simulated as "isSimulated", packed
    from neighbours.file
    where norad_id = ${noradId} and usable_from <= ${at} and usable_to >= ${at} and norad_id in (
      select norad_id from neighbours.near where satellite_id = ${satelliteId}::uuid)
    order by "madeAt" desc limit ${most}`.execute(tx)
  return rows
}

/** Returns the names of the files of an address that are stored or refused. */
export async function listKnownNames(tx: SharedDb, address: string): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ name: string }>`
    select name from neighbours.file where address = ${address}
    union all select name from neighbours.refused_file where address = ${address}`.execute(tx)
  return new Set(rows.map(({ name }) => name))
}

/** Returns the newest file of an object from an address, with its orbit. */
export async function findNewestFile(
  tx: SharedDb,
  { address, noradId }: { readonly address: string; readonly noradId: number },
): Promise<NeighbourOrbit | undefined> {
  const { rows } = await sql<NeighbourOrbit>`
    select ${FILE}, file.packed from neighbours.file
    where address = ${address} and norad_id = ${noradId} and replaced_at is null`.execute(tx)
  return rows[0]
}

/** Stores a file as the newest of its object; the previous file stays as an earlier version. */
export async function insertFile(
  tx: SharedDb,
  file: NeighbourOrbit & { readonly change: object | null },
): Promise<void> {
  await sql`
    update neighbours.file set replaced_at = ${file.received_at}
    where address = ${file.address} and norad_id = ${file.norad_id} and replaced_at is null
      and not exists (select 1 from neighbours.file where address = ${file.address} and name = ${file.name})`.execute(
    tx,
  )
  await sql`
    insert into neighbours.file (address, name, norad_id, object_name, made_at, received_at, start_at, stop_at,
      usable_from, usable_to, has_covariance, envelope_from, is_simulated, change, packed)
    values (${file.address}, ${file.name}, ${file.norad_id}, ${file.object_name}, ${file.made_at}, ${file.received_at},
      ${file.start_at}, ${file.stop_at}, ${file.usable_from}, ${file.usable_to}, ${file.has_covariance},
      ${file.envelope_from}, ${file.is_simulated}, ${file.change === null ? null : JSON.stringify(file.change)}::jsonb,
      ${file.packed})
    on conflict (address, name) do nothing`.execute(tx)
}

export async function insertRefusal(
  tx: SharedDb,
  refusal: { readonly address: string; readonly name: string; readonly at: Date; readonly reason: string },
): Promise<void> {
  const { address, name, at, reason } = refusal
  await sql`
    insert into neighbours.refused_file (address, name, at, reason) values (${address}, ${name}, ${at}, ${reason})
    on conflict do nothing`.execute(tx)
}

/** Deletes files that were replaced before a time, refusals from before it, and records of files in a folder that were not read since. */
export async function deleteOldFiles(tx: SharedDb, address: string, before: Date): Promise<void> {
  await sql`delete from neighbours.file where address = ${address} and replaced_at < ${before}`.execute(tx)
  await sql`delete from neighbours.refused_file where address = ${address} and at < ${before}`.execute(tx)
  await sql`
    delete from neighbours.source where starts_with(address, ${address}) and address <> ${address}
      and read_at < ${before}
      and not exists (select 1 from neighbours.file where file.address = source.address)
      and not exists (select 1 from neighbours.refused_file where refused_file.address = source.address)`.execute(tx)
}

export type NearRow = {
  readonly satellite_id: string
  readonly norad_id: number
  readonly tca: Date
  readonly miss_m: number
  readonly found_at: Date
}

/** A near object with its newest published file, whose times are texts in JSON. */
export type NearFileRow = NearRow & {
  readonly name: string | null
  readonly file:
    | (Pick<NeighbourFileRow, 'address' | 'name' | 'has_covariance' | 'is_simulated'> & {
        readonly made_at: string | null
        readonly received_at: string
        readonly usable_from: string
        readonly usable_to: string
        readonly envelope_from: string | null
        readonly change: NonNullable<Neighbour['file']>['change']
      })
    | null
}

/** Returns the near objects of the organisation, or of one satellite, by TCA; each with the newest file of all addresses. */
export async function listNear(tx: TenantDb, satelliteId: string | undefined): Promise<NearFileRow[]> {
  const { rows } = await sql<NearFileRow>`
    select near.satellite_id, near.norad_id, near.tca, near.miss_m, near.found_at, newest.object_name as name,
      case when newest.name is null then null else jsonb_build_object('address', newest.address, 'name', newest.name,
        'made_at', newest.made_at, 'received_at', newest.received_at, 'usable_from', newest.usable_from,
        'usable_to', newest.usable_to, 'has_covariance', newest.has_covariance, 'envelope_from', newest.envelope_from,
        'is_simulated', newest.is_simulated, 'change', newest.change) end as file
    from neighbours.near left join lateral (
      select * from neighbours.file where file.norad_id = near.norad_id and replaced_at is null
      order by coalesce(made_at, received_at) desc limit 1) newest on true
    where ${satelliteId ?? null}::uuid is null or near.satellite_id = ${satelliteId ?? null}::uuid
    order by near.tca, near.norad_id, near.satellite_id`.execute(tx)
  return rows
}

/** Replaces the near objects of a satellite among the objects with these numbers. */
export async function replaceNear(
  tx: TenantDb,
  {
    tenantId,
    satelliteId,
    numbers,
  }: { readonly tenantId: string; readonly satelliteId: string; readonly numbers: readonly number[] },
  rows: readonly Omit<NearRow, 'satellite_id'>[],
): Promise<void> {
  const { rows: before } = await sql<Pick<UnscreenedVersion, 'norad_id'> & { screened: string | null }>`
    delete from neighbours.near
    where satellite_id = ${satelliteId}::uuid and norad_id = any(${[...numbers]}::integer[])
    returning norad_id, screened`.execute(tx)
  const screened = new Map(before.map((row) => [row.norad_id, row.screened]))
  for (const { norad_id, tca, miss_m, found_at } of rows)
    await sql`
      insert into neighbours.near (tenant_id, satellite_id, norad_id, tca, miss_m, found_at, screened)
      values (${tenantId}, ${satelliteId}::uuid, ${norad_id}, ${tca}, ${miss_m}, ${found_at},
        ${screened.get(norad_id) ?? null})`.execute(tx)
}

/** A near object of a satellite, with the name of its newest file. */
export type UnscreenedVersion = { readonly satellite_id: string; readonly norad_id: number; readonly name: string }

/** Returns the newest files of near objects that reach beyond a time and that the satellite was not screened against. */
export async function listUnscreened(tx: TenantDb, from: Date): Promise<UnscreenedVersion[]> {
  const { rows } = await sql<UnscreenedVersion>`
    select near.satellite_id, near.norad_id, newest.name from neighbours.near join lateral (
      select name from neighbours.file where norad_id = near.norad_id and replaced_at is null and usable_to > ${from}
      order by coalesce(made_at, received_at) desc limit 1) newest on true
    where near.screened is distinct from newest.name`.execute(tx)
  return rows
}

/** Stores that a screening against these files was ordered. */
export async function markScreened(tx: TenantDb, versions: readonly UnscreenedVersion[]): Promise<void> {
  const column = <K extends keyof UnscreenedVersion>(name: K) => versions.map((version) => version[name])
  await sql`
    update neighbours.near set screened = version.name
    from unnest(${column('satellite_id')}::uuid[], ${column('norad_id')}::integer[], ${column('name')}::text[])
      as version (satellite_id, norad_id, name)
    where near.satellite_id = version.satellite_id and near.norad_id = version.norad_id`.execute(tx)
}
