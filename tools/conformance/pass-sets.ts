import { GM_EARTH, SPEED_OF_LIGHT, WGS84_RADIUS_M } from '@apsis/astro/constants.ts'
import { earthAt } from '@apsis/astro/frames/earth.ts'
import { rotationBetween } from '@apsis/astro/frames/frame.ts'
import { toGeodetic } from '@apsis/astro/frames/geodetic.ts'
import { invert, rotateState } from '@apsis/astro/frames/rotation.ts'
import { lookAt, makeStation, type Station, type Trajectory } from '@apsis/astro/frames/topocentric.ts'
import { trajectoryIn } from '@apsis/astro/frames/trajectory.ts'
import { transform } from '@apsis/astro/mat3.ts'
import { toCartesian } from '@apsis/astro/orbit/elements.ts'
import { initSgp4 } from '@apsis/astro/sgp4/init.ts'
import { propagateSgp4 } from '@apsis/astro/sgp4/propagate.ts'
import { parseTle } from '@apsis/astro/sgp4/tle.ts'
import { apparentBodyPosition, type Body } from '@apsis/astro/sky/body.ts'
import { addSeconds, type Epoch, secondsBetween } from '@apsis/astro/time/epoch.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { degToRad, radToDeg } from '@apsis/astro/units.ts'
import { norm, type Vec3 } from '@apsis/astro/vec3.ts'
import { flatMask, maskFromDegrees } from '@apsis/astro/visibility/mask.ts'
import { findPasses, type Pass } from '@apsis/astro/visibility/passes.ts'
import { findEclipses, lightingOf } from '@apsis/astro/visibility/shadow.ts'
import { readJson, readLines } from './collection.ts'
import type { ReferenceSet, Source } from './reference-set.ts'
import type { Check, Tally } from './tally.ts'

const HELD = { outside: 'hold' } as const

function sgp4InItrf(line1: string, line2: string): Trajectory {
  const model = initSgp4(parseTle(line1, line2))
  const stateAt = (epoch: Epoch) => {
    const state = propagateSgp4(model, epoch)
    if (!state.ok) throw new Error(state.reason)
    return state
  }
  return trajectoryIn('ITRF', { frame: 'TEME', stateAt }, HELD)
}

interface Place {
  readonly lat_deg: number
  readonly lon_deg: number
  readonly alt_m: number
}

const stationAt = ({ lat_deg, lon_deg, alt_m }: Place): Station =>
  makeStation({ latRad: degToRad(lat_deg), lonRad: degToRad(lon_deg), heightM: alt_m })

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** STK's `1 Jan 2018 09:40:27.469`. */
function stkTime(text: string): Epoch {
  const [day = '', month = '', year = '', clock = ''] = text.split(' ')
  return parseTime(`${year}-${String(1 + MONTHS.indexOf(month)).padStart(2, '0')}-${day.padStart(2, '0')}T${clock}`)
}

function compareBugsat(tally: Tally, { files: [file = ''] }: Source): void {
  interface Set {
    readonly tle: readonly [string, string]
    readonly station: Place
    readonly min_elevation_deg: number
    readonly search_start_utc: string
    readonly passes: readonly Readonly<Record<'aos' | 'max_el' | 'los', string> & { max_elevation_deg: number }>[]
  }
  const set = readJson<Set>(file)
  const found = findPasses({
    trajectory: sgp4InItrf(...set.tle),
    station: stationAt(set.station),
    start: parseTime(set.search_start_utc),
    // Until a minute after the last of them: the list may end before the satellite is gone for good.
    end: addSeconds(parseTime(set.passes.at(-1)?.los ?? set.search_start_utc), 60),
    mask: flatMask(degToRad(set.min_elevation_deg)),
  })
  tally.run('number of passes', (check) =>
    check.holds(found.length === set.passes.length, `${set.passes.length}, not ${found.length}`),
  )
  set.passes.forEach((expected, index) => {
    tally.run(expected.aos, (check) => {
      const { start, culmination, end } = passAt(found, index)
      measureTime(check, { quantity: 'rise and set', found: start.epoch, wanted: parseTime(expected.aos), limit: 1 })
      measureTime(check, { quantity: 'rise and set', found: end.epoch, wanted: parseTime(expected.los), limit: 1 })
      measureTime(check, {
        quantity: 'culmination',
        found: culmination.epoch,
        wanted: parseTime(expected.max_el),
        limit: 1,
      })
      const error = Math.abs(radToDeg(culmination.look.elevationRad) - expected.max_elevation_deg)
      check.within('elevation', { error, limit: 0.05, unit: '°' })
    })
  })
}

