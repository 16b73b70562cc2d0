import type { EphemerisFile } from '@apsis/contract/ca/ephemeris/ephemeris.ts'
import type { Satellite } from '@apsis/contract/ca/satellite/satellite.ts'
import type { Screening } from '@apsis/contract/ca/screening/screening.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { JOBS } from '../../jobs.ts'
import { type Database, openDatabase } from '../../platform/database/database.ts'
import { openQueue, type Queue } from '../../platform/jobs/jobs.ts'
import { bodyOf, startTestApi, type TestApi } from '../../platform/testing/test-api.ts'
import { lockSatelliteFiles } from '../ephemeris/record/ephemeris.repository.ts'
import { cdmText } from '../testing/cdm-text.ts'
import { oemText } from '../testing/oem-text.ts'
import { patientCall } from '../testing/patient-call.ts'
import { simulatedSets, storeSets } from '../testing/test-catalogue.ts'
import { fleetScreeningWork } from './fleet/fleet-screening-work.ts'
import { screenFile } from './screening.service.ts'

const HOUR_MS = 3_600_000
const FROM = new Date(Math.floor(Date.now() / 60_000) * 60_000 - HOUR_MS)
const SETS = simulatedSets(40)
const lowOnes = SETS.filter(({ meanMotionRadPerS, bstar }) => meanMotionRadPerS > 1e-3 && bstar < 1e-3)

let api: TestApi
let queue: Queue | undefined
let db: Database | undefined
beforeAll(async () => {
  api = await startTestApi()
  await storeSets(api.database, SETS)
})
afterEach(async () => {
  await queue?.stop(1_000)
  await db?.close()
  ;[queue, db] = [undefined, undefined]
})
afterAll(() => api.close())

/** From here to the end of the test a worker runs the screenings. */
async function startWork(): Promise<void> {
  const url = api.database.appUrl
  db = openDatabase({ url, pool: 4, name: 'test-worker', log: api.log })
  queue = await openQueue({ url, pool: 2, log: api.log }, 'worker')
  await queue.work(JOBS, db, 1)
}

let next = 0
/** Makes an organisation with one satellite, its operational file, and an event. */
async function openFleet(organisation: string) {
  const who = { subject: 'ann', organisation, roles: ['ca:user'] }
  const set = lowOnes[next++]!
  const call = async <T>(request: string, init: Parameters<typeof patientCall>[3] = {}) => {
    const answer = await patientCall(api, who, request, init)
    return { status: answer.status, body: await bodyOf<T>(answer) }
  }
  const satellite = (
    await call<Satellite>('POST /api/v1/ca/satellites', {
      body: JSON.stringify({ name: `SAT ${set.noradId}`, noradId: set.noradId }),
    })
  ).body
  const upload = (more: Record<string, string>) => {
    const form = new FormData()
    // In the messages the satellite is on another orbit: this field confirms that the user has seen the difference.
    form.set('isDisagreementSeen', 'true')
    for (const [name, value] of Object.entries({ 'satellite-id': satellite.satelliteId, ...more }))
      form.set(name, value)
    form.set('file', new Blob([oemText(set, { from: FROM, hours: 4 })]), 'sat.oem')
    return call<EphemerisFile>('POST /api/v1/ca/ephemeris/file', { body: form })
  }
  const files = async () => (await call<EphemerisFile[]>('GET /api/v1/ca/ephemeris')).body
  const flown = (await upload({ kind: 'OPERATIONAL' })).body.oemFileId
  return {
    upload,
    files,
    flown,
    call,
    satellite,
    /** The newest file other than the operational one. */
    candidate: async () => (await files()).find(({ oemFileId }) => oemFileId !== flown)!,
    stateOf: async (id: string) => (await files()).find(({ oemFileId }) => oemFileId === id)!,
    addEvent: async () => {
      const tca = new Date(FROM.getTime() + 2 * HOUR_MS).toISOString()
      const body = cdmText({ tca, createdAt: FROM.toISOString(), objects: [String(set.noradId), '90001'] })
      const taken = await call('POST /api/v1/ca/cdms', { body, headers: { 'content-type': 'text/plain' } })
      expect(taken.status).toBe(200)
    },
    screenings: async () => (await call<Screening[]>('GET /api/v1/ca/screenings?limit=100')).body,
    untilNoneIsOpen: () =>
      expect
        .poll(
          async () => {
            const { body } = await call<Screening[]>('GET /api/v1/ca/screenings?limit=100')
            return body.filter(({ state }) => state === 'queued' || state === 'running').length
          },
          { timeout: 60_000 },
        )
        .toBe(0),
    /** Runs the scheduled work, `minutes` from now. */
    turn: (minutes: number) => {
      const { db: own, queue: jobs } = api.api.platform
      const now = () => Date.now() + minutes * 60_000
      const platform = { db: own, queue: jobs, log: api.log, now, signal: new AbortController().signal }
      return fleetScreeningWork.turn(platform, `organisation:${organisation}`)
    },
  }
}

