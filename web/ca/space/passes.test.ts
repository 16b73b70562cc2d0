import { missing } from '@apsis/astro/missing.ts'
import { GroundStation } from '@apsis/contract/ca/contact/ground-station.ts'
import { degreesToRadians, ecfToLookAngles, eciToEcf, gstime, radiansToDegrees } from 'satellite.js'
import { expect, test } from 'vitest'
import { stateByOtherProgram } from '../../space/testing/other-sgp4.ts'
import { coneLine, groundBelow, passesAfter, runningCones } from './passes.ts'
import { columns, own } from './testing/two-own.ts'

const station = (fields: Partial<GroundStation>): GroundStation =>
  GroundStation.parse({
    stationId: 'b1a6f0d2-52c1-4c1e-9a55-0d9b1f7f7a01',
    name: 'SIM North',
    latitude: 47.9,
    longitude: 21.1,
    altitude: 400,
    minimumElevation: 10,
    horizon: [],
    canCommand: true,
    satelliteIds: [],
    ...fields,
  })
const NORTH = station({})
const fromMs = Date.parse('2026-11-20T06:00:00Z')

type Place = { readonly x: number; readonly y: number; readonly z: number }
/** Returns azimuth and elevation of a place in the frame of the Earth, km, by satellite.js, deg. */
function lookByOther({ latitude, longitude, altitude }: GroundStation, place: Place) {
  const observer = {
    latitude: degreesToRadians(latitude),
    longitude: degreesToRadians(longitude),
    height: altitude / 1_000,
  }
  const { azimuth, elevation } = ecfToLookAngles(observer, place)
  return { azimuth: radiansToDegrees(azimuth), elevation: radiansToDegrees(elevation) }
}

function elevationAt(of: GroundStation, k: number, atMs: number): number {
  const [x, y, z] = stateByOtherProgram(columns, k, atMs)?.r ?? missing()
  return lookByOther(of, eciToEcf({ x, y, z }, gstime(new Date(atMs)))).elevation
}

/** Both programs turn the Earth by mean sidereal time, satellite.js to a millisecond, in which nothing moves. */
const ELEVATION_DEG = 0.01

test('passes begin and end at the mask of the station, and reach what satellite.js has between', () => {
  for (const satellite of own) {
    const passes = passesAfter(satellite, [NORTH], fromMs)
    expect(passes.length).toBeGreaterThan(2)
    for (const { fromMs: rises, toMs: sets, highestDeg } of passes) {
      for (const edge of [rises, sets])
        if (edge > fromMs && edge < fromMs + 86_400_000)
          expect(Math.abs(elevationAt(NORTH, satellite.k, edge) - 10)).toBeLessThan(ELEVATION_DEG)
      const between = Array.from({ length: 400 }, (_, k) => rises + ((sets - rises) * k) / 399)
      const highest = Math.max(...between.map((ms) => elevationAt(NORTH, satellite.k, ms)))
      // Between two of four hundred instants a pass overhead rises by a tenth of a degree more.
      expect(Math.abs(highest - highestDeg)).toBeLessThan(0.1 + ELEVATION_DEG)
    }
    // What satellite.js sees above the mask each minute of the day is inside one of the passes.
    const isIn = (ms: number) => passes.some((pass) => ms >= pass.fromMs && ms <= pass.toMs)
    for (let ms = fromMs; ms < fromMs + 86_400_000; ms += 60_000) {
      const above = elevationAt(NORTH, satellite.k, ms) - 10
      if (Math.abs(above) > ELEVATION_DEG) expect(isIn(ms), new Date(ms).toISOString()).toBe(above > 0)
    }
  }
})

test('while a pass runs its cone has the elevation of the mask all round, up to the height of the satellite', () => {
  const [satellite = missing()] = own
  const horizon = [
    { azimuth: 0, elevation: 25 },
    { azimuth: 90, elevation: 5 },
    { azimuth: 180, elevation: 5 },
    { azimuth: 270, elevation: 25 },
  ]
  const hilly = station({ horizon })
  const [pass = missing()] = passesAfter(satellite, [NORTH], fromMs).filter((one) => one.highestDeg > 30)
  const atMs = (pass.fromMs + pass.toMs) / 2
  for (const of of [NORTH, hilly]) {
    const [cone = missing()] = runningCones({ own: [satellite], stations: [of] }, atMs)
    const [x, y, z] = stateByOtherProgram(columns, satellite.k, atMs)?.r ?? missing()
    // It is rounded to a kilometre.
    expect(Math.abs(cone.radiusM / 1_000 - Math.hypot(x, y, z))).toBeLessThan(0.51)
    const { parts, anchor } = coneLine(cone)
    const ends = Array.from({ length: parts.length / 8 }, (_, at) =>
      [4, 5, 6].map((axis) => (parts[8 * at + axis] ?? 0) + (anchor[axis - 4] ?? 0)),
    )
    for (const [px = 0, py = 0, pz = 0] of ends) {
      // 32-bit floats of 3 000 km are right to a quarter of a metre.
      expect(Math.abs(Math.hypot(px, py, pz) - cone.radiusM)).toBeLessThan(1)
      const { azimuth, elevation } = lookByOther(of, { x: px / 1_000, y: py / 1_000, z: pz / 1_000 })
      const least = of === NORTH || (azimuth > 75 && azimuth < 195) ? 10 : Math.max(10, horizonAt(azimuth))
      expect(Math.abs(elevation - least), `${azimuth}°`).toBeLessThan(ELEVATION_DEG)
    }
  }
  const before = { own: [satellite], stations: [NORTH] }
  expect(runningCones(before, pass.fromMs - 5_000)).toHaveLength(0)
  expect(
    runningCones(
      { own: [satellite], stations: [station({ satelliteIds: ['b1a6f0d2-52c1-4c1e-9a55-0d9b1f7f7a02'] })] },
      atMs,
    ),
  ).toHaveLength(0)

  /** The horizon that is stated above, straight between its corners. */
  function horizonAt(azimuth: number): number {
    if (azimuth < 90) return 25 - (20 * azimuth) / 90
    if (azimuth < 180) return 5
    return azimuth < 270 ? 5 + (20 * (azimuth - 180)) / 90 : 25
  }
})

test('below its rim the cone of a station has the radius that a sphere gives', () => {
  const [satellite = missing()] = own
  const equator = station({ latitude: 0, longitude: 0, altitude: 0, minimumElevation: 10 })
  const [pass = missing()] = passesAfter(satellite, [equator], fromMs)
  const [cone = missing()] = runningCones({ own: [satellite], stations: [equator] }, (pass.fromMs + pass.toMs) / 2)
  // λ = acos(R cos ε / r) − ε (Wertz 2001, eq. 9-4), with the radius of the Earth at the equator.
  const expected = (Math.acos((6_378_137 * Math.cos(Math.PI / 18)) / cone.radiusM) - Math.PI / 18) * (180 / Math.PI)
  const rim = groundBelow(cone)
  const east = Math.max(...rim.map(({ longitude }) => longitude))
  expect(Math.abs(east - expected)).toBeLessThan(0.01)
  // Geodetic latitudes of places in space are up to 0.19° from geocentric ones.
  const north = Math.max(...rim.map(({ latitude }) => latitude))
  expect(Math.abs(north - expected)).toBeLessThan(0.2)
})
