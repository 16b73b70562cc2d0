import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { WGS84_RADIUS_M } from '@apsis/astro/constants.ts'
import { parseTle } from '@apsis/astro/sgp4/tle.ts'
import { formatOmm } from '@apsis/ccsds/omm/omm.ts'
import { fromElementSet } from '@apsis/ccsds/omm/omm-elements.ts'
import type { Problem } from '@apsis/contract/errors.ts'
import { type PassPrediction, TRACK_PLACES } from '@apsis/contract/odt/pass/passprediction.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PROJECT_DIR } from '../../platform/process/version.ts'
import { bodyOf, startTestApi, type TestApi } from '../../platform/testing/test-api.ts'
import { EQUATOR_RADIUS_M, EQUATOR_RATE, equatorOem } from '../testing/equator-oem.ts'

const PASSES = '/api/v1/odt/passprediction'
const ADMIN = { subject: 'ada', organisation: 'passes', roles: ['odt:admin', 'tle:user'] }
const DAY_MS = 86_400_000

let api: TestApi
beforeAll(async () => {
  api = await startTestApi({ APSIS_DEMO_FLEET: 'true' })
})
afterAll(() => api.close())

const send = (method: string, path: string, value?: unknown) =>
  api.call(ADMIN, `${method} ${path}`, {
    ...(value === undefined ? {} : { body: JSON.stringify(value), headers: { 'content-type': 'application/json' } }),
  })
const queryOf = (query: Readonly<Record<string, string>>) => new URLSearchParams(query).toString()
const predict = async (query: Readonly<Record<string, string>>) =>
  bodyOf<PassPrediction[]>(await send('GET', `${PASSES}?${queryOf(query)}`))
const addSensor = (sensorCode: string, sensor: object) =>
  send('POST', '/api/v1/odt/sensors', {
    sensorCode,
    groundSensorName: sensorCode,
    sensorType: 'RADAR_ACTIVE',
    minimumElevation: -1,
    ...sensor,
  })

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

test('a TLE gives the ten passes of STK, and the same elements as an OMM give the same passes', async () => {
  const { lat_deg: latitude, lon_deg: longitude, alt_m: altitude } = bugsat.station
  await addSensor('STK', { latitude, longitude, altitude, minimumElevation: bugsat.min_elevation_deg })
  const from = new Date(`${bugsat.search_start_utc.replace(/Z$/, '')}Z`)
  const last = new Date(`${bugsat.passes.at(-1)!.los.replace(/Z$/, '')}Z`)
  const span = { from: from.toISOString(), to: new Date(last.getTime() + 600_000).toISOString(), 'sensor-code': 'STK' }
  const tle = bugsat.tle.join('\n')
  const [found] = await predict({ ...span, tle })
  expect(found).toMatchObject({ catalogueId: 40_014, groundSensorName: 'STK', orbit: { origin: 'TLE', name: '' } })
  expect(found!.passes).toHaveLength(bugsat.passes.length)
  const instant = (text: string) => Date.parse(`${text.replace(/Z$/, '')}Z`)
  found!.passes.forEach((pass, index) => {
    const expected = bugsat.passes[index]!
    expect(Math.abs(Date.parse(pass.start) - instant(expected.aos))).toBeLessThan(EDGE_MS)
    expect(Math.abs(Date.parse(pass.end) - instant(expected.los))).toBeLessThan(EDGE_MS)
    expect(Math.abs(pass.maximumElevation - expected.max_elevation_deg)).toBeLessThan(ELEVATION_DEG)
  })
  // A radar sees the whole pass.
  expect(found!.visibilityIntervals).toEqual(found!.passes.map(({ start, end }) => ({ start, end })))
  const omm = formatOmm(fromElementSet(parseTle(...bugsat.tle), { comments: [], version: '2.0' }))
  const sent = await send('POST', `${PASSES}?${queryOf(span)}`, {
    orbitDataMessageType: 'OMM',
    orbitDataMessage: omm,
  })
  const [fromOmm] = await bodyOf<PassPrediction[]>(sent)
  expect(fromOmm!.passes).toEqual(found!.passes)
})

