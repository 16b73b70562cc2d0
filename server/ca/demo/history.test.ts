import { readCdm } from '@apsis/ccsds/cdm/cdm.ts'
import type { Decision } from '@apsis/contract/ca/event/conjunction.ts'
import type { Satellite } from '@apsis/contract/ca/satellite/satellite.ts'
import type { Compliance } from '@apsis/contract/ca/statistics/compliance.ts'
import type { AnnualStatistics, CovarianceRealism } from '@apsis/contract/ca/statistics/statistics.ts'
import type { DutyPlan } from '@apsis/contract/duty/plan.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { upsertRecurringWork } from '../../platform/jobs/recurring-work.repository.ts'
import { bodyOf, startTestApi, type TestApi } from '../../platform/testing/test-api.ts'
import { findDemo } from './demo.repository.ts'
import { endDemoWork } from './demo.service.ts'
import { DEMO_SEED } from './fleet.data.ts'
import { demoHistory } from './history.ts'
import { demoHistoryWork } from './history-work.ts'

const OPENED = Date.parse('2026-11-20T07:02:27.000Z')
const DAY_MS = 86_400_000
const ANN = { subject: 'ann', organisation: 'example', roles: ['ca:user'] }
const TENANT = 'organisation:example'
/** 15 per km² and year through 1 km by 20 km, without the last days before the opening; a Poisson count of 300 has a sigma of 17. */
const EXPECTED = { count: 297, deviation: 17.2 }
/** The flux that the encounters are drawn with. */
const FLUX_PER_M2_YEAR = 15e-6
/** A scale factor from some sixty pairs of three components each is known to 5 %, 1σ; from thirty pairs to 8 %. */
const OF_SCALE = 0.25

let api: TestApi
beforeAll(async () => {
  api = await startTestApi({ APSIS_DEMO_FLEET: 'true' })
})
afterAll(() => api.close())

const ask = async <T>(request: string, init?: RequestInit) => bodyOf<T>(await api.call(ANN, request, init))
const platform = () => {
  const { db, queue } = api.api.platform
  return { db, queue, log: api.log, now: Date.now, signal: new AbortController().signal }
}

test('a year has as many encounters as its flux, the same for the same seed, and each message says SIMULATED', () => {
  const past = [...demoHistory(DEMO_SEED, OPENED)]
  expect(Math.abs(past.length - EXPECTED.count)).toBeLessThan(3 * EXPECTED.deviation)
  expect([...demoHistory(DEMO_SEED, OPENED)].map(({ tcaMs }) => tcaMs)).toEqual(past.map(({ tcaMs }) => tcaMs))
  expect([...demoHistory(7, OPENED)].map(({ tcaMs }) => tcaMs)).not.toEqual(past.map(({ tcaMs }) => tcaMs))
  expect(Math.max(...past.map(({ tcaMs }) => tcaMs))).toBeLessThan(OPENED - 3 * DAY_MS)
  for (const { bytes } of past.slice(0, 40).flatMap((one) => one.messages())) {
    const reading = readCdm(new TextDecoder().decode(bytes), { strict: true })
    if (!reading.ok) throw new Error(JSON.stringify(reading.errors))
    expect(reading.message.header.comments.join()).toContain('SIMULATED')
    expect(Number(reading.message.objects[1].metadata.objectDesignator)).toBeLessThan(91_000)
  }
})

test('the demo satellite with a year of data has statistics by both methods, and decisions; the others say how little data they have', async () => {
  await ask('POST /api/v1/ca/demo')
  await demoHistoryWork.turn(platform(), TENANT)
  const satellites = await ask<Satellite[]>('GET /api/v1/ca/satellites')
  const of = (what: string, name: string) =>
    `GET /api/v1/ca/statistics/${what}?satellite-id=${satellites.find((one) => one.name === name)?.satelliteId}`
  const found = await ask<AnnualStatistics>(of('annual', 'SAT-1'))
  expect(found).toMatchObject({
    isSimulated: true,
    isShort: false,
    limits: ['untracked-objects', 'simulated-messages'],
  })
  expect(found.months).toHaveLength(13)
  // The interval of each disc contains the flux from which the encounters were made.
  for (const { lower, upper } of found.flux.discs) {
    expect(lower).toBeLessThan(FLUX_PER_M2_YEAR)
    expect(upper).toBeGreaterThan(FLUX_PER_M2_YEAR)
  }
  expect(found.closed?.agreement.verdict).toBe('inside')
  // Some objects have errors as stated, and others have errors that are 1.8 times larger.
  const realism = await ask<CovarianceRealism[]>(of('realism', 'SAT-1'))
  const scaleOf = (one: string) => realism.find(({ kind }) => kind === one)
  expect(scaleOf('DEBRIS')).toMatchObject({ isRealistic: true })
  expect(Math.abs(scaleOf('DEBRIS')!.scale! / 1 - 1)).toBeLessThan(OF_SCALE)
  expect(Math.abs(scaleOf('PAYLOAD')!.scale! / 1.8 - 1)).toBeLessThan(OF_SCALE)
  const { period } = await ask<Compliance>(of('compliance', 'SAT-1'))
  const reached = found.months.reduce((sum, month) => sum + month.reached, 0)
  expect(period.counts).toMatchObject({ events: found.counts.events, manoeuvres: reached, undecided: 0 })
  expect(reached).toBeGreaterThan(0)
  expect(await ask<AnnualStatistics>(of('annual', 'SAT-2'))).toMatchObject({ counts: { events: 0 }, closed: null })
  const rows = await api.database.query('select count(*)::int as n from ca.cdm')
  await demoHistoryWork.turn(platform(), TENANT)
  expect(await api.database.query('select count(*)::int as n from ca.cdm')).toEqual(rows)
})

