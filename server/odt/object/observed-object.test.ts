import { DAY_MS, GM_EARTH, HOUR_MS } from '@apsis/astro/constants.ts'
import { UNSAID } from '@apsis/astro/sgp4/element-set.ts'
import { formatTle } from '@apsis/astro/sgp4/format-tle.ts'
import { formatTime } from '@apsis/astro/time/format-time.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { norm } from '@apsis/astro/vec3.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asOperator } from '../../ca/testing/ca-operator.ts'
import { cdmText } from '../../ca/testing/cdm-text.ts'
import type { TenantDb } from '../../platform/database/database.ts'
import { startTestApi, type TestApi } from '../../platform/testing/test-api.ts'
import { EQUATOR_RADIUS_M, equatorOem } from '../testing/equator-oem.ts'
import { readOrbitMessage } from './given-orbit.service.ts'
import { epochOf } from './known-orbit.ts'
import { findObserved, findOrbit, findOrbitLegs, listEventObjects } from './object.service.ts'
import type { OrbitText } from './read-orbit-task.ts'

const OWN = 43_617
const OTHER = 90_001
/** Object 2 of the message is at 7,000 km from the centre of the Earth, plus the miss of 200 m. */
const OTHER_RADIUS_M = 7_000_200
/** The error of a fit of mean elements at the time of the state itself. */
const FIT_M = 1
/** The ephemeris is interpolated between its states, and written in millimetres. */
const STATES_M = 0.01
const TCA = '2030-01-05T12:00:00.000Z'
const [BEFORE, AFTER] = [new Date(Date.parse(TCA) - DAY_MS), new Date(Date.parse(TCA) + 1)]

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

type ObjectWish = Omit<Parameters<typeof findObserved>[1], 'given'> & { readonly message?: OrbitText }
const read = (message: OrbitText) => readOrbitMessage('organisation:read', message)

/** Makes an organisation with an event of its satellite and another object. */
async function openWorld(organisation: string) {
  const operator = asOperator(api, organisation)
  const own = await operator.addSatellite(OWN)
  await operator.take(cdmText({ createdAt: '2030-01-01T06:00:00.000Z', objects: [String(OWN), String(OTHER)] }))
  const [event] = await operator.events()
  if (event === undefined) throw new Error('the message made no event')
  const inTenant = <T>(work: (tx: TenantDb) => Promise<T>) =>
    api.api.platform.db.tenant(`organisation:${organisation}`, work)
  const observed = async ({ message, ...wanted }: ObjectWish) => {
    const given = message && (await read(message))
    return inTenant((tx) => findObserved(tx, { ...wanted, given }))
  }
  return { operator, own, conjunctionId: event.conjunctionId, inTenant, observed }
}

/** Makes elements of a nearly circular orbit at 7,000 km. */
const setOf = (noradId: number, epoch: string) =>
  formatTle({
    ...UNSAID,
    noradId,
    epoch: parseTime(epoch),
    meanMotionRadPerS: Math.sqrt(GM_EARTH / EQUATOR_RADIUS_M ** 3),
    bstar: 0,
    eccentricity: 0.0001,
    incRad: 1,
    raanRad: 0,
    argPeriapsisRad: 0,
    meanAnomalyRad: 0,
  }).join('\n')
const OEM_START = Date.parse('2030-01-04T00:00:00.000Z')
const oem = { type: 'OEM', text: equatorOem(OEM_START) } as const
const tle = (noradId: number) => ({ type: 'TLE', text: setOf(noradId, '2030-01-04T00:00:00') }) as const
const span = (fromMs: number, hours = 0.1) => ({ from: new Date(fromMs), to: new Date(fromMs + hours * HOUR_MS) })

test('a request names its object by satellite, number or orbit message, and several of them must name the same object', async () => {
  const { own, observed, conjunctionId } = await openWorld('observed')
  const { satelliteId } = own
  const ofOwn = { noradId: OWN, name: own.name, satelliteId, isDemo: false }
  expect(await observed({ satelliteId })).toEqual(ofOwn)
  expect(await observed({ catalogueId: OWN })).toEqual(ofOwn)
  expect(await observed({ message: tle(OWN) })).toEqual(ofOwn)
  expect(await observed({ satelliteId, catalogueId: OWN, message: tle(OWN), conjunctionId })).toEqual(ofOwn)
  await expect(observed({ satelliteId: conjunctionId })).rejects.toMatchObject({ code: 'not-found' })
  for (const [wanted, pointer] of [
    [{}, '#/catalogueId'],
    [{ message: oem }, '#/catalogueId'],
    [{ satelliteId, catalogueId: OTHER }, '#/catalogueId'],
    [{ catalogueId: OTHER, message: tle(OWN) }, '#/orbitDataMessage'],
    [{ catalogueId: 12_345, conjunctionId }, '#/conjunctionId'],
  ] as const)
    await expect(observed(wanted)).rejects.toMatchObject({ code: 'unprocessable', errors: [{ pointer }] })
})

test('an object that is no satellite of the organisation has the name in its event, else the name in its message, else its number', async () => {
  const { observed, conjunctionId } = await openWorld('named')
  const bare = { noradId: OTHER, satelliteId: null, isDemo: false }
  expect(await observed({ catalogueId: OTHER })).toEqual({ ...bare, name: String(OTHER) })
  expect(await observed({ catalogueId: OTHER, conjunctionId })).toEqual({ ...bare, name: `OBJECT ${OTHER}` })
  expect(await observed({ catalogueId: OTHER, message: oem })).toMatchObject({ name: 'EQUATOR' })
  expect(await observed({ catalogueId: OTHER, message: oem, conjunctionId })).toMatchObject({ name: `OBJECT ${OTHER}` })
})

