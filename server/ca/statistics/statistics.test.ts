import type { Compliance } from '@apsis/contract/ca/statistics/compliance.ts'
import type { AnnualStatistics, CovarianceRealism } from '@apsis/contract/ca/statistics/statistics.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../platform/testing/test-api.ts'
import { asOperator } from '../testing/ca-operator.ts'
import { cdmText } from '../testing/cdm-text.ts'
import { keepAnswers } from './kept-answers.ts'
import { getAnnualStatistics } from './statistics.service.ts'

/** The correct decimals of closed forms in double precision, here and in the product: the last bits differ. */
const ROUNDING_DIGITS = 12
const DAY_MS = 86_400_000
const OWN = '43617'
/**
 * 1σ of each object along R, T and N. The sigma of both objects together is √2 times as large, in the conjunction
 * plane as well, since the errors are isotropic.
 */
const SIGMA_M = 100
const COMBINED_M = SIGMA_M * Math.SQRT2
const HBR_M = 10
/** 60 events in 120 days, at radial misses of 10 m to 1,190 m, that is one every two days. */
const EVENTS = 60
const missOf = (event: number) => 10 + 20 * event

let api: TestApi
let operator: ReturnType<typeof asOperator>
let satelliteId: string
beforeAll(async () => {
  api = await startTestApi()
  operator = asOperator(api, 'statisticians')
  satelliteId = (await operator.addSatellite(Number(OWN))).satelliteId
  const texts = Array.from({ length: EVENTS }, (_, i) => {
    const tca = Date.now() - (119 - 2 * i) * DAY_MS
    const about = { objects: [OWN, String(90_001 + i)] as const, sigmaM: SIGMA_M, hbrM: HBR_M, missM: missOf(i) }
    const message = (daysBefore: number, more: object = {}) =>
      cdmText({ ...about, tca: utc(tca), createdAt: utc(tca - daysBefore * DAY_MS), ...more })
    // Each event has one message before the consideration, with a wider covariance, one at the decision, and none after.
    return [message(5, { sigmaM: 2 * SIGMA_M }), message(1.5)]
  })
  for (let at = 0; at < texts.length; at += 20) await operator.take(...texts.slice(at, at + 20).flat())
})
afterAll(() => api.close())

const utc = (ms: number) => new Date(ms).toISOString()
const read = async (query = '') =>
  await operator.read<AnnualStatistics>(`/statistics/annual?satellite-id=${satelliteId}&history-days=365.25${query}`)

/** The integral over the disc exceeds the area of the disc times the density at its centre by (R m/σ²)²/8: 0.8 % at a miss of 500 m. */
const DISC_OVER_CENTRE = 0.01

/** Returns Pc of a small hard body at a radial miss, from the definition of the Gaussian. */
const probabilityAt = (missM: number) =>
  (HBR_M ** 2 / (2 * COMBINED_M ** 2)) * Math.exp((-missM * missM) / (2 * COMBINED_M ** 2))

