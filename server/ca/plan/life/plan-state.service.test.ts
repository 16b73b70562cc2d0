import { parseOpm } from '@apsis/ccsds/opm/opm.ts'
import type { EventPlan as Plan } from '@apsis/contract/ca/plan/manoeuvre.ts'
import type { Problem } from '@apsis/contract/errors.ts'
import type { ServiceAccountSecret } from '@apsis/contract/service-accounts/service-account.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bodyOf, startTestApi, type TestApi } from '../../../platform/testing/test-api.ts'
import { auditOf } from '../../../platform/testing/test-database.ts'
import { asOperator } from '../../testing/ca-operator.ts'
import { cdmText } from '../../testing/cdm-text.ts'
import { approved, planAt } from '../../testing/plan-operator.ts'
import { changePlan } from './plan-state.service.ts'
import { manoeuvreWork } from './watch-work.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const TARGET = 3e-6

/** Runs the watch once at a time. */
async function watch(tenantId: string, at: number): Promise<void> {
  const { db, queue } = api.api.platform
  const platform = { db, queue, log: api.log, now: () => at, signal: new AbortController().signal }
  await manoeuvreWork().turn(platform, tenantId)
}

test('every step from a draft to a verified burn has its author and its requirements', async () => {
  const operator = await planAt(api, 'life')
  const { ada, ben } = operator
  const admin = { subject: 'root', organisation: 'life', roles: ['ca:admin'] }
  const policy = 'PUT /api/v1/ca/manoeuvre-policy'
  expect((await ada.json(policy, { isSecondPersonNeeded: true })).status).toBe(403)
  expect((await api.call(admin, policy, { body: JSON.stringify({ isSecondPersonNeeded: true }) })).status).toBe(200)
  expect(await auditOf(api.database, 'life', 'manoeuvre.policy')).toMatchObject([
    { actor: 'root', object: 'organisation:life', detail: { isSecondPersonNeeded: true } },
  ])
  const draft = await operator.planned()
  expect((await operator.move(draft, { state: 'APPROVED', why: 'x' })).status).toBe(409)
  expect((await ada.json(`PATCH /api/v1/ca/manoeuvres/${draft.manoeuvreId}`, { state: 'SCREENED' })).status).toBe(428)
  const screened = await operator.moved(draft, { state: 'SCREENED' })
  expect(screened.screening, JSON.stringify(screened)).toMatchObject({
    type: 'MAN_VS_CDM',
    verdict: 'PASS',
    coverage: 1,
    reasons: [],
    // Commands need six hours, and the burn is less than six hours before TCA.
    secondBurn: null,
  })
  expect((await operator.move(draft, { state: 'REJECTED' })).status).toBe(412)
  // The author of the plan cannot approve it, and a service account never can.
  expect((await operator.move(screened, { state: 'APPROVED' })).status).toBe(403)
  const accepted = await operator.moved(screened, { state: 'APPROVED' }, ben)
  expect(accepted).toMatchObject({ state: 'APPROVED', approvedBy: 'ben' })
  expect((await operator.file(accepted, 'format=opm')).name).not.toContain('DRAFT')
  // A change withdraws the approval, and makes its author an editor.
  const changed = await operator.moved(accepted, { plan: { start: { unit: 'PERIODS', value: 1.5 } } }, ben)
  expect(changed).toMatchObject({ state: 'DRAFT', approvedBy: null, screening: null, editors: ['ada', 'ben'] })
  const again = await operator.moved(changed, { state: 'SCREENED' })
  expect((await operator.move(again, { state: 'APPROVED' }, ben)).status).toBe(403)
  const third = asOperator(api, 'life', 'cleo')
  const final = await operator.moved(again, { state: 'APPROVED' }, third)
  expect((await operator.move(final, { state: 'EXPORTED' })).status).toBe(422)
  const out = await operator.moved(final, { state: 'EXPORTED', why: 'CARA: no conjunction' })
  expect(out.exportedAt).not.toBeNull()
  expect((await operator.move(out, { plan: {} })).status).toBe(409)
  // The burn is in 2030, and the clock says 2026.
  expect((await operator.move(out, { state: 'EXECUTED' })).status).toBe(409)
  expect((await operator.file(out, 'format=withdrawal')).status).toBe(409)
  const aborted = await operator.moved(out, { state: 'ABORTED', why: 'engine' })
  expect((await operator.notices())[0]).toMatchObject({
    level: 'critical',
    title: `DO NOT EXECUTE ${out.name}`,
    finding: { code: 'plan-withdrawn', values: { reason: 'given-up', other: 'ada', names: 'ada, ben, cleo' } },
  })
  const withdrawn = await operator.file(aborted, 'format=withdrawal')
  expect(withdrawn.name).toContain('WITHDRAWN')
  expect(parseOpm(withdrawn.text).manoeuvres).toEqual([])
  expect(withdrawn.text).toContain('DO NOT EXECUTE')
  const steps = (await operator.read(out.manoeuvreId)).steps.map(({ by, action, state }) => `${by} ${action} ${state}`)
  expect(steps).toEqual([
    'ada CREATE DRAFT',
    'ada MOVE SCREENED',
    'ben MOVE APPROVED',
    'ada DOWNLOAD APPROVED',
    'ben CHANGE DRAFT',
    'ada MOVE SCREENED',
    'cleo MOVE APPROVED',
    'ada MOVE EXPORTED',
    'ada MOVE ABORTED',
    'ada DOWNLOAD ABORTED',
  ])
})

