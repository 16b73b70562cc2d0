import type { PlaneCovariance } from './conjunction-plane.ts'

/**
 * A miss in the conjunction plane, turned into the principal axes of the combined covariance: x along the minor axis.
 * This is all that a two-dimensional probability needs besides the hard-body radius. Everything in m.
 */
export interface PrincipalMiss {
  readonly xM: number
  readonly yM: number
  readonly sigmaXM: number
  readonly sigmaYM: number
}

/** What eigenvalue repair did: never silently, as it makes a probability out of a covariance that is none. */
export interface Repair {
  /** Whether an eigenvalue was raised. */
  readonly applied: boolean
  /** The eigenvalues as given, from the smaller one, m². */
  readonly eigenvaluesM2: readonly [number, number]
}

/** A miss in principal axes, the direction of the minor axis in the plane (rad from x towards y), and the repair. */
export type PrincipalResult =
  | { readonly ok: true; readonly miss: PrincipalMiss; readonly minorAxisRad: number; readonly repair: Repair }
  | { readonly ok: false; readonly reason: 'covariance-not-positive-definite'; readonly repair: Repair }

/** Eigenvalues below the square of this fraction of the hard-body radius are raised to it (Hall, AAS 17-567, 2017). */
export const REPAIR_FRACTION = 1e-4

/**
 * The principal axes of a covariance in the conjunction plane and the miss in them. Eigenvalues below (1e-4 R)² are
 * raised to that, R being the combined hard-body radius: below it they no longer matter to the probability, and what is
 * negative is an error of the originator. Source: Hall, Hejduk and Johnson, AAS 17-567 (2017). Not repairable, and said
 * so: no positive eigenvalue at all, or none to repair with as R is 0. Domain: finite entries, R ≥ 0 finite.
 */
export function principalMiss(
  missM: readonly [x: number, y: number],
  covariance: PlaneCovariance,
  radiusM: number,
): PrincipalResult {
  const { xx, yx, yy } = covariance
  const isFinitePlane = Number.isFinite(xx) && Number.isFinite(yx) && Number.isFinite(yy)
  const isFiniteMiss = Number.isFinite(missM[0]) && Number.isFinite(missM[1])
  if (!(isFinitePlane && isFiniteMiss && Number.isFinite(radiusM) && radiusM >= 0)) {
    throw new RangeError('a miss, a covariance and a radius have to be finite, the radius not negative')
  }
  // Jacobi's rotation: one eigenvalue is not taken as the difference of the trace and the other.
  const tau = (yy - xx) / (2 * yx)
  const t = yx === 0 ? 0 : Math.sign(tau || 1) / (Math.abs(tau) + Math.hypot(1, tau))
  const [first, second] = [xx - t * yx, yy + t * yx]
  // The eigenvector of `first` is (1, −t), that of `second` (t, 1).
  const firstIsMinor = first <= second
  const minorAxisRad = firstIsMinor ? Math.atan2(-t, 1) : Math.atan2(1, t)
  const [minor, major] = firstIsMinor ? [first, second] : [second, first]
  const floor = (REPAIR_FRACTION * radiusM) ** 2
  const repair: Repair = { applied: minor < floor || minor <= 0, eigenvaluesM2: [minor, major] }
  const [low, high] = [Math.max(minor, floor), Math.max(major, floor)]
  // No radius to repair with, or nothing positive to repair.
  if (!(low > 0 && major > 0)) return { ok: false, reason: 'covariance-not-positive-definite', repair }
  const [c, s] = [Math.cos(minorAxisRad), Math.sin(minorAxisRad)]
  const miss: PrincipalMiss = {
    xM: c * missM[0] + s * missM[1],
    yM: c * missM[1] - s * missM[0],
    sigmaXM: Math.sqrt(low),
    sigmaYM: Math.sqrt(high),
  }
  return { ok: true, miss, minorAxisRad, repair }
}

/** The squared Mahalanobis distance of the miss in the plane: how many sigma it is wide, squared. Exact to rounding. */
export function mahalanobisSquared({ xM, yM, sigmaXM, sigmaYM }: PrincipalMiss): number {
  return (xM / sigmaXM) ** 2 + (yM / sigmaYM) ** 2
}
