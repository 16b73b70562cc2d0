import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

/** The land of Natural Earth 1:110m as TopoJSON, from the package world-atlas. */
export const COAST_SOURCE = fileURLToPath(import.meta.resolve('world-atlas/land-110m.json'))
/** The file that the build replaces by the coast lines. */
const COAST_DATA = /[\\/]web[\\/]space[\\/]map[\\/]coast\.data\.ts$/

/** Adds the coast lines to the pages, so that they are neither fetched from another host nor stored in the repository. */
export const coast: Plugin = {
  name: 'coast',
  enforce: 'pre',
  load: (id) => (COAST_DATA.test(id) ? `export const COAST = ${JSON.stringify(packedCoast())}\n` : null),
}

type Place = readonly [east: number, north: number]

/** The part of TopoJSON (version 1) that the file uses: arcs of quantised differences, and polygons of arcs. */
type Topology = {
  readonly arcs: readonly (readonly Place[])[]
  readonly transform: { readonly scale: Place; readonly translate: Place }
  readonly objects: {
    readonly land: { readonly geometries: readonly { readonly arcs: readonly (readonly (readonly number[])[])[] }[] }
  }
}

/** The unit of the packed coordinates: a tenth of a degree, which is finer than the accuracy of the 1:110m lines. */
const PER_DEGREE = 10
/** The longest step of one coordinate that one character can encode; longer edges are divided. */
const MOST_STEP = 45
/** The character of the step 0; the steps are then printable characters of ASCII. */
const ZERO_CODE = 80

/**
 * Returns the coast lines, a ring in each line: the first place, east and north in tenths of a degree, then a pair of characters for each
 * next place. The land is on the left side of a ring. `coast.ts` reads it.
 */
function packedCoast(): string {
  const topology: Topology = JSON.parse(readFileSync(COAST_SOURCE, 'utf8'))
  const arcs = arcsOf(topology)
  return topology.objects.land.geometries
    .flatMap(({ arcs: polygons }) => polygons.flat())
    .map((ring) => packRing(placesOf(arcs, ring)))
    .join('\n')
}

/** Returns the arcs as places in degrees. */
const arcsOf = ({ arcs, transform: { scale, translate } }: Topology): Place[][] =>
  arcs.map((arc) => {
    let [x, y] = [0, 0]
    return arc.map(([dx, dy]): Place => {
      x += dx
      y += dy
      return [x * scale[0] + translate[0], y * scale[1] + translate[1]]
    })
  })

/** Returns the places of a ring of arcs, which TopoJSON lists with the land on the right side; an arc ~k is the arc k from its end. */
function placesOf(arcs: readonly Place[][], ring: readonly number[]): Place[] {
  const places = ring.flatMap((index) => {
    const arc = index < 0 ? (arcs[~index] ?? []).toReversed() : (arcs[index] ?? [])
    return arc.slice(0, -1)
  })
  return places.reverse()
}

function packRing(places: readonly Place[]): string {
  const [first] = places
  if (first === undefined) throw new TypeError('A ring of the coast has no place.')
  let [x, y] = [Math.round(first[0] * PER_DEGREE), Math.round(first[1] * PER_DEGREE)]
  let packed = `${x} ${y} `
  // The ring is closed by its first place. Around a pole this place is a full turn away, because longitudes continue past 180°.
  for (const [east, north] of [...places.slice(1), first]) {
    const turned = east * PER_DEGREE + 360 * PER_DEGREE * Math.round((x / PER_DEGREE - east) / 360)
    const [dx, dy] = [Math.round(turned) - x, Math.round(north * PER_DEGREE) - y]
    const steps = Math.ceil(Math.max(Math.abs(dx), Math.abs(dy)) / MOST_STEP)
    const [fromX, fromY] = [x, y]
    for (let step = 1; step <= steps; step += 1) {
      const [nextX, nextY] = [fromX + Math.round((dx * step) / steps), fromY + Math.round((dy * step) / steps)]
      packed += String.fromCharCode(ZERO_CODE + nextX - x, ZERO_CODE + nextY - y)
      x = nextX
      y = nextY
    }
  }
  return packed
}
