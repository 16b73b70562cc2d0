import { randomUUID } from 'node:crypto'
import { missing } from '@apsis/astro/missing.ts'
import type { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'
import type { CdmIntake } from '@apsis/contract/ca/message/cdm.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { JOBS } from '../../jobs.ts'
import { type Database, openDatabase } from '../../platform/database/database.ts'
import { openQueue, type Queue } from '../../platform/jobs/jobs.ts'
import { startTestApi, type TestApi } from '../../platform/testing/test-api.ts'
import { takeInCdms } from '../message/intake.service.ts'
import { STANDARD_THRESHOLDS } from '../satellite/record/thresholds.data.ts'
import { screenAnew } from '../screening/screen-anew.service.ts'
import { cdmText, type TestCdm } from '../testing/cdm-text.ts'
import { FROM, GOOD, HOUR_MS, NUMBER, openEstimateOperator, TCA } from '../testing/estimate-operator.ts'
import { writeEstimates } from './write-estimates.ts'

// Flight rule: missing data never lower a level, and data on a replaced orbit do not keep it up (docs/domain/event.md).

let api: TestApi
let db: Database
let queue: Queue
beforeAll(async () => {
  api = await startTestApi()
  const url = api.database.appUrl
  db = openDatabase({ url, pool: 4, name: 'test-worker', log: api.log })
  queue = await openQueue({ url, pool: 2, log: api.log }, 'worker')
  await queue.work(JOBS, db, 1)
})
afterAll(async () => {
  await queue.stop(1_000)
  await db.close()
  await api.close()
})

const OWN = String(NUMBER)
const OTHER = '90001'
const MINUTE_MS = 60_000
/** The state of the message is converted to elements, with an error of some metres at TCA. */
const FITTED_M = 30
/** The values of a credible encounter with a low probability. */
const ASSESSED = {
  method: 'foster-1992',
  isReliable: true,
  isDiluted: false,
  radiusM: 10,
  scaledMaximum: null,
  mahalanobis: 1,
  primaryRtnM2: [400, 0, 0, 400, 0, 400],
  secondaryRtnM2: [900, 0, 0, 900, 0, 900],
}

/** The values of a screening that the test makes itself: its probability, and the messages with the other object. */
type ByHand = {
  readonly cdmIds: readonly string[]
  readonly at: Date
  /** Null if nothing is found within the volume. */
  readonly probability: number | null
  readonly isCredible?: boolean
  readonly lost?: readonly string[]
  readonly line?: 'CDM' | 'CAT' | 'OPS'
  readonly toAt?: Date
}

async function open(organisation: string, afterHours = 0) {
  const operator = await openEstimateOperator(api, organisation)
  const tenantId = `organisation:${organisation}`
  const query = <T = unknown>(text: string, values: readonly unknown[]) =>
    api.database.query(text, [...values]) as Promise<T[]>
  let made = 0
  /** Takes a message with a track of an object, made some minutes after the previous message. */
  const fuse = async (given: TestCdm & { readonly of?: string; readonly trackAt?: Date }) => {
    made += 1
    const createdAt = new Date(FROM.getTime() + (afterHours * 60 + made) * MINUTE_MS)
    const { of = OTHER, trackAt = new Date(createdAt.getTime() - 10 * MINUTE_MS), ...cdm } = given
    const [answer] = await takeInCdms(
      { db },
      { tenantId, subject: 'odt.events' },
      [{ name: 'track.cdm', bytes: Buffer.from(cdmText({ tca: TCA, createdAt: createdAt.toISOString(), ...cdm })) }],
      { source: 'tracking', now: new Date(), track: { objectId: of, at: trackAt } },
    )
    return answer as CdmIntake & { readonly cdmId: string }
  }
  /** Stores a finished screening of the own satellite, as the workers leave it. */
  const screen = async (by: ByHand): Promise<void> => {
    const { cdmIds, at, probability, isCredible = true, lost = [], line = 'CDM', toAt } = by
    const id = randomUUID()
    const fromAt = new Date(FROM.getTime() + HOUR_MS)
    await query(
      `insert into screening.screening (tenant_id, id, type, from_at, to_at, threshold, objects, state, parts_total, created_by, created_at)
       values ($1, $2, $3, $4, $5, '{"missM": 5000}', 2, 'done', 1, 'test', $6)`,
      [tenantId, id, `OPS_VS_${line}`, fromAt, toAt ?? new Date(FROM.getTime() + 5 * HOUR_MS), at],
    )
    await query(
      `insert into ca.screening (tenant_id, screening_id, title, is_simulated, cdm_ids) values ($1, $2, 'test', false, $3)`,
      [tenantId, id, JSON.stringify(Object.fromEntries(cdmIds.map((cdm, place) => [place + 1, cdm])))],
    )
    await query(
      `insert into ca.screening_object (tenant_id, screening_id, object_id, name, satellite_id, thresholds)
       values ($1, $2, $3, 'SAT', $4, $5), ($1, $2, $6, 'OTHER', null, null)`,
      [tenantId, id, OWN, operator.satellite.satelliteId, JSON.stringify(STANDARD_THRESHOLDS), OTHER],
    )
    for (const object of lost)
      await query(
        `insert into screening.not_screened (tenant_id, screening_id, place, object_id, reason) values ($1, $2, 0, $3, 'test')`,
        [tenantId, id, object],
      )
    if (probability !== null)
      await query(
        `insert into screening.encounter (tenant_id, screening_id, seconds, primary_place, secondary_place, kind, primary_id, secondary_id,
           miss_m, relative_speed_mps, miss_r_m, miss_t_m, miss_n_m, velocity_r_mps, velocity_t_mps, velocity_n_mps,
           probability, probability_reason, maximum_probability, primary_speed_mps, primary_period_s, assessed)
         values ($1, $2, $3, 0, 1, 'minimum', $4, $5, 500, 10000, 500, 0, 0, 0, 7000, 7000, $6, 'computed', $6, 7500, 5700, $7)`,
        [
          tenantId,
          id,
          (Date.parse(TCA) - fromAt.getTime()) / 1000,
          OWN,
          OTHER,
          probability,
          isCredible ? JSON.stringify(ASSESSED) : null,
        ],
      )
    await db.tenant(tenantId, (tx) => writeEstimates(tx, { tenantId, screeningId: id }, new Date()))
  }
  const message = async (given: TestCdm) => (await operator.message(given))[0] as CdmIntake & { readonly cdmId: string }
  return {
    ...operator,
    fuse,
    screen,
    message,
    level: async () => levelOf(await operator.event()),
    anew: (aheadMs = 0) => screenAnew({ db, queue, log: api.log, now: () => Date.now() + aheadMs }, tenantId),
  }
}

const levelOf = ({ conjunctionData, track, levelBy }: Conjunction) => ({
  level: conjunctionData.riskLevel,
  screening: track?.screening,
  reason: track?.reason,
  source: levelBy?.source,
  isBeforeTrack: levelBy?.isBeforeTrack,
})
const minutes = (count: number) => new Date(FROM.getTime() + count * MINUTE_MS)

const HELD = { level: 'CRITICAL', screening: 'AWAITED', source: 'OWN_SCREENING', isBeforeTrack: true }
const RELEASED = { level: 'LOW', screening: 'DONE', reason: null, isBeforeTrack: false }

test('a track screens the own orbit at once; the old estimate keeps the level until then, and no older estimate does afterwards', async () => {
  const { message, fly, event, fuse, anew, told } = await open('anew')
  await message({ missM: 500, objects: [OWN, OTHER], sigmaM: 30 })
  await fly(440, { sigmaKm: GOOD })
  const before = await event()
  expect(before).toMatchObject({ levelFrom: 'OWN_SCREENING', conjunctionData: { riskLevel: 'CRITICAL' }, track: null })
  expect(before.levelBy).toMatchObject({
    source: 'OWN_SCREENING',
    id: before.ownScreening!.estimateId,
    at: before.ownScreening!.madeAt,
    probability: before.ownScreening!.probability,
    isShown: true,
    isBeforeTrack: false,
  })
  const track = await fuse({ missM: 900, objects: [OWN, OTHER], sigmaM: 30 })
  expect(levelOf(await event())).toMatchObject(HELD)
  expect((await event()).levelBy!.probability).toBe(before.ownScreening!.probability)
  await anew()
  await expect.poll(async () => (await event()).track?.screening, { timeout: 60_000 }).toBe('DONE')
  const after = await event()
  expect(levelOf(after)).toMatchObject(RELEASED)
  expect(after.track).toMatchObject({ cdmId: track.cdmId, objectId: OTHER })
  // A screening against the same message finds the orbit with the track 460 m from the own orbit.
  expect(after.ownScreening).toMatchObject({ state: 'COUNTS', riskLevel: 'LOW' })
  expect(Math.abs(after.ownScreening!.missM - 460)).toBeLessThan(FITTED_M)
  const trackAt = after.track!.at.slice(0, 16).replace('T', ' ')
  expect((await told()).at(0)).toBe(`ok: Risk lowered from CRITICAL to LOW, by the track of ${trackAt} Z`)
  // The screening was requested once.
  const count = async () =>
    (await api.database.query('select 1 from ca.screened_anew where cdm_id = $1', [track.cdmId])).length
  await anew(HOUR_MS / 2)
  expect(await count()).toBe(1)
})

test('one track in the events of several satellites: each level follows its own screening, and a failure keeps only its own level', async () => {
  const { message, fly, fuse, anew, events, addSatellite, told } = await open('shared')
  const [falls, stays, fails] = [OWN, '43618', '43619'] as const
  const second = await addSatellite(Number(stays), { hardBodyRadius: 5 })
  await addSatellite(Number(fails), { hardBodyRadius: 5 })
  for (const own of [falls, stays, fails]) await message({ missM: 20, objects: [own, OTHER], sigmaM: 30 })
  await fly(440, { sigmaKm: GOOD })
  await fly(840, { sigmaKm: GOOD, of: second })
  const eventOf = async (own: string) =>
    (await events()).find(({ object1, object2 }) => object1.designator === own && object2.designator === OTHER) ??
    missing()
  const trackAt = minutes(-20)
  for (const own of [falls, stays, fails]) await fuse({ missM: 900, objects: [own, OTHER], sigmaM: 30, trackAt })
  for (const own of [falls, stays, fails])
    expect(levelOf(await eventOf(own))).toMatchObject({ level: 'CRITICAL', screening: 'AWAITED', isBeforeTrack: true })
  await anew()
  // The satellite without an orbit has failed at once, and the screenings of the others continue.
  expect(levelOf(await eventOf(fails))).toMatchObject({ level: 'CRITICAL', screening: 'FAILED', reason: 'no-orbit' })
  const screened = { timeout: 60_000 }
  for (const own of [falls, stays])
    await expect.poll(async () => (await eventOf(own)).track?.screening, screened).toBe('DONE')
  // The object passes one orbit at 460 m, and the other at 60 m. The second event stays CRITICAL because of an estimate from after the
  // track.
  expect(levelOf(await eventOf(falls))).toMatchObject(RELEASED)
  const critical = await eventOf(stays)
  expect(levelOf(critical)).toMatchObject({ ...RELEASED, level: 'CRITICAL', source: 'OWN_SCREENING' })
  expect(critical.levelBy!.id).toBe(critical.ownScreening!.estimateId)
  for (const [own, missM] of [
    [falls, 460],
    [stays, 60],
  ] as const)
    expect(Math.abs((await eventOf(own)).ownScreening!.missM - missM)).toBeLessThan(FITTED_M)
  const failed = await eventOf(fails)
  expect(levelOf(failed)).toMatchObject({
    level: 'CRITICAL',
    screening: 'FAILED',
    source: 'MESSAGE',
    isBeforeTrack: true,
  })
  const news = (await told()).filter((text) => /lowered|kept/.test(text))
  expect(news.toSorted()).toEqual([
    'critical: Level kept at CRITICAL: screening by the track failed',
    `ok: Risk lowered from CRITICAL to LOW, by the track of ${trackAt.toISOString().slice(0, 16).replace('T', ' ')} Z`,
  ])
})

test('a level from messages before a track falls with the screening, too, and not with the track alone', async () => {
  const { message, fuse, screen, level } = await open('messages')
  await message({ missM: 20, objects: [OWN, OTHER], sigmaM: 30 })
  const track = await fuse({ missM: 900, objects: [OWN, OTHER], sigmaM: 30 })
  expect(await level()).toMatchObject({ ...HELD, source: 'MESSAGE' })
  // A screening that finds no object in its volume is a result, too.
  await screen({ cdmIds: [track.cdmId], at: minutes(30), probability: null })
  expect(await level()).toMatchObject({ ...RELEASED, source: 'MESSAGE' })
})

test('if the own orbit is unknown the level stays and the event says so, until an orbit is screened', async () => {
  const { message, fly, fuse, anew, level, told } = await open('unknown')
  await message({ missM: 20, objects: [OWN, OTHER], sigmaM: 30 })
  await fuse({ missM: 900, objects: [OWN, OTHER], sigmaM: 30 })
  await anew()
  const failed = { level: 'CRITICAL', screening: 'FAILED', reason: 'no-orbit', isBeforeTrack: true }
  expect(await level()).toMatchObject(failed)
  // The screening is tried again after ten minutes, and not before.
  await anew(5 * MINUTE_MS)
  await anew(11 * MINUTE_MS)
  expect(await level()).toMatchObject(failed)
  // The screening failed twice, which is reported once for the track.
  const kept = (await told()).filter((text) => text.includes('Level kept'))
  expect(kept).toEqual(['critical: Level kept at CRITICAL: screening by the track failed'])
  await fly(0, { sigmaKm: GOOD })
  await expect.poll(level, { timeout: 60_000 }).toMatchObject(RELEASED)
})

test('the newest track counts: neither a screening requested before it nor a late result lowers the level', async () => {
  const { message, fuse, screen, level } = await open('several')
  const first = await message({ missM: 20, objects: [OWN, OTHER], sigmaM: 30 })
  await screen({ cdmIds: [first.cdmId], at: minutes(0), probability: 2e-4 })
  const one = await fuse({ missM: 600, objects: [OWN, OTHER], sigmaM: 30 })
  const two = await fuse({ missM: 900, objects: [OWN, OTHER], sigmaM: 30 })
  await screen({ cdmIds: [one.cdmId], at: minutes(2), probability: 1e-12 })
  expect(await level()).toMatchObject({ level: 'CRITICAL', screening: 'AWAITED' })
  await screen({ cdmIds: [two.cdmId], at: minutes(4), probability: 1e-12 })
  expect(await level()).toMatchObject(RELEASED)
  // This screening was requested before both tracks, and ends only now.
  await screen({ cdmIds: [first.cdmId], at: minutes(3), probability: 3e-4 })
  expect(await level()).toMatchObject(RELEASED)
  await screen({ cdmIds: [two.cdmId], at: minutes(6), probability: 3e-4 })
  expect(await level()).toMatchObject({ level: 'CRITICAL', source: 'OWN_SCREENING', isBeforeTrack: false })
})

test.each([
  { why: 'the own orbit ends before', lost: [OWN], reason: 'not-reached' },
  { why: 'the other object is lost', lost: [OTHER], reason: 'object-lost' },
  { why: 'the span ends before', toAt: new Date(Date.parse(TCA) - MINUTE_MS), reason: 'not-reached' },
  { why: 'it has no covariances and the one before had', probability: 1e-12, isCredible: false, reason: 'weaker' },
  // In these rows the satellite's orbit is an element set, which does not withdraw an estimate with covariances.
  { why: 'an element set finds nothing', reason: 'weaker' },
])('the level stays, with the reason, where $why', async ({ reason, why: _, ...given }) => {
  const { message, fuse, screen, level } = await open(`failed-${randomUUID().slice(0, 8)}`)
  const first = await message({ missM: 500, objects: [OWN, OTHER], sigmaM: 30 })
  await screen({ cdmIds: [first.cdmId], at: minutes(0), probability: 2e-4 })
  const track = await fuse({ missM: 900, objects: [OWN, OTHER], sigmaM: 30 })
  await screen({ cdmIds: [track.cdmId], at: minutes(3), probability: null, ...given })
  expect(await level()).toMatchObject({ ...HELD, screening: 'FAILED', reason })
})

test('a track of the own satellite does not replace its ephemeris: the level of an estimate from the ephemeris falls as usual', async () => {
  const { message, fuse, screen, level } = await open('own')
  const first = await message({ missM: 500, objects: [OWN, OTHER], sigmaM: 30 })
  await screen({ cdmIds: [first.cdmId], at: minutes(0), probability: 2e-4 })
  const track = await fuse({ missM: 900, objects: [OWN, OTHER], sigmaM: 30, of: OWN })
  await screen({ cdmIds: [track.cdmId], at: minutes(3), probability: 1e-12 })
  expect(await level()).toMatchObject({ level: 'CRITICAL', source: 'OWN_SCREENING', isBeforeTrack: false })
  await screen({ cdmIds: [track.cdmId], at: minutes(5), probability: 1e-12 })
  expect(await level()).toMatchObject({ level: 'LOW', isBeforeTrack: false })
})

test('a track does not replace the ephemeris of another own satellite, but replaces an older element set of the catalogue', async () => {
  const { message, fuse, screen, level } = await open('lines')
  await message({ missM: 500, objects: [OWN, OTHER], sigmaM: 30 })
  await screen({ line: 'CAT', cdmIds: [], at: minutes(0), probability: 2e-4 })
  const one = await fuse({ missM: 900, objects: [OWN, OTHER], sigmaM: 30 })
  await screen({ cdmIds: [one.cdmId], at: minutes(3), probability: 1e-12 })
  expect(await level()).toMatchObject(RELEASED)
  await screen({ line: 'OPS', cdmIds: [], at: minutes(0), probability: 2e-4 })
  expect(await level()).toMatchObject({ level: 'CRITICAL', source: 'OWN_SCREENING', isBeforeTrack: false })
})

test('a withdrawn track neither keeps nor lowers a level: the level follows from the data before the track', async () => {
  const { message, fuse, screen, level } = await open('withdrawn')
  const first = await message({ missM: 500, objects: [OWN, OTHER], sigmaM: 30 })
  await screen({ cdmIds: [first.cdmId], at: minutes(0), probability: 2e-4 })
  const track = await fuse({ missM: 900, objects: [OWN, OTHER], sigmaM: 30 })
  await screen({ cdmIds: [track.cdmId], at: minutes(3), probability: 1e-12 })
  expect(await level()).toMatchObject(RELEASED)
  const { withdrawMessages } = await import('./withdraw-messages.service.ts')
  await db.tenant('organisation:withdrawn', (tx) =>
    withdrawMessages(tx, {
      tenantId: 'organisation:withdrawn',
      now: new Date(),
      messages: async () => new Map([[track.conjunctionId!, [track.cdmId]]]),
    }),
  )
  expect(await level()).toMatchObject({ level: 'CRITICAL', source: 'OWN_SCREENING', isBeforeTrack: false })
  expect((await level()).screening).toBeUndefined()
})