test('a plan that fails its screening is approved only with a written reason, and another event that the burn hits fails it (F12, F13)', async () => {
  const narrow = await planAt(api, 'narrow', {
    configuration: { screeningBox: { radialM: 10, alongTrackM: 10, crossTrackM: 10 } },
  })
  const screened = await narrow.moved(await narrow.planned(), { state: 'SCREENED' })
  expect(screened.screening).toMatchObject({ verdict: 'NOT_ASSESSED' })
  expect(screened.screening!.coverage).toBeLessThan(1)
  expect((await narrow.move(screened, { state: 'APPROVED' })).status).toBe(422)
  expect((await narrow.moved(screened, { state: 'APPROVED', why: 'seen by eye' })).state).toBe('APPROVED')
  const elements = await planAt(api, 'elements', { cdm: { comment: 'made of TLE' } })
  expect((await elements.moved(await elements.planned(), { state: 'SCREENED' })).screening!.verdict).toBe(
    'NOT_ASSESSED',
  )
  const met = await planAt(api, 'met')
  await met.ada.take(
    cdmText({
      createdAt: '2029-12-30T00:00:00.000',
      objects: ['43617', '90002'],
      tca: '2030-01-06T12:00:00.000',
      missM: 5,
    }),
  )
  const hit = await met.moved(await met.planned({ target: { kind: 'MISS_DISTANCE', value: 201 } }), {
    state: 'SCREENED',
  })
  expect(hit.screening!.events).toHaveLength(2)
  expect(hit.screening).toMatchObject({ verdict: 'FAIL' })
  // Each reason is a sentence for people, with the same facts as data.
  const { events, reasons, causes = [] } = hit.screening!
  const other = events.find(({ isTarget }) => !isTarget)!
  const place = causes.findIndex(({ code }) => code === 'not-accepted-with-burn')
  expect(causes[place]!.values).toEqual({ object: other.object, tcaAt: other.tca, pc: other.nominal })
  expect(reasons[place]).toMatch(
    /, TCA 2030-01-06 1[12]:[0-5]\d Z: Pc \d\.\d\d\u00a0×\u00a010⁻[⁰¹²³⁴⁵⁶⁷⁸⁹] with the burn/,
  )
  expect(causes).toHaveLength(reasons.length)
})

