import type { SharedDb, TenantDb } from '../../platform/database/database.ts'
import { readBooks } from './books.repository.ts'
import { listCustomerIds } from './customer.repository.ts'
import { listFaults } from './faults.ts'

/** Returns the contradictions in the books of every customer that the connection can see: of one organisation, or of all. */
export async function listSeenFaults(tx: SharedDb, now: number): Promise<string[]> {
  // A check of an installation's data may see everything that its connection sees; no request uses this function.
  const seen = tx as TenantDb
  const faults: string[] = []
  for (const customerId of await listCustomerIds(seen)) {
    const books = await readBooks(seen, customerId)
    if (books === undefined) continue
    faults.push(...listFaults(books, now).map((fault) => `payments of ${books.customer.name}: ${fault}`))
  }
  return faults
}
