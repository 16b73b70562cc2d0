import { DAY_MS } from '@apsis/astro/constants.ts'
import { BLACKOUT_KINDS as COMPUTED_KINDS } from '@apsis/astro/manoeuvre/blackout/blackouts.ts'
import type { Contact, SatelliteContacts } from '@apsis/contract/ca/contact/contact.ts'
import { BLACKOUT_KINDS } from '@apsis/contract/ca/plan/blackout.ts'
import type { EventPlan as Plan } from '@apsis/contract/ca/plan/manoeuvre.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bodyOf, startTestApi, type TestApi } from '../../../platform/testing/test-api.ts'
import { cdmText } from '../../testing/cdm-text.ts'
import { planAt } from '../../testing/plan-operator.ts'
import { isSame, metBy, newlyMet } from '../screen/plan-blackouts.ts'
import { manoeuvreWork } from './watch-work.ts'

/** Both ends are searched on the same orbit and stated to the millisecond. */
const SAME_END_MS = 2

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

/** TCA of the test message: 2030-01-05T12:00 UTC. */
const at = (time: string) => `2030-01-05T${time}.000Z`
const BURN = { start: { unit: 'DATE', value: at('08:00:00') } }
const SENT = { state: 'EXPORTED', why: 'not asked: exercise' }

/** Runs the plan watch several times, because it checks its own changes again. */
async function watch(tenantId: string, now = new Date().toISOString()): Promise<void> {
  const { db, queue } = api.api.platform
  const platform = { db, queue, log: api.log, now: () => Date.parse(now), signal: new AbortController().signal }
  const work = manoeuvreWork()
  for (let turn = 0; turn < 3; turn += 1) await work.turn(platform, tenantId)
}

/** Makes an operator with an early known contact, and the actions on a plan. */
async function contactOperator(name: string, configuration: object = { blackoutInContacts: true }) {
  const operator = await planAt(api, name, { configuration })
  const { satelliteId, configuration: given, ...satellite } = operator.satellite
  const book = async (from: string, to: string, station: string) =>
    bodyOf<Contact>(
      await operator.ada.json(`POST /api/v1/ca/contacts?satellite-id=${satelliteId}`, {
        from: at(from),
        to: at(to),
        station,
      }),
    )
  const screened = async () => operator.moved(await operator.planned(BURN), { state: 'SCREENED' })
  const approve = async () => operator.moved(await screened(), { state: 'APPROVED', why: 'checked' })
  return {
    ...operator,
    book,
    screened,
    approve,
    cancel: ({ contactId }: Contact) => operator.ada.call(`DELETE /api/v1/ca/contacts/${contactId}`),
    change: (rules: object) =>
      operator.ada.json('PUT /api/v1/ca/satellites', {
        satelliteId,
        name: satellite.name,
        noradId: satellite.noradId,
        configuration: { ...given, ...rules },
      }),
    after: async ({ manoeuvreId }: Plan, now?: string) => {
      await watch(operator.tenantId, now)
      return operator.read(manoeuvreId)
    },
  }
}

test('a screened plan no longer passes once a contact is booked over its burn, and passes again without the contact', async () => {
  const operator = await contactOperator('blackout-screened')
  await operator.book('01:00:00', '01:10:00', 'Early')
  const plan = await operator.after(await operator.screened())
  expect([plan.screening?.verdict, plan.blackouts]).toEqual(['PASS', { met: [], unknown: null }])
  const over = await operator.book('07:55:00', '08:05:00', 'Awarua')
  const met = await operator.after(plan)
  expect(met).toMatchObject({ state: 'SCREENED', screening: { verdict: 'FAIL' } })
  expect(met.version).toBeGreaterThan(plan.version)
  expect(met.blackouts?.met).toEqual([
    { kind: 'CONTACT', from: at('07:55:00'), to: at('08:05:00'), reason: 'Awarua', isSure: true },
  ])
  expect(met.screening?.reasons).toEqual([
    'The burn lies in a blackout: the contact with Awarua, 2030-01-05 07:55 Z to 2030-01-05 08:05 Z.',
  ])
  // A second check of the same data adds nothing.
  expect((await operator.after(met)).version).toBe(met.version)
  await operator.cancel(over)
  expect(await operator.after(met)).toMatchObject({ screening: { verdict: 'PASS', reasons: [] } })
})

