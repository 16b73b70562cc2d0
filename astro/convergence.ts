/** The reason why there is no value: the series, the iteration or the quadrature did not converge within its limit. */
export type NotConverged = { readonly ok: false; readonly reason: 'no-convergence' }

/** A converged value, or the statement that there is none. It never contains the value reached at the limit. */
export type Convergence<T> = { readonly ok: true; readonly value: T } | NotConverged

/** The result of a calculation that did not converge. */
export const NOT_CONVERGED: NotConverged = { ok: false, reason: 'no-convergence' }

/** Returns the result of a calculation that converged. */
export function converged<T>(value: T): Convergence<T> {
  return { ok: true, value }
}

/** Thrown inside an integrand, where no result can be returned; `converging` turns it into one. */
export class NoConvergenceError extends Error {}

/** Returns the result of `work`, or NOT_CONVERGED if a quadrature inside it did not converge. Other errors are passed on. */
export function converging<T>(work: () => T): Convergence<T> {
  try {
    return converged(work())
  } catch (error) {
    if (error instanceof NoConvergenceError) return NOT_CONVERGED
    throw error
  }
}
