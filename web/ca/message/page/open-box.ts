export type Rectangle = {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}
/** A line from x, y to x, y. */
export type Side = readonly [number, number, number, number]

/**
 * Returns the sides of a rectangle that are inside an area, each cut off at its edge: a rectangle that extends beyond the edge stays open.
 */
export function sidesInside(box: Rectangle, area: Rectangle): readonly Side[] {
  const [from, to] = [Math.max(box.left, area.left), Math.min(box.right, area.right)]
  const [above, below] = [Math.max(box.top, area.top), Math.min(box.bottom, area.bottom)]
  if (from > to || above > below) return []
  const upright = [box.left, box.right]
    .filter((x) => x >= area.left && x <= area.right)
    .map((x): Side => [x, above, x, below])
  const level = [box.top, box.bottom]
    .filter((y) => y >= area.top && y <= area.bottom)
    .map((y): Side => [from, y, to, y])
  return [...upright, ...level]
}
