import type { EncounterObject } from '../conjunction/conjunction-plane.ts'
import { type PrincipalMiss, REPAIR_FRACTION } from '../conjunction/principal-axes.ts'
import { covarianceToRtn } from '../conjunction/rtn.ts'
import { GM_EARTH } from '../constants.ts'
import { buildMatrix, entry, type Matrix } from '../matrix.ts'
import type { CartesianState } from '../orbit/elements.ts'
import { add, cross, dot, norm, scale, subtract, type Vec3 } from '../vec3.ts'
import type { EncounterAfter, EncounterModel } from './encounter-model.ts'

/** An encounter near the TCA of its message, for a million evaluations of the primary's state there. */
export interface NearPath {
  readonly radiusM: number
  /** Returns the least margin by which the miss exceeds twelve sigmas, m; if it is not above 0, the encounter must be computed. */
  readonly clearanceM: (arrived: CartesianState, addedM?: number) => number
  /**
   * Returns the miss in principal axes, or a reason why there is none; `added` (3 × 3, m²) is the burn's contribution to the covariance of the
   * position.
   */
  readonly missOf: (arrived: CartesianState, added?: Matrix) => PrincipalMiss | 'far' | 'none'
}

/** If the new TCA is further away than this, the model itself searches it: in low orbit the series below is accurate to 3 mm up to here. */
const SERIES_S = 30
/** Newton's steps for the new TCA end below the first value, s; after the second number of steps the model itself decides. */
const [LAST_STEP_S, MOST_STEPS] = [1e-4, 12]
/** Beyond this number of sigmas a probability is below 1e-30, and counts as zero. */
export const REACH_SIGMAS = 12
/** Curved paths can pass each other nearer than straight paths by at most this factor times their distance × (time in radians)². */
const BEND_FACTOR = 1.5

/**
 * Returns the results of EncounterModel.after() in a hundredth of its time: the closest approach of both objects on the f and g series about the
 * TCA of the message to its fourth power (Escobal, Methods of Orbit Determination, §3.7). The covariances are mapped as in the model: a
 * covariance of position and velocity moves linearly with the uncertain velocity, which over seconds is the transition matrix; a covariance of
 * position only is constant in the RTN axes of its object. 'far': the objects pass at more than twelve sigmas. 'none': the objects do not pass
 * each other.
 */
export function makeNearPath(model: EncounterModel): NearPath {
  const { encounter } = model
  const { radiusM } = encounter
  // The encounter without a burn: both covariances hold at its TCA, and are mapped from there.
  const still = model.after({ state: encounter.primary })
  const [first, second] = [spreadOf(still.primary), spreadOf(still.secondary)]
  const secondary = seriesOf(encounter.secondary)
  const other = encounter.secondary
  const exactly = (arrived: CartesianState, added: Matrix | undefined) =>
    fromModel(model.after({ state: arrived, ...(added === undefined ? {} : { added: padded(added, first.size) }) }))
  // The root of the trace is at least the sigma in any direction.
  const sigmaM = Math.sqrt(first.traceM2 + second.traceM2)
  const sigmaMps = Math.sqrt(first.traceM2PerS2 + second.traceM2PerS2)
  // The angular rate of a circular orbit at the secondary, rad/s: the unit of time for BEND_FACTOR.
  const rate = Math.sqrt(GM_EARTH / norm(other.r) ** 3)
  return {
    radiusM,
    // Most cells of a trade space are far from any risk: one square root is enough to show it, without Newton steps. On straight lines the
    // objects pass at √(Δr² − (Δr·Δv)²/Δv²). The effect of the curvature, the radius and twelve sigmas are subtracted.
    clearanceM(arrived, addedM = 0) {
      const [dr, dv] = [subtract(other.r, arrived.r), subtract(other.v, arrived.v)]
      const [rr, rv, vv] = [dot(dr, dr), dot(dr, dv), dot(dv, dv)]
      const straightS = -rv / vv
      // Beyond a radian of the orbit straight lines are not valid.
      if (!(Math.abs(straightS) < 1 / rate)) return 0
      const straightM = Math.sqrt(Math.max(0, rr - (rv * rv) / vv))
      // The largest amount by which curved paths pass nearer than straight paths.
      const bendM = BEND_FACTOR * Math.sqrt(rr) * (rate * straightS) ** 2
      return straightM - bendM - radiusM - REACH_SIGMAS * (sigmaM + addedM + Math.abs(straightS) * sigmaMps)
    },
    missOf(arrived, added) {
      const [dr, dv] = [subtract(other.r, arrived.r), subtract(other.v, arrived.v)]
      const straightS = -dot(dr, dv) / dot(dv, dv)
      const primary = seriesOf(arrived)
      const t = closest(primary, secondary, straightS)
      if (t === null) return exactly(arrived, added)
      const [one, two] = [primary(t), secondary(t)]
      return planeMiss(one, two, { first: widened(first, added), second, laterS: t - still.tcaS, radiusM })
    },
  }
}

