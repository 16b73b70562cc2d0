import type { TenantDb } from '../platform/database/database.ts'
import { countCdms, countScreenings, type Span } from './use.repository.ts'

/** Returns the organisation's use of collision avoidance in a span, for the statement of use. */
export async function countUse(
  tx: TenantDb,
  span: Span,
): Promise<{ readonly cdms: number; readonly screenings: number }> {
  return { cdms: await countCdms(tx, span), screenings: await countScreenings(tx, span) }
}
