import { randomUUID } from 'node:crypto'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@apsis/astro/constants.ts'
import { SatelliteConfiguration } from '@apsis/contract/ca/satellite/configuration.ts'
import { cdmPublicRow } from '@apsis/tools/services/space-track/records.ts'
import { emptySpaceTrack, startSpaceTrack } from '@apsis/tools/services/space-track/space-track.ts'
import { expect, test } from 'vitest'
import { testConnection, updateConnection } from '../../connections/connection.service.ts'
import { addConnection, connectionPlatform, testWays } from '../../connections/testing/test-connection.ts'
import { dyingAt } from '../../platform/testing/dying-database.ts'
import { insertSatellite } from '../satellite/record/satellite.repository.ts'
import { cdmText } from '../testing/cdm-text.ts'
import { useFeedPlatform } from '../testing/feed-platform.ts'
import { spaceTrackWork } from './space-track-work.ts'

const USER = 'flight@operator.example'
const START = Date.parse('2030-01-01T00:00:00Z')
const DAYS = 30
const STEP_MS = 27 * MINUTE_MS

const { tenantId, query, turn, turnWith, stored, platform } = useFeedPlatform()

/** Returns numbers between 0 and 1 that look random and are the same in every run. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** Returns a report of class cdm_public between a satellite and an object. */
function publicRow(id: number, createdMs: number) {
  const [first, second] = ['43617', '90001'].map((number) => ({ NORAD_CAT_ID: number, OBJECT_TYPE: 'PAYLOAD' }))
  const objects = [first ?? {}, second ?? {}] as const
  return cdmPublicRow({ id, createdMs, tcaMs: createdMs + 2 * DAY_MS, missM: 187, probability: 2e-4, objects })
}

test(`over ${DAYS} days with two workers, wrong clocks, restarts, faults and people who test, no limit of the service is exceeded`, async () => {
  let now = START
  const random = randomFrom(48)
  const content = emptySpaceTrack()
  const server = await startSpaceTrack({ clock: () => now, content, accounts: [{ identity: USER, password: 'right' }] })
  const ways = testWays({ ledgerClock: () => now, random })
  const people = connectionPlatform(platform().db, { ways, now: () => now })
  const other = `${tenantId()} other`
  const feeds: ('MESSAGES' | 'REPORTED')[] = ['MESSAGES', 'REPORTED']
  const given = { kind: 'SPACE_TRACK', address: server.url, account: USER, secret: 'right', feeds } as const
  // A second organisation with the same account shares its limits.
  const mine = await addConnection(people, tenantId(), given)
  await addConnection(people, other, given)
  await addOwn(tenantId())
  let published = 0
  const publish = () => {
    published += 1
    const createdAt = new Date(now - MINUTE_MS).toISOString().slice(0, 19)
    // Each message is of a close and likely event, so its messages are fetched every hour.
    const urgent = { tca: new Date(now + 2 * DAY_MS).toISOString(), missM: 60, sigmaM: 100 }
    content.cdms.push(cdmText({ messageId: `m ${published}`, objects: ['43617', '90001'], createdAt, ...urgent }))
    content.cdmPublic.push(publicRow(published, now - MINUTE_MS))
  }
  /** The clocks of the two workers, which are wrong and are sometimes changed. */
  const offsets = [0, 0]
  const faults = ['error-page', 'cut-off', 'page', 'signed-out', 'minute-limit', 'redirect-same', 'down'] as const
  const caller = { tenantId: tenantId(), subject: 'ada', username: 'ada' }
  const resume = () =>
    updateConnection(
      people,
      { caller, requestId: 'test' },
      {
        id: mine.connectionId,
        given: { ...given, name: 'Space-Track', periodHours: 8, isStaging: false, isPaused: false },
        ifMatch: undefined,
      },
    )
  // Each step uses new readers, as after a restart.
  const step = async () => {
    const runs = offsets.map((offset) => turn(spaceTrackWork(ways), () => now + offset))
    await Promise.all([...runs, turnWith(spaceTrackWork(ways), () => now, other)])
  }
  for (; now < START + DAYS * DAY_MS; now += STEP_MS) {
    if (random() < 0.02) offsets[Math.floor(random() * 2)] = (random() - 0.5) * 3 * HOUR_MS
    if (random() < 0.03) server.next(faults[Math.floor(random() * faults.length)] ?? 'page', 1)
    if (random() < 0.1) publish()
    if (random() < 0.01) await testConnection(people, { caller, requestId: 'test' }, mine.connectionId)
    if (random() < 0.01) await resume()
    await step()
  }
  // A person resumes the stopped connection, and after a day without faults everything has been fetched.
  await resume()
  for (; now < START + (DAYS + 1) * DAY_MS; now += STEP_MS) await step()
  await server.close()
  expect(server.violations).toEqual([])
  const polls = server.requests.filter(({ path }) => path.includes('/class/cdm/CREATION_DATE'))
  const publicPolls = server.requests.filter(({ path }) => path.includes('/class/cdm_public/CREATED'))
  const hourly = server.requests.filter(({ path }) => path.includes('/class/cdm/SAT1'))
  // Three fetches a day were possible; faults and wrong clocks prevented some of them.
  expect(polls.length).toBeGreaterThan(2 * DAYS)
  expect(publicPolls.length).toBeGreaterThan(2 * DAYS)
  expect(hourly.length).toBeGreaterThan(12 * DAYS)
  expect((await stored()).length).toBe(new Set(await stored()).size)
  const kept = new Set((await stored()).map((id) => id.replace(/^\S+ /, '')))
  const names = Array.from({ length: published }, (_, place) => `m ${place + 1}`)
  expect(names.filter((name) => !kept.has(name))).toEqual([])
}, 600_000) // Two workers work through every step of these days.

