import { COAST } from './coast.data.ts'
import type { GroundPlace } from './scale.ts'

/**
 * A closed line between land and sea, with the land on its left side. Longitudes continue past 180°, so that the line does not jump. Around
 * a pole the last place is a whole turn away from the first one; `pole` is then the latitude of that pole, which is land.
 */
export type CoastRing = { readonly places: readonly GroundPlace[]; readonly pole: 90 | -90 | undefined }

/** These values are those of web/coast.config.ts, which writes what is read here. */
const PER_DEGREE = 10
const ZERO_CODE = 80

let rings: readonly CoastRing[] | undefined

/** Returns the coast lines of Natural Earth 1:110m, to a tenth of a degree. */
export function coastRings(): readonly CoastRing[] {
  rings ??= COAST.split('\n').filter(Boolean).map(readRing)
  return rings
}

function readRing(line: string): CoastRing {
  const [afterX, afterY] = [line.indexOf(' '), line.indexOf(' ', line.indexOf(' ') + 1)]
  let [x, y] = [Number(line.slice(0, afterX)), Number(line.slice(afterX + 1, afterY))]
  const places = [placeOf(x, y)]
  for (let at = afterY + 1; at < line.length; at += 2) {
    x += line.charCodeAt(at) - ZERO_CODE
    y += line.charCodeAt(at + 1) - ZERO_CODE
    places.push(placeOf(x, y))
  }
  const turnDeg = x / PER_DEGREE - (places[0]?.longitude ?? 0)
  return { places, pole: turnDeg < -180 ? -90 : turnDeg > 180 ? 90 : undefined }
}

const placeOf = (x: number, y: number): GroundPlace => ({ latitude: y / PER_DEGREE, longitude: x / PER_DEGREE })

/** Returns the places of a ring as the corners of an area on a flat map: around a pole they continue along the edge of the map. */
export function areaOf({ places, pole }: CoastRing): readonly GroundPlace[] {
  const [first, last] = [places[0], places.at(-1)]
  if (pole === undefined || !first || !last) return places
  return [...places, { latitude: pole, longitude: last.longitude }, { latitude: pole, longitude: first.longitude }]
}
