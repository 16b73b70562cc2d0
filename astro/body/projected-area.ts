import { integrate } from '../quadrature.ts'
import { cross, dot, norm, scale, type Vec3 } from '../vec3.ts'
import { type BodyShape, type Box, checkShape, type WingedBox } from './body-shape.ts'
import { hardBodyRadius } from './hard-body-radius.ts'

type Point = readonly [number, number]

/**
 * The tolerance of a mean area, which is never known better than the attitude; over all directions a ten-thousandth is used, because the
 * integration is slow.
 */
const AREA_RELATIVE_TOLERANCE = 1e-6
const MEAN_AREA_RELATIVE_TOLERANCE = 1e-4

/**
 * Returns the projected area (m²) of a body along a direction in its own axes (any length above 0), where overlapping wings count once: the area
 * for drag, radiation or a conjunction plane. For a body of unknown shape it is the given area, otherwise the area of its sphere. Source:
 * geometry; the outline of a box is the hull of its corners, the overlap with a wing that of two convex polygons (Sutherland and Hodgman, Comm.
 * ACM 17, 1974). Exact to rounding.
 */
export function projectedArea(shape: BodyShape, direction: Vec3): number {
  checkShape(shape)
  const length = norm(direction)
  if (!(length > 0 && Number.isFinite(length))) throw new RangeError('a direction needs a length')
  if (shape.kind === 'CANNONBALL') return Math.PI * shape.radiusM ** 2
  if (shape.kind === 'OTHER') return shape.areaM2 ?? Math.PI * shape.hardBodyRadiusM ** 2
  const unit = scale(direction, 1 / length)
  const box = boxArea(shape, unit)
  return shape.kind === 'BOX' ? box : box + wingArea(shape, unit)
}

/**
 * Returns the mean of projectedArea (m²) over all directions, as for a tumbling body. For a convex body it is a quarter of the surface (Cauchy
 * 1850); wings that shade the box make it smaller. Accuracy: a relative 1e-4.
 */
export function meanProjectedArea(shape: BodyShape): number {
  checkShape(shape)
  if (shape.kind === 'CANNONBALL' || shape.kind === 'OTHER') return projectedArea(shape, [0, 0, 1])
  const { widthM: w, heightM: h, lengthM: l } = shape
  if (shape.kind === 'BOX') return (w * h + h * l + l * w) / 2
  // The shape is its own mirror image in y and z, and has the same area from behind: a quarter of the sphere is enough.
  const quarter = Math.PI / 2
  const ring = (z: number) => {
    // Equal steps of z are equal areas of the sphere (Archimedes), so the mean over z and the angle is the mean over all directions.
    const rim = Math.sqrt(Math.max(0, 1 - z * z))
    const around = (angle: number) => projectedArea(shape, [rim * Math.cos(angle), rim * Math.sin(angle), z])
    return integrate(around, [0, quarter], { relative: MEAN_AREA_RELATIVE_TOLERANCE }) / quarter
  }
  return integrate(ring, [0, 1], { relative: MEAN_AREA_RELATIVE_TOLERANCE })
}

/**
 * Returns the mean of projectedArea (m²) over the directions normal to an axis of the body, as for a body that spins about it and is seen from
 * the side. Accuracy: a relative 1e-6.
 */
export function meanAreaAbout(shape: BodyShape, axis: Vec3): number {
  const [x, y] = acrossOf(axis)
  const at = (angle: number): number => {
    const [c, s] = [Math.cos(angle), Math.sin(angle)]
    return projectedArea(shape, [c * x[0] + s * y[0], c * x[1] + s * y[1], c * x[2] + s * y[2]])
  }
  // From the front and from behind a body has the same area.
  return integrate(at, [0, Math.PI / 2, Math.PI], { relative: AREA_RELATIVE_TOLERANCE }) / Math.PI
}

/**
 * Returns the radius (m) of a circle with the projected area along a direction: for a collision probability with a known plane, instead of the
 * sphere around the body. Source: Mashiku and Hejduk, AAS 19-702 (2019).
 */
