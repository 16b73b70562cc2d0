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
import { norm } from '@apsis/astro/vec3.ts'
import { lightingOf } from '@apsis/astro/visibility/lighting.ts'
import { flatMask, maskFromDegrees } from '@apsis/astro/visibility/mask.ts'
import { findPasses, type Pass } from '@apsis/astro/visibility/passes.ts'
import { findEclipses } from '@apsis/astro/visibility/shadow.ts'
import { isoOfStk, Json, nameOf, numbersOf, readJson, readLines } from './run/collection.ts'
import { ofList, type ReferenceSet, type Source } from './run/set.ts'
import { type Check, resultOf, type Tally } from './run/tally.ts'

const HELD = { outside: 'hold' } as const

function sgp4InItrf(line1: string, line2: string): Trajectory {
  const model = initSgp4(parseTle(line1, line2))
  const stateAt = (epoch: Epoch) => resultOf(propagateSgp4(model, epoch))
  return trajectoryIn('ITRF', { frame: 'TEME', stateAt }, HELD)
}

const stationAt = (place: Json, heightM: number): Station =>
  makeStation({ latRad: degToRad(place.number('lat_deg')), lonRad: degToRad(place.number('lon_deg')), heightM })
const stkTime = (text: string) => parseTime(isoOfStk(text))

/** Checks that there are as many passes as rows, and compares each with its row. */
function comparePasses(
  tally: Tally,
  found: readonly Pass[],
  rows: readonly Json[],
  [what, nameKey]: readonly [string, string],
  compare: (check: Check, pass: Pass, row: Json) => void,
): void {
  tally.run(`number of ${what}`, (check) => check.same(found.length, rows.length))
  for (const [index, row] of rows.entries())
    tally.run(row.text(nameKey), (check) => {
      const pass = found[index]
      if (pass === undefined) throw new Error('no such pass')
      compare(check, pass, row)
    })
}

function compareBugsat(tally: Tally, { files: [file = ''] }: Source): void {
  const set = readJson(file)
  const [rows, station] = [set.rows('passes'), set.at('station')]
  const start = parseTime(set.text('search_start_utc'))
  const last = rows.at(-1)
  const found = findPasses({
    trajectory: sgp4InItrf(set.text('tle', 0), set.text('tle', 1)),
    station: stationAt(station, station.number('alt_m')),
    start,
    // The search ends a minute after the last pass, because the list may end before the satellite has set for good.
    end: addSeconds(last === undefined ? start : parseTime(last.text('los')), 60),
    mask: flatMask(degToRad(set.number('min_elevation_deg'))),
  })
  comparePasses(tally, found, rows, ['passes', 'aos'], (check, pass, row) => {
    check.time('rise and set', pass.start.epoch, parseTime(row.text('aos')), 1)
    check.time('rise and set', pass.end.epoch, parseTime(row.text('los')), 1)
    check.time('culmination', pass.culmination.epoch, parseTime(row.text('max_el')), 1)
    const highest = radToDeg(pass.culmination.look.elevationRad)
    check.near('elevation', highest, row.number('max_elevation_deg'), 0.05, '°')
  })
}

