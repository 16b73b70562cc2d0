import { axesOf, type Covariance } from '../../../chart/ellipse.ts'
import type { PlaneView, Point } from './plane-view.ts'

/**
 * Returns a function that measures the plane in the uncertainty of one message instead of metres: the 1σ ellipse of that message becomes
 * the circle of radius 1, and the distance from the origin becomes the Mahalanobis distance. If an ellipse is as thin as a needle, this
 * shows where the misses are inside it. Undefined if the covariance has no area.
 */
export function whitenedBy(covariance: Covariance): ((view: PlaneView) => PlaneView) | undefined {
  const axes = axesOf(covariance)
  if (!axes || axes.minorM <= 0) return undefined
  const [c, s] = [Math.cos(axes.angleRad), Math.sin(axes.angleRad)]
  const { majorM, minorM } = axes
  const point = ([x, y]: Point): Point => [(c * x + s * y) / majorM, (c * y - s * x) / minorM]
  const spread = ({ xx, yx, yy }: Covariance): Covariance => ({
    xx: (c * c * xx + 2 * c * s * yx + s * s * yy) / majorM ** 2,
    yx: (c * s * (yy - xx) + (c * c - s * s) * yx) / (majorM * minorM),
    yy: (s * s * xx - 2 * c * s * yx + c * c * yy) / minorM ** 2,
  })
  return (view) => ({
    ...view,
    missM: view.missM && point(view.missM),
    combined: view.combined && spread(view.combined),
    first: view.first && spread(view.first),
    second: view.second && spread(view.second),
    // A circle in metres is not a circle in this plane.
    radiusM: undefined,
  })
}
