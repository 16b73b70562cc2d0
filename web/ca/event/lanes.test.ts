import { listConjunctions } from '@apsis/contract/ca/event/conjunction.ts'
import { listSatellites, type Satellite, Satellite as SatelliteShape } from '@apsis/contract/ca/satellite/satellite.ts'
import { expect, test } from 'vitest'
import { type EventRow, rowOf } from './event-row.ts'
import { binsOf, DENSE_FROM, drawnOf, heightOf, lanesOf, shownLanes, shownValue } from './lanes.ts'

const EXAMPLES = listConjunctions.response.meta()!.examples as unknown[]
const EXAMPLE = listConjunctions.response.parse(EXAMPLES[0])[0]!
const SATELLITE = SatelliteShape.parse((SatelliteShape.meta()!.examples as unknown[])[0])
const row = (id: string, more: Partial<EventRow> = {}): EventRow => ({ ...rowOf(EXAMPLE), id, ...more })
const satellite = (name: string): Satellite => ({ ...SATELLITE, name, satelliteId: `id of ${name}` })
const HOUR = 3_600_000

test('lanesOf returns a lane for each satellite by number, and for objects that are not yet added', () => {
  expect(listSatellites.path).toContain('satellites')
  const rows = [row('a', { satelliteKey: '90009', satellite: 'SAT-9' }), row('b', { satelliteKey: 'id of SAT-10' })]
  const lanes = lanesOf([satellite('SAT-10'), satellite('SAT-2')], rows)
  expect(lanes.map(({ name, regime }) => `${name} ${regime}`)).toEqual(['SAT-2 LEO', 'SAT-9 undefined', 'SAT-10 LEO'])
  expect(lanes[0]?.threshold).toBe(1e-4)
})

test('shownLanes of a large fleet keeps the lanes with the worst events, ordered by name', () => {
  const lanes = lanesOf(['A', 'B', 'C', 'D'].map(satellite), [])
  const rows = [row('1', { satelliteKey: 'id of D', rank: 4 }), row('2', { satelliteKey: 'id of B', rank: 1 })]
  expect(shownLanes(lanes, rows, 2).map(({ name }) => name)).toEqual(['B', 'D'])
  expect(shownLanes(lanes, rows, 4)).toBe(lanes)
})

test('a worse value is drawn higher, and an event without a value at the bottom', () => {
  expect(heightOf('pc', 1e-4)).toBeGreaterThan(heightOf('pc', 1e-7))
  expect(heightOf('miss', 50)).toBeGreaterThan(heightOf('miss', 5_000))
  expect(heightOf('pc', undefined)).toBe(0)
  expect(heightOf('pc', 0)).toBe(0)
  expect(heightOf('miss', 0)).toBe(1)
  expect(heightOf('pc', 0.5)).toBe(1)
})

test('a critical event is drawn last, so that no other event hides it', () => {
  const rows = [
    row('critical', { rank: 4 }),
    row('unknown', { rank: 0 }),
    row('high', { rank: 3 }),
    row('low', { rank: 1 }),
  ]
  expect(drawnOf(rows).marks.map(({ id }) => id)).toEqual(['unknown', 'low', 'high', 'critical'])
})

test('a mitigated event, even a critical one, does not hide a high one, and takes no lane from another', () => {
  const mitigated = row('mitigated', { isMitigated: true, satelliteKey: 'id of A', pc: 0.5 })
  const high = row('high', { rank: 3, satelliteKey: 'id of B', pc: undefined })
  expect(drawnOf([high, mitigated]).marks.map(({ id }) => id)).toEqual(['mitigated', 'high'])
  const lanes = lanesOf(['A', 'B'].map(satellite), [])
  expect(shownLanes(lanes, [mitigated, high], 1).map(({ name }) => name)).toEqual(['B'])
})

