import type { Box } from '../../chart/label-places.ts'

/** A place on the ground, degrees, geodetic; east is positive. The longitudes of a line continue past 180°. */
export type GroundPlace = { readonly latitude: number; readonly longitude: number }

/** A part of the Earth on a flat map: plate carrée, on which a degree is as long to the east as to the north. */
export type MapScale = {
  /** The edges of the map in the drawing, px. */
  readonly box: Box
  readonly west: number
  readonly east: number
  readonly south: number
  readonly north: number
  /** The distance of the lines of the graticule, degrees. */
  readonly gridDeg: number
  readonly x: (longitude: number) => number
  readonly y: (latitude: number) => number
}

/** A detail has at least this width and height, degrees: the width is a quarter of an hour of a low orbit. */
const DETAIL_DEG = { width: 62, height: 48 }
/** Points that are nearer to the last one drawn are left out, px. */
const NEAREST_PX = 0.6

/** Returns the scale of the whole Earth, in the middle of its room. */
export function worldScale({ left, right, top, bottom }: Box): MapScale {
  const perDegree = Math.max(0, Math.min((right - left) / 360, (bottom - top) / 180))
  const [middle, equator] = [(left + right) / 2, (top + bottom) / 2]
  return scaleOf({ perDegree, middle, equator, west: -180, east: 180, south: -90, north: 90, gridDeg: 30 })
}

/** Returns the scale of a part of the Earth around a place, which fills its room; it does not extend past the poles. */
export function detailScale({ left, right, top, bottom }: Box, centre: GroundPlace): MapScale {
  const [width, height] = [right - left, bottom - top]
  const wished = Math.min(width / DETAIL_DEG.width, height / DETAIL_DEG.height)
  const perDegree = Math.max(wished, width / 360, height / 180, 1e-9)
  const [halfEast, halfNorth] = [width / perDegree / 2, height / perDegree / 2]
  const latitude = Math.max(halfNorth - 90, Math.min(90 - halfNorth, centre.latitude))
  return scaleOf({
    perDegree,
    middle: (left + right) / 2 - centre.longitude * perDegree,
    equator: (top + bottom) / 2 + latitude * perDegree,
    west: centre.longitude - halfEast,
    east: centre.longitude + halfEast,
    south: latitude - halfNorth,
    north: latitude + halfNorth,
    gridDeg: 15,
  })
}

type ScaleParts = Omit<MapScale, 'box' | 'x' | 'y'> & {
  readonly perDegree: number
  readonly middle: number
  readonly equator: number
}

function scaleOf({ perDegree, middle, equator, west, east, south, north, gridDeg }: ScaleParts): MapScale {
  const x = (longitude: number) => middle + longitude * perDegree
  const y = (latitude: number) => equator - latitude * perDegree
  const box = { left: x(west), right: x(east), top: y(north), bottom: y(south) }
  return { box, west, east, south, north, gridDeg, x, y }
}

/** Returns the point of a place in the drawing; undefined if the map does not show the place. */
export function pointOf(scale: MapScale, { latitude, longitude }: GroundPlace): { x: number; y: number } | undefined {
  const turned = longitude - 360 * Math.floor((longitude - scale.west) / 360)
  if (turned > scale.east || latitude < scale.south || latitude > scale.north) return undefined
  return { x: scale.x(turned), y: scale.y(latitude) }
}

/** Returns the shifts in degrees, whole turns, at which a part of a shape is on the map: what leaves it at one edge continues at the other. */
function turnsOf({ west, east }: MapScale, places: readonly GroundPlace[]): readonly number[] {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const { longitude } of places) {
    least = Math.min(least, longitude)
    most = Math.max(most, longitude)
  }
  return multiples(west - most, east - least, 360)
}

const tenth = (px: number) => Math.round(10 * px) / 10

/** Returns the path of an area, at every shift at which the map shows a part of it. */
export const areaPath = (scale: MapScale, places: readonly GroundPlace[]): string =>
  turnsOf(scale, places)
    .map((turn) => pathThrough(places.map(pointAt(scale, turn)), true))
    .join('')

/** Returns the path of a line, at every shift; the parts of it that are beside the map are left out. */
export const linePath = (scale: MapScale, places: readonly GroundPlace[]): string =>
  turnsOf(scale, places)
    .flatMap((turn) => partsBetween(places, scale.west - turn, scale.east - turn).map((part) => [turn, part] as const))
    .map(([turn, part]) => pathThrough(part.map(pointAt(scale, turn))))
    .join('')

const pointAt = (scale: MapScale, turn: number) => (place: GroundPlace) =>
  [scale.x(place.longitude + turn), scale.y(place.latitude)] as const

/** Returns the parts of a line between two longitudes, each with the next place on either side. */
function partsBetween(places: readonly GroundPlace[], west: number, east: number): readonly (readonly GroundPlace[])[] {
  const parts: GroundPlace[][] = []
  let isOn = false
  for (const [at, place] of places.slice(1).entries()) {
    const before = places[at] ?? place
    const isBeside =
      Math.max(before.longitude, place.longitude) < west || Math.min(before.longitude, place.longitude) > east
    if (!isBeside && isOn) parts.at(-1)?.push(place)
    if (!isBeside && !isOn) parts.push([before, place])
    isOn = !isBeside
  }
  return parts
}

/** Returns the path through points of the drawing; points that nobody could see apart are left out. */
export function pathThrough(points: readonly (readonly [x: number, y: number])[], isArea = false): string {
  let path = ''
  let [lastX, lastY] = [Number.NaN, Number.NaN]
  for (const [place, [x, y]] of points.entries()) {
    const isNear = Math.abs(x - lastX) < NEAREST_PX && Math.abs(y - lastY) < NEAREST_PX
    if (isNear && place < points.length - 1) continue
    path += `${path === '' ? 'M' : 'L'}${tenth(x)} ${tenth(y)}`
    lastX = x
    lastY = y
  }
  return path === '' ? '' : isArea ? `${path}Z` : path
}

/** Returns the multiples of a step within two limits. */
export function multiples(from: number, to: number, step: number): readonly number[] {
  const first = Math.ceil(from / step)
  return Array.from({ length: Math.max(0, Math.floor(to / step) - first + 1) }, (_, at) => (first + at) * step)
}
