import { MINUTE_MS } from '@apsis/astro/constants.ts'
import type { Demo } from '@apsis/contract/ca/demo.ts'
import type { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'
import type { Notification } from '@apsis/contract/notifications/notification.ts'
import type { EventTracking } from '@apsis/contract/odt/tracking/conjunction.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendHighEvent } from '../../ca/testing/demo-high-event.ts'
import { JOBS } from '../../jobs.ts'
import { type Database, openDatabase } from '../../platform/database/database.ts'
import { openQueue, type Queue } from '../../platform/jobs/jobs.ts'
import { createMovedDatabase } from '../../platform/testing/moved-database.ts'
import { bodyOf, startTestApi, type TestApi } from '../../platform/testing/test-api.ts'
import { createTestDatabase } from '../../platform/testing/test-database.ts'
import { openOperator } from '../testing/operator.ts'
import { eventsWork } from './events-work.ts'

// In the demo a pass of the other object is hours ahead: the workers of this test have a clock that is moved to that time. The passes depend on the
// hour, so the test always begins at the same one.
const BEGINS = '2026-11-20T10:00:00Z'

let api: TestApi
let db: Database
let queue: Queue
let aheadMs: number
/** If all tests run at another hour on purpose (tools/hours.ts), so does this one. */
const openClockedDatabase = () =>
  process.env.APSIS_TEST_AHEAD_MS === undefined ? createMovedDatabase(BEGINS) : createTestDatabase()
const nowMs = () => Date.now() + aheadMs
beforeAll(async () => {
  api = await startTestApi({ APSIS_DEMO_FLEET: 'true' }, openClockedDatabase)
  const url = api.database.appUrl
  db = openDatabase({ url, pool: 4, name: 'test-worker', log: api.log })
  const [clock] = await api.database.query<{ now: Date }>('select now()')
  aheadMs = clock!.now.getTime() - Date.now()
  queue = await openQueue({ url, pool: 2, log: api.log, now: nowMs }, 'worker')
  await queue.work(JOBS, db, 1)
})
afterAll(async () => {
  await queue.stop(1_000)
  await db.close()
  await api.close()
})

const SCREENED = { timeout: 60_000 }
/** A simulated sensor delivers five minutes after its pass. */
const DELIVERED_MS = 6 * MINUTE_MS

/** Makes an organisation with the demo fleet, its HIGH event that is not a story, and the own orbit of its satellite. */
async function openHighEvent(organisation: string) {
  const operator = await openOperator(api, organisation)
  await operator.till.addCredit(500_000)
  const read = async <T>(path: string) => bodyOf<T>(await api.call(operator.person, `GET ${path}`))
  const floorAt = (atMs: number) => ({ db, queue, log: api.log, now: () => atMs, signal: new AbortController().signal })
  const { since, seed } = await read<Demo>('/api/v1/ca/demo')
  if (since === null || seed === null) throw new Error('the demo is not open')
  const owner = { tenantId: operator.tenantId, subject: operator.person.subject }
  await sendHighEvent(floorAt(nowMs()), { owner, fleet: operator.fleet, seed, openedMs: Date.parse(since) })
  const event = async () => {
    const [found] = (await read<Conjunction[]>('/api/v1/ca/conjunctions')).filter(({ messages }) => messages > 0)
    if (found === undefined) throw new Error('the messages of the demo opened no event')
    return found
  }
  // The test continues only after the event's own orbit is screened, too.
  await expect.poll(async () => (await event()).ownScreening?.state, SCREENED).toBe('COUNTS')
  const { conjunctionId } = await event()
  return {
    ...operator,
    event,
    fuse: (atMs: number) => eventsWork(true).turn(floorAt(atMs), operator.tenantId),
    tracking: () => read<EventTracking>(`/api/v1/odt/conjunctions/${conjunctionId}/tracking`),
    notices: () => read<Notification[]>('/api/v1/notifications?limit=200'),
  }
}

test('a pass that is ordered for the HIGH event of the demo decides its level through the own orbit, screened again', async () => {
  const operator = await openHighEvent('demo-loop')
  const before = await operator.event()
  expect(before).toMatchObject({ isSimulated: true, conjunctionData: { riskLevel: 'HIGH' }, track: null })
  const { objects } = await operator.tracking()
  const { catalogueId, passes } = objects[1]!
  const radar = passes
    .filter(({ measurementType }) => measurementType === 'RADAR')
    .toSorted((one, other) => Date.parse(one.start) - Date.parse(other.start))
  // The noise decides if a track agrees with its message, and depends on the hour of the test.
  const isFused = async () => (await operator.tracking()).updates.some(({ outcome }) => outcome === 'FUSED')
  for (const pass of radar.slice(0, 3)) {
    if (await isFused()) break
    const { observationRequestId } = await operator.request({
      catalogueId,
      conjunctionId: before.conjunctionId,
      measurementType: 'RADAR',
      observationPassIds: [pass.name],
    })
    await operator.work(nowMs())
    const deliveredMs = Date.parse(pass.end) + DELIVERED_MS
    await operator.work(deliveredMs)
    expect((await operator.find(observationRequestId)).status).toBe('COMPLETE')
    await operator.fuse(deliveredMs + MINUTE_MS)
  }
  await expect.poll(async () => (await operator.event()).track?.screening, SCREENED).toBe('DONE')
  const { updates } = await operator.tracking()
  expect(updates[0]).toMatchObject({ outcome: 'FUSED', isSimulated: true })
  const after = await operator.event()
  expect(after.track).toMatchObject({ cdmId: updates[0]!.after!.cdmId, reason: null })
  // The true risk depends on the hour of the test: whatever the level is, it comes from an estimate after the track.
  const { levelBy, ownScreening } = after
  expect(levelBy).toMatchObject({ isBeforeTrack: false })
  expect([after.activeCdmId, ownScreening!.estimateId]).toContain(levelBy!.id)
  expect(ownScreening).toMatchObject({ state: 'COUNTS' })
  expect(ownScreening!.screeningId).not.toBe(before.ownScreening!.screeningId)
  const lowered = (await operator.notices()).filter(({ title }) => title.startsWith('Risk lowered'))
  const hasFallen = !/HIGH|CRITICAL/.test(after.conjunctionData.riskLevel)
  const trackAt = after.track!.at.slice(0, 16).replace('T', ' ')
  expect(lowered.map(({ title }) => title)).toEqual(
    hasFallen ? [`Risk lowered from HIGH to ${after.conjunctionData.riskLevel}, by the track of ${trackAt} Z`] : [],
  )
}, 240_000) // The fleet of the demo is opened, and a worker computes its orbits.