/** Returns a circular orbit that turns with the secular rates of J2; without them if `j2` is 0. */
function circleInItrf(circle: Json, gm: number, j2: number): Trajectory {
  const epoch = parseTime(circle.text('epoch_utc'))
  const semiMajorAxisM = circle.number('semi_major_axis_km') * 1000
  const incRad = degToRad(circle.number('inclination_deg'))
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

const SOURCE_GM = 3.986_004_415e14 // EGM2008, as the source of these passes states
const J2 = 1.082_626_173_852_2e-3 // EGM2008

function compareAccesses(tally: Tally, { files: [file = ''] }: Source): void {
  const set = readJson(file)
  const [isMasked, station, heightM] = [set.has('mask_az_el_deg'), set.at('station'), set.number('station', 'alt_m')]
  // The limits of INDEX.md: a mask is a row of corners, which its makers join in another way.
  const limit = isMasked ? 1 : 0.1
  const orbit = set.at(isMasked ? 'orbit (J2 secular Kepler, GCRF)' : 'orbit (two-body, GCRF)')
  const corners = () =>
    set.matrix('mask_az_el_deg').map(([azimuth = 0, elevation = 0]) => [azimuth, elevation] as const)
  const found = findPasses({
    trajectory: isMasked ? circleInItrf(orbit, SOURCE_GM, J2) : circleInItrf(orbit, GM_EARTH, 0),
    station: stationAt(station, heightM),
    start: parseTime(set.text('interval_utc', 0)),
    end: parseTime(set.text('interval_utc', 1)),
    // A station above the ellipsoid sees down to a horizon that is √(2 h / R) lower.
    mask: isMasked ? maskFromDegrees(corners()) : flatMask(-Math.sqrt((2 * heightM) / WGS84_RADIUS_M)),
  })
  comparePasses(tally, found, set.rows('accesses'), ['accesses', 'start'], (check, pass, row) => {
    check.time('start and stop', pass.start.epoch, stkTime(row.text('start')), limit)
    check.time('start and stop', pass.end.epoch, stkTime(row.text('stop')), limit)
  })
}

function compareEclipses(check: Check, target: Json, { files: [file = ''] }: Source): void {
  const { r } = stationAt(target, target.number('alt_km') * 1000)
  const trajectory: Trajectory = (epoch) =>
    rotateState(invert(rotationBetween('GCRF', 'ITRF', earthAt(epoch))), { r, v: [0, 0, 0] })
  const [start, end] = [0, 1].map((edge) => parseTime(readJson(file).text('interval_utc', edge))) as [Epoch, Epoch]
  const [found, rows] = [findEclipses({ trajectory, start, end }), target.rows('intervals')]
  const lights = rows.map((row) => row.text('condition').toLowerCase())
  check.holds(String(found.map(({ light }) => light)) === String(lights), `${lights}`)
  for (const [index, row] of rows.slice(0, found.length).entries()) {
    check.time('edges', found[index]?.start, stkTime(row.text('start')), 30)
    check.time('edges', found[index]?.end, stkTime(row.text('stop')), 30)
  }
}

const LIMIT_DEG = 0.1
/** PREDICT's Earth is a sphere: at the pole its surface is 21 km further out than the ellipsoid's, at the distance of a low orbit 0.4°. */
const SPHERE_DEG = 0.4
/** The Doppler shift is printed for 100 MHz. */
const DOPPLER_HZ = 100e6

/** Reads the place that a file gives under [qth]. */
function stationOf(lines: readonly string[]): Station {
  const number = (name: string) => {
    const line = lines.find((text) => text.startsWith(`${name}=`))
    if (line === undefined) throw new RangeError(`there is no ${name} of the station`)
    return Number(line.slice(name.length + 1))
  }
  return stationAt(new Json({ lat_deg: number('lat'), lon_deg: number('lon') }), number('alt'))
}

function comparePredict(tally: Tally, { files }: Source): void {
  for (const path of files) {
    const [file, lines] = [nameOf(path), readLines(path)]
    const station = stationOf(lines)
    const [line1, line2] = lines.filter((line) => /^[12] \d{5}/.test(line))
    const trajectory = line1 !== undefined && line2 !== undefined ? sgp4InItrf(line1, line2) : undefined
    for (const row of lines.filter((line) => /^\d{10},/.test(line)).map(numbersOf))
      tally.run(`${file} at ${row[0]}`, (check) => {
        if (trajectory !== undefined) compareSatellite(check, row, station, trajectory)
        else compareBody(check, row, station, file.startsWith('moon') ? 'Moon' : 'Sun')
      })
  }
  tally.note('a second of the motion is added to each limit, as the time tags may be so far off')
  tally.note("PREDICT's Earth is a sphere: 0.4° are added to the depth of eclipse")
  tally.note("PREDICT's Moon is geocentric: compared without parallax")
}

const atUnix = (seconds: number) => parseTime(new Date(seconds * 1000).toISOString())

function compareSatellite(check: Check, row: readonly number[], station: Station, trajectory: Trajectory): void {
  const [unix = 0, latDeg = 0, lonDeg = 0, altKm = 0, azimuth = 0, elevation = 0, doppler = 0] = row
  const epoch = atUnix(unix)
  const state = trajectory(epoch)
  const look = lookAt(station, state)
  const second = radToDeg(Math.hypot(look.elevationRateRadS, look.azimuthRateRadS * Math.cos(look.elevationRad)))
  const angle = (quantity: string, degrees: number, motion = second) =>
    check.near(quantity, degrees, 0, LIMIT_DEG + motion, '°')
  angle('azimuth', radToDeg(Math.sin(look.azimuthRad - degToRad(azimuth))) * Math.cos(look.elevationRad))
  angle('elevation', radToDeg(look.elevationRad) - elevation)
  const place = toGeodetic(state.r)
  const track = radToDeg(norm(state.v) / norm(state.r))
  angle('latitude', radToDeg(place.latRad) - latDeg, track)
  angle('longitude', radToDeg(Math.sin(place.lonRad - degToRad(lonDeg))) * Math.cos(place.latRad), track)
  // The times are whole seconds, and in a second the range rate of a low orbit changes by up to 80 m/s.
  check.near('Doppler at 100 MHz', (-look.rangeRateMps / SPEED_OF_LIGHT) * DOPPLER_HZ, doppler, 30, 'Hz')
  check.near('height', place.heightM / 1000, altKm, 5, 'km')
  const footprintKm = 2 * (WGS84_RADIUS_M / 1000) * Math.acos(WGS84_RADIUS_M / (WGS84_RADIUS_M + place.heightM))
  check.near('footprint', footprintKm, row[10], 25, 'km')
  const toInertial = invert(rotationBetween('GCRF', 'ITRF', earthAt(epoch, HELD)))
  const { umbraMarginRad } = lightingOf(rotateState(toInertial, state).r, apparentBodyPosition('Sun', epoch))
  angle('depth of eclipse', radToDeg(-umbraMarginRad) - (row[14] ?? Number.NaN), track + SPHERE_DEG)
}

function compareBody(check: Check, row: readonly number[], station: Station, body: Body): void {
  const [unix = 0, azimuth = 0, elevation = 0] = row
  const epoch = atUnix(unix)
  const { matrix } = rotationBetween('GCRF', 'ITRF', earthAt(epoch, HELD))
  const [south, east, up] = transform(station.toSez, transform(matrix, apparentBodyPosition(body, epoch)))
  const found = Math.atan2(up, Math.hypot(south, east))
  const turned = radToDeg(Math.sin(Math.atan2(east, -south) - degToRad(azimuth))) * Math.cos(found)
  // In one second the sky turns by 0.0042°.
  check.near(`${body}, azimuth`, turned, 0, LIMIT_DEG + 0.0042, '°')
  check.near(`${body}, elevation`, radToDeg(found), elevation, LIMIT_DEG + 0.0042, '°')
}

export const PASS_SETS: readonly ReferenceSet[] = [
  { name: 'passes/*_passes.json', compare: compareBugsat },
  { name: 'passes/*accesses.json', compare: compareAccesses },
  ofList(
    'passes/*eclipse_intervals.json',
    (_, file) => readJson(file).rows('targets'),
    (target) => `latitude ${target.text('lat_deg')}, ${target.text('alt_km')} km`,
    compareEclipses,
  ),
  { name: 'passes/predict/*.test', compare: comparePredict },
]
