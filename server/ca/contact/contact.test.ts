import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseOpm } from '@apsis/ccsds/opm/opm.ts'
import { type Contact, isCommanding, type SatelliteContacts } from '@apsis/contract/ca/contact/contact.ts'
import type { GroundStation } from '@apsis/contract/ca/contact/ground-station.ts'
import type { EventPlan as Plan } from '@apsis/contract/ca/plan/manoeuvre.ts'
import type { Problem } from '@apsis/contract/errors.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PROJECT_DIR } from '../../platform/process/version.ts'
import { bodyOf, startTestApi, type TestApi } from '../../platform/testing/test-api.ts'
import { asOperator } from '../testing/ca-operator.ts'
import { planAt } from '../testing/plan-operator.ts'
import { holdsContact, lastCommandAt } from './contact.service.ts'

const STATIONS = '/api/v1/ca/ground-stations'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

type Operator = ReturnType<typeof asOperator>
const CONTACTS = '/api/v1/ca/contacts'
const of = (satelliteId: string) => `?satellite-id=${satelliteId}`
const enter = (operator: Operator, satelliteId: string, contact: object) =>
  operator.json(`POST ${CONTACTS}${of(satelliteId)}`, contact)
const load = (operator: Operator, satelliteId: string, text: string, type = 'text/csv') =>
  operator.call(`POST ${CONTACTS}/file${of(satelliteId)}`, { body: text, headers: { 'content-type': type } })
const known = async (operator: Operator, satelliteId: string, query = '') =>
  bodyOf<SatelliteContacts>(await operator.call(`GET ${CONTACTS}${of(satelliteId)}${query}`))
const codesOf = async (answer: Response) => (await bodyOf<Problem>(answer)).errors?.map(({ code }) => code)

type Bugsat = {
  readonly tle: readonly [string, string]
  readonly station: { readonly lat_deg: number; readonly lon_deg: number; readonly alt_m: number }
  readonly min_elevation_deg: number
  readonly search_start_utc: string
  readonly passes: readonly { readonly aos: string; readonly los: string; readonly max_elevation_deg: number }[]
}
const { bugsat } = JSON.parse(
  readFileSync(join(PROJECT_DIR, 'astro', 'visibility', 'passes.reference.json'), 'utf8'),
) as {
  bugsat: Bugsat
}
/** The tolerances that the source of the passes requires. */
const [EDGE_MS, ELEVATION_DEG] = [1_000, 0.05]