test('an exported plan whose burn now lies in a blackout is withdrawn with an alarm on every channel', async () => {
  const operator = await contactOperator('blackout-exported')
  await operator.book('01:00:00', '01:10:00', 'Early')
  const out = await operator.moved(await operator.approve(), SENT)
  expect((await operator.after(out)).state).toBe('EXPORTED')
  await operator.book('07:55:00', '08:05:00', 'Awarua')
  const waits = await operator.after(out, at('00:00:00'))
  expect([waits.state, waits.screening?.verdict]).toEqual(['EXPORTED', 'FAIL'])
  expect((await operator.after(out, at('00:09:59'))).state).toBe('EXPORTED')
  expect((await operator.after(out, at('00:10:00'))).state).toBe('SUPERSEDED')
  const [notice] = await operator.notices()
  expect(notice).toMatchObject({ level: 'critical', title: expect.stringMatching(/^DO NOT EXECUTE/) })
  expect(notice!.finding).toMatchObject({
    code: 'plan-withdrawn',
    values: { reason: 'in-blackout', kind: 'CONTACT', place: 'Awarua', fromAt: at('07:55:00'), toAt: at('08:05:00') },
  })
})

test('a rule of the satellite that is entered later ends an approved plan, and the plan names the rule', async () => {
  const operator = await contactOperator('blackout-rule', {})
  const plan = await operator.approve()
  const shut = { from: at('07:00:00'), to: at('09:00:00'), reason: 'payload' }
  expect((await operator.change({ blackoutWindows: [shut] })).status).toBe(200)
  const ended = await operator.after(plan)
  expect([ended.state, ended.steps.at(-1)?.cause]).toMatchObject([
    'SUPERSEDED',
    { reason: 'in-blackout', kind: 'ENTERED', place: 'payload' },
  ])
  expect((await operator.notices())[0]).toMatchObject({ level: 'serious' })
})

test('a burn that was approved in a blackout with a reason is not withdrawn for that blackout', async () => {
  const operator = await contactOperator('blackout-seen')
  await operator.book('01:00:00', '01:10:00', 'Early')
  const plan = await operator.screened()
  const over = await operator.book('07:55:00', '08:05:00', 'Awarua')
  const met = await operator.after(plan)
  const kept = await operator.moved(met, { state: 'APPROVED', why: 'the station has agreed' })
  expect((await operator.after(kept, at('00:00:00'))).state).toBe('APPROVED')
  // The blackout is removed, and entered again with another name: its absence during one check does not make it a different blackout.
  await operator.cancel(over)
  expect((await operator.after(kept, at('00:01:00'))).blackouts?.met).toEqual([])
  await operator.book('07:54:00', '08:05:00', 'Awarua 2')
  await operator.after(kept, at('00:02:00'))
  expect(await operator.after(kept, at('00:30:00'))).toMatchObject({
    state: 'APPROVED',
    blackouts: { met: [{ reason: 'Awarua 2', isSure: true }] },
  })
})

test('a newer message that moves the shadow over an approved burn ends it', async () => {
  const operator = await contactOperator('blackout-shadow', { blackoutInEclipse: 'PENUMBRA' })
  // Twelve starts are spread over a revolution of 97 minutes.
  const starts = Array.from({ length: 12 }, (_, k) => new Date(Date.parse(at('07:00:00')) + k * 486_000).toISOString())
  const made = await Promise.all(starts.map((value) => operator.create({ start: { unit: 'DATE', value } })))
  const chosen = made.findIndex(({ status }, k) => status === 201 && made[k + 6]?.status === 422)
  const screened = await operator.moved(await bodyOf<Plan>(made[chosen]!), { state: 'SCREENED' })
  expect(screened.blackouts).toEqual({ met: [], unknown: null })
  const plan = await operator.moved(screened, { state: 'APPROVED', why: 'checked' })
  // This is the same encounter on the other side of the Earth, where sunlit places are dark.
  const turned = cdmText({ createdAt: '2029-12-31T00:00:00.000' }).replace(
    /^([XY](?:_DOT)?) += +(-?)(?=[\d.]*[1-9])/gm,
    (_, name, sign) => `${name} = ${sign === '-' ? '' : '-'}`,
  )
  await operator.ada.take(turned)
  const ended = await operator.after(plan)
  expect([ended.state, ended.steps.at(-1)?.cause]).toMatchObject([
    'SUPERSEDED',
    { reason: 'in-blackout', kind: 'ECLIPSE' },
  ])
})

test('a plan without known contacts says so from the start, and has the verdict WARN', async () => {
  const operator = await contactOperator('blackout-unknown')
  const draft = await operator.planned(BURN)
  expect(draft.blackouts).toEqual({ met: [], unknown: { cause: 'NO_CONTACTS', after: null, why: '' } })
  const plan = await operator.after(await operator.moved(draft, { state: 'SCREENED' }))
  expect(plan.screening).toMatchObject({
    verdict: 'WARN',
    reasons: [
      'Whether the burn lies in a blackout is not known: the satellite does not burn in contacts, and no contacts of it are known.',
    ],
  })
  const without = await planAt(api, 'blackout-none')
  expect((await without.planned(BURN)).blackouts).toEqual({ met: [], unknown: null })
})

