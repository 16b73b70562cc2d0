import { MINUTE_MS } from '@apsis/astro/constants.ts'
import { fromGeodetic } from '@apsis/astro/frames/geodetic.ts'
import { missing } from '@apsis/astro/missing.ts'
import { degToRad } from '@apsis/astro/units.ts'
import { scale, subtract, type Vec3 } from '@apsis/astro/vec3.ts'
import { coastRings } from '../map/coast.ts'
import type { TrackPlace } from '../map/marks.tsx'
import { nightBorder } from '../map/night.ts'
import { circleAround } from '../map/reach.ts'
import { type GroundPlace, multiples } from '../map/scale.ts'
import type { GlobeBody, GlobeLine } from './globe-canvas.ts'

/** A place of a line, m, and its parameter. */
export type LinePlace = { readonly r: Vec3; readonly s: number }

/** Returns the parts of lines for the graphics card, in m from an anchor: near it a 32-bit float is exact. */
export function partsOf(lines: readonly (readonly LinePlace[])[], anchor: Vec3): Float32Array<ArrayBuffer> {
  const count = lines.reduce((sum, { length }) => sum + Math.max(0, length - 1), 0)
  const parts = new Float32Array(8 * count)
  let at = 0
  for (const places of lines)
    for (const [k, next] of places.entries()) {
      const before = places[k - 1]
      if (!before) continue
      parts.set([...subtract(before.r, anchor), before.s, ...subtract(next.r, anchor), next.s], at)
      at += 8
    }
  return parts
}

const CENTRE: Vec3 = [0, 0, 0]

/** Returns a place on the ground in the frame of the Earth, m. */
export const onGround = ({ latitude, longitude }: GroundPlace): Vec3 =>
  fromGeodetic({ latRad: degToRad(latitude), lonRad: degToRad(longitude), heightM: 0 })

const groundLine = (places: readonly GroundPlace[]): readonly LinePlace[] =>
  places.map((place) => ({ r: onGround(place), s: 0 }))

const GRID_DEG = 30
/** A line on the ground has a place each three degrees, so that it is round. */
const FINE_DEG = 3

/** A dot of the line of sunset with its gap, corners of the line. */
const SUNSET_DASH = 0.5

let ground: readonly GlobeLine[] | undefined
let sunset: { readonly minuteMs: number; readonly line: GlobeLine } | undefined

/** Returns the lines that every picture of the Earth has: the coast, the graticule, and the dotted line on which the Sun rises or sets. */
export function groundLines(atMs: number): readonly GlobeLine[] {
  // In a minute the line moves by a quarter of a degree.
  const minuteMs = Math.floor(atMs / MINUTE_MS) * MINUTE_MS
  if (sunset?.minuteMs !== minuteMs) {
    const places = nightBorder(minuteMs + MINUTE_MS / 2, 0).map((place, s) => ({ r: onGround(place), s }))
    const look = { ink: 'ink', alpha: 0.6, anchor: CENTRE, isEarthFixed: true, widthPx: 1, dash: SUNSET_DASH } as const
    sunset = { minuteMs, line: { ...look, id: 'sunset', parts: partsOf([places], CENTRE) } }
  }
  return [...earthLines(), sunset.line]
}

function earthLines(): readonly GlobeLine[] {
  const shared = { anchor: CENTRE, isEarthFixed: true, widthPx: 0.8 } as const
  ground ??= [
    { ...shared, id: 'grid', ink: 'grid', alpha: 0.5, parts: partsOf(graticule().map(groundLine), CENTRE) },
    {
      ...shared,
      id: 'coast',
      ink: 'coast',
      alpha: 0.8,
      parts: partsOf(
        coastRings().map(({ places }) => groundLine(places)),
        CENTRE,
      ),
    },
  ]
  return ground
}

function graticule(): readonly (readonly GroundPlace[])[] {
  const along = (from: number, to: number) => multiples(from, to, FINE_DEG)
  return [
    ...multiples(-180, 179, GRID_DEG).map((longitude) => along(-90, 90).map((latitude) => ({ latitude, longitude }))),
    ...multiples(-60, 60, GRID_DEG).map((latitude) => along(-180, 180).map((longitude) => ({ latitude, longitude }))),
  ]
}

/** Returns the circles around places on the ground, each of its radius in degrees. */
export function circleLine(
  circles: readonly { readonly centre: GroundPlace; readonly radiusDeg: number }[],
): GlobeLine {
  return {
    id: 'masks',
    ink: 'ink',
    alpha: 0.55,
    anchor: CENTRE,
    isEarthFixed: true,
    widthPx: 1,
    parts: partsOf(
      circles.map(({ centre, radiusDeg }) => groundLine(circleAround(centre, radiusDeg))),
      CENTRE,
    ),
  }
}

/** The look of the dashed paths of an event: how far they reach, and the seconds of flight of a dash with its gap. */
export const EVENT_PATH = { reachMs: 9 * MINUTE_MS, dash: 24 } as const

/** Places on each side of the middle of a path; they are the nearer to each other, the nearer they are to it. */
const PATH_PLACES = 60

type PathLook = {
  readonly middle: Vec3
  readonly atMs: number
  readonly reachMs: number
  readonly dash: number
  readonly ink: GlobeLine['ink']
}

/** Returns a dashed path in the frame of the Earth around the place where an object will be. */
export function pathLine(
  id: string,
  { middle, atMs, reachMs, dash, ink }: PathLook,
  placeAt: (atMs: number) => Vec3 | undefined,
): GlobeLine {
  const places = Array.from({ length: 2 * PATH_PLACES + 1 }, (_, k) => k / PATH_PLACES - 1).flatMap(
    (share): LinePlace[] => {
      const s = Math.sign(share) * share ** 2 * (reachMs / 1_000)
      const r = s === 0 ? middle : placeAt(atMs + 1_000 * s)
      return r ? [{ r, s }] : []
    },
  )
  return { id, ink, dash, anchor: middle, isEarthFixed: true, widthPx: 1.8, alpha: 1, parts: partsOf([places], middle) }
}

/** Returns a place of a track in the frame of the Earth, m. */
export const placeOfTrack = ({ latitude, longitude, heightKm }: TrackPlace): Vec3 =>
  fromGeodetic({ latRad: degToRad(latitude), lonRad: degToRad(longitude), heightM: 1_000 * heightKm })

/** Returns a ball of a radius around a place. */
export const ballAt = (middle: Vec3, radiusM: number, ink: GlobeBody['ink']): GlobeBody => ({
  middle,
  ink,
  alpha: 1,
  halfAxes: [
    [radiusM, 0, 0],
    [0, radiusM, 0],
    [0, 0, radiusM],
  ],
})

/** Returns half axes along directions. */
export const halfAxesOf = (directions: readonly Vec3[], lengths: readonly number[]): GlobeBody['halfAxes'] =>
  directions.map((direction, k) => scale(direction, lengths[k] ?? missing())) as unknown as GlobeBody['halfAxes']
