import type { Vec3 } from '@apsis/astro/vec3.ts'
import { expect, test } from 'vitest'
import {
  afterKey,
  cameraIn,
  directionTo,
  earthAxes,
  framingKm,
  HOME,
  isBehindEarth,
  limbOf,
  orbitAxes,
  project,
  SCALES_KM,
  searchOfCamera,
  turned,
  viewBetween,
  viewOf,
} from './globe-camera.ts'

const SIZE = { widthPx: 800, heightPx: 600 }
const CENTRE: Vec3 = [0, 0, 0]
const INERTIAL = earthAxes(0)
const EARTH_M = 6_378_137

test('at home the radius of the Earth is 0.385 of the height of the picture, and a seventh of that at the scale of GEO', () => {
  // design/README.md, measures; the limb of a sphere is at the tangent of the line of sight.
  const radiusPx = (distanceKm: number) => {
    const seen = Math.asin(EARTH_M / 1_000 / distanceKm)
    return (Math.tan(seen) * SIZE.heightPx) / 2 / Math.tan(Math.PI / 12)
  }
  expect(radiusPx(SCALES_KM.leo) / SIZE.heightPx).toBeCloseTo(0.385, 2)
  expect(radiusPx(SCALES_KM.leo) / radiusPx(SCALES_KM.geo)).toBeCloseTo(7, 0)
  const view = viewOf({ ...HOME, lat: 0 }, { place: CENTRE, axes: INERTIAL }, SIZE)
  expect(project(view, CENTRE)).toMatchObject({ x: 400, y: 300 })
  // East is to the right and north is up.
  expect(project(view, [0, EARTH_M, 0])?.x).toBeGreaterThan(600)
  expect(project(view, [0, 0, EARTH_M])?.y).toBeLessThan(100)
  expect(project(view, [4e7, 0, 0])).toBeUndefined()
})

test('the Earth hides what is beyond its horizon, and nothing on this side', () => {
  // From 35 786 km above the equator the horizon is at 81.3° of arc (published for geostationary satellites).
  const eye: Vec3 = [42_164_000, 0, 0]
  const on = (deg: number): Vec3 => [
    EARTH_M * Math.cos((deg * Math.PI) / 180),
    EARTH_M * Math.sin((deg * Math.PI) / 180),
    0,
  ]
  expect([0, 60, 80, 81].map((deg) => isBehindEarth(eye, on(deg)))).toEqual([false, false, false, false])
  expect([84, 90, 180].map((deg) => isBehindEarth(eye, on(deg)))).toEqual([true, true, true])
  // 700 km above the far side is hidden, 700 km above the place below is not, nor is what is beside the Earth.
  expect(isBehindEarth(eye, [-7_078_000, 0, 0])).toBe(true)
  expect(isBehindEarth(eye, [7_078_000, 0, 0])).toBe(false)
  expect(isBehindEarth(eye, [-20_000_000, 20_000_000, 0])).toBe(false)
  // The poles are 21.4 km nearer to the middle.
  expect(isBehindEarth([0, 0, 42_164_000], [0, 0, 6_356_752])).toBe(false)
})

test('the limb is where a line of sight touches the ellipsoid', () => {
  const eye: Vec3 = [20_000_000, 5_000_000, 9_000_000]
  const square = ([x, y, z]: Vec3) => (x / EARTH_M) ** 2 + (y / EARTH_M) ** 2 + (z / 6_356_752.3) ** 2
  for (const place of limbOf(eye)) {
    expect(square(place)).toBeCloseTo(1, 6)
    // A tangent: a little before and after its point the line of sight is outside.
    const at = (share: number): Vec3 => [
      eye[0] + share * (place[0] - eye[0]),
      eye[1] + share * (place[1] - eye[1]),
      eye[2] + share * (place[2] - eye[2]),
    ]
    for (const share of [0.99, 1.01]) expect(square(at(share))).toBeGreaterThan(1)
  }
})

