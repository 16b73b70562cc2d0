import { HOUR_MS } from '@apsis/astro/constants.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { formatOem } from '@apsis/ccsds/oem/format-oem.ts'
import { parseOem } from '@apsis/ccsds/oem/read-oem.ts'
import type { EphemerisFile } from '@apsis/contract/ca/ephemeris/ephemeris.ts'
import type { EventEstimates } from '@apsis/contract/ca/event/estimate.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { JOBS } from '../../../jobs.ts'
import { openQueue, type Queue } from '../../../platform/jobs/jobs.ts'
import { bodyOf, startTestApi, type TestApi } from '../../../platform/testing/test-api.ts'
import { insertEstimates, listPrimaries } from '../../event/estimate.repository.ts'
import type { OwnEstimate } from '../../event/own-estimate.ts'
import { cdmText } from '../../testing/cdm-text.ts'
import { approved, planAt } from '../../testing/plan-operator.ts'
import { changePlan } from '../life/plan-state.service.ts'
import { manoeuvreWork } from '../life/watch-work.ts'

let api: TestApi
let queue: Queue
beforeAll(async () => {
  api = await startTestApi()
  queue = await openQueue({ url: api.database.appUrl, pool: 2, log: api.log }, 'worker')
  await queue.work(JOBS, api.api.platform.db, 1)
})
afterAll(async () => {
  await queue.stop(5_000)
  await api.close()
})

const ASSESSED: NonNullable<OwnEstimate['facts']['assessed']> = {
  method: 'circle-2d',
  radiusM: 10,
  isReliable: true,
  isDiluted: false,
  scaledMaximum: 0.02,
  mahalanobis: 0.3,
  primaryRtnM2: [400, 0, 0, 400, 0, 400],
  secondaryRtnM2: [400, 0, 0, 400, 0, 400],
}

const iso = (ms: number) => new Date(ms).toISOString()

/** Makes a plan with sent files, an own file from before its burn, and a CRITICAL screening of that file; the message is lower. */
async function screenedAt(organisation: string, which: 'no-burn' | 'nominal') {
  const operator = await planAt(api, organisation, { cdm: { missM: 6_000 } })
  const plan = await operator.moved(
    await approved({
      ...operator,
      planned: () => operator.planned({ target: { kind: 'MISS_DISTANCE', value: 9_000 } }),
    }),
    { state: 'EXPORTED', why: 'none was asked' },
  )
  const ignitionMs = Date.parse(plan.ignitionEpoch)
  const oem = parseOem((await operator.file(plan, `format=oem&case=${which}`)).text)
  const header = { ...oem.header, creationDate: parseTime(iso(ignitionMs - 5 * HOUR_MS).replace('Z', '')) }
  const form = new FormData()
  form.set('satellite-id', plan.satelliteId)
  form.set('kind', 'HYPOTHETICAL')
  form.set('file', new Blob([formatOem({ ...oem, header })]), 'before.oem')
  const file = await bodyOf<EphemerisFile>(await operator.ada.call('POST /api/v1/ca/ephemeris/file', { body: form }))
  const { db, queue: jobs } = api.api.platform
  const estimate: OwnEstimate = {
    id: crypto.randomUUID(),
    conjunctionId: operator.conjunctionId,
    satelliteId: plan.satelliteId,
    screeningId: crypto.randomUUID(),
    ephemerisId: file.oemFileId,
    line: 'CDM',
    objectId: '90001',
    madeAt: ignitionMs - 4 * HOUR_MS,
    tca: Date.parse(plan.before.tca),
    ended: null,
    endedAt: null,
    beforeBurnAt: null,
    facts: {
      missM: 20,
      missRtnM: [20, 0, 0],
      velocityRtnMps: [0, -7_500, 7_500],
      relativeSpeedMps: 10_600,
      probability: 0.01,
      maximumProbability: 0.02,
      reason: 'computed',
      volumeM: [1e5, 1e6, 1e5],
      toleranceS: 10,
      cdmId: null,
      ownName: 'OWN',
      otherName: 'SIM DEB',
      fileName: 'before.oem',
      isSimulated: false,
      assessed: ASSESSED,
    },
  }
  await db.tenant(operator.tenantId, (tx) => insertEstimates(tx, operator.tenantId, [estimate]))
  const turn = (at: number) =>
    manoeuvreWork().turn(
      { db, queue: jobs, log: api.log, now: () => at, signal: new AbortController().signal },
      operator.tenantId,
    )
  const event = async () => (await operator.ada.events())[0]!
  const estimates = () => operator.ada.read<EventEstimates>(`/conjunctions/${operator.conjunctionId}/estimates`)
  return { ...operator, plan, ignitionMs, turn, event, estimates }
}

