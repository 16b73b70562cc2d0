/** A covariance in the plane, m². */
export type Covariance = { readonly xx: number; readonly yx: number; readonly yy: number }
/** Half axes in m, the longer first, and the angle from x to the longer one, in (−π/2, π/2]. */
export type EllipseAxes = { readonly majorM: number; readonly minorM: number; readonly angleRad: number }

// A negative eigenvalue of this relative size can come from the rounding in a message; below it the covariance is invalid.
const ROUNDING_SHARE = 1e-9

/** Returns the 1σ ellipse: its half axes are the square roots of the eigenvalues. Undefined if the matrix is not a valid covariance. */
export function axesOf({ xx, yx, yy }: Covariance): EllipseAxes | undefined {
  const mean = (xx + yy) / 2
  const radius = Math.hypot((xx - yy) / 2, yx)
  const largest = mean + radius
  const smallest = mean - radius
  if (!Number.isFinite(radius) || smallest < -ROUNDING_SHARE * Math.max(largest, 0) || largest < 0) return undefined
  return {
    majorM: Math.sqrt(largest),
    minorM: Math.sqrt(Math.max(0, smallest)),
    angleRad: radius === 0 ? 0 : Math.atan2(2 * yx, xx - yy) / 2,
  }
}

/** Returns the extent of the ellipse of k sigma along x and along y. */
export function reachOfEllipse({ xx, yy }: Covariance, sigma: number): readonly [number, number] {
  return [sigma * Math.sqrt(Math.max(0, xx)), sigma * Math.sqrt(Math.max(0, yy))]
}

/** Returns the distance of a point from the origin in sigma, by its covariance (Mahalanobis distance). */
export function mahalanobis([x, y]: readonly [number, number], { xx, yx, yy }: Covariance): number {
  const determinant = xx * yy - yx * yx
  return Math.sqrt((yy * x * x - 2 * yx * x * y + xx * y * y) / determinant)
}

export type Extent = { readonly x: readonly [number, number]; readonly y: readonly [number, number] }
type Box = { readonly widthPx: number; readonly heightPx: number }

/** Widens an extent so that a metre is equally long on both axes of the box, and keeps the centre. */
export function equalAspect({ x, y }: Extent, { widthPx, heightPx }: Box): Extent {
  const metresPerPx = Math.max((x[1] - x[0]) / widthPx, (y[1] - y[0]) / heightPx)
  const around = ([from, to]: readonly [number, number], px: number) => {
    const middle = (from + to) / 2
    return [middle - (px * metresPerPx) / 2, middle + (px * metresPerPx) / 2] as const
  }
  return { x: around(x, widthPx), y: around(y, heightPx) }
}
