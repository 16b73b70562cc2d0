import type { Encounter } from '@apsis/contract/ca/screening/screening.ts'
import { expect, test } from 'vitest'
import { knownHits } from './known-hits.ts'

/** The tolerances for an orbit below 2,000 km, and for one above (flight rule F6), s. */
const [LOW, HIGH] = [450, 900]
const at = (time: string) => new Date(`2026-11-20T${time}.000Z`)
const met = (objectId: string, time: string, kind: Encounter['kind'] = 'minimum') =>
  ({ secondary: { objectId, name: `SIM ${objectId}` }, tca: at(time).toISOString(), missM: 10, kind }) as Encounter
const known = (id: string, object_id: string, time: string) => ({ id, object_id, name: '', tca: at(time), miss_m: 1 })

test('knownHits() recognises an approach that moved by minutes; another passage, or another object, is new', () => {
  const before = [known('a', '1', '06:00:00'), known('b', '1', '06:47:00'), known('c', '2', '06:00:00')]
  const now = [met('1', '06:07:30'), met('1', '06:46:00'), met('2', '06:07:31'), met('3', '06:00:00')]
  const { seen, fresh } = knownHits(before, now, LOW)
  expect(seen.slice(0, 2).map(({ id, miss_m }) => [id, miss_m])).toEqual([
    ['a', 10],
    ['b', 10],
  ])
  expect(fresh.map(({ object_id }) => object_id)).toEqual(['2', '3'])
  expect(seen).toHaveLength(4)
})

test('a known approach is matched once, and minima at the ends of a span are no approaches', () => {
  const { seen, fresh } = knownHits(
    [known('a', '1', '06:00:00')],
    [met('1', '06:00:01'), met('1', '06:00:02'), met('1', '06:05:00', 'end')],
    LOW,
  )
  expect([seen.length, fresh.length]).toEqual([2, 1])
})

test('an approach of a high orbit is recognised within a quarter of an hour', () => {
  const now = [met('1', '06:14:00')]
  expect(knownHits([known('a', '1', '06:00:00')], now, HIGH).fresh).toEqual([])
  expect(knownHits([known('a', '1', '06:00:00')], now, LOW).fresh).toHaveLength(1)
})
