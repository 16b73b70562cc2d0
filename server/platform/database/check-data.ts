import type pg from 'pg'
import { type AuditHead, listAuditHeads, listLostAuditHeads } from './audit.repository.ts'
import { onClient, type SharedDb } from './database.ts'
import { isWalledIn, listTenantsAsOwner, lookAsTenant } from './invariants.repository.ts'

export type DataCheck = {
  /** Sentences that describe the contradictions in the data. */
  readonly broken: readonly string[]
  /** The newest entry in the record of each organisation. */
  readonly heads: readonly AuditHead[]
}

/** The options of a check: `kept` are audit heads of an earlier check, `listBroken` returns the contradictions in the visible data. */
export type Check = {
  readonly kept: readonly AuditHead[]
  readonly listBroken: (tx: SharedDb) => Promise<string[]>
}

/**
 * Checks the data of all organisations: at once if row-level security does not apply to the role (the embedded database), otherwise as the
 * owner of the tables, one organisation after the other.
 */
export async function checkData(client: pg.Client, check: Check): Promise<DataCheck> {
  const { kept } = check
  if (!(await onClient(client, isWalledIn))) return onClient(client, (tx) => checkWhatIsSeen(tx, check))
  const tenants = new Set([...(await listTenants(client)), ...kept.map(({ tenant_id }) => tenant_id)])
  const broken: string[] = []
  const heads: AuditHead[] = []
  for (const tenantId of tenants) {
    const own = kept.filter(({ tenant_id }) => tenant_id === tenantId)
    const found = await onClient(client, async (tx) => {
      await lookAsTenant(tx, tenantId)
      return checkWhatIsSeen(tx, { ...check, kept: own })
    })
    broken.push(...found.broken)
    heads.push(...found.heads)
  }
  return { broken, heads }
}

async function checkWhatIsSeen(tx: SharedDb, { kept, listBroken }: Check): Promise<DataCheck> {
  const lost = (await listLostAuditHeads(tx, kept)).map(
    ({ tenant_id, seq }) =>
      `audit of ${tenant_id}: entry ${seq} is not the one that was kept; the record was cut off or rewritten`,
  )
  return { broken: [...(await listBroken(tx)), ...lost], heads: await listAuditHeads(tx) }
}

/** An error that carries a result out of a transaction, so that the transaction is rolled back. */
class Undone extends Error {
  readonly tenants: readonly string[]
  constructor(tenants: readonly string[]) {
    super('undone on purpose')
    this.tenants = tenants
  }
}

async function listTenants(client: pg.Client): Promise<readonly string[]> {
  try {
    return await onClient(client, async (tx) => {
      throw new Undone(await listTenantsAsOwner(tx))
    })
  } catch (error) {
    if (error instanceof Undone) return error.tenants
    throw error
  }
}