test('a pass is observed with the orbit of the message, else the operational ephemeris, else the event, else elements', async () => {
  const { operator, own, inTenant, conjunctionId } = await openWorld('orbits')
  const orbit = (wish: Partial<Parameters<typeof findOrbit>[1]>, at = OEM_START + HOUR_MS) =>
    inTenant((tx) => findOrbit(tx, { noradId: OWN, ...span(at), ...wish }))
  const kindOf = async (...asked: Parameters<typeof orbit>) => {
    const found = await orbit(...asked)
    return found && [found.type, found.epoch === null ? null : formatTime(found.epoch, { digits: 0 })]
  }
  expect(await kindOf({})).toBeUndefined()
  expect(await kindOf({ given: (await read(oem)).orbit })).toEqual(['SP_EPHEMERIS', null])
  // The event has an orbit of either of its objects, dated by the creation of its message, but of no other object.
  const ofEvent = ['SP_EPHEMERIS', '2030-01-01T06:00:00']
  expect(await kindOf({ conjunctionId })).toEqual(ofEvent)
  expect(await kindOf({ conjunctionId, noradId: OTHER })).toEqual(ofEvent)
  expect(await kindOf({ conjunctionId, noradId: 12_345 })).toBeUndefined()
  // The nearest element set is used.
  const sets = ['2030-01-03T00:00:00', '2030-01-06T00:00:00'].map((epoch) => setOf(OWN, epoch))
  expect((await operator.json('POST /api/v1/tle/tle-set', sets)).status).toBe(200)
  expect(await kindOf({})).toEqual(['TLE', '2030-01-03T00:00:00'])
  expect(await kindOf({}, Date.parse('2030-01-05T00:00:00Z'))).toEqual(['TLE', '2030-01-06T00:00:00'])
  expect(await kindOf({ conjunctionId })).toEqual(ofEvent)
  // The ephemeris is used if it covers the whole pass.
  const form = new FormData()
  form.set('satellite-id', own.satelliteId)
  form.set('kind', 'OPERATIONAL')
  form.set('file', new Blob([oem.text.replace('2026-001A', String(OWN))]), 'own.oem')
  expect((await operator.call('POST /api/v1/ca/ephemeris/file', { body: form })).ok).toBe(true)
  const flown = await orbit({ conjunctionId })
  expect(flown?.type).toBe('SP_EPHEMERIS')
  const place = flown?.at(epochOf(new Date(OEM_START + HOUR_MS)))
  expect(Math.abs(norm(place?.r ?? [0, 0, 0]) - EQUATOR_RADIUS_M)).toBeLessThan(STATES_M)
  expect(await kindOf({ conjunctionId }, OEM_START + 2 * HOUR_MS)).toEqual(ofEvent)
  // Over a longer time the ephemeris is used, with other orbits before and after it.
  const legs = await inTenant((tx) =>
    findOrbitLegs(tx, { noradId: OWN, ...span(OEM_START, 24), at: new Date(OEM_START) }),
  )
  expect(legs.map(({ orbit: { type } }) => type)).toEqual(['TLE', 'SP_EPHEMERIS', 'TLE'])
})

test('objects of future events are known from the states of their messages, once each', async () => {
  const { inTenant } = await openWorld('of-events')
  const list = (now: Date) => inTenant((tx) => listEventObjects(tx, [OTHER, OTHER, 12_345], now))
  const found = await list(BEFORE)
  expect(found.map(({ noradId, name, isSimulated }) => [noradId, name, isSimulated])).toEqual([
    [OTHER, `OBJECT ${OTHER}`, false],
  ])
  const place = found[0]?.orbit.at(epochOf(new Date(TCA)))
  expect(Math.abs(norm(place?.r ?? [0, 0, 0]) - OTHER_RADIUS_M)).toBeLessThan(FIT_M)
  expect(await list(AFTER)).toEqual([])
})

test('an orbit message must be of its declared type, and its faults are given with their lines', async () => {
  expect(await read(tle(OTHER))).toMatchObject({ noradId: OTHER, orbit: { type: 'TLE' } })
  const { orbit, name, noradId } = await read(oem)
  expect([name, noradId]).toEqual(['EQUATOR', undefined])
  // An ephemeris has no states outside its span.
  expect(orbit?.at(epochOf(new Date(OEM_START + HOUR_MS)))).not.toBeNull()
  expect(orbit?.at(epochOf(new Date(OEM_START - HOUR_MS)))).toBeNull()
  const lines = tle(OTHER).text.split('\n')
  for (const [type, text, error] of [
    ['OMM', oem.text, { message: expect.stringContaining('is OEM, not OMM') }],
    ['TLE', 'nothing', { message: expect.stringContaining('element set') }],
    ['TLE', [lines[0], lines[1]?.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10))].join('\n'), { line: 2 }],
    ['OEM', oem.text.replace('REF_FRAME = EME2000\n', ''), { code: expect.stringMatching(/^message\./) }],
    ['OEM', '', { code: 'message.unfinished', line: 1 }],
  ] as const)
    await expect(read({ type, text })).rejects.toMatchObject({
      code: 'unprocessable',
      errors: expect.arrayContaining([expect.objectContaining({ pointer: '#/orbitDataMessage', ...error })]),
    })
})
