import { HOUR_MS } from '@apsis/astro/constants.ts'
import type { LevelChange } from '@apsis/contract/ca/event/conjunction.ts'
import type { Observation } from '@apsis/contract/odt/observation/observation.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bodyOf, startTestApi, type TestApi } from '../../platform/testing/test-api.ts'
import { listOffsets } from '../sensor/sensor.repository.ts'
import { openStation as openOwnStation, RADAR } from '../testing/own-station.ts'
import { OWN_TRACK, ownTrackText } from '../testing/own-track.ts'
import { listTracks, listTracksAfter } from './conjunction.repository.ts'
import { runInPool } from './events-work.ts'

const HALF = OWN_TRACK.echoes.length / 2
const REASON = 'Sent for another pass'
/** Two results from the same measurements and prior may differ by the digits of their messages, m. */
const DIGITS_M = 1

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

/** Makes a station whose tracks are sent in parts, and withdrawn. */
async function openStation(organisation: string) {
  const station = await openOwnStation(api, organisation)
  const { id, tcaMs, made, call } = station
  const withdraw = (file: string, reason = REASON) =>
    call(`DELETE /api/v1/odt/observations/file/${file}?reason=${encodeURIComponent(reason)}`)
  return {
    ...station,
    withdraw,
    withdrawn: async (file: string) => bodyOf<Observation>(await withdraw(file)),
    levels: () => made<LevelChange[]>(`GET /api/v1/ca/conjunctions/${id}/levels`),
    part: async (from?: number, to?: number) => {
      const bounds = { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }
      const text = ownTrackText({ tcaMs, sensorCode: RADAR.sensorCode, ...bounds })
      return (await made<Observation[]>('POST /api/v1/odt/observations', text))[0]!.observationFileId
    },
  }
}

test('a track that was sent by mistake is withdrawn: the message before it applies again, and both stay with a mark', async () => {
  const operator = await openStation('mistaken')
  const before = await operator.event()
  const file = await operator.part()
  await operator.fuse()
  expect((await operator.event()).activeCdmId).not.toBe(before.activeCdmId)

  const shown = await operator.withdrawn(file)
  expect(shown.withdrawn).toMatchObject({ reason: REASON })
  const { withdrawn } = (await operator.files())[0]!
  expect(withdrawn).toEqual(shown.withdrawn)

  const after = await operator.event()
  expect(after).toMatchObject({ activeCdmId: before.activeCdmId, messages: 2 })
  expect(after.conjunctionData.probabilityOfCollision).toBe(before.conjunctionData.probabilityOfCollision)
  expect((await operator.messages()).map(({ source, withdrawnAt }) => [source, withdrawnAt])).toEqual([
    ['tracking', withdrawn!.at],
    ['upload', null],
  ])
  // No later run of the worker adds it again.
  await operator.fuse()
  expect((await operator.event()).messages).toBe(2)
  const { updates, objects, probability } = await operator.tracking()
  expect(updates).toMatchObject([{ outcome: 'FUSED', observationFileId: file, withdrawn }])
  expect(objects.flatMap(({ made }) => made)).toEqual([])
  expect(probability).toBe(before.conjunctionData.probabilityOfCollision)
})

test('a level that fell because of a track rises again when the track is withdrawn, and says why', async () => {
  const operator = await openStation('risen')
  const files = [await operator.part(0, HALF)]
  await operator.fuse()
  files.push(await operator.part(HALF))
  await operator.fuse()
  expect((await operator.event()).conjunctionData.riskLevel).not.toBe('HIGH')
  for (const file of files) await operator.withdrawn(file)
  expect((await operator.event()).conjunctionData.riskLevel).toBe('HIGH')
  expect((await operator.levels()).at(-1)).toMatchObject({ riskLevel: 'HIGH', reason: 'withdrawal' })
})

