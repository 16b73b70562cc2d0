import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SECONDS_PER_DAY, WGS84_RADIUS_M } from '@apsis/astro/constants.ts'
import { degToRad, radToDeg } from '@apsis/astro/units.ts'
import type { PassPrediction } from '@apsis/contract/odt/pass/passprediction.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PROJECT_DIR } from '../../platform/process/version.ts'
import { bodyOf, startTestApi, type TestApi } from '../../platform/testing/test-api.ts'

const ADMIN = { subject: 'ada', organisation: 'accesses', roles: ['odt:admin'] }

type Circle = { readonly semi_major_axis_km: number; readonly inclination_deg: number; readonly epoch_utc: string }
type PublishedAccesses = {
  readonly station: { readonly lat_deg: number; readonly lon_deg: number; readonly alt_m: number }
  readonly mask_az_el_deg?: readonly (readonly [number, number])[]
  readonly interval_utc: readonly [string, string]
  readonly accesses: readonly { readonly start: string; readonly stop: string }[]
} & Readonly<Record<string, unknown>>

const published = JSON.parse(
  readFileSync(join(PROJECT_DIR, 'astro', 'visibility', 'passes.reference.json'), 'utf8'),
) as Readonly<Record<'kepler' | 'mask', PublishedAccesses>>
/** The constants of the source (EGM2008), and its authors' tolerance: they connect the points of a mask in their own way. */
const CASES = [
  ['kepler', 'orbit (two-body, GCRF)', { gm: 3.986_004_418e14, j2: 0, limitMs: 100 }],
  ['mask', 'orbit (J2 secular Kepler, GCRF)', { gm: 3.986_004_415e14, j2: 1.082_626_173_852_2e-3, limitMs: 1_000 }],
] as const
const STEP_S = 240

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

/** Writes a circle with the secular rates of J2 (Vallado §9.6) as an ephemeris. */
function circleOem(
  { semi_major_axis_km: aKm, inclination_deg, epoch_utc }: Circle,
  gm: number,
  j2: number,
  days: number,
) {
  const i = degToRad(inclination_deg)
  const n = Math.sqrt(gm / (aKm * 1_000) ** 3)
  const k = 1.5 * j2 * n * (WGS84_RADIUS_M / (aKm * 1_000)) ** 2
  const along = n + k * (1 - 1.5 * Math.sin(i) ** 2) + k * (2 - 2.5 * Math.sin(i) ** 2)
  const node = -k * Math.cos(i)
  const time = (seconds: number) => new Date(Date.parse(epoch_utc) + seconds * 1_000).toISOString().replace('Z', '')
  const placeAt = (t: number) => {
    const [u, raan] = [along * t, node * t]
    const [p, q] = [Math.cos(u), Math.sin(u) * Math.cos(i)]
    return [
      Math.cos(raan) * p - Math.sin(raan) * q,
      Math.sin(raan) * p + Math.cos(raan) * q,
      Math.sin(u) * Math.sin(i),
    ].map((part) => aKm * part)
  }
  const rows = Array.from({ length: (days * SECONDS_PER_DAY) / STEP_S + 1 }, (_, place) => {
    const t = place * STEP_S
    // The velocity is the change of position over a tenth of a second before and after.
    const [before, after] = [placeAt(t - 1e-1), placeAt(t + 1e-1)]
    const v = after.map((part, axis) => (part - before[axis]!) / 2e-1)
    return [time(t), ...[...placeAt(t), ...v].map((value) => value.toFixed(7))].join(' ')
  })
  return [
    ...[
      'CCSDS_OEM_VERS = 2.0',
      `CREATION_DATE = ${time(0)}`,
      'ORIGINATOR = TEST',
      'META_START',
      'OBJECT_NAME = CIRCLE',
    ],
    ...['OBJECT_ID = 2018-001A', 'CENTER_NAME = EARTH', 'REF_FRAME = GCRF', 'TIME_SYSTEM = UTC'],
    ...[`START_TIME = ${time(0)}`, `STOP_TIME = ${time(days * SECONDS_PER_DAY)}`, 'META_STOP', ...rows, ''],
  ].join('\n')
}

test.each(CASES)(
  'the call returns the accesses of STK (%s) for an orbit that is sent as an ephemeris',
  async (name, key, { gm, j2, limitMs }) => {
    const set = published[name]
    const { station, mask_az_el_deg: mask, interval_utc: span, accesses } = set
    const code = mask === undefined ? 'SIGHT' : 'MASK'
    const sensor = {
      sensorCode: code,
      groundSensorName: code,
      sensorType: 'RADAR_ACTIVE',
      latitude: station.lat_deg,
      longitude: station.lon_deg,
      altitude: station.alt_m,
      // The line of sight of a station above the ellipsoid: the horizon is lower by √(2 h / R).
      minimumElevation: mask === undefined ? -radToDeg(Math.sqrt((2 * station.alt_m) / WGS84_RADIUS_M)) : 0,
      horizon: (mask ?? []).map(([azimuth, elevation]) => ({ azimuth, elevation })),
    }
    const json = { headers: { 'content-type': 'application/json' } }
    const made = await api.call(ADMIN, 'POST /api/v1/odt/sensors', { ...json, body: JSON.stringify(sensor) })
    expect(made.status, await made.clone().text()).toBe(201)
    const days = (Date.parse(span[1]) - Date.parse(span[0])) / 86_400_000
    const query = new URLSearchParams({ 'sensor-code': code, from: span[0], to: span[1] })
    const message = { orbitDataMessageType: 'OEM', orbitDataMessage: circleOem(set[key] as Circle, gm, j2, days) }
    const answer = await api.call(ADMIN, `POST /api/v1/odt/passprediction?${query}`, {
      ...json,
      body: JSON.stringify(message),
    })
    expect(answer.status, await answer.clone().text()).toBe(200)
    const [found] = await bodyOf<PassPrediction[]>(answer)
    expect(found!.passes).toHaveLength(accesses.length)
    for (const [place, { start, stop }] of accesses.entries()) {
      const pass = found!.passes[place]!
      expect(Math.abs(Date.parse(pass.start) - Date.parse(`${start} UTC`)), start).toBeLessThan(limitMs)
      expect(Math.abs(Date.parse(pass.end) - Date.parse(`${stop} UTC`)), stop).toBeLessThan(limitMs)
    }
  },
)
