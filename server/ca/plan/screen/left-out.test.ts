import type { EventPlan as Plan } from '@apsis/contract/ca/plan/manoeuvre.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bodyOf, startTestApi, type TestApi } from '../../../platform/testing/test-api.ts'
import { cdmText } from '../../testing/cdm-text.ts'
import { planAt } from '../../testing/plan-operator.ts'
import { manoeuvreWork } from '../life/watch-work.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const HOUR_MS = 3_600_000
/** The correct decimals of 1 minus a product of complements: each factor is rounded at 1e-16. */
const SUM_DIGITS = 12
const TCA_MS = Date.parse('2030-01-05T12:00:00.000Z')
/** The event has passed before any burn of these tests, so no burn helps it. */
const EARLY = new Date(TCA_MS - 24 * HOUR_MS).toISOString()

/** Makes an event to plan for, and another event that no burn changes and that nobody accepts. */
async function twoEvents(organisation: string) {
  const operator = await planAt(api, organisation)
  const other = cdmText({ createdAt: '2029-12-30T00:00:00.000', tca: EARLY, missM: 20, objects: ['43617', '90002'] })
  const [taken] = await operator.ada.take(other)
  const otherId = taken?.conjunctionId
  if (typeof otherId !== 'string') throw new Error('the message was not taken')
  const screened = async (leftOut?: object) =>
    operator.moved(await operator.planned(leftOut === undefined ? {} : { leftOut }), { state: 'SCREENED' })
  return { ...operator, otherId, screened }
}

const anyOf = (all: readonly (number | null)[]) => 1 - all.reduce<number>((left, one) => left * (1 - (one ?? 0)), 1)
const codesOf = ({ screening }: Plan) => screening!.ofMessages.causes!.map(({ code }) => code)
/** True if another event stays at or above what is accepted, before the burn or with it. */
const isAboveAccepted = (plan: Plan) =>
  codesOf(plan).some((code) => code === 'not-accepted-with-burn' || code === 'not-accepted-before-burn')

test('an event that is left out counts neither in the verdict nor in the total; the totals with it, and the author, are shown (F10)', async () => {
  const { screened, otherId, conjunctionId, file, create } = await twoEvents('left-out')
  const whole = await screened()
  expect(whole.screening!.verdict).toBe('FAIL')
  expect(codesOf(whole)).toContain('not-accepted-before-burn')
  expect(whole.screening!.leftOut).toBeNull()
  const plan = await screened({ conjunctionIds: [otherId] })
  const { events, totalBefore, totalAfter, leftOut } = plan.screening!
  expect(isAboveAccepted(plan)).toBe(false)
  expect(plan.screening!.ofMessages.verdict).not.toBe('FAIL')
  expect(events.map((one) => [one.conjunctionId, one.leftOut])).toEqual([
    [otherId, 'CHOSEN'],
    [conjunctionId, undefined],
  ])
  const target = events.find(({ isTarget }) => isTarget)!
  expect([totalBefore, totalAfter]).toEqual(
    [target.before, target.nominal].map((pc) => expect.closeTo(pc!, SUM_DIGITS)),
  )
  expect(leftOut).toMatchObject({
    by: 'ada',
    at: plan.steps[0]!.at,
    // The event is left out until ignition if no other time was stated.
    until: new Date(Date.parse(plan.ignitionEpoch)).toISOString(),
    totalBefore: expect.closeTo(anyOf(events.map(({ before }) => before)), SUM_DIGITS),
    totalAfter: expect.closeTo(anyOf(events.map(({ nominal }) => nominal)), SUM_DIGITS),
  })
  expect(leftOut!.totalAfter).toBe(whole.screening!.totalAfter)
  // A reader who has only the file is informed, too.
  const opm = (await file(plan, 'format=opm')).text
  expect(opm).toMatch(/COMMENT Left out of its screening by ada at .*, until /)
  expect(opm).toContain(`TCA ${events[0]!.tca} (CHOSEN)`)
  expect((await file(plan, 'format=csv')).text).toContain(`,${otherId},ada,\r\n`)
  expect((await file(whole, 'format=opm')).text).not.toContain('Left out')
  const own = await create({ leftOut: { conjunctionIds: [conjunctionId] } })
  expect([own.status, await bodyOf(own)]).toMatchObject([422, { errors: [{ code: 'manoeuvre.left-out' }] }])
})

