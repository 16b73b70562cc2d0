import { toGeodetic } from '@apsis/astro/frames/geodetic.ts'
import { radToDeg } from '@apsis/astro/units.ts'
import { add, dot, norm, scale, type Vec3 } from '@apsis/astro/vec3.ts'
import type { Observation } from '@apsis/contract/odt/observation/observation.ts'
import { allows, ODT_USER } from '@apsis/contract/roles.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useSession } from '../../session/session.ts'
import { codeOf } from '../../shell/page/page-failed.tsx'
import type { GlobeLine } from '../../space/globe/globe-canvas.ts'
import { partsOf } from '../../space/globe/globe-lines.ts'
import type { GroundPlace } from '../../space/map/scale.ts'
import { earthFixedState } from '../../space/model-of.ts'
import type { SpaceCatalogue } from '../../space/space-catalogue.ts'
import type { MeasuredDirection } from './sights.ts'
import { modelIn } from './use-space.ts'

const tracksQuery = (noradId: number) => ({
  // The first part is the event of a new track.
  queryKey: ['observation', 'sights', noradId],
  queryFn: async ({ signal }: { readonly signal: AbortSignal }) => {
    // The calls of tracking are code that the page fetches only for a reader who asks for tracks.
    const { readTracks } = await codeOf(() => import('./sights.ts'))
    return readTracks(noradId, signal)
  },
})

/** A direction that was measured, drawn from its sensor as far as the height of the object at that instant; in the frame of the Earth, m. */
type Sight = { readonly atMs: number; readonly from: Vec3; readonly to: Vec3 }

/**
 * Returns directions as lines of sight. `radiusAt` returns the distance of the object from the middle of the Earth, m, where one is known: an
 * optical track has no range, so the line ends at that height and not at the object.
 */
export const sightsOf = (
  directions: readonly MeasuredDirection[],
  radiusAt: (atMs: number) => number | undefined,
): readonly Sight[] =>
  directions.flatMap(({ atMs, from, direction }) => {
    const radiusM = radiusAt(atMs)
    if (radiusM === undefined || radiusM <= norm(from)) return []
    // |from + d · direction| is the radius.
    const along = dot(from, direction)
    const d = -along + Math.sqrt(along ** 2 + radiusM ** 2 - norm(from) ** 2)
    return [{ atMs, from, to: add(from, scale(direction, d)) }]
  })

/** A track with its lines of sight; without a place of its sensor, or without directions, it has none. */
export type DrawnTrack = { readonly track: Observation; readonly isPlaced: boolean; readonly sights: readonly Sight[] }
/** The measured tracks of an object, as far as they are known; `forbidden` for readers without a role in tracking. */
export type DrawnTracks = {
  readonly kind: 'off' | 'forbidden' | 'reading' | 'failed' | 'read'
  readonly tracks: readonly DrawnTrack[]
}

/** Reads the measured tracks of an object where they are asked for and the reader may read them. */
export function useSights(catalogue: SpaceCatalogue, k: number | undefined, isAsked: boolean): DrawnTracks {
  const session = useSession()
  const isAllowed = session.status === 'signed-in' && allows([ODT_USER], session.who.roles)
  const isOn = isAsked && k !== undefined
  const noradId = k === undefined ? undefined : catalogue.columns.noradId[k]
  const { data, error } = useQuery({ ...tracksQuery(noradId ?? 0), enabled: isOn && isAllowed })
  return useMemo(() => {
    if (!isOn) return { kind: 'off', tracks: [] }
    if (!isAllowed) return { kind: 'forbidden', tracks: [] }
    if (!data) return { kind: error ? 'failed' : 'reading', tracks: [] }
    const model = modelIn(catalogue, k)
    const radiusAt = (atMs: number) => {
      const r = earthFixedState(model, atMs)?.r
      return r && norm(r)
    }
    const tracks = data.map(({ track, isPlaced, directions }) => ({
      track,
      isPlaced,
      sights: sightsOf(directions, radiusAt),
    }))
    return { kind: 'read', tracks }
  }, [isOn, isAllowed, data, error, catalogue, k])
}

/** Returns the lines of sight of a track on the globe; nothing for a track without any. */
export function sightLine({ track, sights }: DrawnTrack): readonly GlobeLine[] {
  const [first] = sights
  if (!first) return []
  const lines = sights.map(({ from, to }) => [from, to].map((r) => ({ r, s: 0 })))
  return [
    {
      id: `track ${track.observationFileId}`,
      ink: 'accent',
      alpha: 0.9,
      anchor: first.from,
      isEarthFixed: true,
      widthPx: 1.2,
      parts: partsOf(lines, first.from),
    },
  ]
}

/** Returns the places on the ground below both ends of each line of sight. */
export const groundSights = ({ track, sights }: DrawnTrack) =>
  sights.map(({ atMs, from, to }) => {
    const [start, end] = [from, to].map((r): GroundPlace => {
      const { latRad, lonRad } = toGeodetic(r)
      return { latitude: radToDeg(latRad), longitude: radToDeg(lonRad) }
    }) as [GroundPlace, GroundPlace]
    // The shorter way, also across 180°.
    const longitude = end.longitude + 360 * Math.round((start.longitude - end.longitude) / 360)
    return { id: `${track.observationFileId} ${atMs}`, places: [start, { ...end, longitude }] }
  })