test('a newer message ends a draft, evaluates an approved burn, and withdraws one that was sent (F14)', async () => {
  const operator = await planAt(api, 'newer')
  const draft = await operator.planned()
  const standing = await approved(operator)
  expect(standing).toMatchObject({ newestCdmId: standing.cdmId, evaluation: null })
  await operator.ada.take(cdmText({ createdAt: '2029-12-31T00:00:00.000', missM: 210 }))
  expect(await operator.read(draft.manoeuvreId)).toMatchObject({ state: 'DRAFT' })
  expect((await operator.move(draft, { state: 'SCREENED' })).status).toBe(409)
  await watch(operator.tenantId, Date.now())
  expect(await operator.read(draft.manoeuvreId)).toMatchObject({ state: 'SUPERSEDED' })
  const go = await operator.read(standing.manoeuvreId)
  expect(go).toMatchObject({ state: 'APPROVED', evaluation: { verdict: 'GO' }, deltaVRtn: standing.deltaVRtn })
  expect(go.newestCdmId).not.toBe(go.cdmId)
  expect(go.evaluation!.probabilityWith).toBeLessThan(go.evaluation!.probabilityWithout!)
  const out = await operator.moved(go, { state: 'EXPORTED', why: 'not asked: exercise' })
  // The event is below the target only because of its covariance: it is diluted, which is no reason to cancel the burn (flight rule F3).
  await operator.ada.take(cdmText({ createdAt: '2030-01-01T00:00:00.000', missM: 100, sigmaM: 5000 }))
  await watch(operator.tenantId, Date.now())
  const diluted = await operator.read(out.manoeuvreId)
  expect(diluted.evaluation!.probabilityWithout).toBeLessThan(TARGET)
  expect(diluted).toMatchObject({ state: 'EXPORTED', evaluation: { verdict: 'GO' } })
  // The objects are far enough apart under any scale of the covariance.
  await operator.ada.take(cdmText({ createdAt: '2030-01-02T00:00:00.000', missM: 5000, sigmaM: 20 }))
  await watch(operator.tenantId, Date.now())
  const ended = await operator.read(out.manoeuvreId)
  expect(ended).toMatchObject({ state: 'EXPORTED', evaluation: { verdict: 'NO_LONGER_NEEDED' } })
  expect((await operator.notices())[0]).toMatchObject({
    title: 'Burn no longer needed',
    level: 'serious',
    finding: { code: 'burn-not-needed', values: { reason: 'safe-without', pcWithout: expect.any(Number) } },
  })
})

test('an exported plan whose burn leaves more than the accepted probability is withdrawn with an alarm on every channel (F14)', async () => {
  const operator = await planAt(api, 'alarm')
  const plan = await approved(operator)
  const out = await operator.moved(plan, { state: 'EXPORTED', why: 'not asked: exercise' })
  // The object meets the path of the plan: its miss without the burn equals the displacement that the burn causes.
  await operator.ada.take(cdmText({ createdAt: '2030-01-02T00:00:00.000', missM: plan.after.missM, sigmaM: 150 }))
  await watch(operator.tenantId, Date.now())
  const ended = await operator.read(out.manoeuvreId)
  expect(ended.evaluation).not.toBeNull()
  if (ended.state !== 'SUPERSEDED') throw new Error(JSON.stringify(ended.evaluation))
  const [notice] = await operator.notices()
  expect(notice).toMatchObject({ level: 'critical', title: expect.stringMatching(/^DO NOT EXECUTE/) })
  // The notice of the withdrawal gives the reason in the language of the reader.
  expect(notice!.finding).toMatchObject({
    code: 'plan-withdrawn',
    values: { reason: 'leaves-too-much', pcWith: ended.evaluation!.probabilityWith },
  })
  // The text for people contains no address of the API; the values for programs contain the address of the file.
  expect(notice!.message).not.toContain('/api/')
  expect(notice!.finding?.values.file).toBe(`/api/v1/ca/manoeuvres/${out.manoeuvreId}/file?format=withdrawal`)
  expect((await operator.file(ended, 'format=withdrawal')).status).toBe(200)
})

test('an executed burn is verified by its measurement, not before ignition, and not by a measurement that is too uncertain (F15, F17)', async () => {
  const operator = await planAt(api, 'flown')
  const plan = await approved(operator)
  const out = await operator.moved(plan, { state: 'EXPORTED', why: 'not asked: exercise' })
  const owner = { kind: 'person', tenantId: operator.tenantId, subject: 'ada', username: 'ada' } as const
  const behind = Date.parse(out.ignitionEpoch) + 1000
  const step = (state: 'EXECUTED' | 'VERIFIED' | 'PARTIAL', more: object = {}) =>
    changePlan(
      { ...api.api.platform, now: () => behind },
      { owner, requestId: 'test' },
      { id: out.manoeuvreId, change: { state, why: 'telemetry', ...more }, ifMatch: '*' },
    )
  expect((await step('EXECUTED')).state).toBe('EXECUTED')
  // From ignition on a newer message does not change the plan.
  await operator.ada.take(cdmText({ createdAt: '2030-01-05T11:00:00.000', missM: 10 }))
  await watch(operator.tenantId, behind)
  expect((await operator.read(out.manoeuvreId)).state).toBe('EXECUTED')
  const planned = out.totalDeltaVMagnitude
  const found = (share: number, sigma: number) => ({
    found: { deltaVMps: share * planned, sigmaMps: sigma * planned, source: 'own ephemeris' },
  })
  await expect(step('VERIFIED')).rejects.toThrow('Give the burn')
  await expect(step('VERIFIED', { ...found(1, 0.1), why: '' })).rejects.toThrow('write how you know it')
  await expect(step('VERIFIED', found(1, 0.11))).rejects.toThrow('Not yet verifiable')
  await expect(step('VERIFIED', found(0.6, 0.1))).rejects.toThrow('more than 3σ apart')
  await expect(step('PARTIAL', found(0.75, 0.1))).rejects.toThrow('it can become VERIFIED')
  expect(await step('VERIFIED', found(0.75, 0.1))).toMatchObject({
    state: 'VERIFIED',
    found: { source: 'own ephemeris' },
  })
})

