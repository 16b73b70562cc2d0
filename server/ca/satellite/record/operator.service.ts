import type { SatelliteOperator } from '@apsis/contract/ca/satellite/satellite-operator.ts'
import type { Caller } from '../../../platform/auth/caller.ts'
import { insertAudit } from '../../../platform/database/audit.repository.ts'
import type { Database, TenantDb } from '../../../platform/database/database.ts'
import { countryOfObject, newestSets } from '../../../tle/element-set.service.ts'
import * as repository from './operator.repository.ts'
import { demoCountryOf, SHARED_OPERATORS } from './shared-operators.data.ts'

const SHARED = new Map(SHARED_OPERATORS.map((entry) => [entry.noradId, entry]))

/**
 * Returns the operator of an object from the organisation's own directory, else from the shared directory; null if
 * neither knows it.
 */
export async function getOperator(
  db: Database,
  { tenantId }: Pick<Caller, 'tenantId'>,
  noradId: number,
): Promise<SatelliteOperator | null> {
  return db.tenant(tenantId, async (tx) => (await findOperator(tx, noradId)) ?? null)
}

/** Returns the operator within a transaction; undefined if no directory knows the object. */
export async function findOperator(tx: TenantDb, noradId: number): Promise<SatelliteOperator | undefined> {
  const own = await repository.findOperator(tx, noradId)
  if (own !== undefined) return presentOwn(own)
  const shared = SHARED.get(noradId)
  if (shared === undefined) return undefined
  const known = (await newestSets(tx, [noradId])).get(noradId)
  // The shared directory is simulated so far: it does not apply to a real object.
  if (known?.isSimulated === true) return { ...shared, objectName: known.set.objectName }
  if (known !== undefined || demoCountryOf(noradId) === undefined) return undefined
  const objectName = await repository.findSimulatedName(tx, noradId)
  return objectName === undefined ? undefined : { ...shared, objectName }
}

/** The country of an object, its source, and when that was verified or received. */
export type KnownCountry = {
  readonly country: string
  readonly source: string
  readonly at: string | null
  readonly isSimulated: boolean
}

/**
 * Returns the country of an object from a directory of operators, else from the catalogue; for an object of the demo
 * a simulated country. Undefined if the country is not known.
 */
export async function findCountry(
  tx: TenantDb,
  noradId: number,
  operator: SatelliteOperator | undefined,
): Promise<KnownCountry | undefined> {
  if (operator !== undefined && operator.country !== null) {
    const { country, source, lastVerified: at, isSimulated } = operator
    return { country, source, at, isSimulated }
  }
  const listed = await countryOfObject(tx, noradId)
  if (listed !== undefined) {
    const { country, source, receivedAt, isSimulated } = listed
    return { country, source, at: receivedAt.toISOString(), isSimulated }
  }
  const country = demoCountryOf(noradId)
  if (country === undefined || (await repository.findSimulatedName(tx, noradId)) === undefined) return undefined
  return { country, source: 'simulated catalogue', at: null, isSimulated: true }
}

type Request = { readonly owner: Pick<Caller, 'tenantId' | 'subject'>; readonly requestId: string }

/** Adds or replaces entries of the organisation's own directory, all or none. */
export async function importOperators(
  db: Database,
  { owner, requestId }: Request,
  entries: readonly repository.OperatorEntry[],
): Promise<{ imported: number }> {
  const { tenantId, subject } = owner
  await db.tenant(tenantId, async (tx) => {
    await repository.upsertOperators(tx, tenantId, entries)
    await insertAudit(tx, tenantId, {
      actor: subject,
      action: 'operator.import',
      object: `${entries.length} entries`,
      outcome: 'done',
      requestId,
    })
  })
  return { imported: entries.length }
}

function presentOwn(row: repository.OperatorRow): SatelliteOperator {
  return {
    noradId: row.norad_id,
    objectName: row.object_name,
    operatorName: row.operator_name,
    country: row.country,
    email: row.email,
    phone: row.phone,
    website: row.website,
    manoeuvrability: row.manoeuvrability,
    responsibilityTag: row.responsibility_tag,
    source: 'own directory',
    lastVerified: row.last_verified?.toISOString() ?? null,
    isSimulated: false,
  }
}