test('kinds are left out by the kind of the other object in the message, but never the event of the burn', async () => {
  const { screened, otherId } = await twoEvents('left-out-kinds')
  const of = async (kinds: readonly string[]) => {
    const { events } = (await screened({ kinds })).screening!
    return events.map(({ conjunctionId, isTarget, leftOut }) => [conjunctionId === otherId, isTarget, leftOut ?? null])
  }
  expect(await of(['PAYLOAD', 'ROCKET_BODY', 'MOVES'])).toEqual([
    [true, false, null],
    [false, true, null],
  ])
  expect(await of(['DEBRIS', 'UNKNOWN'])).toEqual([
    [true, false, expect.stringMatching(/^(DEBRIS|UNKNOWN)$/)],
    [false, true, null],
  ])
})

/** Runs the plan watch once. */
function turnAt(tenantId: string, atMs: number) {
  const { db, queue } = api.api.platform
  const platform = { db, queue, log: api.log, now: () => atMs, signal: new AbortController().signal }
  return manoeuvreWork().turn(platform, tenantId)
}

test('an event that arrives after its kind was left out counts, in an approved plan and in a draft', async () => {
  const operator = await twoEvents('left-out-later')
  const screened = await operator.screened({ kinds: ['DEBRIS'] })
  const approved = await operator.moved(screened, { state: 'APPROVED', why: 'they are small' })
  expect(isAboveAccepted(approved)).toBe(false)
  const waiting = await operator.planned({ leftOut: { kinds: ['DEBRIS'] } })
  const changed = await operator.planned({ leftOut: { kinds: ['DEBRIS'] } })
  const [late] = await operator.ada.take(
    cdmText({ createdAt: '2029-12-30T00:00:00.000', tca: EARLY, missM: 20, objects: ['43617', '90003'] }),
  )
  const leftOutIn = ({ screening }: Plan) =>
    new Map(screening!.events.map(({ conjunctionId, leftOut }) => [conjunctionId, leftOut]))
  await turnAt(operator.tenantId, Date.parse(EARLY) - 6 * HOUR_MS)
  const held = await operator.read(approved.manoeuvreId)
  for (const plan of [held, await operator.moved(waiting, { state: 'SCREENED' })]) {
    expect(leftOutIn(plan).get(operator.otherId)).toBe('DEBRIS')
    expect([...leftOutIn(plan)]).toContainEqual([late!.conjunctionId, undefined])
    expect(isAboveAccepted(plan)).toBe(true)
  }
  // The person who changes the plan has seen the event.
  const anew = await operator.moved(changed, { plan: { leftOut: { kinds: ['DEBRIS'] } }, why: 'it is small, too' })
  expect(leftOutIn(await operator.moved(anew, { state: 'SCREENED' })).get(late!.conjunctionId!)).toBe('DEBRIS')
})

test('an event that is left out still counts if the burn makes it worse than accepted (F10, F12)', async () => {
  const operator = await planAt(api, 'left-out-met')
  const probe = (await operator.moved(await operator.planned(), { state: 'SCREENED' })).screening!.events[0]!
  // The burn moves the satellite along its track; half of the square of that displacement adds to the miss of the object beside the track.
  const besideM = Math.sqrt(probe.missM ** 2 - probe.missBeforeM ** 2)
  /** Returns a message with the object this far from the path, on the side to which the burn moves the satellite, or on the other side. */
  const beside = (metres: number, createdAt: string) => {
    const axisKm = metres / Math.SQRT2 / 1000
    const text = cdmText({ createdAt, objects: ['43617', '90003'], missM: 0 })
    const [own, other] = text
      .replace('MISS_DISTANCE = 0 ', `MISS_DISTANCE = ${Math.abs(metres)} `)
      .split('OBJECT = OBJECT2')
    return `${own}OBJECT = OBJECT2${other!.replace(/\b([YZ]) = 0 /g, `$1 = ${axisKm} `)}`
  }
  // A faster satellite completes a revolution later.
  const side = (await operator.planned()).deltaVRtn[1]! > 0 ? -1 : 1
  const [far] = await operator.ada.take(beside(side * 20_000, '2029-12-30T00:00:00.000'))
  const farId = far!.conjunctionId!
  const screened = await operator.moved(await operator.planned({ leftOut: { conjunctionIds: [farId] } }), {
    state: 'SCREENED',
  })
  const rowOf = ({ screening }: Plan) => screening!.events.find(({ conjunctionId }) => conjunctionId === farId)!
  expect(rowOf(screened).leftOut).toBe('CHOSEN')
  const approved = await operator.moved(screened, { state: 'APPROVED', why: 'far away' })
  const [near] = await operator.ada.take(beside(side * besideM, '2029-12-31T00:00:00.000'))
  expect(near!.conjunctionId).toBe(farId)
  await turnAt(operator.tenantId, Date.parse(EARLY) - 6 * HOUR_MS)
  const held = await operator.read(approved.manoeuvreId)
  expect([held.state, held.evaluation?.verdict]).toEqual(['SUPERSEDED', 'NO_GO'])
  expect(held.evaluation?.cause).toMatchObject({ reason: 'meets-another', object: 'OBJECT 90003' })
  const row = rowOf(held)
  expect(row.leftOut).toBeUndefined()
  expect(row.nominal).toBeGreaterThan(row.before!)
  expect(isAboveAccepted(held)).toBe(true)
  expect(held.screening!.totalAfter).toBeGreaterThanOrEqual(row.nominal!)
})

