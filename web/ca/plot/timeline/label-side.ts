export type Place = { readonly x: number; readonly y: number }

/** The room for a probability beside its mark: from the ring to its last digit, and as high as its letters and half a symbol. */
const FROM_PX = 12
const TO_PX = 110
const WRITTEN_TO_PX = 92
const HALF_HEIGHT_PX = 13

type Beside = {
  readonly at: Place
  /** The other marks of the plot. */
  readonly others: readonly Place[]
  readonly left: number
  readonly right: number
}

/** Returns the side of a mark on which its probability covers fewer other marks; the right side if both are equal. */
export function labelSide({ at, others, left, right }: Beside): 'left' | 'right' {
  if (at.x + TO_PX > right) return 'left'
  if (at.x - TO_PX < left) return 'right'
  const covered = (sign: 1 | -1) =>
    others.filter(({ x, y }) => {
      const away = (x - at.x) * sign
      return away > FROM_PX && away < WRITTEN_TO_PX && Math.abs(y - at.y) < HALF_HEIGHT_PX
    }).length
  return covered(-1) < covered(1) ? 'left' : 'right'
}