function passAt(passes: readonly Pass[], index: number): Pass {
  const pass = passes[index]
  if (pass === undefined) throw new Error('no such pass')
  return pass
}

interface Timing {
  readonly quantity: string
  readonly found: Epoch
  readonly wanted: Epoch
  readonly limit: number
}

function measureTime(check: Check, { quantity, found, wanted, limit }: Timing): void {
  check.within(quantity, { error: Math.abs(secondsBetween(wanted, found)), limit, unit: 's' })
}

interface Circle {
  readonly semi_major_axis_km: number
  readonly inclination_deg: number
  readonly epoch_utc: string
}

/** A circle that turns with the secular rates of J2, or of none. */
function circleInItrf({ semi_major_axis_km, inclination_deg, epoch_utc }: Circle, gm: number, j2: number): Trajectory {
  const epoch = parseTime(epoch_utc)
  const semiMajorAxisM = semi_major_axis_km * 1000
  const incRad = degToRad(inclination_deg)
  const n = Math.sqrt(gm / semiMajorAxisM ** 3)
  const k = 1.5 * j2 * n * (WGS84_RADIUS_M / semiMajorAxisM) ** 2
  const along = n + k * (1 - 1.5 * Math.sin(incRad) ** 2) + k * (2 - 2.5 * Math.sin(incRad) ** 2)
  const stateAt = (at: Epoch) => {
    const t = secondsBetween(epoch, at)
    const orbit = { semiMajorAxisM, eccentricity: 0, incRad, argPeriapsisRad: 0 }
    return toCartesian({ ...orbit, raanRad: -k * Math.cos(incRad) * t, trueAnomalyRad: along * t }, gm)
  }
  return trajectoryIn('ITRF', { frame: 'GCRF', stateAt })
}

interface Accesses {
  readonly station: Place
  readonly interval_utc: readonly [string, string]
  readonly mask_az_el_deg?: readonly [number, number][]
  readonly accesses: readonly Readonly<Record<'start' | 'stop', string>>[]
}

const SOURCE_GM = 3.986_004_415e14 // EGM2008, as the source of these accesses says
const J2 = 1.082_626_173_852_2e-3 // EGM2008

function compareAccesses(tally: Tally, { files: [file = ''] }: Source): void {
  const set = readJson<Accesses & Readonly<Record<string, unknown>>>(file)
  const isMasked = set.mask_az_el_deg !== undefined
  // As INDEX.md has them: a mask is a row of corners, which its makers join in a way of their own.
  const limit = isMasked ? 1 : 0.1
  const orbit = set[isMasked ? 'orbit (J2 secular Kepler, GCRF)' : 'orbit (two-body, GCRF)'] as Circle
  const found = findPasses({
    trajectory: isMasked ? circleInItrf(orbit, SOURCE_GM, J2) : circleInItrf(orbit, GM_EARTH, 0),
    station: stationAt(set.station),
    start: parseTime(set.interval_utc[0]),
    end: parseTime(set.interval_utc[1]),
    // Line of sight of a station over the ellipsoid: the horizon dips by √(2 h / R).
    mask:
      set.mask_az_el_deg === undefined
        ? flatMask(-Math.sqrt((2 * set.station.alt_m) / WGS84_RADIUS_M))
        : maskFromDegrees(set.mask_az_el_deg),
  })
  tally.run('number of accesses', (check) =>
    check.holds(found.length === set.accesses.length, `${set.accesses.length}, not ${found.length}`),
  )
  set.accesses.forEach((expected, index) => {
    tally.run(expected.start, (check) => {
      const { start, end } = passAt(found, index)
      measureTime(check, { quantity: 'start and stop', found: start.epoch, wanted: stkTime(expected.start), limit })
      measureTime(check, { quantity: 'start and stop', found: end.epoch, wanted: stkTime(expected.stop), limit })
    })
  })
}

