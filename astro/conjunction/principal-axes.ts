import type { PlaneCovariance } from './conjunction-plane.ts'

/**
 * A miss in the conjunction plane, in the principal axes of the combined covariance: x is along the minor axis. Besides the hard-body radius, a
 * two-dimensional probability needs nothing else. Everything in m.
 */
export interface PrincipalMiss {
  readonly xM: number
  readonly yM: number
  readonly sigmaXM: number
  readonly sigmaYM: number
}

/** The result of the eigenvalue repair. It is always reported, because a repair gives a probability for an invalid covariance. */
export interface Repair {
  /** True if an eigenvalue was raised. */
  readonly applied: boolean
  /** The given eigenvalues, the smaller one first, m². */
  readonly eigenvaluesM2: readonly [number, number]
}

/** A miss in principal axes, the direction of the minor axis in the plane (rad from x towards y), and the repair. */
export type PrincipalResult =
  | { readonly ok: true; readonly miss: PrincipalMiss; readonly minorAxisRad: number; readonly repair: Repair }
  | { readonly ok: false; readonly reason: 'covariance-not-positive-definite'; readonly repair: Repair }

/** Eigenvalues below the square of this fraction of the hard-body radius are raised to it (Hall, AAS 17-567, 2017). */
export const REPAIR_FRACTION = 1e-4

/**
 * Returns the principal axes of a covariance in the conjunction plane and the miss in them. Eigenvalues below (1e-4 R)² are raised to that value,
 * where R is the combined hard-body radius: below it they no longer affect the probability, and negative ones are errors of the originator.
 * Source: Hall, Hejduk and Johnson, AAS 17-567 (2017). The covariance cannot be repaired, and the result says so, if no eigenvalue is positive,
 * or if an eigenvalue needs repair and R is 0. Valid for finite entries and a finite R ≥ 0.
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
  // Jacobi's rotation: it avoids the cancellation of one eigenvalue as trace minus the other.
  const tau = (yy - xx) / (2 * yx)
  const t = yx === 0 ? 0 : Math.sign(tau || 1) / (Math.abs(tau) + Math.hypot(1, tau))
  const [first, second] = [xx - t * yx, yy + t * yx]
  // The eigenvector of `first` is (1, −t), and the eigenvector of `second` is (t, 1).
  const firstIsMinor = first <= second
  const minorAxisRad = firstIsMinor ? Math.atan2(-t, 1) : Math.atan2(1, t)
  const [minor, major] = firstIsMinor ? [first, second] : [second, first]
  const floor = (REPAIR_FRACTION * radiusM) ** 2
  const repair: Repair = { applied: minor < floor || minor <= 0, eigenvaluesM2: [minor, major] }
  const [low, high] = [Math.max(minor, floor), Math.max(major, floor)]
  // There is no radius for a repair, or no positive eigenvalue.
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

/** Returns the squared Mahalanobis distance of the miss in the plane: the miss in sigmas, squared. Exact to rounding. */
export function mahalanobisSquared({ xM, yM, sigmaXM, sigmaYM }: PrincipalMiss): number {
  return (xM / sigmaXM) ** 2 + (yM / sigmaYM) ** 2
}
