import { sql } from 'kysely'
import type { TenantDb } from '../../platform/database/database.ts'

/**
 * Returns the numbers of both objects of each real event that is near in time and likely, by its own or its reported probability; the
 * messages of these objects are fetched every hour.
 */
export async function listUrgentObjects(
  tx: TenantDb,
  { from, to, probability }: { readonly from: Date; readonly to: Date; readonly probability: number },
): Promise<string[]> {
  const { rows } = await sql<{ designator: string }>`
    select distinct unnest(array[object_low, object_high]) as designator from ca.conjunction
    where tca > ${from} and tca < ${to} and not (facts ->> 'isSimulated')::boolean
      and greatest((facts -> 'conjunctionData' ->> 'probabilityOfCollision')::float8,
        (facts -> 'reported' ->> 'probability')::float8) > ${probability}
    order by designator`.execute(tx)
  return rows.map(({ designator }) => designator).filter((designator) => /^\d{1,9}$/.test(designator))
}
