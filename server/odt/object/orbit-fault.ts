import { NoConvergenceError } from '@apsis/astro/convergence.ts'
import { ApiError } from '../../platform/api-error.ts'

const OF_A_COMPUTATION = [RangeError, SyntaxError, TypeError, NoConvergenceError]

/**
 * Returns true if an error shows that an orbit cannot be read or propagated: its readers and models throw it. Any other error comes from
 * the machine or the database and is temporary: the same task is then tried again.
 */
export const isOrbitFault = (error: unknown): boolean =>
  OF_A_COMPUTATION.some((kind) => error instanceof kind) ||
  (error instanceof ApiError && error.code === 'unprocessable')
