import { expect, test } from 'vitest'
import { detailScale, linePath, multiples, pointOf, worldScale } from './scale.ts'

const room = (width: number, height: number) => ({ left: 44, right: width - 8, top: 8, bottom: height - 22 })

test.each([
  { width: 400, height: 212 },
  { width: 940, height: 212 },
  { width: 300, height: 440 },
])('a degree is as long to the east as to the north, and the complete Earth fits into $width × $height', (size) => {
  const { x, y } = worldScale(room(size.width, size.height))
  expect(x(10) - x(0)).toBeCloseTo(y(0) - y(10), 9)
  expect(x(-180)).toBeGreaterThanOrEqual(30)
  expect(x(180)).toBeLessThanOrEqual(size.width)
  expect(y(90)).toBeGreaterThanOrEqual(0)
  expect(y(-90)).toBeLessThanOrEqual(size.height - 20)
})

test('a detail fills its room around a place, and does not extend past a pole', () => {
  const box = { left: 0, right: 310, top: 0, bottom: 240 }
  const scale = detailScale(box, { latitude: -24.3, longitude: 175 })
  for (const side of ['left', 'right', 'top', 'bottom'] as const) expect(scale.box[side]).toBeCloseTo(box[side], 9)
  expect(scale.x(175)).toBeCloseTo(155, 9)
  expect(scale.y(-24.3)).toBeCloseTo(120, 9)
  expect(scale.x(10) - scale.x(0)).toBeCloseTo(scale.y(0) - scale.y(10), 9)
  const polar = detailScale(box, { latitude: 88, longitude: 0 })
  expect(polar.north).toBeCloseTo(90, 9)
  expect(polar.y(90)).toBeCloseTo(0, 9)
})

test('a wide room shows more to the east and west, and never less than a detail to the north', () => {
  const scale = detailScale({ left: 0, right: 1_200, top: 0, bottom: 240 }, { latitude: 0, longitude: 0 })
  expect(scale.north - scale.south).toBeCloseTo(48, 9)
  expect(scale.east - scale.west).toBeCloseTo(240, 9)
})

test('a place is found at the turn at which the map shows it, and places beside the map are not on it', () => {
  const scale = detailScale({ left: 0, right: 310, top: 0, bottom: 240 }, { latitude: 0, longitude: 175 })
  expect(pointOf(scale, { latitude: 0, longitude: -175 })?.x).toBeCloseTo(scale.x(185), 9)
  expect(pointOf(scale, { latitude: 0, longitude: 905 })?.x).toBeCloseTo(scale.x(185), 9)
  expect(pointOf(scale, { latitude: 0, longitude: 0 })).toBeUndefined()
  expect(pointOf(scale, { latitude: 50, longitude: 175 })).toBeUndefined()
})

const LINES = /M[^M]+/g
const placesIn = (path: string) =>
  (path.match(LINES) ?? []).map((line) =>
    line
      .slice(1)
      .split('L')
      .map((pair) => pair.split(' ').map(Number)),
  )

test('a line that crosses an edge of the map continues at the other one, to the next place beyond it', () => {
  // One pixel is one degree, and the middle is Greenwich.
  const scale = worldScale({ left: 0, right: 360, top: 0, bottom: 180 })
  const edges = (...longitudes: readonly number[]) =>
    placesIn(
      linePath(
        scale,
        longitudes.map((longitude) => ({ latitude: 0, longitude })),
      ),
    )
      .map((line) => line.map(([x]) => x! - 180))
      .toSorted((a, b) => a[0]! - b[0]!)
  expect(edges(170, 178, 186)).toEqual([
    [-182, -174],
    [170, 178, 186],
  ])
  expect(edges(-170, -178, -186)).toEqual([
    [-170, -178, -186],
    [182, 174],
  ])
})

test('a line of many turns is drawn once at each, and none of its parts crosses the map from edge to edge', () => {
  const scale = worldScale({ left: 0, right: 360, top: 0, bottom: 180 })
  const day = Array.from({ length: 16 * 36 + 1 }, (_, at) => ({ latitude: 0, longitude: 10 * at - 175 }))
  const lines = placesIn(linePath(scale, day))
  // Sixteen turns that begin 5° east of the edge end 5° east of it again.
  expect(lines).toHaveLength(17)
  for (const line of lines)
    for (const [at, [x]] of line.entries()) if (at > 0) expect(Math.abs(x! - line[at - 1]![0]!)).toBeLessThan(20)
})

test('multiples returns those within two limits, and the limits themselves', () => {
  expect(multiples(-31, 45, 15)).toEqual([-30, -15, 0, 15, 30, 45])
  expect(multiples(1, 14, 15)).toEqual([])
})
