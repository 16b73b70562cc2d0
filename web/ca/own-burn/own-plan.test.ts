import type { Manoeuvre } from '@apsis/contract/ca/manoeuvre.ts'
import { expect, test } from 'vitest'
import { leadText } from './own-plan.tsx'

const burn = { ignition: '2026-11-21T08:30:00.000Z' } as NonNullable<Manoeuvre['burns']>[number]
const plan = (count: number) =>
  ({
    burns: Array.from({ length: count }, () => burn),
    totalDeltaVMagnitude: 0.02,
    ignitionEpoch: burn.ignition,
    manoeuvreDuration: 3_600,
  }) as Manoeuvre

test.each([
  [1, 'One burn of 0.0200 m/s at 2026-11-21 08:30:00 Z.'],
  [2, '2 burns, 0.0200 m/s in all, from 2026-11-21 08:30:00 Z to 2026-11-21 09:30:00 Z.'],
])('leadText() of %d says when they are', (count, text) => {
  expect(leadText(plan(count))).toBe(text)
})
