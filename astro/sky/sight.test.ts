import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { bundledEop } from '../frames/bundled-eop.ts'
import type { EarthModel } from '../frames/earth.ts'
import { earthOrientationAt } from '../frames/eop.ts'
import { makeStation } from '../frames/topocentric.ts'
import { collectionPath, hasCollection } from '../testing/reference-collection.ts'
import { addSeconds, type Epoch, secondsBetween } from '../time/epoch.ts'
import { parseTime } from '../time/parse-time.ts'
import { degToRad, radToDeg } from '../units.ts'
import { refraction } from '../visibility/refraction.ts'
import type { Body } from './body.ts'
import { daysOf, nights, sightOf, TWILIGHT } from './sight.ts'
import reference from './sky.reference.json' with { type: 'json' }

// The dates are outside the table of Earth orientation parameters.
const HELD: EarthModel = { theory: 'IAU1980', outside: 'hold' }
const place = (lonDeg: number, latDeg: number, heightM = 0) =>
  makeStation({ latRad: degToRad(latDeg), lonRad: degToRad(lonDeg), heightM })

/** Returns the epoch with the given UT1: old almanacs use no other time. */
function atUt1(text: string): Epoch {
  const shown = parseTime(text, 'TAI')
  return addSeconds(shown, -earthOrientationAt(bundledEop(), shown).ut1MinusTaiS)
}

// Sun and Moon have an accuracy of 4″; before 2000 UTC is used as UT1, an error of up to 0.9 s, 14″.
const PLACE_DEG = 0.01
const REFRACTION_DEG = 0.02 // Horizons also uses 1 010 hPa and 10 °C, but another formula.

interface Sight {
  readonly ut: string
  readonly numbers: number[]
}

function expectSight(body: Body, { ut, numbers }: Sight, refracted: boolean): void {
  const file = reference.files[FILES[body as keyof typeof FILES]]
  const [lon, lat, altKm] = file.site_elon_lat_altkm.split(',').map(Number) as [number, number, number]
  const { azimuthRad, elevationRad } = sightOf(body, place(lon, lat, altKm * 1000), parseTime(ut), HELD)
  const [azimuth, elevation] = numbers.slice(4) as [number, number]
  const shown = radToDeg(elevationRad + (refracted ? refraction(elevationRad) : 0))
  const turned = radToDeg(Math.sin(azimuthRad - degToRad(azimuth))) * Math.cos(elevationRad)
  expect(Math.abs(turned)).toBeLessThan(PLACE_DEG)
  // Horizons includes no refraction below the horizon.
  if (!refracted || elevation > 1)
    expect(Math.abs(shown - elevation)).toBeLessThan(refracted ? REFRACTION_DEG : PLACE_DEG)
}

const FILES = {
  Moon: 'horizons_topo_airless_Moon.csv',
  Sun: 'horizons_topo_airless_Sun_equinox.csv',
  Mars: 'horizons_topo_Mars.csv',
} as const

test.each(['Moon', 'Sun', 'Mars'] as const)('sightOf() and refraction() agree with JPL Horizons for %s', (body) => {
  for (const sight of reference.sights[body]) expectSight(body, sight, body === 'Mars')
})

test.skipIf(!hasCollection('sunmoon'))('sightOf() agrees with every row of Horizons in the collection', () => {
  for (const body of ['Moon', 'Sun', 'Mars'] as const) {
    for (const line of readFileSync(collectionPath(`sunmoon/${FILES[body]}`), 'utf8')
      .trim()
      .split('\n')
      .slice(1)) {
      const [ut = '', , ...numbers] = line.split(',')
      expectSight(body, { ut, numbers: numbers.map(Number) }, body === 'Mars')
    }
  }
  expect.hasAssertions()
})

const MINUTE_S = 60
const LIMIT_S = 62 // The USNO rounds to a minute.
// Near a pole the Sun moves nearly along the horizon, and an error of its position changes the time by minutes.
const SUN_PLACE_RAD = degToRad(12 / 3600)

function expectRiseSet(line: string): void {
  const [body = '', lon = '', lat = '', time = '', kind = ''] = line.trim().split(/\s+/)
  const expected = atUt1(`${time.slice(0, 16)}:00`)
  const span = { start: addSeconds(expected, -40 * MINUTE_S), end: addSeconds(expected, 40 * MINUTE_S) }
  const days = daysOf(body as Body, place(Number(lon), Number(lat)), span, HELD)
  const edges = days.map((day) => secondsBetween(expected, kind === 'r' ? day.start : day.end))
  const nearest = Math.min(...edges.map(Math.abs))
  const { elevationRad, angularRadiusRad } = sightOf(body as Body, place(Number(lon), Number(lat)), expected, HELD)
  const limb = Math.abs(elevationRad + angularRadiusRad + degToRad(34 / 60))
  expect({ line, nearest: nearest < LIMIT_S || limb < SUN_PLACE_RAD ? 'ok' : nearest }).toEqual({ line, nearest: 'ok' })
}

test.each(reference.riseSet)('daysOf() agrees with rise and set of the USNO: %s', (line) => {
  expectRiseSet(line)
})

test.skipIf(!hasCollection('sunmoon'))(
  'daysOf() agrees with rise and set of the USNO, in every row of the collection',
  () => {
    const lines = readFileSync(collectionPath('sunmoon/usno_riseset.txt'), 'utf8').trim().split('\n')
    for (const line of lines) expectRiseSet(line)
    expect(lines.length).toBeGreaterThan(900)
  },
)

test.each(reference.twilight)('nights() agrees with the twilights of the almanac: %s', (line) => {
  const [lat = '', lon = '', from = '', ...texts] = line.trim().split(/\s+/)
  const utc = (text: string) => parseTime(text.replace('Z', ':00Z'))
  const start = utc(from)
  const station = place(Number(lon), Number(lat))
  const span = { start, end: addSeconds(start, 86_400) }
  const edges = (['astronomical', 'nautical', 'civil'] as const).map((kind) => {
    const dark = nights(station, span, TWILIGHT[kind], HELD)
    // The search starts at night: the first dark span ends at dawn, the second starts at dusk.
    return [dark[0]!.end, dark[1]!.start] as const
  })
  const found = [edges[0]![0], edges[1]![0], edges[2]![0], edges[2]![1], edges[1]![1], edges[0]![1]]
  texts.forEach((text, index) => {
    expect(Math.abs(secondsBetween(utc(text), found[index]!))).toBeLessThan(LIMIT_S)
  })
})

test('nights() refuses a span that ends before it starts', () => {
  const start = parseTime('2026-11-20T00:00:00')
  expect(() => nights(place(0, 0), { start, end: start }, TWILIGHT.civil)).toThrow('ends before it starts')
})