test.each([
  [
    'lacks the burn drives no level once the plan is executed, and the event waits with the level that it had',
    'no-burn',
  ],
  ['holds the burn as it was planned goes on driving it', 'nominal'],
] as const)('an own file of before the burn that %s (F15)', async (_, which) => {
  const operator = await screenedAt(`before-${which}`, which)
  // A message from before the burn arrives: the event is computed again, with the screening in it.
  await operator.ada.take(cdmText({ createdAt: '2029-12-31T00:00:00.000', missM: 6_000 }))
  const had = await operator.event()
  expect(had).toMatchObject({ levelFrom: 'OWN_SCREENING', conjunctionData: { riskLevel: 'CRITICAL' } })
  expect(had.levelCauses).not.toContain('awaiting-after-burn')
  await changePlan(
    { ...api.api.platform, now: () => operator.ignitionMs + HOUR_MS },
    { owner: { kind: 'person', tenantId: operator.tenantId, subject: 'ada', username: 'ada' }, requestId: 'test' },
    { id: operator.plan.manoeuvreId, change: { state: 'EXECUTED', why: '' }, ifMatch: '*' },
  )
  await operator.turn(operator.ignitionMs + HOUR_MS)
  const isLacking = which === 'no-burn'
  const state = async () =>
    (await operator.estimates()).estimates.find(({ source }) => source === 'OWN_SCREENING')?.state
  expect(await state()).toBe(isLacking ? 'BEFORE_BURN' : 'COUNTS')
  // A job computes the event again.
  if (isLacking)
    await expect
      .poll(async () => (await operator.event()).levelFrom, { timeout: 60_000, interval: 500 })
      .toBe('MESSAGE')
  const after = await operator.event()
  expect(after.levelFrom).toBe(isLacking ? 'MESSAGE' : 'OWN_SCREENING')
  // No data from after the burn are known: the level does not fall to the level of a message from before it, and no all-clear is sent.
  expect(after.conjunctionData.riskLevel).toBe('CRITICAL')
  expect((await operator.notices()).map(({ finding }) => finding?.code)).not.toContain('risk-lowered')
  if (isLacking) expect(after.levelCauses).toContain('awaiting-after-burn')
  else expect(after.levelCauses).not.toContain('awaiting-after-burn')
})

test('for a screening with an element set, the epoch of the set decides if it includes a burn, not the time of the screening', async () => {
  const operator = await planAt(api, 'set-of-before')
  const plan = await operator.moved(await approved(operator), { state: 'EXPORTED', why: 'none was asked' })
  const ignitionMs = Date.parse(plan.ignitionEpoch)
  await changePlan(
    { ...api.api.platform, now: () => ignitionMs + HOUR_MS },
    { owner: { kind: 'person', tenantId: operator.tenantId, subject: 'ada', username: 'ada' }, requestId: 'test' },
    { id: plan.manoeuvreId, change: { state: 'EXECUTED', why: '' }, ifMatch: '*' },
  )
  const screened = async (madeH: number, setH: number | null) => {
    const id = crypto.randomUUID()
    const [made, set] = [iso(ignitionMs + madeH * HOUR_MS), setH === null ? null : iso(ignitionMs + setH * HOUR_MS)]
    await api.database.query(
      `insert into screening.screening (tenant_id, id, type, from_at, to_at, threshold, objects, state, parts_total, created_by, created_at)
       values ($1, $2, 'TLE_VS_CAT', $3, $3::timestamptz + interval '3 days', '{"missM": 5000}', 2, 'done', 1, 'test', $3)`,
      [operator.tenantId, id, made],
    )
    await api.database.query(
      `insert into ca.screening (tenant_id, screening_id, title, is_simulated) values ($1, $2, 'test', false)`,
      [operator.tenantId, id],
    )
    await api.database.query(
      `insert into ca.screening_object (tenant_id, screening_id, object_id, name, satellite_id, set_epoch, thresholds)
       values ($1, $2, '43617', 'SAT', $3, $4, '{}')`,
      [operator.tenantId, id, operator.satellite.satelliteId, set],
    )
    const [primary] = await api.api.platform.db.tenant(operator.tenantId, (tx) => listPrimaries(tx, id))
    return primary!.before_burn_at?.toISOString() ?? null
  }
  const ignition = iso(ignitionMs)
  expect(await screened(6, -5)).toBe(ignition)
  expect(await screened(6, 2)).toBeNull()
  // For screenings with the state in a message, the time at which they were made decides.
  expect([await screened(-6, null), await screened(6, null)]).toEqual([ignition, null])
})
