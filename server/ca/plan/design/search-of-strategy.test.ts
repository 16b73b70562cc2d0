import type { PlanPreview } from '@apsis/contract/ca/plan/manoeuvre.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bodyOf, startTestApi, type TestApi } from '../../../platform/testing/test-api.ts'
import { planAt } from '../../testing/plan-operator.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const DAY_MS = 86_400_000
/** Sets a TCA some days ahead, as events have. */
const aheadOf = (days: number) => ({ tca: new Date(Date.now() + days * DAY_MS).toISOString() })

/** The number of starts in a grid over short-term times, each planned separately: the best start lies between two of them. */
const GRID = 35
/** A burn of some mm/s is written in multiples of 1e-7 m/s. */
const ROUNDED_SHARE = 1e-4

test('a plan by strategy is the best of its times: short-term in any direction, long-term along the track days before TCA', async () => {
  const operator = await planAt(api, 'strategies', { cdm: aheadOf(3) })
  const preview = async (body: object) =>
    bodyOf<PlanPreview>(
      await operator.ada.json('POST /api/v1/ca/manoeuvres/preview', {
        'conjunction-id': operator.conjunctionId,
        ...body,
      }),
    )
  const short = await operator.planned({ strategy: 'SHORT_TERM' })
  expect(short).toMatchObject({ meetsTarget: true, request: { strategy: 'SHORT_TERM' } })
  expect(short.orbitsBeforeTca).toBeLessThanOrEqual(3.5)
  const grid: number[] = []
  for (let k = 1; k <= GRID; k += 1)
    grid.push((await preview({ start: { unit: 'PERIODS', value: 0.1 * k } })).deltaVMagnitude)
  expect(short.deltaVMagnitude).toBeLessThanOrEqual(Math.min(...grid) * (1 + ROUNDED_SHARE))
  const long = await preview({ strategy: 'LONG_TERM' })
  expect(long.meetsTarget).toBe(true)
  expect(long.orbitsBeforeTca).toBeGreaterThanOrEqual(5)
  const [radial, transverse, normal] = long.deltaVRtn
  expect([radial, normal].map(Math.abs)).toEqual([0, 0])
  expect(Math.abs(transverse)).toBeLessThan(short.deltaVMagnitude)
  // A requested line and an earlier end are respected.
  const direction = { deltaVDirection: 'XYZ', deltaVReferenceFrame: 'RTN', vector: [1, 0, 0] }
  const until = new Date(Date.parse(short.before.tca) - DAY_MS).toISOString()
  const radially = await preview({ strategy: 'LONG_TERM', direction, until })
  expect(radially.deltaVRtn.slice(1).map(Math.abs)).toEqual([0, 0])
  expect(Date.parse(radially.ignitionEpoch)).toBeLessThanOrEqual(Date.parse(until))
})

test('it is too late for a long-term burn that no command reaches, and a change of area has no strategy', async () => {
  const refusal = async (organisation: string, propulsion: object, strategy: string) => {
    const operator = await planAt(api, organisation, { configuration: { propulsion }, cdm: aheadOf(1) })
    const answer = await operator.create({ strategy })
    return [answer.status, await bodyOf(answer)]
  }
  // Five revolutions take eight hours, and four hours are left after the lead.
  const late = { type: 'IMPULSIVE', thrustN: 1, ispS: 220, leadTimeH: 20 }
  const errors = (message: RegExp) => ({
    errors: [{ code: 'manoeuvre.strategy', message: expect.stringMatching(message) }],
  })
  expect(await refusal('too-late', late, 'LONG_TERM')).toMatchObject([422, errors(/too late .* long term/)])
  const vanes = { type: 'DIFFERENTIAL_DRAG', minAreaM2: 1, maxAreaM2: 4 }
  expect(await refusal('vanes', vanes, 'SHORT_TERM')).toMatchObject([422, errors(/no strategy/)])
})