// The equator of EME2000 is 0.15° from the equator of date, which moves the object by 18 km across its track at most.
/** The time above the horizon changes with the square of that angle: 15 ms. */
const LASTS_S = 0.02
/** In the zenith, 620 km away, 18 km across the track change the range by 260 m. */
const ZENITH_M = 300
/** A pass begins and ends at a rounded millisecond: the error is half a millisecond at 7 km/s. */
const HORIZON_M = 5
/** The culmination is found to a millisecond, where the elevation hardly changes. */
const CULMINATION_DEG = 1e-6
/** The start and the end of a pass are found to a tenth of a millisecond, and written to a millisecond. */
const SAME_EDGE_MS = 2

test('an ephemeris gives passes up to its end, by the geometry of a circle over the equator', async () => {
  await addSensor('EQUATOR', { latitude: 0, longitude: 0, altitude: 0, minimumElevation: 0 })
  const start = Date.parse('2026-11-20T00:00:00.000Z')
  const search = { 'sensor-code': 'EQUATOR', from: new Date(start).toISOString() }
  const answer = await send('POST', `${PASSES}?${queryOf(search)}`, {
    orbitDataMessageType: 'OEM',
    orbitDataMessage: equatorOem(start),
  })
  const [found] = await bodyOf<PassPrediction[]>(answer)
  expect(found).toMatchObject({ catalogueId: 0, orbit: { epoch: null, endsAt: '2026-11-20T02:00:00.000Z' } })
  expect(found!.orbit.isSimulated).toBe(false)
  const whole = found!.passes.find(({ startsBefore, endsAfter }) => !startsBefore && !endsAfter)!
  // Half the time above the horizon is the angle whose cosine is R/a, divided by the difference between the rates of orbit and Earth.
  const rate = EQUATOR_RATE - 7.292_115e-5
  const expectedS = (2 * Math.acos(WGS84_RADIUS_M / EQUATOR_RADIUS_M)) / rate
  const lastsS = (Date.parse(whole.end) - Date.parse(whole.start)) / 1_000
  expect(Math.abs(lastsS - expectedS)).toBeLessThan(LASTS_S)
  expect(whole.maximumElevation).toBeGreaterThan(85)
  expect(whole.track).toBe(null)
})

test('a pass that is too low or too short for the request is listed with that reason, and never as observable', async () => {
  await addSensor('LIMITS', { latitude: 0, longitude: 0, altitude: 0, minimumElevation: 0 })
  const start = Date.parse('2026-11-20T00:00:00.000Z')
  const ask = async (more: Readonly<Record<string, string>>) => {
    const search = { 'sensor-code': 'LIMITS', from: new Date(start).toISOString(), ...more }
    const body = { orbitDataMessageType: 'OEM', orbitDataMessage: equatorOem(start) }
    const [found] = await bodyOf<PassPrediction[]>(await send('POST', `${PASSES}?${queryOf(search)}`, body))
    return found!.passes.find(({ startsBefore, endsAfter }) => !startsBefore && !endsAfter)
  }
  // The time from horizon to horizon follows as above: the cosine of half the angle is R/a.
  const rate = EQUATOR_RATE - 7.292_115e-5
  const lastsS = (2 * Math.acos(WGS84_RADIUS_M / EQUATOR_RADIUS_M)) / rate
  expect(await ask({ 'minimum-duration': String(Math.floor(lastsS) - 2) })).toMatchObject({ reasons: [] })
  const short = await ask({ 'minimum-duration': String(Math.ceil(lastsS) + 2) })
  expect(short).toMatchObject({ reasons: ['too-short'], visibilityIntervals: [] })
  // The circle is 0.15° from the equator of date: it stays a little below the zenith.
  const limit = { 'minimum-elevation': '90' }
  expect(await ask(limit)).toBe(undefined)
  expect(await ask({ ...limit, 'show-low': 'true' })).toMatchObject({ reasons: ['too-low'], visibilityIntervals: [] })
  expect(await ask({ 'minimum-elevation': '60', 'show-low': 'true' })).toMatchObject({ reasons: [] })
})