/** Returns a circular orbit 500 km high, inclined by 98°, as an element set of a day. */
function setOf(day: Date): string {
  const [year, yearMs] = [day.getUTCFullYear(), Date.UTC(day.getUTCFullYear(), 0, 1)]
  const dayOfYear = (1 + (day.getTime() - yearMs) / DAY_MS).toFixed(8).padStart(12, '0')
  return [
    `1 43617U 18077A   ${String(year).slice(2)}${dayOfYear}  .00000000  00000-0  00000-0 0  999`,
    '2 43617  98.0000 100.0000 0001000  90.0000 270.0000 15.22000000 1000',
  ]
    .map((line) => `${line}${[...line].reduce((sum, one) => sum + (one === '-' ? 1 : Number(one) || 0), 0) % 10}`)
    .join('\n')
}

test('a plan after the contacts that can be computed states until when blackouts are known', async () => {
  const operator = await contactOperator('blackout-horizon')
  const now = new Date()
  expect((await operator.ada.json('POST /api/v1/tle/tle-set', [setOf(now)])).status).toBe(200)
  await operator.ada.json('POST /api/v1/ca/ground-stations', { name: 'Pole', latitude: 78, longitude: 15 })
  const { blackouts } = await operator.planned(BURN)
  expect(blackouts?.unknown?.cause).toBe('HORIZON')
  const aheadDays = (Date.parse(blackouts!.unknown!.after!) - now.getTime()) / 86_400_000
  expect(aheadDays).toBeGreaterThan(13.9)
  expect(aheadDays).toBeLessThan(14.1)
})

test.each([
  ['contacts', 'ORBIT_FAULT', { blackoutInContacts: true }, `ground_station set fields = fields || '{"horizon": 5}'`],
  ['shadow', 'SHADOW', { blackoutInEclipse: 'UMBRA' }, `cdm set original = 'none'`],
])(
  'if the %s cannot be found a plan is WARN, and the search is not repeated in every run',
  async (what, cause, rules, broken) => {
    const operator = await contactOperator(`blackout-broken-${what}`, rules)
    const plan = await operator.screened()
    expect((await operator.ada.json('POST /api/v1/tle/tle-set', [setOf(new Date())])).status).toBe(200)
    await operator.ada.json('POST /api/v1/ca/ground-stations', { name: 'Pole', latitude: 78, longitude: 15 })
    await api.database.query(`update ca.${broken} where tenant_id = $1`, [operator.tenantId])
    const before = api.logged.length
    const after = await operator.after(plan)
    expect(after.screening?.verdict).toBe('WARN')
    expect(after.blackouts?.unknown).toMatchObject({ cause, after: null })
    // Three runs at nearly the same time: one finds the change, and one checks what the first has written.
    const told = api.logged
      .slice(before)
      .filter((line) => line.includes(plan.manoeuvreId) && line.includes('looked at'))
    expect(told).toHaveLength(2)
  },
)

/** Makes a plan whose burn of some seconds lies in the middle of a computed contact, which is known on the day before. */
async function inComputed(name: string) {
  const operator = await contactOperator(name)
  expect((await operator.ada.json('POST /api/v1/tle/tle-set', [setOf(new Date(at('00:00:00')))])).status).toBe(200)
  await operator.ada.json('POST /api/v1/ca/ground-stations', { name: 'Pole', latitude: 78, longitude: 15 })
  const span = `from=${at('09:00:00')}&to=${at('11:30:00')}`
  const { basis, contacts } = await operator.ada.read<SatelliteContacts>(
    `/contacts?satellite-id=${operator.satellite.satelliteId}&${span}`,
  )
  expect(basis).toBe('COMPUTED')
  const pass = contacts.find(({ from }) => from > at('09:00:00'))!
  const middle = new Date((Date.parse(pass.from) + Date.parse(pass.to)) / 2).toISOString()
  const screened = async (value: string) =>
    operator.moved(await operator.planned({ start: { unit: 'DATE', value } }), { state: 'SCREENED' })
  const lastSeconds = new Date(Date.parse(pass.to) - 5_000).toISOString()
  return { ...operator, pass, inside: () => screened(middle), atItsEnd: () => screened(lastSeconds) }
}

