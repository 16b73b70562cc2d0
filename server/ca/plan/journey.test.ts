import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { formatOem } from '@apsis/ccsds/oem/format-oem.ts'
import { parseOem } from '@apsis/ccsds/oem/read-oem.ts'
import type { EventPlan as Plan } from '@apsis/contract/ca/plan/manoeuvre.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../platform/testing/test-api.ts'
import { cdmText } from '../testing/cdm-text.ts'
import { planAt } from '../testing/plan-operator.ts'
import { changePlan } from './life/plan-state.service.ts'
import { manoeuvreWork } from './life/watch-work.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const HOUR_MS = 3_600_000

test('a plan is approved by a second person, withdrawn by a newer message, planned again, executed and verified', async () => {
  const operator = await planAt(api, 'whole-way')
  const { tenantId, ada, ben } = operator
  const admin = { subject: 'root', organisation: 'whole-way', roles: ['ca:admin'] }
  const policy = { body: JSON.stringify({ isSecondPersonNeeded: true }) }
  expect((await api.call(admin, 'PUT /api/v1/ca/manoeuvre-policy', policy)).status).toBe(200)
  const watch = (at: number) => {
    const { db, queue } = api.api.platform
    const platform = { db, queue, log: api.log, now: () => at, signal: new AbortController().signal }
    return manoeuvreWork().turn(platform, tenantId)
  }
  const exported = async (): Promise<Plan> => {
    const screened = await operator.moved(await operator.planned(), { state: 'SCREENED' })
    expect((await operator.move(screened, { state: 'APPROVED', why: 'mine' })).status).toBe(403)
    const accepted = await operator.moved(screened, { state: 'APPROVED', why: 'checked' }, ben)
    expect(accepted.approvedBy).toBe('ben')
    return operator.moved(accepted, { state: 'EXPORTED', why: 'CARA: no conjunction' })
  }
  const first = await exported()
  // According to the newest message the burn leads to the other object: the plan is withdrawn, with a file that says so.
  const { missM } = first.after
  await ada.take(cdmText({ createdAt: '2030-01-02T00:00:00.000', missM, sigmaM: 150 }))
  await watch(Date.now())
  expect((await operator.read(first.manoeuvreId)).state).toBe('SUPERSEDED')
  expect((await operator.file(first, 'format=withdrawal')).text).toContain('DO NOT EXECUTE')
  const alarms = (await operator.notices()).filter(({ level }) => level === 'critical').map(({ title }) => title)
  expect(alarms).toContain(`DO NOT EXECUTE ${first.name}`)
  await ada.take(cdmText({ createdAt: '2030-01-03T00:00:00.000' }))
  const plan = await exported()
  expect(plan.cdmId).not.toBe(first.cdmId)
  const ignitionMs = Date.parse(plan.ignitionEpoch)
  const step = (state: 'EXECUTED') =>
    changePlan(
      { ...api.api.platform, now: () => ignitionMs + HOUR_MS },
      { owner: { kind: 'person', tenantId, subject: 'ada', username: 'ada' }, requestId: 'test' },
      { id: plan.manoeuvreId, change: { state, why: '' }, ifMatch: '*' },
    )
  expect((await step('EXECUTED')).state).toBe('EXECUTED')
  await watch(ignitionMs + HOUR_MS)
  expect((await operator.read(plan.manoeuvreId)).awaited).toMatchObject({ source: null, isLate: false })
  // Flight dynamics make an own ephemeris after the burn, which contains the burn.
  const oem = parseOem((await operator.file(plan, 'format=oem')).text)
  const creationDate = parseTime(new Date(ignitionMs + HOUR_MS).toISOString().replace('Z', ''))
  const made = { ...oem.header, creationDate, originator: 'FDS' }
  const form = new FormData()
  form.set('satellite-id', plan.satelliteId)
  form.set('kind', 'OPERATIONAL')
  form.set('file', new Blob([formatOem({ ...oem, header: made })]), 'own.oem')
  const sent = await ada.call('POST /api/v1/ca/ephemeris/file', { body: form })
  expect(sent.status, await sent.clone().text()).toBe(201)
  // The API uses today's clock, and the burn is in 2030, so the arrival of the file is set to a time after it.
  await api.api.platform.db.tenant(tenantId, (tx) =>
    sql`update ca.ephemeris set uploaded_at = ${new Date(ignitionMs + HOUR_MS)}`.execute(tx),
  )
  await watch(ignitionMs + 2 * HOUR_MS)
  const verified = await operator.read(plan.manoeuvreId)
  expect(verified).toMatchObject({ state: 'VERIFIED', found: { source: 'EPHEMERIS own.oem' } })
  expect(verified.checks).toMatchObject([{ source: 'EPHEMERIS', reference: 'SAME_FILE', verdict: 'AS_PLANNED' }])
  const states = (await operator.read(plan.manoeuvreId)).steps.map(({ by, state }) => `${by} ${state}`)
  expect(states).toEqual([
    'ada DRAFT',
    'ada SCREENED',
    'ben APPROVED',
    'ada EXPORTED',
    // Each file is a step of its own, and does not change the state.
    'ada EXECUTED',
    'ada EXECUTED',
    'ca.manoeuvres VERIFIED',
  ])
})
