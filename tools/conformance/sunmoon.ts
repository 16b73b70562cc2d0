import { bundledEop } from '@apsis/astro/frames/bundled-eop.ts'
import type { EarthModel } from '@apsis/astro/frames/earth.ts'
import { earthOrientationAt } from '@apsis/astro/frames/eop.ts'
import { angleBetween, makeStation } from '@apsis/astro/frames/topocentric.ts'
import { ASTRONOMICAL_UNIT_M, BODIES, type Body, bodyState } from '@apsis/astro/sky/body.ts'
import { daysOf, nights, sightOf, TWILIGHT } from '@apsis/astro/sky/sight.ts'
import { addSeconds, type Epoch, secondsBetween } from '@apsis/astro/time/epoch.ts'
import { fromJulianDate } from '@apsis/astro/time/julian-date.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { degToRad, radToDeg } from '@apsis/astro/units.ts'
import { norm, subtract } from '@apsis/astro/vec3.ts'
import { refraction } from '@apsis/astro/visibility/refraction.ts'
import { type Json, readJson, readLines, vectorAt } from './run/collection.ts'
import { ofList, type ReferenceSet, type Source } from './run/set.ts'
import type { Check, Tally } from './run/tally.ts'

// The dates go beyond the table of Earth orientation parameters.
const HELD: EarthModel = { theory: 'IAU1980', outside: 'hold' }
const place = (lonDeg: number, latDeg: number, heightM = 0) =>
  makeStation({ latRad: degToRad(latDeg), lonRad: degToRad(lonDeg), heightM })

/** Reads the body from the file name, horizons_state_<kind>_<body>.csv: the Earth seen from the Sun stands for the Sun seen from the Earth. */
function bodyOf(file: string): Body {
  const name = /_(?:Geo)?([A-Z][a-z]+)\.csv$/.exec(file)?.[1]
  const body = BODIES.find((known) => known === (name === 'Earth' ? 'Sun' : name))
  if (body === undefined) throw new RangeError(`${file} is about a body that Apsis does not have`)
  return body
}

function compareStates(tally: Tally, { files }: Source): void {
  for (const file of files) {
    const body = bodyOf(file)
    for (const line of readLines(file).slice(1)) {
      const words = line.split(',')
      tally.run(`${body} at ${words[1]}`, (check) => {
        const jd = Number(words[0])
        const epoch = fromJulianDate([Math.floor(jd), jd % 1], 'TDB')
        const wanted = vectorAt(words.slice(2).map(Number), 0, ASTRONOMICAL_UNIT_M)
        const ours = bodyState(body, epoch).r
        if (body === 'Moon') return check.apart(body, ours, wanted, 17, 'km')
        // Horizons gives the Earth and the planets as seen from the Sun; Apsis gives all of them as seen from the Earth.
        const found = subtract(body === 'Sun' ? [0, 0, 0] : ours, body === 'Sun' ? ours : bodyState('Sun', epoch).r)
        if (body === 'Sun') check.near(body, norm(subtract(found, wanted)) / ASTRONOMICAL_UNIT_M, 0, 1e-6, 'AU')
        else check.near(body, radToDeg(angleBetween(found, wanted)) * 3600, 0, 60, '″')
      })
    }
  }
  tally.note('planets have no tolerance in the set: 1′, what their theory claims')
}

const listFiles = (): [string, Json][] => readJson('sunmoon/horizons_files.json').entries()

