import { type Box, overlap } from '../label-places.ts'

/** A name at a point of the picture: the point in px from the upper left corner, and the size of the name. */
export type PlacedLabel = {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** The point of a name that lies on its object: fractions of its width from the left and of its height from below, as in a sprite. */
export type Anchor = readonly [x: number, y: number]

/**
 * The possible places, of which the first free one is used: beside the point, then above and below it, then farther above and below, clear
 * of a name of nearly the same point.
 */
const ANCHORS: readonly Anchor[] = [
  [0, 0.5],
  [1, 0.5],
  [0, 0],
  [0, 1],
  [1, 0],
  [1, 1],
  [0, -0.6],
  [0, 1.6],
  [1, -0.6],
  [1, 1.6],
]

const boxOf = ({ x, y, width, height }: PlacedLabel, [across, up]: Anchor): Box => {
  const [left, top] = [x - across * width, y - (1 - up) * height]
  return { left, right: left + width, top, bottom: top + height }
}

/**
 * Returns an anchor for each name, so that no name covers an earlier one or extends beyond the picture; a name without a free place stays
 * beside its point.
 */
export function spreadLabels(labels: readonly PlacedLabel[], widthPx: number, heightPx: number): readonly Anchor[] {
  const taken: Box[] = []
  return labels.map((label) => {
    const isFree = (anchor: Anchor) => {
      const box = boxOf(label, anchor)
      const isInside = box.left >= 0 && box.top >= 0 && box.right <= widthPx && box.bottom <= heightPx
      return isInside && !taken.some((other) => overlap(box, other))
    }
    const anchor = ANCHORS.find(isFree) ?? ([0, 0.5] as const)
    taken.push(boxOf(label, anchor))
    return anchor
  })
}
