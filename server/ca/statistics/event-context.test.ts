import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { EventContext } from '@apsis/contract/ca/statistics/event-context.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TenantDb } from '../../platform/database/database.ts'
import { PROJECT_DIR } from '../../platform/process/version.ts'
import { startTestApi, type TestApi } from '../../platform/testing/test-api.ts'
import { markWithdrawn } from '../message/record/message.repository.ts'
import { asOperator } from '../testing/ca-operator.ts'
import { cdmText } from '../testing/cdm-text.ts'
import { simulatedSets, storeSets } from '../testing/test-catalogue.ts'
import { listMessageFacts, listNewestOriginals } from './statistics.repository.ts'

/** The correct decimals of numbers near 1, and of kilometres of an orbit, after some steps in double precision. */
const ROUNDING_DIGITS = 12
const KM_DIGITS = 9
/** The correct decimals of the difference of positions of 7000 km, which are rounded to 1e-9 m each. */
const MISS_DIGITS = 8
/** Messages are in EME2000, orbits in GCRF; their poles are 18 mas apart (IERS Conventions 2010, §5.4.4). */
const FRAME_BIAS_DEG = 6e-6
/** Real messages, from the tests of the reader. */
const REAL: { readonly messages: readonly { readonly path: string; readonly text: string }[] } = JSON.parse(
  readFileSync(join(PROJECT_DIR, 'ccsds', 'cdm', 'cdm.reference.json'), 'utf8'),
)
const [DAY_MS, HOUR_MS] = [86_400_000, 3_600_000]
const OWN = '43617'
const SIGMA_M = 100
const MASS_KG = 500
/** The correct decimals of the same power law for some 2,500 pieces, in double precision. */
const PIECES_DIGITS = 6
/** A body of 1 m with errors of 140 m, or smaller by the same ratio: the density is nearly constant over the body. */
const SMALL_BODY = 0.01

let api: TestApi
let operator: ReturnType<typeof asOperator>
beforeAll(async () => {
  api = await startTestApi()
  operator = asOperator(api, 'onlookers')
  await operator.addSatellite(Number(OWN), { wetMass: MASS_KG })
})
afterAll(() => api.close())

const utc = (ms: number) => new Date(ms).toISOString()
const contextOf = async (other: string) => {
  const event = (await operator.events('?limit=1000')).find(({ object2 }) => object2.designator === other)
  return await operator.read<EventContext>(`/statistics/event-context?conjunction-id=${event!.conjunctionId}`)
}

test('the context shows the orbit data in a real message of 18 SDS, and what its orbit determination lacks', async () => {
  await operator.addSatellite(55_051, { wetMass: 100 })
  const { text } = REAL.messages.find(({ path }) => path.endsWith('ION_SCV8_vs_STARLINK_1233.txt'))!
  await operator.take(text)
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
  // Five of seven models have weight 3, the rest weights 2, 2 and 1.
  expect(message!.object2.quality!.composite).toBeCloseTo(((3 * 5) / 7 + 5) / 8, ROUNDING_DIGITS)
  // The mass of the second object is unknown, and the time of the decision has passed, so there are no pieces and no forecast.
  expect(found).toMatchObject({ consequence: null, forecast: null, probabilityForecast: null })
})

test('the number of pieces from a collision of two own satellites follows the NASA standard breakup model', async () => {
  await operator.addSatellite(43_618, { wetMass: 300 })
  const tca = Date.now() + 3 * DAY_MS
  await operator.take(cdmText({ objects: [OWN, '43618'], tca: utc(tca), createdAt: utc(tca - 80 * HOUR_MS) }))
  const { consequence } = await contextOf('43618')
  // At 10.7 km/s both objects break up completely: N(> 5 cm) = 0.1 M^0.75 L^−1.71 for 800 kg (Johnson and others 2001, eq. 4).
  expect(consequence).toEqual({
    isCatastrophic: true,
    pieces: expect.closeTo(0.1 * 800 ** 0.75 * 0.05 ** -1.71, PIECES_DIGITS),
  })
})