export function projectedRadius(shape: BodyShape, direction: Vec3): number {
  return Math.min(hardBodyRadius(shape), Math.sqrt(projectedArea(shape, direction) / Math.PI))
}

/** Returns Σ of the three faces times the cosine of the direction with each: opposite faces are never visible together. */
function boxArea({ widthM: w, heightM: h, lengthM: l }: Omit<Box, 'kind'>, [x, y, z]: Vec3): number {
  return h * l * Math.abs(x) + w * l * Math.abs(y) + w * h * Math.abs(z)
}

/**
 * Returns the area of the wings outside the projected box. The union of box and wing is their sum minus the overlap. The two wings of a body
 * never overlap each other, because they are in one plane.
 */
function wingArea(shape: WingedBox, direction: Vec3): number {
  const [across, up] = acrossOf(direction)
  // Projects onto the plane normal to the direction.
  const flat = (p: Vec3): Point => [dot(p, across), dot(p, up)]
  const { widthM: w, heightM: h, lengthM: l, wingLengthM, wingWidthM } = shape
  const signs = [-1, 1] as const
  const corners = signs.flatMap((i) =>
    signs.flatMap((j) => signs.map((k) => flat([(i * w) / 2, (j * h) / 2, (k * l) / 2]))),
  )
  const outline = hull(corners)
  const sides = shape.kind === 'BOX_WING' ? [1] : [1, -1]
  return sides.reduce((sum, side) => {
    const [near, far, edge] = [(side * w) / 2, side * (w / 2 + wingLengthM), wingWidthM / 2]
    const wing = hull([flat([near, -edge, 0]), flat([far, -edge, 0]), flat([far, edge, 0]), flat([near, edge, 0])])
    return sum + area(wing) - area(clip(wing, outline))
  }, 0)
}

/** Returns two unit vectors that are normal to an axis and to each other. */
function acrossOf(axis: Vec3): readonly [Vec3, Vec3] {
  const length = norm(axis)
  if (!(length > 0)) throw new RangeError('an axis needs a length')
  const z = scale(axis, 1 / length)
  const x = cross(z, Math.abs(z[0]) < 0.6 ? [1, 0, 0] : [0, 1, 0])
  const unit = scale(x, 1 / norm(x))
  return [unit, cross(z, unit)]
}

/** Returns twice the area of a triangle, positive if a, b, c turn to the left. */
function turn(a: Point, b: Point, c: Point): number {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}

/** Returns the convex hull of points, counter-clockwise (Andrew's monotone chain, 1979). */
function hull(points: readonly Point[]): Point[] {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1])
  const chain = (ordered: readonly Point[]): Point[] => {
    const kept: Point[] = []
    for (const point of ordered) {
      for (;;) {
        const [before, last] = kept.slice(-2)
        if (before === undefined || last === undefined || turn(before, last, point) > 0) break
        kept.pop()
      }
      kept.push(point)
    }
    return kept.slice(0, -1)
  }
  return [...chain(sorted), ...chain(sorted.reverse())]
}

/**
 * Returns the part of a polygon inside a convex one; both are counter-clockwise. Each side of the window cuts off the part to its right; a side
 * of the polygon that crosses it is cut there.
 */
function clip(polygon: readonly Point[], window: readonly Point[]): Point[] {
  return window.reduce<Point[]>(
    (rest, a, i) => {
      const b = window[(i + 1) % window.length] ?? a
      return rest.flatMap((point, k) => {
        const next = rest[(k + 1) % rest.length] ?? point
        const [here, there] = [turn(a, b, point), turn(a, b, next)]
        const kept: Point[] = here >= 0 ? [point] : []
        if (here >= 0 === there >= 0) return kept
        const share = here / (here - there)
        return [...kept, [point[0] + share * (next[0] - point[0]), point[1] + share * (next[1] - point[1])] as const]
      })
    },
    [...polygon],
  )
}

function area(polygon: readonly Point[]): number {
  const [first, ...rest] = polygon
  if (first === undefined) return 0
  return rest.reduce((sum, point, i) => sum + turn(first, point, rest[i + 1] ?? point) / 2, 0)
}