test('the contacts over a station match the ten passes of STK', async () => {
  const operator = asOperator(api, 'contacts-stk')
  expect((await operator.json('POST /api/v1/tle/tle-set', [bugsat.tle.join('\n')])).status).toBe(200)
  const { satelliteId } = await operator.addSatellite(40_014)
  expect(await known(operator, satelliteId)).toEqual({ basis: 'NONE', orbit: null, contacts: [] })
  const { lat_deg: latitude, lon_deg: longitude, alt_m: altitude } = bugsat.station
  const station = { name: 'STK', latitude, longitude, altitude, minimumElevation: bugsat.min_elevation_deg }
  expect((await operator.json(`POST ${STATIONS}`, station)).status).toBe(201)
  const instant = (text: string) => Date.parse(`${text.replace(/Z$/, '')}Z`)
  const from = new Date(instant(bugsat.search_start_utc)).toISOString()
  const to = new Date(instant(bugsat.passes.at(-1)!.los) + 600_000).toISOString()
  const { basis, orbit, contacts } = await known(operator, satelliteId, `&from=${from}&to=${to}`)
  expect([basis, orbit?.endsAt, contacts.length]).toEqual(['COMPUTED', null, bugsat.passes.length])
  contacts.forEach((contact, index) => {
    const expected = bugsat.passes[index]!
    expect(Math.abs(Date.parse(contact.from) - instant(expected.aos))).toBeLessThan(EDGE_MS)
    expect(Math.abs(Date.parse(contact.to) - instant(expected.los))).toBeLessThan(EDGE_MS)
    expect(Math.abs(contact.maximumElevation! - expected.max_elevation_deg)).toBeLessThan(ELEVATION_DEG)
    expect(contact).toMatchObject({ contactId: null, station: 'STK', canCommand: true, source: 'COMPUTED' })
  })
  // A horizon mask of 90° hides all passes of the station; a station that serves only another satellite has no passes of this one.
  const { stationId } = (await operator.read<GroundStation[]>('/ground-stations'))[0]!
  const other = await operator.addSatellite(40_015)
  const change = (fields: object) => operator.json(`PUT ${STATIONS}/${stationId}`, { ...station, ...fields })
  // The result is the last contact before the given end; beyond the two weeks of computed contacts it is unknown.
  const lastBefore = (days: number) => {
    const now = new Date(from)
    const platform = { db: api.api.platform.db, tenantId: 'organisation:contacts-stk' }
    return lastCommandAt(platform, satelliteId, { now, to: new Date(now.getTime() + days * 86_400_000) })
  }
  expect(await lastBefore(13)).toBeGreaterThan(instant(bugsat.passes.at(-1)!.aos) - EDGE_MS)
  expect(await lastBefore(15)).toBeUndefined()
  expect((await change({ horizon: [{ azimuth: 0, elevation: 90 }] })).status).toBe(200)
  expect((await known(operator, satelliteId, `&from=${from}&to=${to}`)).contacts).toEqual([])
  expect((await change({ satelliteIds: [other.satelliteId] })).status).toBe(200)
  expect((await known(operator, satelliteId, `&from=${from}&to=${to}`)).basis).toBe('NONE')
})

test('the name of a station is unique, it serves only own satellites, and other organisations do not see it', async () => {
  const operator = asOperator(api, 'stations')
  const other = asOperator(api, 'stations-elsewhere')
  const place = { latitude: 50, longitude: 10 }
  const made = await bodyOf<GroundStation>(await operator.json(`POST ${STATIONS}`, { name: 'A', ...place }))
  expect(made).toMatchObject({ name: 'A', altitude: 0, minimumElevation: 5, horizon: [], canCommand: true })
  expect((await operator.json(`POST ${STATIONS}`, { name: 'A', ...place })).status).toBe(409)
  await operator.json(`POST ${STATIONS}`, { name: 'B', ...place })
  const rename = (name: string) => operator.json(`PUT ${STATIONS}/${made.stationId}`, { name, ...place })
  expect((await rename('B')).status).toBe(409)
  expect((await rename('C')).status).toBe(200)
  expect((await operator.read<GroundStation[]>('/ground-stations')).map(({ name }) => name)).toEqual(['B', 'C'])
  const foreign = await other.addSatellite(50_001)
  const named = await operator.json(`POST ${STATIONS}`, { name: 'D', ...place, satelliteIds: [foreign.satelliteId] })
  expect([named.status, await codesOf(named)]).toEqual([422, ['ground-station.satellite']])
  expect(await other.read('/ground-stations')).toEqual([])
  expect((await other.call(`DELETE ${STATIONS}/${made.stationId}`)).status).toBe(404)
  expect((await operator.call(`DELETE ${STATIONS}/${made.stationId}`)).status).toBe(204)
  expect(await operator.read<GroundStation[]>('/ground-stations')).toHaveLength(1)
})

