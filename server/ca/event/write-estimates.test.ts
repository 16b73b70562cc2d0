import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../platform/testing/test-api.ts'
import { STANDARD_THRESHOLDS } from '../satellite/record/thresholds.data.ts'
import { asOperator } from '../testing/ca-operator.ts'
import { simulatedSets, storeSets } from '../testing/test-catalogue.ts'
import { reassess } from './reassess.job.ts'
import { writeEstimates } from './write-estimates.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const HOUR_MS = 3_600_000
const LOW_PERIOD_S = 5_700
const SIDEREAL_DAY_S = 86_164
/** The other object of the first encounter of a stored screening. */
const OTHER = 100_001

/** Stores a finished screening in which a satellite meets a number of objects, each within the hundred metres that make it HIGH. */
async function storeScreening(
  tenantId: string,
  satelliteId: string,
  { count, at, periodS = LOW_PERIOD_S, laterS = 0 }: { count: number; at: Date; periodS?: number; laterS?: number },
) {
  const id = randomUUID()
  const query = (text: string, values: unknown[]) => api.database.query(text, values)
  await query(
    `insert into screening.screening (tenant_id, id, type, from_at, to_at, threshold, objects, state, parts_total, created_by, created_at)
     values ($1, $2, 'TLE_VS_CAT', $3, $4, '{"missM": 5000}', $5, 'done', 1, 'test', $6)`,
    [tenantId, id, new Date(Date.now()), new Date(Date.now() + 72 * HOUR_MS), count + 1, at],
  )
  await query(
    `insert into ca.screening (tenant_id, screening_id, title, is_simulated) values ($1, $2, 'test', false)`,
    [tenantId, id],
  )
  await query(
    `insert into ca.screening_object (tenant_id, screening_id, object_id, name, satellite_id, thresholds)
     values ($1, $2, '43617', 'SAT', $3, $4)`,
    [tenantId, id, satelliteId, JSON.stringify(STANDARD_THRESHOLDS)],
  )
  await query(
    `insert into screening.encounter (tenant_id, screening_id, seconds, primary_place, secondary_place, kind, primary_id, secondary_id,
       miss_m, relative_speed_mps, miss_r_m, miss_t_m, miss_n_m, velocity_r_mps, velocity_t_mps, velocity_n_mps,
       probability, probability_reason, maximum_probability, primary_speed_mps, primary_period_s)
     select $1, $2, 7200 + n * 60 + $5, 0, n, 'minimum', '43617', (100000 + n)::text, 50, 10000, 30, 20, 34, 0, 7000, 7000,
       0.01, 'class-table', 0.01, 7500, $4
     from generate_series(1, $3::int) n`,
    [tenantId, id, count, periodS, laterS],
  )
  return id
}

/** Starts to count the statements that write to tables; a statement counts once, whatever the number of its rows. */
async function countStatements(...tables: string[]): Promise<() => Promise<number[]>> {
  await api.database.query('create table public.written (place bigserial, name text)')
  await api.database.query(`create function public.count_statement() returns trigger language plpgsql security definer as $$
    begin insert into public.written (name) values (tg_table_schema || '.' || tg_table_name); return null; end $$`)
  for (const table of tables)
    await api.database.query(
      `create trigger counted after insert on ${table} for each statement execute function public.count_statement()`,
    )
  return async () => {
    const rows = await api.database.query<{ name: string }>('delete from public.written returning name')
    return tables.map((table) => rows.filter(({ name }) => name === table).length)
  }
}

test('writeEstimates() writes all events, estimates and changes with one statement each, whatever their number', async () => {
  const tenantId = 'organisation:many'
  const { satelliteId } = await asOperator(api, 'many').addSatellite(43_617)
  const counted = await countStatements('ca.conjunction', 'ca.estimate', 'events.event')
  for (const [round, created] of [40, 0].entries()) {
    const at = new Date(Date.now() - 60_000 + round * 1_000)
    const screeningId = await storeScreening(tenantId, satelliteId, { count: 40, at })
    await counted()
    await api.api.platform.db.tenant(tenantId, (tx) => writeEstimates(tx, { tenantId, screeningId }, new Date()))
    expect(await counted()).toEqual([1, 1, 1])
    const events = await api.database.query('select 1 from ca.conjunction where version = 1', [])
    expect(events).toHaveLength(created)
    const valid = await api.database.query('select 1 from ca.estimate where ended is null and screening_id = $1', [
      screeningId,
    ])
    expect(valid).toHaveLength(40)
  }
  expect(await api.database.query("select 1 from ca.estimate where ended = 'SUPERSEDED'")).toHaveLength(40)
})

