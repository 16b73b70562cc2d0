import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Compliance } from '@apsis/contract/ca/statistics/compliance.ts'
import type { AnnualStatistics } from '@apsis/contract/ca/statistics/statistics.ts'
import type { Problem } from '@apsis/contract/errors.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PROJECT_DIR } from '../../platform/process/version.ts'
import { bodyOf, startTestApi, type TestApi } from '../../platform/testing/test-api.ts'
import { asOperator } from '../testing/ca-operator.ts'
import { cdmText } from '../testing/cdm-text.ts'

const DAY_MS = 86_400_000
const [DAYS, YEAR] = [40, 365.25]
/** A tolerance in days: a history ends at the last full hour, and the test takes some seconds. */
const HOUR_D = 1.1 / 24
/** A tolerance for a thousand draws of four events: their median can take only a few whole numbers. */
const DRAWN_SHARE = 0.3
/** A tolerance of a twentieth between Garwood's interval and draws of the same number of events. */
const GARWOOD_DIGITS = 1
/** The correct decimals of sums and products in double precision. */
const ROUNDING_DIGITS = 12

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

type Operator = ReturnType<typeof asOperator>
const utc = (ms: number) => new Date(ms).toISOString()
const at = (satelliteId: string) => `/api/v1/ca/statistics/history?satellite-id=${satelliteId}`
const load = (operator: Operator, satelliteId: string, text: string | Buffer) =>
  operator.call(`POST ${at(satelliteId)}`, { body: text, headers: { 'content-type': 'text/csv' } })
const annual = (operator: Operator, satelliteId: string, query = '') =>
  operator.read<AnnualStatistics>(`/statistics/annual?satellite-id=${satelliteId}${query}`)

type Row = { readonly tcaMs: number; readonly probability: string; readonly decision?: string }
/** Writes a table with one message for each event, a day and a half before TCA. */
const table = (rows: readonly Row[]) =>
  `event,created,tca,probability,decision\n${rows
    .map(({ tcaMs, probability, decision = '' }, i) =>
      [`E${i}`, utc(tcaMs - 1.5 * DAY_MS), utc(tcaMs), probability, decision].join(','),
    )
    .join('\n')}\n`

/** Makes one event a day, beginning `from` days ago. */
const daily = (from: number, count: number, probability = '1e-5') =>
  Array.from({ length: count }, (_, i) => ({ tcaMs: Date.now() - (from - i) * DAY_MS, probability }))

test('a table of past events alone gives statistics for a satellite without messages; another table replaces it; it can be removed', async () => {
  const operator = asOperator(api, 'historians')
  const { satelliteId } = await operator.addSatellite(43_801)
  const before = await annual(operator, satelliteId)
  expect([before.loaded, before.counts.events]).toEqual([null, 0])
  const rows = daily(DAYS, DAYS).map((row, i) => (i % 10 === 0 ? { ...row, probability: '2e-4' } : row))
  const loaded = await load(operator, satelliteId, table(rows))
  expect([loaded.status, await loaded.json()]).toEqual([200, { events: DAYS, messages: DAYS }])
  const found = await annual(operator, satelliteId)
  expect(found).toMatchObject({
    counts: { messages: DAYS, events: DAYS, decidable: DAYS, withErrors: 0 },
    loaded: { events: DAYS, overlapping: 0, gapDays: 0 },
    limits: ['untracked-objects', 'loaded-history'],
    isShort: false,
    newestMessageAt: null,
  })
  // Four events in the forty days reached the threshold.
  const own = found.bootstrap.rates.find(({ threshold }) => threshold === 1e-4)!
  expect(own.observed).toBe(4)
  expect(Math.abs(own.manoeuvresPerYear.median / ((4 * YEAR) / DAYS) - 1)).toBeLessThan(DRAWN_SHARE)

  const again = await load(operator, satelliteId, table(daily(DAYS, 3)))
  expect(await again.json()).toEqual({ events: 3, messages: 3 })
  // Thirty-seven days without data do not count as quiet days: the history is three days long.
  const short = await annual(operator, satelliteId)
  expect(short).toMatchObject({ isShort: true, loaded: { events: 3 } })
  expect(short.limits).toEqual(['untracked-objects', 'short-history', 'loaded-history', 'history-gap'])
  expect(Math.abs(short.loaded!.gapDays - (DAYS - 2))).toBeLessThan(HOUR_D)

  expect((await operator.call(`DELETE ${at(satelliteId)}`)).status).toBe(204)
  expect((await annual(operator, satelliteId)).counts.events).toBe(0)
  const none = await operator.call(`DELETE ${at(satelliteId)}`)
  expect([none.status, (await bodyOf<Problem>(none)).detail]).toEqual([404, expect.stringContaining('No past events')])
  const record = await api.database.query(
    `select action, detail ->> 'events' as events from platform.audit where object = '${satelliteId}' and action like 'history.%' order by at`,
  )
  expect(record).toEqual([
    { action: 'history.load', events: String(DAYS) },
    { action: 'history.load', events: '3' },
    { action: 'history.remove', events: null },
  ])
})

