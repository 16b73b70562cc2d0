import { randomUUID } from 'node:crypto'
import { PART_S } from '@apsis/astro/screening/screening-object.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getScreening, listEncounters, listNotScreened, listScreenings } from '../screening.service.ts'
import { storePart } from './part.job.ts'
import { cancelRun, createRun, planParts, removeRun, resumeRun } from './screening-run.ts'
import { unpackScreening } from './submitted-screening.ts'
import { ANY_SUBJECT, openScreeningPlatform, type ScreeningPlatform } from './testing/screening-platform.ts'
import { syntheticScreening } from './testing/synthetic-screening.ts'

const ANN = { tenantId: 'organisation:alpha', subject: 'ann' }
const BEN = { tenantId: 'organisation:beta', subject: 'ben' }
const SCREENING = syntheticScreening({ size: 20, durationS: 3_600.5, thresholdM: 5_000 })

let platform: ScreeningPlatform
beforeAll(async () => {
  platform = await openScreeningPlatform()
})
afterAll(() => platform.close())

type PersonOfTest = typeof ANN
const create = (who: PersonOfTest = ANN, screening = SCREENING) =>
  createRun(platform, who, { type: 'CAT_VS_OPS', screening, subject: ANY_SUBJECT })
const within = ({ tenantId }: PersonOfTest, step: typeof cancelRun, screeningId: string) =>
  platform.db.tenant(tenantId, (tx) => step(tx, { tenantId, screeningId }))
const cancel = (who: PersonOfTest, id: string) => within(who, cancelRun, id)
const remove = (who: PersonOfTest, id: string) => within(who, removeRun, id)
const resume = (who: PersonOfTest, id: string) => within(who, (tx, key) => resumeRun(tx, key, platform.queue), id)

test('a new screening waits, and shows its subject', async () => {
  const id = await create()
  expect(await getScreening(platform, ANN, id)).toEqual({
    screeningId: id,
    type: 'CAT_VS_OPS',
    title: 'any',
    satelliteId: null,
    oemFileId: null,
    from: '2026-11-20T00:00:00.000Z',
    to: '2026-11-20T01:00:00.500Z',
    thresholdM: 5_000,
    box: null,
    objects: 20,
    catalogue: null,
    catalogueEpoch: null,
    state: 'queued',
    stage: 'waiting',
    parts: { done: 0, running: 0, total: 1 },
    timeLeftS: null,
    elapsedS: null,
    result: 'NOT_SCREENED',
    encounters: 0,
    levels: { UNKNOWN: 0, LOW: 0, MEDIUM: 0, HIGH: 0, CRITICAL: 0 },
    worstProbability: null,
    notScreened: 0,
    error: null,
    createdBy: 'ann',
    createdAt: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/),
    startedAt: null,
    endedAt: null,
    isSimulated: true,
  })
})

test('a screening of another organisation is treated as unknown in every call', async () => {
  const id = await create()
  const asked = [
    (one: string) => getScreening(platform, BEN, one),
    (one: string) => listEncounters(platform, BEN, { id: one, page: 1, limit: 1 }),
    (one: string) => listNotScreened(platform, BEN, { id: one, page: 1, limit: 1 }),
    (one: string) => cancel(BEN, one),
    (one: string) => resume(BEN, one),
    (one: string) => remove(BEN, one),
  ]
  for (const ask of asked)
    for (const one of [id, randomUUID()]) await expect(ask(one)).rejects.toMatchObject({ code: 'not-found' })
  expect(await listScreenings(platform, BEN, { page: 1, limit: 10 })).toEqual({ items: [], total: 0 })
  expect((await getScreening(platform, ANN, id)).state).toBe('queued')
})

test('a part cannot be stored for a screening of another organisation', async () => {
  const id = await create()
  const found = {
    encounters: [],
    notScreened: [{ place: 0, reason: 'decayed', untilS: 1 }],
    ids: ['A', 'B'],
  }
  for (const tenantId of [BEN.tenantId, ANN.tenantId])
    await platform.db.tenant(BEN.tenantId, (tx) => storePart(tx, { tenantId, screeningId: id }, { place: 0, found }))
  expect(await platform.database.query('select 1 from screening.not_screened where screening_id = $1', [id])).toEqual(
    [],
  )
  expect((await getScreening(platform, ANN, id)).parts.done).toBe(0)
})

test('a screening can be cancelled, resumed and cancelled again: no job of it waits, because its parts know their newest jobs', async () => {
  const id = await create()
  const jobs = () =>
    platform.database.query<{ id: string }>("select id from pgboss.job where data->>'screeningId' = $1", [id])
  const [first] = await jobs()
  await cancel(ANN, id)
  expect(await jobs()).toEqual([])
  await resume(ANN, id)
  const [second, ...more] = await jobs()
  expect([second?.id === first?.id, more]).toEqual([false, []])
  await cancel(ANN, id)
  expect(await jobs()).toEqual([])
})

