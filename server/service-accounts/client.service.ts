import type { ServiceAccountRole } from '@apsis/contract/service-accounts/service-account.ts'
import type { Database } from '../platform/database/database.ts'
import { isStorable } from '../platform/http/input.ts'
import * as repository from './service-account.repository.ts'

export type Secret = { readonly id: string; readonly hash: Buffer; readonly endsAt: number }

/** A service account as the token endpoint needs it. */
export type ServiceClient = {
  readonly tenantId: string
  readonly id: string
  readonly clientId: string
  readonly roles: readonly ServiceAccountRole[]
  readonly isRevoked: boolean
  readonly secrets: readonly Secret[]
}

/**
 * Returns the account with this client id, of any organisation. For an unknown id the database does as much work, so
 * that the time of the answer reveals nothing.
 */
export async function findClient(db: Database, clientId: string): Promise<ServiceClient | undefined> {
  if (!isStorable(clientId)) return undefined
  const tenantId = (await db.shared((tx) => repository.findClientTenant(tx, clientId))) ?? 'nobody'
  const row = await db.tenant(tenantId, (tx) => repository.findCredential(tx, clientId))
  if (row === undefined) return undefined
  return {
    tenantId,
    id: row.id,
    clientId,
    roles: row.roles,
    isRevoked: row.revoked_at !== null,
    secrets: row.secrets.map(({ id, hash, endsAt }) => ({
      id,
      hash: Buffer.from(hash, 'hex'),
      endsAt: Date.parse(endsAt),
    })),
  }
}

/** Stores that an account was used. */
export async function keepUse(db: Database, { tenantId, id }: ServiceClient, now: number): Promise<void> {
  await db.tenant(tenantId, (tx) => repository.setUsed(tx, id, new Date(now)))
}
