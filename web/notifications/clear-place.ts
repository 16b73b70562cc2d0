/** A part of the screen, in CSS pixels. */
export type Box = { readonly top: number; readonly bottom: number; readonly left: number; readonly right: number }

/** The distance between toasts and the elements that they may not cover. */
const GAP_PX = 8

/** The room for toasts of a size. */
export type Room = Pick<Box, 'left' | 'right'> & {
  /** The highest and the lowest position of the toasts' upper edge. */
  readonly from: number
  readonly to: number
  readonly height: number
}

/**
 * Returns the highest place for toasts of this size at which they cover none of the boxes; undefined if there is none: then
 * they are not drawn, and the bell counts them.
 */
export function clearTop({ from, to, height, left, right }: Room, boxes: readonly Box[]): number | undefined {
  const below = boxes
    .filter((box) => box.right + GAP_PX > left && box.left - GAP_PX < right)
    .toSorted((a, b) => a.top - b.top)
  let top = from
  for (const box of below) if (box.top - GAP_PX < top + height && box.bottom + GAP_PX > top) top = box.bottom + GAP_PX
  return top + height <= to ? top : undefined
}