test('a list has the newest screening first, is filtered by state, and comes in pages', async () => {
  const who = { tenantId: 'organisation:list', subject: 'ann' }
  const ids = [await create(who), await create(who), await create(who)]
  await cancel(who, ids[1]!)
  const list = async (filter: { state?: 'queued' | 'cancelled'; page?: number }) => {
    const { items, total } = await listScreenings(platform, who, { page: 1, limit: 2, ...filter })
    return [total, items.map(({ screeningId }) => ids.indexOf(screeningId))]
  }
  expect(await list({})).toEqual([3, [2, 1]])
  expect(await list({ page: 2 })).toEqual([3, [0]])
  expect(await list({ state: 'queued' })).toEqual([2, [2, 0]])
  expect(await list({ state: 'cancelled' })).toEqual([1, [1]])
})

test('a screening that has ended can be removed, with its input, parts and results; a running one cannot', async () => {
  const id = await create()
  await expect(remove(ANN, id)).rejects.toMatchObject({ code: 'conflict' })
  await cancel(ANN, id)
  await remove(ANN, id)
  await expect(getScreening(platform, ANN, id)).rejects.toMatchObject({ code: 'not-found' })
  for (const table of ['input', 'part', 'encounter', 'not_screened'])
    expect(await platform.database.query(`select 1 from screening.${table} where screening_id = $1`, [id])).toEqual([])
})

test.each([
  ['objects', { ...SCREENING, objects: [] }],
  ['durationS', { ...SCREENING, durationS: 0 }],
  ['durationS', { ...SCREENING, durationS: 32 * 86_400 }],
  ['thresholdM', { ...SCREENING, thresholdM: Number.NaN }],
  ['thresholdM', { ...SCREENING, thresholdM: -5 }],
])('a screening outside the limits is refused by the name of the field: %s', async (field, screening) => {
  await expect(create(ANN, screening)).rejects.toMatchObject({
    code: 'request-invalid',
    message: expect.stringContaining(`${field}:`),
  })
})

test('a box is screened with the sphere around it, and an invalid box is refused', async () => {
  const box = { radialM: 400, transverseM: 44_000, normalM: 51_000 }
  const id = await create(ANN, { ...SCREENING, box })
  expect(await getScreening(platform, ANN, id)).toMatchObject({
    thresholdM: null,
    box: { radialM: 400, alongTrackM: 44_000, crossTrackM: 51_000 },
  })
  const [row] = await platform.database.query<{ bytes: Buffer }>(
    'select bytes from screening.input where screening_id = $1',
    [id],
  )
  expect(await unpackScreening(row!.bytes)).toMatchObject({ box, thresholdM: Math.hypot(400, 44_000, 51_000) })
  const flat = create(ANN, { ...SCREENING, box: { ...box, normalM: 0 } })
  await expect(flat).rejects.toMatchObject({ code: 'request-invalid', message: expect.stringContaining('box:') })
})

test('an organisation has no more than twenty screenings open; another one is not affected by that', async () => {
  const who = { tenantId: 'organisation:busy', subject: 'ann' }
  const made = await Promise.all(Array.from({ length: 20 }, () => create(who)))
  await expect(create(who)).rejects.toMatchObject({ code: 'too-many-requests' })
  await create(BEN)
  await cancel(who, made[0]!)
  const id = await create(who)
  expect((await getScreening(platform, who, id)).state).toBe('queued')
})

const DAY_S = 86_400

test.each([
  [2, 30],
  [100, DAY_S],
  [5_000, 7 * DAY_S + 1],
  [26_834, DAY_S],
  [26_834, 7 * DAY_S - 0.5],
  [200_000, 31 * DAY_S],
])(
  'planParts of %d objects over %d s: from 0 to the end without a gap, at multiples of PART_S',
  (objects, durationS) => {
    const spans = planParts(objects, durationS)
    expect(spans[0]?.fromS).toBe(0)
    expect(spans.at(-1)?.toS).toBe(durationS)
    for (const [place, { fromS, toS }] of spans.entries()) {
      expect(toS).toBeGreaterThan(fromS)
      expect(fromS % PART_S).toBe(0)
      expect(fromS).toBe(spans[place - 1]?.toS ?? 0)
    }
  },
)

test('planParts() makes more parts for more work, and one part for little work', () => {
  const counts = [100, 10_000, 26_834, 100_000].map((objects) => planParts(objects, 7 * DAY_S).length)
  expect(counts).toEqual(counts.toSorted((a, b) => a - b))
  expect(new Set(counts).size).toBe(4)
  expect(planParts(1_000, DAY_S)).toHaveLength(1)
})

test('planParts() never makes more parts than the queue should hold', () => {
  expect(planParts(1_000_000, 31 * DAY_S).length).toBeLessThanOrEqual(2_000)
})
