import type { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'
import { expect, test } from 'vitest'
import { rowOf } from '../event/event-row.ts'
import { conjunctionWith } from '../event/testing/event.ts'
import { waitingEvents } from './ahead-of-outage.ts'

const NOW_MS = Date.parse('2026-11-20T10:00:00Z')
const like = conjunctionWith({})
type Differences = { readonly risk: Conjunction['conjunctionData']['riskLevel']; readonly tca?: string }

function eventOf(id: string, { risk, tca = '2026-11-21T00:00:00Z', ...rest }: Differences & Partial<Conjunction>) {
  const conjunctionData = { ...like.conjunctionData, riskLevel: risk, tca }
  const decision = { ...like.decision, state: 'NEW' as const }
  return rowOf(
    conjunctionWith({ conjunctionId: id, action: 'WATCH', state: 'OPEN', decision, conjunctionData, ...rest }),
  )
}

type Rows = readonly ReturnType<typeof eventOf>[]
const idsOf = (rows: Rows, burns: readonly string[] = []) =>
  waitingEvents(
    rows,
    burns.map((conjunctionId) => ({ conjunctionId })),
    NOW_MS,
  ).map(({ id }) => id)

test('waitingEvents returns the future events that need a decision, the most urgent first', () => {
  const decided = { ...like.decision, state: 'DECIDED' as const }
  expect(
    idsOf([
      eventOf('low', { risk: 'LOW' }),
      eventOf('high', { risk: 'HIGH' }),
      eventOf('passed', { risk: 'CRITICAL', tca: '2026-11-20T09:00:00Z' }),
      eventOf('decided', { risk: 'CRITICAL', decision: decided }),
      eventOf('critical', { risk: 'CRITICAL' }),
      eventOf('act', { risk: 'HIGH', action: 'ACT' }),
    ]),
  ).toEqual(['act', 'critical', 'high'])
})

test('waitingEvents returns decided events with a future burn after those', () => {
  const decided = { ...like.decision, state: 'DECIDED' as const }
  const rows = [eventOf('burn', { risk: 'CRITICAL', decision: decided }), eventOf('high', { risk: 'HIGH' })]
  expect(idsOf(rows, ['burn', 'high'])).toEqual(['high', 'burn'])
})

test('waitingEvents returns at most twenty', () => {
  const many = Array.from({ length: 30 }, (_, number) => eventOf(`event ${number}`, { risk: 'HIGH' }))
  expect(idsOf(many)).toHaveLength(20)
})