test('a short burn in the middle of a computed contact certainly lies in it', async () => {
  const operator = await inComputed('blackout-computed')
  const met = await operator.after(await operator.inside(), at('00:00:00'))
  expect(met.screening?.verdict).toBe('FAIL')
  const [contact, ...more] = met.blackouts?.met ?? []
  expect([contact?.kind, contact?.reason, contact?.isSure, more]).toEqual(['CONTACT', 'Pole', true, []])
  // The end of the contact follows from the orbit, and is not the end of the burn.
  expect(Math.abs(Date.parse(contact!.to) - Date.parse(operator.pass.to))).toBeLessThan(SAME_END_MS)
  // In the last seconds of the contact it is uncertain if the burn lies in it: with the next element set the pass ends at another time.
  const edge = await operator.after(await operator.atItsEnd(), at('00:00:00'))
  expect(edge.screening?.verdict).toBe('WARN')
  expect(edge.blackouts?.met).toMatchObject([{ kind: 'CONTACT', reason: 'Pole', isSure: false }])
})

test('an exported plan stays when its only booked contact is entered again, and when the booked contacts end', async () => {
  const operator = await inComputed('blackout-again')
  const only = await operator.book('03:00:00', '03:10:00', 'Early')
  const approvedOf = (plan: Plan) => operator.moved(plan, { state: 'APPROVED', why: 'checked' })
  const out = await operator.moved(await approvedOf(await operator.inside()), SENT)
  expect(out.command.basis).toBe('BOOKED')
  expect((await operator.after(out, at('00:00:00'))).blackouts).toEqual({ met: [], unknown: null })
  await operator.cancel(only)
  await operator.after(out, at('00:01:00'))
  expect(await operator.after(out, at('00:02:00'))).toMatchObject({ state: 'EXPORTED', command: { basis: 'COMPUTED' } })
  await operator.book('03:00:00', '03:10:00', 'Early')
  await operator.after(out, at('00:03:00'))
  const again = await operator.after(out, at('00:20:00'))
  expect(again).toMatchObject({ state: 'EXPORTED', command: { basis: 'BOOKED' }, blackouts: { met: [] } })
  // After the last booked contact every pass could be a contact, but no contact is known.
  await operator.after(out, at('03:20:00'))
  const over = await operator.after(out, at('03:40:00'))
  expect(over).toMatchObject({ state: 'EXPORTED', screening: { verdict: 'WARN' } })
  expect(over.blackouts?.met).toMatchObject([{ kind: 'CONTACT', reason: 'Pole', isSure: false }])
})

test('a burn in the uncertain ends of a blackout may lie in it; a certain overlap is reported', () => {
  const minute = 60_000
  const blackout = {
    fromMs: 10 * minute,
    toMs: 20 * minute,
    kind: 'CONTACT',
    reason: 'S',
    sure: { fromMs: 11 * minute, toMs: 19 * minute },
  } as const
  const over = (fromMs: number, toMs: number) => metBy([blackout], { fromMs, toMs })
  expect(over(0, 10 * minute)).toEqual([])
  expect(over(20 * minute, 21 * minute)).toEqual([])
  const [touched] = over(9 * minute, 10.5 * minute)
  const [inside] = over(15 * minute, 15 * minute)
  expect([touched?.isSure, inside?.isSure]).toEqual([false, true])
  const of = (...met: (typeof touched)[]) => ({ met: met.map((one) => one!), unknown: null })
  expect(newlyMet(of(), of(touched))).toEqual([])
  expect(newlyMet(of(touched), of(inside))).toEqual([inside])
  const renamed = { ...inside!, reason: 'T', to: new Date(20.1 * minute).toISOString() }
  expect(newlyMet(of(inside), of(renamed))).toEqual([])
  expect(newlyMet(of(inside), of({ ...inside!, kind: 'ECLIPSE' }))).toHaveLength(1)
  const later = { from: new Date(20 * minute).toISOString(), to: new Date(30 * minute).toISOString() }
  expect(newlyMet(of(inside), of({ ...inside!, ...later }))).toHaveLength(1)
  expect(newlyMet(null, of(inside))).toEqual([inside])
  expect(isSame(of(touched), of(inside))).toBe(false)
  expect(isSame(of(inside), of({ ...inside!, from: new Date(10 * minute + 900).toISOString() }))).toBe(true)
  expect(isSame(of(inside), of({ ...inside!, from: new Date(12 * minute).toISOString() }))).toBe(false)
  const until = (cause: 'HORIZON' | 'ORBIT_ENDS', after: string) => ({ met: [], unknown: { cause, after, why: '' } })
  expect(isSame(until('HORIZON', at('01:00:00')), until('HORIZON', at('01:01:00')))).toBe(true)
  expect(isSame(until('ORBIT_ENDS', at('01:00:00')), until('ORBIT_ENDS', at('01:01:00')))).toBe(false)
})

test('the API reports exactly the kinds of blackouts that are computed', () => {
  expect(BLACKOUT_KINDS).toEqual(COMPUTED_KINDS)
})
