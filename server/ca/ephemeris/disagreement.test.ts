import type { EphemerisFile } from '@apsis/contract/ca/ephemeris/ephemeris.ts'
import type { Problem } from '@apsis/contract/errors.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bodyOf, startTestApi, type TestApi } from '../../platform/testing/test-api.ts'
import { auditOf } from '../../platform/testing/test-database.ts'
import { FROM, HOUR_MS, NUMBER, openEstimateOperator, ownOrbit, TCA } from '../testing/estimate-operator.ts'
import { oemText } from '../testing/oem-text.ts'

/** An orbit by elements reproduces the state of the message to a millimetre, and the axes of two orbits differ by less than that. */
const METRES_DIGITS = 0
const SIGMA_DIGITS = 2

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

async function open(organisation: string) {
  const operator = await openEstimateOperator(api, organisation)
  /** Sends a file of the satellite that is a number of metres above its position in the messages. */
  const send = (upM: number, more: Readonly<Record<string, string>> = {}) => {
    const form = new FormData()
    for (const [name, value] of Object.entries({
      'satellite-id': operator.satellite.satelliteId,
      kind: 'OPERATIONAL',
      ...more,
    }))
      form.set(name, value)
    form.set('file', new Blob([oemText(ownOrbit(upM), { from: FROM, hours: 3.2 })]), 'own.oem')
    return operator.call('POST /api/v1/ca/ephemeris/file', { body: form })
  }
  const put = (id: string, change: object) =>
    operator.json(`PUT /api/v1/ca/ephemeris?oem-id=${id}`, { oemFileId: id, ...change })
  const burn = (ignition: string) =>
    operator.json('POST /api/v1/ca/burn-notices', { noradId: NUMBER, ignition, announcedBy: 'us', durationS: 60 })
  return { ...operator, send, put, burn }
}

const disagreed = async (answer: Response) => {
  expect(answer.status, await answer.clone().text()).toBe(422)
  return bodyOf<Problem>(answer)
}

test('a file that disagrees with the last messages becomes operational only when a person has confirmed the disagreement', async () => {
  const { message, send, put, read } = await open('asked')
  await message({ messageId: 'LAST-1', missM: 500, sigmaM: 50 })
  // The file states no covariance: 100 m are two sigma of the message.
  expect((await send(100)).status).toBe(201)
  const flown = () => read<EphemerisFile[]>('/ephemeris?kind=OPERATIONAL')
  const [first] = await flown()
  const problem = await disagreed(await send(500))
  expect(problem.detail).toContain('Say isDisagreementSeen')
  expect(problem.detail).toContain('message LAST-1 of TESTER: 500 m apart')
  expect(problem.errors).toMatchObject([
    { code: 'ephemeris.disagrees', pointer: '#/isDisagreementSeen', values: { messageId: 'LAST-1', tcaAt: TCA } },
  ])
  const { distanceM, sigma } = problem.errors![0]!.values!
  expect(distanceM).toBeCloseTo(500, METRES_DIGITS)
  expect(sigma).toBeCloseTo(500 / 50, SIGMA_DIGITS)
  await disagreed(await send(500, { kind: 'CANDIDATE', autoRelinquishPc: '1e-6' }))
  expect(await flown()).toMatchObject([{ oemFileId: first!.oemFileId, active: true }])

  // A study needs no confirmation, until it is made operational.
  const kept = await bodyOf<EphemerisFile>(await send(500, { kind: 'HYPOTHETICAL' }))
  await disagreed(await put(kept.oemFileId, { kind: 'OPERATIONAL' }))
  const raised = await put(kept.oemFileId, { kind: 'OPERATIONAL', isDisagreementSeen: true })
  expect(raised.status, await raised.clone().text()).toBe(200)
  const taken = await bodyOf<EphemerisFile>(await send(-500, { isDisagreementSeen: 'true' }))
  expect(taken).toMatchObject({ kind: 'OPERATIONAL' })
  // The record says who has accepted which file against which message.
  const seen = { isDisagreementSeen: true, disagreements: [{ messageId: 'LAST-1' }] }
  const audit = await auditOf(api.database, 'asked', 'ephemeris.')
  for (const [id, action] of [
    [kept.oemFileId, 'ephemeris.update'],
    [taken.oemFileId, 'ephemeris.upload'],
  ])
    expect(audit.filter(({ object, action: done }) => object === id && done === action)).toMatchObject([
      { actor: 'ada', detail: seen },
    ])
})

test('a message that cannot include a burn is not compared with a file that may contain it', async () => {
  const { message, send, burn } = await open('burnt')
  const before = (hours: number) => new Date(Date.parse(TCA) - hours * HOUR_MS).toISOString()
  await message({ missM: 500, createdAt: before(6) })
  await disagreed(await send(500))
  expect((await burn(before(4))).status).toBe(201)
  expect((await send(500)).status).toBe(201)
  // The next message was made after the burn and includes it.
  await message({ messageId: 'AFTER', missM: 500, createdAt: before(3) })
  expect((await disagreed(await send(500))).errors).toMatchObject([{ values: { messageId: 'AFTER' } }])
  // The burn is still to come, before the closest approach.
  expect((await burn(before(1))).status).toBe(201)
  expect((await send(500)).status).toBe(201)
})

test('the last messages of a satellite are compared: the newest message of each event', async () => {
  const { message, send } = await open('newest')
  const created = (hours: number) => new Date(FROM.getTime() - hours * HOUR_MS).toISOString()
  await message({ messageId: 'OLD', missM: 500, createdAt: created(40) })
  await message({ messageId: 'WIDE-1', objects: [String(NUMBER), '90002'], createdAt: created(9) })
  await message({ messageId: 'WIDE-2', objects: [String(NUMBER), '90002'], createdAt: created(1), sigmaM: 400 })
  // The file is within the sigma of the newest message, which replaced the first one; the messages of the other event ended a day before.
  expect((await send(500)).status).toBe(201)
  await message({ messageId: 'NEWS', missM: 500, createdAt: created(0.5) })
  expect((await disagreed(await send(500))).errors).toMatchObject([{ values: { messageId: 'NEWS' } }])
})
