import { type DragMap, MAP_AREAS, MAP_STARTS } from '@apsis/contract/ca/plan/drag-map.ts'
import type { PlanPreview } from '@apsis/contract/ca/plan/manoeuvre.ts'
import type { Problem } from '@apsis/contract/errors.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bodyOf, startTestApi, type TestApi } from '../../../platform/testing/test-api.ts'
import { cdmText } from '../../testing/cdm-text.ts'
import { planAt } from '../../testing/plan-operator.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const MAP = 'POST /api/v1/ca/manoeuvres/drag-map'
const VANES = { type: 'DIFFERENTIAL_DRAG', minAreaM2: 0.05, maxAreaM2: 0.5, maxDurationH: 72 }
const CRAFT = { propulsion: VANES, wetMass: 4, dragArea: 0.1, hardBodyRadius: 0.5 }
const CDM = { hbrM: null, missM: 20, sigmaM: 40, ownDragM2PerKg: 0.05 } as const
const TCA_MS = Date.parse('2030-01-05T12:00:00Z')
/** The tolerance for the screening of a plan: its path is accurate to a decimetre, with errors of 57 m (drag-plan.test.ts). */
const FLOWN_ONCE = 0.01
/** Two propagations of a plan and the polynomial of the map differ by decimetres over days. */
const FLOWN_M = 1
/** The correct decimals of areas below 1 m² and of probabilities, in double precision. */
const DIGITS = 12
/** Beyond twelve sigmas a map has no probability. */
const NONE = 1e-30
const apart = (cell: number, value: number) => Math.abs(cell - value) / Math.max(value, NONE)
const [DAY_MS, HOUR_S] = [86_400_000, 3_600]

test('a cell of the map equals the plan with its start, area and time, and the usual area changes nothing', async () => {
  const operator = await planAt(api, 'drag-map', { configuration: CRAFT, cdm: CDM })
  const about = { 'conjunction-id': operator.conjunctionId }
  const map = await bodyOf<DragMap>(await operator.ada.json(MAP, { ...about, holdS: 12 * HOUR_S }))
  expect([map.heldAreasM2.length, map.starts.length]).toEqual([MAP_AREAS, MAP_STARTS])
  expect([map.heldAreasM2[0], map.heldAreasM2.at(-1)]).toEqual([0.05, 0.5])
  // No map begins earlier than five days before TCA.
  expect(Date.parse(map.starts[0]!.at)).toBeGreaterThanOrEqual(TCA_MS - 5 * DAY_MS - 1_000)
  expect(map.starts[0]).toMatchObject({ holdS: 12 * HOUR_S, densitySigma: 0.25, blackout: null })
  // In the last twelve hours the attitude is held until TCA.
  const last = map.starts.at(-1)!
  expect(last.holdS).toBe(Math.round((TCA_MS - Date.parse(last.at)) / 1_000))
  const usual = map.heldAreasM2.indexOf(map.usualAreaM2)
  expect(map.alongTrackM[usual]!.every((moved) => Math.abs(moved) < 1e-6)).toBe(true)
  expect(map.others).toBeNull()
  expect(map.total).toEqual(map.probability)
  for (const [row, column] of [
    [0, 12],
    [usual + 1, 18],
    [MAP_AREAS - 1, 15],
  ] as const) {
    const { at, holdS } = map.starts[column]!
    const asked = {
      ...about,
      start: { unit: 'DATE', value: at },
      heldAreaM2: map.heldAreasM2[row],
      manoeuvreDuration: { unit: 'SECONDS', value: holdS },
    }
    const plan = await bodyOf<PlanPreview>(await operator.ada.json('POST /api/v1/ca/manoeuvres/preview', asked))
    expect(plan.drag!.heldAreaM2).toBeCloseTo(map.heldAreasM2[row]!, DIGITS)
    expect(plan.drag!.holdS).toBe(holdS)
    expect(apart(map.probability[row]![column]!, plan.after.probability!)).toBeLessThan(FLOWN_ONCE)
    expect(apart(map.worst[row]![column]!, plan.drag!.worstProbability!)).toBeLessThan(FLOWN_ONCE)
    expect(Math.abs(map.alongTrackM[row]![column]! - plan.drag!.displacementRtnM[1])).toBeLessThan(FLOWN_M)
    expect(Math.abs(map.missM[row]![column]! - plan.after.missM)).toBeLessThan(FLOWN_M)
  }
})