function compareSights(tally: Tally): void {
  for (const [name, file] of listFiles().filter(([, each]) => each.has('site_elon_lat_altkm'))) {
    const [lon = 0, lat = 0, altKm = 0] = file.text('site_elon_lat_altkm').split(',').map(Number)
    const body = BODIES.find((known) => file.text('target').startsWith(known)) ?? 'Sun'
    const isRefracted = file.text('refraction').startsWith('YES')
    for (const line of readLines(`sunmoon/${name}`).slice(1)) {
      const [ut = '', , ...numbers] = line.split(',')
      const [azimuth = 0, elevation = 0] = numbers.slice(4).map(Number)
      tally.run(`${body} at ${ut}`, (check) => {
        const { azimuthRad, elevationRad } = sightOf(body, place(lon, lat, altKm * 1000), parseTime(ut), HELD)
        const turned = radToDeg(Math.sin(azimuthRad - degToRad(azimuth))) * Math.cos(elevationRad)
        check.near('azimuth', turned, 0, 0.01, '°')
        if (!isRefracted) check.near('elevation', radToDeg(elevationRad), elevation, 0.01, '°')
        else if (elevation > 1) {
          // Horizons computes the same refraction by another formula, and none below the horizon; the limit is the arcminute that the source states.
          const shown = radToDeg(elevationRad + refraction(elevationRad))
          check.near('elevation through air', shown, elevation, 1 / 60, '°')
        }
      })
    }
  }
}

/** Returns the epoch whose UT1 is the written time: old almanacs know no other time scale. */
function atUt1(text: string): Epoch {
  const shown = parseTime(text, 'TAI')
  return addSeconds(shown, -earthOrientationAt(bundledEop(), shown).ut1MinusTaiS)
}

// The times are printed to a minute: half of it is rounding.
const MINUTE = 60
const GRAZING = {
  upTo: 120,
  because: 'at the pole the Sun climbs 1″ in a minute, and is there within 3″',
}

function compareRiseSet(check: Check, line: string): void {
  const [name = '', lon, lat, time = '', kind] = line.trim().split(/\s+/)
  const body: Body = name === 'Moon' ? 'Moon' : 'Sun'
  const station = place(Number(lon), Number(lat))
  const expected = atUt1(`${time.slice(0, 16)}:00`)
  const span = { start: addSeconds(expected, -2400), end: addSeconds(expected, 2400) }
  const edges = daysOf(body, station, span, HELD).map(({ start, end }) => (kind === 'r' ? start : end))
  const error = Math.min(...edges.map((edge) => Math.abs(secondsBetween(expected, edge))))
  const { elevationRad, angularRadiusRad } = sightOf(body, station, expected, HELD)
  const limb = Math.abs(elevationRad + angularRadiusRad + degToRad(34 / 60))
  const known = limb < degToRad(3 / 3600) ? GRAZING : undefined
  check.within(kind === 'r' ? 'rise' : 'set', { error, limit: MINUTE, unit: 's' }, known)
}

function compareTwilight(check: Check, line: string): void {
  const [lat, lon, from = '', ...texts] = line.trim().split(/\s+/)
  const utc = (text: string) => parseTime(text.replace('Z', ':00Z'))
  const span = { start: utc(from), end: addSeconds(utc(from), 86_400) }
  const edges = (['astronomical', 'nautical', 'civil'] as const).map((kind) =>
    nights(place(Number(lon), Number(lat)), span, TWILIGHT[kind], HELD),
  )
  // The search starts at night: the first darkness ends at dawn, the second one starts at dusk.
  const dawns = edges.map((dark) => dark[0]?.end)
  const dusks = edges.map((dark) => dark[1]?.start).reverse()
  for (const [index, found] of [...dawns, ...dusks].entries())
    check.time('twilight', found, utc(texts[index] ?? ''), MINUTE)
}

const linesOf = (_: Source, file: string) => readLines(file)

export const SUN_AND_MOON_SETS: readonly ReferenceSet[] = [
  { name: 'sunmoon/horizons_state_*.csv', compare: compareStates },
  { name: 'sunmoon/horizons_topo_*.csv', compare: compareSights },
  ofList('sunmoon/*riseset.txt', linesOf, (line) => line.trim(), compareRiseSet),
  ofList('sunmoon/*twilight.txt', linesOf, (line) => line.trim().split(/\s+/).slice(0, 3).join(' '), compareTwilight),
  ofList(
    'sunmoon/horizons_files.json',
    listFiles,
    ([name]) => name,
    (check, [name, file]) => check.same(readLines(`sunmoon/${name}`).length - 1, file.number('rows'), 'rows'),
  ),
]
