import { mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { EphemerisFile } from '@apsis/contract/ca/ephemeris/ephemeris.ts'
import type { Conjunction, Decision, LevelChange } from '@apsis/contract/ca/event/conjunction.ts'
import { rankOf } from '@apsis/contract/ca/event/risk-level.ts'
import type { FindResult } from '@apsis/contract/ca/find.ts'
import type { Satellite } from '@apsis/contract/ca/satellite/satellite.ts'
import type { Screening } from '@apsis/contract/ca/screening/screening.ts'
import type { Status } from '@apsis/contract/status/status.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addConnection, connectionPlatform, testWays } from '../../connections/testing/test-connection.ts'
import { JOBS } from '../../jobs.ts'
import { type Database, openDatabase } from '../../platform/database/database.ts'
import { openQueue, type Queue } from '../../platform/jobs/jobs.ts'
import { bodyOf, startTestApi, type TestApi } from '../../platform/testing/test-api.ts'
import { folderWork } from '../feed/folder-work.ts'
import { openNow } from '../reminder/open-event.ts'
import { listOpenEvents } from '../reminder/reminder.repository.ts'
import { findFleetNews } from '../screening/fleet/fleet-screening.repository.ts'
import { fleetScreeningWork } from '../screening/fleet/fleet-screening-work.ts'
import { type LostObject, screenFleet } from '../screening/screening.service.ts'
import { asOperator } from '../testing/ca-operator.ts'
import { cdmText } from '../testing/cdm-text.ts'
import { FROM, GOOD, HOUR_MS, NUMBER, openEstimateOperator, ownOrbit, THREAT } from '../testing/estimate-operator.ts'
import { oemText } from '../testing/oem-text.ts'
import { storeSets } from '../testing/test-catalogue.ts'
import { markMitigated } from './event.service.ts'
import { withdrawMessages } from './withdraw-messages.service.ts'

/** The file is written to the millimetre, with elements that are fitted to a millimetre; a sigma is the root of 4000 m² in double precision. */
const [FLOWN_M, SIGMA_DIGITS] = [5e-3, 9]

let api: TestApi
const open = (organisation: string) => openEstimateOperator(api, organisation)
let queue: Queue
let db: Database
beforeAll(async () => {
  api = await startTestApi()
  await storeSets(api.database, [THREAT])
  const url = api.database.appUrl
  db = openDatabase({ url, pool: 4, name: 'test-worker', log: api.log })
  queue = await openQueue({ url, pool: 2, log: api.log }, 'worker')
  await queue.work(JOBS, db, 1)
})
afterAll(async () => {
  await queue.stop(5_000)
  await db.close()
  await api.close()
})

test('an own ephemeris with a nearer approach than the message raises its event at once, and the text says that the two contradict', async () => {
  const { message, fly, events, told, estimates, read } = await open('one-truth')
  await message({ missM: 500, objects: [String(NUMBER), '90001'], sigmaM: 30 })
  const [before] = await events()
  expect(before).toMatchObject({ conjunctionData: { riskLevel: 'LOW' }, ownScreening: null, levelFrom: 'MESSAGE' })
  // In the message the other object is 500 m above the satellite; in its own ephemeris the satellite is 440 m higher than in the message.
  await fly(440, { sigmaKm: GOOD })
  const [event, ...others] = await events()
  expect(others).toEqual([])
  expect(event!.conjunctionId).toBe(before!.conjunctionId)
  expect(event).toMatchObject({
    levelFrom: 'OWN_SCREENING',
    conjunctionData: { riskLevel: 'CRITICAL' },
    ownScreening: { riskLevel: 'CRITICAL', state: 'COUNTS', weakness: null },
    comparison: { isDisagreement: true, isSameSecondary: true },
  })
  expect(Math.abs(event!.conjunctionData.totalMissDistance - 60)).toBeLessThan(FLOWN_M)
  // Computed by hand: the radial difference is 440 m; the sigma is 30 m in the message, and in the file 10 m at its ends and up to 20 m between.
  expect(Math.abs(event!.comparison!.difference.r + 440)).toBeLessThan(FLOWN_M)
  expect(event!.comparison!.mahalanobis).toBeLessThan(440 / Math.hypot(30, 10))
  expect(event!.comparison!.mahalanobis).toBeGreaterThan(440 / Math.hypot(30, 20))
  expect((await told()).sort().join()).toMatch(
    /^critical: Act: SAT 43617 × .*,critical: Estimates contradict each other$/,
  )
  const all = await estimates(event!.conjunctionId)
  expect(all.estimates.map(({ source, state }) => `${source} ${state}`).sort()).toEqual([
    'OWN_SCREENING COUNTS',
    'PROVIDER COUNTS',
    'RECOMPUTED COUNTS',
  ])
  const own = all.estimates.find(({ source }) => source === 'OWN_SCREENING')!
  // The sigma combines 30 m of the object in the message with 10 m to 20 m of the file.
  expect(own.sigma!.r).toBeGreaterThan(Math.hypot(30, 10))
  expect(own.sigma!.r).toBeLessThan(Math.hypot(30, 20))
  expect(own).toMatchObject({ against: 'CDM', cdmId: event!.activeCdmId, fileName: 'own.oem' })
  const levels = await read<LevelChange[]>(`/conjunctions/${event!.conjunctionId}/levels`)
  expect(levels.map(({ riskLevel, reason }) => `${riskLevel} ${reason}`)).toEqual(['LOW message', 'CRITICAL screening'])
})

test('a message that arrived while the states of a screening were read is not recorded as their source', async () => {
  const { message, fly, event, estimates, untilDone } = await open('read-before')
  const about = { objects: [String(NUMBER), '90001'] as const, sigmaM: 30 }
  await message({ ...about, missM: 500 })
  const { activeCdmId: readFrom } = await event()
  await fly(3, { sigmaKm: GOOD })
  // The second message arrives right after the states were read, and before the screening is stored.
  const later = { ...about, missM: 650, createdAt: new Date(FROM.getTime() + 60_000).toISOString() }
  const tenant: Database['tenant'] = async (tenantId, work) => {
    const known = await db.tenant(tenantId, work)
    reading.tenant = db.tenant
    await message(later)
    return known
  }
  const reading: Database = { ...db, tenant }
  const platform = { db: reading, queue, log: api.log, now: () => Date.now() }
  const owner = { tenantId: 'organisation:read-before', subject: 'ann' }
  await untilDone(await screenFleet(platform, owner, 'CDM'))
  const told = await event()
  const { estimates: all } = await estimates(told.conjunctionId)
  const [own] = all.filter(({ source, state }) => source === 'OWN_SCREENING' && state === 'COUNTS')
  expect(own!.cdmId).toBe(readFrom)
  // Computed by hand: 147 m are 4.4 σ of the own orbit in both estimates, and 2.7 σ if both states of the other object also have a sigma of 30 m.
  expect(told.comparison).toMatchObject({ cdmId: told.activeCdmId, isSameSecondary: false, isDisagreement: false })
  expect(told.activeCdmId).not.toBe(readFrom)
  expect(Math.abs(Math.abs(told.comparison!.difference.r) - 153)).toBeLessThan(FLOWN_M)
})

test('an approach that a newer screening no longer finds is withdrawn; the level falls when a second screening confirms it', async () => {
  const { message, fly, event, told } = await open('withdrawn')
  await message({ missM: 500, objects: [String(NUMBER), '90001'], sigmaM: 30 })
  await fly(440, { sigmaKm: GOOD })
  // Five kilometres higher the object is outside the box around the satellite.
  await fly(5_000, { sigmaKm: GOOD })
  const once = await event()
  expect(once).toMatchObject({ ownScreening: { state: 'WITHDRAWN' }, conjunctionData: { riskLevel: 'CRITICAL' } })
  expect(await told()).toContain('critical: Not found by the newest screening')
  await fly(440, { sigmaKm: GOOD })
  await fly(3, { sigmaKm: GOOD })
  const agreeing = await event()
  expect(agreeing).toMatchObject({
    ownScreening: { state: 'COUNTS', riskLevel: 'LOW' },
    comparison: { isDisagreement: false },
  })
  expect(agreeing.conjunctionData.riskLevel).toBe('CRITICAL')
  await fly(2, { sigmaKm: GOOD })
  expect((await event()).conjunctionData.riskLevel).toBe('LOW')
  expect(await told()).toContain('ok: Risk lowered from CRITICAL to LOW')
})

test('an estimate against the state in a message ends once the track in that message is withdrawn', async () => {
  const { message, fly, event, told, estimates } = await open('gone-with-message')
  const objects = [String(NUMBER), '90001'] as const
  const later = new Date(FROM.getTime() + 60_000).toISOString()
  await message({ messageId: 'far', missM: 800, objects, sigmaM: 30 })
  await message({ messageId: 'near', missM: 10, objects, sigmaM: 30, createdAt: later })
  await fly(0, { sigmaKm: GOOD })
  const { conjunctionId, activeCdmId, ...before } = await event()
  expect(before).toMatchObject({ conjunctionData: { riskLevel: 'CRITICAL' }, ownScreening: { state: 'COUNTS' } })
  const ofScreenings = async () =>
    (await estimates(conjunctionId)).estimates.filter(({ screeningId }) => screeningId !== null)
  expect(await ofScreenings()).toHaveLength(1)
  const [tenantId, now] = ['organisation:gone-with-message', new Date()]
  await db.tenant(tenantId, (tx) =>
    withdrawMessages(tx, {
      tenantId,
      now,
      messages: async () => new Map([[conjunctionId, [activeCdmId!]]]),
    }),
  )
  const after = await event()
  expect(after).toMatchObject({ levelFrom: 'MESSAGE', ownScreening: null, comparison: null })
  expect(after.conjunctionData.riskLevel).toBe('LOW')
  expect(Math.round(after.conjunctionData.totalMissDistance)).toBe(800)
  expect(await ofScreenings()).toEqual([])
  // The fleet is screened again, against the state in the message that counts now.
  expect((await db.tenant(tenantId, (tx) => findFleetNews(tx, now))).message_at).toEqual(now)
  expect((await told()).filter((one) => /contradict|Not found/.test(one))).toEqual([])
})

test('an ephemeris without covariance, or one that is only a candidate, raises no event', async () => {
  const { message, fly, event } = await open('weak')
  await message({ missM: 500, objects: [String(NUMBER), '90001'], sigmaM: 30 })
  await fly(440, { kind: 'HYPOTHETICAL', sigmaKm: GOOD })
  expect(await event()).toMatchObject({ ownScreening: null, conjunctionData: { riskLevel: 'LOW' } })
  await fly(440)
  expect(await event()).toMatchObject({
    levelFrom: 'MESSAGE',
    conjunctionData: { riskLevel: 'LOW' },
    ownScreening: { state: 'WEAK', weakness: 'OWN_WITHOUT_COVARIANCE' },
    comparison: null,
  })
})

test('a missing covariance of an own ephemeris is interpolated from messages, and the estimate says so', async () => {
  const { message, fly, event, estimates } = await open('learnt')
  const objects = [String(NUMBER), '90001'] as const
  const at = (hours: number) => new Date(FROM.getTime() + hours * HOUR_MS).toISOString()
  await message({ missM: 500, objects, sigmaM: 20, createdAt: at(-1) })
  await message({ missM: 500, objects, sigmaM: 40, createdAt: at(1) })
  await fly(440)
  const known = await event()
  expect(known).toMatchObject({ ownScreening: { state: 'COUNTS', weakness: null } })
  const own = (await estimates(known.conjunctionId)).estimates.find(({ source }) => source === 'OWN_SCREENING')!
  expect(own).toMatchObject({ ownCovariance: 'MESSAGES', fileName: 'own.oem' })
  // The ephemeris was made three hours before TCA, midway between messages of four and two hours before TCA: it gets half of each variance, and the
  // other object has 40 m.
  expect(own.sigma!.r).toBeCloseTo(Math.sqrt((20 ** 2 + 40 ** 2) / 2 + 40 ** 2), SIGMA_DIGITS)
  await fly(440, { sigmaKm: GOOD })
  const stated = (await estimates(known.conjunctionId)).estimates.findLast(({ source }) => source === 'OWN_SCREENING')!
  expect(stated.ownCovariance).toBe('FILE')
})

test('a screening alone opens an event for a near object, and the level is at most MEDIUM without covariances', async () => {
  const { fly, events, estimates, satellite, decide } = await open('alone')
  await fly(0, { sigmaKm: GOOD })
  const event = (await events()).find(({ object2 }) => object2.designator === '399998')!
  expect(event).toMatchObject({
    satelliteId: satellite.satelliteId,
    messages: 0,
    activeCdmId: null,
    originators: [],
    levelFrom: 'OWN_SCREENING',
    conjunctionData: { riskLevel: 'MEDIUM' },
    ownScreening: { state: 'WEAK', weakness: 'OTHER_WITHOUT_COVARIANCE' },
    object1: { designator: String(NUMBER) },
    object2: { name: 'SIMULATED THREAT' },
    action: 'GET_DATA',
  })
  expect(Math.abs(event.conjunctionData.totalMissDistance - 30)).toBeLessThan(FLOWN_M)
  // The miss is below the accepted 100 m, and the level is still at most MEDIUM, for which the event gives the reason.
  expect(event.levelCauses).toContain('miss-accepted')
  expect(event.levelCauses.at(-1)).toBe('capped-without-covariance')
  expect((await estimates(event.conjunctionId)).estimates).toHaveLength(1)
  // The event is decided like any other, on the result of the screening.
  const step = { action: 'DECIDE', decision: 'REQUEST_TRACKING', why: 'a class of orbits alone' }
  const decided = await decide(event.conjunctionId, step, { 'if-match': `"${event.version}"` })
  const probability = event.conjunctionData.probabilityOfCollision
  const last = (await bodyOf<Decision>(decided)).history.at(-1)
  expect(last).toMatchObject({ action: 'DECIDE', cdmId: null, riskLevel: 'MEDIUM', probability })
  // A message that arrives later joins the event, and counts.
  const [taken] = await asOperator(api, 'alone').take(
    cdmText({
      tca: event.conjunctionData.tca,
      createdAt: FROM.toISOString(),
      objects: [String(NUMBER), '399998'],
      missM: 900,
    }),
  )
  expect(taken).toMatchObject({ status: 'accepted', conjunctionId: event.conjunctionId })
  const joined = (await events(`?conjunction-id=${event.conjunctionId}`))[0] as Conjunction
  expect(joined).toMatchObject({ messages: 1, levelFrom: 'MESSAGE', conjunctionData: { riskLevel: 'LOW' } })
})

test('an object that has left the catalogue was not screened: its estimate stays, and the screening names it', async () => {
  const { fly, events, read } = await open('gone')
  await fly(0, { sigmaKm: GOOD })
  const ofThreat = async () => (await events()).find(({ object2 }) => object2.designator === '399998')
  expect(await ofThreat()).toMatchObject({ ownScreening: { state: 'WEAK' } })
  const lostBy = async (file: EphemerisFile) => {
    const screenings = await Promise.all(file.screeningIds.map((id) => read<Screening>(`/screenings/${id}`)))
    const { screeningId } = screenings.find(({ type }) => type.endsWith('_VS_CAT'))!
    return read<LostObject[]>(`/screenings/${screeningId}/not-screened`)
  }
  try {
    const elsewhere = { meanAnomalyRad: (THREAT.meanAnomalyRad + 1) % (2 * Math.PI) }
    await storeSets(api.database, [{ ...THREAT, ...elsewhere, noradId: 399_997, objectName: 'ANOTHER' }])
    expect(await lostBy(await fly(1, { sigmaKm: GOOD }))).toEqual([
      { objectId: '399998', reason: 'not-in-catalogue', until: null },
    ])
    expect(await ofThreat()).toMatchObject({
      ownScreening: { state: 'WEAK' },
      conjunctionData: { riskLevel: 'MEDIUM' },
    })
  } finally {
    await storeSets(api.database, [THREAT])
  }
  // When the object is listed again and is no longer near, its estimate is withdrawn.
  expect(await lostBy(await fly(50_000, { sigmaKm: GOOD }))).toEqual([])
  expect(await ofThreat()).toMatchObject({ ownScreening: { state: 'WITHDRAWN' } })
})

test('the fleet is screened periodically, its events are updated, and the status gives the last, next and late screenings', async () => {
  const { message, fly, event, call } = await open('clock')
  await fly(440, { sigmaKm: GOOD })
  // The message arrives after the ephemeris: the two have not been compared yet.
  await message({ missM: 500, objects: [String(NUMBER), '90001'], sigmaM: 30 })
  expect(await event()).toMatchObject({ ownScreening: null, conjunctionData: { riskLevel: 'LOW' } })
  const signal = new AbortController().signal
  const turn = (afterMs: number) =>
    fleetScreeningWork.turn({ db, queue, log: api.log, signal, now: () => Date.now() + afterMs }, 'organisation:clock')
  const checks = async () => {
    const { services } = await bodyOf<Status>(await call('GET /api/v1/status'))
    return services.find(({ service }) => service === 'ca')!.checks.filter(({ name }) => name.startsWith('fleet'))
  }
  expect(await checks()).toMatchObject([{ level: 'pending' }, { level: 'pending' }])
  await turn(6 * 60_000)
  await expect.poll(async () => (await event()).conjunctionData.riskLevel, { timeout: 60_000 }).toBe('CRITICAL')
  expect(await event()).toMatchObject({ levelFrom: 'OWN_SCREENING', comparison: { isDisagreement: true } })
  await expect.poll(async () => (await checks()).map(({ level }) => level), { timeout: 60_000 }).toEqual(['ok', 'ok'])
  const [catalogue] = await checks()
  expect(Date.parse(catalogue!.nextAt!) - Date.parse(catalogue!.lastAt!)).toBeGreaterThan(7 * HOUR_MS)
  const count = async () => (await bodyOf<Screening[]>(await call('GET /api/v1/ca/screenings?limit=100'))).length
  const before = await count()
  // There are no new data: nothing is requested again.
  await turn(20 * 60_000)
  expect(await count()).toBe(before)
})

test('the periodic work screens a file whose process ended before it requested the screenings', async () => {
  const { fly, read, call } = await open('forgotten')
  await fly(50_000)
  const screenings = () => read<Screening[]>('/screenings?limit=100')
  // This is the state after such a lost process: the file is stored, and no screening was requested.
  for (const { screeningId } of await screenings()) await call(`DELETE /api/v1/ca/screenings/${screeningId}`)
  await api.database.query("update ca.ephemeris set lines_to_screen = '{CAT,CDM}'")
  expect(await read<EphemerisFile[]>('/ephemeris')).toMatchObject([{ state: 'VALID' }])
  const signal = new AbortController().signal
  const turn = (afterMs: number) =>
    fleetScreeningWork.turn(
      { db, queue, log: api.log, signal, now: () => Date.now() + afterMs },
      'organisation:forgotten',
    )
  await turn(0)
  expect(await screenings()).toEqual([])
  await turn(2 * 60_000)
  const files = () => read<EphemerisFile[]>('/ephemeris')
  await expect
    .poll(files, { timeout: 60_000 })
    .toMatchObject([{ state: 'SCREENED', screeningIds: [expect.any(String)] }])
})

test('the state of a satellite is not screened, clear, or a number of conjunctions; find includes conjunctions in messages', async () => {
  const { message, fly, read, satellite, addSatellite } = await open('states')
  const other = await addSatellite(43_618)
  const stateOf = async (id: string) =>
    (await read<Satellite[]>(`/satellites?satellite-id=${id}`))[0]!.derived.screening!
  expect(await stateOf(satellite.satelliteId)).toMatchObject({ state: 'NOT_SCREENED', screenedAt: null })
  // A hypothetical file is a study, so the operational orbit was not screened.
  await fly(50_000, { kind: 'HYPOTHETICAL' })
  expect(await stateOf(satellite.satelliteId)).toMatchObject({ state: 'NOT_SCREENED' })
  await fly(50_000)
  const clear = await stateOf(satellite.satelliteId)
  expect(clear).toMatchObject({ state: 'CLEAR', conjunctions: 0 })
  expect(Date.parse(clear.to!)).toBeGreaterThan(Date.now())
  await message({ missM: 500, objects: [String(NUMBER), '90001'], sigmaM: 30 })
  expect(await stateOf(satellite.satelliteId)).toMatchObject({ state: 'CONJUNCTIONS', conjunctions: 1 })
  expect(await stateOf(other.satelliteId)).toMatchObject({ state: 'NOT_SCREENED' })
  // The catalogue has no object within a kilometre of the satellite, but a message has one.
  const found = await read<FindResult>(`/find?satellite-id=${satellite.satelliteId}&hours=2.1&max-km=1`)
  expect(found.encounters).toEqual([])
  expect(found).toMatchObject({ result: 'CONJUNCTIONS', events: [{ objectId: '90001', riskLevel: 'LOW' }] })
  const nearer = await read<FindResult>(`/find?satellite-id=${satellite.satelliteId}&hours=2.1&max-km=0.4`)
  expect(nearer).toMatchObject({ result: 'CLEAR', events: [] })
})

test('an ephemeris in the watched folder appears in the events of its satellite', async () => {
  const { message, event, read, told } = await open('dropped')
  await message({ messageId: 'LAST', missM: 200, objects: [String(NUMBER), '90001'], sigmaM: 30 })
  const before = (await event()).conjunctionData.riskLevel
  const ways = testWays()
  const connected = connectionPlatform(db, { ways })
  const made = await addConnection(connected, 'organisation:dropped', { kind: 'FOLDER', feeds: ['EPHEMERIDES'] })
  const dir = made.folderPath ?? ''
  mkdirSync(dir, { recursive: true })
  const past = Date.now() / 1000 - 60
  const drop = (name: string, text: string) => {
    writeFileSync(join(dir, name), text)
    utimesSync(join(dir, name), past, past)
  }
  const ofOrbit = (upM: number) => oemText(ownOrbit(upM), { from: FROM, hours: 3.2, sigmaKm: GOOD })
  const good = ofOrbit(115)
  drop(`${NUMBER}_plan.oem`, good)
  drop('nobody.oem', good)
  // A file that is a study by its name or its comments does not replace the operational orbit.
  drop(`${NUMBER}_hot.oem`, good)
  drop(`${NUMBER}_fine.oem`, good.replace(/^(CREATION_DATE)/m, 'COMMENT SUPERSEDED. DO NOT EXECUTE.\n$1'))
  drop('43999_other.oem', good)
  // A file far from the satellite's position in the last messages does not replace the orbit either, because nobody has confirmed it.
  drop(`${NUMBER}_far.oem`, ofOrbit(5_000))
  drop(`${NUMBER}-broken.oem`, good.replace('META_START', 'META_BEGIN'))
  const signal = new AbortController().signal
  const turn = () => folderWork(ways).turn({ db, queue, log: api.log, signal, now: Date.now }, 'organisation:dropped')
  await turn()
  await expect.poll(async () => (await event()).conjunctionData.riskLevel, { timeout: 60_000 }).toBe('CRITICAL')
  expect(before).not.toBe('CRITICAL')
  expect(readdirSync(join(dir, 'taken'))).toEqual([expect.stringMatching(/-43617_plan\.oem$/)])
  const said = readdirSync(join(dir, 'refused'))
    .filter((name) => name.endsWith('.txt'))
    .map((name) => readFileSync(join(dir, 'refused', name), 'utf8'))
    .join('')
  expect(said).toContain('has to begin with the catalogue number')
  expect(said).toContain('there is no satellite 43999 of yours')
  expect(said).toContain('the file is a study and not what is flown: its name or its comments say "hot"')
  expect(said).toContain('say "SUPERSEDED. DO NOT EXECUTE."')
  expect(said).toContain('by the state of message LAST of TESTER: 5000 m apart')
  expect(said).toContain('it is kept as a candidate: a person makes it operational')
  expect(await told()).toContain('serious: Ephemeris and messages disagree')
  // A file with the same bytes does not replace the stored file, and is not stored twice.
  drop(`${NUMBER}_again.oem`, good)
  drop(`${NUMBER}_far-again.oem`, ofOrbit(5_000))
  await turn()
  const kept = (await read<EphemerisFile[]>('/ephemeris')).filter(({ state }) => state !== 'INVALID')
  expect(kept.map(({ name, kind }) => `${kind} ${name}`).toSorted()).toEqual([
    `CANDIDATE ${NUMBER}_far.oem`,
    `OPERATIONAL ${NUMBER}_plan.oem`,
  ])
  expect(readdirSync(join(dir, 'refused')).filter((name) => name.endsWith('far-again.oem'))).toHaveLength(1)
  rmSync(dir, { recursive: true, force: true })
})

test('a screening that counts reopens a mitigated event, for reminders and on its page, even without a message', async () => {
  const { message, fly, event } = await open('reopened')
  await message({ missM: 60, objects: [String(NUMBER), '90001'], sigmaM: 30 })
  const { conjunctionId } = await event()
  const moment = { tenantId: 'organisation:reopened', now: new Date() }
  const reminded = () =>
    db.tenant(moment.tenantId, async (tx) => {
      const events = await listOpenEvents(tx, moment.now, rankOf('HIGH'))
      return events.filter((one) => openNow(one, moment.now.getTime()) !== undefined).map(({ id }) => id)
    })
  expect(await reminded()).toEqual([conjunctionId])
  await db.tenant(moment.tenantId, (tx) =>
    markMitigated(tx, moment, { conjunctionId, plan: 'burn', accepted: 1e-4, isBelow: () => true }),
  )
  expect([(await event()).state, await reminded()]).toEqual(['MITIGATED', []])
  // In the message the other object is 60 m above the satellite; in its own ephemeris the satellite is 10 m higher than in the message.
  await fly(10, { sigmaKm: GOOD })
  expect(await event()).toMatchObject({ state: 'OPEN', ownScreening: { state: 'COUNTS' } })
  expect(await reminded()).toContain(conjunctionId)
})
