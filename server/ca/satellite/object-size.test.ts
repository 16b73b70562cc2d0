import type { ObjectSize } from '@apsis/contract/ca/satellite/object-size.ts'
import type { EventContext } from '@apsis/contract/ca/statistics/event-context.ts'
import type { Problem } from '@apsis/contract/errors.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bodyOf, startTestApi, type TestApi } from '../../platform/testing/test-api.ts'
import { reassess } from '../event/reassess.job.ts'
import { asOperator } from '../testing/ca-operator.ts'
import { cdmText } from '../testing/cdm-text.ts'

const [OWN, OTHER] = [43_617, 71_100]
const DAY_MS = 86_400_000
const OWN_RADIUS_M = 2
/** The bodies are small compared with errors of 71 m: the density is nearly constant over either body, so that Pc is proportional to its area. */
const SMALL_BODY = 0.01
const TABLE = `norad_id;name;radius_m;core_radius_m;mass_kg;source
${OTHER};"OTHER; named";0.5;0.2;40;radar
90002;UPPER STAGE;;;1800;operator
`

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const load = (operator: ReturnType<typeof asOperator>, text: string, query = '') =>
  operator.call(`POST /api/v1/ca/object-sizes${query}`, { body: text, headers: { 'content-type': 'text/csv' } })

/** Runs the job that a worker would run. */
async function assessAgain(organisation: string, conjunctionId: string): Promise<void> {
  const { db } = api.api.platform
  const input = { tenantId: `organisation:${organisation}`, conjunctionId, cause: 'test', at: new Date().toISOString() }
  const { signal } = new AbortController()
  const run = { db, log: api.log, jobId: 'test', attempt: 1, signal, threads: 1 }
  const result = await reassess.work(input, run)
  await db.tenant(input.tenantId, (tx) => reassess.effect(tx, input, { result, now: new Date() }))
}

test('a table of sizes and masses is used for the probability and for the consequence of a collision', async () => {
  const operator = asOperator(api, 'sizes')
  await operator.addSatellite(OWN, { hardBodyRadius: OWN_RADIUS_M, wetMass: 500 })
  const tca = new Date(Date.now() + 3 * DAY_MS).toISOString()
  const createdAt = new Date().toISOString()
  const [taken] = await operator.take(
    cdmText({ objects: [String(OWN), String(OTHER)], tca, createdAt, missM: 100, hbrM: null, volumesM: [2, 3] }),
  )
  const id = taken!.conjunctionId!
  const cdm = async () =>
    (await operator.read<{ object2: object; assessment: { probability: number } }[]>(`/cdms?conjunction-id=${id}`))[0]!
  const before = await cdm()
  expect(before).toMatchObject({ object2: { hardBodyRadius: 3, hardBodyRadiusFrom: 'message' } })
  const answer = await bodyOf<object>(await load(operator, TABLE))
  expect(answer).toEqual({ loaded: 2, removed: 0, total: 2, reassessed: 1 })
  await assessAgain('sizes', id)
  const after = await cdm()
  expect(after).toMatchObject({ object2: { hardBodyRadius: 0.5, hardBodyRadiusFrom: 'table' } })
  // The compared areas are circles whose radius is the sum of both objects' radii.
  const areas = (OWN_RADIUS_M + 0.5) ** 2 / (OWN_RADIUS_M + 3) ** 2
  expect(Math.abs(after.assessment.probability / before.assessment.probability / areas - 1)).toBeLessThan(SMALL_BODY)
  const context = await operator.read<EventContext>(`/statistics/event-context?conjunction-id=${id}`)
  expect(context).toMatchObject({
    object2: { radiusM: 0.5, radiusFrom: 'table', coreRadiusM: 0.2 },
    messages: [{ object2: { massKg: 40 } }],
  })
  // The energy is far above 40 kJ for each kg of the larger body (NASA standard breakup model): 40 kg at 10.7 km/s.
  expect(context.consequence).toMatchObject({ isCatastrophic: true })
  // A message that arrives later is assessed with the table at once.
  await operator.take(cdmText({ objects: [String(OWN), String(OTHER)], tca, createdAt: tca, hbrM: null }))
  expect(await operator.read(`/cdms?conjunction-id=${id}&sort=-creationDate`)).toMatchObject([
    { object2: { hardBodyRadius: 0.5 } },
    { object2: { hardBodyRadius: 0.5 } },
  ])
  await operator.call(`DELETE /api/v1/ca/object-sizes/${OTHER}`)
  await assessAgain('sizes', id)
  expect(await cdm()).toMatchObject({ object2: { hardBodyRadiusFrom: expect.stringMatching(/message|default/) } })
  expect((await operator.call(`DELETE /api/v1/ca/object-sizes/${OTHER}`)).status).toBe(404)
  const audit = await api.database.query(
    `select action from platform.audit where tenant_id = 'organisation:sizes' and action like 'object-size%' order by seq`,
  )
  expect(audit.map(({ action }) => action)).toEqual(['object-size.load', 'object-size.remove'])
})

test('the table is read back by number, replaced completely, and belongs to its organisation', async () => {
  const operator = asOperator(api, 'table')
  await load(operator, TABLE)
  const read = (query = '') => operator.read<ObjectSize[]>(`/object-sizes${query}`)
  expect(await read()).toMatchObject([
    { noradId: OTHER, name: 'OTHER; named', radiusM: 0.5, coreRadiusM: 0.2, massKg: 40, source: 'radar' },
    { noradId: 90_002, radiusM: null, massKg: 1800 },
  ])
  expect(await read('?norad-id=90002')).toHaveLength(1)
  expect(await asOperator(api, 'strangers').read('/object-sizes')).toEqual([])
  const answer = await bodyOf(await load(operator, 'norad_id,radius_m\n90003,1.5\n', '?replace=true'))
  expect(answer).toMatchObject({ loaded: 1, removed: 2, total: 1 })
  expect(await read()).toMatchObject([{ noradId: 90_003, radiusM: 1.5, massKg: null }])
})

test('a table with faults changes nothing, and each fault is listed by its line', async () => {
  const operator = asOperator(api, 'faults')
  const problem = async (text: string) => bodyOf<Problem>(await load(operator, text))
  const { status, errors } = await problem(
    'norad_id,radius_m,mass_kg\n90001,1.5,\n90001,1,\nx,1,\n5,0,\n6,,\n7,1,1e9\n8,1,1,1\n',
  )
  expect(status).toBe(422)
  expect(errors?.map(({ line }) => line)).toEqual([3, 4, 5, 6, 7, 8])
  expect((await problem('name,radius_m\nA,1\n')).detail).toContain('norad_id')
  expect((await problem('norad_id,radius_m,colour\n1,1,red\n')).detail).toContain('colour')
  const many = Array.from({ length: 10_001 }, (_, place) => `${place + 1},1`)
  expect((await problem(['norad_id,radius_m', ...many].join('\n'))).detail).toContain('10000')
  expect(await operator.read('/object-sizes')).toEqual([])
})