test('the change from message to message is compared with both errors, and the course of similar events is shown', async () => {
  const tca = Date.now() + 3 * DAY_MS
  const about = { objects: [OWN, '91001'] as const, tca: utc(tca), hbrM: 10 }
  await operator.take(
    cdmText({ ...about, missM: 300, sigmaM: 2 * SIGMA_M, createdAt: utc(tca - 80 * HOUR_MS) }),
    cdmText({ ...about, missM: 180, sigmaM: SIGMA_M, createdAt: utc(tca - 73 * HOUR_MS) }),
  )
  // Ten past events were similar three days before TCA; two of them had reached 1e-4 at their decision.
  for (let place = 0; place < 10; place += 1) {
    const past = Date.now() - (5 + place) * DAY_MS
    const objects = [OWN, String(92_001 + place)] as const
    const missM = place < 2 ? 20 : 3_000
    await operator.take(
      cdmText({ objects, hbrM: 10, tca: utc(past), missM: 180, sigmaM: SIGMA_M, createdAt: utc(past - 75 * HOUR_MS) }),
      cdmText({ objects, hbrM: 10, tca: utc(past), missM, sigmaM: SIGMA_M, createdAt: utc(past - 30 * HOUR_MS) }),
    )
  }
  const found = await contextOf('91001')
  const [, second] = found.messages
  expect(second!.change!.metres.r).toBeCloseTo(-120, MISS_DIGITS)
  // Both objects have the same errors, so the variance of the change is 2 (200² + 100²).
  expect(second!.change!.sigmas!.r).toBeCloseTo(-120 / Math.sqrt(2 * (200 ** 2 + 100 ** 2)), ROUNDING_DIGITS)
  expect(second!.object1.massKg).toBe(MASS_KG)
  // The change of each object: the second message has moved only object 2.
  const lengthOf = ({ apart: { r, t, n } }: EventContext['consistency']['object1'][number]) => Math.hypot(r, t, n)
  expect(found.consistency.object1.map(lengthOf)).toEqual([0, 0])
  expect(found.consistency.object2.map(lengthOf)).toEqual([expect.closeTo(120, MISS_DIGITS), 0])
  // The forecast is (k + ½)/(n + 1) for the ten events.
  expect(found.forecast).toMatchObject({
    threshold: 1e-4,
    alike: 10,
    history: 10,
    reaches: expect.closeTo(2.5 / 11, ROUNDING_DIGITS),
  })
  // Each event is forecast from the nine others: the two events that reached the threshold get 1.5/10, the other eight 2.5/10.
  expect(found.forecast!.brier).toBeCloseTo((2 * 0.85 ** 2 + 8 * 0.25 ** 2) / 10, ROUNDING_DIGITS)
  expect(found.forecast!.brier).toBeLessThan(found.forecast!.lastValueBrier)
  // None of the past events was similar to an event that passes 10 km away.
  const far = { objects: [OWN, '91002'] as const, tca: utc(tca), hbrM: 10, missM: 10_000, sigmaM: SIGMA_M }
  await operator.take(cdmText({ ...far, createdAt: utc(tca - 73 * HOUR_MS) }))
  expect((await contextOf('91002')).forecast).toBeNull()
  const other = asOperator(api, 'strangers')
  const refused = await other.call(`GET /api/v1/ca/statistics/event-context?conjunction-id=${found.conjunctionId}`)
  expect(refused.status).toBe(404)
  await refused.body?.cancel()
})