test('the statistics match the closed form of a history, computed here from its misses and errors', async () => {
  const found = await read()
  expect(found).toMatchObject({
    satelliteId,
    isSimulated: false,
    isShort: false,
    conventions: { daysPerMonth: 30, daysPerYear: 365.25, confidence: 0.95 },
    assumptions: { threshold: 1e-4, commitHours: 24, considerHours: 84, years: 5, limit: 1e-3, box: null },
    counts: { messages: 2 * EVENTS, events: EVENTS, decidable: EVENTS, withErrors: EVENTS, rough: 0 },
    // Misses that are evenly spaced along a line are denser at the centre than misses over an area, and the discs show that.
    limits: ['untracked-objects', 'flux-disagrees'],
    flux: { chosenM: 1000, doDisagree: true },
  })
  const years = (Date.parse(found.assumptions.to) - Date.parse(found.assumptions.from)) / DAY_MS / 365.25
  // The history lasts from the first event to the last full hour: 119 days, or up to an hour less.
  expect(years * 365.25).toBeGreaterThan(118.9)
  expect(years * 365.25).toBeLessThanOrEqual(119)
  const inside = found.flux.discs.map(({ withinM, count, perM2Year }) => {
    expect(perM2Year * Math.PI * withinM ** 2 * years).toBeCloseTo(count, ROUNDING_DIGITS)
    return [withinM, count]
  })
  expect(inside).toEqual([
    [1000, 50],
    [2000, 60],
    [5000, 60],
    [10_000, 60],
  ])
  const flux = found.flux.discs.find(({ withinM }) => withinM === found.flux.chosenM)!.perM2Year
  const peak = HBR_M ** 2 / (2 * COMBINED_M ** 2)
  const own = found.closed!.own
  const rate = flux * 2 * Math.PI * COMBINED_M ** 2 * Math.log(peak / 1e-4)
  expect(own.manoeuvresPerYear / rate).toBeCloseTo(1, ROUNDING_DIGITS)
  expect(own.riskPerYear / (flux * Math.PI * HBR_M ** 2)).toBeCloseTo(1, ROUNDING_DIGITS)
  const reached = Array.from({ length: EVENTS }, (_, i) => missOf(i)).filter((m) => probabilityAt(m) >= 1e-4)
  expect(found.closed!.agreement.observed).toBe(reached.length)
  expect(found.months.reduce((sum, month) => sum + month.reached, 0)).toBe(reached.length)
  expect(found.months.reduce((sum, { events }) => sum + events, 0)).toBe(EVENTS)
  const drawn = found.bootstrap.rates.find(({ threshold }) => threshold === 1e-4)!
  expect(drawn.observed).toBe(reached.length)
  expect(drawn.manoeuvresPerYear.lower).toBeLessThan(reached.length / years)
  expect(drawn.manoeuvresPerYear.upper).toBeGreaterThan(reached.length / years)
  expect(found.costs.perYear).toMatchObject({ propellantKg: null })
  expect(found.costs.overLife.deltaVMps).toBeCloseTo(own.manoeuvresPerYear * 5 * 0.05, ROUNDING_DIGITS)
})

test('the parameters of the request are used', async () => {
  const plain = await read()
  const asked = await read('&pacc=0.001&growth=2&radius-factor=2&years=10&limit=0.5&delta-v=1&outage-hours=10')
  expect(asked.assumptions).toMatchObject({ threshold: 1e-3, growth: 2, radiusFactor: 2, years: 10, limit: 0.5 })
  expect(asked.closed!.own.riskPerYear / plain.closed!.own.riskPerYear).toBeCloseTo(8, ROUNDING_DIGITS)
  expect(asked.costs.perYear.outageHours).toBeCloseTo(10 * asked.closed!.own.manoeuvresPerYear, ROUNDING_DIGITS)
  // If the decision is five days before TCA, the first messages are used, whose errors are twice as large.
  const early = await read('&commit-hours=108')
  expect(early.assumptions).toMatchObject({ commitHours: 108, considerHours: 168 })
  const ratio = early.closed!.byKind[0]!.medianSigmaMinorM! / plain.closed!.byKind[0]!.medianSigmaMinorM!
  expect(ratio).toBeCloseTo(2, ROUNDING_DIGITS)
})

/** The threshold is found with a relative error of 1e-9, and the rate depends on its logarithm. */
const SOLVED_DIGITS = 8

test('a requested number of manoeuvres a year gives the threshold with this rate; without a request no threshold is given', async () => {
  const plain = await read()
  expect(plain.closed).not.toHaveProperty('wished')
  // The requested number is half of the number at the own threshold: the threshold found has exactly this rate.
  const wish = plain.closed!.own.manoeuvresPerYear / 2
  const { wished } = (await read(`&manoeuvres-per-year=${wish}`)).closed!
  expect(wished).toMatchObject({ kind: 'threshold', manoeuvresPerYear: wish })
  expect(wished!.threshold!).toBeGreaterThan(plain.closed!.own.threshold)
  const looked = await read(`&pacc=${wished!.threshold}`)
  expect(looked.closed!.own.manoeuvresPerYear / wish).toBeCloseTo(1, SOLVED_DIGITS)
  expect((await read('&manoeuvres-per-year=1000')).closed!.wished).toMatchObject({ manoeuvresPerYear: 1000 })
})