/** Pads the covariance of a position to the size of its object's covariance, as the model does. */
const padded = (added: Matrix, size: number): Matrix =>
  buildMatrix(size, size, (i, j) => (i < 3 && j < 3 ? entry(added, i, j) : 0))

/**
 * Adds a burn's contribution to a spread; the contribution is constant, as in the model. It was mapped to the TCA of the message, and is not
 * mapped further over the seconds to the new TCA.
 */
function widened(spread: Spread, added: Matrix | undefined): Spread {
  if (added === undefined) return spread
  const more = formOf(added, 0, 0)
  return { ...spread, along: (a, b, at, laterS) => spread.along(a, b, at, laterS) + more(a, b) }
}

function fromModel({ planar }: EncounterAfter): PrincipalMiss | 'none' {
  return planar === null ? 'none' : planar.miss
}

type Series = (t: number) => CartesianState

/**
 * Returns the motion about a state, to the fourth power of the time: r(t) = f r + g v with u = µ/r³, p = r·v/r², q = v²/r² − u and
 *
 *   f = 1 − u t²/2 + u p t³/2 + u (3 q − 15 p² + u) t⁴/24,   g = t − u t³/6 + u p t⁴/4.
 * The first neglected term is of the order (n t)⁵/120 of the radius. At 30 s in low orbit, where n t = 0.033, that is 2 mm.
 */
function seriesOf({ r, v }: CartesianState): Series {
  const r2 = dot(r, r)
  const u = GM_EARTH / (r2 * Math.sqrt(r2))
  const p = dot(r, v) / r2
  const q = dot(v, v) / r2 - u
  const fourth = (u * (3 * q - 15 * p * p + u)) / 24
  return (t) => {
    const t2 = t * t
    const f = 1 - (u * t2) / 2 + (u * p * t2 * t) / 2 + fourth * t2 * t2
    const g = t - (u * t2 * t) / 6 + (u * p * t2 * t2) / 4
    // ḟ and ġ, the derivatives of the same polynomials.
    const fDot = -u * t + 1.5 * u * p * t2 + 4 * fourth * t2 * t
    const gDot = 1 - (u * t2) / 2 + u * p * t2 * t
    return {
      r: [r[0] * f + v[0] * g, r[1] * f + v[1] * g, r[2] * f + v[2] * g],
      v: [r[0] * fDot + v[0] * gDot, r[1] * fDot + v[1] * gDot, r[2] * fDot + v[2] * gDot],
    }
  }
}

/**
 * Newton's method for Δr·Δv = 0, as in the model; null if it leaves the range of the series. The derivative of Δr·Δv is Δv² + Δr·Δa, where Δa is
 * the difference of gravity at both objects.
 */
function closest(primary: Series, secondary: Series, from: number): number | null {
  let t = from
  for (let step = 0; step < MOST_STEPS; step += 1) {
    if (!(Math.abs(t) <= SERIES_S)) return null
    const [a, b] = [primary(t), secondary(t)]
    const [dr, dv] = [subtract(b.r, a.r), subtract(b.v, a.v)]
    const slope = dot(dv, dv) + pullAlong(dr, b.r) - pullAlong(dr, a.r)
    // The distance has a maximum there, not a minimum.
    if (!(slope > 0)) return null
    const by = -dot(dr, dv) / slope
    t += by
    if (Math.abs(by) < LAST_STEP_S) return t
  }
  return null
}

/** Returns Δr · a for a point mass. */
function pullAlong(dr: Vec3, r: Vec3): number {
  const r2 = dot(r, r)
  return (-GM_EARTH * dot(dr, r)) / (r2 * Math.sqrt(r2))
}

/**
 * A covariance, prepared for mapping and for projections on directions. Over seconds the transition matrix is [[I, t I], [0, I]], so the
 * position's covariance becomes P_rr + t (P_rv + P_vr) + t² P_vv. Only its projections on two axes of the plane are needed: three forms aᵀ P b
 * instead of a product of 6 × 6 matrices.
 */
interface Spread {
  /** The size of the matrix: 3 or 6. */
  readonly size: number
  readonly traceM2: number
  readonly traceM2PerS2: number
  /** Returns aᵀ P b at a state, `laterS` after the TCA without a burn, m². */
  readonly along: (a: Vec3, b: Vec3, at: CartesianState, laterS: number) => number
}