test('a pass that is too far from a radar is listed with that reason; a pass within its range is observable', async () => {
  const start = Date.parse('2026-11-20T00:00:00.000Z')
  const heightM = EQUATOR_RADIUS_M - WGS84_RADIUS_M
  const ask = async (code: string, maximumRange: number) => {
    const place = { latitude: 0, longitude: 0, altitude: 0, minimumElevation: 0 }
    await addSensor(code, { ...place, sensorType: 'RADAR_ACTIVE', maximumRange })
    const search = { 'sensor-code': code, from: new Date(start).toISOString() }
    const body = { orbitDataMessageType: 'OEM', orbitDataMessage: equatorOem(start) }
    const [found] = await bodyOf<PassPrediction[]>(await send('POST', `${PASSES}?${queryOf(search)}`, body))
    return found!.passes.find(({ startsBefore, endsAfter }) => !startsBefore && !endsAfter)
  }
  // The pass is near the zenith, with the object's altitude as its range.
  expect(await ask('NEARSIGHTED', 0.9 * heightM)).toMatchObject({ reasons: ['too-far'], visibilityIntervals: [] })
  const near = await ask('FARSIGHTED', 1.1 * heightM)
  expect(near).toMatchObject({ reasons: [] })
  expect(near?.visibilityIntervals).toHaveLength(1)
})

test('an own satellite is predicted with its operational ephemeris, up to its end', async () => {
  const owner = { ...ADMIN, roles: ['ca:user', 'odt:user'] }
  const body = JSON.stringify({ name: 'EQUATOR', noradId: 99_321 })
  const made = await api.call(owner, 'POST /api/v1/ca/satellites', { body })
  const { satelliteId } = await bodyOf<{ satelliteId: string }>(made)
  // The first two minutes of the file are only for interpolation.
  const start = Math.floor(Date.now() / 60_000) * 60_000
  const form = new FormData()
  form.set('satellite-id', satelliteId)
  form.set('kind', 'OPERATIONAL')
  form.set('file', new Blob([equatorOem(start)]), 'equator.oem')
  const kept = await api.call(owner, 'POST /api/v1/ca/ephemeris/file', { body: form })
  expect(kept.status, await kept.clone().text()).toBe(201)
  const search = { 'sensor-code': 'EQUATOR', from: new Date(start + 180_000).toISOString() }
  const [found] = await predict({ ...search, 'satellite-id': satelliteId })
  const [sent] = await bodyOf<PassPrediction[]>(
    await send('POST', `${PASSES}?${queryOf(search)}`, {
      orbitDataMessageType: 'OEM',
      orbitDataMessage: equatorOem(start),
    }),
  )
  expect(found).toMatchObject({ catalogueId: 99_321, orbit: { origin: 'EPHEMERIS', name: 'equator.oem' } })
  // The file is stored with the interpolation that it was read with; both computations agree to the last digit of the answer.
  const edges = (prediction: PassPrediction) =>
    prediction.passes
      .filter(({ startsBefore, endsAfter }) => !startsBefore && !endsAfter)
      .map(({ start: from, end: to }) => [Date.parse(from), Date.parse(to)])
  expect(edges(found!).length).toBe(edges(sent!).length)
  expect(found!.passes.length).toBeGreaterThan(0)
  for (const [index, pair] of edges(found!).entries())
    for (const [place, at] of pair.entries())
      expect(Math.abs(at - edges(sent!)[index]![place]!)).toBeLessThan(SAME_EDGE_MS)
  const after = { ...search, from: new Date(start + 3 * 3_600_000).toISOString(), 'satellite-id': satelliteId }
  expect((await send('GET', `${PASSES}?${queryOf(after)}`)).status).toBe(404)
})

