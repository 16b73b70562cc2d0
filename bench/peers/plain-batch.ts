import type { Force } from '@apsis/astro/dynamics/force.ts'
import { propagateOrbit } from '@apsis/astro/dynamics/propagate-orbit.ts'
import { solve } from '@apsis/astro/matrix.ts'
import { compare } from '@apsis/astro/measurement/compare.ts'
import type { GroundSite } from '@apsis/astro/measurement/ground-site.ts'
import type { Observation } from '@apsis/astro/measurement/observation.ts'
import type { CartesianState } from '@apsis/astro/orbit/elements.ts'
import { addSeconds, type Epoch } from '@apsis/astro/time/epoch.ts'

/** The input of the plain method. */
export interface PlainProblem {
  readonly epoch: Epoch
  readonly last: Epoch
  readonly forces: readonly Force[]
  readonly observations: readonly Observation[]
  readonly sites: ReadonlyMap<string, GroundSite>
  readonly start: CartesianState
}

// The finite-difference steps: Vallado's hundredth of a percent is too much for a velocity, so they are in metres and centimetres per second.
const STEPS = [10, 10, 10, 0.01, 0.01, 0.01]
const MOST_ITERATIONS = 25
/** The iteration has converged when a step is below a millimetre. */
const SETTLED_M = 1e-3

/**
 * Differential correction as textbooks describe it (Vallado, Fundamentals of Astrodynamics, 4th ed., algorithm 66): the nominal orbit and one more
 * for each of six parameters, finite differences of the measurements, normal equations, until the step is small. It has no editing, no damping and no
 * biases. Null if it does not converge.
 */
export function plainBatch(problem: PlainProblem): CartesianState | null {
  let state = [...problem.start.r, ...problem.start.v]
  for (let iteration = 0; iteration < MOST_ITERATIONS; iteration += 1) {
    const nominal = residualsOf(problem, state)
    const columns = STEPS.map((step, k) =>
      residualsOf(
        problem,
        state.map((value, i) => value + (i === k ? step : 0)),
      ).map((value, row) => ((nominal[row] ?? 0) - value) / step),
    )
    const dot = (a: readonly number[], b: readonly number[]) =>
      a.reduce((sum, value, k) => sum + value * (b[k] ?? 0), 0)
    const change = solve(
      columns.map((a) => columns.map((b) => dot(a, b))),
      columns.map((a) => [dot(a, nominal)]),
    )
    if (change === null) return null
    const steps = change.map(([value = 0]) => value)
    state = state.map((value, k) => value + (steps[k] ?? 0))
    if (Math.hypot(...steps.slice(0, 3)) < SETTLED_M) return stateOf(state)
  }
  return null
}

function stateOf([x = 0, y = 0, z = 0, vx = 0, vy = 0, vz = 0]: readonly number[]): CartesianState {
  return { r: [x, y, z], v: [vx, vy, vz] }
}

/** Returns the weighted residuals of all measurements for a state at the epoch. */
function residualsOf({ epoch, last, forces, observations, sites }: PlainProblem, state: readonly number[]): number[] {
  const orbit = propagateOrbit(
    { epoch, ...stateOf(state), massKg: 1000 },
    {
      forces,
      until: addSeconds(last, 30),
      positionToleranceM: 1e-4,
      velocityToleranceMps: 1e-7,
      relativeTolerance: 1e-12,
    },
  )
  if (!orbit.ok) throw new RangeError(orbit.reason)
  return observations.flatMap((one) => {
    const site = sites.get(one.sensorId)
    const rows = site === undefined ? [] : compare(one, site, orbit.stateAt)
    return 'reason' in rows ? [] : rows.map(({ residual, sigma }) => residual / sigma)
  })
}
