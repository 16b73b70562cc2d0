import { HOUR_MS, MINUTE_MS } from '@apsis/astro/constants.ts'
import type { Cdm, CdmIntake } from '@apsis/contract/ca/cdm.ts'
import type { Conjunction, LevelChange } from '@apsis/contract/ca/conjunction.ts'
import type { EventTracking } from '@apsis/contract/odt/conjunction.ts'
import type { Observation } from '@apsis/contract/odt/observation.ts'
import type { Sensor } from '@apsis/contract/odt/sensor.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bodyOf, startTestApi, type TestApi } from '../../platform/testing/test-api.ts'
import { listOffsets } from '../sensor/sensor.repository.ts'
import { messageOfTrack, OWN_TRACK, ownTrackText, PRIMARY } from '../testing/own-track.ts'
import { listTracks, listTracksAfter } from './conjunction.repository.ts'
import { eventsWork, type Run, runInPool } from './events-work.ts'

const SENSOR = 'OWNR'
/** The track ended so long ago. */
const OVER_MS = 15 * MINUTE_MS
const HALF = OWN_TRACK.echoes.length / 2
const REASON = 'Sent for another pass'
/** Two results of the same measurements and prior may differ by the digits of their messages, m. */
const DIGITS_M = 1

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

/** An organisation with a radar, and an event three hours ahead that a provider told of. */
async function openStation(organisation: string) {
  const person = { subject: 'ada', organisation, roles: ['ca:user', 'odt:user', 'odt:admin'] }
  const send = (request: string, body?: object | string) => {
    const headers: Record<string, string> = typeof body === 'string' ? { 'content-type': 'text/plain' } : {}
    const text = body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }
    return api.call(person, request, { headers, ...text })
  }
  const made = async <T>(request: string, body?: object | string): Promise<T> => {
    const answer = await send(request, body)
    if (!answer.ok) throw new Error(`${request}: ${answer.status} ${await answer.text()}`)
    return bodyOf<T>(answer)
  }
  const configuration = { thresholds: { commitHours: 0.5, considerHours: 12 } }
  await made('POST /api/v1/ca/satellites', { name: 'ION SCV-008', noradId: PRIMARY, configuration })
  await made<Sensor>('POST /api/v1/odt/sensors', {
    sensorCode: SENSOR,
    groundSensorName: 'Own radar',
    sensorType: 'RADAR_ACTIVE',
    ...OWN_TRACK.radar,
  })
  const lastBeforeS = OWN_TRACK.echoes.at(-1)?.[0] ?? 0
  const tcaMs = Math.floor((Date.now() - OVER_MS) / 1000) * 1000 + lastBeforeS * 1000
  const provided = messageOfTrack({ tcaMs, createdMs: tcaMs - 9 * HOUR_MS })
  const id = (await made<CdmIntake[]>('POST /api/v1/ca/cdms', provided))[0]!.conjunctionId!
  const { db, queue, log } = api.api.platform
  const withdraw = (file: string, reason = REASON) =>
    send(`DELETE /api/v1/odt/observations/file/${file}?reason=${encodeURIComponent(reason)}`)
  return {
    made,
    withdraw,
    withdrawn: async (file: string) => bodyOf<Observation>(await withdraw(file)),
    event: async () => (await made<Conjunction[]>(`GET /api/v1/ca/conjunctions?conjunction-id=${id}`))[0]!,
    levels: () => made<LevelChange[]>(`GET /api/v1/ca/conjunctions/${id}/levels`),
    messages: () => made<Cdm[]>(`GET /api/v1/ca/cdms?conjunction-id=${id}`),
    tracking: () => made<EventTracking>(`GET /api/v1/odt/conjunctions/${id}/tracking`),
    files: () => made<Observation[]>('GET /api/v1/odt/observations'),
    part: async (from?: number, to?: number) => {
      const bounds = { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }
      const text = ownTrackText({ tcaMs, sensorCode: SENSOR, ...bounds })
      return (await made<Observation[]>('POST /api/v1/odt/observations', text))[0]!.observationFileId
    },
    fuse: (run?: Run) => {
      const floor = { db, queue, log, now: () => Date.now(), signal: new AbortController().signal }
      return eventsWork(false, run).turn(floor, `organisation:${organisation}`)
    },
  }
}

test('a track that was sent by mistake is withdrawn: the message before it counts again, and both stay, marked', async () => {
  const desk = await openStation('mistaken')
  const before = await desk.event()
  const file = await desk.part()
  await desk.fuse()
  expect((await desk.event()).activeCdmId).not.toBe(before.activeCdmId)

  const shown = await desk.withdrawn(file)
  expect(shown.withdrawn).toMatchObject({ reason: REASON })
  const { withdrawn } = (await desk.files())[0]!
  expect(withdrawn).toEqual(shown.withdrawn)

  const after = await desk.event()
  expect(after).toMatchObject({ activeCdmId: before.activeCdmId, messages: 2 })
  expect(after.conjunctionData.probabilityOfCollision).toBe(before.conjunctionData.probabilityOfCollision)
  expect((await desk.messages()).map(({ source, withdrawnAt }) => [source, withdrawnAt])).toEqual([
    ['tracking', withdrawn!.at],
    ['upload', null],
  ])
  // No turn of the worker adds it again.
  await desk.fuse()
  expect((await desk.event()).messages).toBe(2)
  const { updates, objects, probability } = await desk.tracking()
  expect(updates).toMatchObject([{ outcome: 'FUSED', observationFileId: file, withdrawn }])
  expect(objects.flatMap(({ made }) => made)).toEqual([])
  expect(probability).toBe(before.conjunctionData.probabilityOfCollision)
})