test('the path of a pass over the sky begins and ends at the horizon, and contains the culmination', async () => {
  const start = Date.parse('2026-11-20T00:00:00.000Z')
  const to = new Date(start + 2 * 3_600_000).toISOString()
  const search = { 'sensor-code': 'EQUATOR', from: new Date(start).toISOString(), to, track: 'true' }
  const answer = await send('POST', `${PASSES}?${queryOf(search)}`, {
    orbitDataMessageType: 'OEM',
    orbitDataMessage: equatorOem(start),
  })
  const [found] = await bodyOf<PassPrediction[]>(answer)
  const whole = found!.passes.find(({ startsBefore, endsAfter }) => !startsBefore && !endsAfter)!
  const track = whole.track!
  const [first, middle, last] = [track[0]!, track[TRACK_PLACES / 2 - 0.5]!, track.at(-1)!]
  expect([track.length, first.time, last.time]).toEqual([TRACK_PLACES, whole.start, whole.end])
  // On a circle, the range at the horizon is √(a² − R²) and at the zenith a − R; the circle is 0.15° from the equator of date.
  const horizonM = Math.sqrt(EQUATOR_RADIUS_M ** 2 - WGS84_RADIUS_M ** 2)
  for (const edge of [first, last]) {
    expect(Math.abs(edge.elevation)).toBeLessThan(0.01)
    expect(Math.abs(edge.range - horizonM)).toBeLessThan(HORIZON_M)
  }
  expect(Math.abs(middle.range - (EQUATOR_RADIUS_M - WGS84_RADIUS_M))).toBeLessThan(ZENITH_M)
  expect(Math.abs(middle.elevation - whole.maximumElevation)).toBeLessThan(CULMINATION_DEG)
  // The object moves from west to east.
  expect([Math.round(first.azimuth), Math.round(last.azimuth)]).toEqual([270, 90])
})

const GEOSTATIONARY_KM = 42_164

/** Writes an OEM of an object that stays above one place of the equator for a day: the same Earth-fixed position every ten minutes. */
function standingOem(start: number): string {
  const time = (minutes: number) => new Date(start + minutes * 60_000).toISOString().replace('Z', '')
  const rows = Array.from({ length: 145 }, (_, at) => `${time(10 * at)} ${GEOSTATIONARY_KM} 0 0 0 0 0`)
  return [
    ...['CCSDS_OEM_VERS = 2.0', `CREATION_DATE = ${time(0)}`, 'ORIGINATOR = TEST', 'META_START'],
    ...['OBJECT_NAME = STANDING', 'OBJECT_ID = 2019-001A', 'CENTER_NAME = EARTH', 'REF_FRAME = ITRF2000'],
    ...['TIME_SYSTEM = UTC', `START_TIME = ${time(0)}`, `STOP_TIME = ${time(1_440)}`, 'META_STOP', ...rows, ''],
  ].join('\n')
}

/** Elevation of the Sun without refraction at 0° N, 0° E, from 2019-03-19T00:00 on, every two hours: JPL Horizons, DE431, deg. */
const HORIZONS_SUN = [-87.8597, -61.9887, -31.9895, -1.9863, 28.0181, 58.022, 87.9562, 61.9539, 31.95, 1.9447, -28.0603]
/** The set is accurate to a hundredth of a degree (reference/sunmoon). */
const SUN_DEG = 0.01

test('the Sun along the path of a pass is where JPL Horizons has it', async () => {
  await addSensor('ORIGIN', { latitude: 0, longitude: 0, altitude: 0, minimumElevation: 0 })
  const start = Date.parse('2019-03-19T00:00:00.000Z')
  const [from, to] = [start, start + 20 * 3_600_000].map((ms) => new Date(ms).toISOString())
  const search = { 'sensor-code': 'ORIGIN', from: from!, to: to!, track: 'true' }
  const answer = await send('POST', `${PASSES}?${queryOf(search)}`, {
    orbitDataMessageType: 'OEM',
    orbitDataMessage: standingOem(start),
  })
  const [found] = await bodyOf<PassPrediction[]>(answer)
  const track = found!.passes[0]!.track!
  // Twenty hours have 41 positions: every fourth is on a full two hours.
  const everyTwoHours = track.filter((_, place) => place % 4 === 0)
  expect(everyTwoHours.map(({ time }) => time.slice(11, 13))).toEqual([
    '00',
    '02',
    '04',
    '06',
    '08',
    '10',
    '12',
    '14',
    '16',
    '18',
    '20',
  ])
  for (const [index, { sunElevation }] of everyTwoHours.entries())
    expect(Math.abs(sunElevation - HORIZONS_SUN[index]!)).toBeLessThan(SUN_DEG)
})

