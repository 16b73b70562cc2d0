import type { BurnNotice } from '@apsis/contract/ca/announced/burn-notice.ts'
import type { Plan, PlanPreview } from '@apsis/contract/ca/plan/manoeuvre.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bodyOf, startTestApi, type TestApi } from '../../../platform/testing/test-api.ts'
import { cdmText } from '../../testing/cdm-text.ts'
import { planAt } from '../../testing/plan-operator.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const [HOUR_MS, DAY_MS] = [3_600_000, 86_400_000]
/** Kepler's third law for the 7 000 km of these orbits, s. */
const PERIOD_S = 2 * Math.PI * Math.sqrt(7_000_000 ** 3 / 3.986004418e14)
/** The message states the speed to 1 m/s, which is 5 s of the period; the period at a single place of the orbit differs by a thousandth. */
const PERIOD_SHARE = 2e-3
/** The default accepted probability, the target (0.03 of it), and the multiple of the target up to which a plan is sufficient (F2). */
const [ACCEPTED, TARGET, MARGIN] = [1e-4, 3e-6, 1.01]
/** Instants are read to the millisecond. */
const WRITTEN_MS = 2
const ENGINE = { type: 'IMPULSIVE', thrustN: 1, ispS: 220, sigmaMagnitude: 0.01 }

async function operator(organisation: string, deltaV: object | null, propulsion: object = ENGINE) {
  const tcaMs = Math.round((Date.now() + 2 * DAY_MS) / 1_000) * 1_000
  const at = await planAt(api, organisation, {
    configuration: { propulsion },
    cdm: { tca: new Date(tcaMs).toISOString(), createdAt: new Date(Date.now() - HOUR_MS).toISOString() },
  })
  const announce = async (ignitionMs: number, given: object | null) => {
    const ignition = new Date(ignitionMs).toISOString()
    const answer = await at.ada.json('POST /api/v1/ca/burn-notices', {
      noradId: 43617,
      ignition,
      announcedBy: 'flight dynamics',
      deltaV: given,
    })
    return bodyOf<BurnNotice>(answer)
  }
  // Three burns are announced: one before the approach, one without a known Δv, and the next burn after it.
  await announce(tcaMs - 8 * HOUR_MS, { frame: 'RTN', vector: [0, 9, 0] })
  await announce(tcaMs + HOUR_MS, null)
  const notice = deltaV === null ? null : await announce(tcaMs + 9 * HOUR_MS, deltaV)
  const until = new Date(tcaMs - HOUR_MS / 4).toISOString()
  const start = { unit: 'SECONDS', value: 2 * 86_400 }
  return { ...at, tcaMs, announce, notice, search: { plannedBurn: 'NEXT', start, until } }
}

test('the next planned burn is moved forward by whole revolutions, with its own Δv, and reaches the target when it is propagated', async () => {
  const at = await operator('keeping', { frame: 'RTN', vector: [0, 0.01, 0] })
  const plan = await at.planned(at.search)
  expect(plan, JSON.stringify(plan)).toMatchObject({
    meetsTarget: true,
    limit: null,
    deltaVRtn: [0, 0.01, 0],
    plannedBurn: { noticeId: at.notice!.noticeId, announcedBy: 'flight dynamics', extraDeltaVMps: 0 },
  })
  expect(plan.after.probability).toBeLessThanOrEqual(TARGET * MARGIN)
  expect(plan.coldProbability).toBeLessThan(ACCEPTED)
  const { movedByS, revolutions } = plan.plannedBurn!
  const oldMs = Date.parse(plan.ignitionEpoch) + 1_000 * movedByS
  expect(Math.abs(oldMs - Date.parse(at.notice!.ignition))).toBeLessThan(WRITTEN_MS)
  expect(Math.abs(movedByS / revolutions! / PERIOD_S - 1)).toBeLessThan(PERIOD_SHARE)
  const [names = '', line = ''] = (await at.file(plan, 'format=csv')).text.split('\r\n')
  const told = Object.fromEntries(names.split(',').map((name, k) => [name, line.split(',')[k]]))
  expect(told).toMatchObject({
    plannedBurn_announcedBy: 'flight dynamics',
    plannedBurn_movedByS: String(movedByS),
    plannedBurn_revolutions: String(revolutions),
    plannedBurn_extraDeltaVMps: '0',
  })
  expect(Date.parse(told.plannedBurn_ignition ?? '')).toBe(Date.parse(at.notice!.ignition))
  // A revolution later the burn does not suffice, so it was moved by the fewest revolutions.
  const later = new Date(Date.parse(plan.ignitionEpoch) + 1_000 * PERIOD_S)
  const preview = await at.ada.json('POST /api/v1/ca/manoeuvres/preview', {
    'conjunction-id': at.conjunctionId,
    plannedBurn: 'NEXT',
    start: { unit: 'DATE', value: later.toISOString() },
  })
  expect(await bodyOf<PlanPreview>(preview)).toMatchObject({ meetsTarget: false, limit: 'PLANNED_BURN' })
})

test('a burn that is too small says so, with its result; a missing burn, an unknown frame and a change of area are refused', async () => {
  const small = await operator('too-small', { frame: 'RTN', vector: [0, 1e-5, 0] })
  const plan = await small.planned(small.search)
  expect(plan).toMatchObject({ meetsTarget: false, limit: 'PLANNED_BURN', deltaVRtn: [0, 1e-5, 0] })
  expect(plan.after.probability).toBeGreaterThan(TARGET)
  const refused = async (at: Awaited<ReturnType<typeof operator>>) => {
    const answer = await at.create(at.search)
    return [answer.status, (await bodyOf<{ errors: { code: string; message: string }[] }>(answer)).errors[0]]
  }
  const code = 'manoeuvre.planned-burn'
  expect(await refused(await operator('none-ahead', null))).toMatchObject([
    422,
    { code, message: expect.stringMatching(/No burn/) },
  ])
  expect(await refused(await operator('no-frame', { frame: 'MOON', vector: [0, 1, 0] }))).toMatchObject([
    422,
    { code, message: expect.stringMatching(/MOON/) },
  ])
  const vanes = { type: 'DIFFERENTIAL_DRAG', minAreaM2: 1, maxAreaM2: 4 }
  const byDrag = await operator('drag-keeping', { frame: 'RTN', vector: [0, 0.03, 0] }, vanes)
  expect(await refused(byDrag)).toMatchObject([422, { code }])
})

test('the screening of a moved burn ignores the announced burn at its old time, which is the burn of the plan', async () => {
  const at = await operator('moved-notice', { frame: 'RTN', vector: [0, 0.03, 0] })
  // An event from after the burn was planned: its message cannot contain it.
  await at.ada.take(
    cdmText({
      tca: new Date(at.tcaMs + 20 * HOUR_MS).toISOString(),
      createdAt: new Date(Date.now() - HOUR_MS).toISOString(),
      objects: ['43617', '90002'],
      missM: 30_000,
    }),
  )
  // The other announced burns are removed: only the moved one stays.
  for (const one of await at.ada.read<BurnNotice[]>('/burn-notices?norad-id=43617'))
    if (one.noticeId !== at.notice!.noticeId) await at.ada.call(`DELETE /api/v1/ca/burn-notices/${one.noticeId}`)
  const reasonsOf = async (plan: Plan) =>
    (await at.moved(plan, { state: 'SCREENED' })).screening!.causes!.map(({ code }) => code)
  expect(await reasonsOf(await at.planned({}))).toContain('announced-burn')
  expect(await reasonsOf(await at.planned(at.search))).not.toContain('announced-burn')
})
