import { buildMatrix, entry, type Matrix, multiplyMatrices } from '../matrix.ts'
import { missing } from '../missing.ts'
import { addSeconds, type Epoch, secondsBetween } from '../time/epoch.ts'
import { applyImpulse, type Burn, burnForce, type Impulse, massFlow } from './burn.ts'
import { type Force, type OrbitState, sumForces } from './force.ts'
import { type IntegrationFailure, integrate, type Solution } from './integrate.ts'
import type { Derivative } from './stages.ts'
import { forceGradient } from './variation.ts'

/** A quantity of the state whose zeros are searched. */
export interface FollowedOrbitQuantity {
  readonly name: string
  readonly value: (at: OrbitState) => number
  readonly direction?: 1 | -1
  readonly terminal?: boolean
}

/** The forces and actions on an object, and the end of the motion. */
export interface OrbitPlan {
  readonly forces: readonly Force[]
  /** If it is before the start, the motion is computed backwards; this is impossible with impulses whose direction follows the state. */
  readonly until: Epoch
  /** Thrust of constant strength; a burn that starts before the start is applied from the start on. */
  readonly burns?: readonly Burn[]
  /** Instantaneous changes of velocity; those of one instant act in their order. */
  readonly impulses?: readonly Impulse[]
  /** True if the state-transition matrix is computed, or a list of simpler forces for it. */
  readonly transition?: boolean | readonly Force[]
  /** Quantities whose zeros are recorded; the zero of a terminal one ends the motion. */
  readonly followed?: readonly FollowedOrbitQuantity[]
  /** Tolerances of a step; default 1e-13 of the components, 1e-6 m and 1e-9 m/s. */
  readonly relativeTolerance?: number
  readonly positionToleranceM?: number
  readonly velocityToleranceMps?: number
  readonly maxStepS?: number
}

/** The motion from start to end. `stateAt` and `transitionTo` throw RangeError outside. */
export interface Orbit {
  readonly ok: true
  readonly start: OrbitState
  readonly end: OrbitState
  readonly stateAt: (epoch: Epoch) => OrbitState
  /**
   * Returns the derivative of the state at an epoch with respect to the state at the start: 6 × 6, m and m/s. Throws RangeError if it was not
   * requested.
   */
  readonly transitionTo: (epoch: Epoch) => Matrix
  readonly crossings: readonly { readonly name: string; readonly state: OrbitState }[]
}

/** A motion that failed: the state is not finite, or no step was small enough. */
export interface NoOrbit {
  readonly ok: false
  readonly reason: IntegrationFailure['reason']
  readonly epoch: Epoch
}

/** The solution between two stops, in s after the start. */
interface Arc {
  readonly from: number
  readonly to: number
  readonly solution: Solution
}

/** The length of a state: position, velocity and mass. The 36 numbers of the transition matrix follow, row by row. */
const STATE_LENGTH = 7
const WITH_TRANSITION = STATE_LENGTH + 36

/**
 * Returns the motion of an object under forces, burns and impulses, in GCRF, by integrate(), which starts again at the ends of each burn and at
 * each impulse. The state-transition matrix is from the variational equations, whose partial derivatives are central differences of the forces.
 * For this matrix an impulse is a constant vector and the mass does not vary. Accuracy: agrees with Orekit's constant-thrust arcs of an hour to
 * their printed digits, 1e-5 m and 1e-8 m/s (burn.reference.json); scipy with brahe's forces over a day in low orbit, 36 × 36, to 1 mm, over
 * three days in geostationary orbit with Sun, Moon and light to 1 mm (orbit.reference.json); scipy in steps of 2 s over 30 passages of the shadow
 * to 0.4 mm (light.reference.json): no step passes over an edge of the shadow. The equations are Cowell's: the whole acceleration is integrated
 * in Cartesian components. Variation of elements would allow longer steps for weak forces, but burns, crossings and transition matrices are
 * simpler in position and velocity. Central differences (forceGradient) work for every force: a new force needs no code for its derivatives.
 */