test('a plan that leaves events out is approved only with a reason, even if its screening says PASS', async () => {
  const operator = await twoEvents('left-out-why')
  const passed = async (leftOut: object) => {
    const screened = await operator.screened(leftOut)
    await api.database.query(
      `update ca.manoeuvre set screening = jsonb_set(screening, '{verdict}', '"PASS"') where id = '${screened.manoeuvreId}'`,
    )
    return screened
  }
  const plan = await passed({ conjunctionIds: [operator.otherId] })
  const refused = await operator.move(plan, { state: 'APPROVED' })
  expect([refused.status, await bodyOf(refused)]).toMatchObject([
    422,
    { errors: [{ code: 'manoeuvre.incomplete', values: { case: 'left-out' }, pointer: '#/why' }] },
  ])
  expect((await operator.move(plan, { state: 'APPROVED', why: 'Starlink dodges' })).status).toBe(200)
  // No event is of this kind, so none was left out.
  const approval = { state: 'APPROVED', replaces: [plan.manoeuvreId] }
  expect((await operator.move(await passed({ kinds: ['PAYLOAD'] }), approval)).status).toBe(200)
})

test('events that were left out count again when the stated time is over, in the record of an approved plan (F10, F14)', async () => {
  const operator = await twoEvents('left-out-lapsed')
  const until = new Date(TCA_MS - 30 * HOUR_MS).toISOString()
  const screened = await operator.screened({ conjunctionIds: [operator.otherId], until })
  const approved = await operator.moved(screened, { state: 'APPROVED', why: 'Starlink dodges' })
  await turnAt(operator.tenantId, Date.parse(until) - HOUR_MS)
  const held = await operator.read(approved.manoeuvreId)
  expect(held.screening!.leftOut).toMatchObject({ by: 'ada', until })
  await turnAt(operator.tenantId, Date.parse(until) + HOUR_MS)
  const lapsed = await operator.read(approved.manoeuvreId)
  expect(lapsed.screening!.leftOut).toBeNull()
  expect(isAboveAccepted(lapsed)).toBe(true)
})

test('a plan that left events out until a time that has now passed is not approved on its old screening', async () => {
  const operator = await twoEvents('left-out-late')
  const screened = await operator.screened({ conjunctionIds: [operator.otherId] })
  await api.database.query(
    `update ca.manoeuvre set request = jsonb_set(request, '{leftOut,until}', '"2020-01-01T00:00:00.000Z"')
      where id = '${screened.manoeuvreId}'`,
  )
  const approval = { state: 'APPROVED', why: 'Starlink dodges' }
  expect((await operator.move(screened, approval)).status).toBe(409)
  const again = await operator.moved(screened, { state: 'DRAFT', why: 'its claim has lapsed' })
  const anew = await operator.moved(again, { state: 'SCREENED' })
  expect(anew.screening!.leftOut).toBeNull()
  expect((await operator.move(anew, approval)).status).toBe(200)
})
