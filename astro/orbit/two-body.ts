import { buildMatrix, type Matrix } from '../matrix.ts'
import { add, dot, norm, scale, subtract, type Vec3 } from '../vec3.ts'
import type { CartesianState } from './elements.ts'

/** A state after two-body motion, and its derivative with respect to the state before: 6 × 6, m and m/s. */
export interface Transition {
  readonly state: CartesianState
  readonly stm: Matrix
}

/** Bisection alone would find all digits of a double in sixty iterations; the rest is a margin for Newton's steps. */
const MAX_ITERATIONS = 100

/**
 * Returns the state `seconds` later (negative: earlier) on its Kepler orbit, and the state-transition matrix, for every orbit from circle to
 * hyperbola; `gm` in m³/s². Source: Battin, An Introduction to the Mathematics and Methods of Astrodynamics, revised ed., §4.5 and eq. 9.84 to
 * 9.87, in universal variables. Accuracy: 1e-12 of the radius per revolution; for the matrix 1e-11, against differences at 50 digits
 * (two-body.reference.json). Throws RangeError for a state at the centre. The universal anomaly χ grows by dχ = √µ dt/r. With α = 1/a the
 * functions U_k(χ, α) = χᵏ c_k(α χ²) are polynomials for the parabola, circular functions for the ellipse and hyperbolic ones for the hyperbola:
 * one set of formulas holds for all of them.
 */
export function propagateTwoBody(start: CartesianState, seconds: number, gm: number): Transition {
  const { ends, state } = fly(start, seconds, gm)
  return { state, stm: transition(ends) }
}

/** Returns only the state, in a third of the time. */
export function flyTwoBody(start: CartesianState, seconds: number, gm: number): CartesianState {
  return fly(start, seconds, gm).state
}

function fly({ r: r0, v: v0 }: CartesianState, seconds: number, gm: number) {
  const radius0 = norm(r0)
  if (!(radius0 > 0)) throw new RangeError('a state at the centre has no orbit')
  const root = Math.sqrt(gm)
  const sigma0 = dot(r0, v0) / root
  const alpha = 2 / radius0 - dot(v0, v0) / gm
  const { chi, u } = solveUniversal({ radius0, sigma0, alpha, target: root * seconds })
  const [u0, u1, u2, , u4, u5] = u
  // dχ/dt = √µ/r: the radius is the derivative of Kepler's equation with respect to χ.
  const radius = radius0 * u0 + sigma0 * u1 + u2
  // Lagrange's coefficients: r = f r0 + g v0 and v = ḟ r0 + ġ v0, in universal functions of the anomaly chi.
  const f = 1 - u2 / radius0
  const g = (radius0 * u1 + sigma0 * u2) / root
  const fDot = (-root * u1) / (radius * radius0)
  const gDot = 1 - u2 / radius
  const r = add(scale(r0, f), scale(v0, g))
  const v = add(scale(r0, fDot), scale(v0, gDot))
  // Battin's C contains the change of the period with the state: the part of the matrix that grows with time.
  const c = (3 * u5 - chi * u4 - root * seconds * u2) / root
  return { state: { r, v }, ends: { r0, v0, r, v, f, g, fDot, gDot, c, gm } }
}

/** U0 to U5 of one universal anomaly. */
type Six = readonly [number, number, number, number, number, number]
interface Universal {
  readonly radius0: number
  readonly sigma0: number
  readonly alpha: number
  /** √GM times the time. */
  readonly target: number
}

/**
 * Solves Kepler's equation in the universal anomaly, √µ t = r0 U1 + σ0 U2 + U3 with σ0 = r·v/√µ. The right side increases everywhere, with the
 * radius as its slope, so a bracket always closes. On a fast hyperbola it increases exponentially, and an overflow counts as too large. A motion
 * backwards in time is solved as the mirrored motion forwards.
 */
function solveUniversal({ radius0, sigma0, alpha, target }: Universal): { readonly chi: number; readonly u: Six } {
  const [sign, span] = [Math.sign(target), Math.abs(target)]
  if (!Number.isFinite(span)) throw new RangeError('a time that is no number')
  const at = (chi: number) => {
    const u = universalFunctions(chi, alpha)
    const value = radius0 * u[1] + sign * sigma0 * u[2] + u[3] - span
    return { value: Number.isNaN(value) ? Infinity : value, slope: radius0 * u[0] + sign * sigma0 * u[1] + u[2] }
  }
  let low = 0
  // For the smallest times the product underflows, and 0 doubled stays 0.
  const least = span > 0 ? Number.MIN_VALUE : 0
  // On an ellipse χ grows by √µ α per second on average. On other orbits r0 χ and χ³/6 are each at most √µ t while the object moves outwards;
  // inwards the doubling below finds the bound.
  let high = Math.max(least, alpha > 0 ? span * alpha : Math.min(span / radius0, Math.cbrt(6 * span)))
  while (at(high).value < 0) [low, high] = [high, 2 * high]
  let chi = high
  let [step, before] = [high, high]
  for (let iteration = 0; iteration < MAX_ITERATIONS; iteration += 1) {
    const { value, slope } = at(chi)
    if (value > 0) high = chi
    else low = chi
    // On an exponential Newton's steps do not shrink: then the bracket is bisected (Brent's rule).
    const newton = chi - value / slope
    // Inside the bracket, and at most half as long as the step before the last.
    const isTaken = newton >= low && newton <= high && 2 * Math.abs(newton - chi) <= Math.abs(before)
    const next = isTaken ? newton : (low + high) / 2
    before = step
    step = next - chi
    chi = next
    if (Math.abs(step) <= 4 * Number.EPSILON * chi) break
  }
  return { chi: sign * chi, u: universalFunctions(sign * chi, alpha) }
}

