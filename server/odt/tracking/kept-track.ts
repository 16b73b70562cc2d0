import type { Bias } from '@apsis/astro/measurement/determination.ts'
import type { GroundSite } from '@apsis/astro/measurement/ground-site.ts'
import type { Measurement } from '@apsis/astro/measurement/observation.ts'
import { compareEpochs, type Epoch, secondsBetween } from '@apsis/astro/time/epoch.ts'
import { readTdm } from '@apsis/ccsds/tdm/tdm.ts'
import type { Sensor } from '@apsis/contract/odt/sensor/sensor.ts'
import { readOemText, readPositions } from '../observation/read-positions.ts'
import { readTrack } from '../observation/read-track.ts'

/** A stored track in the form for an orbit determination. */
export type KeptTrack = {
  readonly origin: Epoch
  readonly end: Epoch
  readonly observations: readonly Measurement[]
  readonly sites: ReadonlyMap<string, GroundSite>
  readonly biases: readonly Bias[]
}

/** A track as it is stored. */
export type StoredTrack = {
  readonly tdm: string
  /** Null: positions (OEM). */
  readonly sensor: Sensor | null
  readonly positionSigmaM: number | null
}

/** Reads a track for an orbit from several tracks: a sensor that was moved between two tracks counts as two. */
export const readThere = (kept: StoredTrack): KeptTrack | null =>
  readKept({ ...kept, sensor: kept.sensor && { ...kept.sensor, sensorCode: whereOf(kept.sensor) } })

const whereOf = ({ sensorCode, latitude, longitude, altitude }: Sensor) =>
  [sensorCode, latitude, longitude, altitude].join(' ')

/** Returns the measurements of a stored file; null if it has none. */
export function readKept({ tdm, sensor, positionSigmaM }: StoredTrack): KeptTrack | null {
  if (sensor === null) {
    const [segment] = readOemText(tdm).segments
    const track = segment === undefined ? null : readPositions(segment, positionSigmaM)
    return track === null ? null : { ...track, sites: new Map(), biases: [] }
  }
  const reading = readTdm(tdm, { strict: false })
  const [segment] = reading.ok ? reading.message.segments : []
  const track = segment === undefined ? null : readTrack(segment, sensor)
  if (track === null) return null
  const { sensorCode: sensorId } = sensor
  const sigma = sensor.sigmaTimeMs / 1000
  const biases = sigma > 0 ? [{ sensorId, quantity: 'time' as const, value: 0, sigma }] : []
  const { origin, end, observations, site } = track
  return { origin, end, observations, sites: new Map([[sensorId, site]]), biases }
}

const keyOf = ({ sensorId, kind, epoch: { taiS, taiFs } }: Measurement) => `${sensorId} ${kind} ${taiS} ${taiFs}`

/**
 * Returns the measurements of a track that are new (F18); null if there are none. A measurement with the same sensor, quantity and time as
 * in another track is the same measurement. All positions come from one solution, even if they are written again at other times: positions
 * within the span of a series that counts are not new.
 */
export function withoutCounted(track: KeptTrack, counted: readonly KeptTrack[]): KeptTrack | null {
  const known = new Set(counted.flatMap(({ observations }) => observations.map(keyOf)))
  const series = counted.filter(({ observations }) => observations.some(({ kind }) => kind === 'position'))
  const isWithin = (at: Epoch) =>
    series.some(({ origin, end }) => secondsBetween(origin, at) >= 0 && secondsBetween(at, end) >= 0)
  return only(track, (one) => !known.has(keyOf(one)) && !(one.kind === 'position' && isWithin(one.epoch)))
}

/** Returns the measurements of a track after a time; null if there are none. */
export const after = (track: KeptTrack, time: Epoch): KeptTrack | null =>
  only(track, ({ epoch }) => secondsBetween(time, epoch) > 0)

function only(track: KeptTrack, isWanted: (one: Measurement) => boolean): KeptTrack | null {
  const observations = track.observations.filter(isWanted)
  if (observations.length === track.observations.length) return track
  const times = observations.map(({ epoch }) => epoch).toSorted(compareEpochs)
  const [origin, end] = [times[0], times.at(-1)]
  return origin === undefined || end === undefined ? null : { ...track, observations, origin, end }
}
