import { rtnAxes } from '@apsis/astro/conjunction/rtn.ts'
import { transformState } from '@apsis/astro/frames/frame.ts'
import { transform, transpose } from '@apsis/astro/mat3.ts'
import type { Epoch } from '@apsis/astro/time/epoch.ts'
import { formatTime } from '@apsis/astro/time/format-time.ts'
import { add, type Vec3 } from '@apsis/astro/vec3.ts'
import { findHardBodyRadius } from '@apsis/ccsds/cdm/hard-body-radius.ts'
import type { QueryClient } from '@tanstack/react-query'
import type { GlobeBody, GlobeLine } from '../../space/globe/globe-canvas.ts'
import { ballAt, EVENT_PATH, halfAxesOf, partsOf, pathLine, placeOfTrack } from '../../space/globe/globe-lines.ts'
import { type EncounterScene, sceneOfEncounter } from '../encounter/encounter-scene.ts'
import type { EventRow } from '../event/event-row.ts'
import { messageTextQuery, openMessage } from '../message/message.ts'
import { orbitsOfMessage } from '../where/place-of-event.ts'

/** An encounter by the states of its message, in the frame of the Earth. */
export type GlobeEncounter = {
  readonly eventId: string
  /** The place of object 1 at the closest approach, m. */
  readonly anchor: Vec3
  /** The time of the closest approach, rounded to a millisecond. */
  readonly closestMs: number
  /** The largest length of the encounter: the miss distance, or the longest half axis of 1σ, m. */
  readonly lengthM: number
  readonly missM: number
  /** The combined radius of both objects, if the message says it, m. */
  readonly radiusM: number | undefined
  readonly paths: readonly GlobeLine[]
  /** The lines and bodies at a time; undefined where the picture of the encounter ends. */
  readonly at: (atMs: number) =>
    | {
        readonly lines: readonly GlobeLine[]
        readonly bodies: readonly GlobeBody[]
        readonly places: readonly [Vec3, Vec3]
      }
    | undefined
}

/** The relative path has this number of places. */
const PATH_PLACES = 80
/** At this time from the closest approach it is the closest approach itself that is drawn: an instant has whole milliseconds, ms. */
const ITSELF_MS = 1
const HELD = { outside: 'hold' } as const
const ORIGIN: Vec3 = [0, 0, 0]

/** Reads the encounter of an event from a message; undefined if the message has no states that can be drawn. */
export const readEncounter = async (
  client: QueryClient,
  row: EventRow,
  cdmId: string,
): Promise<GlobeEncounter | undefined> => encounterOf(row, await client.fetchQuery(messageTextQuery(cdmId)))

function encounterOf(row: EventRow, text: string): GlobeEncounter | undefined {
  const { lenient } = openMessage(text)
  const { designator } = row.event.object1
  const orbits = lenient.ok ? orbitsOfMessage(lenient.message, designator) : undefined
  if (!lenient.ok || !orbits) return undefined
  const scene = sceneOfEncounter(lenient.message, designator)
  const { closest, primary } = scene
  const anchor = earthFixed(closest, primary.r)
  // From R, T, N of object 1 to the frame of the Earth: both only turn.
  const back = transpose(rtnAxes(primary))
  const outward = (rtn: Vec3): Vec3 => earthFixed(closest, transform(back, rtn))
  const closestMs = Math.round(Date.parse(`${formatTime(closest, { digits: 6 })}Z`))
  const placeOfOne = (atMs: number) => {
    const place = orbits[0].placeAt(atMs)
    return place && placeOfTrack(place)
  }
  const radiusM = findHardBodyRadius(lenient.message)?.radiusM
  const relative = relativePath(scene, anchor, outward)
  return {
    eventId: row.id,
    anchor,
    closestMs,
    missM: scene.missM,
    radiusM,
    lengthM: Math.max(scene.missM, ...scene.ellipsoids.map(({ halfAxesM: [longest] }) => longest)),
    paths: orbits.map((orbit, at) => {
      const middle = at === 0 ? anchor : add(anchor, outward(scene.placeAt(0)))
      const look = { ...EVENT_PATH, middle, atMs: closestMs, ink: at === 0 ? ('one' as const) : ('two' as const) }
      return pathLine(`path ${row.id} ${at}`, look, (atMs) => {
        const place = orbit.placeAt(atMs)
        return place && placeOfTrack(place)
      })
    }),
    at: (atMs) => {
      const awayMs = atMs - closestMs
      if (Math.abs(awayMs) > 1_000 * scene.spanS) return undefined
      const seconds = Math.abs(awayMs) <= ITSELF_MS ? 0 : awayMs / 1_000
      const one = seconds === 0 ? anchor : placeOfOne(atMs)
      if (!one) return undefined
      const two = add(one, outward(scene.placeAt(seconds)))
      return {
        lines: seconds === 0 ? relative : [],
        places: [one, two],
        bodies: [
          ...scene.ellipsoids.map(
            ({ halfAxesM, directions }, at): GlobeBody => ({
              middle: at === 0 ? one : two,
              halfAxes: halfAxesOf(directions.map(outward), halfAxesM),
              ink: at === 0 ? 'one' : 'two',
              alpha: 0.35,
            }),
          ),
          ...(radiusM === undefined ? [] : [ballAt(one, radiusM, 'ink')]),
        ],
      }
    },
  }
}

const earthFixed = (epoch: Epoch, r: Vec3): Vec3 =>
  transformState({ frame: 'GCRF', epoch, r, v: ORIGIN }, 'ITRF', HELD).r

/** Returns the path of object 2 relative to object 1, and the line between both, around the place of the closest approach. */
function relativePath(
  { placeAt, spanS }: EncounterScene,
  anchor: Vec3,
  outward: (rtn: Vec3) => Vec3,
): readonly GlobeLine[] {
  const path = Array.from({ length: PATH_PLACES + 1 }, (_, k) => {
    const s = ((2 * k) / PATH_PLACES - 1) * spanS
    return { r: outward(placeAt(s)), s }
  })
  const miss = [ORIGIN, outward(placeAt(0))].map((r) => ({ r, s: 0 }))
  const shared = { anchor, isEarthFixed: true, widthPx: 1.4, alpha: 1 } as const
  return [
    { ...shared, id: 'relative', ink: 'ink', alpha: 0.5, parts: partsOf([path], ORIGIN) },
    { ...shared, id: 'miss', ink: 'ink', parts: partsOf([miss], ORIGIN) },
  ]
}