test('an answer is cached until a message changes it', async () => {
  const first = await read()
  expect((await read()).computedAt).toBe(first.computedAt)
  const tca = Date.now() - 10 * DAY_MS
  const objects = [OWN, '95555'] as const
  await operator.take(
    cdmText({ objects, tca: utc(tca), createdAt: utc(tca - 1.5 * DAY_MS), missM: 5_000, sigmaM: SIGMA_M }),
  )
  const second = await read()
  expect(second.counts.events).toBe(EVENTS + 1)
  expect(second.computedAt > first.computedAt).toBe(true)
})

test('with more messages than the limit the newest are used, and only complete events', async () => {
  const { db } = api.api.platform
  const wanted = {
    satelliteId,
    historyDays: 365.25,
    threshold: undefined,
    commitHours: undefined,
    years: 5,
    limit: 1e-3,
  }
  const asIs = { growth: 1, radiusFactor: 1, sigmaFactor: 1, errorFactor: 1, deltaVMps: 0.05, outageHours: 3 }
  const ask = (mostMessages: number) =>
    getAnnualStatistics(
      { db, now: Date.now, kept: keepAnswers(), mostMessages },
      { tenantId: 'organisation:statisticians' },
      { ...wanted, ...asIs },
    )
  const whole = await ask(10_000)
  expect(whole.limits).not.toContain('history-cut')
  const cut = await ask(40)
  expect(cut.limits).toContain('history-cut')
  expect(cut.counts.messages).toBeLessThanOrEqual(40)
  expect(cut.counts.events).toBeGreaterThan(0)
  // Every event that is left has the message of its decision, which was not cut off.
  expect(cut.counts.decidable).toBe(cut.counts.events)
  expect(Date.parse(cut.assumptions.from)).toBeGreaterThan(Date.parse(whole.assumptions.from))
  expect(cut.newestMessageAt).toBe(whole.newestMessageAt)
})

test('a new satellite gets an answer without rates, and another organisation gets no answer', async () => {
  const { satelliteId: fresh } = await operator.addSatellite(43_618)
  const empty = await operator.read<AnnualStatistics>(`/statistics/annual?satellite-id=${fresh}`)
  expect(empty).toMatchObject({
    newestMessageAt: null,
    counts: { messages: 0, events: 0 },
    closed: null,
    bootstrap: { riskOverLife: { median: 0 }, solved: { median: 0.01 } },
    flux: { chosenM: null },
  })
  const other = asOperator(api, 'others')
  for (const what of ['annual', 'realism', 'compliance']) {
    const response = await other.call(`GET /api/v1/ca/statistics/${what}?satellite-id=${satelliteId}`)
    expect(response.status).toBe(404)
    await response.body?.cancel()
  }
  const refused = await operator.call(`GET /api/v1/ca/statistics/annual?satellite-id=${satelliteId}&pacc=2`)
  expect(refused.status).toBe(400)
  await refused.body?.cancel()
})

test('covariance realism is found from successive messages by originator', async () => {
  const groups = await operator.read<CovarianceRealism[]>(`/statistics/realism?satellite-id=${satelliteId}`)
  // Each event has a second message at the same miss with a quarter of the variance. The miss did not change,
  // although a sigma of √6 · 100 m was stated for its change, so the covariances are far too large.
  expect(groups).toHaveLength(1)
  expect(groups[0]).toMatchObject({
    originator: 'TESTER',
    kind: 'DEBRIS',
    count: EVENTS,
    skipped: 0,
    isRealistic: false,
  })
  expect(groups[0]!.scale).toBeLessThan(0.1)
})

