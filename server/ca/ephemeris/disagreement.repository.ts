import { sql } from 'kysely'
import type { TenantDb } from '../../platform/database/database.ts'
import type { SatelliteRow } from '../satellite/record/satellite.repository.ts'

/** A message that an ephemeris is compared with. */
export type LastMessage = {
  readonly id: string
  readonly messageId: string
  readonly originator: string
  readonly createdAt: Date
  /** The last observation for its orbit of the satellite, or its creation date if it does not state one. */
  readonly dataAt: Date
  readonly original: Buffer
}

type DisagreementQuestion = {
  readonly satellite: Pick<SatelliteRow, 'id' | 'norad_id'>
  /** The beginning of the span of the closest approach. */
  readonly from: Date
  readonly to: Date
  /** Messages that are older than the newest one by more than this are not among its last messages. */
  readonly freshMs: number
  readonly most: number
}

/**
 * Returns the newest message of each event of a satellite whose closest approach is in a span, newest first. Messages are left out if another
 * message of the satellite has made them old, if their track was withdrawn, if tracks of the organisation made them, or if they contradict
 * themselves.
 */
export async function listLastMessages(
  tx: TenantDb,
  { satellite, from, to, freshMs, most }: DisagreementQuestion,
): Promise<LastMessage[]> {
  const { rows } = await sql<LastMessage>`
    with said as (
      select distinct on (m.conjunction_id) m.id, m.message_id, m.originator, m.creation_date, m.derived
      from ca.conjunction c join ca.cdm m on m.conjunction_id = c.id
      where (c.satellite_id = ${satellite.id} or c.other_satellite_id = ${satellite.id})
        and m.tca between ${from} and ${to} and m.withdrawn_at is null and m.source <> 'tracking'
        and coalesce(m.derived -> 'assessment' ->> 'reason', '') not in ('message-contradicts-itself', 'covariance-not-credible')
      order by m.conjunction_id, m.creation_date desc, m.id desc
    ), newest as (
      select said.*, case when derived -> 'object1' ->> 'designator' = ${String(satellite.norad_id)}
          then derived -> 'object1' else derived -> 'object2' end as own
      from said where creation_date >= (select max(creation_date) from said) - make_interval(secs => ${freshMs / 1000})
      order by creation_date desc, id desc limit ${most}
    )
    select n.id, n.message_id as "messageId", n.originator, n.creation_date as "createdAt",
      coalesce((n.own ->> 'lastObservationAt')::timestamptz, n.creation_date) as "dataAt", m.original
    from newest n join ca.cdm m on m.id = n.id
    order by n.creation_date desc, n.id desc`.execute(tx)
  return rows
}

/** A burn of a satellite, ms since 1970. */
export type KnownBurn = { readonly ignitionMs: number; readonly endMs: number }

/** Returns the burns of a satellite after a time that are planned and approved, were executed, or were announced. */
export async function listKnownBurns(
  tx: TenantDb,
  { id, norad_id: noradId }: Pick<SatelliteRow, 'id' | 'norad_id'>,
  after: Date,
): Promise<KnownBurn[]> {
  const { rows } = await sql<KnownBurn>`
    select extract(epoch from ignition_at)::float8 * 1000 as "ignitionMs",
      (extract(epoch from ignition_at)::float8 + seconds) * 1000 as "endMs"
    from (
      select ignition_at, (burn ->> 'manoeuvreDuration')::float8 as seconds from ca.manoeuvre
      where satellite_id = ${id} and state in ('APPROVED', 'EXPORTED', 'EXECUTED', 'VERIFIED', 'PARTIAL')
      union all
      select ignition_at, coalesce((fields ->> 'durationS')::float8, 0) from ca.burn_notice where norad_id = ${noradId}
    ) burn
    where ignition_at + make_interval(secs => seconds) > ${after}`.execute(tx)
  return rows
}
