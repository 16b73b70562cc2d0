import { sql } from 'kysely'
import type { TenantDb } from '../../platform/database/database.ts'

/** The values that the statistics use from one message. They are selected from `derived` in the database, since messages are large. */
export type MessageFacts = {
  conjunctionId: string
  originator: string
  createdAt: Date
  tca: Date
  isSimulated: boolean
  /** True if the satellite is object 1; it can be object 2 if both are satellites of the organisation. */
  isFirst: boolean
  probability: number | null
  /** Object 2 minus object 1 along R, T and N of object 1, m and m/s. */
  missRtn: readonly number[]
  velocityRtn: readonly number[]
  /** The combined covariance in the conjunction plane, xx, yx, yy, m²; null if the message has none. */
  plane: readonly [number, number, number] | null
  combinedRadiusM: number | null
  otherType: string | null
  otherRadiusM: number | null
  otherRadiusFrom: string
  /** Position covariances of both objects in the axes of object 1, m². */
  primaryM2: readonly number[]
  secondaryM2: readonly number[]
}

/** The most messages of an answer: 60 a day over ten years. Reading more would take too long. */
export const MOST_MESSAGES = 200_000

const at = (path: string) => sql`(derived #>> ${path}::text[])::float8`
const vector = (path: string) => sql`array[${at(`${path},r}`)}, ${at(`${path},t}`)}, ${at(`${path},n}`)}]`

export type FactsWanted = {
  readonly satelliteId: string
  readonly from: Date
  readonly to: Date
  /** The largest number of messages; the newest are used. */
  readonly most: number
}

type FactsRow = Omit<MessageFacts, 'plane'> & { xx: number | null; yx: number | null; yy: number | null }

/** Returns the messages of a satellite's events with a closest approach in a span: at most `most` of the newest, in ascending order of time. */
export async function listMessageFacts(
  tx: TenantDb,
  { satelliteId, from, to, most }: FactsWanted,
): Promise<MessageFacts[]> {
  const { rows } = await sql<FactsRow>`
    select conjunction_id as "conjunctionId", originator, creation_date as "createdAt", tca,
      is_simulated as "isSimulated", coalesce(satellite_id = ${satelliteId}, false) as "isFirst",
      ${at('{conjunctionData,probabilityOfCollision}')} as probability,
      ${vector('{conjunctionData,relativePosition')} as "missRtn",
      ${vector('{conjunctionData,relativeVelocity')} as "velocityRtn",
      ${at('{conjunctionData,combinedPlaneCovarianceXX}')} as xx,
      ${at('{conjunctionData,combinedPlaneCovarianceYX}')} as yx,
      ${at('{conjunctionData,combinedPlaneCovarianceYY}')} as yy,
      ${at('{assessment,hardBodyRadius}')} as "combinedRadiusM",
      other ->> 'objectType' as "otherType", (other ->> 'hardBodyRadius')::float8 as "otherRadiusM",
      other ->> 'hardBodyRadiusFrom' as "otherRadiusFrom",
      derived #> '{comparison,primaryM2}' as "primaryM2", derived #> '{comparison,secondaryM2}' as "secondaryM2"
    from ca.cdm
    cross join lateral (select case when satellite_id = ${satelliteId} then derived -> 'object2'
      else derived -> 'object1' end as other) as objects
    where (satellite_id = ${satelliteId} or other_satellite_id = ${satelliteId}) and tca >= ${from} and tca < ${to}
      and withdrawn_at is null
    order by creation_date desc, id desc limit ${most}`.execute(tx)
  return rows.toReversed().map(({ xx, yx, yy, ...rest }) => ({
    ...rest,
    plane: xx === null || yx === null || yy === null ? null : [xx, yx, yy],
  }))
}

/** The decision about an event; null if there was none. */
export type EventDecision = { conjunctionId: string; decision: string | null }

/** Returns the decisions about all events of a satellite. */
export async function listEventDecisions(tx: TenantDb, satelliteId: string): Promise<EventDecision[]> {
  const { rows } = await sql<EventDecision>`
    select id as "conjunctionId", decision ->> 'decision' as decision from ca.conjunction
    where (satellite_id = ${satelliteId} or other_satellite_id = ${satelliteId})
      and decision ->> 'decision' is not null`.execute(tx)
  return rows
}

/** Returns a version that rises with each change of an event of the organisation; older results are then computed again. */
export async function readEventVersion(tx: TenantDb): Promise<string> {
  const { rows } = await sql<{ version: string }>`select version::text from ca.conjunction_list`.execute(tx)
  return rows[0]?.version ?? '0'
}

/** A longer message is unusual, and is left out of the sample. */
const MOST_SAMPLED_BYTES = 64 * 1024

/** Returns the newest messages of the organisation as they were received, each pair of objects once. */
export async function listNewestOriginals(tx: TenantDb, most: number): Promise<Buffer[]> {
  const { rows } = await sql<{ original: Buffer }>`
    select original from (
      select distinct on (derived #>> '{object1,designator}', derived #>> '{object2,designator}')
        original, creation_date, id
      from (
        select original, derived, creation_date, id from ca.cdm
        where length(original) <= ${MOST_SAMPLED_BYTES} and withdrawn_at is null order by creation_date desc, id limit ${most}) as newest
      order by derived #>> '{object1,designator}', derived #>> '{object2,designator}', creation_date desc, id
    ) as once order by creation_date desc, id`.execute(tx)
  return rows.map(({ original }) => original)
}
