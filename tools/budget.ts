import { relative } from 'node:path'
import { testFilesOf } from './run/test-files.ts'
import type { StepResult } from './run/total.ts'

/**
 * The largest average processor time, s, of a layer's test with everything that it starts. Without a limit, the run would double before anybody
 * notices: it took 17 minutes, then 37, then 45 (docs/decisions/166-tiers.md). In a cold run the averages were 0.29, 2.1 and 8.8 s; journeys have a
 * reserve for all layouts of the tables, which run where styles have changed. A change that makes a layer cheaper lowers its number here.
 */
const BUDGETS: Readonly<Record<string, number>> = { 'page tests': 3, 'server tests': 0.6, 'e2e tests': 13 }
/** If only a few files of a layer ran, its average is not known. */
const FEWEST_TESTS = 50
const DEAREST = 10

/** The processor time of a layer: in seconds, and for each of its tests. */
export type Spending = {
  readonly name: string
  readonly seconds: number
  readonly tests: number
  /** True if the average of its tests is above the budget. */
  readonly isAbove: boolean
}

/**
 * Returns the spending of each step whose processor time is known; `slowness` is how many times slower this processor is than the usual one. The time
 * of a step leaves out processes that were killed, as browsers are; the sum of its files leaves out what they share: the larger of both is used.
 */
export function spendingOf(
  results: readonly StepResult[],
  slowness: number,
  byFiles: Readonly<Record<string, number>> = {},
): Spending[] {
  return results.flatMap(({ name, processorS, counts }) => {
    if (processorS === undefined || counts === undefined) return []
    const seconds = Math.max(processorS, byFiles[name] ?? 0)
    const tests = counts.passed + counts.failed
    const budget = BUDGETS[name]
    const isAbove = budget !== undefined && tests >= FEWEST_TESTS && seconds / tests > budget * slowness
    return [{ name, seconds, tests, isAbove }]
  })
}

/** Returns the processor time, s, of the files of each layer that has a budget; the products that the journeys start count as one of their files. */
export function secondsByLayer(times: string, root: string): Record<string, number> {
  const layerOf = new Map<string, string>([[PRODUCTS, 'e2e tests']])
  for (const project of ['page', 'server', 'e2e'] as const)
    for (const file of testFilesOf(project)) layerOf.set(file, `${project} tests`)
  const sums: Record<string, number> = {}
  for (const { seconds, file } of readTimes(times, root)) {
    const layer = layerOf.get(file)
    if (layer !== undefined) sums[layer] = (sums[layer] ?? 0) + seconds
  }
  return sums
}

const PRODUCTS = 'e2e/product.ts'

/** Reads lines of the form `seconds path`. */
const readTimes = (times: string, root: string) =>
  times
    .split('\n')
    .map((line) => /^(\d+\.\d+) (.+)$/.exec(line))
    .flatMap((found) => (found ? [{ seconds: Number(found[1]), file: relative(root, found[2] ?? '') }] : []))

/** Returns a line for each layer, and one more for each layer that is above its budget. */
export function linesOnSpending(spending: readonly Spending[], slowness: number): string[] {
  const lines = spending.map(({ name, seconds, tests }) => {
    const budget = BUDGETS[name]
    const each = tests === 0 ? '' : `, ${(seconds / tests).toFixed(2)} s a test`
    const limit = budget === undefined ? '' : ` (budget ${budget} s × ${slowness.toFixed(2)})`
    return `  ${name.padEnd(16)} ${seconds.toFixed(0).padStart(6)} s of processor${each}${limit}`
  })
  const above = spending
    .filter(({ isAbove }) => isAbove)
    .map(({ name }) => `ABOVE ITS BUDGET: ${name} take more of a processor than they may; make the dearest cheaper.`)
  return [...lines, ...above]
}

/** Returns a line for each of the files that took most processor time, from lines of the form `seconds path`. */
export function dearestFiles(times: string, root: string): string[] {
  return readTimes(times, root)
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, DEAREST)
    .map(({ seconds, file }) => `  ${seconds.toFixed(1).padStart(6)} s ${file}`)
}

/** Returns a separate step, which fails if a layer is above its budget. */
export function budgetStep(spending: readonly Spending[]): StepResult {
  const above = spending.filter(({ isAbove }) => isAbove).length
  const result = { name: 'budgets', code: above === 0 ? 0 : 1, output: '', runsTests: false }
  return { ...result, counts: { passed: 0, failed: above, skipped: 0 } }
}
