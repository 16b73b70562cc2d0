import {
  MOST_MESSAGE_CHARACTERS,
  MOST_MESSAGE_STATES,
  MOST_OPEN_REQUESTS,
} from '@apsis/contract/odt/request/request.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bodyOf, startTestApi, type TestApi } from '../../platform/testing/test-api.ts'
import { mostInPoolDuring } from '../../platform/thread/testing/in-pool.ts'
import { readOrbitText } from '../object/read-orbit-task.ts'
import { openOperator } from '../testing/operator.ts'
import { ownWorkDuring } from '../testing/own-work.ts'
import { MOST_PLANNED_AT_ONCE } from './requests-work.ts'
import { searchPasses } from './search-task.ts'

const DAY_MS = 86_400_000
/** The share of the time that the work would take in this process; both times are measured on the same machine, however busy. */
const MOST_SHARE = 0.5
/** The states take this process two seconds or more of processor time to read. */
const MANY_STATES = MOST_MESSAGE_STATES / 2

let api: TestApi
beforeAll(async () => {
  api = await startTestApi({ APSIS_DEMO_FLEET: 'true' })
})
afterAll(() => api.close())

/** Writes an ephemeris whose states are far apart: each state needs a full computation of the Earth's axis. */
function sparseOem(states: number): string {
  const time = (index: number) => new Date(Date.UTC(2026, 0, 1) + index * 2.5 * DAY_MS).toISOString().slice(0, 19)
  const rows = Array.from({ length: states }, (_, index) => `${time(index)} 7000 0 0 0 7 1`)
  return [
    ...['CCSDS_OEM_VERS = 2.0', 'CREATION_DATE = 2026-01-01T00:00:00', 'ORIGINATOR = X', 'META_START'],
    ...['OBJECT_NAME = SPARSE', 'OBJECT_ID = 1', 'CENTER_NAME = EARTH', 'REF_FRAME = TOD', 'TIME_SYSTEM = UTC'],
    ...[`START_TIME = ${time(0)}`, `STOP_TIME = ${time(states - 1)}`, 'META_STOP', ...rows, ''],
  ].join('\n')
}

test('an orbit message is read outside the process that answers, and one with too many states is refused', async () => {
  const operator = await openOperator(api, 'sparse')
  await operator.till.addCredit(50_000)
  const satelliteId = operator.fleet[0]?.satelliteId
  const ask = (states: number) => {
    const orbitDataMessage = sparseOem(states)
    expect(orbitDataMessage.length).toBeLessThan(MOST_MESSAGE_CHARACTERS)
    return operator.ask({ satelliteId, orbitDataMessageType: 'OEM', orbitDataMessage })
  }
  const here = await ownWorkDuring(() => readOrbitText({ type: 'OEM', text: sparseOem(MANY_STATES) }))
  let answer: Response | undefined
  let inPool = 0
  const asking = await ownWorkDuring(async () => {
    inPool = await mostInPoolDuring(async () => {
      answer = await ask(MANY_STATES)
    })
  })
  expect(answer?.status, await answer?.clone().text()).toBe(201)
  expect(inPool).toBe(1)
  expect(asking).toBeLessThan(MOST_SHARE * here)
  // The worker process does not read the message either.
  expect(await ownWorkDuring(() => operator.work(Date.now()))).toBeLessThan(MOST_SHARE * here)
  const refused = await ask(MOST_MESSAGE_STATES + 1)
  expect(refused.status).toBe(422)
  expect((await bodyOf<{ detail: string }>(refused)).detail).toContain('5001 states: 5000 at most')
})

