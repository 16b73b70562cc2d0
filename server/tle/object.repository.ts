import { sql } from 'kysely'
import type { SharedDb } from '../platform/database/database.ts'
import type { CatalogueName } from './catalogue.repository.ts'

export type ObjectRow = {
  readonly catalogue: CatalogueName
  /** The name in the catalogue of sets; null if the object was never in it. */
  readonly name: string | null
  readonly international_designator: string | null
  readonly is_listed: boolean | null
  readonly left_at: Date | null
  /** The name in the satellite catalogue; null if the object is not in it. */
  readonly satcat_name: string | null
  readonly satcat_designator: string | null
  readonly launched_on: string | null
  readonly object_type: string | null
  readonly country: string | null
  /** The day on which the object came down, according to the satellite catalogue or a message. */
  readonly came_down_on: string | null
}

/**
 * Returns the facts of the current catalogue and the satellite catalogue about an object; undefined if it was never in either. The
 * satellite catalogue contains only real objects, so it is not used for simulated ones.
 */
export async function findObject(tx: SharedDb, noradId: number): Promise<ObjectRow | undefined> {
  const { rows } = await sql<ObjectRow>`
    select c.name as catalogue, o.name, o.international_designator, o.listed_in = c.version as is_listed, o.left_at,
      s.name as satcat_name, s.international_designator as satcat_designator, s.launched_on::text as launched_on,
      coalesce(o.object_type, s.object_type) as object_type, coalesce(o.country, s.country) as country,
      coalesce(s.decayed_on, message.at)::text as came_down_on
    from tle.catalogue c
      left join tle.object o on o.catalogue = c.name and o.norad_id = ${noradId}
      left join tle.satcat s on c.name = 'gp' and s.norad_id = ${noradId}
      left join lateral (
        select (max(expected_at) at time zone 'utc')::date as at from tle.reentry
        where c.name = 'gp' and norad_id = ${noradId} and source = 'DECAY_MESSAGE') message on true
    where c.is_active and (o.norad_id is not null or s.norad_id is not null)`.execute(tx)
  return rows[0]
}