/** Adds the satellite that the reports are about. */
const addOwn = (organisation: string) =>
  platform().db.tenant(organisation, (tx) =>
    insertSatellite(tx, {
      tenantId: organisation,
      id: randomUUID(),
      name: 'OWN',
      noradId: 43_617,
      configuration: SatelliteConfiguration.parse({}),
      isSimulated: false,
    }),
  )

test('a worker that is killed before any of its transactions loses nothing, stores nothing twice and exceeds no limit', async () => {
  for (let last = 0; ; last += 1) {
    let now = START + 10 * MINUTE_MS
    const organisation = `${tenantId()} killed at ${last}`
    const content = emptySpaceTrack()
    const accounts = [{ identity: USER, password: 'right' }]
    const server = await startSpaceTrack({ clock: () => now, content, accounts })
    for (const messageId of ['one', 'two', 'three'])
      content.cdms.push(cdmText({ messageId: `${messageId} ${last}`, createdAt: '2029-12-31T01:00:00' }))
    const reported = [1, 2, 3].map((place) => 10 * last + place)
    content.cdmPublic.push(...reported.map((id) => publicRow(id, Date.parse('2029-12-31T01:00:00Z'))))
    const ways = testWays({ ledgerClock: () => now })
    const feeds: ('MESSAGES' | 'REPORTED')[] = ['MESSAGES', 'REPORTED']
    const given = { kind: 'SPACE_TRACK', address: server.url, account: `${USER}`, secret: 'right', feeds } as const
    await addOwn(organisation)
    await addConnection(connectionPlatform(platform().db, { ways, now: () => now }), organisation, given)
    const dying = dyingAt(platform().db, last)
    const killed = await turnWith(spaceTrackWork(ways), () => now, organisation, dying.db).then(
      () => false,
      () => true,
    )
    for (; now < START + 18 * HOUR_MS; now += 20 * MINUTE_MS)
      await turnWith(spaceTrackWork(ways), () => now, organisation)
    const rows = await query('select message_id from ca.cdm where tenant_id = $1 order by message_id', [organisation])
    expect(rows.map((row) => (row as { message_id: string }).message_id)).toEqual([
      `one ${last}`,
      `three ${last}`,
      `two ${last}`,
    ])
    const kept = await query('select report_id from ca.reported_approach where tenant_id = $1', [organisation])
    expect(kept.map((row) => Number((row as { report_id: string }).report_id)).sort((a, b) => a - b)).toEqual(reported)
    expect(server.violations).toEqual([])
    await server.close()
    if (!killed) {
      // The last run had as many transactions as it needs, so that each of them was tried.
      expect(last).toBeGreaterThanOrEqual(dying.count())
      expect(last).toBeGreaterThan(5)
      return
    }
  }
}, 600_000) // Each transaction is interrupted once, each time with a new server.