test('booked contacts replace computed ones; a new file replaces the contacts of the last file, but no contact that a user entered', async () => {
  const operator = asOperator(api, 'booked')
  const { satelliteId } = await operator.addSatellite(50_002)
  await operator.json(`POST ${STATIONS}`, { name: 'A', latitude: 50, longitude: 10 })
  const entered = { from: '2099-01-01T06:00:00.000Z', to: '2099-01-01T06:10:00.000Z', station: 'Hand' }
  const made = await bodyOf<Contact>(await enter(operator, satelliteId, entered))
  expect(made).toMatchObject({ ...entered, canCommand: true, source: 'ENTERED' })
  const line = (hour: string, station: string) => `2099-01-01T${hour}:00:00Z,2099-01-01T${hour}:09:00Z,${station}\n`
  const table = (...lines: string[]) => `from,to,station\n${lines.join('')}`
  expect(await bodyOf(await load(operator, satelliteId, table(line('05', 'X'), line('07', 'Y'))))).toEqual({
    loaded: 2,
    removed: 0,
  })
  const query = '&from=2098-12-31T00:00:00.000Z&to=2099-01-02T00:00:00.000Z'
  const stationsOf = async () => (await known(operator, satelliteId, query)).contacts.map(({ station }) => station)
  expect(await stationsOf()).toEqual(['X', 'Hand', 'Y'])
  const calendar = [
    ...['BEGIN:VCALENDAR', 'BEGIN:VEVENT', 'DTSTART:20990101T080000Z', 'DURATION:PT9M', 'SUMMARY:Z', 'END:VEVENT'],
    ...['END:VCALENDAR', ''],
  ].join('\r\n')
  expect(await bodyOf(await load(operator, satelliteId, calendar, 'text/calendar'))).toEqual({ loaded: 1, removed: 2 })
  expect(await stationsOf()).toEqual(['Hand', 'Z'])
  const cancelled = calendar.replace('SUMMARY:Z', 'STATUS:CANCELLED')
  expect(await bodyOf(await load(operator, satelliteId, cancelled, 'text/calendar'))).toEqual({ loaded: 0, removed: 1 })
  expect(await stationsOf()).toEqual(['Hand'])
  await load(operator, satelliteId, calendar, 'text/calendar')
  // One wrong line refuses the whole file.
  const wrong = await load(operator, satelliteId, table(line('09', 'V'), 'never,2099-01-01T10:00:00Z,W\n'))
  expect([wrong.status, (await bodyOf<Problem>(wrong)).errors?.map((one) => one.line)]).toEqual([422, [3]])
  expect(await stationsOf()).toEqual(['Hand', 'Z'])
  const remove = (who: Operator) => who.call(`DELETE ${CONTACTS}/${made.contactId}`)
  expect((await remove(asOperator(api, 'booked-elsewhere'))).status).toBe(404)
  expect((await remove(operator)).status).toBe(204)
  expect((await remove(operator)).status).toBe(404)
  expect(await stationsOf()).toEqual(['Z'])
  expect(
    (await operator.call(`GET ${CONTACTS}${of(satelliteId)}&from=2099-01-01T00:00:00.000Z&to=2099-02-01T00:00:00.000Z`))
      .status,
  ).toBe(400)
})

test('contacts are listed from 1970 to the end of 9999, and not a millisecond beyond', async () => {
  const operator = asOperator(api, 'contacts-span')
  const { satelliteId } = await operator.addSatellite(40_015)
  const codes = async (span: string) => codesOf(await operator.call(`GET ${CONTACTS}${of(satelliteId)}&${span}`))
  for (const span of ['from=1970-01-01T00:00:00.000Z', 'from=9999-12-30T00:00:00Z&to=9999-12-31T23:59:59.999Z'])
    expect(await known(operator, satelliteId, `&${span}`)).toMatchObject({ basis: 'NONE', contacts: [] })
  // A week from the second date reaches the year 10000, which answers cannot write.
  for (const span of ['from=1969-12-31T23:59:59.999Z', 'from=9999-12-25T00:00:00.000Z'])
    expect([span, await codes(span)]).toEqual([span, ['contacts.span']])
})

/** TCA of the test message: 2030-01-05T12:00 UTC; the lead of the test satellite is 6 h. */
const at = (time: string) => `2030-01-05T${time}.000Z`
const start = { start: { unit: 'DATE', value: at('10:00:00') } }

