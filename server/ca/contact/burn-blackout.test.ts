import { ECLIPSE_DEPTHS as COMPUTED_DEPTHS } from '@apsis/astro/manoeuvre/blackout/eclipse.ts'
import { ECLIPSE_DEPTHS } from '@apsis/contract/ca/satellite/blackout.ts'
import type { Problem } from '@apsis/contract/errors.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bodyOf, startTestApi, type TestApi } from '../../platform/testing/test-api.ts'
import { planAt } from '../testing/plan-operator.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const at = (time: string) => `2030-01-05T${time}.000Z`
const codesOf = async (answer: Response) => (await bodyOf<Problem>(answer)).errors?.map(({ code }) => code)

test('an impulse that would still burn in a blackout is refused, and a search places it so that it ends before the blackout', async () => {
  const shut = { from: at('09:00:00'), to: at('11:00:00'), reason: 'payload' }
  const [shutMs, massKg, thrustN] = [Date.parse(shut.from), 260, 1]
  const operator = await planAt(api, 'impulse-blackout', {
    configuration: { wetMass: massKg, blackoutWindows: [shut] },
  })
  const from = (ms: number) => ({ start: { unit: 'DATE', value: new Date(ms).toISOString() } })
  const free = await planAt(api, 'impulse-free', { configuration: { wetMass: massKg } })
  const { totalDeltaVMagnitude } = await free.planned(from(shutMs - 500))
  // F t = m Δv: the propellant is one ten-thousandth of the mass.
  const burningMs = (1_000 * massKg * totalDeltaVMagnitude) / thrustN
  expect(burningMs).toBeGreaterThan(1_000)
  const refused = await operator.create(from(shutMs - 500))
  expect([refused.status, await codesOf(refused)]).toEqual([422, ['manoeuvre.blackout']])
  expect((await operator.create(from(shutMs - burningMs - 1_000))).status).toBe(201)
  const found = await operator.planned({ ...from(shutMs - 4 * burningMs), until: at('10:00:00') })
  const endMs = Date.parse(found.ignitionEpoch) + (1_000 * massKg * found.totalDeltaVMagnitude) / thrustN
  expect(endMs).toBeLessThan(shutMs)
  const none = await operator.create({ ...from(shutMs - 500), until: at('10:00:00') })
  expect(await codesOf(none)).toEqual(['manoeuvre.window'])
})

test('for a satellite without a mass, the longest possible burn of an impulse is kept out of blackouts, and the plan says so', async () => {
  const shut = { from: at('09:00:00'), to: at('09:30:00'), reason: 'payload' }
  const propulsion = { type: 'IMPULSIVE', thrustN: 1, ispS: 220, maxBurnS: 600 }
  const configuration = { propulsion, wetMass: undefined, blackoutWindows: [shut] }
  const operator = await planAt(api, 'massless-blackout', { configuration })
  const date = (value: string) => ({ start: { unit: 'DATE', value: at(value) } })
  const refused = await bodyOf<Problem>(await operator.create(date('08:50:01')))
  expect(refused.errors?.map(({ code }) => code)).toEqual(['manoeuvre.blackout'])
  expect(refused.detail).toContain('wetMass')
  expect((await operator.create(date('08:49:59'))).status).toBe(201)
})

test('an arc that is longer than every gap between blackouts is shortened to the longest gap, and the plan names the limit', async () => {
  const propulsion = {
    type: 'CONTINUOUS',
    thrustN: 0.0015,
    ispS: 1_500,
    dutyCycle: 1,
    maxThrustPerOrbitS: 3_600,
    warmUpS: 0,
  }
  const shut = (from: string, to: string) => ({ from: at(from), to: at(to), reason: 'payload' })
  const blackoutWindows = [shut('06:00:00', '08:00:00'), shut('08:05:00', '08:30:00'), shut('08:40:00', '09:30:00')]
  const ask = { start: { unit: 'DATE', value: at('07:00:00') }, until: at('09:00:00') }
  const free = await planAt(api, 'long-arc-free', { configuration: { propulsion } })
  // Without blackouts the arc is longer than the ten minutes that are left between the blackouts.
  expect((await free.planned(ask)).manoeuvreDuration).toBeGreaterThan(600)
  const operator = await planAt(api, 'long-arc', { configuration: { propulsion, blackoutWindows } })
  const best = await operator.planned(ask)
  expect(best).toMatchObject({ meetsTarget: false, limit: 'BLACKOUT' })
  const startMs = Date.parse(best.ignitionEpoch)
  expect(startMs).toBeGreaterThanOrEqual(Date.parse(at('08:30:00')))
  expect(startMs + 1_000 * best.manoeuvreDuration).toBeLessThanOrEqual(Date.parse(at('08:40:00')))
  expect(best.manoeuvreDuration).toBeGreaterThan(595)
  expect(best.after.missM).toBeGreaterThan(best.before.missM)
  // A span that lies completely in a blackout has no best burn.
  const none = await operator.create({ ...ask, until: at('07:30:00') })
  expect(await codesOf(none)).toEqual(['manoeuvre.window'])
})

test('a time with an unknown shadow is refused for that reason, and the message for unknown drag says what to enter', async () => {
  const early = { start: { unit: 'DATE', value: '2029-12-20T00:00:00.000Z' } }
  const refusedOf = async (name: string, configuration: object) => {
    const operator = await planAt(api, name, { configuration: { blackoutInEclipse: 'PENUMBRA', ...configuration } })
    return bodyOf<Problem>(await operator.create(early))
  }
  const unknown = await refusedOf('shadow-unknown', { wetMass: undefined, dragArea: undefined })
  expect(unknown.detail).not.toContain('the eclipse,')
  expect(unknown.detail).toContain('more than 14 days before the closest approach')
  // Fourteen days before the TCA of the message.
  const values = { kind: 'SHADOW_UNKNOWN', toAt: '2029-12-22T12:00:00Z', days: 14 }
  expect(unknown.errors).toMatchObject([{ code: 'manoeuvre.blackout', values }])
  const operator = await planAt(api, 'wide-edges', {
    configuration: { blackoutInEclipse: 'PENUMBRA', wetMass: undefined },
  })
  const shut = { start: { unit: 'DATE', value: '2029-12-21T00:00:00.000Z' }, until: '2029-12-22T00:00:00.000Z' }
  const none = await bodyOf<Problem>(await operator.create(shut))
  expect(none.errors).toMatchObject([
    { code: 'manoeuvre.window', values: { kinds: expect.stringContaining('SHADOW') } },
  ])
  expect(none.detail).toContain('Give the satellite its wetMass and dragArea')
  const known = await planAt(api, 'narrow-edges', { configuration: { blackoutInEclipse: 'PENUMBRA', dragArea: 2 } })
  expect((await bodyOf<Problem>(await known.create(shut))).detail).not.toContain('dragArea')
})

test('the API offers exactly the shadow depths that are computed', () => {
  expect(ECLIPSE_DEPTHS).toEqual(COMPUTED_DEPTHS)
})
