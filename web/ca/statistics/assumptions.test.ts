import type { AnnualStatistics } from '@apsis/contract/ca/statistics/statistics.ts'
import { expect, test } from 'vitest'
import { shownOf } from './assumptions.tsx'

const ASSUMED = {
  threshold: 1e-4,
  commitHours: 24,
  radiusFactor: 1,
  sigmaFactor: 1.5,
  errorFactor: 2,
  growth: 1,
  years: 5,
  limit: 1e-3,
  deltaVMps: 0.05,
  outageHours: 6,
  from: '2025-11-20T00:00:00.000Z',
  to: '2026-11-20T00:00:00.000Z',
}

test('a factor of one is shown as "as received", and another as a number', () => {
  const shown = Object.fromEntries(shownOf({ assumptions: ASSUMED } as AnnualStatistics))
  expect(shown).toMatchObject({ radius: 'as received', sigma: '×1.5', error: '×2', dv: '0.05 m/s', outage: '6 h' })
  expect(shown.days).toMatch(/2025-11-20.*2026-11-20/)
})
