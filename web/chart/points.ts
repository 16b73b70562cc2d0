/** A point that can be read: its place in the drawing, and its text with exact values. */
export type PlotPoint = {
  readonly x: number
  readonly y: number
  readonly text: string
  /** The id of the item that the point shows, for example of a message, if other plots show the same item. */
  readonly id?: string
}

/** A point farther than this from the pointer is not read. */
const REACH_PX = 48

/** Returns the index of the point nearest to the pointer. */
export function pointNear(points: readonly PlotPoint[], x: number, y: number): number | undefined {
  let best: { readonly place: number; readonly distance: number } | undefined
  for (const [place, point] of points.entries()) {
    const distance = Math.hypot(point.x - x, point.y - y)
    if (distance <= REACH_PX && distance < (best?.distance ?? Number.POSITIVE_INFINITY)) best = { place, distance }
  }
  return best?.place
}

/** Returns the index of the point with the nearest x, whatever its height. */
export function pointAcross(points: readonly PlotPoint[], x: number): number | undefined {
  if (points.length === 0) return undefined
  return points.reduce((best, { x: at }, place) => {
    return Math.abs(at - x) < Math.abs((points[best]?.x ?? Number.POSITIVE_INFINITY) - x) ? place : best
  }, 0)
}

/**
 * Returns the index of the point to which a key leads: the first key reads the first point, Escape ends the reading. If the points are in
 * rows of several columns, up and down lead to the row above and below; without rows all points are one line.
 */
export function nextPoint(count: number, from: number | undefined, key: string, columns = 1): number | undefined {
  if (key === 'Escape' || count === 0) return undefined
  const last = count - 1
  if (key === 'Home') return 0
  if (key === 'End') return last
  const step = { ArrowRight: 1, ArrowUp: columns, ArrowLeft: -1, ArrowDown: -columns }[key]
  if (step === undefined) return from
  // There is no row above the last or below the first.
  if (from !== undefined && Math.abs(step) > 1 && (from + step < 0 || from + step > last)) return from
  return from === undefined ? (step > 0 ? 0 : last) : Math.max(0, Math.min(last, from + step))
}
