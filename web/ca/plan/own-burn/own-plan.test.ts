import type { Plan } from '@apsis/contract/ca/plan/manoeuvre.ts'
import { expect, test } from 'vitest'
import { alongText, leadText } from './own-plan.tsx'

const burn = { ignition: '2026-11-21T08:30:00.000Z' } as NonNullable<Plan['burns']>[number]
const plan = (count: number) =>
  ({
    burns: Array.from({ length: count }, () => burn),
    totalDeltaVMagnitude: 0.02,
    ignitionEpoch: burn.ignition,
    manoeuvreDuration: 3_600,
  }) as Plan

test.each([
  [1, 'One burn of 0.0200 m/s at 2026-11-21 08:30:00 Z.'],
  [2, '2 burns, 0.0200 m/s in all, from 2026-11-21 08:30:00 Z to 2026-11-21 09:30:00 Z.'],
])('leadText() of %d burns says when they are', (count, text) => {
  expect(leadText(plan(count))).toBe(text)
})

test('alongText() says whether another burn belongs to another plan, or was announced', () => {
  const along = {
    id: '',
    name: 'Ground segment',
    ignition: burn.ignition,
    durationS: 0,
    deltaVMps: 0.036,
    isOnPath: true,
  }
  expect([alongText({ ...along, kind: 'NOTICE' }), alongText({ ...along, kind: 'PLAN', name: 'SAT-4_B' })]).toEqual([
    '2026-11-21 08:30:00 Z: 0.0360 m/s, announced by Ground segment',
    '2026-11-21 08:30:00 Z: 0.0360 m/s, of your plan SAT-4_B',
  ])
  expect(alongText({ ...along, kind: 'NOTICE', isOnPath: false })).toMatch(/; only in events/)
})
