import type { Convergence } from '../convergence.ts'

/** Returns the value of a result that must have converged, for tests of the value. */
export function settledValue<T>(result: Convergence<T>): T {
  if (!result.ok) throw new Error(`There is no value: ${result.reason}.`)
  return result.value
}
