import { expect, test } from 'vitest'
import { seededRandom, standardNormal } from '../random.ts'
import { addSeconds } from '../time/epoch.ts'
import { parseTime } from '../time/parse-time.ts'
import type { Comparison } from './compare.ts'
import type { EditReason, Evaluation, Problem, Row } from './determination.ts'
import type { Observation, Quantity } from './observation.ts'
import { correlationOf, residualTable } from './residual-table.ts'

/** The rounding of quotients of sums of hundreds of numbers: 7e-15 for a factor of 39. */
const FACTOR_DIGITS = 12

const START = parseTime('2026-03-20T00:00:00')

interface ResidualRow {
  readonly seconds: number
  readonly residual: number
  readonly sensorId?: string
  readonly quantity?: Quantity
}

/** A problem and its rows, one number for each observation. */
function given(list: readonly ResidualRow[]): { readonly problem: Problem; readonly rows: Row[] } {
  const observations = list.map(
    ({ seconds, sensorId = 'A' }) => ({ kind: 'range', epoch: addSeconds(START, seconds), sensorId }) as Observation,
  )
  const rows = list.map(({ seconds, residual, quantity = 'range' }, observation): Row => {
    const comparison = { quantity, sigma: 2, measured: 7, residual, at: addSeconds(START, seconds), elevationRad: 0.5 }
    return { key: `${observation} 0`, observation, comparison: comparison as Comparison, residual, slopes: [] }
  })
  return { problem: { input: { observations } } as unknown as Problem, rows }
}

const factorOf = (list: readonly ResidualRow[]) => {
  const { problem, rows } = given(list)
  return correlationOf(problem, rows)
}

/** A first-order autoregressive series z_k = ρ z_(k−1) + √(1 − ρ²) ε_k of unit variance, ten seconds apart. */
function series(rho: number, count: number, seed: number): ResidualRow[] {
  const normal = standardNormal(seededRandom(seed))
  let z = normal()
  return Array.from({ length: count }, (_unused, k) => {
    z = rho * z + Math.sqrt(1 - rho * rho) * normal()
    return { seconds: 10 * k, residual: 2 * z }
  })
}

test.each([
  [0.3, 1],
  [0.6, 2],
  [0.8, 3],
])(
  'an autoregressive series with ρ = %d has an effective number of measurements smaller by (1 + ρ)/(1 − ρ)',
  (rho, seed) => {
    const count = 20_000
    const expected = (1 + rho) / (1 - rho)
    // The estimate of ρ has a standard error of √((1 − ρ²)/n), and the factor has 2/(1 − ρ)² times that; four of them are allowed.
    const error = (4 * 2 * Math.sqrt((1 - rho * rho) / count)) / (1 - rho) ** 2
    expect(Math.abs(factorOf(series(rho, count, seed)) - expected)).toBeLessThan(error)
  },
)

test('noise is not correlated, nor are residuals of alternating sign', () => {
  for (let seed = 10; seed < 15; seed += 1) expect(factorOf(series(0, 400, seed))).toBe(1)
  expect(factorOf(series(0, 400, 9).map((one, k) => ({ ...one, residual: k % 2 === 0 ? 2 : -2 })))).toBe(1)
  expect(factorOf([])).toBe(1)
  expect(factorOf([{ seconds: 0, residual: 5 }])).toBe(1)
})

test('a track with a constant error counts as few measurements: ρ is limited to 0.95', () => {
  const list = Array.from({ length: 50 }, (_unused, k) => ({ seconds: 10 * k, residual: 6 }))
  expect(factorOf(list)).toBeCloseTo(1.95 / 0.05, FACTOR_DIGITS)
})

test('neighbours are measurements of one sensor, one quantity and one pass, in the order of time', () => {
  const alike = (change: (k: number) => Partial<ResidualRow>) =>
    factorOf(Array.from({ length: 40 }, (_unused, k) => ({ seconds: 10 * k, residual: 6, ...change(k) })))
  expect(alike(() => ({}))).toBeGreaterThan(1)
  // Each has another sensor or quantity, or is in a pass of its own.
  expect(alike((k) => ({ sensorId: `S${k}` }))).toBe(1)
  expect(alike((k) => ({ seconds: 601 * k }))).toBe(1)
  expect(alike((k) => ({ seconds: 599 * k }))).toBeGreaterThan(1)
  // Two alternating sensors, each with its own sign: the neighbours of one sensor are correlated.
  expect(alike((k) => ({ sensorId: 'AB'.charAt(k % 2), residual: k % 2 === 0 ? 6 : -6 }))).toBeGreaterThan(1)
  expect(
    alike((k) => ({ quantity: k % 2 === 0 ? 'azimuth' : 'elevation', residual: k % 2 === 0 ? 6 : -6 })),
  ).toBeGreaterThan(1)
  // The list may be in any order.
  const shuffled = series(0.8, 2000, 4).toSorted((a, b) => ((a.seconds * 7919) % 1009) - ((b.seconds * 7919) % 1009))
  expect(factorOf(shuffled)).toBeCloseTo(factorOf(series(0.8, 2000, 4)), FACTOR_DIGITS)
})

test('residualTable() lists all measurements in the order of time: used, edited, and not computed', () => {
  const { problem, rows } = given([
    { seconds: 30, residual: 1 },
    { seconds: 10, residual: 90 },
  ])
  const kinds = ['azimuth-elevation', 'right-ascension-declination', 'range-rate'] as const
  const input = {
    ...problem.input,
    observations: [
      ...problem.input.observations,
      ...kinds.map((kind, k) => ({ kind, epoch: addSeconds(START, 20 - k), sensorId: 'X' }) as Observation),
    ],
  }
  const unusable = new Map<number, EditReason>([
    [2, 'below-the-air'],
    [3, 'unknown-sensor'],
    [4, 'unknown-sensor'],
  ])
  const evaluation: Evaluation = { rows, unusable, priorCost: 0 }
  const table = residualTable({ ...problem, input }, evaluation, new Set(['1 0']))
  expect(table.map(({ observation, quantity, edited }) => [observation, quantity, edited])).toEqual([
    [1, 'range', 'beyond-limit'],
    [4, 'range-rate', 'unknown-sensor'],
    [3, 'right-ascension', 'unknown-sensor'],
    [2, 'azimuth', 'below-the-air'],
    [0, 'range', null],
  ])
  expect(table[0]).toMatchObject({ measured: 7, residual: 90, sigma: 2, elevationRad: 0.5, sensorId: 'A' })
  expect([table[1]!.measured, table[1]!.residual, table[1]!.sigma, table[1]!.elevationRad].every(Number.isNaN)).toBe(
    true,
  )
})