test('tracks that were added to an event after a withdrawn track are added again to the message of the provider', async () => {
  const operator = await openStation('added-anew')
  const other = await openStation('only-second')
  const first = await operator.part(0, HALF)
  await operator.fuse()
  const second = await operator.part(HALF)
  await operator.fuse()
  const provided = (await operator.messages()).find(({ source }) => source === 'upload')!
  await operator.withdrawn(first)
  // Both messages include the first track: neither applies.
  expect((await operator.messages()).filter(({ withdrawnAt }) => withdrawnAt !== null)).toHaveLength(2)
  expect((await operator.event()).activeCdmId).toBe(provided.cdmId)
  await operator.fuse()
  const [newest] = (await operator.tracking()).updates
  expect(newest).toMatchObject({ outcome: 'FUSED', observationFileId: second, withdrawn: null })
  expect(newest!.before.cdmId).toBe(provided.cdmId)
  expect((await operator.event()).activeCdmId).toBe(newest!.after!.cdmId)
  // The result is the same as for an organisation that never sent the first track.
  await other.part(HALF)
  await other.fuse()
  const [alone] = (await other.tracking()).updates
  expect(Math.abs(newest!.after!.missM - alone!.after!.missM)).toBeLessThan(DIGITS_M)
})

test('measurements that are sent again after their withdrawal count as new', async () => {
  const operator = await openStation('sent-again')
  const first = await operator.part()
  await operator.fuse()
  await operator.withdrawn(first)
  const again = await operator.part()
  await operator.fuse()
  const [newest] = (await operator.tracking()).updates
  expect(newest).toMatchObject({ outcome: 'FUSED', observationFileId: again, withdrawn: null })
  expect((await operator.event()).activeCdmId).toBe(newest!.after!.cdmId)
})

test('a track that is withdrawn while it is being added leaves no message', async () => {
  const operator = await openStation('meanwhile')
  const file = await operator.part()
  await operator.fuse(async (tenantId, input) => {
    const answer = await runInPool(tenantId, input)
    if ((await operator.files())[0]!.withdrawn === null) await operator.withdrawn(file)
    return answer
  })
  expect(await operator.event()).toMatchObject({ messages: 1 })
  expect((await operator.tracking()).updates).toEqual([])
})

test('neither the orbit after a burn nor the offset of a sensor uses a withdrawn track', async () => {
  const organisation = 'rests-on-nothing'
  const operator = await openStation(organisation)
  const file = await operator.part()
  const resting = () =>
    api.api.platform.db.tenant(`organisation:${organisation}`, async (tx) => {
      const [from, to] = [new Date(Date.now() - 24 * HOUR_MS), new Date()]
      const after = await listTracksAfter(tx, OWN_TRACK.catalogueId, { from, to, limit: 9 })
      const read = await listTracks(tx, [file])
      const offsets = await listOffsets(tx, from)
      return [after, read.map(({ id }) => id), offsets.map(({ norad_id }) => norad_id)]
    })
  expect(await resting()).toEqual([[file], [file], [OWN_TRACK.catalogueId]])
  await operator.withdrawn(file)
  expect(await resting()).toEqual([[], [], []])
})

test('the name of a withdrawn file says that it is withdrawn', async () => {
  const operator = await openStation('given-out')
  const file = await operator.part()
  const nameOf = async () => {
    const person = { subject: 'ada', organisation: 'given-out', roles: ['odt:user'] }
    const answer = await api.call(person, `GET /api/v1/odt/observations/file/${file}`)
    await answer.text()
    return answer.headers.get('content-disposition')
  }
  expect(await nameOf()).not.toContain('WITHDRAWN')
  await operator.withdrawn(file)
  expect(await nameOf()).toContain(`WITHDRAWN-${RADAR.sensorCode}`)
})

test('neither a file that is already withdrawn nor one of another organisation can be withdrawn, and each refusal gives the reason', async () => {
  const operator = await openStation('refused')
  const stranger = await openStation('strangers')
  const file = await operator.part()
  const refusal = async (sent: Promise<Response>) => {
    const answer = await sent
    return [answer.status, (await bodyOf<{ message: string }>(answer)).message]
  }
  expect(await refusal(stranger.withdraw(file))).toEqual([404, 'There is no such file.'])
  expect((await operator.withdraw(file, ' ')).status).toBe(400)
  await operator.withdrawn(file)
  expect(await refusal(operator.withdraw(file))).toEqual([409, expect.stringContaining('withdrew this file at')])
  const trail = await api.database.query<{ actor: string; detail: object }>(
    `select actor, detail from platform.audit where action = 'observation.withdraw' and object = '${file}'`,
  )
  expect(trail).toEqual([{ actor: 'ada', detail: { reason: REASON } }])
})