test('the demo shows an on-call chain and an acknowledged escalation, all SIMULATED; none of its people can be set or called', async () => {
  const { demo, chain, now, members, version } = await ask<DutyPlan>('GET /api/v1/duty/plan')
  expect([chain, now, version]).toEqual([[], [], 0])
  expect(members.map(({ name }) => name).join()).not.toContain('SIMULATED')
  expect(demo?.steps.flatMap(({ people }) => people)).toHaveLength(3)
  const [first, second] = demo!.now
  // Two people take weekly turns, and one of them is always on duty.
  expect([first?.person, second?.person]).toEqual([
    expect.stringMatching(/^SIMULATED (Mara Lindt|Jonas Reuter)$/),
    'SIMULATED Aiko Tanabe',
  ])
  const leftMs = Date.parse(first!.until!) - Date.now()
  expect(leftMs > 0 && leftMs <= 7 * DAY_MS).toBe(true)
  expect(second?.until).toBeNull()
  const { conjunctionId, steps } = demo!.escalation!
  const { history } = await ask<Decision>(`GET /api/v1/ca/conjunctions/${conjunctionId}/decision`)
  expect(history.map(({ action }) => action)).toEqual(['NOTE', 'NOTE', 'ACKNOWLEDGE', 'DECIDE'])
  expect(history.every(({ by, why }) => by.startsWith('SIMULATED') && why.startsWith('SIMULATED'))).toBe(true)
  expect(history.slice(0, 3).map(({ at, by, why, call }) => ({ at, by, why, call }))).toEqual(steps)
  // The record names the person who has the step of the chain, and says that nobody was really called.
  expect(steps.map(({ call }) => call && [call.step, call.steps, call.person])).toEqual([
    [1, 2, expect.stringMatching(/^SIMULATED (Mara Lindt|Jonas Reuter)$/)],
    [2, 2, 'SIMULATED Aiko Tanabe'],
    null,
  ])
  // No alarm was raised or sent for this simulated call.
  expect(await api.database.query('select conjunction_id from duty.alarm')).toEqual([])
  const chainOf = (subject: string) => ({
    timeZone: 'UTC',
    turnsFrom: '2026-01-05',
    handoverTime: '08:00',
    overrides: [],
    absences: [],
    chain: [{ people: [subject] }],
  })
  const put = (subject: string) =>
    api.call(ANN, 'PUT /api/v1/duty/plan', { body: JSON.stringify(chainOf(subject)), headers: { 'if-match': '"0"' } })
  expect((await put('SIMULATED Aiko Tanabe')).status).toBe(422)
  // The organisation's own plan replaces the demo's, and stays when the demo is closed.
  expect((await put('ann')).status).toBe(200)
  expect(await ask<DutyPlan>('GET /api/v1/duty/plan')).toMatchObject({ chain: [{ people: ['ann'] }], demo: null })
})

test('closing the demo deletes its history', async () => {
  expect((await api.call(ANN, 'DELETE /api/v1/ca/demo')).status).toBe(204)
  await demoHistoryWork.turn(platform(), TENANT)
  expect(await api.database.query('select id from ca.cdm')).toEqual([])
  expect(await api.database.query('select id from ca.decision_entry')).toEqual([])
  expect(await ask<DutyPlan>('GET /api/v1/duty/plan')).toMatchObject({ chain: [{ people: ['ann'] }], demo: null })
})

test('the on-call chain exists from the opening on, and is deleted with the demo', async () => {
  const ben = { ...ANN, subject: 'ben', organisation: 'other' }
  const chain = async () => (await bodyOf<DutyPlan>(await api.call(ben, 'GET /api/v1/duty/plan'))).demo
  expect(await chain()).toBeNull()
  await api.call(ben, 'POST /api/v1/ca/demo')
  expect(await chain()).toMatchObject({ escalation: null, now: [{ step: 1 }, { step: 2 }] })
  await api.call(ben, 'DELETE /api/v1/ca/demo')
  expect(await chain()).toBeNull()
})

test('if a demo is reopened while the year of the earlier demo is still being sent, it gets a year of its own', async () => {
  await ask('POST /api/v1/ca/demo')
  const { db } = api.api.platform
  const work = { name: demoHistoryWork.name, tenantId: TENANT }
  const isListed = async () =>
    (
      await api.database.query('select from platform.recurring_work where name = $1 and tenant_id = $2', [
        work.name,
        TENANT,
      ])
    ).length
  await db.shared((tx) => upsertRecurringWork(tx, work, demoHistoryWork.everyS))
  const open = await db.tenant(TENANT, findDemo)
  const before = { ...open!, opened_at: new Date(open!.opened_at.getTime() - DAY_MS) }
  await db.tenant(TENANT, (tx) => endDemoWork(tx, work, before))
  expect(await isListed()).toBe(1)
  await db.tenant(TENANT, (tx) => endDemoWork(tx, work, open))
  expect(await isListed()).toBe(0)
})