test('a plan is commanded in the last contact that ends before the burn minus its lead', async () => {
  const operator = await planAt(api, 'commanded')
  const { satelliteId } = operator.satellite
  const blind = await operator.planned(start)
  expect([blind.command, blind.commitAt]).toEqual([{ basis: 'NONE', contact: null }, at('04:00:00')])
  const contact = (from: string, to: string, station: string, rest: object = {}) =>
    enter(operator.ada, satelliteId, { from: at(from), to: at(to), station, ...rest })
  await contact('02:10:00', '02:20:00', 'early')
  await contact('03:30:00', '03:40:00', 'right')
  // The first contact sends no commands; the second begins too late.
  await contact('03:50:00', '03:58:00', 'deaf', { canCommand: false })
  await contact('03:58:00', '04:08:00', 'late')
  const plan = await operator.planned(start)
  expect(plan.command).toEqual({
    basis: 'BOOKED',
    contact: { from: at('03:30:00'), to: at('03:40:00'), station: 'right' },
  })
  // The operator can decide until three minutes before the end of the contact, since sending the commands takes that long.
  expect(plan.commitAt).toBe(at('03:37:00'))
  // The burn is the same: contacts change the time of its command, not the burn.
  expect([plan.ignitionEpoch, plan.deltaVRtn]).toEqual([blind.ignitionEpoch, blind.deltaVRtn])
  // The contact that was too late can command a burn one hour later.
  const later = await operator.planned({ start: { unit: 'DATE', value: at('11:00:00') } })
  expect([later.command.contact?.station, later.commitAt]).toEqual(['late', at('04:05:00')])
  expect(parseOpm((await operator.file(plan, 'format=opm')).text).manoeuvres).toHaveLength(1)
  const changed = await operator.moved(plan, { plan: { start: { unit: 'DATE', value: at('08:30:00') } } })
  expect([changed.command.contact?.station, changed.commitAt]).toEqual(['early', at('02:17:00')])
  expect((await operator.read(plan.manoeuvreId)).command.contact?.station).toBe('early')
})

test('a burn that is too early for a command in the first contact is refused, and a search begins after that contact and its lead time', async () => {
  const operator = await planAt(api, 'uncommanded')
  const { satelliteId } = operator.satellite
  await enter(operator.ada, satelliteId, { from: at('03:30:00'), to: at('03:40:00'), station: 'only' })
  const early = await operator.create({ start: { unit: 'DATE', value: at('09:00:00') } })
  expect(early.status).toBe(422)
  const problem = await bodyOf<Problem>(early)
  expect(problem.errors?.map(({ code }) => code)).toEqual(['manoeuvre.lead-time'])
  // The burn is sent within three minutes of the contact, and is on board six hours before ignition.
  expect(problem.detail).toContain('the earliest start is 2030-01-05T09:33:00Z')
  const found = await bodyOf<Plan>(
    await operator.create({ start: { unit: 'DATE', value: at('05:00:00') }, until: at('11:30:00') }),
  )
  expect(Date.parse(found.ignitionEpoch)).toBeGreaterThanOrEqual(Date.parse(at('09:33:00')))
  // The remaining booked contact is after the closest approach: no contact before it is known.
  const { contacts } = await known(operator.ada, satelliteId, `&from=${at('00:00:00')}&to=${at('23:00:00')}`)
  await enter(operator.ada, satelliteId, { from: at('20:00:00'), to: at('20:10:00'), station: 'after' })
  await operator.ada.call(`DELETE ${CONTACTS}/${contacts[0]?.contactId}`)
  expect(await codesOf(await operator.create(start))).toEqual(['manoeuvre.contact'])
})

test('if the lead has fractions of a millisecond, the stated earliest start is rounded up, and has a contact', async () => {
  const propulsion = { type: 'IMPULSIVE', thrustN: 1, ispS: 220, leadTimeH: 0.333333 }
  const operator = await planAt(api, 'fraction', { configuration: { propulsion } })
  await enter(operator.ada, operator.satellite.satelliteId, {
    from: at('09:30:00'),
    to: at('09:40:00'),
    station: 'only',
  })
  // This is 1199.9988 s after 09:33:00.
  const startAt = (value: string) => operator.create({ start: { unit: 'DATE', value: `2030-01-05T${value}Z` } })
  const early = await startAt('09:52:59.998')
  expect(early.status).toBe(422)
  expect((await bodyOf<Problem>(early)).detail).toContain('the earliest start is 2030-01-05T09:53:00Z')
  const met = await startAt('09:52:59.999')
  expect([met.status, (await bodyOf<Plan>(met)).commitAt]).toEqual([201, at('09:30:00')])
})

