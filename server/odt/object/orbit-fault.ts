import { NoConvergenceError } from '@apsis/astro/convergence.ts'
import { ApiError } from '../../platform/api-error.ts'

const OF_A_COMPUTATION = [RangeError, SyntaxError, TypeError, NoConvergenceError]

/**
 * Whether an error says that an orbit cannot be read or followed: what its readers and models throw. Any other is one of the machine or
 * of the database, says nothing of the orbit, and passes: the same is then tried again.
 */
export const isOrbitFault = (error: unknown): boolean =>
  OF_A_COMPUTATION.some((kind) => error instanceof kind) ||
  (error instanceof ApiError && error.code === 'unprocessable')