export function propagateOrbit(start: OrbitState, plan: OrbitPlan): Orbit | NoOrbit {
  const span = secondsBetween(start.epoch, plan.until)
  const direction = span < 0 ? -1 : 1
  // Piece by piece: integrates to the next stop, records crossings, and applies the impulses of that instant.
  const stops = stopsOf(start.epoch, plan, span)
  const arcs: Arc[] = []
  const crossings: { name: string; state: OrbitState }[] = []
  const varied = plan.transition === undefined || plan.transition === false ? undefined : plan.transition
  let y = Float64Array.from(packed(start, varied !== undefined))
  // An impulse at the start acts before the first piece.
  y = kicked(start.epoch, plan, { y, t: 0, direction })
  for (let k = 0; k + 1 < stops.length; k += 1) {
    const [from = 0, to = 0] = stops.slice(k, k + 2)
    const solution = solveArc(start.epoch, plan, { y, from, to })
    if (!solution.ok) return { ok: false, reason: solution.reason, epoch: addSeconds(start.epoch, solution.t) }
    arcs.push({ from, to: solution.end, solution })
    crossings.push(
      ...solution.crossings.map(({ quantity, t, y: at }) => ({
        name: quantity.name,
        state: unpacked(start.epoch, t, at),
      })),
    )
    y = Float64Array.from(solution.y)
    // A terminal crossing has ended the motion early.
    if (solution.end !== to) break
    y = kicked(start.epoch, plan, { y, t: to, direction })
  }
  const last = (arcs.at(-1) ?? missing()).to
  const valuesAt = (epoch: Epoch): Float64Array => {
    const t = secondsBetween(start.epoch, epoch)
    // At an impulse there are two states. The later arc is used: forwards, this is the state after the impulse.
    const arc = arcs.findLast(({ from, to }) => direction * (t - from) >= 0 && direction * (to - t) >= 0)
    if (t === last) return y
    if (arc === undefined)
      throw new RangeError(`${t} s after the start is not within the motion, which ends at ${last} s`)
    return arc.solution.at(t)
  }
  return {
    ok: true,
    start,
    end: unpacked(start.epoch, last, y),
    stateAt: (epoch) => unpacked(start.epoch, secondsBetween(start.epoch, epoch), valuesAt(epoch)),
    transitionTo: (epoch) => {
      if (varied === undefined) throw new RangeError('the plan did not ask for the transition matrix')
      const values = valuesAt(epoch)
      return buildMatrix(6, 6, (i, j) => values[STATE_LENGTH + 6 * i + j] ?? missing())
    },
    crossings,
  }
}

/**
 * Returns start, end and all times between at which a force starts or ends, or an impulse acts, in the order of the integration. A step across
 * such a time would have a derivative with a jump, for which the error of a Runge-Kutta method of any order only decreases with h.
 */
function stopsOf(origin: Epoch, { burns = [], impulses = [] }: OrbitPlan, span: number): number[] {
  const direction = span < 0 ? -1 : 1
  const times = burns.flatMap(({ start, durationS }) => {
    const from = secondsBetween(origin, start)
    return [from, from + durationS]
  })
  times.push(...impulses.map(({ epoch }) => secondsBetween(origin, epoch)))
  const inside = times.filter((t) => direction * t > 0 && direction * (span - t) > 0)
  return [0, ...new Set(inside.sort((a, b) => direction * (a - b))), span]
}

interface Stretch {
  readonly y: Float64Array
  readonly from: number
  readonly to: number
}

/**
 * Integrates from one stop to the next. In between the same engines burn, so the derivative has no jump. Forces with edges (the discontinuities
 * of light at a shadow) pass them to the integrator, which ends a step at each.
 */
function solveArc(origin: Epoch, plan: OrbitPlan, { y, from, to }: Stretch): Solution | IntegrationFailure {
  // An engine burns over the whole of a piece or not at all: the middle decides.
  const middle = (from + to) / 2
  const burning = (plan.burns ?? []).filter(({ start, durationS }) => {
    const begin = secondsBetween(origin, start)
    return middle >= begin && middle <= begin + durationS
  })
  const thrusts = burning.map(burnForce)
  const derivative = makeDerivative(origin, {
    forces: [...plan.forces, ...thrusts],
    // Thrust also has a gradient, because its direction may follow the state.
    varied: Array.isArray(plan.transition) ? [...plan.transition, ...thrusts] : [...plan.forces, ...thrusts],
    // Several engines may burn at once: their thrusts and mass flows add up.
    flow: burning.reduce((sum, burn) => sum + massFlow(burn), 0),
  })
  const { positionToleranceM = 1e-6, velocityToleranceMps = 1e-9 } = plan
  return integrate({
    derivative,
    start: from,
    end: to,
    y,
    relativeTolerance: plan.relativeTolerance ?? 1e-13,
    absoluteTolerance: tolerances(y.length, positionToleranceM, velocityToleranceMps),
    ...(plan.maxStepS === undefined ? {} : { maxStep: plan.maxStepS }),
    edges: plan.forces.flatMap(({ edges = [] }) =>
      edges.map((edge) => (t: number, values: Float64Array) => edge(unpacked(origin, t, values))),
    ),
    followed: (plan.followed ?? []).map((quantity) => ({
      ...quantity,
      value: (t, values) => quantity.value(unpacked(origin, t, values)),
    })),
  })
}