test('the probability at the decision is forecast only if the forecast is better than the last value', async () => {
  await operator.addSatellite(43_619, { wetMass: MASS_KG })
  const tca = Date.now() + 3 * DAY_MS
  const about = { objects: ['43619', '94001'] as const, tca: utc(tca), hbrM: 10 }
  await operator.take(cdmText({ ...about, missM: 180, sigmaM: SIGMA_M, createdAt: utc(tca - 73 * HOUR_MS) }))
  // Twenty past events are on either side of this event; their probability at the decision falls from one to the next.
  for (let place = 0; place < 20; place += 1) {
    const past = Date.now() - (5 + place) * DAY_MS
    const objects = ['43619', String(95_001 + place)] as const
    const [early, late] = [place % 2 === 0 ? 179 : 181, 300 + 20 * place]
    await operator.take(
      cdmText({
        objects,
        hbrM: 10,
        tca: utc(past),
        missM: early,
        sigmaM: SIGMA_M,
        createdAt: utc(past - 75 * HOUR_MS),
      }),
      cdmText({ objects, hbrM: 10, tca: utc(past), missM: late, sigmaM: SIGMA_M, createdAt: utc(past - 30 * HOUR_MS) }),
    )
  }
  const { probabilityForecast: forecast } = await contextOf('94001')
  expect(forecast).toMatchObject({ history: 20, commitAt: expect.stringMatching(/Z$/) })
  expect(forecast!.low).toBeLessThan(forecast!.median)
  expect(forecast!.median).toBeLessThan(forecast!.high)
  expect(forecast!.loss).toBeLessThan(forecast!.lastValueLoss)
  // For a small body and a variance of 2 σ² in each axis, the probability is proportional to exp(−m²/4σ²). Nineteen
  // of the twenty events are left, and the tenth of them has a miss of some 480 to 500 m at its decision.
  const at = (missM: number) => (10 ** 2 / (4 * SIGMA_M ** 2)) * Math.exp(-(missM ** 2) / (4 * SIGMA_M ** 2))
  expect(forecast!.median).toBeGreaterThan(at(502) * (1 - SMALL_BODY))
  expect(forecast!.median).toBeLessThan(at(478) * (1 + SMALL_BODY))
  // In these events nothing changes, so the last value predicts as well.
  await operator.addSatellite(43_620, { wetMass: MASS_KG })
  await operator.take(
    cdmText({ ...about, objects: ['43620', '94002'], missM: 180, sigmaM: SIGMA_M, createdAt: utc(tca - 73 * HOUR_MS) }),
  )
  for (let place = 0; place < 20; place += 1) {
    const past = Date.now() - (5 + place) * DAY_MS
    const same = { objects: ['43620', String(96_001 + place)] as const, hbrM: 10, tca: utc(past), sigmaM: SIGMA_M }
    const missM = place % 2 === 0 ? 150 : 210
    await operator.take(
      cdmText({ ...same, missM, createdAt: utc(past - 75 * HOUR_MS) }),
      cdmText({ ...same, missM, createdAt: utc(past - 30 * HOUR_MS) }),
    )
  }
  expect((await contextOf('94002')).probabilityForecast).toBeNull()
})

test('the context shows the objects, their orbits, and the percentile of a drag value in its class', async () => {
  const tca = Date.now() + 3 * DAY_MS
  const drags = Array.from({ length: 12 }, (_, place) => 0.01 * (place + 1))
  await operator.take(
    ...drags.map((dragM2PerKg, place) =>
      cdmText({
        objects: [OWN, String(93_001 + place)],
        tca: utc(tca),
        createdAt: utc(tca - 80 * HOUR_MS),
        dragM2PerKg,
      }),
    ),
  )
  await operator.json('POST /api/v1/ca/satellites/operator', [
    { noradId: 93_004, objectName: 'X', operatorName: 'Example Orbital', country: 'IN' },
  ])
  // The value is the fourth of twelve: three of the other eleven values are below it.
  const { object1, object2 } = await contextOf('93004')
  expect(object2.inClass).toContainEqual({ measure: 'dragM2PerKg', percentile: (100 * 3) / 11, sample: 11 })
  expect(object2).toMatchObject({ kind: 'debris', operator: 'Example Orbital', country: 'IN', coreRadiusM: null })
  // Both objects move at 7.546 km/s, 7000 km from the centre; object 1 moves along the equator, object 2 across it.
  const [equatorKm, gmKm] = [6378.137, 398_600.4418]
  const a = 1 / (2 / 7000 - 7.546 ** 2 / gmKm)
  expect(object1.orbit!.perigeeKm + object1.orbit!.apogeeKm).toBeCloseTo(2 * (a - equatorKm), KM_DIGITS)
  expect(object1.orbit!.inclinationDeg).toBeLessThan(FRAME_BIAS_DEG)
  expect(Math.abs(object2.orbit!.inclinationDeg - 90)).toBeLessThan(FRAME_BIAS_DEG)
  expect(object1).toMatchObject({ kind: 'payload', models: { gravity: null, tides: null } })
})

