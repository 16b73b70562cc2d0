import { parseTime } from '@apsis/astro/time/parse-time.ts'
import type { HistoricSet } from '@apsis/contract/tle/history.ts'
import {
  degreesLat,
  degreesLong,
  ecfToLookAngles,
  eciToEcf,
  eciToGeodetic,
  gstime,
  propagate,
  twoline2satrec,
} from 'satellite.js'
import { expect, test } from 'vitest'
import { type Orbit, orbitOfLooks, orbitOfSet, orbitOfState, trackOf, trackOfLooks } from './tracks.ts'

// NASA's element set of the ISS of 2008-09-20, as Wikipedia and CelesTrak's documentation of the format print it.
const ISS: HistoricSet = {
  epoch: '2008-09-20T12:25:40.104Z',
  source: 'upload',
  receivedAt: '2008-09-20T13:00:00.000Z',
  isSimulated: false,
  meanMotionRevPerDay: 15.72125391,
  eccentricity: 0.0006703,
  inclinationDeg: 51.6416,
  raanDeg: 247.4627,
  argPeriapsisDeg: 130.536,
  meanAnomalyDeg: 325.0288,
  bstar: -1.1606e-5,
  semiMajorAxisM: null,
  perigeeAltitudeM: null,
  apogeeAltitudeM: null,
}
const rad = Math.PI / 180
const turn = (degrees: number) => ((((degrees + 180) % 360) + 360) % 360) - 180
/**
 * Short-period terms of J2 shift a low orbit by up to 0.15°, and the vertical of the ellipsoid differs from that of a sphere by up to 0.2°.
 */
const SPHERE_DEG = 0.4

/** Greenwich mean sidereal time by the formula of the US Naval Observatory (Astronomical Almanac), degrees. */
const gmstDeg = (ms: number) => 15 * (18.697374558 + 24.06570982441908 * (ms / 86_400_000 + 2_440_587.5 - 2_451_545))

const EPOCH_MS = Date.parse(ISS.epoch)
const DAY_MS = 86_400_000
const iss = orbitOfSet(25_544, ISS) as Orbit
const revolutionMs = iss.periodS * 1_000

test('the track of a set begins at the position of the mean elements over a sphere', () => {
  const [first] = trackOf(iss, EPOCH_MS, EPOCH_MS + revolutionMs)
  // The eccentricity shifts it by 2 e sin M along the orbit (equation of the centre).
  const anomaly = ISS.meanAnomalyDeg + (2 * ISS.eccentricity * Math.sin(ISS.meanAnomalyDeg * rad)) / rad
  const [u, i] = [(ISS.argPeriapsisDeg + anomaly) * rad, ISS.inclinationDeg * rad]
  const latitude = Math.asin(Math.sin(i) * Math.sin(u)) / rad
  const ascension = ISS.raanDeg + Math.atan2(Math.cos(i) * Math.sin(u), Math.cos(u)) / rad
  expect(Math.abs(first!.latitude - latitude)).toBeLessThan(SPHERE_DEG)
  expect(Math.abs(turn(first!.longitude - ascension + gmstDeg(EPOCH_MS)))).toBeLessThan(SPHERE_DEG)
  expect(first!.atMs).toBe(EPOCH_MS)
})

test('the track extends as far north as the inclination, and each revolution is further west by the rotation of the Earth and of the node', () => {
  const day = trackOf(iss, EPOCH_MS, EPOCH_MS + DAY_MS)
  expect(Math.abs(Math.max(...day.map(({ latitude }) => latitude)) - ISS.inclinationDeg)).toBeLessThan(SPHERE_DEG)
  const crossings = day.flatMap((place, at) => {
    const last = day[at - 1]
    if (last === undefined || last.latitude >= 0 || place.latitude < 0) return []
    const share = -last.latitude / (place.latitude - last.latitude)
    return [last.longitude + share * (place.longitude - last.longitude)]
  })
  // For the ISS the shift is 22.9° per revolution: 360.9856° for the Earth and 5° for the node per day, divided by 15.7 revolutions.
  const west = crossings.slice(1).map((longitude, at) => -turn(longitude - crossings[at]!))
  expect(west.length).toBeGreaterThanOrEqual(14)
  for (const shift of west) expect(Math.abs(shift - (360.9856 + 5) / 15.8)).toBeLessThan(0.3)
})