/** Simulates a process that is lost at this point: no screening of this type is written for the organisation. */
async function lose<T>(organisation: string, type: string, work: () => Promise<T>): Promise<T> {
  await api.database.query(`
    create function screening.lost() returns trigger language plpgsql as $$ begin raise exception 'lost'; end $$;
    create trigger lost before insert on screening.screening for each row
      when (new.tenant_id = 'organisation:${organisation}' and new.type = '${type}') execute function screening.lost()`)
  try {
    return await work()
  } finally {
    await api.database.query('drop trigger lost on screening.screening; drop function screening.lost()')
  }
}

test('a candidate whose process is lost between its screenings does not become operational before the second one', async () => {
  const fleet = await openFleet('lost-between')
  await fleet.addEvent()
  await lose('lost-between', 'OPS_VS_CDM', () => fleet.upload({ kind: 'CANDIDATE', autoRelinquishPc: '1' }))
  await startWork()
  await fleet.untilNoneIsOpen()
  const half = await fleet.candidate()
  expect(half).toMatchObject({ kind: 'CANDIDATE', state: 'SCREENED', screeningIds: [expect.any(String)] })
  expect((await fleet.stateOf(fleet.flown)).state).not.toBe('SUPERSEDED')
  await fleet.turn(2)
  await fleet.untilNoneIsOpen()
  expect(await fleet.candidate()).toMatchObject({ kind: 'OPERATIONAL', state: 'SCREENED' })
  expect((await fleet.candidate()).screeningIds).toHaveLength(2)
  expect((await fleet.stateOf(fleet.flown)).state).toBe('SUPERSEDED')
})

test('a candidate with a refused screening waits for it and says so, and the screening is tried again', async () => {
  const fleet = await openFleet('refused')
  await fleet.addEvent()
  const waiting = (await fleet.screenings()).length
  const body = JSON.stringify({ 'satellite-id': fleet.satellite.satelliteId, hours: 0.2 })
  for (let count = waiting; count < 19; count += 1)
    expect((await fleet.call('POST /api/v1/ca/screenings', { body })).status).toBe(201)
  const made = (await fleet.upload({ kind: 'CANDIDATE', autoRelinquishPc: '1' })).body
  const warning = { code: 'not-screened', message: expect.stringContaining('against CDM: 20 screenings') }
  expect(made).toMatchObject({ screeningIds: [expect.any(String)], warnings: [warning] })
  await startWork()
  await fleet.untilNoneIsOpen()
  await fleet.turn(2)
  expect(await fleet.stateOf(made.oemFileId)).toMatchObject({ kind: 'CANDIDATE', warnings: [warning] })
  await fleet.turn(11)
  await fleet.untilNoneIsOpen()
  expect(await fleet.stateOf(made.oemFileId)).toMatchObject({ kind: 'OPERATIONAL', warnings: [] })
})