test('with 20 pairs of messages the probability is given with and without their factor', async () => {
  await operator.addSatellite(43_620)
  const pairs = Array.from({ length: 21 }, (_, place) => {
    const tca = Date.now() - (2 + place) * DAY_MS
    const about = { objects: ['43620', String(94_001 + place)] as const, tca: utc(tca), hbrM: 1 }
    return [
      cdmText({ ...about, missM: 300, sigmaM: 2 * SIGMA_M, createdAt: utc(tca - 60 * HOUR_MS) }),
      cdmText({ ...about, missM: 400 + 20 * place, sigmaM: SIGMA_M, createdAt: utc(tca - 40 * HOUR_MS) }),
    ]
  })
  await operator.take(...pairs.flat())
  const { scaledProbability: found } = await contextOf('94001')
  expect(found).toMatchObject({ originator: 'TESTER', kind: 'DEBRIS', pairs: 21 })
  // For a small body with isotropic errors, P = R²/(2σ²) exp(−d²/(2σ²)), with σ² of both objects together; the newest miss is 400 m.
  const [missM, varianceM2, radiusM] = [400, 2 * SIGMA_M ** 2, 1]
  const law = (factor: number) =>
    (radiusM ** 2 / (2 * factor ** 2 * varianceM2)) * Math.exp(-(missM ** 2) / (2 * factor ** 2 * varianceM2))
  for (const [value, factor] of [
    [found!.stated, 1],
    [found!.scaled, found!.scale],
    [found!.scaledLow, found!.low],
    [found!.scaledHigh, found!.high],
  ] as const)
    expect(Math.abs(value / law(factor) - 1)).toBeLessThan(SMALL_BODY)
  expect(found!.scale).not.toBe(1)
})

/** The objects cross at a right angle: no axis of the plane separates them if both are shifted equally along their tracks. */
const SHARE_SIGMA = 0.2
const AHEAD_M = 200
const DENSITY = `COMMENT DCP Density Forecast Uncertainty=${SHARE_SIGMA}
COMMENT DCP Sensitivity Vector RTN Pos=0.0 ${AHEAD_M}.0 0.0 [m]
`

test('denser air moves each object along its track, and the error that both share is removed from both', async () => {
  const tca = Date.now() + 4 * DAY_MS
  const plain = { tca: utc(tca), createdAt: utc(tca - DAY_MS), sigmaM: 50, missM: 200 }
  await operator.take(cdmText({ ...plain, objects: [OWN, '71001'] }).replaceAll('\nX = ', `\n${DENSITY}X = `))
  const { drag, messages } = await contextOf('71001')
  expect(drag).toMatchObject({
    object1: { alongTrackM: AHEAD_M, from: 'sensitivity' },
    object2: { alongTrackM: AHEAD_M, from: 'sensitivity' },
  })
  const { rungs, stated, decorrelated } = drag!
  const double = rungs.find(({ factor }) => factor === 2)!
  for (const { both } of rungs) expect(both / stated).toBeCloseTo(1, ROUNDING_DIGITS)
  // A shift of one object alone is 200/√2 m across, with errors of √(50² + 50²) m.
  const [acrossM, variance] = [AHEAD_M / Math.SQRT2, 2 * 50 ** 2]
  const apart = Math.exp(-(acrossM ** 2) / (2 * variance))
  expect(Math.abs(double.first / stated / apart - 1)).toBeLessThan(SMALL_BODY)
  expect(Math.abs(double.second / stated / apart - 1)).toBeLessThan(SMALL_BODY)
  // C − σ₁ σ₂ (G₂ G₁ᵀ + G₁ G₂ᵀ): both shifts are 200/√2 m across, so σ² 200² is removed from the covariance.
  const less = Math.sqrt(variance / (variance - (SHARE_SIGMA * AHEAD_M) ** 2))
  expect(Math.abs(decorrelated! / stated / less - 1)).toBeLessThan(SMALL_BODY)
  // The history of the probability gives both probabilities for each message.
  expect(messages).toMatchObject([{ stated, decorrelated }])
})

