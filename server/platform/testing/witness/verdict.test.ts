import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startWorker, type Worker } from '../../../worker.ts'
import { type Database, openDatabase } from '../../database/database.ts'
import { startTestApi, type TestApi } from '../test-api.ts'
import { FAULTS, judgePlanted } from './planted-fault.ts'
import { judge } from './verdict.ts'
import { nameWriters, startWitness, type Witness } from './witness.ts'
import { seedNotifications, untilHeard, untilJobsAreDone } from './witness-database.ts'

// There are enough writes for each kind to occur: every tenth write is made by a new person.
const WRITES = 300

let api: TestApi
let worker: Worker
let database: Database
let witness: Witness

beforeAll(async () => {
  api = await startTestApi()
  const { config, log } = api
  worker = await startWorker({ config, databaseUrl: api.database.appUrl, log })
  database = openDatabase({ url: api.database.superuserUrl, pool: 2, name: 'verdict', log })
  const writers = nameWriters('judged', 2)
  const ids = await seedNotifications(database, { writers, each: WRITES })
  witness = startWitness({
    writers,
    issuer: api.issuer,
    origin: () => api.origin,
    random: Math.random,
    notifications: (subject) => ids.get(subject) ?? [],
  })
  while (witness.acknowledged() < WRITES) await sleep(10)
  await witness.stop()
  await untilJobsAreDone(database)
  await untilHeard(database, witness.testimonies)
  witness.close()
})

afterAll(async () => {
  await database?.close()
  await worker?.close()
  await api?.close()
})

test('judge finds no fault if nothing was lost, and counts the acknowledged writes', async () => {
  const verdict = await database.shared((tx) => judge(tx, witness.testimonies))
  expect(verdict).toEqual({
    acknowledged: witness.acknowledged(),
    unacknowledged: 0,
    lost: [],
    duplicated: [],
    broken: [],
  })
})

test.each(FAULTS)('judge finds a fault ($found) when $name', async (fault) => {
  const testimony = witness.testimonies[0]
  const verdict = testimony && (await judgePlanted(database, fault, testimony))
  expect(verdict?.[fault.found].length).toBeGreaterThan(0)
})