test('a service account approves nothing, whatever its roles', async () => {
  const operator = await planAt(api, 'service')
  const screened = await operator.moved(await operator.planned(), { state: 'SCREENED' })
  const owner = { kind: 'service', tenantId: operator.tenantId, subject: 'robot', username: 'robot' } as const
  const step = { id: screened.manoeuvreId, change: { state: 'APPROVED', why: 'x' } as const, ifMatch: '*' }
  const platform = { ...api.api.platform, now: Date.now }
  await expect(changePlan(platform, { owner, requestId: 'test' }, step)).rejects.toMatchObject({
    code: 'forbidden',
  })
  expect((await operator.read(screened.manoeuvreId)).state).toBe('SCREENED')
})

test('the last time for a command ends a plan that has not been sent, and keeps a plan that has been sent', async () => {
  const operator = await planAt(api, 'expired')
  const [draft, kept] = [await operator.planned(), await approved(operator)]
  const out = await operator.moved(kept, { state: 'EXPORTED', why: 'not asked: exercise' })
  const other = await operator.planned({ start: { unit: 'PERIODS', value: 1.5 } })
  await watch(operator.tenantId, Date.parse(draft.commitAt) - 1000)
  expect((await operator.read(draft.manoeuvreId)).state).toBe('DRAFT')
  await watch(operator.tenantId, Date.parse(draft.commitAt) + 1000)
  const stateOf = async ({ manoeuvreId }: Plan) => (await operator.read(manoeuvreId)).state
  expect([await stateOf(draft), await stateOf(out), await stateOf(other)]).toEqual(['EXPIRED', 'EXPORTED', 'DRAFT'])
})

test('after the last time for a command no plan is approved or sent out; it can still be screened or given up', async () => {
  const operator = await planAt(api, 'too-late')
  const draft = await operator.planned()
  const afterCommit = Date.parse(draft.commitAt) + 1
  const owner = { kind: 'person', tenantId: operator.tenantId, subject: 'ada', username: 'ada' } as const
  const step = (
    plan: Pick<Plan, 'manoeuvreId' | 'version'>,
    state: 'SCREENED' | 'APPROVED' | 'EXPORTED' | 'REJECTED',
    at: number,
  ) =>
    changePlan(
      { ...api.api.platform, now: () => at },
      { owner, requestId: 'test' },
      { id: plan.manoeuvreId, change: { state, why: 'x' }, ifMatch: `"${plan.version}"` },
    )
  const late = { code: 'conflict', message: expect.stringContaining('has passed') }
  const screened = await step(draft, 'SCREENED', afterCommit)
  await expect(step(screened, 'APPROVED', afterCommit)).rejects.toMatchObject(late)
  const accepted = await step(screened, 'APPROVED', afterCommit - 1)
  await expect(step(accepted, 'EXPORTED', afterCommit)).rejects.toMatchObject(late)
  expect((await step(accepted, 'REJECTED', afterCommit)).state).toBe('REJECTED')
})

test('of two parallel approvals only one succeeds, and an approval withdraws the other plan of the event', async () => {
  const operator = await planAt(api, 'twice')
  const screened = await operator.moved(await operator.planned(), { state: 'SCREENED' })
  const answers = await Promise.all(
    [operator.ada, operator.ben].map((who) => operator.move(screened, { state: 'APPROVED' }, who)),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 412])
  const out = await operator.moved(await operator.read(screened.manoeuvreId), {
    state: 'EXPORTED',
    why: 'none was asked',
  })
  const other = await operator.moved(await operator.planned(), { state: 'SCREENED' })
  // The approver has to have seen the plan that it replaces.
  const refused = await operator.move(other, { state: 'APPROVED', why: 'checked' })
  const { errors } = await bodyOf<Problem>(refused)
  expect([refused.status, errors]).toMatchObject([
    422,
    [
      {
        code: 'manoeuvre.replaces',
        pointer: '#/replaces',
        values: { plan: out.name, planId: out.manoeuvreId, exportedAt: out.exportedAt },
      },
    ],
  ])
  const another = { state: 'APPROVED', why: 'checked', replaces: [other.manoeuvreId] }
  expect((await operator.move(other, another)).status).toBe(409)
  expect((await operator.read(out.manoeuvreId)).state).toBe('EXPORTED')
  const second = await operator.moved(other, { state: 'APPROVED', why: 'checked', replaces: [out.manoeuvreId] })
  expect(second.state).toBe('APPROVED')
  expect((await operator.read(screened.manoeuvreId)).state).toBe('SUPERSEDED')
})