test('many requests of two weeks are planned outside the worker, a limited number in each run, the most urgent first', async () => {
  const operator = await openOperator(api, 'many-planned')
  await operator.till.addCredit(200_000)
  const satelliteId = operator.fleet[0]?.satelliteId
  const to = (hours: number) => new Date(Date.now() + 14 * DAY_MS - hours * 3_600_000).toISOString()
  const count = MOST_PLANNED_AT_ONCE + 1
  // The pass is long ago, so the whole window is searched for it, once with the limit and once without.
  const wish = { satelliteId, minimumElevation: 1, observationPassIds: ['ABC01@2026-01-01T00:00:00Z'] }
  const ids: string[] = []
  for (let index = 0; index < count; index += 1)
    ids.push((await operator.request({ ...wish, to: to(index + 1) })).observationRequestId)
  const planning = await ownWorkDuring(() => operator.work(Date.now()))
  const left = (await operator.list()).filter(({ status }) => status === 'PENDING')
  expect(left.map(({ observationRequestId }) => observationRequestId)).toEqual([ids[0]])
  // The remaining request is searched in this process, to measure the cost of one search.
  const searchHere = operator.worker(async (_tenantId, order) => searchPasses(order))
  const here = await ownWorkDuring(() => searchHere(Date.now()))
  expect(planning).toBeLessThan(MOST_SHARE * MOST_PLANNED_AT_ONCE * here)
  expect((await operator.list()).filter(({ status }) => status === 'PENDING')).toEqual([])
})

test('a message of the maximum length in the contract is read, and is not refused because of its length', async () => {
  const operator = await openOperator(api, 'long-message')
  const line = `${'x'.repeat(79)}\n`
  const long = line.repeat(MOST_MESSAGE_CHARACTERS / line.length)
  expect(long).toHaveLength(MOST_MESSAGE_CHARACTERS)
  const ask = (orbitDataMessage: string) => operator.ask({ orbitDataMessageType: 'OEM', orbitDataMessage })
  expect((await ask(long)).status).toBe(422)
  expect((await ask(`${long}x`)).status).toBe(400)
})

test('the number of open requests of an organisation is limited, and the refusal says so', async () => {
  const operator = await openOperator(api, 'open-limit')
  await operator.till.addCredit(50_000)
  const satelliteId = operator.fleet[0]?.satelliteId
  const { observationRequestId: id } = await operator.request({ satelliteId })
  const [known] = await api.database.query(`select * from odt.request where id = $1`, [id])
  const columns = Object.keys(known as object).filter((column) => column !== 'id')
  await api.database.query(
    `insert into odt.request (id, ${columns.join(', ')})
     select gen_random_uuid(), ${columns.join(', ')} from odt.request, generate_series(2, $2::int) where id = $1`,
    [id, MOST_OPEN_REQUESTS],
  )
  const refused = await operator.ask({ satelliteId })
  expect(refused.status).toBe(409)
  expect((await bodyOf<{ detail: string }>(refused)).detail).toContain('500 open requests, which is the most')
  expect((await operator.cancel(id)).status).toBe(200)
  expect((await operator.ask({ satelliteId })).status).toBe(201)
})

test('a list leaves out the long orbit messages, and the answer for a single request contains its message', async () => {
  const operator = await openOperator(api, 'long-list')
  await operator.till.addCredit(50_000)
  const [own] = operator.fleet
  const tle = await api.call(operator.person, `GET /api/v1/tle/tle?noradId=${own?.noradId}`, {
    headers: { accept: 'text/plain' },
  })
  const orbitDataMessage = await tle.text()
  const message = { orbitDataMessageType: 'TLE', orbitDataMessage }
  const asked = await operator.request({ satelliteId: own?.satelliteId, ...message })
  expect(asked).toMatchObject(message)
  expect(await operator.list()).toMatchObject([{ orbitDataMessageType: 'TLE', orbitDataMessage: null }])
  expect(await operator.find(asked.observationRequestId)).toMatchObject(message)
  expect(await bodyOf(await operator.cancel(asked.observationRequestId))).toMatchObject(message)
  const two = { ...message, orbitDataMessage: `${orbitDataMessage.trimEnd()}\n${orbitDataMessage}` }
  const refused = await operator.ask({ satelliteId: own?.satelliteId, ...two })
  expect(refused.status).toBe(422)
  expect((await bodyOf<{ detail: string }>(refused)).detail).toContain('more than one element set')
})