test('if a message gives the energy that drag takes, the shift follows from a steady deceleration; otherwise none is given', async () => {
  const tca = Date.now() + 4 * DAY_MS
  const plain = { tca: utc(tca), createdAt: utc(tca - DAY_MS) }
  // 7.546e-4 W/kg at 7.546 km/s is a deceleration a of 1e-7 m/s², which shifts the object by 3/2 a t² in a day.
  await operator.take(
    cdmText({ ...plain, objects: [OWN, '71002'] }).replace('\nX = ', '\nSEDR = 7.546E-04 [W/kg]\nX = '),
  )
  const { drag } = await contextOf('71002')
  expect(drag).toMatchObject({ object1: { from: 'dissipation' }, object2: null, decorrelated: null })
  expect(drag!.object1!.alongTrackM).toBeCloseTo(1.5 * 1e-7 * 86_400 ** 2, MISS_DIGITS)
  await operator.take(cdmText({ ...plain, objects: [OWN, '71003'] }))
  expect((await contextOf('71003')).drag).toBeNull()
})

test('a message of a withdrawn track is in no sample and in no history', async () => {
  const other = asOperator(api, 'sampled')
  const { satelliteId } = await other.addSatellite(Number(OWN))
  const at = Date.now()
  const about = { tca: utc(at + DAY_MS), missM: 300, sigmaM: SIGMA_M }
  await other.take(cdmText({ ...about, createdAt: utc(at - 2 * HOUR_MS), messageId: 'provider' }))
  const [later] = await other.take(cdmText({ ...about, createdAt: utc(at - HOUR_MS), messageId: 'tracked' }))
  const inTenant = <T>(read: (tx: TenantDb) => Promise<T>) => api.api.platform.db.tenant('organisation:sampled', read)
  const span = { satelliteId, from: new Date(at), to: new Date(at + 2 * DAY_MS), most: 100 }
  const seen = async () => ({
    sample: (await inTenant((tx) => listNewestOriginals(tx, 100))).map(
      (text) => /^MESSAGE_ID *= *(\S+)/m.exec(text.toString())?.[1],
    ),
    history: (await inTenant((tx) => listMessageFacts(tx, span))).length,
  })
  // Each pair of objects is in the sample once, with its newest message.
  expect(await seen()).toEqual({ sample: ['tracked'], history: 2 })
  await inTenant((tx) => markWithdrawn(tx, [later?.cdmId ?? ''], new Date()))
  expect(await seen()).toEqual({ sample: ['provider'], history: 1 })
})

test('zeros are reported as a covariance that was not given, not as one that is not positive definite', async () => {
  const tca = Date.now() + DAY_MS
  await operator.take(cdmText({ objects: [OWN, '97001'], tca: utc(tca), createdAt: utc(tca - HOUR_MS), sigmaM: 0 }))
  const [message] = (await contextOf('97001')).messages
  for (const { quality } of [message!.object1, message!.object2])
    expect(quality!.failed.filter((test) => test.startsWith('covariance.'))).toEqual(['covariance.given'])
})