/** The element set of a satellite days before its decay in 2006, from the tests of SGP4 (Vallado et al., 2006), under another number. */
const DECAYED = [
  '1 43617U 04020A   06167.21788666  .16154492  76267-5  18678-3 0  889',
  '2 43617  64.9977 345.6130 0024870 260.7578  99.9590 16.4785672211649',
].map((line) => {
  const digits = [...line].map((one) => (one === '-' ? 1 : /\d/.test(one) ? Number(one) : 0))
  return `${line}${digits.reduce<number>((sum, one) => sum + one, 0) % 10}`
})

test('an orbit that cannot be used is reported, and a burn is then planned without contacts', async () => {
  const operator = await planAt(api, 'decayed')
  const { satelliteId } = operator.satellite
  await operator.ada.json(`POST ${STATIONS}`, { name: 'A', latitude: 50, longitude: 10 })
  expect((await operator.ada.json('POST /api/v1/tle/tle-set', [DECAYED.join('\n')])).status).toBe(200)
  const told = await operator.ada.call(`GET ${CONTACTS}${of(satelliteId)}`)
  expect(told.status).toBe(422)
  expect((await bodyOf<Problem>(told)).errors).toMatchObject([
    { code: 'contacts.orbit', message: expect.stringMatching(/^no states from .+: .+/) },
  ])
  const plan = await operator.planned(start)
  expect([plan.command, plan.commitAt]).toEqual([{ basis: 'NONE', contact: null }, at('04:00:00')])
  expect((await operator.moved(plan, { state: 'SCREENED' })).state).toBe('SCREENED')
})

test('a computed contact counts while its station serves the satellite and sends commands', async () => {
  const operator = asOperator(api, 'served')
  const [own, other] = [await operator.addSatellite(50_003), await operator.addSatellite(50_004)]
  const fields = { name: 'A', latitude: 50, longitude: 10 }
  const { stationId } = await bodyOf<GroundStation>(await operator.json(`POST ${STATIONS}`, fields))
  const contact = { from: at('01:00:00'), to: at('01:10:00'), station: 'A' }
  const holds = () =>
    api.api.platform.db.tenant('organisation:served', (tx) =>
      holdsContact(tx, own.satelliteId, { basis: 'COMPUTED', contact, now: new Date(at('00:00:00')) }),
    )
  const change = (given: object) => operator.json(`PUT ${STATIONS}/${stationId}`, { ...fields, ...given })
  expect(await holds()).toBe(true)
  for (const [given, isHeld] of [
    [{ satelliteIds: [other.satelliteId] }, false],
    [{ satelliteIds: [other.satelliteId, own.satelliteId] }, true],
    [{ canCommand: false }, false],
  ] as const) {
    expect((await change(given)).status).toBe(200)
    expect(await holds()).toBe(isHeld)
  }
})

test('a station that names a removed satellite can still be changed, and serves no other satellite', async () => {
  const operator = asOperator(api, 'removed')
  const { satelliteId } = await operator.addSatellite(40_015)
  const fields = { name: 'A', latitude: 50, longitude: 10, satelliteIds: [satelliteId] }
  const { stationId } = await bodyOf<GroundStation>(await operator.json(`POST ${STATIONS}`, fields))
  expect((await operator.call(`DELETE /api/v1/ca/satellites/${satelliteId}`)).status).toBe(204)
  const changed = await operator.json(`PUT ${STATIONS}/${stationId}`, { ...fields, latitude: 51 })
  expect([changed.status, (await bodyOf<GroundStation>(changed)).satelliteIds]).toEqual([200, [satelliteId]])
  expect((await operator.json(`POST ${STATIONS}`, { ...fields, name: 'B' })).status).toBe(422)
})

