import { expect, test } from 'vitest'
import cara from '../conjunction/probability/cara.reference.json' with { type: 'json' }
import { pairOfCdm } from '../conjunction/testing/cdm-object.ts'
import { findBurnTime, openSpans } from './burn-time.ts'
import { TWO_BODY } from './dynamics.ts'
import { makeEncounterModel } from './encounter-model.ts'
import { planImpulse } from './plan-impulse.ts'

const row = cara.messages.find(({ id }) => id.startsWith('000029108_conj_000034995'))!
const model = makeEncounterModel({ ...pairOfCdm(row.objects), radiusM: row.HBR_m }, TWO_BODY)
const target = { kind: 'probability', probability: 3e-6 } as const
const T = model.periodS

test('findBurnTime() costs no more than the best of a fine grid, which lies near a half orbit', () => {
  const window = { fromS: -3.4 * T, toS: -1.9 * T }
  const found = findBurnTime(model, window, { target })!
  expect(found.meetsTarget).toBe(true)
  const grid = Array.from({ length: 301 }, (_, k) => window.fromS + ((window.toS - window.fromS) * k) / 300)
  const best = Math.min(...grid.map((burnS) => planImpulse(model, { burnS, target }).deltaVMps))
  expect(found.deltaVMps).toBeLessThanOrEqual(best * (1 + 1e-4))
  expect(Math.abs(((-found.burnS / T) % 1) - 0.5)).toBeLessThan(0.15)
})

test('findBurnTime() stays out of black-outs, and has no answer where nothing is left', () => {
  const blackouts = [{ fromS: -2.7 * T, toS: -2.3 * T }]
  const found = findBurnTime(model, { fromS: -3 * T, toS: -2 * T, blackouts }, { target })!
  expect(found.burnS <= -2.7 * T + 1e-6 || found.burnS >= -2.3 * T - 1e-6).toBe(true)
  expect(found.burnS).toBeGreaterThanOrEqual(-3 * T - 1e-6)
  expect(findBurnTime(model, { fromS: -2.6 * T, toS: -2.4 * T, blackouts }, { target })).toBeNull()
})

test('openSpans() cuts what is shut out of a window, whatever the order', () => {
  const blackouts = [
    { fromS: 8, toS: 20 },
    { fromS: -5, toS: 1 },
    { fromS: 3, toS: 4 },
  ]
  expect(openSpans({ fromS: 0, toS: 10, blackouts })).toEqual([
    { fromS: 1, toS: 3 },
    { fromS: 4, toS: 8 },
  ])
  expect(openSpans({ fromS: 5, toS: 5 })).toEqual([{ fromS: 5, toS: 5 }])
})
