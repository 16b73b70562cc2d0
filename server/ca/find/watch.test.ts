import type { Watch } from '@apsis/contract/ca/find.ts'
import type { Problem } from '@apsis/contract/errors.ts'
import type { Notification } from '@apsis/contract/notifications/notification.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RecurringWork } from '../../platform/jobs/recurring-work.ts'
import { bodyOf, startTestApi, type TestApi } from '../../platform/testing/test-api.ts'
import { auditOf } from '../../platform/testing/test-database.ts'
import { patientCall } from '../testing/patient-call.ts'
import { simulatedSets, storeSets } from '../testing/test-catalogue.ts'
import { watchWork } from './work.ts'

const ANN = { subject: 'ann', organisation: 'watchers', roles: ['ca:user'] }
const BEN = { subject: 'ben', organisation: 'others', roles: ['ca:user'] }
const TENANT = 'organisation:watchers'
const HOUR_MS = 3_600_000
const SETS = simulatedSets(400)
const [OWN] = SETS.filter(({ meanMotionRadPerS, bstar }) => meanMotionRadPerS > 1e-3 && bstar < 1e-3)

let api: TestApi
const now = Date.now()
const stop = new AbortController()
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(async () => {
  stop.abort()
  await api.close()
})

const call = (request: string, body?: object, who = ANN) =>
  patientCall(api, who, request, body === undefined ? {} : { body: JSON.stringify(body) })
const create = (body: object) => call('POST /api/v1/ca/find/watches', body)
const list = async (who = ANN) => bodyOf<Watch[]>(await call('GET /api/v1/ca/find/watches', undefined, who))
const only = async () => (await list())[0]!
const told = async () =>
  (await bodyOf<Notification[]>(await call('GET /api/v1/notifications'))).filter(({ title }) =>
    title.startsWith('Watch: '),
  )
const hits = () => api.database.query<{ id: string; tca: Date }>('select id, tca from ca.watch_hit order by tca')
/** Runs the work once, at a later time. */
const turn = (work: RecurringWork, { later, signal = stop.signal }: { later: number; signal?: AbortSignal }) => {
  const { db, queue } = api.api.platform
  const at = now + later
  return work.turn({ db, queue, log: api.log, now: () => at, signal }, TENANT)
}
/** Makes these sets the catalogue, with a refresh just now. */
async function refresh(sets: typeof SETS): Promise<void> {
  await storeSets(api.database, sets)
}

test('a watch is answered at once and stored; later approaches are notified once, with any number of workers', async () => {
  await refresh(SETS.filter(({ noradId }) => noradId === OWN!.noradId || noradId % 7 === 0))
  const created = await create({ 'norad-id': OWN!.noradId, hours: 24, maxKm: 50 })
  expect(created.status).toBe(201)
  const first = await bodyOf<Watch>(created)
  // The objects in the comparison are counted; the names of these objects do not show their kinds.
  expect(first.catalogue).toMatchObject({ payloads: 0, debris: 0, isWhole: true, newestEpoch: first.catalogueEpoch })
  expect(first.catalogue!.unknown).toBeGreaterThan(0)
  expect(first).toMatchObject({ noradId: OWN!.noradId, satelliteId: null, with: 'all', isPaused: false, error: null })
  expect(Date.parse(first.nextRunAt!) - Date.parse(first.lastRunAt)).toBe(2 * HOUR_MS)
  const names = 'select name, tenant_id from platform.recurring_work'
  expect(await api.database.query(names)).toContainEqual({ name: 'ca.find', tenant_id: TENANT })

  await refresh(SETS)
  const [one, other] = [watchWork(), watchWork()]
  await turn(one, { later: HOUR_MS })
  expect(await only()).toEqual(first)

  await Promise.all([turn(one, { later: 2.1 * HOUR_MS }), turn(other, { later: 2.1 * HOUR_MS })])
  const second = await only()
  expect(Date.parse(second.lastRunAt)).toBe(now + 2.1 * HOUR_MS)
  expect(second.hits).toBeGreaterThan(first.hits)
  expect(second.nearest).toMatchObject({ missM: expect.any(Number), objectId: expect.any(String) })
  expect(await told()).toEqual([
    expect.objectContaining({ title: `Watch: ${first.name}`, level: 'caution', status: '2xx' }),
  ])
  expect((await told())[0]!.message).toMatch(/new close approach(es)? within 50 km; .*, miss \d+ m, TCA /)

  // With an unchanged catalogue only approaches in the added part of the span are new, and known ones keep their identity.
  const before = await hits()
  await refresh(SETS)
  await turn(one, { later: 4.2 * HOUR_MS })
  const third = await only()
  expect(Date.parse(third.lastRunAt)).toBe(now + 4.2 * HOUR_MS)
  const after = await hits()
  const known = new Set(before.map(({ id }) => id))
  const fresh = after.filter(({ id }) => !known.has(id))
  expect(after.filter(({ id }) => known.has(id)).length).toBeGreaterThan(0)
  for (const { tca } of fresh) expect(tca.getTime()).toBeGreaterThan(now + (2.1 + 24) * HOUR_MS - 1)
  expect((await told()).length).toBe(fresh.length > 0 ? 2 : 1)
})