test('for a telescope, a pass that cannot be observed has its reasons, and an observable pass has its intervals within it', async () => {
  const query = { 'catalogue-id': '25544', 'standard-magnitude': '-1.3' }
  await send('POST', '/api/v1/tle/tle-set', [
    '1 25544U 98067A   26324.51782528 -.00002182  00000-0 -11606-4 0  2921\n2 25544  51.6416 247.4627 0006703 130.5360 325.0288 15.72125391563530'.replace(
      /(.*)\d\n(.*)\d$/,
      (_, first: string, second: string) => `${first}${sumOf(first)}\n${second}${sumOf(second)}`,
    ),
  ])
  const span = { from: '2026-11-21T00:00:00.000Z', to: '2026-11-28T00:00:00.000Z' }
  const predictions = await predict({ ...query, ...span })
  const codes = predictions.map(({ sensorCode }) => sensorCode).filter((code) => /^(RAD|ABC)/.test(code))
  expect(codes.slice(0, 3)).toEqual(['RAD01', 'RAD02', 'ABC01'])
  const telescopes = predictions.filter(({ sensorType }) => sensorType === 'OPTICAL_PASSIVE')
  const passes = telescopes.flatMap((one) => one.passes)
  expect(passes.length).toBeGreaterThan(50)
  for (const pass of passes) {
    expect(pass.reasons.length > 0).toBe(pass.visibilityIntervals.length === 0)
    expect(pass.maximumElevation).toBeGreaterThan(20)
    for (const { start, end } of pass.visibilityIntervals)
      expect(Date.parse(start) >= Date.parse(pass.start) && Date.parse(end) <= Date.parse(pass.end)).toBe(true)
    // The Sun moves less than 3° in a pass of ten minutes.
    if (pass.sunElevation > -9) expect(pass.reasons).toContain('station-not-dark')
    if (pass.visibilityIntervals.length > 0) expect(pass.sunElevation).toBeLessThan(-9)
  }
  const reasons = new Set(passes.flatMap((pass) => pass.reasons))
  expect([...reasons]).toEqual(expect.arrayContaining(['station-not-dark', 'object-in-shadow']))
  expect(passes.some((pass) => pass.visibilityIntervals.length > 0)).toBe(true)
  expect(telescopes.every(({ isSimulated, clearSky }) => isSimulated && clearSky !== null)).toBe(true)
  const faint = await predict({ ...query, ...span, 'standard-magnitude': '20', 'sensor-code': 'ABC01' })
  expect(faint[0]!.visibilityIntervals).toEqual([])
  expect(faint[0]!.passes.flatMap((pass) => pass.reasons)).toContain('too-faint')
  await addSensor('DOWN', { latitude: 48, longitude: 11, altitude: 0, status: 'DOWN' })
  const [down] = await predict({ ...query, ...span, 'sensor-code': 'DOWN' })
  expect(new Set(down!.passes.flatMap((pass) => pass.reasons))).toEqual(new Set(['sensor-down']))
  const again = await predict({ ...query, ...span, cacheId: predictions[0]!.cacheId })
  expect(again.map(({ sensorCode }) => sensorCode)).toContain('DOWN')
})

const sumOf = (line: string): number =>
  [...line.slice(0, 68)].reduce((sum, one) => sum + (one === '-' ? 1 : /\d/.test(one) ? Number(one) : 0), 0) % 10

