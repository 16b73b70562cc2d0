import { sql } from 'kysely'
import type { TenantDb } from '../../../platform/database/database.ts'
import { IS_DETERMINED, MADE } from '../../ephemeris/record/determined.repository.ts'

/** An own file from before or after a burn. */
export type OwnFileRow = {
  readonly id: string
  readonly name: string
  readonly uploaded_at: Date
}

type Burn = { readonly satelliteId: string; readonly ignitionAt: Date; readonly endAt: Date }

const FILE = sql`id, name, uploaded_at`

/** Returns the newest operational file that was made after a burn and reaches beyond it. */
export async function findFileAfter(
  tx: TenantDb,
  { satelliteId, endAt }: Omit<Burn, 'ignitionAt'>,
): Promise<OwnFileRow | undefined> {
  const { rows } = await sql<OwnFileRow>`
    select ${FILE} from ca.ephemeris
    where satellite_id = ${satelliteId} and kind = 'OPERATIONAL' and state in ('VALID', 'SUPERSEDED')
      and not is_simulated and ${IS_DETERMINED} and ${MADE} >= ${endAt} and usable_stop_at > ${endAt}
    order by version desc limit 1`.execute(tx)
  return rows[0]
}

/** Returns the newest operational file from before a burn that reaches its ignition. */
export async function findFileBefore(tx: TenantDb, { satelliteId, ignitionAt }: Burn): Promise<OwnFileRow | undefined> {
  const { rows } = await sql<OwnFileRow>`
    select ${FILE} from ca.ephemeris
    where satellite_id = ${satelliteId} and kind = 'OPERATIONAL' and state in ('VALID', 'SUPERSEDED')
      and ${IS_DETERMINED} and ${MADE} < ${ignitionAt} and usable_start_at < ${ignitionAt} and usable_stop_at > ${ignitionAt}
    order by version desc limit 1`.execute(tx)
  return rows[0]
}

export type MessageAfterRow = {
  readonly id: string
  readonly message_id: string
  readonly originator: string
  readonly received_at: Date
}

/** The source of the orbits: providers, or providers with tracks of the organisation added. */
export type OrbitOf = 'PROVIDER' | 'TRACKS'

/**
 * Returns the newest message of any event of a satellite whose orbit of the satellite was fitted to observations from after a burn. Tracks count
 * only if the orbit to which they were added is also from after the burn: added to an orbit from before the burn, they give a mixture of both.
 */
export async function findMessageAfter(
  tx: TenantDb,
  { satelliteId, endAt, of }: Omit<Burn, 'ignitionAt'> & { readonly of: OrbitOf },
): Promise<MessageAfterRow | undefined> {
  const { rows } = await sql<MessageAfterRow>`
    with behind as (
      select m.id, m.conjunction_id, m.message_id, m.originator, m.creation_date, m.received_at, m.source
      from ca.satellite s
      join ca.conjunction c on c.satellite_id = s.id or c.other_satellite_id = s.id
      join ca.cdm m on m.conjunction_id = c.id and m.creation_date > ${endAt} and not m.is_simulated
        and m.withdrawn_at is null
      join lateral (select case when m.derived -> 'object1' ->> 'designator' = s.norad_id::text then m.derived -> 'object1'
        else m.derived -> 'object2' end as object) own on true
      where s.id = ${satelliteId} and (own.object ->> 'lastObservationAt')::timestamptz > ${endAt}
    )
    select id, message_id, originator, received_at from behind m
    where case when ${of} = 'PROVIDER' then source <> 'tracking'
      else source = 'tracking' and exists (select from behind root where root.conjunction_id = m.conjunction_id
        and root.source <> 'tracking' and root.creation_date <= m.creation_date) end
    order by creation_date desc, id limit 1`.execute(tx)
  return rows[0]
}

/** Returns the text of a message as it was received. */
export async function findOriginal(tx: TenantDb, id: string): Promise<Buffer | undefined> {
  const { rows } = await sql<{ original: Buffer }>`select original from ca.cdm where id = ${id}`.execute(tx)
  return rows[0]?.original
}

type OfFiles = { readonly manoeuvreId: string; readonly satelliteId: string; readonly endAt: Date }

/** Returns own files that were made before the end of a burn, were not searched for it yet, and are used by estimates that count. */
export async function listFilesToJudge(tx: TenantDb, { manoeuvreId, satelliteId, endAt }: OfFiles): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from ca.ephemeris f
    where satellite_id = ${satelliteId} and ${MADE} < ${endAt} and not ${manoeuvreId} = any(judged_burns)
      and exists (select from ca.estimate e where e.ephemeris_id = f.id and e.tca > ${endAt})
    order by version`.execute(tx)
  return rows.map(({ id }) => id)
}

type JudgedPlan = { readonly manoeuvreId: string; readonly ids: readonly string[]; readonly lacking: readonly string[] }

/** Records that files were searched for a burn, and which of the files lack the burn. */
export async function updateJudged(tx: TenantDb, { manoeuvreId, ids, lacking }: JudgedPlan): Promise<void> {
  await sql`
    update ca.ephemeris set judged_burns = judged_burns || ${manoeuvreId}::uuid,
      lacks_burns = case when id = any(${lacking}::uuid[]) then lacks_burns || ${manoeuvreId}::uuid else lacks_burns end
    where id = any(${ids}::uuid[]) and not ${manoeuvreId} = any(judged_burns)`.execute(tx)
}