test('the other open events of the satellite count, and an event without a probability is named', async () => {
  const operator = await planAt(api, 'drag-map-others', { configuration: CRAFT, cdm: CDM })
  const later = (hours: number) => new Date(TCA_MS + hours * HOUR_S * 1_000).toISOString()
  const more = { hbrM: null, sigmaM: 40, createdAt: '2029-12-30T00:00:00.000', ownDragM2PerKg: 0.05 }
  await operator.ada.take(
    cdmText({ ...more, objects: ['43617', '90002'], tca: later(5), missM: 30 }),
    cdmText({ ...more, objects: ['43617', '90003'], tca: later(9), missM: 30, sigmaM: 0 }),
  )
  const about = { 'conjunction-id': operator.conjunctionId }
  const map = await bodyOf<DragMap>(await operator.ada.json(MAP, about))
  expect(map.counted.map(({ object }) => object)).toEqual(['OBJECT 90002'])
  expect(map.notCounted).toMatchObject([
    { object: 'OBJECT 90003', reason: expect.stringContaining('an object has no covariance') },
  ])
  for (const [row, cells] of map.total.entries())
    for (const [column, total] of cells.entries()) {
      const [own, other] = [map.probability[row]![column]!, map.others![row]![column]!]
      expect(total).toBeCloseTo(1 - (1 - own) * (1 - other), DIGITS)
    }
  const alone = await bodyOf<DragMap>(await operator.ada.json(MAP, { ...about, hasOthers: false }))
  expect(alone).toMatchObject({ others: null, worstOther: null, counted: [], notCounted: [] })
})

test('a map that cannot be made is refused with its limit, and an impossible area with the range that is possible', async () => {
  const operator = await planAt(api, 'drag-map-refused', { configuration: CRAFT, cdm: CDM })
  const codes = async (answer: Response) => [
    answer.status,
    (await bodyOf<Problem>(answer)).errors?.map(({ code, values }) => [code, values?.case]),
  ]
  const start = { unit: 'DATE', value: '2030-01-04T12:00:00.000Z' }
  expect(await codes(await operator.create({ start, heldAreaM2: 0.6 }))).toEqual([
    422,
    [['manoeuvre.held-area', undefined]],
  ])
  expect(await codes(await operator.create({ start, heldAreaM2: 0.1 }))).toEqual([
    422,
    [['manoeuvre.held-area', 'usual']],
  ])
  expect(await codes(await operator.create({ start, heldAreaM2: 0.3, attitude: 'LEAST_AREA' }))).toEqual([
    422,
    [['manoeuvre.held-area', 'attitude']],
  ])
  const found = await operator.planned({ start, heldAreaM2: 0.3 })
  expect(found.dragCrossSection).toBeCloseTo(0.3, DIGITS)
  const engine = await planAt(api, 'drag-map-engine', { cdm: CDM })
  const about = { 'conjunction-id': engine.conjunctionId }
  expect(await codes(await engine.ada.json(MAP, about))).toEqual([422, [['manoeuvre.held-area', 'engine']]])
  expect(await codes(await engine.create({ heldAreaM2: 0.3 }))).toEqual([422, [['manoeuvre.held-area', 'engine']]])
})

test('a start is marked if its time in the attitude overlaps a blackout', async () => {
  const shut = { from: '2030-01-04T13:00:00.000Z', to: '2030-01-04T14:00:00.000Z', reason: 'payload' }
  const operator = await planAt(api, 'drag-map-shut', {
    configuration: { ...CRAFT, blackoutWindows: [shut] },
    cdm: CDM,
  })
  const map = await bodyOf<DragMap>(
    await operator.ada.json(MAP, { 'conjunction-id': operator.conjunctionId, holdS: HOUR_S }),
  )
  const met = map.starts.filter(({ at, holdS }) => {
    const ms = Date.parse(at)
    return ms + 1_000 * holdS > Date.parse(shut.from) && ms < Date.parse(shut.to)
  })
  expect(map.starts.filter(({ blackout }) => blackout === 'ENTERED')).toEqual(met)
})