test('with its cacheId an answer is returned again for three minutes, but only for the same question', async () => {
  const query = { 'catalogue-id': '25544', 'sensor-code': 'RAD01', from: '2026-11-21T00:00:00.000Z' }
  const [first] = await predict(query)
  const [fresh] = await predict(query)
  expect(fresh!.cacheId).toBe(first!.cacheId)
  expect((await predict({ ...query, cacheId: fresh!.cacheId }))[0]).toEqual(fresh)
  const other = await predict({ ...query, 'sensor-code': 'RAD02', cacheId: fresh!.cacheId })
  expect([other[0]!.sensorCode, other[0]!.cacheId === fresh!.cacheId]).toEqual(['RAD02', false])
})

test('for every position of a pass the light says whether it is sunlit, and the beta angle stays within its geometric limit', async () => {
  const query = { 'catalogue-id': '25544', 'sensor-code': 'RAD01', from: day(0), to: day(2) }
  const [tracked] = await predict({ ...query, track: 'true' })
  const [found] = await predict({ ...query, light: 'true' })
  const places = tracked!.passes.flatMap(({ track }) => track ?? [])
  expect(places.length).toBeGreaterThan(3 * TRACK_PLACES)
  const { eclipses, beta } = found!.light!
  // There are sixteen revolutions a day, each with its eclipse.
  expect(eclipses.length).toBeGreaterThan(28)
  for (const { time, isSunlit } of places) {
    const near = eclipses.some(({ start, end }) =>
      [start, end].some((edge) => Math.abs(Date.parse(edge) - Date.parse(time)) < EDGE_MS),
    )
    const isDark = eclipses.some(({ start, end }) => time > start && time < end)
    if (!near) expect([time, isDark]).toEqual([time, !isSunlit])
  }
  for (const { start, end, umbra } of eclipses) {
    expect(start < end).toBe(true)
    if (umbra !== null) expect(start <= umbra.start && umbra.end <= end).toBe(true)
  }
  // The orbit is inclined by 51.6° and the ecliptic by 23.4°.
  for (const { angle } of beta) expect(Math.abs(angle)).toBeLessThan(51.7 + 23.5)
  expect(tracked!.light).toBeNull()
})

const day = (days: number) => new Date(Date.parse('2026-11-20T00:00:00Z') + days * DAY_MS).toISOString()
test.each([
  [{}, 400, 'catalogue-id'],
  [{ 'catalogue-id': '25544', tle: 'x' }, 400, 'tle'],
  [{ 'catalogue-id': '25544', from: day(1), to: day(0) }, 400, 'to'],
  [{ 'catalogue-id': '25544', from: day(0), to: day(15) }, 400, 'to'],
  [{ 'catalogue-id': '25544', 'sensor-code': 'NONE' }, 400, 'sensor-code'],
  [{ 'catalogue-id': '25544', 'sensor-code': 'RET01' }, 400, 'sensor-code'],
  [{ 'catalogue-id': '25544', 'sensor-code': 'RAD01', track: 'true' }, 400, 'track'],
  [{ 'catalogue-id': '25544', from: day(0), to: day(1), track: 'true' }, 400, 'track'],
  [{ 'catalogue-id': '25544', light: 'true' }, 400, 'light'],
  [{ tle: '1 25544U' }, 422, 'tle'],
  [{ omm: 'CCSDS_OMM_VERS = 2.0' }, 422, 'omm'],
  [{ oem: 'CCSDS_OEM_VERS = 2.0' }, 422, 'oem'],
])('a question that cannot be answered says why: %j', async (query, status, parameter) => {
  const answer = await send('GET', `${PASSES}?${queryOf(query as Record<string, string>)}`)
  const problem = await bodyOf<Problem>(answer)
  expect([answer.status, problem.errors?.[0]?.parameter]).toEqual([status, parameter])
})

test.each([
  ['catalogue-id', '999999998'],
  ['satellite-id', '00000000-0000-4000-8000-000000000000'],
])('an object that is not known: %s', async (name, value) => {
  expect((await send('GET', `${PASSES}?${name}=${value}`)).status).toBe(404)
})
