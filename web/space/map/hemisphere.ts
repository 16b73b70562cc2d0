import { degToRad } from '@apsis/astro/units.ts'
import type { GroundPlace } from './scale.ts'

/** A point of the half of the Earth that faces the reader, in radii of the Earth: x to the right, y up; z < 0 is behind. */
type DiscPoint = { readonly x: number; readonly y: number; readonly z: number }
type Point = readonly [x: number, y: number]

/** The Earth seen from far above a place: orthographic, north up. */
export type Hemisphere = (place: GroundPlace) => DiscPoint

export function hemisphereOver(centre: GroundPlace): Hemisphere {
  const [sine, cosine] = [Math.sin(degToRad(centre.latitude)), Math.cos(degToRad(centre.latitude))]
  return ({ latitude, longitude }) => {
    const [north, east] = [degToRad(latitude), degToRad(longitude - centre.longitude)]
    const [up, out] = [Math.sin(north), Math.cos(north) * Math.cos(east)]
    return { x: Math.cos(north) * Math.sin(east), y: cosine * up - sine * out, z: sine * up + cosine * out }
  }
}

/** Returns the parts of a line that face the reader, each up to the edge of the disc. */
export function seenParts(see: Hemisphere, places: readonly GroundPlace[]): readonly (readonly Point[])[] {
  const parts: Point[][] = []
  let last: DiscPoint | undefined
  for (const place of places) {
    const next = see(place)
    if (next.z >= 0) {
      if (last === undefined || last.z < 0) parts.push(last === undefined ? [] : [edgeBetween(last, next)])
      parts.at(-1)?.push([next.x, next.y])
    } else if (last !== undefined && last.z >= 0) parts.at(-1)?.push(edgeBetween(last, next))
    last = next
  }
  return parts
}

/** Returns the point of the edge of the disc between a point in front and one behind. */
function edgeBetween(a: DiscPoint, b: DiscPoint): Point {
  const share = a.z / (a.z - b.z)
  const [x, y] = [a.x + share * (b.x - a.x), a.y + share * (b.y - a.y)]
  const length = Math.hypot(x, y) || 1
  return [x / length, y / length]
}

const angleOf = ([x, y]: Point) => Math.atan2(y, x)
/** The corners along the edge of the disc are this far apart, rad. */
const EDGE_STEP_RAD = 0.1

/**
 * Returns the areas of the disc that lie on the left side of closed lines on the sphere: of coast lines the land, of the border of the night
 * the night. Where a line leaves the disc, its area continues along the edge, against the clock, to where the next line comes in.
 */
export function seenAreas(see: Hemisphere, rings: readonly (readonly GroundPlace[])[]): readonly (readonly Point[])[] {
  const whole: (readonly Point[])[] = []
  const open: Point[][] = []
  for (const ring of rings) {
    const parts = seenParts(see, startedBehind(see, ring))
    // A ring that is never behind is one part without an end at the edge.
    if (ring.every((place) => see(place).z >= 0)) whole.push(...parts)
    else open.push(...parts.map((part) => [...part]))
  }
  return [...whole, ...joined(open)]
}

/** Returns a closed line from a place behind the disc, so that every part of it begins and ends at the edge. */
function startedBehind(see: Hemisphere, ring: readonly GroundPlace[]): readonly GroundPlace[] {
  const start = ring.findIndex((place) => see(place).z < 0)
  return start < 0 ? ring : [...ring.slice(start), ...ring.slice(0, start + 1)]
}

function joined(parts: Point[][]): readonly (readonly Point[])[] {
  const areas: (readonly Point[])[] = []
  const left = new Set(parts)
  for (const first of parts) {
    if (!left.delete(first)) continue
    const area = [...first]
    for (;;) {
      const from = angleOf(area.at(-1) ?? [1, 0])
      const aheadOf = (part: readonly Point[]) => positive(angleOf(part[0] ?? [1, 0]) - from)
      const next = [first, ...left].reduce((best, part) => (aheadOf(part) < aheadOf(best) ? part : best))
      const ahead = aheadOf(next)
      for (let step = EDGE_STEP_RAD; step < ahead; step += EDGE_STEP_RAD)
        area.push([Math.cos(from + step), Math.sin(from + step)])
      if (next === first) break
      left.delete(next)
      area.push(...next)
    }
    areas.push(area)
  }
  return areas
}

const positive = (angle: number) => (angle < 0 ? angle + 2 * Math.PI : angle)
