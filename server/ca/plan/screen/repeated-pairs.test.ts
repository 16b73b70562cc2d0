import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../../platform/testing/test-api.ts'
import { cdmText } from '../../testing/cdm-text.ts'
import { planAt } from '../../testing/plan-operator.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

/** The correct decimals of sums and products of a few doubles. */
const SUM_DIGITS = 12
const HOUR_MS = 3_600_000
/** Two passages, both before any burn of these tests. */
const [FIRST, SECOND] = [24, 22].map((hours) =>
  new Date(Date.parse('2030-01-05T12:00:00.000Z') - hours * HOUR_MS).toISOString(),
) as [string, string]

async function screenedWith(organisation: string, others: readonly [string, string]) {
  const operator = await planAt(api, organisation)
  for (const [place, tca] of [FIRST, SECOND].entries()) {
    const objects = ['43617', others[place]!] as const
    await operator.ada.take(cdmText({ createdAt: '2029-12-30T00:00:00.000', tca, missM: 60 + 20 * place, objects }))
  }
  const screened = async (leftOut?: object) =>
    (await operator.moved(await operator.planned(leftOut === undefined ? {} : { leftOut }), { state: 'SCREENED' }))
      .screening!
  return { ...operator, screened }
}

test('for an object that is met twice the total contains the sum, and the largest value is shown, too (F10)', async () => {
  const { screened } = await screenedWith('met-twice', ['90002', '90002'])
  const { events, totalBefore, totalAfter, repeated } = await screened()
  expect(events).toHaveLength(3)
  const target = events.find(({ isTarget }) => isTarget)!
  const [one, two] = events.filter(({ isTarget }) => !isTarget).map(({ before }) => before!) as [number, number]
  const both = (own: number, other: number) => 1 - (1 - own) * (1 - other)
  expect(totalBefore).toBeCloseTo(both(target.before!, one + two), SUM_DIGITS)
  expect(totalAfter).toBeCloseTo(both(target.nominal!, one + two), SUM_DIGITS)
  expect(repeated).toEqual({
    objects: [events.find(({ isTarget }) => !isTarget)!.object],
    leastBefore: expect.closeTo(both(target.before!, Math.max(one, two)), SUM_DIGITS),
    leastAfter: expect.closeTo(both(target.nominal!, Math.max(one, two)), SUM_DIGITS),
  })
  // For independent events the total would be less than the sum by the product, and these digits would show it.
  expect(one * two).toBeGreaterThan(10 ** (2 - SUM_DIGITS))
})

test('different objects are independent, and an object that is left out counts only in the total that includes it (F10)', async () => {
  const apart = await screenedWith('met-once', ['90002', '90003'])
  expect((await apart.screened()).repeated).toBeNull()
  const twice = await screenedWith('left-out-twice', ['90002', '90002'])
  const all = await twice.screened()
  const [passage] = all.events.filter(({ isTarget }) => !isTarget)
  const { repeated, leftOut } = await twice.screened({ conjunctionIds: [passage!.conjunctionId] })
  expect(repeated).toBeNull()
  expect(leftOut!.repeated).toEqual(all.repeated)
})
