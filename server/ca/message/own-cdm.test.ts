import { parseCdm } from '@apsis/ccsds/cdm/cdm.ts'
import type { Cdm } from '@apsis/contract/ca/message/cdm.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../platform/testing/test-api.ts'
import { asOperator } from '../testing/ca-operator.ts'
import { cdmText } from '../testing/cdm-text.ts'
import { markWithdrawn } from './record/message.repository.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const MISS_M = 200
/** The relative rounding error: seven digits are written. */
const PRINTED_SHARE = 5e-7
/** Speeds are written to a micrometre per second; the error is half a micrometre per second. */
const SPEED_DIGITS = 6
/** Two circular orbits that cross at a right angle; the other object is higher by the miss. */
const TEXT = { missM: MISS_M, sigmaM: 50, hbrM: 10, objects: ['43617', '90001'] } as const

test.each(['kvn', 'xml', 'json'] as const)(
  'GET /ca/cdms/own/{cdm-id} is in %s a message of the organisation with our probability, also exchanged',
  async (format) => {
    const operator = asOperator(api, `own-${format}`)
    await operator.take(cdmText({ ...TEXT, originator: 'CSpOC', messageId: 'source-1' }))
    const [cdm] = await operator.read<Cdm[]>('/cdms')
    const path = `GET /api/v1/ca/cdms/own/${cdm!.cdmId}?format=${format}`
    const response = await operator.call(path)
    const text = await response.text()
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="source-1-OWN-\d{8}T\d{9}Z-1\./)
    const own = parseCdm(text)
    expect(own.header).toMatchObject({
      originator: `OWN-${format.toUpperCase()}`,
      messageId: expect.stringMatching(/^source-1-OWN-/),
    })
    expect(text).toContain('source-1 OF CSpOC')
    expect(Math.abs(own.relative.collisionProbability! / cdm!.assessment.probability! - 1)).toBeLessThan(PRINTED_SHARE)
    expect(own.relative.collisionProbabilityMethod).toBe('ALFANO-2005')
    expect(own.objects.map(({ metadata }) => metadata.objectDesignator)).toEqual(['43617', '90001'])
    expect(own.relative.relativePositionRtnM).toEqual([MISS_M, 0, 0])

    const turned = parseCdm(await (await operator.call(`${path}&first=object2`)).text())
    expect(turned.header.messageId).toMatch(/-2$/)
    expect(turned.objects.map(({ metadata }) => metadata.objectDesignator)).toEqual(['90001', '43617'])
    // Both orbits have the same radial direction here, and their normals are at a right angle.
    const [r, t, n] = turned.relative.relativePositionRtnM!
    expect([r, Math.abs(t), Math.abs(n)]).toEqual([-MISS_M, 0, 0])
    const speed = own.relative.relativeVelocityRtnMps!
    const speeds = turned.relative.relativeVelocityRtnMps!
    expect(speeds[1]).toBeCloseTo(speed[1]!, SPEED_DIGITS)
    expect(speeds[2]).toBeCloseTo(-speed[2]!, SPEED_DIGITS)
    expect(turned.relative.collisionProbability).toBe(own.relative.collisionProbability)
  },
)

test.each(['kvn', 'xml', 'json'] as const)(
  'what is simulated stays so where it comes back in %s as a message of the organisation, and its file says it',
  async (format) => {
    const maker = asOperator(api, `own-made-${format}`)
    // Only the originator shows that the message is simulated; nothing else in the message says so.
    await maker.take(cdmText({ ...TEXT, originator: 'APSIS-SIM' }))
    const [cdm] = await maker.read<Cdm[]>('/cdms')
    const response = await maker.call(`GET /api/v1/ca/cdms/own/${cdm!.cdmId}?format=${format}`)
    expect(response.headers.get('content-disposition')).toMatch(/filename="test-\d+-OWN-\d{8}T\d{9}Z-1_SIMULATED\.\w+"/)
    const own = await response.text()
    expect(parseCdm(own).header.comments.filter((comment) => comment.startsWith('SIMULATED:'))).toHaveLength(1)
    const receiver = asOperator(api, `own-taken-${format}`)
    const types = { kvn: 'text/plain', xml: 'application/xml', json: 'application/json' } as const
    expect((await receiver.send(own, types[format])).status).toBe(200)
    expect(await receiver.read<Cdm[]>('/cdms')).toMatchObject([
      { originator: `OWN-MADE-${format.toUpperCase()}`, isSimulated: true },
    ])
    expect(await receiver.events()).toMatchObject([{ isSimulated: true }])
    // The mark is written once, however often a message is exchanged.
    const [taken] = await receiver.read<Cdm[]>('/cdms')
    const again = parseCdm(await (await receiver.call(`GET /api/v1/ca/cdms/own/${taken!.cdmId}`)).text())
    expect(again.header.comments.filter((comment) => comment.startsWith('SIMULATED:'))).toHaveLength(1)
  },
)