test('a camera in an address comes back the same, and what is no camera is none', () => {
  const camera = { at: 'pick', frame: 'in', lat: -12.5, lon: 170.25, distanceKm: 0.25 } as const
  expect(cameraIn(searchOfCamera(camera))).toEqual(camera)
  expect(cameraIn({ lat: '1', lon: '2' })).toBeUndefined()
  expect(cameraIn({ lat: '1', lon: 'x', r: '9000' })).toBeUndefined()
  // A camera stays above the ground and north of the south pole.
  expect(cameraIn({ lat: '-100', lon: '190', r: '5' })).toMatchObject({ lat: -90, lon: -170, distanceKm: 6_478.137 })
})

test('a key and its opposite lead back, and near the Earth it is the height that is divided', () => {
  for (const [key, back] of [
    ['ArrowLeft', 'ArrowRight'],
    ['ArrowUp', 'ArrowDown'],
    ['+', '-'],
  ] as const) {
    const camera = afterKey(HOME, key) ?? HOME
    expect(camera).not.toEqual(HOME)
    const returned = afterKey(camera, back)
    expect(returned?.lat).toBeCloseTo(HOME.lat)
    expect(returned?.distanceKm).toBeCloseTo(HOME.distanceKm)
  }
  expect(afterKey(HOME, 'ArrowRight', true)?.lon).toBe(1)
  expect(turned(HOME, { zoom: 0.5 }).distanceKm).toBeCloseTo(6_378.137 + (31_500 - 6_378.137) / 2)
})

test('a framed event has its farthest place at two thirds of the picture', () => {
  const place: Vec3 = [7_000_000, 0, 0]
  const target = { place, axes: INERTIAL }
  const far: Vec3 = [6_000_000, 3_500_000, 200_000]
  const camera = { at: 'event', frame: 'ef', lat: 0, lon: 0, distanceKm: 1 } as const
  const distanceKm = framingKm(place, viewOf(camera, target, SIZE), [far, place], SIZE)
  const point = project(viewOf({ ...camera, distanceKm }, target, SIZE), far)
  expect((point?.x ?? 0) - 400).toBeCloseTo(((2 / 3) * 800) / 2, 3)
})

test('a flight begins and ends at its views, and its eye never jumps', () => {
  const from = viewOf(HOME, { place: CENTRE, axes: INERTIAL }, SIZE)
  const event: Vec3 = [0, 7_000_000, 0]
  const to = viewOf({ at: 'e', frame: 'ef', lat: 10, lon: 90, distanceKm: 0.5 }, { place: event, axes: INERTIAL }, SIZE)
  const closeTo = (a: Vec3, b: Vec3) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])
  expect(closeTo(viewBetween(from, to, 0).eye, from.eye)).toBeLessThan(0.01)
  expect(closeTo(viewBetween(from, to, 1).eye, to.eye)).toBeLessThan(0.01)
  const eyes = Array.from({ length: 201 }, (_, k) => viewBetween(from, to, k / 200).eye)
  const steps = eyes.slice(1).map((eye, k) => closeTo(eye, eyes[k] ?? eye))
  // No step is longer than a fifteenth of the whole way.
  expect(Math.max(...steps)).toBeLessThan(closeTo(from.eye, to.eye) / 15)
})

test('the axes of an orbit are radial, along-track and across, and a direction is that of its place', () => {
  const [x, y, z] = orbitAxes({ r: [7e6, 0, 0], v: [0, 7_500, 0] })
  expect([x, y, z].map((axis) => axis.map((part) => Math.round(part) + 0))).toEqual([
    [0, 0, -1],
    [0, 1, 0],
    [1, 0, 0],
  ])
  const { lat, lon } = directionTo([0, 5e6, 5e6], earthAxes(Math.PI / 2))
  expect([lat, lon]).toEqual([expect.closeTo(45), expect.closeTo(0)])
})