test('a computed pass shorter than a minute sends no commands; a booked one does', () => {
  const contact = (source: Contact['source'], seconds: number): Contact => ({
    contactId: null,
    station: 'S',
    canCommand: true,
    source,
    maximumElevation: 5.1,
    from: at('01:00:00'),
    to: at(`01:00:${seconds}`),
  })
  expect([contact('COMPUTED', 59), contact('ENTERED', 59)].map(isCommanding)).toEqual([false, true])
})

test('a fixed start in a blackout is refused, with the blackout and its reason; a search goes around it', async () => {
  const shut = { from: at('09:00:00'), to: at('11:00:00'), reason: 'payload' }
  const operator = await planAt(api, 'blackout', { configuration: { blackoutWindows: [shut] } })
  const date = (value: string) => ({ start: { unit: 'DATE', value: at(value) } })
  const refused = await operator.create(date('10:00:00'))
  expect([refused.status, await codesOf(refused)]).toEqual([422, ['manoeuvre.blackout']])
  const told = (await bodyOf<Problem>(await operator.create(date('10:00:00')))).detail
  expect(told).toContain('from 2030-01-05T09:00:00Z to 2030-01-05T11:00:00Z (payload)')
  expect((await operator.create(date('11:00:00'))).status).toBe(201)
  const found = await operator.planned({ ...date('09:30:00'), until: at('11:30:00') })
  expect(Date.parse(found.ignitionEpoch)).toBeGreaterThanOrEqual(Date.parse(shut.to))
})

test('if a satellite must not burn during contacts, contacts are blackouts like those that users entered', async () => {
  const operator = await planAt(api, 'quiet-contact', { configuration: { blackoutInContacts: true } })
  const shut = { from: at('09:00:00'), to: at('11:00:00'), station: 'Awarua' }
  await enter(operator.ada, operator.satellite.satelliteId, {
    from: at('01:00:00'),
    to: at('01:10:00'),
    station: 'Early',
  })
  // A contact that sends no commands is a blackout like any other.
  await enter(operator.ada, operator.satellite.satelliteId, { ...shut, canCommand: false })
  const date = (value: string) => ({ start: { unit: 'DATE', value: at(value) } })
  const refused = await operator.create(date('10:00:00'))
  const { detail, errors } = await bodyOf<Problem>(refused)
  expect([refused.status, errors?.map(({ code }) => code)]).toEqual([422, ['manoeuvre.blackout']])
  expect(detail).toContain('the contact with Awarua, in which the satellite does not burn, from 2030-01-05T09:00:00Z')
  const found = await operator.planned({ ...date('09:30:00'), until: at('11:30:00') })
  expect(Date.parse(found.ignitionEpoch)).toBeGreaterThanOrEqual(Date.parse(shut.to))
  const none = await bodyOf<Problem>(await operator.create({ ...date('09:30:00'), until: at('10:30:00') }))
  expect(none.detail).toContain('outside the blackouts (contacts)')
  const free = await planAt(api, 'loud-contact')
  await enter(free.ada, free.satellite.satelliteId, { from: at('01:00:00'), to: at('01:10:00'), station: 'Early' })
  await enter(free.ada, free.satellite.satelliteId, shut)
  expect((await free.create(date('10:00:00'))).status).toBe(201)
})