test('no step of a track is longer than a 120th of a revolution, and its longitudes do not jump', () => {
  expect(trackOf(iss, EPOCH_MS, EPOCH_MS + revolutionMs)).toHaveLength(121)
  const day = trackOf(iss, EPOCH_MS, EPOCH_MS + DAY_MS)
  expect((day.length - 1) / ISS.meanMotionRevPerDay).toBeGreaterThanOrEqual(120)
  for (const [at, { longitude }] of day.entries())
    if (at > 0) expect(Math.abs(longitude - day[at - 1]!.longitude)).toBeLessThan(90)
})

test('a set that SGP4 rejects has no orbit', () => {
  expect(orbitOfSet(25_544, { ...ISS, eccentricity: 1.2 })).toBeUndefined()
})

const GM = 3.986_004_418e14
const EQUATOR_M = 6_378_137

test('the orbit through a state begins above the state and has the period of Kepler', () => {
  const ms = Date.parse('2026-11-24T22:37:20.384Z')
  const radius = 7_000_000
  const speed = Math.sqrt(GM / radius)
  const orbit = orbitOfState({ r: [radius, 0, 0], v: [0, 0, speed] }, parseTime('2026-11-24T22:37:20.384'))!
  expect(orbit.periodS).toBeCloseTo(2 * Math.PI * Math.sqrt(radius ** 3 / GM), 3)
  const place = orbit.placeAt(ms)!
  // The equinox of J2000 is 26.9 years of precession west of that of the date: 46.12 arcseconds in right ascension and 20.04 in declination.
  const years = (ms - Date.UTC(2000, 0, 1, 12)) / (365.25 * DAY_MS)
  expect(Math.abs(turn(place.longitude - (46.1244 * years) / 3_600 + gmstDeg(ms)))).toBeLessThan(0.02)
  expect(Math.abs(place.latitude - (20.0431 * years) / 3_600)).toBeLessThan(0.02)
  expect(place.heightKm).toBeCloseTo((radius - EQUATOR_M) / 1_000, 1)
})

test('a polar orbit is over the same latitude after a revolution, and further west by the rotation of the Earth', () => {
  const ms = Date.parse('2026-11-24T22:37:20.384Z')
  const radius = 7_000_000
  const speed = Math.sqrt(GM / radius)
  const orbit = orbitOfState({ r: [radius, 0, 0], v: [0, 0, speed] }, parseTime('2026-11-24T22:37:20.384'))!
  const [now, then] = [orbit.placeAt(ms)!, orbit.placeAt(ms + orbit.periodS * 1_000)!]
  // J2 does not turn the node of a polar orbit; it changes the time from node to node by less than 0.3 %, which is one degree along it.
  expect(Math.abs(then.latitude - now.latitude)).toBeLessThan(1)
  expect(Math.abs(turn(now.longitude - then.longitude) - (360.9856 * orbit.periodS) / 86_400)).toBeLessThan(0.1)
})

test('a state that leaves the Earth has no orbit', () => {
  expect(orbitOfState({ r: [7_000_000, 0, 0], v: [0, 0, 12_000] }, parseTime('2026-11-24T00:00:00'))).toBeUndefined()
})

const pass = (azimuth: number, elevation: number, range: number) => ({
  time: '2026-11-24T00:00:00Z',
  azimuth,
  elevation,
  range,
})

test('trackOfLooks returns the place of the sensor for an object in its zenith', () => {
  const site = { latitude: 38.2, longitude: -3.2, altitude: 860 }
  const [below] = trackOfLooks(site, [pass(0, 90, 700_000)])
  expect(below?.latitude).toBeCloseTo(38.2, 9)
  expect(below?.longitude).toBeCloseTo(-3.2, 9)
  expect(below?.heightKm).toBeCloseTo(700.86, 6)
})