test('the estimates of a removed satellite belong to the one that is added again, and its next screening replaces them', async () => {
  const tenantId = 'organisation:again'
  const operator = asOperator(api, 'again')
  const removed = await operator.addSatellite(43_617)
  const { db } = api.api.platform
  const screen = async (satelliteId: string, at: Date) => {
    const screeningId = await storeScreening(tenantId, satelliteId, { count: 1, at })
    await db.tenant(tenantId, (tx) => writeEstimates(tx, { tenantId, screeningId }, new Date()))
    return screeningId
  }
  const first = await screen(removed.satelliteId, new Date(Date.now() - 60_000))
  const [event] = await operator.events()
  await operator.call(`DELETE /api/v1/ca/satellites/${removed.satelliteId}`)
  const { satelliteId } = await operator.addSatellite(43_617)
  const input = { tenantId, conjunctionId: event!.conjunctionId, cause: 'again', at: new Date().toISOString() }
  const { signal } = new AbortController()
  const assessed = await reassess.work(input, { db, log: api.log, jobId: 'again', attempt: 1, signal, threads: 1 })
  await db.tenant(tenantId, (tx) => reassess.effect(tx, input, { result: assessed, now: new Date() }))
  // No message names the satellite of this event: the numbers of its objects do.
  expect(await operator.events()).toMatchObject([{ conjunctionId: input.conjunctionId, satelliteId }])
  const second = await screen(satelliteId, new Date())
  const stored = `select screening_id, satellite_id, ended from ca.estimate where tenant_id = $1 order by made_at`
  expect(await api.database.query(stored, [tenantId])).toEqual([
    { screening_id: first, satellite_id: satelliteId, ended: 'SUPERSEDED' },
    { screening_id: second, satellite_id: satelliteId, ended: null },
  ])
})

// Flight rule F6: approaches within 450 s are one event below 2,000 km, and within a quarter of an hour above; the shorter period of both orbits
// decides.
test.each([
  { periodS: LOW_PERIOD_S, otherS: undefined, noradId: 43_618, events: 2 },
  { periodS: SIDEREAL_DAY_S, otherS: undefined, noradId: 43_619, events: 1 },
  { periodS: SIDEREAL_DAY_S, otherS: SIDEREAL_DAY_S, noradId: 43_620, events: 1 },
  { periodS: SIDEREAL_DAY_S, otherS: LOW_PERIOD_S, noradId: 43_621, events: 2 },
])(
  'an approach that moves by 800 s belongs to $events events where revolutions take $periodS s and $otherS s',
  async (one) => {
    const { periodS, otherS, noradId, events } = one
    await api.database.query('delete from tle.element_set where norad_id = $1', [OTHER])
    if (otherS !== undefined) {
      const meanMotionRadPerS = (2 * Math.PI) / otherS
      await storeSets(
        api.database,
        simulatedSets(1).map((set) => ({ ...set, noradId: OTHER, meanMotionRadPerS })),
      )
    }
    const name = `high-${noradId}`
    const { satelliteId } = await asOperator(api, name).addSatellite(noradId)
    const tenantId = `organisation:${name}`
    for (const [round, laterS] of [0, 800].entries()) {
      const at = new Date(Date.now() - 60_000 + round * 1_000)
      const screeningId = await storeScreening(tenantId, satelliteId, { count: 1, at, periodS, laterS })
      await api.api.platform.db.tenant(tenantId, (tx) => writeEstimates(tx, { tenantId, screeningId }, new Date()))
    }
    const found = await api.database.query('select 1 from ca.conjunction where tenant_id = $1', [tenantId])
    expect(found).toHaveLength(events)
  },
)
