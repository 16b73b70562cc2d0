import { expect, test } from 'vitest'
import { budgetStep, dearestFiles, linesOnSpending, secondsByLayer, spendingOf } from './budget.ts'
import { failedOf, type StepResult } from './run/total.ts'

const layer = (name: string, processorS: number | undefined, passed: number): StepResult => ({
  name,
  code: 0,
  output: '',
  runsTests: true,
  counts: { passed, failed: 0, skipped: 0 },
  ...(processorS !== undefined && { processorS }),
})
const failures = (results: readonly StepResult[], slowness = 1) => failedOf(budgetStep(spendingOf(results, slowness)))

test('a layer whose tests take more processor time than its budget fails the run; a slower processor allows more', () => {
  expect(failures([layer('page tests', 299, 100), layer('server tests', 59, 100), layer('e2e tests', 909, 70)])).toBe(0)
  expect(failures([layer('page tests', 301, 100)])).toBe(1)
  expect(failures([layer('server tests', 61, 100), layer('e2e tests', 911, 70)])).toBe(2)
  expect(failures([layer('server tests', 61, 100)], 1.5)).toBe(0)
  // Unit tests have no budget; without a known time there is no verdict; a few files that ran alone do not give an average.
  expect(
    failures([layer('unit tests', 1_000, 10), layer('e2e tests', undefined, 70), layer('page tests', 400, 10)]),
  ).toBe(0)
})

test('the lines state what each layer took, its budget, and which layer is above it', () => {
  const spending = spendingOf([layer('unit tests', 140, 5_600), layer('page tests', 600, 100)], 1.25)
  expect(linesOnSpending(spending, 1.25)).toEqual([
    '  unit tests          140 s of processor, 0.03 s a test',
    '  page tests          600 s of processor, 6.00 s a test (budget 3 s × 1.25)',
    'ABOVE ITS BUDGET: page tests take more of a processor than they may; make the dearest cheaper.',
  ])
})

test('spendingOf() takes the larger of the time of a step and the time of its files, so that killed processes and shared time count, too', () => {
  const times = [
    '10.00 /clone/e2e/shell/tables.e2e.ts',
    '5.00 /clone/e2e/product.ts',
    '3.00 /clone/web/routes.page.test.ts',
  ]
  const byLayer = secondsByLayer(times.join('\n'), '/clone')
  expect(byLayer).toEqual({ 'e2e tests': 15, 'page tests': 3 })
  const spending = spendingOf([layer('e2e tests', 4, 1), layer('page tests', 7, 1)], 1, byLayer)
  expect(spending.map(({ seconds }) => seconds)).toEqual([15, 7])
})

test('the ten files that took most processor time are named, the largest first', () => {
  const times = Array.from({ length: 12 }, (_, k) => `${k}.50 /clone/astro/${k}.test.ts`).join('\n')
  const lines = dearestFiles(`${times}\n`, '/clone')
  expect(lines).toHaveLength(10)
  expect(lines[0]).toBe('    11.5 s astro/11.test.ts')
  expect(lines[9]).toBe('     2.5 s astro/2.test.ts')
})