test('trackOfLooks returns the angle of a right triangle for an object on the eastern horizon at the equator', () => {
  const range = 3_000_000
  const [below] = trackOfLooks({ latitude: 0, longitude: 100, altitude: 0 }, [pass(90, 0, range)])
  expect(below?.latitude).toBeCloseTo(0, 9)
  expect(below?.longitude).toBeCloseTo(100 + Math.atan(range / EQUATOR_M) / rad, 9)
  expect(below?.heightKm).toBeCloseTo((Math.hypot(EQUATOR_M, range) - EQUATOR_M) / 1_000, 6)
})

test('trackOfLooks continues past 180° without a jump', () => {
  const site = { latitude: 0, longitude: 175, altitude: 0 }
  const [west, east] = trackOfLooks(site, [pass(270, 0, 3_000_000), pass(90, 0, 3_000_000)])
  expect(west!.longitude).toBeLessThan(180)
  expect(east!.longitude).toBeGreaterThan(180)
  expect(east!.longitude - west!.longitude).toBeLessThan(60)
})

// The element set above, as it is printed.
const LINES = [
  '1 25544U 98067A   08264.51782528 -.00002182  00000-0 -11606-4 0  2927',
  '2 25544  51.6416 247.4627 0006703 130.5360 325.0288 15.72125391563537',
] as const
/**
 * A direction rounded to a hundredth of a degree puts an object 1,000 km away wrong by 90 m at most: by 0.4 m/s over seven minutes, which is 7 km
 * along the track after a revolution. SGP4's short-period terms differ from a state about J2 alone by about as much.
 */
const REVOLUTION_DEG = 0.25

test('a pass is continued by a revolution to where another program has the object', () => {
  const record = twoline2satrec(...LINES)
  const stateAt = (ms: number) => {
    const date = new Date(ms)
    const found = propagate(record, date)
    if (!found) throw new Error('satellite.js has no state.')
    return { position: found.position, angle: gstime(date) }
  }
  // The site is where the object is overhead three minutes after the first direction.
  const overhead = stateAt(EPOCH_MS + 180_000)
  const ground = eciToGeodetic(overhead.position, overhead.angle)
  const site = { latitude: degreesLat(ground.latitude) + 2, longitude: degreesLong(ground.longitude), altitude: 0 }
  const observer = { latitude: site.latitude * rad, longitude: site.longitude * rad, height: 0 }
  const looks = Array.from({ length: 15 }, (_, at) => {
    const ms = EPOCH_MS + 30_000 * at
    const { position, angle } = stateAt(ms)
    const { azimuth, elevation, rangeSat } = ecfToLookAngles(observer, eciToEcf(position, angle))
    const degrees = (radians: number) => Math.round((100 * radians) / rad) / 100
    return {
      time: new Date(ms).toISOString(),
      azimuth: degrees(azimuth),
      elevation: degrees(elevation),
      range: Math.round(1_000 * rangeSat),
    }
  })
  const orbit = orbitOfLooks(site, looks)!
  for (const revolutions of [-1, 0, 1]) {
    const ms = EPOCH_MS + revolutions * revolutionMs
    const { position, angle } = stateAt(ms)
    const expected = eciToGeodetic(position, angle)
    const { latitude, longitude } = orbit.placeAt(ms)!
    expect(Math.abs(latitude - degreesLat(expected.latitude))).toBeLessThan(REVOLUTION_DEG)
    expect(Math.abs(turn(longitude - degreesLong(expected.longitude)))).toBeLessThan(REVOLUTION_DEG)
  }
})

test('fewer than two directions determine no orbit', () => {
  const look = { time: ISS.epoch, azimuth: 10, elevation: 40, range: 600_000 }
  const site = { latitude: 50, longitude: 10, altitude: 0 }
  expect(orbitOfLooks(site, [])).toBeUndefined()
  expect(orbitOfLooks(site, [look])).toBeUndefined()
})