function compareEclipses(tally: Tally, { files: [file = ''] }: Source): void {
  interface Target {
    readonly lat_deg: number
    readonly lon_deg: number
    readonly alt_km: number
    readonly intervals: readonly Readonly<Record<'start' | 'stop' | 'condition', string>>[]
  }
  const set = readJson<{ interval_utc: [string, string]; targets: Target[] }>(file)
  for (const target of set.targets) {
    tally.run(`latitude ${target.lat_deg}, ${target.alt_km} km`, (check) => {
      const { r } = stationAt({ ...target, alt_m: target.alt_km * 1000 })
      const trajectory: Trajectory = (epoch) =>
        rotateState(invert(rotationBetween('GCRF', 'ITRF', earthAt(epoch))), { r, v: [0, 0, 0] })
      const [start, end] = set.interval_utc.map((text) => parseTime(text)) as [Epoch, Epoch]
      const found = findEclipses({ trajectory, start, end })
      const lights = target.intervals.map(({ condition }) => condition.toLowerCase())
      check.holds(String(found.map(({ light }) => light)) === String(lights), `${lights}`)
      target.intervals.forEach((expected, index) => {
        const eclipse = found[index]
        if (eclipse === undefined) return
        measureTime(check, { quantity: 'edges', found: eclipse.start, wanted: stkTime(expected.start), limit: 30 })
        measureTime(check, { quantity: 'edges', found: eclipse.end, wanted: stkTime(expected.stop), limit: 30 })
      })
    })
  }
}

const LIMIT_DEG = 0.1
/** PREDICT's Earth is a sphere: at the pole of ours its edge is 21 km farther out, at the distance of a low orbit 0.4°. */
const SPHERE_DEG = 0.4
/** The Doppler shift is printed for 100 MHz. */
const DOPPLER_HZ = 100e6

/** The place that a file says under [qth]. */
function stationOf(lines: readonly string[]): Station {
  const number = (name: string) => {
    const line = lines.find((text) => text.startsWith(`${name}=`))
    if (line === undefined) throw new RangeError(`there is no ${name} of the station`)
    return Number(line.slice(name.length + 1))
  }
  return stationAt({ lat_deg: number('lat'), lon_deg: number('lon'), alt_m: number('alt') })
}

function comparePredict(tally: Tally, { files }: Source): void {
  for (const path of files) {
    const file = path.slice(path.lastIndexOf('/') + 1)
    const lines = readLines(path)
    const station = stationOf(lines)
    const rows = lines.filter((line) => /^\d{10},/.test(line)).map((line) => line.split(',').map(Number))
    const [line1, line2] = lines.filter((line) => /^[12] \d{5}/.test(line))
    if (line1 !== undefined && line2 !== undefined)
      compareSatellite(tally, { file, rows, station, trajectory: sgp4InItrf(line1, line2) })
    else compareBody(tally, { file, rows, station, body: file.startsWith('moon') ? 'Moon' : 'Sun' })
  }
  tally.note('a second of the motion is added to each limit, as the time tags may be so far off')
  tally.note("PREDICT's Earth is a sphere: 0.4° are added to the depth of eclipse")
  tally.note("PREDICT's Moon is geocentric: compared without parallax")
}

interface Rows {
  readonly file: string
  readonly station: Station
  readonly rows: readonly (readonly number[])[]
}

const atUnix = (seconds: number) => parseTime(new Date(seconds * 1000).toISOString())

