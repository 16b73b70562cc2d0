import { listConjunctions } from '@apsis/contract/ca/conjunction.ts'
import { listSatellites, type Satellite, Satellite as SatelliteShape } from '@apsis/contract/ca/satellite.ts'
import { expect, test } from 'vitest'
import { type EventRow, rowOf } from '../../conjunctions/event-row.ts'
import { binsOf, brushedSpan, DENSE_FROM, drawnOf, heightOf, lanesOf, shownLanes } from './lanes.ts'

const EXAMPLES = listConjunctions.response.meta()!.examples as unknown[]
const EXAMPLE = listConjunctions.response.parse(EXAMPLES[0])[0]!
const SATELLITE = SatelliteShape.parse((SatelliteShape.meta()!.examples as unknown[])[0])
const row = (id: string, more: Partial<EventRow> = {}): EventRow => ({ ...rowOf(EXAMPLE), id, ...more })
const satellite = (name: string): Satellite => ({ ...SATELLITE, name, satelliteId: `id of ${name}` })
const HOUR = 3_600_000

test('lanesOf has a lane for each satellite by number, and for objects that nobody has added', () => {
  expect(listSatellites.path).toContain('satellites')
  const rows = [row('a', { satelliteKey: '90009', satellite: 'SAT-9' }), row('b', { satelliteKey: 'id of SAT-10' })]
  const lanes = lanesOf([satellite('SAT-10'), satellite('SAT-2')], rows)
  expect(lanes.map(({ name, regime }) => `${name} ${regime}`)).toEqual(['SAT-2 LEO', 'SAT-9 undefined', 'SAT-10 LEO'])
  expect(lanes[0]?.threshold).toBe(1e-4)
})

test('shownLanes of a large fleet keeps those with the worst events, by name', () => {
  const lanes = lanesOf(['A', 'B', 'C', 'D'].map(satellite), [])
  const rows = [row('1', { satelliteKey: 'id of D', rank: 4 }), row('2', { satelliteKey: 'id of B', rank: 1 })]
  expect(shownLanes(lanes, rows, 2).map(({ name }) => name)).toEqual(['B', 'D'])
  expect(shownLanes(lanes, rows, 4)).toBe(lanes)
})

test('what is worse stands higher, and what has no value at the bottom', () => {
  expect(heightOf('pc', 1e-4)).toBeGreaterThan(heightOf('pc', 1e-7))
  expect(heightOf('miss', 50)).toBeGreaterThan(heightOf('miss', 5_000))
  expect(heightOf('pc', undefined)).toBe(0)
  expect(heightOf('pc', 0)).toBe(0)
  expect(heightOf('miss', 0)).toBe(1)
  expect(heightOf('pc', 0.5)).toBe(1)
})

test('a critical event is drawn last, so that none hides it', () => {
  const rows = [
    row('critical', { rank: 4 }),
    row('unknown', { rank: 0 }),
    row('high', { rank: 3 }),
    row('low', { rank: 1 }),
  ]
  expect(drawnOf(rows).marks.map(({ id }) => id)).toEqual(['unknown', 'low', 'high', 'critical'])
})

test('many events are counted by six hours and level, and the high and critical keep their marks', () => {
  const low = Array.from({ length: DENSE_FROM }, (_, i) => row(`low ${i}`, { rank: 1, risk: 'LOW', tcaMs: 7 * HOUR }))
  const { marks, bins } = drawnOf([...low, row('critical')])
  expect(marks.map(({ id }) => id)).toEqual(['critical'])
  expect(bins).toHaveLength(1)
  expect(bins[0]).toMatchObject({ fromMs: 6 * HOUR, toMs: 12 * HOUR, total: DENSE_FROM })
  expect(drawnOf(low)).toMatchObject({ bins: [] })
  expect(drawnOf(low).marks).toHaveLength(DENSE_FROM)
})

test('binsOf counts every event once, in the lane it belongs to', () => {
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

test('brushedSpan rounds outwards to ten minutes, in either direction, and takes a click for a click', () => {
  expect(brushedSpan(HOUR + 1, 2 * HOUR + 1, HOUR)).toEqual({ fromMs: HOUR, toMs: 2 * HOUR + 600_000 })
  expect(brushedSpan(2 * HOUR, HOUR, 1)).toEqual({ fromMs: HOUR, toMs: 2 * HOUR })
  expect(brushedSpan(HOUR, HOUR + 5, 10)).toBeUndefined()
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
