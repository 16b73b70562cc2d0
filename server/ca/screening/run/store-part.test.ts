import type { NotScreened } from '@apsis/astro/screening/screened-object.ts'
import { PART_S } from '@apsis/astro/screening/screening-object.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getScreening } from '../screening.service.ts'
import type { FoundEncounter } from './describe-found.ts'
import { type FoundInPart, storePart } from './part.job.ts'
import { createRun } from './screening-run.ts'
import {
  ANY_SUBJECT,
  openScreeningPlatform,
  type ScreeningPlatform,
  spansOf,
  storedEncounters,
  storedResult,
} from './testing/screening-platform.ts'
import { syntheticScreening } from './testing/synthetic-screening.ts'

const CALLER = { tenantId: 'organisation:store-part', subject: 'ann' }
const SCREENING = syntheticScreening({ size: 10, durationS: 10 * PART_S })
const SPANS = spansOf(SCREENING.durationS, 1)
const IDS = ['A', 'B', 'C "quoted"', 'D \\ {},null']

let platform: ScreeningPlatform
beforeAll(async () => {
  platform = await openScreeningPlatform()
})
afterAll(() => platform.close())

const create = () =>
  createRun(platform, CALLER, { type: 'CAT_VS_CAT', screening: SCREENING, subject: ANY_SUBJECT, spans: SPANS })
const meet = (first: number, second: number, seconds: number): FoundEncounter => ({
  kind: 'minimum',
  seconds,
  primary: { place: first, ageS: 0.1 + 0.2 },
  secondary: { place: second, ageS: undefined },
  missM: 1_000 / 3,
  relativeSpeedMps: 15_000,
  missRtnM: [1 / 3, -0.1, 1e-300],
  velocityRtnMps: [-1 / 7, 2 / 7, 3 / 7],
  probability: null,
  reason: 'slow',
  maximumProbability: 1e-5 / 3,
  isDiluted: false,
  assessed: null,
  speedMps: 7_500,
  periodS: 5_400,
})
/** Returns the fields of an encounter that are read back. */
const read = (
  { speedMps: _, periodS: __, assessed: ___, ...found }: FoundEncounter,
  episode: number | null = null,
) => ({
  ...found,
  primary: { ...found.primary, id: IDS[found.primary.place] },
  secondary: { ...found.secondary, id: IDS[found.secondary.place] },
  episode,
})
const store = (screeningId: string, place: number, found: Partial<FoundInPart> = {}) =>
  platform.db.tenant(CALLER.tenantId, (tx) =>
    storePart(
      tx,
      { tenantId: CALLER.tenantId, screeningId },
      { place, found: { encounters: [], notScreened: [], ids: IDS, ...found } },
    ),
  )
const endings = async (id: string) =>
  (await platform.database.query("select 1 from events.event where data->>'id' = $1 and data->>'state' = 'done'", [id]))
    .length

test('parts that are stored at the same moment, each of them by several workers, end the screening once', async () => {
  const id = await create()
  const all = SPANS.flatMap(({ fromS }, place) => {
    const found = { encounters: [meet(0, 1, fromS + 1), meet(1, 2, fromS + 1)] }
    return [1, 2, 3].map(() => store(id, place, found))
  })
  await Promise.all(all)
  const run = await getScreening(platform, CALLER, id)
  expect(run).toMatchObject({ state: 'done', encounters: 2 * SPANS.length, parts: { done: SPANS.length } })
  expect((await storedResult(platform, CALLER.tenantId, id)).encounters).toEqual(
    SPANS.flatMap(({ fromS }) => [meet(0, 1, fromS + 1), meet(1, 2, fromS + 1)].map((one) => read(one))),
  )
  expect(await endings(id)).toBe(1)
})

test('an object that an early part lost stays lost: its encounters in later parts are deleted, whatever the order of the parts', async () => {
  const id = await create()
  const lost = (place: number, untilS: number | undefined, reason: string): NotScreened => ({ place, untilS, reason })
  const found: Partial<FoundInPart>[] = SPANS.map(({ fromS }) => ({
    encounters: [meet(0, 1, fromS + 5), meet(1, 2, fromS + 5), meet(2, 3, fromS + 5)],
  }))
  found[3] = { ...found[3], notScreened: [lost(1, 3 * PART_S + 6, 'decayed'), lost(3, undefined, 'never')] }
  found[4] = { ...found[4], notScreened: [lost(1, 4 * PART_S, 'later')] }
  for (const place of SPANS.map((_, index) => index).reverse()) await store(id, place, found[place])

  const { encounters, notScreened } = await storedResult(platform, CALLER.tenantId, id)
  // A and B meet up to the fourth part, B is lost a second after that; D never has a usable orbit.
  expect(encounters).toEqual(
    SPANS.slice(0, 4).flatMap(({ fromS }) => [meet(0, 1, fromS + 5), meet(1, 2, fromS + 5)].map((one) => read(one))),
  )
  expect(notScreened).toEqual([lost(1, 3 * PART_S + 6, 'decayed'), lost(3, undefined, 'never')])
  expect(await getScreening(platform, CALLER, id)).toMatchObject({ state: 'done', encounters: 8 })
})

test('numbers and ids are stored unchanged; the same pair at the same time may be stored for two reasons', async () => {
  const id = await create()
  const odd: FoundEncounter = { ...meet(2, 3, 0), kind: 'start', missM: Number.MIN_VALUE, relativeSpeedMps: 1e300 / 3 }
  await store(id, 0, { encounters: [meet(2, 3, 0), odd] })
  const stored = await storedEncounters(platform.db, { ...CALLER, id }, { offset: 0, limit: 10 })
  expect(stored.rows).toEqual([meet(2, 3, 0), odd].map((one) => read(one)))
})

test('objects that stay together are one episode over all parts, whichever of them is the primary', async () => {
  const id = await create()
  const slow = (first: number, second: number, seconds: number) => ({
    ...meet(first, second, seconds),
    relativeSpeedMps: 0.5,
  })
  for (const [place, { fromS }] of SPANS.entries()) {
    const pair = place % 2 === 0 ? slow(0, 1, fromS + 9) : slow(1, 0, fromS + 9)
    await store(id, place, { encounters: [meet(2, 3, fromS + 5), pair] })
  }
  const { encounters } = await storedResult(platform, CALLER.tenantId, id)
  expect(encounters.map(({ episode }) => episode)).toEqual(SPANS.flatMap(() => [null, 1]))
})

test('encounters are listed by either object, by time, and in pages', async () => {
  const id = await create()
  await store(id, 0, { encounters: [meet(0, 1, 10), meet(2, 3, 20), meet(1, 2, 30), meet(0, 3, 40)] })
  const times = async (filter: { objectId?: string; fromS?: number; toS?: number; offset?: number; limit?: number }) =>
    (await storedEncounters(platform.db, { ...CALLER, id }, { offset: 0, limit: 10, ...filter })).rows.map(
      (one) => one.seconds,
    )
  expect(await times({ objectId: 'B' })).toEqual([10, 30])
  expect(await times({ objectId: 'D \\ {},null' })).toEqual([20, 40])
  expect(await times({ fromS: 20, toS: 30 })).toEqual([20, 30])
  expect(await times({ offset: 1, limit: 2 })).toEqual([20, 30])
  expect(await times({ objectId: 'nobody' })).toEqual([])
  expect((await storedEncounters(platform.db, { ...CALLER, id }, { objectId: 'A', offset: 1, limit: 1 })).total).toBe(2)
})
