import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { EventContext } from '@apsis/contract/ca/statistics/event-context.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PROJECT_DIR } from '../../platform/process/version.ts'
import { startTestApi, type TestApi } from '../../platform/testing/test-api.ts'
import { sitDown } from '../testing/ca-desk.ts'
import { cdmText } from '../testing/cdm-text.ts'

/** Real messages, as the tests of the reader have them. */
const REAL: { readonly messages: readonly { readonly path: string; readonly text: string }[] } = JSON.parse(
  readFileSync(join(PROJECT_DIR, 'ccsds', 'cdm', 'cdm.reference.json'), 'utf8'),
)
const [DAY_MS, HOUR_MS] = [86_400_000, 3_600_000]
const OWN = '43617'
const SIGMA_M = 100
const MASS_KG = 500

let api: TestApi
let desk: ReturnType<typeof sitDown>
beforeAll(async () => {
  api = await startTestApi()
  desk = sitDown(api, 'onlookers')
  await desk.addSatellite(Number(OWN), { wetMass: MASS_KG })
}, 120_000)
afterAll(() => api.close())

const utc = (ms: number) => new Date(ms).toISOString()
const contextOf = async (other: string) => {
  const event = (await desk.events('?limit=1000')).find(({ object2 }) => object2.designator === other)
  return await desk.read<EventContext>(`/statistics/event-context?conjunction-id=${event!.conjunctionId}`)
}

test('what a real message of 18 SDS says of both orbits, and what its orbit determination lacks', async () => {
  await desk.addSatellite(55_051, { wetMass: 100 })
  const { text } = REAL.messages.find(({ path }) => path.endsWith('ION_SCV8_vs_STARLINK_1233.txt'))!
  await desk.take(text)
  const found = await contextOf('45214')
  const [message] = found.messages
  expect(message).toMatchObject({ change: null, hasNewTracking: null, object1: { massKg: 100, spanDays: 4.04 } })
  expect(message!.object2).toMatchObject({
    quality: { failed: ['model.radiation', 'model.radiationValue'] },
    massKg: null,
    dragM2PerKg: 0.086712881656,
    spanDays: 2.2,
    weightedRms: 1.429,
    acceptedPercent: 100,
  })
  // Five of seven models of weight 3, and all else of weights 2, 2 and 1.
  expect(message!.object2.quality!.composite).toBeCloseTo(((3 * 5) / 7 + 5) / 8, 12)
  // The mass of the second object is not said, and it is too late to decide: no pieces, no forecast.
  expect(found).toMatchObject({ consequence: null, forecast: null })
})

test('the pieces that two own satellites would make of each other, by the NASA standard breakup model', async () => {
  await desk.addSatellite(43_618, { wetMass: 300 })
  const tca = Date.now() + 3 * DAY_MS
  await desk.take(cdmText({ objects: [OWN, '43618'], tca: utc(tca), createdAt: utc(tca - 80 * HOUR_MS) }))
  const { consequence } = await contextOf('43618')
  // At 10.7 km/s they break up whole: N(> 5 cm) = 0.1 M^0.75 L^−1.71 of 800 kg (Johnson and others 2001, eq. 4).
  expect(consequence).toEqual({ isCatastrophic: true, pieces: expect.closeTo(0.1 * 800 ** 0.75 * 0.05 ** -1.71, 6) })
})

test('what moved from message to message beside both errors, and where such events went before', async () => {
  const tca = Date.now() + 3 * DAY_MS
  const about = { objects: [OWN, '91001'] as const, tca: utc(tca), hbrM: 10 }
  await desk.take(
    cdmText({ ...about, missM: 300, sigmaM: 2 * SIGMA_M, createdAt: utc(tca - 80 * HOUR_MS) }),
    cdmText({ ...about, missM: 180, sigmaM: SIGMA_M, createdAt: utc(tca - 73 * HOUR_MS) }),
  )
  // Ten events of the past that stood alike three days before; two of them reached 1e-4 when they were decided.
  for (let place = 0; place < 10; place += 1) {
    const past = Date.now() - (5 + place) * DAY_MS
    const objects = [OWN, String(92_001 + place)] as const
    const missM = place < 2 ? 20 : 3_000
    await desk.take(
      cdmText({ objects, hbrM: 10, tca: utc(past), missM: 180, sigmaM: SIGMA_M, createdAt: utc(past - 75 * HOUR_MS) }),
      cdmText({ objects, hbrM: 10, tca: utc(past), missM, sigmaM: SIGMA_M, createdAt: utc(past - 30 * HOUR_MS) }),
    )
  }
  const found = await contextOf('91001')
  const [, second] = found.messages
  expect(second!.change!.metres.r).toBeCloseTo(-120, 3)
  // Both objects have the same errors: 2 (200² + 100²).
  expect(second!.change!.sigmas!.r).toBeCloseTo(-120 / Math.sqrt(2 * (200 ** 2 + 100 ** 2)), 4)
  expect(second!.object1.massKg).toBe(MASS_KG)
  // (k + ½)/(n + 1) of the ten.
  expect(found.forecast).toEqual({ threshold: 1e-4, history: 10, reaches: expect.closeTo(2.5 / 11, 12) })
  const other = sitDown(api, 'strangers')
  const refused = await other.call(`GET /api/v1/ca/statistics/event-context?conjunction-id=${found.conjunctionId}`)
  expect(refused.status).toBe(404)
  await refused.body?.cancel()
})