test('the owner of an object is shown with its source, and changes at once when a directory changes', async () => {
  const tca = Date.now() + DAY_MS
  const createdAt = utc(tca - HOUR_MS)
  await operator.take(cdmText({ objects: [OWN, '97002'], tca: utc(tca), createdAt }))
  const nobody = { operator: null, operatorFrom: null, country: null, countryFrom: null }
  expect((await contextOf('97002')).object2).toMatchObject(nobody)
  const entry = { noradId: 97_002, objectName: 'X', operatorName: 'Example Orbital', country: 'IN' }
  const lastVerified = '2026-11-01T00:00:00.000Z'
  await operator.json('POST /api/v1/ca/satellites/operator', [{ ...entry, lastVerified }])
  const from = { source: 'own directory', at: lastVerified, isSimulated: false }
  expect((await contextOf('97002')).object2).toMatchObject({
    operator: 'Example Orbital',
    operatorFrom: from,
    country: 'IN',
    countryFrom: from,
  })
  await operator.json('POST /api/v1/ca/satellites/operator', [{ ...entry, country: 'FR' }])
  expect((await contextOf('97002')).object2).toMatchObject({ country: 'FR', countryFrom: { ...from, at: null } })
  // The operator in a message takes precedence over the directory.
  const named = cdmText({ objects: [OWN, '97002'], tca: utc(tca), createdAt: utc(tca - HOUR_MS / 2) })
  const last = named.lastIndexOf('OBJECT_TYPE')
  await operator.take(`${named.slice(0, last)}OPERATOR_ORGANIZATION = Other Orbits\n${named.slice(last)}`)
  expect((await contextOf('97002')).object2).toMatchObject({
    operator: 'Other Orbits',
    operatorFrom: { source: 'TESTER', at: utc(tca - HOUR_MS / 2), isSimulated: false },
    country: 'FR',
  })
})

test('the catalogue gives the owner of an object if no directory does', async () => {
  const number = 399_100
  await storeSets(api.database, [{ ...simulatedSets(1)[0]!, noradId: number }])
  await api.database.query(`update tle.object set country = 'PRC' where norad_id = $1`, [number])
  const tca = Date.now() + DAY_MS
  await operator.take(cdmText({ objects: [OWN, String(number)], tca: utc(tca), createdAt: utc(tca - HOUR_MS) }))
  const { country, countryFrom } = (await contextOf(String(number))).object2
  expect({ country, countryFrom }).toEqual({
    country: 'PRC',
    countryFrom: { source: expect.any(String), at: expect.stringMatching(/Z$/), isSimulated: true },
  })
})

test('an object of the demo has a simulated country, but the same number has none in a real event', async () => {
  const tca = Date.now() + DAY_MS
  await operator.take(
    cdmText({ objects: [OWN, '90101'], tca: utc(tca), createdAt: utc(tca - HOUR_MS) }),
    cdmText({ objects: [OWN, '90402'], tca: utc(tca), createdAt: utc(tca - HOUR_MS) }),
  )
  const asked = async (number: string) => (await contextOf(number)).object2
  for (const number of ['90101', '90402'])
    expect(await asked(number)).toMatchObject({ operator: null, country: null, countryFrom: null })
  await api.database.query(
    `update ca.conjunction set facts = jsonb_set(facts, '{isSimulated}', 'true')
     where object_low in ('90101', '90402') or object_high in ('90101', '90402')`,
  )
  // 90101 has the remainder 1 modulo five, so its launcher is the second of the list. A piece of debris has no operator.
  expect(await asked('90101')).toMatchObject({
    operator: null,
    country: 'CN',
    countryFrom: { source: 'simulated catalogue', at: null, isSimulated: true },
  })
  // The second payload belongs to the second operator.
  const payload = await asked('90402')
  expect(payload).toMatchObject({ operator: 'Sample Space (simulated)', country: 'IN' })
  expect(payload.countryFrom).toMatchObject({ source: 'shared directory', isSimulated: true })
})
