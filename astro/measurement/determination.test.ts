import { expect, test } from 'vitest'
import type { Comparison } from './compare.ts'
import { inSigmas, type Row } from './determination.ts'

test('inSigmas() is the residual without biases over its sigma, with its sign', () => {
  const comparison = { quantity: 'range', residual: 900, sigma: 4 } as unknown as Comparison
  const row = (residual: number): Row => ({ key: '0 0', observation: 0, comparison, residual, slopes: [] })
  expect([8, -8, 0].map((residual) => inSigmas(row(residual)))).toEqual([2, -2, 0])
})
