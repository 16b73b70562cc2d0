import { expect, test } from 'vitest'
import { levelOf, smallestRow, type TradeMap, valuesOf } from './shown.ts'

const map: TradeMap = {
  leads: [2, 1],
  deltaVs: [-0.02, 0, 0.01, 0.02],
  pc: [
    [1e-7, 1e-5],
    [1e-3, 1e-3],
    [null, 1e-4],
    [1e-8, 1e-6],
  ],
  missM: [
    [2_000, 900],
    [100, 100],
    [1_500, 600],
    [3_000, 1_100],
  ],
  othersPc: [
    [0, 1e-9],
    [1e-5, 1e-5],
    [1e-4, 1e-5],
    [1e-3, 1e-5],
  ],
  propellantKg: [0.002, 0, 0.001, 0.002],
  tcaMs: 0,
  periodS: 6_000,
  shut: [],
  minDeltaVMps: 0,
}

test('the map shows powers of ten, kilometres and grams, each for its own quantity', () => {
  expect(valuesOf(map, 'pc')[2]).toEqual([undefined, -4])
  expect(valuesOf(map, 'others')[3]).toEqual([-3, -5])
  expect(Number.isFinite(valuesOf(map, 'others')[0]![0]!)).toBe(true)
  expect(valuesOf(map, 'miss')[0]).toEqual([2, 0.9])
  // A burn takes the same propellant whenever it starts.
  expect(valuesOf(map, 'mass').map((row) => row.join())).toEqual(['2,2', '0,0', '1,1', '2,2'])
})

test('the smallest burn follows from the goal, whatever the map shows, and the goal is a line if the map shows its quantity', () => {
  const byPc = { show: 'pc', value: 1e-6 } as const
  const byMiss = { show: 'miss', value: 1_000 } as const
  expect([0, 1].map((column) => smallestRow(map, byPc, column))).toEqual([0, 3])
  expect([0, 1].map((column) => smallestRow(map, byMiss, column))).toEqual([2, 3])
  expect([levelOf(byPc, 'pc'), levelOf(byMiss, 'miss')]).toEqual([-6, 1])
  expect((['miss', 'mass', 'others'] as const).map((show) => levelOf(byPc, show))).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})