function compareSatellite(
  tally: Tally,
  { file, rows, station, trajectory }: Rows & { readonly trajectory: Trajectory },
): void {
  for (const row of rows) {
    const [unix = 0, latDeg = 0, lonDeg = 0, altKm = 0, azimuth = 0, elevation = 0, doppler = 0] = row
    tally.run(`${file} at ${unix}`, (check) => {
      const epoch = atUnix(unix)
      const state = trajectory(epoch)
      const look = lookAt(station, state)
      const second = radToDeg(Math.hypot(look.elevationRateRadS, look.azimuthRateRadS * Math.cos(look.elevationRad)))
      const angle = (quantity: string, degrees: number, motion = second) =>
        check.within(quantity, { error: Math.abs(degrees), limit: LIMIT_DEG + motion, unit: '°' })
      angle('azimuth', radToDeg(Math.sin(look.azimuthRad - degToRad(azimuth))) * Math.cos(look.elevationRad))
      angle('elevation', radToDeg(look.elevationRad) - elevation)
      const place = toGeodetic(state.r)
      const track = radToDeg(norm(state.v) / norm(state.r))
      angle('latitude', radToDeg(place.latRad) - latDeg, track)
      angle('longitude', radToDeg(Math.sin(place.lonRad - degToRad(lonDeg))) * Math.cos(place.latRad), track)
      const shift = (-look.rangeRateMps / SPEED_OF_LIGHT) * DOPPLER_HZ
      // In a second the range rate of a low orbit changes by up to 80 m/s.
      check.within('Doppler at 100 MHz', { error: Math.abs(shift - doppler), limit: 30, unit: 'Hz' })
      compareFootprint(check, { row, heightM: place.heightM, altKm })
      const toInertial = invert(rotationBetween('GCRF', 'ITRF', earthAt(epoch, HELD)))
      const { umbraMarginRad } = lightingOf(rotateState(toInertial, state).r, apparentBodyPosition('Sun', epoch))
      angle('depth of eclipse', radToDeg(-umbraMarginRad) - (row[14] ?? Number.NaN), track + SPHERE_DEG)
    })
  }
}

function compareFootprint(
  check: Check,
  { row, heightM, altKm }: { readonly row: readonly number[]; readonly heightM: number; readonly altKm: number },
): void {
  check.within('height', { error: Math.abs(heightM / 1000 - altKm), limit: 5, unit: 'km' })
  const footprintKm = 2 * (WGS84_RADIUS_M / 1000) * Math.acos(WGS84_RADIUS_M / (WGS84_RADIUS_M + heightM))
  check.within('footprint', { error: Math.abs(footprintKm - (row[10] ?? Number.NaN)), limit: 25, unit: 'km' })
}

function compareBody(tally: Tally, { file, rows, station, body }: Rows & { readonly body: Body }): void {
  for (const [unix = 0, azimuth = 0, elevation = 0] of rows) {
    tally.run(`${file} at ${unix}`, (check) => {
      const epoch = atUnix(unix)
      const { matrix } = rotationBetween('GCRF', 'ITRF', earthAt(epoch, HELD))
      const direction: Vec3 = transform(station.toSez, transform(matrix, apparentBodyPosition(body, epoch)))
      const [south, east, up] = direction
      const found = Math.atan2(up, Math.hypot(south, east))
      const turned = radToDeg(Math.sin(Math.atan2(east, -south) - degToRad(azimuth))) * Math.cos(found)
      // A second of the sky is 0.0042°.
      check.within(`${body}, azimuth`, { error: Math.abs(turned), limit: LIMIT_DEG + 0.0042, unit: '°' })
      const error = Math.abs(radToDeg(found) - elevation)
      check.within(`${body}, elevation`, { error, limit: LIMIT_DEG + 0.0042, unit: '°' })
    })
  }
}

export const PASS_SETS: readonly ReferenceSet[] = [
  { name: 'passes/*_passes.json', compare: compareBugsat },
  { name: 'passes/*accesses.json', compare: compareAccesses },
  { name: 'passes/*eclipse_intervals.json', compare: compareEclipses },
  { name: 'passes/predict/*.test', compare: comparePredict },
]
