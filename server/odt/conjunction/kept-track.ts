import type { Bias } from '@apsis/astro/measurement/determination.ts'
import type { GroundSite } from '@apsis/astro/measurement/ground-site.ts'
import type { Measurement } from '@apsis/astro/measurement/observation.ts'
import type { Epoch } from '@apsis/astro/time/epoch.ts'
import { readTdm } from '@apsis/ccsds/tdm/tdm.ts'
import type { Sensor } from '@apsis/contract/odt/sensor.ts'
import { readOemText, readPositions } from '../observation/read-positions.ts'
import { readTrack } from '../observation/read-track.ts'

/** A track that was kept, as an orbit is determined from it. */
export type KeptTrack = {
  readonly origin: Epoch
  readonly end: Epoch
  readonly observations: readonly Measurement[]
  readonly sites: ReadonlyMap<string, GroundSite>
  readonly biases: readonly Bias[]
}

/** A track as it was kept. */
export type Kept = {
  readonly tdm: string
  /** Null: positions (OEM). */
  readonly sensor: Sensor | null
  readonly positionSigmaM: number | null
}

/** The measurements of a file that was kept; null where it has none. */
export function readKept({ tdm, sensor, positionSigmaM }: Kept): KeptTrack | null {
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