test('many events are counted by six hours and level, but high and critical events keep their marks', () => {
  const low = Array.from({ length: DENSE_FROM }, (_, i) => row(`low ${i}`, { rank: 1, risk: 'LOW', tcaMs: 7 * HOUR }))
  const { marks, bins } = drawnOf([...low, row('critical')])
  expect(marks.map(({ id }) => id)).toEqual(['critical'])
  expect(bins).toHaveLength(1)
  expect(bins[0]).toMatchObject({ fromMs: 6 * HOUR, toMs: 12 * HOUR, total: DENSE_FROM })
  expect(drawnOf(low)).toMatchObject({ bins: [] })
  expect(drawnOf(low).marks).toHaveLength(DENSE_FROM)
})

test('binsOf counts every event once, in its lane', () => {
  const rows = [
    row('a', { tcaMs: 0 }),
    row('b', { tcaMs: 6 * HOUR - 1 }),
    row('c', { tcaMs: 6 * HOUR }),
    row('d', { satelliteKey: 'x', tcaMs: 0 }),
  ]
  expect(binsOf(rows).map(({ lane, fromMs, total }) => [lane === 'x', fromMs / HOUR, total])).toEqual([
    [false, 0, 2],
    [false, 6, 1],
    [true, 0, 1],
  ])
})

test('binsOf counts the events of a satellite by level, each in its span of time', () => {
  const rows = ['a', 'b', 'c'].map((id) => row(id, { satelliteKey: 's', risk: id === 'c' ? 'LOW' : 'HIGH', tcaMs: 0 }))
  const [bin, ...others] = binsOf(rows)
  expect(others).toEqual([])
  expect([bin?.total, [...(bin?.counts ?? [])]]).toEqual([
    3,
    [
      ['HIGH', 2],
      ['LOW', 1],
    ],
  ])
})

test('heightOf runs from 1e-10 to 5e-4, and from 100 km to 20 m, by powers of ten', () => {
  expect(heightOf('pc', 1e-10)).toBe(0)
  expect(heightOf('pc', 1e-11)).toBe(0)
  expect(heightOf('pc', 10 ** -3.3)).toBeCloseTo(1, 12)
  expect(heightOf('pc', 10 ** -6.65)).toBeCloseTo(0.5, 12)
  expect(heightOf('miss', 1e5)).toBe(0)
  expect(heightOf('miss', 10 ** 1.3)).toBeCloseTo(1, 12)
  expect(heightOf('miss', 10 ** 3.15)).toBeCloseTo(0.5, 12)
  expect(heightOf('miss', undefined)).toBe(0)
  expect(heightOf('miss', 1)).toBe(1)
})

test('shownLanes orders events of one level by probability, but never ranks an event above one of a higher level', () => {
  const lanes = lanesOf(['A', 'B', 'C'].map(satellite), [])
  const of = (key: string, rank: number, pc?: number) => row(key, { satelliteKey: `id of ${key}`, rank, pc })
  const kept = (rows: EventRow[], most: number) => shownLanes(lanes, rows, most).map(({ name }) => name)
  expect(kept([of('A', 2, 1e-5), of('B', 2, 1e-3), of('C', 2)], 1)).toEqual(['B'])
  expect(kept([of('A', 2, 1), of('B', 3, undefined)], 1)).toEqual(['B'])
  // The worst event of a satellite counts, whatever the order of its events.
  expect(kept([of('A', 4), of('A', 1), of('B', 3), of('C', 2)], 1)).toEqual(['A'])
  expect(kept([of('C', 0)], 1)).toEqual(['C'])
})

test('shownLanes shows twelve by default', () => {
  const lanes = lanesOf(
    Array.from({ length: 13 }, (_, k) => satellite(`S${k}`)),
    [],
  )
  expect(shownLanes(lanes, [])).toHaveLength(12)
  expect(shownLanes(lanes.slice(0, 12), [])).toHaveLength(12)
})

test('within one level the later mark is drawn over the earlier one', () => {
  const rows = [row('late', { rank: 2, tcaMs: 2 }), row('soon', { rank: 2, tcaMs: 1 })]
  expect(drawnOf(rows).marks.map(({ id }) => id)).toEqual(['soon', 'late'])
})

test('the height of a mark shows the probability, or the miss distance, depending on the scale', () => {
  const one = row('one', { pc: 2e-5, missM: 321 })
  expect([shownValue('pc', one), shownValue('miss', one)]).toEqual([2e-5, 321])
})
