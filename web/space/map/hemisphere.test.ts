import { expect, test } from 'vitest'
import { areaOf, coastRings } from './coast.ts'
import { type Hemisphere, hemisphereOver, seenAreas, seenParts } from './hemisphere.ts'
import { nightBorder } from './night.ts'
import { groundDistance } from './reach.ts'
import type { GroundPlace } from './scale.ts'
import { sunPlace } from './sun-place.ts'

const NOON = Date.UTC(2026, 10, 27, 12)
type Point = readonly [x: number, y: number]

const sizeOf = (points: readonly Point[]) =>
  points.reduce((sum, [x, y], at) => {
    const [nextX, nextY] = points[(at + 1) % points.length]!
    return sum + (x * nextY - nextX * y) / 2
  }, 0)

/** The corners of a border are three degrees apart, so that its area is up to a thousandth smaller. */
const CORNERS_SHARE = 0.002

test.each([0, 30, 60, 89, 91, 120, 150])(
  'the dark part of the disc %i° from the Sun is that of a moon at this phase: (1 − cos i) / 2',
  (awayDeg) => {
    const sun = sunPlace(NOON)
    const centre = { latitude: sun.latitude, longitude: sun.longitude + awayDeg }
    // The declination shortens the distance along the parallel.
    const phase = groundDistance(centre, sun) * (Math.PI / 180)
    const areas = seenAreas(hemisphereOver(centre), [nightBorder(NOON, 0)])
    const dark = areas.reduce((sum, area) => sum + sizeOf(area), 0) / Math.PI
    expect(Math.abs(dark - (1 - Math.cos(phase)) / 2)).toBeLessThan(CORNERS_SHARE)
  },
)

const isInside = (points: readonly Point[], [x, y]: Point) =>
  points.reduce((inside, [ax, ay], at) => {
    const [bx, by] = points[(at + 1) % points.length]!
    return ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax) ? !inside : inside
  }, false)

const isLandOnMap = ({ latitude, longitude }: GroundPlace) =>
  coastRings().filter((ring) =>
    [-360, 0, 360].some((turn) =>
      isInside(
        areaOf(ring).map((place) => [place.longitude, place.latitude] as const),
        [longitude + turn, latitude],
      ),
    ),
  ).length %
    2 ===
  1

/** A great circle between two places of the coast is less than this from the straight line of the flat map, and the pole is a point. */
const NEAR_COAST = 0.02

test.each([
  [0, 0],
  [-24.3, -16.8],
  [60, 100],
  [85, 20],
  [-80, 170],
  [10, -170],
] as const)('over %i°, %i° the disc shows the land of the flat map', (latitude, longitude) => {
  const see: Hemisphere = hemisphereOver({ latitude, longitude })
  const rings = coastRings().map(({ places }) => places)
  const areas = seenAreas(see, rings)
  const shores = rings.flatMap((ring) => seenParts(see, ring)).flat()
  let compared = 0
  for (let north = -85; north <= 85; north += 7)
    for (let east = -180; east < 180; east += 9) {
      const place = { latitude: north, longitude: east }
      const { x, y, z } = see(place)
      if (z < 0.05 || shores.some(([sx, sy]) => Math.hypot(sx - x, sy - y) < NEAR_COAST)) continue
      const isLand = areas.filter((area) => isInside(area, [x, y])).length % 2 === 1
      expect([north, east, isLand]).toEqual([north, east, isLandOnMap(place)])
      compared += 1
    }
  expect(compared).toBeGreaterThan(200)
})

test('a line is seen up to the edge of the disc and again from it', () => {
  const see = hemisphereOver({ latitude: 0, longitude: 0 })
  const equator = [-120, -60, 0, 60, 120].map((longitude) => ({ latitude: 0, longitude }))
  const [part, ...others] = seenParts(see, equator)
  expect(others).toEqual([])
  expect(part![0]![0]).toBeCloseTo(-1, 9)
  expect(part!.at(-1)![0]).toBeCloseTo(1, 9)
})