test('without a refresh of the catalogue a watch is run when half of its span is past, and not before', async () => {
  const before = await only()
  const sinceMs = Date.parse(before.lastRunAt) - now
  const work = watchWork()
  await turn(work, { later: sinceMs + 11.9 * HOUR_MS })
  expect((await only()).lastRunAt).toBe(before.lastRunAt)
  await turn(work, { later: sinceMs + 12 * HOUR_MS })
  expect(Date.parse((await only()).lastRunAt)).toBe(now + sinceMs + 12 * HOUR_MS)
})

test('a stopped run stores nothing; a paused watch is not run; a watch that fails gives the reason', async () => {
  const before = await only()
  await refresh(SETS)
  const late = Date.parse(before.lastRunAt) - now + 2.1 * HOUR_MS
  const ended = new AbortController()
  const cut = turn(watchWork(), { later: late, signal: ended.signal })
  ended.abort()
  await cut
  expect(await only()).toEqual(before)

  const address = `/api/v1/ca/find/watches/${before.watchId}`
  const paused = await bodyOf<Watch>(await call(`PATCH ${address}`, { isPaused: true }))
  expect(paused).toMatchObject({ isPaused: true, nextRunAt: null })
  await turn(watchWork(), { later: late })
  expect((await only()).lastRunAt).toBe(before.lastRunAt)

  await call(`PATCH ${address}`, { isPaused: false })
  // The watch now names an object that is in no catalogue.
  await api.database.query('update ca.watch set norad_id = 999999999')
  await turn(watchWork(), { later: late })
  expect(await only()).toMatchObject({
    result: 'NOT_SCREENED',
    hits: 0,
    error: expect.stringMatching(/no element set/),
  })
})

test('a run that fails at its last write stores nothing, and the next run notifies of new approaches once', async () => {
  await api.database.query('delete from ca.watch')
  await refresh(SETS.filter(({ noradId }) => noradId === OWN!.noradId || noradId % 7 === 0))
  await create({ 'norad-id': OWN!.noradId, hours: 24, maxKm: 50 })
  const [before, toldBefore, hitsBefore] = [await only(), (await told()).length, await hits()]
  await refresh(SETS)
  await api.database.query(
    `create function public.break() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$;
     create trigger break before insert on notifications.notification for each row execute function public.break()`,
  )
  const late = Date.parse(before.lastRunAt) - now + 2.1 * HOUR_MS
  await expect(turn(watchWork(), { later: late })).rejects.toMatchObject({ errors: [{ message: 'broken' }] })
  expect([await only(), (await told()).length, await hits()]).toEqual([before, toldBefore, hitsBefore])

  await api.database.query('drop function public.break() cascade')
  await turn(watchWork(), { later: late })
  expect([(await told()).length, (await hits()).length > hitsBefore.length]).toEqual([toldBefore + 1, true])
})

test('another organisation sees and changes nothing; a removed watch is not run any more', async () => {
  const { watchId } = await only()
  expect(await list(BEN)).toEqual([])
  const address = `/api/v1/ca/find/watches/${watchId}`
  expect((await call(`PATCH ${address}`, { isPaused: true }, BEN)).status).toBe(404)
  expect((await call(`DELETE ${address}`, undefined, BEN)).status).toBe(404)
  expect((await call(`DELETE ${address}`)).status).toBe(204)
  expect(await list()).toEqual([])
  const [row] = await api.database.query<{ n: number }>(
    "select count(*)::int as n from platform.recurring_work where name = 'ca.find'",
  )
  expect(row!.n).toBe(0)
  expect(await api.database.query('select * from ca.watch_hit')).toEqual([])
  const audit = (await auditOf(api.database, ANN.organisation, 'watch.')).filter(({ object }) => object === watchId)
  expect(audit.map(({ actor, action }) => `${actor} ${action}`)).toEqual(
    ['create', 'remove'].map((step) => `${ANN.subject} watch.${step}`),
  )
})

test.each([
  [{}, 422, undefined],
  [{ 'norad-id': 999_999_999 }, 404, 'norad-id'],
  [{ 'norad-id': OWN!.noradId, hours: 169 }, 422, 'to'],
  [{ 'norad-id': OWN!.noradId, hours: 1 }, 400, undefined],
])('%j is refused with %i', async (body, status, parameter) => {
  const response = await create(body)
  const problem = await bodyOf<Problem>(response)
  expect(response.status).toBe(status)
  if (parameter !== undefined) expect(problem.errors?.[0]?.parameter).toBe(parameter)
})
