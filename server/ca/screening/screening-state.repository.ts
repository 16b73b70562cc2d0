import type { ScreeningState } from '@apsis/contract/ca/satellite/screening-state.ts'
import { type HoldingSource, holdingOf } from '@apsis/contract/tle/catalogue-holding.ts'
import { countKinds, type KindCounts } from '@apsis/contract/tle/object-kind.ts'
import { sql } from 'kysely'
import type { TenantDb } from '../../platform/database/database.ts'

type StateRow = {
  id: string
  conjunctions: number
  ended_at: Date | null
  from_at: Date | null
  to_at: Date | null
  is_ahead: boolean
  catalogue_kinds: KindCounts | null
  catalogue_sources: readonly HoldingSource[] | null
  catalogue_epoch: Date | null
  is_simulated: boolean | null
}

/** The counts of an empty catalogue. */
const NOTHING = JSON.stringify(countKinds([]))

/**
 * Returns, for each satellite, the number of future events, and its newest complete screening against the catalogue, with its operational
 * ephemeris or its element set. The screening of a candidate does not count, and neither does a screening with an empty catalogue.
 */
export async function listScreeningStates(
  tx: TenantDb,
  satelliteIds: readonly string[],
): Promise<Map<string, ScreeningState>> {
  const { rows } = await sql<StateRow>`
    select asked.id, ahead.conjunctions, last.ended_at, last.from_at, last.to_at,
      last.catalogue_kinds, last.catalogue_sources, last.catalogue_epoch, last.is_simulated, coalesce(last.to_at > now(), false) as is_ahead
    from unnest(${satelliteIds}::uuid[]) as asked (id)
      cross join lateral (
        select count(*)::int as conjunctions from ca.conjunction c
        where c.tca > now() and (c.satellite_id = asked.id or c.other_satellite_id = asked.id)
      ) ahead
      left join lateral (
        select s.ended_at, s.from_at, s.to_at, c.catalogue_kinds, c.catalogue_sources, c.catalogue_epoch, c.is_simulated
        from ca.screening_object o join screening.screening s on s.id = o.screening_id
          join ca.screening c on c.screening_id = s.id
          left join ca.ephemeris e on e.id = o.ephemeris_id
        where o.satellite_id = asked.id and o.thresholds is not null and s.state = 'done'
          and s.type in ('OPS_VS_CAT', 'TLE_VS_CAT', 'OPS_VS_TLE', 'TLE_VS_TLE')
          and (o.ephemeris_id is null or e.kind = 'OPERATIONAL')
          and c.catalogue_kinds is distinct from ${NOTHING}::jsonb
          and not exists (
            select from screening.not_screened n where n.screening_id = s.id and n.object_id = o.object_id
          )
        order by s.created_at desc limit 1
      ) last on true`.execute(tx)
  return new Map(rows.map((row) => [row.id, presentState(row)]))
}

function presentState({ conjunctions, ended_at, from_at, to_at, is_ahead, ...held }: StateRow): ScreeningState {
  const { catalogue_kinds: kinds, catalogue_sources: sources, catalogue_epoch: newestEpoch, is_simulated } = held
  const isSimulated = is_simulated === true
  return {
    state: conjunctions > 0 ? 'CONJUNCTIONS' : is_ahead ? 'CLEAR' : 'NOT_SCREENED',
    conjunctions,
    screenedAt: ended_at?.toISOString() ?? null,
    from: from_at?.toISOString() ?? null,
    to: to_at?.toISOString() ?? null,
    catalogue: kinds === null ? null : holdingOf(kinds, { newestEpoch, isSimulated, sources: sources ?? [] }),
  }
}
