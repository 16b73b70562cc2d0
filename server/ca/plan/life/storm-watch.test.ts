import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../../platform/testing/test-api.ts'
import { asSuperuser } from '../../../platform/testing/test-database.ts'
import { planAt } from '../../testing/plan-operator.ts'
import { listOpen } from '../record/plan.repository.ts'
import { tellStorms } from './storm-watch.ts'
import { manoeuvreWork } from './watch-work.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

/** A cube satellite with vanes, as in drag-plan.test.ts. */
const VANES = { type: 'DIFFERENTIAL_DRAG', minAreaM2: 0.05, maxAreaM2: 0.5, maxDurationH: 72 }
const CRAFT = { propulsion: VANES, wetMass: 4, dragArea: 0.1, hardBodyRadius: 0.5 }
const CDM = { hbrM: null, missM: 20, sigmaM: 40, ownDragM2PerKg: 0.05 } as const

test('a storm that becomes known after a plan by drag was made is reported once for each day, and for no other plan', async () => {
  const operator = await planAt(api, 'storm-told', { configuration: CRAFT, cdm: CDM })
  const start = { unit: 'DATE', value: '2030-01-04T12:00:00.000Z' }
  const plan = await operator.planned({ start, manoeuvreDuration: { unit: 'SECONDS', value: 3_600 } })
  const { db, queue } = api.api.platform
  const platform = { db, queue, log: api.log, now: Date.now, signal: new AbortController().signal }
  const storm = (day: string, knownAt: string) =>
    db.shared((tx) => sql`insert into weather.storm (day, known_at) values (${day}::date, ${knownAt})`.execute(tx))
  const told = async () => {
    await manoeuvreWork().turn(platform, operator.tenantId)
    const notices = (await operator.notices()).filter(({ finding }) => finding?.code === 'plan-storm')
    return notices.map(({ level, finding }) => `${level} ${finding?.values.day} ${finding?.values.plan}`)
  }
  expect(await told()).toEqual([])
  // A storm before the start, after the closest approach, or known before the plan was made is already included or does not matter.
  const [past, later] = ['2000-01-01T00:00:00Z', new Date(Date.now() + 60_000).toISOString()]
  await storm('2030-01-02', later)
  await storm('2030-01-07', later)
  await storm('2030-01-04', past)
  expect(await told()).toEqual([])
  await storm('2030-01-05', later)
  // A plan that cannot be checked, here because it has no closest approach, does not delay the others.
  const [row] = await db.tenant(operator.tenantId, listOpen)
  const broken = { ...row!, burn: { ...row!.burn, after: { ...row!.burn.after!, tca: null as unknown as string } } }
  await tellStorms(platform, operator.tenantId, [broken, row!])
  expect(await told()).toEqual([`caution 2030-01-05 ${plan.name}`])
  expect(await told()).toHaveLength(1)
  // A second day before or after the first one is reported as well.
  await asSuperuser(api.database.superuserUrl, (client) =>
    client.query(`update weather.storm set known_at = $1 where day = '2030-01-04'`, [later]),
  )
  expect((await told()).toSorted()).toEqual([`caution 2030-01-04 ${plan.name}`, `caution 2030-01-05 ${plan.name}`])
  expect(await told()).toHaveLength(2)
  const [notice] = (await operator.notices()).filter(({ finding }) => finding?.code === 'plan-storm')
  expect(notice!.message).toContain(String(notice!.finding!.values.day))
})
