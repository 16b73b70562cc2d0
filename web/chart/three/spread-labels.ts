import { type Box, overlap } from '../label-places.ts'

/** A name at a point of the picture, px from its left top corner, and how large it is. */
export type PlacedLabel = {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** The point of a name that lies on its object: shares of its width from the left and of its height from below, as a sprite has them. */
export type Anchor = readonly [x: number, y: number]

/** Beside the point, then above and below it, then as far away as is beside a name of nearly the same point: the first that is free. */
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
 * Returns an anchor for each name, so that none lies on an earlier one or outside of the picture; one without a free place stays beside its
 * point.
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
