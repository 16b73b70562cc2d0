import type { TenantDb } from '../../platform/database/database.ts'
import { wakeRecurringWorkOf } from '../../platform/jobs/recurring-work.repository.ts'
import { COMMIT } from '../recurring-work-names.ts'
import { askAnew } from './command-window.repository.ts'

/** Requests a new search for contacts, of a satellite or of all (null), because the data they depend on have changed. */
export async function askContacts(tx: TenantDb, tenantId: string, satelliteId: string | null): Promise<void> {
  await askAnew(tx, tenantId, satelliteId)
  await wakeRecurringWorkOf(tx, { name: COMMIT.name, tenantId }, COMMIT.everyS)
}