test('from ignition on a plan waits for an orbit fitted after the burn, and says once that it is late (F15)', async () => {
  const operator = await planAt(api, 'awaited')
  const out = await operator.moved(await approved(operator), { state: 'EXPORTED', why: 'none was asked' })
  const ignitionMs = Date.parse(out.ignitionEpoch)
  expect(out.awaited).toBeNull()
  await watch(operator.tenantId, ignitionMs + 60_000)
  const iso = (ms: number) => new Date(ms).toISOString()
  const waiting = await operator.read(out.manoeuvreId)
  expect(waiting).toMatchObject({
    state: 'EXPORTED',
    version: out.version,
    awaited: { source: null, isLate: false, olderMessages: 0, dueAt: iso(ignitionMs + 12 * 3_600_000) },
  })
  // The message was made after the burn from observations before it: it does not show the burn, and does not count as new data.
  const observed = (ms: number) => `TIME_LASTOB_END = ${iso(ms).replace('Z', '')}\n`
  const message = (createdMs: number, observedMs: number) =>
    cdmText({ createdAt: iso(createdMs) }).replace('X = 7000 ', `${observed(observedMs)}X = 7000 `)
  await operator.ada.take(message(ignitionMs + 3_600_000, ignitionMs - 3_600_000))
  await watch(operator.tenantId, ignitionMs + 2 * 3_600_000)
  expect((await operator.read(out.manoeuvreId)).awaited).toMatchObject({
    source: null,
    olderMessages: 1,
    isLate: false,
  })
  const late = async () => (await operator.notices()).filter(({ finding }) => finding?.code === 'burn-data-late')
  expect(await late()).toEqual([])
  for (const hours of [12.5, 13]) await watch(operator.tenantId, ignitionMs + hours * 3_600_000)
  expect((await operator.read(out.manoeuvreId)).awaited).toMatchObject({ source: null, isLate: true })
  expect((await late()).map(({ level }) => level)).toEqual(['serious'])
  await operator.ada.take(message(ignitionMs + 14 * 3_600_000, ignitionMs + 13 * 3_600_000))
  await watch(operator.tenantId, ignitionMs + 15 * 3_600_000)
  // The data have arrived, but their orbit is too uncertain to show a burn of some mm/s.
  expect((await operator.read(out.manoeuvreId)).awaited).toMatchObject({ source: 'MESSAGE', isLate: true })
  expect(await late()).toHaveLength(1)
})

test('a person who received a secret of the service account that made the plan does not count as a second person', async () => {
  const operator = await planAt(api, 'behind-account')
  const { ada, ben } = operator
  const admin = { subject: 'root', organisation: 'behind-account', roles: ['ca:admin'] }
  const policy = { body: JSON.stringify({ isSecondPersonNeeded: true }) }
  expect((await api.call(admin, 'PUT /api/v1/ca/manoeuvre-policy', policy)).status).toBe(200)
  const made = await ada.json('POST /api/v1/service-accounts', { name: 'planner', roles: ['ca:user'] })
  const { serviceAccount } = await bodyOf<ServiceAccountSecret>(made)
  const program = asOperator(api, 'behind-account', serviceAccount.serviceAccountId)
  const asked = await program.json('POST /api/v1/ca/manoeuvres', { 'conjunction-id': operator.conjunctionId })
  const screened = await operator.moved(await bodyOf<Plan>(asked), { state: 'SCREENED' })
  const refused = await operator.move(screened, { state: 'APPROVED', why: 'mine' })
  expect([refused.status, (await refused.text()).includes('second-person')]).toEqual([403, true])
  expect((await operator.move(screened, { state: 'APPROVED', why: 'checked' }, ben)).status).toBe(200)
})
