import type { Notification } from '@apsis/contract/notifications/notification.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { notify } from '../../notifications/notification.service.ts'
import { bodyOf, startTestApi, type TestApi } from '../../platform/testing/test-api.ts'
import { takeInCdms } from '../message/intake.service.ts'
import { asOperator } from '../testing/ca-operator.ts'
import { cdmText } from '../testing/cdm-text.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const HOUR_MS = 3_600_000
const START = Date.parse('2030-01-01T00:00:00.000Z')
const [NEAR_M, FAR_M] = [200, 5_000]

/** Takes messages of one event at their creation times, each a number of hours after its first. */
async function follow(
  organisation: string,
  messages: readonly (readonly [hours: number, missM: number, tcaAt?: string])[],
) {
  const tenantId = `organisation:${organisation}`
  for (const [hours, missM, tca] of messages) {
    const now = new Date(START + hours * HOUR_MS)
    const bytes = Buffer.from(cdmText({ createdAt: now.toISOString(), missM, sigmaM: 50, ...(tca && { tca }) }))
    const { db } = api.api.platform
    await takeInCdms({ db }, { tenantId, subject: 'ada' }, [{ name: 'a.cdm', bytes }], { source: 'upload', now })
  }
  const who = { subject: 'ada', organisation, roles: ['ca:user'] }
  const told = await bodyOf<Notification[]>(await api.call(who, 'GET /api/v1/notifications?sort=timestamp'))
  return told.map(({ title }) => title).filter((title) => !title.startsWith('Welcome'))
}

test('an event that fell only by time and rises again is reported again', async () => {
  const { addSatellite } = asOperator(api, 'again')
  await addSatellite(43_617)
  // A single lower message counts twelve hours later (domain.md C7).
  const told = await follow('again', [
    [0, NEAR_M],
    [1, FAR_M],
    [14, NEAR_M],
  ])
  expect(told).toEqual(['Risk raised to CRITICAL', 'Risk raised to CRITICAL'])
})

test('an event that has not fallen yet is not reported twice, and an event that two messages lowered is reported as lowered', async () => {
  const { addSatellite } = asOperator(api, 'once')
  await addSatellite(43_617)
  const told = await follow('once', [
    [0, NEAR_M],
    [1, FAR_M],
    [2, NEAR_M],
    [3, FAR_M],
    [4, FAR_M],
  ])
  expect(told).toEqual(['Risk raised to CRITICAL', 'Risk lowered from CRITICAL to LOW'])
})

test('while the level stays the same, a fivefold probability and a closest approach that moved by more than a minute are reported', async () => {
  const { addSatellite } = asOperator(api, 'inside')
  await addSatellite(43_617)
  const tcaAt = (seconds: number) => new Date(Date.parse('2030-01-03T12:00:00.000Z') + seconds * 1_000).toISOString()
  const told = await follow('inside', [
    [0, 200, tcaAt(0)],
    [1, 199, tcaAt(0)],
    [2, 130, tcaAt(0)],
    [3, 130, tcaAt(59)],
    [4, 130, tcaAt(61)],
    [5, 130, tcaAt(100)],
  ])
  expect(told).toEqual(['Risk raised to CRITICAL', 'Probability has grown', 'Closest approach has moved'])
})

test('a notice of a plan does not contain the figures of its event, so the next message is not reported as growth', async () => {
  const { addSatellite, events } = asOperator(api, 'planned')
  await addSatellite(43_617)
  expect(await follow('planned', [[0, NEAR_M]])).toEqual(['Risk raised to CRITICAL'])
  const [event] = await events()
  const tenantId = 'organisation:planned'
  await api.api.platform.db.tenant(tenantId, (tx) =>
    notify(tx, {
      tenantId,
      subject: undefined,
      audience: 'ca',
      code: 200,
      level: 'caution',
      matter: event!.conjunctionId,
      finding: { code: 'plan-superseded', values: { plan: 'SAT M1', level: 'LOW', why: '' } },
    }),
  )
  const told = await follow('planned', [[1, NEAR_M - 1]])
  expect(told).toEqual(['Risk raised to CRITICAL', expect.not.stringContaining('Probability')])
})

test('the figures in a call to one person do not hide growth from all others', async () => {
  const { addSatellite, events } = asOperator(api, 'called')
  await addSatellite(43_617)
  // From 200 m to 160 m and from there to 130 m the probability grows less than fivefold, but more in both steps together.
  expect(
    await follow('called', [
      [0, 200],
      [1, 160],
    ]),
  ).toEqual(['Risk raised to CRITICAL'])
  const [event] = await events()
  const { probabilityOfCollision: probability, totalMissDistance: missM, tca: tcaAt } = event!.conjunctionData
  const tenantId = 'organisation:called'
  await api.api.platform.db.tenant(tenantId, (tx) =>
    notify(tx, {
      tenantId,
      subject: 'ben',
      audience: 'ca',
      code: 200,
      level: 'critical',
      matter: event!.conjunctionId,
      finding: {
        code: 'duty-called',
        values: { level: 'CRITICAL', step: 1, probability: probability!, missM: missM!, tcaAt },
      },
    }),
  )
  expect(await follow('called', [[2, 130]])).toEqual(['Risk raised to CRITICAL', 'Probability has grown'])
})
