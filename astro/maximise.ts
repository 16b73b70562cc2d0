const GOLDEN = (Math.sqrt(5) - 1) / 2

/** The place of the maximum of a function, and its value there. */
export interface Maximum {
  readonly at: number
  readonly value: number
}

/**
 * Returns the maximum between `from` and `to` of a function that rises up to one place and falls after it, as every log-concave function does. It
 * uses golden section until the interval is `tolerance` of its first length; 1e-8 is the smallest useful tolerance. Source: Kiefer, Proc. AMS 4
 * (1953) 502–506. If the function is largest at an end, the result is within the tolerance of that end. Two points divide the interval by the
 * golden section, 0.618 and 0.382: whichever end is cut off, one of them divides the rest in the same way, so that each step costs one value. It
 * needs no derivative. A tolerance below 1e-8 would gain nothing: near a maximum values differ by the square of the distance, which is then below
 * rounding.
 */
export function maximise(f: (x: number) => number, from: number, to: number, tolerance = 1e-8): Maximum {
  let [low, high] = [from, to]
  let [left, right] = [high - GOLDEN * (high - low), low + GOLDEN * (high - low)]
  let [atLeft, atRight] = [f(left), f(right)]
  const end = tolerance * (to - from)
  while (high - low > end) {
    if (atLeft >= atRight) {
      ;[high, right, atRight] = [right, left, atLeft]
      left = high - GOLDEN * (high - low)
      atLeft = f(left)
    } else {
      ;[low, left, atLeft] = [left, right, atRight]
      right = low + GOLDEN * (high - low)
      atRight = f(right)
    }
  }
  return atLeft >= atRight ? { at: left, value: atLeft } : { at: right, value: atRight }
}