test('the licence figures match the probabilities, events and decisions of a period and of the mission, computed here', async () => {
  const { satelliteId: own } = await operator.addSatellite(43_700)
  const now = Date.now()
  // Two events are in the period and one before; the first two have a later message with a larger miss.
  const events = [
    { daysAgo: 10, missM: 100, lastMissM: 900, other: '96001' },
    { daysAgo: 20, missM: 400, lastMissM: 500, other: '96002' },
    { daysAgo: 200, missM: 300, lastMissM: 300, other: '96003' },
  ]
  for (const { daysAgo, missM, lastMissM, other } of events) {
    const tca = now - daysAgo * DAY_MS
    const about = { objects: ['43700', other] as const, sigmaM: SIGMA_M, hbrM: HBR_M, tca: utc(tca) }
    await operator.take(
      cdmText({ ...about, missM, createdAt: utc(tca - 1.5 * DAY_MS) }),
      cdmText({ ...about, missM: lastMissM, createdAt: utc(tca - 0.5 * DAY_MS) }),
    )
  }
  const [critical] = (await operator.events(`?satellite-id=${own}&limit=100`)).filter(
    ({ object2 }) => object2.designator === '96001',
  )
  const decided = await operator.decide(
    critical!.conjunctionId,
    { action: 'DECIDE', decision: 'MANOEUVRE', why: 'Pc' },
    { 'if-match': `"${critical!.version}"` },
  )
  await decided.body?.cancel()
  const from = utc(now - 30 * DAY_MS)
  const found = await operator.read<Compliance>(`/statistics/compliance?satellite-id=${own}&from=${from}&limit=0.01`)
  const together = (misses: readonly number[]) => 1 - misses.reduce((none, miss) => none * (1 - probabilityAt(miss)), 1)
  const [period, mission] = [found.period, found.mission]
  const near = (value: number, expected: number) =>
    expect(Math.abs(value / expected - 1)).toBeLessThan(DISC_OVER_CENTRE)
  near(period.probability.asDecided.all, together([100, 400]))
  near(period.probability.asLastReported.all, together([900, 500]))
  near(mission.probability.asDecided.all, together([100, 400, 300]))
  near(mission.probability.asLastReported.all, together([900, 500, 300]))
  // The messages give only a combined radius, which does not show the other object's size.
  expect(period.probability.asDecided).toMatchObject({
    large: 0,
    small: 0,
    unknown: period.probability.asDecided.all,
  })
  expect(period.counts).toEqual({ events: 2, decidable: 2, manoeuvres: 1, undecided: 0 })
  // At 300 m and 100 m the probabilities 2.6e-4 and 1.9e-3 are above 1e-4, at 400 m 4.6e-5 is below; the event before the period has no decision.
  expect(mission.counts).toEqual({ events: 3, decidable: 3, manoeuvres: 1, undecided: 1 })
  expect(period.byThreshold.find(({ threshold }) => threshold === 1e-4)).toMatchObject({ events: 1, manoeuvres: 1 })
  expect(mission.byThreshold.find(({ threshold }) => threshold === 1e-5)).toMatchObject({ events: 3, manoeuvres: 1 })
  near(1 - found.total, (1 - mission.probability.asLastReported.all) * (1 - found.ahead.probability))
  expect(found.limits).toEqual(['untracked-objects', 'burns-by-decision', 'history-alone'])
  // There are too few data for the closed form, so the years ahead are computed from the history alone.
  expect(found.ahead.by).toBe('bootstrap')
  for (const wrong of [`&from=${utc(now)}&to=${from}`, `&to=${utc(now + DAY_MS)}`]) {
    const response = await operator.call(`GET /api/v1/ca/statistics/compliance?satellite-id=${own}${wrong}`)
    expect(response.status).toBe(422)
    await response.body?.cancel()
  }
})