test('a message is real unless it is marked as simulated, and so is the own message that is made from it', async () => {
  const maker = asOperator(api, 'own-true')
  await maker.take(cdmText({ ...TEXT, originator: 'CSpOC', comment: 'SIMULATED ANNEALING was not used' }))
  const [cdm] = await maker.read<Cdm[]>('/cdms')
  const response = await maker.call(`GET /api/v1/ca/cdms/own/${cdm!.cdmId}`)
  expect(response.headers.get('content-disposition')).not.toContain('SIMULATED')
  const receiver = asOperator(api, 'own-true-taken')
  await receiver.take(await response.text())
  expect(await receiver.events()).toMatchObject([{ isSimulated: false }])
})

test('the satellite of the organisation is first, whichever object is first in the message', async () => {
  const operator = asOperator(api, 'own-turned')
  await operator.addSatellite(90_001)
  await operator.take(cdmText(TEXT))
  const [cdm] = await operator.read<Cdm[]>('/cdms')
  expect(cdm!.object1.designator).toBe('90001')
  const first = async (query: string) => {
    const text = await (await operator.call(`GET /api/v1/ca/cdms/own/${cdm!.cdmId}${query}`)).text()
    return parseCdm(text).objects[0].metadata.objectDesignator
  }
  expect([await first(''), await first('?first=object2')]).toEqual(['90001', '43617'])
})

test('for co-orbiting objects a value is written only if there is one, and the reason always', async () => {
  const operator = asOperator(api, 'own-slow')
  // The objects pass at 2 m/s, so these messages are a series of slow approaches.
  await operator.take(cdmText({ ...TEXT, slowMps: 2 }))
  const [cdm] = await operator.read<Cdm[]>('/cdms')
  const own = parseCdm(await (await operator.call(`GET /api/v1/ca/cdms/own/${cdm!.cdmId}`)).text())
  expect(own.relative.collisionProbability === undefined).toBe(cdm!.assessment.probability === null)
  expect(own.header.comments.some((comment) => comment.includes(cdm!.assessment.reason))).toBe(true)
})

test('another organisation cannot get this message', async () => {
  const operator = asOperator(api, 'own-mine')
  await operator.take(cdmText(TEXT))
  const [cdm] = await operator.read<Cdm[]>('/cdms')
  expect((await asOperator(api, 'own-foreign').call(`GET /api/v1/ca/cdms/own/${cdm!.cdmId}`)).status).toBe(404)
})

test('no message for others is made from a message whose track was withdrawn', async () => {
  const operator = asOperator(api, 'own-withdrawn')
  await operator.take(cdmText({ ...TEXT, originator: 'OWN-WITHDRAWN', messageId: 'tracked' }))
  const [cdm] = await operator.read<Cdm[]>('/cdms')
  const { db } = api.api.platform
  await db.tenant('organisation:own-withdrawn', (tx) => markWithdrawn(tx, [cdm!.cdmId], new Date()))
  const refused = await operator.call(`GET /api/v1/ca/cdms/own/${cdm!.cdmId}`)
  expect([refused.status, await refused.text()]).toEqual([
    409,
    expect.stringMatching(/A track in this message was withdrawn/),
  ])
})