test('if a satellite must not burn in eclipse, no plan starts where the Earth hides the Sun', async () => {
  const operator = await planAt(api, 'dark', { configuration: { blackoutInEclipse: 'PENUMBRA' } })
  const lit = await planAt(api, 'lit')
  const date = (value: string) => ({ start: { unit: 'DATE', value: at(value) } })
  // Twenty starts cover one revolution: a low orbit that meets the shadow is in it for up to two fifths of the time.
  const starts = Array.from({ length: 20 }, (_, k) => new Date(Date.parse(at('07:00:00')) + k * 300_000).toISOString())
  const outcomes = await Promise.all(
    starts.map(async (value) => {
      const body = { start: { unit: 'DATE', value } }
      const [dark, free] = await Promise.all([operator.create(body), lit.create(body)])
      expect(free.status).toBe(201)
      const { positionBefore: r } = await bodyOf<Plan>(free)
      const isHidden = hiddenByCylinder(r, value)
      return { isHidden, status: dark.status, answer: await bodyOf<Problem>(dark) }
    }),
  )
  for (const { isHidden, status, answer } of outcomes) {
    if (isHidden === undefined) continue
    expect(status).toBe(isHidden ? 422 : 201)
    if (isHidden) expect(answer.detail).toContain('the eclipse, in which the satellite does not burn,')
  }
  const shut = outcomes.findIndex(({ isHidden }) => isHidden === true)
  expect(shut).toBeGreaterThanOrEqual(0)
  expect(outcomes.filter(({ isHidden }) => isHidden === false).length).toBeGreaterThan(5)
  const around = await operator.create({ ...date(starts[shut]!.slice(11, 19)), until: at('10:00:00') })
  expect(around.status).toBe(201)
  expect(hiddenByCylinder((await bodyOf<Plan>(around)).positionBefore, starts[shut]!)).not.toBe(true)
})

/** A position this close to the edge of the cylinder may be on either side: the penumbra is 0.27° wide, 35 km behind the Earth. */
const EDGE_M = 60_000
const EARTH_M = 6_371_000

/**
 * Returns true if a position (inertial, m) is in the cylinder behind the Earth; undefined near its edge. The Sun is from the low-precision
 * formula of the Astronomical Almanac (page C5), 0.01°.
 */
function hiddenByCylinder(r: readonly number[], instant: string): boolean | undefined {
  const days = (Date.parse(instant) - Date.UTC(2000, 0, 1, 12)) / 86_400_000
  const rad = Math.PI / 180
  const anomaly = (357.528 + 0.985_600_3 * days) * rad
  const longitude = (280.46 + 0.985_647_4 * days + 1.915 * Math.sin(anomaly) + 0.02 * Math.sin(2 * anomaly)) * rad
  const obliquity = 23.439 * rad
  const sun = [
    Math.cos(longitude),
    Math.cos(obliquity) * Math.sin(longitude),
    Math.sin(obliquity) * Math.sin(longitude),
  ]
  const along = r.reduce((sum, part, axis) => sum + part * sun[axis]!, 0)
  const across = Math.hypot(...r.map((part, axis) => part - along * sun[axis]!))
  if (along > 0) return false
  return Math.abs(across - EARTH_M) < EDGE_M ? undefined : across < EARTH_M
}

test('an arc that begins before a blackout and continues into it is refused; a search leaves room for the whole arc', async () => {
  const propulsion = { type: 'CONTINUOUS', thrustN: 0.02, ispS: 1500, dutyCycle: 0.8, maxThrustPerOrbitS: 3000 }
  const shut = { from: at('09:00:00'), to: at('11:00:00'), reason: 'payload' }
  const operator = await planAt(api, 'arc-blackout', { configuration: { propulsion, blackoutWindows: [shut] } })
  const date = (value: string) => ({ start: { unit: 'DATE', value: at(value) } })
  const twentyMinutes = { manoeuvreDuration: { unit: 'SECONDS', value: 1_200 } }
  for (const length of [twentyMinutes, {}]) {
    const refused = await operator.create({ ...date('08:59:59'), ...length })
    expect([refused.status, await codesOf(refused)]).toEqual([422, ['manoeuvre.blackout']])
  }
  const told = (await bodyOf<Problem>(await operator.create({ ...date('08:59:59'), ...twentyMinutes }))).detail
  expect(told).toContain('From 2030-01-05T08:59:59Z to 2030-01-05T09:19:59Z')
  // A burn that ends at the start of the blackout is outside it.
  expect((await operator.create({ ...date('08:40:00'), ...twentyMinutes })).status).toBe(201)
  const found = await operator.planned({ ...date('08:50:00'), until: at('11:10:00'), ...twentyMinutes })
  expect(Date.parse(found.ignitionEpoch)).toBeGreaterThanOrEqual(Date.parse(shut.to))
})
