import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { LevelChange } from '@apsis/contract/ca/event/conjunction.ts'
import type { Satellite } from '@apsis/contract/ca/satellite/satellite.ts'
import type { Notification } from '@apsis/contract/notifications/notification.ts'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { ownOrbit } from '../../ca/testing/estimate-operator.ts'
import { oemText } from '../../ca/testing/oem-text.ts'
import { startTestApi, type TestApi } from '../../platform/testing/test-api.ts'
import { openStation, RADAR } from '../testing/own-station.ts'
import { ownTrackText, PRIMARY } from '../testing/own-track.ts'
import { closeGate, createPatientDatabase, openAllGates } from '../testing/table-gate.ts'

const WORKER = join(import.meta.dirname, '..', 'testing', 'tracks-worker.ts')
const HOUR_MS = 3_600_000
/** Several workers are killed one after the other, and the heartbeat of each has to expire. */
const LIMIT_MS = 400_000
/** The job of a killed worker is free when its heartbeat has expired; on a busy machine everything takes longer. */
const SOON = { timeout: 120_000, interval: 200 }

let api: TestApi
let worker: ChildProcess | undefined
beforeAll(async () => {
  api = await startTestApi({}, createPatientDatabase)
})
afterEach(async () => {
  worker?.kill('SIGKILL')
  await openAllGates()
})
afterAll(() => api.close())

async function startWorker(): Promise<void> {
  // The worker's work is due at once: the time between two runs is tested elsewhere.
  await api.database.query("update platform.recurring_work set busy_until = null, taken_at = now() - interval '1 hour'")
  worker = fork(WORKER, [api.database.appUrl], { execArgv: [] })
  await once(worker, 'message')
}

async function kill(): Promise<void> {
  if (worker === undefined) throw new Error('there is no worker')
  const ended = once(worker, 'exit')
  worker.kill('SIGKILL')
  await ended
}

/** Makes a station whose satellite has an ephemeris, and whose future event is HIGH according to a provider's message. */
async function openFlying(organisation: string) {
  const station = await openStation(api, organisation)
  const { made, person } = station
  const [satellite] = await made<Satellite[]>(`GET /api/v1/ca/satellites?norad-id=${PRIMARY}`)
  // The ephemeris is far from the messages' orbit: a screening finds no object near it, which is a result.
  const who = { objectId: String(PRIMARY), objectName: satellite!.name }
  const form = new FormData()
  form.set('satellite-id', satellite!.satelliteId)
  form.set('kind', 'OPERATIONAL')
  form.set('isDisagreementSeen', 'true')
  const flown = oemText(ownOrbit(0), {
    from: new Date(Date.now() - HOUR_MS),
    hours: 6,
    sigmaKm: [0.01, 0.02, 0.01],
    ...who,
  })
  form.set('file', new Blob([flown]), 'own.oem')
  expect((await api.call(person, 'POST /api/v1/ca/ephemeris/file', { body: form })).status).toBe(201)
  return {
    ...station,
    levels: () => made<LevelChange[]>(`GET /api/v1/ca/conjunctions/${station.id}/levels`),
    told: async () => {
      const all = await made<Notification[]>('GET /api/v1/notifications?limit=200')
      return all.flatMap(({ title, finding }) => (finding === null ? [] : [title]))
    },
  }
}

test.each([
  { when: 'before the screening is ordered', organisation: 'killed-before', ordered: 0 },
  { when: 'before the screening that is ordered is made', organisation: 'killed-after', ordered: 1 },
])(
  'a worker that is killed once it has added a track, $when, leaves the level as it was; the next one screens, and tells it once',
  async ({ organisation, ordered }) => {
    const station = await openFlying(organisation)
    const { event, levels, told, made } = station
    await startWorker()
    // The screenings that the file itself ordered run first.
    const open = async () =>
      (await made<{ state: string }[]>('GET /api/v1/ca/screenings')).filter(({ state }) => !/done|failed/.test(state))
    await vi.waitFor(async () => expect(await open()).toEqual([]), SOON)
    expect(await event()).toMatchObject({ conjunctionData: { riskLevel: 'HIGH' }, track: null })
    const before = await told()

    const gate = await closeGate(api.database, 'screening.part')
    await made('POST /api/v1/odt/observations', ownTrackText({ tcaMs: station.tcaMs, sensorCode: RADAR.sensorCode }))
    await gate.isReached()
    if (ordered > 0) {
      await gate.letOneThrough()
      await gate.isReached()
    }
    await kill()
    await gate.open()
    const held = {
      conjunctionData: { riskLevel: 'HIGH' },
      track: { screening: 'AWAITED' },
      levelBy: { isBeforeTrack: true },
    }
    expect(await event()).toMatchObject(held)
    const rows = await api.database.query('select state from ca.screened_anew where tenant_id = $1', [
      `organisation:${organisation}`,
    ])
    expect(rows).toEqual(Array.from({ length: ordered }, () => ({ state: 'ORDERED' })))
    expect(await told()).toEqual(before)

    await startWorker()
    await vi.waitFor(async () => expect((await event()).track?.screening).toBe('DONE'), SOON)
    const after = await event()
    expect(['LOW', 'MEDIUM']).toContain(after.conjunctionData.riskLevel)
    expect(after.levelBy).toMatchObject({ source: 'MESSAGE', id: after.activeCdmId, isBeforeTrack: false })
    // There was no level between the first one and the last one.
    expect((await levels()).map(({ riskLevel }) => riskLevel)).toEqual(['HIGH', after.conjunctionData.riskLevel])
    const news = (await told()).slice(0, -before.length || undefined)
    const lowered = new RegExp(`^Risk lowered from HIGH to ${after.conjunctionData.riskLevel}, by the track of `)
    expect(news.filter((title) => lowered.test(title))).toHaveLength(1)
    expect(news.filter((title) => /Risk|Level/.test(title))).toHaveLength(1)
  },
  LIMIT_MS,
)
