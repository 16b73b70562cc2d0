import type { Convergence } from '../convergence.ts'

/** The value of a result that has to have settled, for tests that are about the value. */
export function settledValue<T>(result: Convergence<T>): T {
  if (!result.ok) throw new Error(`There is no value: ${result.reason}.`)
  return result.value
}
