import { byUrgency } from '@apsis/contract/ca/event/by-urgency.ts'
import { listConjunctions } from '@apsis/contract/ca/event/conjunction.ts'
import { expect, test } from 'vitest'
import {
  countByLevel,
  type EventRow,
  isAbove,
  isDecided,
  longestSecondary,
  pairOf,
  rowOf,
  worstOf,
} from './event-row.ts'

const EXAMPLES = listConjunctions.response.meta()!.examples as unknown[]
const EXAMPLE = listConjunctions.response.parse(EXAMPLES[0])[0]!
const row = (id: string, more: Partial<EventRow> = {}): EventRow => ({ ...rowOf(EXAMPLE), id, ...more })

test('rowOf reads the compared values, and leaves missing values undefined', () => {
  const known = rowOf(EXAMPLE)
  expect(known).toMatchObject({ satellite: 'SAT-3', secondary: 'SIM DEB', risk: 'CRITICAL', rank: 4, missM: 182 })
  expect(known.tcaMs).toBe(Date.UTC(2026, 10, 21, 14, 13, 7))
  const data = { ...EXAMPLE.conjunctionData, probabilityOfCollision: null }
  expect(rowOf({ ...EXAMPLE, satelliteId: null, conjunctionData: data })).toMatchObject({
    pc: undefined,
    satelliteKey: '90003',
  })
})

test('byUrgency orders by urgent action, level, decision time, TCA and id', () => {
  const doing = (action: typeof EXAMPLE.action) => ({ ...EXAMPLE, action })
  const decided = { ...doing('NONE'), decision: { ...EXAMPLE.decision, state: 'DECIDED' as const } }
  const rows = [
    row('low', { rank: 1, event: doing('IGNORE') }),
    row('watched-high', { rank: 3, event: doing('WATCH') }),
    row('prepare', { decideMs: 100, event: doing('PREPARE') }),
    row('unknown', { rank: 0, event: doing('GET_DATA') }),
    row('later', { decideMs: 2_000 }),
    row('decided', { decideMs: 500, event: decided }),
    // Dilution limits the level of this event, but not its action.
    row('capped', { rank: 3, decideMs: 10 }),
    row('b', { decideMs: 1_000, tcaMs: 5_000 }),
    row('a', { decideMs: 1_000, tcaMs: 5_000 }),
    row('sooner', { decideMs: 1_000, tcaMs: 4_000 }),
  ]
  const order = ['sooner', 'a', 'b', 'later', 'capped', 'prepare', 'unknown', 'decided', 'watched-high', 'low']
  expect(rows.toSorted(byUrgency).map(({ id }) => id)).toEqual(order)
  expect(rows.filter(isDecided).map(({ id }) => id)).toEqual(['decided'])
})

test('countByLevel names every level, the worst first and unassessed events last', () => {
  const counts = countByLevel([row('a'), row('b', { risk: 'UNKNOWN' }), row('c', { risk: 'UNKNOWN' })])
  expect(counts.map(({ risk, count }) => `${risk} ${count}`)).toEqual([
    'CRITICAL 1',
    'HIGH 0',
    'MEDIUM 0',
    'LOW 0',
    'UNKNOWN 2',
  ])
})

const mitigated = { ...EXAMPLE, state: 'MITIGATED' as const, action: 'NONE' as const }

test('a mitigated event keeps its level, is counted separately, and is not placed before a high event', () => {
  const critical = { ...rowOf(mitigated), id: 'mitigated' }
  const [first] = countByLevel([critical, row('open'), row('other')])
  expect(first).toEqual({ risk: 'CRITICAL', count: 3, mitigated: 1 })
  const watched = { ...EXAMPLE, action: 'NONE' as const }
  const high = row('high', { rank: 3, risk: 'HIGH', event: watched })
  const medium = row('medium', { rank: 2, risk: 'MEDIUM', event: watched })
  expect(worstOf([critical, high]).risk).toBe('HIGH')
  expect(worstOf([medium, critical])).toMatchObject({ risk: 'CRITICAL', isMitigated: true })
  expect([medium, critical, high].toSorted(byUrgency).map(({ id }) => id)).toEqual(['high', 'mitigated', 'medium'])
})

test('rowOf keeps the previous probability, and names an object without a name by its number', () => {
  expect(rowOf({ ...EXAMPLE, previousProbability: 3e-5 }).previousPc).toBe(3e-5)
  expect(rowOf({ ...EXAMPLE, previousProbability: 0 }).previousPc).toBe(0)
  expect(rowOf({ ...EXAMPLE, previousProbability: null }).previousPc).toBeUndefined()
  const nameless = { ...EXAMPLE, object1: { ...EXAMPLE.object1, name: '' }, object2: { ...EXAMPLE.object2, name: '' } }
  expect(rowOf(nameless)).toMatchObject({
    satellite: EXAMPLE.object1.designator,
    secondary: EXAMPLE.object2.designator,
  })
  expect(rowOf(EXAMPLE).satelliteKey).toBe(EXAMPLE.satelliteId)
  expect(rowOf(EXAMPLE)).toMatchObject({
    decideMs: Date.parse(EXAMPLE.decideBefore),
    newestMs: Date.parse(EXAMPLE.lastCreationDate),
    pc: EXAMPLE.conjunctionData.probabilityOfCollision,
  })
})

test('worstOf returns the highest level, or unknown for an empty list; longestSecondary counts letters', () => {
  expect(worstOf([row('a', { rank: 2, risk: 'MEDIUM' }), row('b', { rank: 3, risk: 'HIGH' })])).toMatchObject({
    risk: 'HIGH',
  })
  expect(worstOf([])).toMatchObject({ rank: 0, risk: 'UNKNOWN' })
  expect(longestSecondary([row('a', { secondary: 'abc' }), row('b', { secondary: 'ab' })])).toBe(3)
  expect(longestSecondary([])).toBe(0)
  expect([isAbove({ rank: 2 }), isAbove({ rank: 3 }), isAbove({ rank: 4 })]).toEqual([false, true, true])
  expect(pairOf({ satellite: 'A', secondary: 'B' })).toBe('A × B')
})
