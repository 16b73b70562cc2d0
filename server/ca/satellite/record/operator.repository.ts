import type { SatelliteOperator } from '@apsis/contract/ca/satellite/satellite-operator.ts'
import { sql } from 'kysely'
import { texts } from '../../../platform/database/bulk.ts'
import type { TenantDb } from '../../../platform/database/database.ts'

export type OperatorRow = {
  norad_id: number
  object_name: string
  operator_name: string
  country: string | null
  email: string | null
  phone: string | null
  website: string | null
  manoeuvrability: SatelliteOperator['manoeuvrability']
  responsibility_tag: string | null
  last_verified: Date | null
}

const COLUMNS = sql`norad_id, object_name, operator_name, country, email, phone, website, manoeuvrability,
  responsibility_tag, last_verified`

export async function findOperator(tx: TenantDb, noradId: number): Promise<OperatorRow | undefined> {
  const { rows } = await sql<OperatorRow>`
    select ${COLUMNS} from ca.operator where norad_id = ${noradId}`.execute(tx)
  return rows[0]
}

/** Returns the name of an object that the organisation knows only from simulated events; else undefined. */
export async function findSimulatedName(tx: TenantDb, noradId: number): Promise<string | undefined> {
  const { rows } = await sql<{ name: string | null; is_simulated: boolean | null }>`
    select max(case when facts -> 'object1' ->> 'designator' = ${String(noradId)}
        then facts -> 'object1' ->> 'name' else facts -> 'object2' ->> 'name' end) as name,
      bool_and((facts ->> 'isSimulated')::boolean) as is_simulated
    from ca.conjunction where ${String(noradId)} in (object_low, object_high)`.execute(tx)
  const [found] = rows
  return found?.is_simulated === true ? (found.name ?? undefined) : undefined
}

export type OperatorEntry = {
  readonly noradId: number
  readonly objectName: string
  readonly operatorName: string
  readonly manoeuvrability: string
  readonly country?: string | null | undefined
  readonly email?: string | null | undefined
  readonly phone?: string | null | undefined
  readonly website?: string | null | undefined
  readonly responsibilityTag?: string | null | undefined
  readonly lastVerified?: string | null | undefined
}

/** Adds entries to the organisation's directory, or replaces existing entries of the same catalogue numbers. */
export async function upsertOperators(
  tx: TenantDb,
  tenantId: string,
  entries: readonly OperatorEntry[],
): Promise<void> {
  // An absent field is sent as an empty text. No field may be empty, so the two cannot be confused.
  const column = (of: (entry: OperatorEntry) => string | number | null | undefined) =>
    sql`${texts(entries, (entry) => String(of(entry) ?? ''))}::text[]`
  await sql`
    insert into ca.operator (tenant_id, ${COLUMNS})
    select ${tenantId}, norad::int, object, operator, nullif(country, ''), nullif(email, ''), nullif(phone, ''),
      nullif(website, ''), manoeuvrability, nullif(tag, ''), nullif(verified, '')::timestamptz
    from unnest(
      ${column((one) => one.noradId)}, ${column((one) => one.objectName)}, ${column((one) => one.operatorName)},
      ${column((one) => one.country)}, ${column((one) => one.email)}, ${column((one) => one.phone)},
      ${column((one) => one.website)}, ${column((one) => one.manoeuvrability)},
      ${column((one) => one.responsibilityTag)}, ${column((one) => one.lastVerified)})
      as given (norad, object, operator, country, email, phone, website, manoeuvrability, tag, verified)
    on conflict (tenant_id, norad_id) do update set object_name = excluded.object_name,
      operator_name = excluded.operator_name, country = excluded.country, email = excluded.email,
      phone = excluded.phone, website = excluded.website, manoeuvrability = excluded.manoeuvrability,
      responsibility_tag = excluded.responsibility_tag, last_verified = excluded.last_verified`.execute(tx)
}