test('messages replace the table for their own time: a table ends where they begin, and a gap without data is left out of the rates', async () => {
  const operator = asOperator(api, 'chroniclers')
  const { satelliteId } = await operator.addSatellite(43_802)
  const message = (daysAgo: number, other: string) => {
    const tca = Date.now() - daysAgo * DAY_MS
    const about = { objects: ['43802', other] as const, sigmaM: 100, hbrM: 10, missM: 100 }
    return cdmText({ ...about, tca: utc(tca), createdAt: utc(tca - 1.5 * DAY_MS) })
  }
  await operator.take(message(20, '95001'), message(5, '95002'))
  // Ten old events, and two that are also in messages.
  await load(operator, satelliteId, table([...daily(110, 10), ...daily(20, 2)]))
  const found = await annual(operator, satelliteId)
  expect(found.counts.events).toBe(12)
  expect(found.loaded).toMatchObject({ events: 10, overlapping: 2 })
  expect(found.limits).toContain('history-gap')
  // There are no data from 101 to 20 days ago, so the history consists of the ten days before and the twenty days after.
  expect(Math.abs(found.loaded!.gapDays - 81)).toBeLessThan(HOUR_D)
  const own = found.bootstrap.rates.find(({ threshold }) => threshold === 1e-4)!
  expect(own.observed).toBe(2)
  const { lower, upper } = own.manoeuvresPerYear
  // Garwood's interval is computed for two events in 29 days (Poisson: 0.242 to 7.225), not in 110.
  expect(lower / ((0.2422 * YEAR) / 29)).toBeCloseTo(1, GARWOOD_DIGITS)
  expect(upper / ((7.2247 * YEAR) / 29)).toBeCloseTo(1, GARWOOD_DIGITS)
  // Events before the span are not used, and then no gap is reported.
  const recent = await annual(operator, satelliteId, '&history-days=60')
  expect(recent.counts.events).toBe(2)
  expect([recent.loaded, recent.limits.includes('history-gap')]).toEqual([
    expect.objectContaining({ events: 0, from: null, gapDays: 0 }),
    false,
  ])
})

test('the licence figures count the events of a table and the decisions about them', async () => {
  const operator = asOperator(api, 'licensees')
  const { satelliteId } = await operator.addSatellite(43_803)
  const [first, second, third] = daily(DAYS, 3, '2e-4') as [Row, Row, Row]
  const rows = [{ ...first, decision: 'MANOEUVRE' }, { ...second, decision: 'NO_MANOEUVRE' }, third]
  await load(operator, satelliteId, table(rows))
  const { mission, limits } = await operator.read<Compliance>(`/statistics/compliance?satellite-id=${satelliteId}`)
  expect(mission.counts).toEqual({ events: 3, decidable: 3, manoeuvres: 1, undecided: 1 })
  expect(mission.probability.asDecided.all).toBeCloseTo(1 - (1 - 2e-4) ** 3, ROUNDING_DIGITS)
  expect(limits).toEqual(['untracked-objects', 'loaded-history', 'history-gap', 'burns-by-decision', 'history-alone'])
})

test('a table that cannot be read is refused completely, with line and column; another organisation’s satellite is unknown', async () => {
  const operator = asOperator(api, 'careless')
  const { satelliteId } = await operator.addSatellite(43_804)
  const refused = await load(operator, satelliteId, table(daily(3, 3)).replace('1e-5', 'often').replace('1e-5', '-1'))
  const { detail, errors } = await bodyOf<Problem>(refused)
  expect(refused.status).toBe(422)
  expect(detail).toMatch(/^line 2, column \d+, probability: "often" is not a number between 0 and 1/)
  expect(errors?.map(({ line, keyword }) => [line, keyword])).toEqual([
    [2, 'probability'],
    [3, 'probability'],
  ])
  for (const bad of ['event\n', 'event,tca\nA,2026-01-01\n', Buffer.from([0xff, 0xfe, 0x41])]) {
    const answer = await load(operator, satelliteId, bad)
    expect([answer.status, (await bodyOf<Problem>(answer)).errors?.[0]?.code]).toEqual([
      422,
      expect.stringMatching(/^history\./),
    ])
  }
  expect((await annual(operator, satelliteId)).loaded).toBeNull()
  for (const call of ['POST', 'DELETE']) {
    const other = await asOperator(api, 'strangers').call(`${call} ${at(satelliteId)}`, {
      ...(call === 'POST' ? { body: table(daily(3, 3)), headers: { 'content-type': 'text/csv' } } : {}),
    })
    expect(other.status).toBe(404)
    await other.body?.cancel()
  }
})

test('the sample is read, and a satellite with little history lists other satellites with more', async () => {
  const operator = asOperator(api, 'lookers')
  const [{ satelliteId: old }, { satelliteId: fresh }] = [
    await operator.addSatellite(43_805),
    await operator.addSatellite(43_806),
  ]
  const loaded = await load(operator, fresh, readFileSync(join(PROJECT_DIR, 'ccsds', 'samples', 'history.csv')))
  expect(await loaded.json()).toEqual({ events: 12, messages: 24 })
  await operator.call(`DELETE ${at(fresh)}`)
  const tca = Date.now() - 50 * DAY_MS
  const about = { objects: ['43805', '95010'] as const, sigmaM: 100, hbrM: 10, missM: 100 }
  await operator.take(cdmText({ ...about, tca: utc(tca), createdAt: utc(tca - 1.5 * DAY_MS) }))
  const { longer } = await annual(operator, fresh)
  expect(longer).toMatchObject([{ satelliteId: old, days: 49 }])
  expect((await annual(operator, old)).longer).toEqual([])
})
