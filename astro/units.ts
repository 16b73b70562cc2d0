/** Radians in one degree, rounded once. */
const RAD_PER_DEG = Math.PI / 180

/** Radians of an angle in degrees; relative error within 2 units in the last place. */
export function degToRad(deg: number): number {
  return deg * RAD_PER_DEG
}

/** Degrees of an angle in radians; relative error within 2 units in the last place. */
export function radToDeg(rad: number): number {
  return rad / RAD_PER_DEG
}

/**
 * The same direction in [0, 2π). Domain: every finite angle in rad; the error is that of 2π as a double,
 * 2.4e-16 rad for each turn taken off.
 */
export function wrapTwoPi(rad: number): number {
  const rest = rad % (2 * Math.PI)
  const wrapped = rest < 0 ? rest + 2 * Math.PI : rest
  return wrapped === 2 * Math.PI ? 0 : wrapped + 0
}

/** The same direction in [−π, π], to the rounding of 2π for each turn taken off. */
export function wrapPi(rad: number): number {
  return rad - 2 * Math.PI * Math.round(rad / (2 * Math.PI))
}