/**
 * Returns the absolute tolerances of the components. An element Φ_ij of the transition matrix has the unit of component i over that of component
 * j. Its tolerance is such that a metre, or a millimetre per second, at the start is mapped in each step to 1e-9 m and 1e-12 m/s.
 */
function tolerances(length: number, position: number, velocity: number): Float64Array {
  const scale = [1, 1, 1, 1e3, 1e3, 1e3]
  return Float64Array.from({ length }, (_, k) => {
    if (k < STATE_LENGTH) return k < 3 ? position : k < 6 ? velocity : 1e-12
    const [i, j] = [Math.floor((k - STATE_LENGTH) / 6), (k - STATE_LENGTH) % 6]
    return (1e-9 * (scale[j] ?? 1)) / (scale[i] ?? 1)
  })
}

interface Acting {
  readonly forces: readonly Force[]
  readonly varied: readonly Force[]
  readonly flow: number
}

/**
 * Returns the right side of the equations of motion, ṙ = v, v̇ = Σ forces, ṁ = −flow, and of the variational equations Φ̇ = F Φ with F = [[0, I],
 * [∂a/∂r, ∂a/∂v]]: the upper half of Φ̇ is the lower half of Φ, its lower half the gradient times Φ (Montenbruck and Gill, Satellite Orbits,
 * 2000, §7.2.1).
 */
function makeDerivative(origin: Epoch, { forces, varied, flow }: Acting): Derivative {
  return (t, y, out) => {
    const at = unpacked(origin, t, y)
    out.set(at.v)
    out.set(sumForces(forces, at), 3)
    out[6] = -flow
    if (y.length !== WITH_TRANSITION) return
    const gradient = forceGradient(varied, at)
    const stm = buildMatrix(6, 6, (i, j) => y[STATE_LENGTH + 6 * i + j] ?? missing())
    const rates = multiplyMatrices(gradient, stm)
    for (let i = 0; i < 3; i += 1) {
      for (let j = 0; j < 6; j += 1) {
        out[STATE_LENGTH + 6 * i + j] = entry(stm, i + 3, j)
        out[STATE_LENGTH + 6 * (i + 3) + j] = entry(rates, i, j)
      }
    }
  }
}

/** Returns the state as one row, followed by the unit matrix if transitions are requested: Φ(t0, t0) = I. */
function packed({ r, v, massKg }: OrbitState, withTransition: boolean): number[] {
  const identity = withTransition ? buildMatrix(6, 6, (i, j) => (i === j ? 1 : 0)).flat() : []
  return [...r, ...v, massKg, ...identity]
}

/** Returns the state at t seconds after the start, in GCRF: m, m/s and kg. */
function unpacked(origin: Epoch, t: number, y: Float64Array): OrbitState {
  const [x = 0, yy = 0, z = 0, vx = 0, vy = 0, vz = 0, massKg = 0] = y
  return { epoch: addSeconds(origin, t), r: [x, yy, z], v: [vx, vy, vz], massKg }
}

/**
 * Returns the values after the impulses of an instant, or, backwards, before them. By the rocket equation an impulse multiplies the mass by a
 * factor, so that backwards the mass is divided by the same factor. Mass after an impulse is m exp(−Δv/(g0 Isp)).
 */
function kicked(
  origin: Epoch,
  { impulses = [] }: OrbitPlan,
  { y, t, direction }: { readonly y: Float64Array; readonly t: number; readonly direction: 1 | -1 },
): Float64Array<ArrayBuffer> {
  const out = Float64Array.from(y)
  for (const impulse of impulses.filter(({ epoch }) => secondsBetween(origin, epoch) === t)) {
    const at = unpacked(origin, t, out)
    if (direction === -1 && typeof impulse.deltaV === 'function') {
      throw new RangeError('an impulse whose direction follows the state cannot be undone: give its vector')
    }
    const after = applyImpulse(at, impulse)
    // Backwards: m divided by m_after/m.
    const massKg = direction === 1 ? after.massKg : (at.massKg * at.massKg) / after.massKg
    for (const k of [0, 1, 2] as const) out[3 + k] = at.v[k] + direction * (after.v[k] - at.v[k])
    out[6] = massKg
  }
  return out
}