test('a candidate without an event becomes operational when it is certain that there is none, even after its first screening has ended', async () => {
  const fleet = await openFleet('no-event')
  const made = (await fleet.upload({ kind: 'CANDIDATE', autoRelinquishPc: '1' })).body
  await api.database.query(`update ca.ephemeris set lines_to_screen = '{CDM}' where id = $1`, [made.oemFileId])
  await startWork()
  await fleet.untilNoneIsOpen()
  expect(await fleet.stateOf(made.oemFileId)).toMatchObject({ kind: 'CANDIDATE', state: 'SCREENED' })
  await fleet.turn(2)
  expect(await fleet.stateOf(made.oemFileId)).toMatchObject({ kind: 'OPERATIONAL', state: 'SCREENED', warnings: [] })
  const done = await api.database.query(
    `select 1 from platform.audit where action = 'ephemeris.relinquish' and object = $1`,
    [made.oemFileId],
  )
  expect(done).toHaveLength(1)
})

test('a screening that two processes order at once is ordered once', async () => {
  const fleet = await openFleet('ordered-twice')
  await api.database.query(`update ca.ephemeris set lines_to_screen = '{CAT}' where id = $1`, [fleet.flown])
  const before = (await fleet.screenings()).length
  const { db: own, queue: jobs } = api.api.platform
  const platform = { db: own, queue: jobs, log: api.log, now: () => Date.now() }
  const owner = { tenantId: 'organisation:ordered-twice', subject: 'ann' }
  await Promise.all([screenFile(platform, owner, fleet.flown), screenFile(platform, owner, fleet.flown)])
  expect((await fleet.screenings()).length).toBe(before + 1)
  expect((await fleet.stateOf(fleet.flown)).warnings).toEqual([])
})

test('a screening that cannot be ordered locks the files of its satellite before its own', async () => {
  const fleet = await openFleet('lock-order')
  const made = (await fleet.upload({ kind: 'CANDIDATE', autoRelinquishPc: '1' })).body
  await api.database.query(`update ca.ephemeris set lines_to_screen = '{CDM}' where id = $1`, [made.oemFileId])
  const held = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const holding = api.api.platform.db.tenant('organisation:lock-order', async (tx) => {
    await lockSatelliteFiles(tx, fleet.satellite.satelliteId)
    held.resolve()
    await released.promise
    await sql`select from ca.ephemeris where id = ${made.oemFileId} for update nowait`.execute(tx)
  })
  await held.promise
  const turn = fleet.turn(2)
  await expect
    .poll(() =>
      api.database.query(`select from pg_locks l join pg_database d on d.oid = l.database
        where d.datname = current_database() and locktype = 'advisory' and not granted`),
    )
    .toHaveLength(1)
  released.resolve()
  await Promise.all([holding, turn])
  expect(await fleet.stateOf(made.oemFileId)).toMatchObject({ warnings: [] })
})

test('a candidate that a user makes operational is screened, even if the process is lost before it orders that', async () => {
  const fleet = await openFleet('lost-raised')
  const made = (await fleet.upload({ kind: 'CANDIDATE' })).body
  // A user screened the file before it was operational.
  const asked = { 'oem-id': made.oemFileId, against: 'CAT', hours: 1 }
  expect((await fleet.call('POST /api/v1/ca/screenings', { body: JSON.stringify(asked) })).status).toBe(201)
  const change = { oemFileId: made.oemFileId, kind: 'OPERATIONAL', isDisagreementSeen: true }
  const body = JSON.stringify(change)
  await lose('lost-raised', 'OPS_VS_CAT', () =>
    fleet.call(`PUT /api/v1/ca/ephemeris?oem-id=${made.oemFileId}`, { body }),
  )
  expect(await fleet.stateOf(made.oemFileId)).toMatchObject({ kind: 'OPERATIONAL', screeningIds: [expect.any(String)] })
  await fleet.turn(0.5)
  expect((await fleet.stateOf(made.oemFileId)).screeningIds).toHaveLength(1)
  await fleet.turn(2)
  expect((await fleet.stateOf(made.oemFileId)).screeningIds).toHaveLength(2)
})