test('a level that fell by a track that was withdrawn rises again, and says why', async () => {
  const desk = await openStation('risen')
  const files = [await desk.part(0, HALF)]
  await desk.fuse()
  files.push(await desk.part(HALF))
  await desk.fuse()
  expect((await desk.event()).conjunctionData.riskLevel).not.toBe('HIGH')
  for (const file of files) await desk.withdrawn(file)
  expect((await desk.event()).conjunctionData.riskLevel).toBe('HIGH')
  expect((await desk.levels()).at(-1)).toMatchObject({ riskLevel: 'HIGH', reason: 'withdrawal' })
})

test('what was added to an event after a withdrawn track is added anew to the message of the provider', async () => {
  const desk = await openStation('added-anew')
  const other = await openStation('only-second')
  const first = await desk.part(0, HALF)
  await desk.fuse()
  const second = await desk.part(HALF)
  await desk.fuse()
  const provided = (await desk.messages()).find(({ source }) => source === 'upload')!
  await desk.withdrawn(first)
  // Both messages hold the first track: neither counts.
  expect((await desk.messages()).filter(({ withdrawnAt }) => withdrawnAt !== null)).toHaveLength(2)
  expect((await desk.event()).activeCdmId).toBe(provided.cdmId)
  await desk.fuse()
  const [newest] = (await desk.tracking()).updates
  expect(newest).toMatchObject({ outcome: 'FUSED', observationFileId: second, withdrawn: null })
  expect(newest!.before.cdmId).toBe(provided.cdmId)
  expect((await desk.event()).activeCdmId).toBe(newest!.after!.cdmId)
  // It is what an organisation has that never sent the first one.
  await other.part(HALF)
  await other.fuse()
  const [alone] = (await other.tracking()).updates
  expect(Math.abs(newest!.after!.missM - alone!.after!.missM)).toBeLessThan(DIGITS_M)
})

test('measurements that are sent again after they were withdrawn count as new', async () => {
  const desk = await openStation('sent-again')
  const first = await desk.part()
  await desk.fuse()
  await desk.withdrawn(first)
  const again = await desk.part()
  await desk.fuse()
  const [newest] = (await desk.tracking()).updates
  expect(newest).toMatchObject({ outcome: 'FUSED', observationFileId: again, withdrawn: null })
  expect((await desk.event()).activeCdmId).toBe(newest!.after!.cdmId)
})

test('a track that is withdrawn while it is being added leaves no message', async () => {
  const desk = await openStation('meanwhile')
  const file = await desk.part()
  await desk.fuse(async (tenantId, input) => {
    const answer = await runInPool(tenantId, input)
    if ((await desk.files())[0]!.withdrawn === null) await desk.withdrawn(file)
    return answer
  })
  expect(await desk.event()).toMatchObject({ messages: 1 })
  expect((await desk.tracking()).updates).toEqual([])
})

test('neither the orbit of after a burn nor the offset of a sensor rests on a withdrawn track', async () => {
  const organisation = 'rests-on-nothing'
  const desk = await openStation(organisation)
  const file = await desk.part()
  const resting = () =>
    api.api.platform.db.tenant(`organisation:${organisation}`, async (tx) => {
      const [from, to] = [new Date(Date.now() - 24 * HOUR_MS), new Date()]
      const after = await listTracksAfter(tx, OWN_TRACK.catalogueId, { from, to, limit: 9 })
      const read = await listTracks(tx, [file])
      const offsets = await listOffsets(tx, from)
      return [after, read.map(({ id }) => id), offsets.map(({ norad_id }) => norad_id)]
    })
  expect(await resting()).toEqual([[file], [file], [OWN_TRACK.catalogueId]])
  await desk.withdrawn(file)
  expect(await resting()).toEqual([[], [], []])
})

test('a withdrawn file is given out under a name that says so', async () => {
  const desk = await openStation('given-out')
  const file = await desk.part()
  const nameOf = async () => {
    const person = { subject: 'ada', organisation: 'given-out', roles: ['odt:user'] }
    const answer = await api.call(person, `GET /api/v1/odt/observations/file/${file}`)
    await answer.text()
    return answer.headers.get('content-disposition')
  }
  expect(await nameOf()).not.toContain('WITHDRAWN')
  await desk.withdrawn(file)
  expect(await nameOf()).toContain(`WITHDRAWN-${SENSOR}`)
})

test('neither a file that is withdrawn already nor one of others is withdrawn, and each is said in words', async () => {
  const desk = await openStation('refused')
  const stranger = await openStation('strangers')
  const file = await desk.part()
  const refusal = async (sent: Promise<Response>) => {
    const answer = await sent
    return [answer.status, (await bodyOf<{ message: string }>(answer)).message]
  }
  expect(await refusal(stranger.withdraw(file))).toEqual([404, 'There is no such file.'])
  expect((await desk.withdraw(file, ' ')).status).toBe(400)
  await desk.withdrawn(file)
  expect(await refusal(desk.withdraw(file))).toEqual([409, expect.stringContaining('withdrew this file at')])
  const trail = await api.database.query<{ actor: string; detail: object }>(
    `select actor, detail from platform.audit where action = 'observation.withdraw' and object = '${file}'`,
  )
  expect(trail).toEqual([{ actor: 'ada', detail: { reason: REASON } }])
})
