import { rtnAxes } from '../conjunction/rtn.ts'
import type { Mat3 } from '../mat3.ts'
import { entry, type Matrix, mapCovariance } from '../matrix.ts'
import type { CartesianState } from '../orbit/elements.ts'
import { add, dot, norm, scale, subtract, type Vec3 } from '../vec3.ts'
import type { EncounterAfter, EncounterModel } from './encounter-model.ts'
import { type ExecutionError, executionCovariance } from './execution-error.ts'
import type { PlaneMap, Vec2 } from './smallest-step.ts'

/** A burn at one instant, of which any Δv can be tried. */
export interface BurnTrial {
  /** The primary just before the burn. */
  readonly state: CartesianState
  /** Its radial, transverse and normal axes. */
  readonly rtn: Mat3
  readonly attempt: (deltaV: Vec3) => Attempt
}

/** What a Δv (m/s in the inertial frame) makes of the encounter. */
export interface Attempt {
  readonly deltaV: Vec3
  readonly after: EncounterAfter
  /** How the state of the primary where the message has its TCA moves with the Δv: 6 × 3. */
  readonly kicks: Matrix
}

/**
 * A burn `burnS` after the TCA of the message (before it: negative). The way there and back without a burn leaves a rounding error,
 * which is taken off, so that no burn at all leaves the encounter as it was (flight rule F5). Throws RangeError where the dynamics
 * cannot follow the orbit.
 */
export function makeBurnTrial(model: EncounterModel, burnS: number, error: ExecutionError | null): BurnTrial {
  const { encounter, dynamics } = model
  const leg = { fromS: burnS, toS: 0 }
  const state = dynamics.fly(encounter.primary, { fromS: 0, toS: burnS }, 'primary')
  const unmoved = dynamics.fly(state, leg, 'primary')
  const [dr, dv] = [subtract(encounter.primary.r, unmoved.r), subtract(encounter.primary.v, unmoved.v)]
  const kicksOnce = dynamics.hasCheapKicks ? null : dynamics.kicks(state, leg)
  const rtn = rtnAxes(state)
  return {
    state,
    rtn,
    attempt(deltaV) {
      const moved = { r: state.r, v: add(state.v, deltaV) }
      const arrived = norm(deltaV) === 0 ? unmoved : dynamics.fly(moved, leg, 'primary')
      const kicks = kicksOnce ?? dynamics.kicks(moved, leg)
      const arrival = { state: { r: add(arrived.r, dr), v: add(arrived.v, dv) } }
      const added = error === null ? {} : { added: mapCovariance(kicks, executionCovariance(deltaV, error, rtn)) }
      return { deltaV, kicks, after: model.after({ ...arrival, ...added }) }
    },
  }
}

/**
 * Where a unit of each direction of Δv (inertial) moves the primary in the conjunction plane of an attempt, s; null without a plane.
 * The kicks are those at the TCA of the message: from there to the new one their velocities carry them on, straight to (n t)² / 2.
 */
export function planeMap({ after, kicks }: Attempt, directions: readonly Vec3[]): PlaneMap | null {
  if (after.planar === null) return null
  const [x, y] = after.planar.axes
  const atTca = (i: number, j: number) => entry(kicks, i, j) + after.tcaS * entry(kicks, i + 3, j)
  const row = (axis: Vec3, j: number) => axis[0] * atTca(0, j) + axis[1] * atTca(1, j) + axis[2] * atTca(2, j)
  const [alongX, alongY]: [Vec3, Vec3] = [
    [row(x, 0), row(x, 1), row(x, 2)],
    [row(y, 0), row(y, 1), row(y, 2)],
  ]
  return directions.map((direction): Vec2 => [dot(alongX, direction), dot(alongY, direction)])
}

/** A TCA moved by more than this turns the plane so far that the map has to be taken from attempts about the one at hand. */
const STRAIGHT_S = 1
/** By how much those differ, m/s. */
const NEXT_MPS = 1e-3

/** The same where the TCA has moved far: by differences of the miss in the principal axes of each attempt. */
export function bentPlaneMap(trial: BurnTrial, attempt: Attempt, directions: readonly Vec3[]): PlaneMap | null {
  const { planar, tcaS } = attempt.after
  if (planar === null || Math.abs(tcaS) <= STRAIGHT_S) return planeMap(attempt, directions)
  const columns = directions.map((direction): Vec2 | null => {
    const next = trial.attempt(add(attempt.deltaV, scale(direction, NEXT_MPS))).after.planar
    if (next === null) return null
    // Either sense of an axis is a principal axis.
    const [sx, sy] = [0, 1].map((k) => Math.sign(dot(planar.axes[k as 0 | 1], next.axes[k as 0 | 1]))) as [
      number,
      number,
    ]
    return [(planar.miss.xM - sx * next.miss.xM) / NEXT_MPS, (planar.miss.yM - sy * next.miss.yM) / NEXT_MPS]
  })
  return columns.every((column) => column !== null) ? columns : null
}
