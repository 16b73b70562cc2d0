import type { HistoricSet } from '@apsis/contract/tle/history.ts'
import { expect, test } from 'vitest'
import { groundTrace, partsOfTrace } from './ground-trace.ts'

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

test('the trace begins at the position of the mean elements over a sphere', () => {
  const [first] = groundTrace(25_544, ISS, 'revolution')
  // The eccentricity shifts it by 2 e sin M along the orbit (equation of the centre).
  const anomaly = ISS.meanAnomalyDeg + (2 * ISS.eccentricity * Math.sin(ISS.meanAnomalyDeg * rad)) / rad
  const [u, i] = [(ISS.argPeriapsisDeg + anomaly) * rad, ISS.inclinationDeg * rad]
  const latitude = Math.asin(Math.sin(i) * Math.sin(u)) / rad
  const ascension = ISS.raanDeg + Math.atan2(Math.cos(i) * Math.sin(u), Math.cos(u)) / rad
  expect(Math.abs(first!.latitudeDeg - latitude)).toBeLessThan(SPHERE_DEG)
  expect(Math.abs(turn(first!.longitudeDeg - ascension + gmstDeg(Date.parse(ISS.epoch))))).toBeLessThan(SPHERE_DEG)
  expect(first!.at).toMatch(/^2008-09-20T12:25:40/)
})

test('the trace extends as far north as the inclination, and each revolution is further west by the rotation of the Earth and of the node', () => {
  const day = groundTrace(25_544, ISS, 'day')
  expect(Math.abs(Math.max(...day.map(({ latitudeDeg }) => latitudeDeg)) - ISS.inclinationDeg)).toBeLessThan(SPHERE_DEG)
  const crossings = day.flatMap((foot, place) => {
    const last = day[place - 1]
    if (last === undefined || last.latitudeDeg >= 0 || foot.latitudeDeg < 0) return []
    const share = -last.latitudeDeg / (foot.latitudeDeg - last.latitudeDeg)
    return [last.longitudeDeg + share * turn(foot.longitudeDeg - last.longitudeDeg)]
  })
  // For the ISS the shift is 22.9° per revolution: 360.9856° for the Earth and 5° for the node per day, divided by 15.7 revolutions.
  const west = crossings.slice(1).map((longitude, place) => -turn(longitude - crossings[place]!))
  expect(west.length).toBeGreaterThanOrEqual(14)
  for (const shift of west) expect(Math.abs(shift - (360.9856 + 5) / 15.8)).toBeLessThan(0.3)
})

test('no step of the trace is longer than a 120th of a revolution', () => {
  expect(groundTrace(25_544, ISS, 'revolution')).toHaveLength(121)
  expect((groundTrace(25_544, ISS, 'day').length - 1) / ISS.meanMotionRevPerDay).toBeGreaterThanOrEqual(120)
})

test('a part of the trace never crosses the map from edge to edge', () => {
  const parts = partsOfTrace(groundTrace(25_544, ISS, 'day'))
  expect(parts.length).toBeGreaterThan(14)
  for (const part of parts)
    for (const [place, foot] of part.entries())
      if (place > 0) expect(Math.abs(foot.longitudeDeg - part[place - 1]!.longitudeDeg)).toBeLessThan(90)
})

test('a set that SGP4 rejects has no trace', () => {
  expect(groundTrace(25_544, { ...ISS, eccentricity: 1.2 }, 'day')).toEqual([])
})

test('a part continues beyond the edge to the next point, to the east and to the west', () => {
  const foot = (longitudeDeg: number) => ({ at: '2026-11-20T00:00:00Z', latitudeDeg: 0, longitudeDeg, heightKm: 400 })
  const edges = (...longitudes: readonly number[]) =>
    partsOfTrace(longitudes.map(foot)).map((part) => part.map(({ longitudeDeg }) => longitudeDeg))
  expect(edges(170, 178, -174)).toEqual([
    [170, 178, 186],
    [-182, -174],
  ])
  expect(edges(-170, -178, 174)).toEqual([
    [-170, -178, -186],
    [182, 174],
  ])
})
