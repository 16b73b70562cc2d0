import type { Manoeuvre } from '@apsis/contract/ca/manoeuvre.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bodyOf, startTestApi, type TestApi } from '../../../platform/testing/test-api.ts'
import { cdmText } from '../../testing/cdm-text.ts'
import { planAt } from '../../testing/plan-desk.ts'
import { manoeuvreWork } from '../watch-work.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const HOUR_MS = 3_600_000
const TCA_MS = Date.parse('2030-01-05T12:00:00.000Z')
/** Over before any burn of these tests: no burn helps it. */
const EARLY = new Date(TCA_MS - 24 * HOUR_MS).toISOString()

/** An event to plan for, and another one that no burn moves and nobody accepts. */
async function twoEvents(organisation: string) {
  const desk = await planAt(api, organisation)
  const other = cdmText({ createdAt: '2029-12-30T00:00:00.000', tca: EARLY, missM: 20, objects: ['43617', '90002'] })
  const [taken] = await desk.ada.take(other)
  const otherId = taken?.conjunctionId
  if (typeof otherId !== 'string') throw new Error('the message was not taken')
  const screened = async (leftOut?: object) =>
    desk.moved(await desk.planned(leftOut === undefined ? {} : { leftOut }), { state: 'SCREENED' })
  return { ...desk, otherId, screened }
}

const anyOf = (all: readonly (number | null)[]) => 1 - all.reduce<number>((left, one) => left * (1 - (one ?? 0)), 1)
const codesOf = ({ screening }: Manoeuvre) => screening!.ofMessages.causes!.map(({ code }) => code)

test('an event that is left out counts neither in the verdict nor in the total, and totals with it and who said so stand beside (F10)', async () => {
  const { screened, otherId, conjunctionId, file, create } = await twoEvents('left-out')
  const whole = await screened()
  expect(whole.screening!.verdict).toBe('FAIL')
  expect(codesOf(whole)).toContain('not-accepted-with-burn')
  expect(whole.screening!.leftOut).toBeNull()
  const plan = await screened({ conjunctionIds: [otherId] })
  const { events, totalBefore, totalAfter, leftOut } = plan.screening!
  expect(codesOf(plan)).not.toContain('not-accepted-with-burn')
  expect(plan.screening!.ofMessages.verdict).not.toBe('FAIL')
  expect(events.map((one) => [one.conjunctionId, one.leftOut])).toEqual([
    [otherId, 'CHOSEN'],
    [conjunctionId, undefined],
  ])
  const target = events.find(({ isTarget }) => isTarget)!
  expect([totalBefore, totalAfter]).toEqual([target.before, target.nominal].map((pc) => expect.closeTo(pc!, 12)))
  expect(leftOut).toMatchObject({
    ...{ by: 'ada', at: plan.steps[0]!.at },
    // It holds until ignition where nothing else was said.
    until: new Date(Date.parse(plan.ignitionEpoch)).toISOString(),
    totalBefore: expect.closeTo(anyOf(events.map(({ before }) => before)), 12),
    totalAfter: expect.closeTo(anyOf(events.map(({ nominal }) => nominal)), 12),
  })
  expect(leftOut!.totalAfter).toBeCloseTo(whole.screening!.totalAfter!, 12)
  // Whoever reads the file alone is told, too.
  const opm = (await file(plan, 'format=opm')).text
  expect(opm).toMatch(/COMMENT Left out of its screening by ada at .*, until /)
  expect(opm).toContain(`TCA ${events[0]!.tca} (CHOSEN)`)
  expect((await file(plan, 'format=csv')).text).toContain(`,${otherId},ada\r\n`)
  expect((await file(whole, 'format=opm')).text).not.toContain('Left out')
  const own = await create({ leftOut: { conjunctionIds: [conjunctionId] } })
  expect([own.status, await bodyOf(own)]).toMatchObject([422, { errors: [{ code: 'manoeuvre.left-out' }] }])
}, 60_000)

test('kinds are left out by what the message says of the other object, never the event of the burn', async () => {
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
}, 60_000)

test('what was left out counts again when its time is over, in the record of an approved plan (F10, F14)', async () => {
  const desk = await twoEvents('left-out-lapsed')
  const until = new Date(TCA_MS - 30 * HOUR_MS).toISOString()
  const screened = await desk.screened({ conjunctionIds: [desk.otherId], until })
  const approved = await desk.moved(screened, { state: 'APPROVED', why: 'Starlink dodges' })
  const { db, queue } = api.api.platform
  const turnAt = (atMs: number) => {
    const floor = { db, queue, log: api.log, now: () => atMs, signal: new AbortController().signal }
    return manoeuvreWork().turn(floor, desk.tenantId)
  }
  await turnAt(Date.parse(until) - HOUR_MS)
  const held = await desk.read(approved.manoeuvreId)
  expect(held.screening!.leftOut).toMatchObject({ by: 'ada', until })
  await turnAt(Date.parse(until) + HOUR_MS)
  const lapsed = await desk.read(approved.manoeuvreId)
  expect(lapsed.screening!.leftOut).toBeNull()
  expect(codesOf(lapsed)).toContain('not-accepted-with-burn')
}, 60_000)

test('a plan whose claim has lapsed since its screening is not approved by it', async () => {
  const desk = await twoEvents('left-out-late')
  const screened = await desk.screened({ conjunctionIds: [desk.otherId] })
  await api.database.query(
    `update ca.manoeuvre set request = jsonb_set(request, '{leftOut,until}', '"2020-01-01T00:00:00.000Z"')
      where id = '${screened.manoeuvreId}'`,
  )
  const approval = { state: 'APPROVED', why: 'Starlink dodges' }
  expect((await desk.move(screened, approval)).status).toBe(409)
  const again = await desk.moved(screened, { state: 'DRAFT', why: 'its claim has lapsed' })
  const anew = await desk.moved(again, { state: 'SCREENED' })
  expect(anew.screening!.leftOut).toBeNull()
  expect((await desk.move(anew, approval)).status).toBe(200)
}, 60_000)
