import { sql } from 'kysely'
import type { TenantDb } from '../../platform/database/database.ts'
import { lockUntilEnd } from '../../platform/database/lock.repository.ts'

export type ProviderRow = {
  readonly id: string
  readonly key: string
  readonly name: string
  /** The address, encrypted. */
  readonly url: string
  readonly is_test: boolean
  readonly is_enabled: boolean
  readonly secret_generation: number
  readonly old_secret_ends_at: Date | null
  readonly last_tried_at: Date | null
  readonly last_delivered_at: Date | null
  readonly last_heard_at: Date | null
  readonly last_result: string | null
  readonly last_status: number | null
  readonly version: number
}

const COLUMNS = sql`id, key, name, url, is_test, is_enabled, secret_generation, old_secret_ends_at, last_tried_at,
  last_delivered_at, last_heard_at, last_result, last_status, version`

export async function listProviders(tx: TenantDb): Promise<ProviderRow[]> {
  const { rows } = await sql<ProviderRow>`select ${COLUMNS} from odt.provider order by id`.execute(tx)
  return rows
}

export async function findProvider(tx: TenantDb, id: string): Promise<ProviderRow | undefined> {
  const { rows } = await sql<ProviderRow>`select ${COLUMNS} from odt.provider where id = ${id}`.execute(tx)
  return rows[0]
}

export async function findProviderByKey(tx: TenantDb, key: string): Promise<ProviderRow | undefined> {
  const { rows } = await sql<ProviderRow>`select ${COLUMNS} from odt.provider where key = ${key}::uuid`.execute(tx)
  return rows[0]
}

/** Locks a provider until the transaction ends, and returns it. */
export async function lockProvider(tx: TenantDb, id: string): Promise<ProviderRow | undefined> {
  const { rows } = await sql<ProviderRow>`
    select ${COLUMNS} from odt.provider where id = ${id} for update`.execute(tx)
  return rows[0]
}

/** Locks the organisation's list of providers until the transaction ends. */
export async function lockProviders(tx: TenantDb, tenantId: string): Promise<void> {
  await lockUntilEnd(tx, `odt.provider:${tenantId}`)
}

type ProviderFields = Pick<ProviderRow, 'id' | 'key' | 'name' | 'url' | 'is_test' | 'is_enabled'>

export async function insertProvider(tx: TenantDb, tenantId: string, row: ProviderFields, now: Date): Promise<void> {
  await sql`
    insert into odt.provider (tenant_id, id, key, name, url, is_test, is_enabled, created_at)
    values (${tenantId}, ${row.id}, ${row.key}::uuid, ${row.name}, ${row.url}, ${row.is_test}, ${row.is_enabled},
      ${now})`.execute(tx)
}

type Change = Pick<ProviderRow, 'id' | 'name' | 'url' | 'is_enabled'>

export async function updateProvider(tx: TenantDb, { id, name, url, is_enabled }: Change): Promise<void> {
  await sql`
    update odt.provider set name = ${name}, url = ${url}, is_enabled = ${is_enabled}, version = version + 1
    where id = ${id}`.execute(tx)
}

type Rotation = { readonly id: string; readonly generation: number; readonly oldEndsAt: Date | null }

export async function setGeneration(tx: TenantDb, { id, generation, oldEndsAt }: Rotation): Promise<void> {
  await sql`
    update odt.provider set secret_generation = ${generation}, old_secret_ends_at = ${oldEndsAt} where id = ${id}`.execute(
    tx,
  )
}

/** Deletes a provider with all its messages. */
export async function removeProvider(tx: TenantDb, { id, key }: Pick<ProviderRow, 'id' | 'key'>): Promise<void> {
  await sql`delete from odt.provider_message where provider_key = ${key}::uuid`.execute(tx)
  await sql`delete from odt.provider where id = ${id}`.execute(tx)
}

/** Returns true if a request that has not ended waits for the provider. */
export async function isAwaited(tx: TenantDb, id: string): Promise<boolean> {
  const { rows } = await sql<{ awaited: boolean }>`
    select exists (select from odt.request where provider_id = ${id} and not is_ended) as awaited`.execute(tx)
  return rows[0]?.awaited === true
}

export async function setHeard(tx: TenantDb, key: string, at: Date): Promise<void> {
  await sql`update odt.provider set last_heard_at = ${at} where key = ${key}::uuid`.execute(tx)
}

type TryOutcome = { readonly key: string; readonly at: Date; readonly result: string; readonly status: number | null }

export async function setTried(tx: TenantDb, { key, at, result, status }: TryOutcome): Promise<void> {
  await sql`
    update odt.provider set last_tried_at = ${at}, last_result = ${result}, last_status = ${status},
      last_delivered_at = case when ${result} = 'delivered' then ${at} else last_delivered_at end
    where key = ${key}::uuid`.execute(tx)
}