/** Prepares a covariance: the four blocks of a 6 × 6 matrix, or a 3 × 3 matrix rotated once to the RTN axes of its object. */
function spreadOf({ covariance, ...state }: EncounterObject): Spread {
  const traceM2 = entry(covariance, 0, 0) + entry(covariance, 1, 1) + entry(covariance, 2, 2)
  if (covariance.length === 6) {
    const [rr, rv, vr, vv] = [
      [0, 0],
      [0, 3],
      [3, 0],
      [3, 3],
    ].map(([i = 0, j = 0]) => formOf(covariance, i, j)) as [Form, Form, Form, Form]
    return {
      size: 6,
      traceM2,
      traceM2PerS2: entry(covariance, 3, 3) + entry(covariance, 4, 4) + entry(covariance, 5, 5),
      along: (a, b, _, laterS) => rr(a, b) + laterS * (rv(a, b) + vr(a, b)) + laterS * laterS * vv(a, b),
    }
  }
  const form = formOf(covarianceToRtn(state, covariance), 0, 0)
  return {
    size: 3,
    traceM2,
    traceM2PerS2: 0,
    along: (a, b, { r, v }) => {
      const radial = scale(r, 1 / norm(r))
      const momentum = cross(r, v)
      const normal = scale(momentum, 1 / norm(momentum))
      const transverse = cross(normal, radial)
      const turned = (d: Vec3): Vec3 => [dot(radial, d), dot(transverse, d), dot(normal, d)]
      return form(turned(a), turned(b))
    },
  }
}

type Form = (a: Vec3, b: Vec3) => number

/** Returns aᵀ P b of the 3 × 3 block that starts at a row and a column. */
function formOf(m: Matrix, i: number, j: number): Form {
  const row = (k: number): Vec3 => [entry(m, i + k, j), entry(m, i + k, j + 1), entry(m, i + k, j + 2)]
  const [x, y, z] = [row(0), row(1), row(2)]
  return (a, b) => a[0] * dot(x, b) + a[1] * dot(y, b) + a[2] * dot(z, b)
}

interface SpreadPair {
  readonly first: Spread
  readonly second: Spread
  readonly laterS: number
  readonly radiusM: number
}

/**
 * Returns the miss in the principal axes of the conjunction plane (as conjunctionPlane and principalMiss, without their matrices). The 2 × 2
 * covariance has the eigenvalues m ± √(((xx − yy)/2)² + xy²), with m = (xx + yy)/2, and its major axis has the angle ½ atan2(xy, (xx − yy)/2) to
 * x.
 */
function planeMiss(
  one: CartesianState,
  two: CartesianState,
  { first, second, laterS, radiusM }: SpreadPair,
): PrincipalMiss | 'far' | 'none' {
  const dv = subtract(two.v, one.v)
  const dr = subtract(two.r, one.r)
  const speed = norm(dv)
  const missM = norm(dr)
  if (!(speed > 0)) return 'none'
  const z = scale(dv, 1 / speed)
  // At the closest approach the miss is in the plane and is used as an axis; for a zero miss any axis is valid.
  const x = missM > 1e-3 ? scale(dr, 1 / missM) : anyAcross(z)
  const y = cross(z, x)
  const along = (a: Vec3, b: Vec3) => first.along(a, b, one, laterS) + second.along(a, b, two, laterS)
  const [xx, xy, yy] = [along(x, x), along(x, y), along(y, y)]
  const half = (xx - yy) / 2
  const root = Math.hypot(half, xy)
  // Variances are at least a small fraction of the squared radius, as in principalMiss: rounding can make them negative.
  const least = (REPAIR_FRACTION * radiusM) ** 2
  const [minor, major] = [Math.max(least, (xx + yy) / 2 - root), Math.max(least, (xx + yy) / 2 + root)]
  if (!(minor > 0)) return 'none'
  // The angle from x to the major axis; the miss is along x.
  const angle = Math.atan2(xy, half) / 2
  const miss = {
    xM: missM * Math.sin(angle),
    yM: missM * Math.cos(angle),
    sigmaXM: Math.sqrt(minor),
    sigmaYM: Math.sqrt(major),
  }
  // The disc itself extends radius/σ sigmas from its centre, most along the minor axis.
  const beyond = REACH_SIGMAS + radiusM / miss.sigmaXM
  return (miss.xM / miss.sigmaXM) ** 2 + (miss.yM / miss.sigmaYM) ** 2 > beyond * beyond ? 'far' : miss
}

/** Returns a unit vector normal to another one. */
function anyAcross(z: Vec3): Vec3 {
  const other: Vec3 = Math.abs(z[2]) < 0.5 ? [0, 0, 1] : [1, 0, 0]
  const across = add(other, scale(z, -dot(other, z)))
  return scale(across, 1 / norm(across))
}
