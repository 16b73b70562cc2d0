import { expect, test } from 'vitest'
import type { EventAfter } from './collected.ts'
import { absenceOf, differenceText, worstOf } from './compare-pane.tsx'

const after = (id: string, pc: number | null): EventAfter => ({
  id,
  pair: id,
  pc,
  pcBefore: 1e-5,
  missM: 900,
  missBeforeM: 800,
})
const burnOf = (deltaVMps: number, commitMs: number) => ({ deltaVMps, commitMs })

test('the worst of the others is never the event of the plan, and an event without a probability does not count as 0', () => {
  expect(worstOf([after('own', 1e-3), after('a', 1e-7), after('b', 3e-6)], 'own')).toBe(3e-6)
  expect(worstOf([after('own', 1e-3)], 'own')).toBeUndefined()
  expect(worstOf([after('own', 1e-3), after('a', null), after('b', 1e-9)], 'own')).toBeUndefined()
})

test('each burn is compared with the others by its cost and by the time that is left until its command', () => {
  const all = [burnOf(0.022, 5.4e6), burnOf(0.014, 0)]
  expect(all.map((one) => differenceText(one, all))).toEqual([
    '1.57 times the smallest Δv. Leaves 1.5 h more to decide than the first.',
    'The smallest Δv of them. Decided first.',
  ])
  expect(differenceText(all[0]!, [all[0]!])).toBe('Pin another burn to compare.')
})

test('a burn without values has a reason: it is being computed, it failed, or its start is not before the closest approach', () => {
  const one = { burn: undefined, failure: null, isUnfit: false }
  expect(absenceOf(one)).toBe('waiting')
  expect(absenceOf({ ...one, failure: new Error('422') })).toBe('notComputed')
  expect(absenceOf({ ...one, isUnfit: true })).toBe('unfit')
  expect(absenceOf({ ...one, burn: {} })).toBeUndefined()
})
