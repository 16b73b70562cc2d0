/** Sine and cosine of one angle. */
export interface Turn {
  readonly sin: number
  readonly cos: number
}

/** Up to this angle (rad) four terms of their series give sine and cosine to the last bit. */
const SMALL_ANGLE_RAD = 0.03

/**
 * Returns sine and cosine of an angle larger by `by` rad, from the addition theorems. The corrections of the short-period terms are of the size
 * of J2, 1e-3 rad. The first omitted term of their series is x⁹/9!, 1e-33, so no library function is needed.
 */
export function turn(sin: number, cos: number, by: number): Turn {
  const x2 = by * by
  const isSmall = Math.abs(by) < SMALL_ANGLE_RAD
  const s = isSmall ? by * (1 - (x2 / 6) * (1 - (x2 / 20) * (1 - x2 / 42))) : Math.sin(by)
  const c = isSmall ? 1 - (x2 / 2) * (1 - (x2 / 12) * (1 - (x2 / 30) * (1 - x2 / 56))) : Math.cos(by)
  return { sin: sin * c + cos * s, cos: cos * c - sin * s }
}
