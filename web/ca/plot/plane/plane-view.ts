import { axesOf, type Covariance, type Extent, equalAspect, reachOfEllipse } from '../../../chart/ellipse.ts'
import type { NumberedMessage } from '../../event/messages.ts'

export type Point = readonly [xM: number, yM: number]

/** The conjunction plane of one message; missing values are absent. Object 1 is at the origin. */
export type PlaneView = {
  readonly id: string
  readonly number: number
  readonly missM: Point | undefined
  readonly combined: Covariance | undefined
  readonly first: Covariance | undefined
  readonly second: Covariance | undefined
  readonly radiusM: number | undefined
}

/** Returns the plane of a message. */
export function planeViewOf({ cdm, number }: NumberedMessage): PlaneView {
  const { object1, object2, conjunctionData: data, assessment } = cdm
  const { combinedPlaneX: x, combinedPlaneY: y } = data
  return {
    id: cdm.cdmId,
    number,
    missM: x === undefined || y === undefined ? undefined : [x, y],
    combined: covariance(
      data.combinedPlaneCovarianceXX,
      data.combinedPlaneCovarianceYX,
      data.combinedPlaneCovarianceYY,
    ),
    first: planeCovariance(object1),
    second: planeCovariance(object2),
    radiusM: assessment.hardBodyRadius ?? undefined,
  }
}

type InPlane = {
  readonly conjunctionPlaneCovarianceXX?: number | undefined
  readonly conjunctionPlaneCovarianceYX?: number | undefined
  readonly conjunctionPlaneCovarianceYY?: number | undefined
}

function planeCovariance(object: InPlane): Covariance | undefined {
  const {
    conjunctionPlaneCovarianceXX: xx,
    conjunctionPlaneCovarianceYX: yx,
    conjunctionPlaneCovarianceYY: yy,
  } = object
  return covariance(xx, yx, yy)
}

function covariance(xx?: number, yx?: number, yy?: number): Covariance | undefined {
  if (xx === undefined || yx === undefined || yy === undefined) return undefined
  // A covariance of zeros means that the message has none.
  return (axesOf({ xx, yx, yy })?.majorM ?? 0) > 0 ? { xx, yx, yy } : undefined
}

/** The content that fills the plot: the hard body, or a number of sigma. */
export const ZOOMS = ['body', '1', '3'] as const
export type Zoom = (typeof ZOOMS)[number]

export function zoomOf(text: string | undefined): Zoom {
  return ZOOMS.find((one) => one === text) ?? '3'
}

/** The picture shows at least this number of hard-body radii to each side. */
const BODY_RADII_SHOWN = 4
/** Earlier messages may enlarge the picture by at most this factor. */
const MOST_ENLARGEMENT = 1.5
const MARGIN_SHARE = 0.1
/** The extent if nothing in the picture has a size. */
const LEAST_M = 1

type Around = { readonly box: Extent; readonly trail: readonly Point[] }

/** Returns the extent that shows some messages, with equal scales in both directions, for a box of this size in pixels. */
export function extentOf(
  views: readonly PlaneView[],
  zoom: Zoom,
  px: { readonly widthPx: number; readonly heightPx: number },
): Extent {
  const radius = views.at(-1)?.radiusM
  if (zoom === 'body' && radius !== undefined) {
    const half = radius * BODY_RADII_SHOWN
    return equalAspect({ x: [-half, half], y: [-half, half] }, px)
  }
  const box = boxOf(views.flatMap((view) => cornersOf(view, zoom === '3' ? 3 : 1)))
  return equalAspect(padded(box), px)
}

/** Returns the extent of one message and, if there is room, of earlier messages. */
export function extentWithTrail(
  view: PlaneView,
  trail: readonly Point[],
  { zoom, widthPx, heightPx }: { readonly zoom: Zoom; readonly widthPx: number; readonly heightPx: number },
): Extent {
  const px = { widthPx, heightPx }
  if (zoom !== '3') return extentOf([view], zoom, px)
  return equalAspect(padded(withTrail({ box: boxOf(cornersOf(view, 3)), trail })), px)
}

function cornersOf({ missM, combined, first }: PlaneView, sigma: number): readonly Point[] {
  const [ownX, ownY] = first ? reachOfEllipse(first, 1) : [0, 0]
  const own: readonly Point[] = [
    [-ownX, -ownY],
    [ownX, ownY],
  ]
  if (!missM) return own
  const [reachX, reachY] = combined ? reachOfEllipse(combined, sigma) : [0, 0]
  const [x, y] = missM
  return [...own, [x - reachX, y - reachY], [x + reachX, y + reachY]]
}

function boxOf(points: readonly Point[]): Extent {
  const xs = [0, ...points.map(([x]) => x)]
  const ys = [0, ...points.map(([, y]) => y)]
  return { x: [Math.min(...xs), Math.max(...xs)], y: [Math.min(...ys), Math.max(...ys)] }
}

/** Adds earlier messages to an extent, from the newest back, as long as the picture does not become much larger. */
function withTrail({ box, trail }: Around): Extent {
  const size = ({ x, y }: Extent) => Math.max(x[1] - x[0], y[1] - y[0])
  let all = box
  for (const point of trail.toReversed()) {
    const wider = boxOf([[all.x[0], all.y[0]], [all.x[1], all.y[1]], point])
    if (size(wider) > MOST_ENLARGEMENT * Math.max(size(box), LEAST_M)) break
    all = wider
  }
  return all
}

function padded({ x, y }: Extent): Extent {
  const margin = Math.max(x[1] - x[0], y[1] - y[0], LEAST_M) * MARGIN_SHARE
  return { x: [x[0] - margin, x[1] + margin], y: [y[0] - margin, y[1] + margin] }
}
