import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DAY_MS } from '@apsis/astro/constants.ts'
import type { Demo } from '@apsis/contract/ca/demo.ts'
import type { Satellite } from '@apsis/contract/ca/satellite/satellite.ts'
import type { Observation } from '@apsis/contract/odt/observation/observation.ts'
import type { ObservationRequest } from '@apsis/contract/odt/request/request.ts'
import type { RecurringWork } from '../../platform/jobs/recurring-work.ts'
import { bodyOf, type TestApi } from '../../platform/testing/test-api.ts'
import type { SearchPasses } from '../request/plan.service.ts'
import { requestsWork } from '../request/requests-work.ts'
import { openTill } from './till.ts'

const REQUESTS = '/api/v1/odt/requests'

/** Makes an organisation with the demo fleet and money, and a person who requests observations. */
export async function openOperator(api: TestApi, organisation: string) {
  const till = await openTill(api, organisation)
  const tenantId = `organisation:${organisation}`
  const person = { subject: 'ada', organisation, roles: ['ca:user', 'odt:user', 'payments:user'] }
  const made = async <T>(answer: Response): Promise<T> => {
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
    return bodyOf<T>(answer)
  }
  await made<Demo>(await api.call(person, 'POST /api/v1/ca/demo'))
  const fleet = await made<Satellite[]>(await api.call(person, 'GET /api/v1/ca/satellites'))
  const ask = (body: object, headers: Record<string, string> = {}) =>
    api.call(person, `POST ${REQUESTS}`, { headers, body: JSON.stringify(body) })
  const list = async () => made<ObservationRequest[]>(await api.call(person, `GET ${REQUESTS}?limit=1000`))
  const turn = (work: RecurringWork, atMs: number) => {
    const { db, queue, log } = api.api.platform
    const platform = { db, queue, log, now: () => atMs, signal: new AbortController().signal }
    return work.turn(platform, tenantId)
  }
  return {
    till,
    tenantId,
    person,
    fleet,
    ask,
    list,
    request: async (body: object) => made<ObservationRequest>(await ask(body)),
    find: async (id: string) => {
      const answer = await api.call(person, `GET ${REQUESTS}?observation-request-id=${id}`)
      const [found] = await made<ObservationRequest[]>(answer)
      if (found === undefined) throw new Error(`there is no request ${id}`)
      return found
    },
    cancel: (id: string, who: object = person) =>
      api.call(who as typeof person, `DELETE ${REQUESTS}?observation-request-id=${id}`),
    /** Runs the worker once at a given time. */
    work: (atMs: number) => turn(requestsWork(true), atMs),
    /** Makes a worker whose searches are made by `search`: each call is one run of the worker. */
    worker: (search: SearchPasses) => {
      const work = requestsWork(true, search)
      return (atMs: number) => turn(work, atMs)
    },
  }
}

/** Moves a pass into the past, so that it can have been measured; returns its new start. */
export async function movePassBack(api: TestApi, passId: string): Promise<string> {
  const [moved] = await api.database.query<{ starts_at: Date }>(
    `update odt.pass set ends_at = now() - interval '2 minutes', starts_at = now() - interval '2 minutes' - (ends_at - starts_at)
     where id = $1 returning starts_at`,
    [passId],
  )
  if (moved === undefined) throw new Error(`there is no pass ${passId}`)
  return new Date(moved.starts_at).toISOString()
}

/**
 * Moves the window of an unplanned request back by two days: if it is planned at that time, its passes are in the past, so that they can have been
 * measured. Returns that time.
 */
export async function moveRequestBack(api: TestApi, requestId: string): Promise<number> {
  await api.database.query(
    `update odt.request set window_from = window_from - interval '2 days', window_to = window_to - interval '2 days' where id = $1`,
    [requestId],
  )
  return Date.now() - 2 * DAY_MS
}

/** Makes a track of the organisation's own sensor; returns the id of its file. */
export async function makeTrack(api: TestApi, organisation: string): Promise<string> {
  const admin = { subject: 'observer', organisation, roles: ['odt:admin'] }
  const sensor = {
    sensorCode: 'SITE',
    groundSensorName: 'Site',
    sensorType: 'OPTICAL_PASSIVE',
    latitude: 48,
    longitude: 16,
    altitude: 170,
  }
  const made = await api.call(admin, 'POST /api/v1/odt/sensors', { body: JSON.stringify(sensor) })
  if (!made.ok) throw new Error(`${made.status} ${await made.text()}`)
  const answer = await api.call(admin, 'POST /api/v1/odt/observations', {
    body: TRACK,
    headers: { 'content-type': 'text/plain' },
  })
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
  const [file] = await bodyOf<Observation[]>(answer)
  if (file === undefined) throw new Error('the track left no file')
  return file.observationFileId
}

/** Makes a provider with orders over HTTP on another host; returns its id. */
export async function makeProvider(api: TestApi, organisation: string): Promise<string> {
  const admin = { subject: 'observer', organisation, roles: ['odt:admin'] }
  const provider = { providerId: 'network', name: 'Network', url: 'https://orders.network.example/apsis' }
  const made = await api.call(admin, 'POST /api/v1/odt/providers', { body: JSON.stringify(provider) })
  if (!made.ok) throw new Error(`${made.status} ${await made.text()}`)
  return provider.providerId
}

const TRACK = readFileSync(join(import.meta.dirname, '..', '..', '..', 'ccsds', 'samples', 'track.tdm'), 'utf8')
