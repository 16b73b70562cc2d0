import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { storePart } from './fan-in.ts'
import {
  cancelScreening,
  createScreening,
  getScreening,
  listEncounters,
  listNotScreened,
  listScreenings,
  removeScreening,
  resumeScreening,
} from './run.service.ts'
import { unpackScreening } from './submitted-screening.ts'
import { openScreeningFloor, type ScreeningFloor } from './testing/screening-floor.ts'
import { syntheticScreening } from './testing/synthetic-screening.ts'

const ANN = { tenantId: 'organisation:alpha', subject: 'ann' }
const BEN = { tenantId: 'organisation:beta', subject: 'ben' }
const SCREENING = syntheticScreening({ size: 20, durationS: 3_600.5, thresholdM: 5_000 })

let floor: ScreeningFloor
beforeAll(async () => {
  floor = await openScreeningFloor()
})
afterAll(() => floor.close())

const create = (who = ANN, screening = SCREENING) => createScreening(floor, who, { type: 'CAT_VS_OPS', screening })

test('a screening that was just created waits, and says what it is', async () => {
  const made = await create()
  expect(made).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    type: 'CAT_VS_OPS',
    from: new Date('2026-11-20T00:00:00Z'),
    to: new Date('2026-11-20T01:00:00.500Z'),
    threshold: { thresholdM: 5_000 },
    objects: 20,
    state: 'queued',
    stage: 'waiting',
    parts: { done: 0, running: 0, total: 1 },
    timeLeftS: undefined,
    encounters: 0,
    error: undefined,
    createdBy: 'ann',
    createdAt: expect.any(Date),
    startedAt: undefined,
    endedAt: undefined,
  })
  expect(await getScreening(floor.db, ANN, made.id)).toEqual(made)
})

test('another organisation’s screening is an unknown one, to whatever is asked of it', async () => {
  const { id } = await create()
  const asked = [
    (one: string) => getScreening(floor.db, BEN, one),
    (one: string) => listEncounters(floor.db, BEN, { id: one, offset: 0, limit: 1 }),
    (one: string) => listNotScreened(floor.db, BEN, one),
    (one: string) => cancelScreening(floor.db, BEN, one),
    (one: string) => resumeScreening(floor, BEN, one),
    (one: string) => removeScreening(floor.db, BEN, one),
  ]
  for (const ask of asked)
    for (const one of [id, randomUUID()]) await expect(ask(one)).rejects.toMatchObject({ code: 'not-found' })
  expect(await listScreenings(floor.db, BEN, { page: 1, limit: 10 })).toEqual({ items: [], total: 0 })
  expect((await getScreening(floor.db, ANN, id)).state).toBe('queued')
})

test('a part cannot be stored for a screening of another organisation', async () => {
  const { id } = await create()
  const found = {
    encounters: [],
    notScreened: [{ place: 0, reason: 'decayed', untilS: 1 }],
    ids: ['A', 'B'],
  }
  for (const tenantId of [BEN.tenantId, ANN.tenantId])
    await floor.db.tenant(BEN.tenantId, (tx) => storePart(tx, { tenantId, screeningId: id }, { place: 0, found }))
  expect(await floor.database.query('select 1 from screening.not_screened where screening_id = $1', [id])).toEqual([])
  expect((await getScreening(floor.db, ANN, id)).parts.done).toBe(0)
})

test('a list is newest first, by state, in pages', async () => {
  const who = { tenantId: 'organisation:list', subject: 'ann' }
  const ids = [await create(who), await create(who), await create(who)].map(({ id }) => id)
  await cancelScreening(floor.db, who, ids[1]!)
  const list = async (filter: { state?: 'queued' | 'cancelled'; page?: number }) => {
    const { items, total } = await listScreenings(floor.db, who, { page: 1, limit: 2, ...filter })
    return [total, items.map(({ id }) => ids.indexOf(id))]
  }
  expect(await list({})).toEqual([3, [2, 1]])
  expect(await list({ page: 2 })).toEqual([3, [0]])
  expect(await list({ state: 'queued' })).toEqual([2, [2, 0]])
  expect(await list({ state: 'cancelled' })).toEqual([1, [1]])
})

test('what has ended can be removed, with its input, parts and results; what still runs cannot', async () => {
  const { id } = await create()
  await expect(removeScreening(floor.db, ANN, id)).rejects.toMatchObject({ code: 'conflict' })
  await cancelScreening(floor.db, ANN, id)
  await removeScreening(floor.db, ANN, id)
  await expect(getScreening(floor.db, ANN, id)).rejects.toMatchObject({ code: 'not-found' })
  for (const table of ['input', 'part', 'encounter', 'not_screened'])
    expect(await floor.database.query(`select 1 from screening.${table} where screening_id = $1`, [id])).toEqual([])
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

test('a box is screened by the sphere around it, and a box that cannot be is refused', async () => {
  const box = { radialM: 400, transverseM: 44_000, normalM: 51_000 }
  const { id, threshold } = await create(ANN, { ...SCREENING, box })
  expect(threshold).toEqual({ box })
  const [row] = await floor.database.query<{ bytes: Buffer }>(
    'select bytes from screening.input where screening_id = $1',
    [id],
  )
  expect(await unpackScreening(row!.bytes)).toMatchObject({ box, thresholdM: Math.hypot(400, 44_000, 51_000) })
  const flat = create(ANN, { ...SCREENING, box: { ...box, normalM: 0 } })
  await expect(flat).rejects.toMatchObject({ code: 'request-invalid', message: expect.stringContaining('box:') })
})

test('an organisation has no more than twenty screenings open; another one is not held up by that', async () => {
  const who = { tenantId: 'organisation:busy', subject: 'ann' }
  const made = await Promise.all(Array.from({ length: 20 }, () => create(who)))
  await expect(create(who)).rejects.toMatchObject({ code: 'too-many-requests' })
  await create(BEN)
  await cancelScreening(floor.db, who, made[0]!.id)
  expect((await create(who)).state).toBe('queued')
})
