/** Why there is no value: the series, the iteration or the quadrature did not settle within its limit. */
export type NotConverged = { readonly ok: false; readonly reason: 'no-convergence' }

/** A value that settled, or the finding that it did not: never the value that was reached by then. */
export type Convergence<T> = { readonly ok: true; readonly value: T } | NotConverged

/** The result of what did not settle. */
export const NOT_CONVERGED: NotConverged = { ok: false, reason: 'no-convergence' }

/** The result of what settled. */
export function converged<T>(value: T): Convergence<T> {
  return { ok: true, value }
}

/** Ends a computation from inside an integrand, where no result can be returned; `converging` turns it into one. */
export class NoConvergenceError extends Error {}

/** What `work` gives, or NOT_CONVERGED where a quadrature inside it did not settle. Other errors go through. */
export function converging<T>(work: () => T): Convergence<T> {
  try {
    return converged(work())
  } catch (error) {
    if (error instanceof NoConvergenceError) return NOT_CONVERGED
    throw error
  }
}
