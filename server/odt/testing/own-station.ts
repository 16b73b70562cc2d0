import { HOUR_MS, MINUTE_MS } from '@apsis/astro/constants.ts'
import type { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'
import type { Cdm, CdmIntake } from '@apsis/contract/ca/message/cdm.ts'
import type { Observation } from '@apsis/contract/odt/observation/observation.ts'
import type { Sensor } from '@apsis/contract/odt/sensor/sensor.ts'
import type { EventTracking } from '@apsis/contract/odt/tracking/conjunction.ts'
import { bodyOf, type TestApi } from '../../platform/testing/test-api.ts'
import { eventsWork, type Run } from '../tracking/events-work.ts'
import { messageOfTrack, OWN_TRACK, PRIMARY } from './own-track.ts'

/** The radar that made the track of `own-track.ts`. */
export const RADAR = {
  sensorCode: 'OWNR',
  groundSensorName: 'Own radar',
  sensorType: 'RADAR_ACTIVE',
  ...OWN_TRACK.radar,
}
/** The track ended this long ago. */
export const TRACK_OVER_MS = 15 * MINUTE_MS

/** Makes an organisation with a radar, a satellite with a late decision, and an event three hours ahead from a provider's message. */
export async function openStation(api: TestApi, organisation: string) {
  const person = { subject: 'ada', organisation, roles: ['ca:user', 'odt:user', 'odt:admin'] }
  const call = (request: string, body?: object | string) => {
    const type = typeof body === 'string' ? { headers: { 'content-type': 'text/plain' } } : {}
    const text = body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }
    return api.call(person, request, { ...type, ...text })
  }
  const made = async <T>(request: string, body?: object | string): Promise<T> => {
    const answer = await call(request, body)
    if (!answer.ok) throw new Error(`${request}: ${answer.status} ${await answer.text()}`)
    return bodyOf<T>(answer)
  }
  const configuration = { thresholds: { commitHours: 0.5, considerHours: 12 } }
  await made('POST /api/v1/ca/satellites', { name: 'ION SCV-008', noradId: PRIMARY, configuration })
  await made<Sensor>('POST /api/v1/odt/sensors', RADAR)
  const lastBeforeS = OWN_TRACK.echoes.at(-1)?.[0] ?? 0
  const tcaMs = Math.floor((Date.now() - TRACK_OVER_MS) / 1000) * 1000 + lastBeforeS * 1000
  const provided = messageOfTrack({ tcaMs, createdMs: tcaMs - 9 * HOUR_MS })
  const [taken] = await made<CdmIntake[]>('POST /api/v1/ca/cdms', provided)
  const id = taken?.conjunctionId
  if (typeof id !== 'string') throw new Error(JSON.stringify(taken))
  const { db, queue, log } = api.api.platform
  /** Runs one worker several times, each time with a clock that is ahead by the given time. */
  const worker = (run?: Run) => {
    const work = eventsWork(false, run)
    return (aheadMs = 0) => {
      const platform = { db, queue, log, now: () => Date.now() + aheadMs, signal: new AbortController().signal }
      return work.turn(platform, `organisation:${organisation}`)
    }
  }
  return {
    id,
    tcaMs,
    person,
    call,
    made,
    worker,
    event: async () => {
      const [event] = await made<Conjunction[]>(`GET /api/v1/ca/conjunctions?conjunction-id=${id}`)
      if (event === undefined) throw new Error(`the event ${id} is gone`)
      return event
    },
    messages: () => made<Cdm[]>(`GET /api/v1/ca/cdms?conjunction-id=${id}`),
    tracking: (event = id) => made<EventTracking>(`GET /api/v1/odt/conjunctions/${event}/tracking`),
    files: () => made<Observation[]>('GET /api/v1/odt/observations'),
    fuse: (run?: Run) => worker(run)(),
  }
}
