/** Tests of the notices about a screening that the person who ordered it gets, by the ticked statuses, with a real receiver. */
import type { Satellite } from '@apsis/contract/ca/satellite/satellite.ts'
import type { Screening } from '@apsis/contract/ca/screening/screening.ts'
import type { WebhookEvent } from '@apsis/contract/notifications/webhook-event.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Delivering, type Person, startDelivering } from '../../delivery/testing/delivering.ts'
import { startTestReceiver, type TestReceiver } from '../../delivery/testing/receiver.ts'
import { JOBS } from '../../jobs.ts'
import { type Database, openDatabase } from '../../platform/database/database.ts'
import { openQueue, type Queue } from '../../platform/jobs/jobs.ts'
import { bodyOf } from '../../platform/testing/test-api.ts'
import { auditOf } from '../../platform/testing/test-database.ts'
import { patientCall } from '../testing/patient-call.ts'
import { simulatedSets, storeSets } from '../testing/test-catalogue.ts'
import { part } from './run/part.job.ts'

const PATIENCE = { timeout: 30_000, interval: 50 }
const SETS = simulatedSets(200)

let world: Delivering
let hook: TestReceiver
let [queue, db]: [Queue | undefined, Database | undefined] = [undefined, undefined]
beforeAll(async () => {
  world = await startDelivering()
  await world.start()
  hook = await startTestReceiver()
  await storeSets(world.api.database, SETS)
})
afterAll(async () => {
  await queue?.stop(1_000)
  await db?.close()
  await hook.close()
  await world.close()
})

const ada = (organisation: string, subject = 'ada'): Person => ({ subject, organisation, roles: ['ca:user'] })
const call = (who: Person, line: string, body?: object) =>
  patientCall(world.api, who, line, body === undefined ? {} : { body: JSON.stringify(body) })

async function order(who: Person, place: number): Promise<Screening> {
  const { noradId } = SETS.filter(({ meanMotionRadPerS }) => meanMotionRadPerS > 1e-3)[place]!
  const made = await call(who, 'POST /api/v1/ca/satellites', { name: `SAT ${noradId}`, noradId })
  const { satelliteId } = await bodyOf<Satellite>(made)
  const asked = { 'satellite-id': satelliteId, hours: 1, thresholdM: 20_000 }
  const response = await call(who, 'POST /api/v1/ca/screenings', asked)
  expect(response.status).toBe(201)
  return bodyOf<Screening>(response)
}

const told = (of: Screening): [string, unknown][] =>
  hook.received.flatMap(({ body }): [string, unknown][] => {
    const { title, finding, link } = (JSON.parse(body) as WebhookEvent).data
    return link === `/screening?screening=${of.screeningId}` ? [[title, finding?.values.status]] : []
  })
async function settled(who: Person, of: Screening): Promise<[string, unknown][]> {
  await vi.waitFor(async () => expect(await world.deliveries(who, '?state=waiting')).toEqual([]), PATIENCE)
  return told(of)
}

test('the person who ordered a screening is notified of the ticked statuses, and nobody else is notified', async () => {
  const [who, ben] = [ada('ordering'), ada('ordering', 'ben')]
  await world.save(who, { webhook: [hook.url], statuses: ['PENDING', 'CANCELLED'] })
  const other = await startTestReceiver()
  await world.save(ben, { webhook: [other.url], statuses: ['PENDING', 'CANCELLED', 'COMPLETED_OK', 'IN_PROGRESS'] })
  const ordered = await order(who, 0)
  expect((await call(who, `DELETE /api/v1/ca/screenings/${ordered.screeningId}`)).status).toBe(204)
  await vi.waitFor(() => expect(told(ordered).length).toBe(2), PATIENCE)
  expect(await settled(who, ordered)).toEqual([
    ['Screening requested', 'PENDING'],
    ['Screening cancelled', 'CANCELLED'],
  ])
  expect(other.received).toEqual([])
  await other.close()
})

test('the person who orders, cancels, resumes and removes a screening is in the audit record', async () => {
  const who = ada('audited')
  const { screeningId } = await order(who, 0)
  const path = `/api/v1/ca/screenings/${screeningId}`
  for (const line of [`DELETE ${path}`, `POST ${path}/resume`, `DELETE ${path}`, `DELETE ${path}`])
    expect((await call(who, line)).ok).toBe(true)
  const acts = ['create', 'cancel', 'resume', 'cancel', 'remove']
  expect(await auditOf(world.api.database, 'audited', 'screening.')).toMatchObject(
    acts.map((act) => ({ actor: 'ada', action: `screening.${act}`, object: screeningId })),
  )
})

test('a failed screening notifies its owner even if no status is ticked, and is shown on the page', async () => {
  const who = ada('failing')
  await world.save(who, { webhook: [hook.url], statuses: [] })
  const failing = await order(who, 1)
  const tenantId = 'organisation:failing'
  const input = { tenantId, screeningId: failing.screeningId, place: 0, round: 1 }
  await world.api.api.platform.db.tenant(tenantId, (tx) => part.givenUp!(tx, input, 'out of memory'))
  await vi.waitFor(() => expect(told(failing)).toEqual([['Screening failed', 'FAILED']]), PATIENCE)
  const listed = await bodyOf<{ title: string }[]>(await call(who, 'GET /api/v1/notifications'))
  expect(listed.map(({ title }) => title)).toEqual(expect.arrayContaining(['Screening requested', 'Screening failed']))
})

test('a complete screening reports its encounters; if other statuses are ticked it sends no notice', async () => {
  const [who, quiet] = [ada('complete'), ada('quiet')]
  await world.save(who, { webhook: [hook.url], statuses: ['COMPLETED_OK'] })
  await world.save(quiet, { webhook: [hook.url], statuses: ['PENDING'] })
  const [heard, unheard] = [await order(who, 2), await order(quiet, 3)]
  const url = world.api.database.appUrl
  db = openDatabase({ url, pool: 4, name: 'test-worker', log: world.api.log })
  queue = await openQueue({ url, pool: 2, log: world.api.log }, 'worker')
  await queue.work(JOBS, db, 1)
  await vi.waitFor(() => expect(told(heard)).toEqual([['Screening complete', 'COMPLETED_OK']]), PATIENCE)
  const state = async () =>
    (await bodyOf<Screening>(await call(quiet, `GET /api/v1/ca/screenings/${unheard.screeningId}`))).state
  await expect.poll(state, PATIENCE).toBe('done')
  expect(await settled(quiet, unheard)).toEqual([['Screening requested', 'PENDING']])
  const done = await bodyOf<Screening>(await call(who, `GET /api/v1/ca/screenings/${heard.screeningId}`))
  const event = hook.received
    .map(({ body }) => (JSON.parse(body) as WebhookEvent).data)
    .find(({ finding }) => finding?.values.status === 'COMPLETED_OK')
  expect(event?.finding?.values).toMatchObject({ found: done.encounters, notScreened: done.notScreened, simulated: 1 })
})