/** Returns U0 to U5 (Battin, eq. 4.76): powers of chi times Stumpff's functions of alpha chi². */
function universalFunctions(chi: number, alpha: number): Six {
  const [c0, c1, c2, c3, c4, c5] = stumpff(alpha * chi * chi)
  const chi2 = chi * chi
  return [c0, chi * c1, chi2 * c2, chi * chi2 * c3, chi2 * chi2 * c4, chi * chi2 * chi2 * c5]
}

/**
 * Returns Stumpff's c0 to c5: by their series for |z| up to 1, where the closed forms lose digits, and otherwise by the closed forms. c_k(z) = Σ
 * (−z)ʲ/(2j + k)!, with c_k = 1/k! − z c_(k+2): c0 is cos √z, c1 is sin √z/√z, and for z < 0 the hyperbolic functions.
 */
function stumpff(z: number): Six {
  // c4 and c5 by their series, and the others by the recurrence, which is free of cancellation downwards.
  if (Math.abs(z) < 1) {
    const c4 = stumpffSeries(z, 4)
    const c5 = stumpffSeries(z, 5)
    const c2 = 1 / 2 - z * c4
    const c3 = 1 / 6 - z * c5
    return [1 - z * c2, 1 - z * c3, c2, c3, c4, c5]
  }
  const x = Math.sqrt(Math.abs(z))
  const c0 = z > 0 ? Math.cos(x) : Math.cosh(x)
  const c1 = z > 0 ? Math.sin(x) / x : Math.sinh(x) / x
  const c2 = (1 - c0) / z
  const c3 = (1 - c1) / z
  return [c0, c1, c2, c3, (1 / 2 - c2) / z, (1 / 6 - c3) / z]
}

function stumpffSeries(z: number, n: 4 | 5): number {
  let sum = 1
  for (let k = 9; k >= 1; k -= 1) sum = 1 - (z * sum) / ((2 * k + n) * (2 * k + n - 1))
  return sum / (n === 4 ? 24 : 120)
}

interface Ends extends Record<'f' | 'g' | 'fDot' | 'gDot' | 'c' | 'gm', number> {
  readonly r0: Vec3
  readonly v0: Vec3
  readonly r: Vec3
  readonly v: Vec3
}

/**
 * Returns the derivative of the state at the end with respect to the state at the start, from both states only: no series, no differences, and
 * valid for all conics. Its determinant is 1, because the flow of a Hamiltonian conserves volumes.
 */
function transition({ r0, v0, r, v, f, g, fDot, gDot, c, gm }: Ends): Matrix {
  const [a0, a] = [norm(r0), norm(r)]
  const [dr, dv] = [subtract(r, r0), subtract(v, v0)]
  const [rv, rr] = [dot(r, v), dot(r, r)]
  // The four blocks of Battin's eq. 9.84 to 9.87: r with respect to r0 and v0, and v with respect to r0 and v0.
  return buildMatrix(6, 6, (row, column) => {
    const [i, j] = [(row % 3) as 0 | 1 | 2, (column % 3) as 0 | 1 | 2]
    const one = i === j ? 1 : 0
    const near = a0 * (1 - f)
    if (row < 3 && column < 3) {
      return (a / gm) * dv[i] * dv[j] + (near * r[i] + c * v[i]) * (r0[j] / a0 ** 3) + f * one
    }
    if (row < 3) return (near / gm) * (dr[i] * v0[j] - dv[i] * r0[j]) + (c / gm) * v[i] * v0[j] + g * one
    if (column >= 3) {
      return (a0 / gm) * dv[i] * dv[j] + (near * r[i] * r0[j] - c * r[i] * v0[j]) / a ** 3 + gDot * one
    }
    const swing = ((r[i] * rv - v[i] * rr) * dv[j]) / (gm * a) - (r[i] * r[j]) / (a * a)
    return (
      (-dv[i] * r0[j]) / (a0 * a0) -
      (r[i] * dv[j]) / (a * a) +
      fDot * (one + swing) -
      (gm * c * r[i] * r0[j]) / (a * a0) ** 3
    )
  })
}
