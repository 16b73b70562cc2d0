/** Radians in one degree, rounded once. */
const RAD_PER_DEG = Math.PI / 180

/** Returns an angle in degrees in radians. The relative error is within 2 units in the last place. */
export function degToRad(deg: number): number {
  return deg * RAD_PER_DEG
}

/** Returns an angle in radians in degrees. The relative error is within 2 units in the last place. */
export function radToDeg(rad: number): number {
  return rad / RAD_PER_DEG
}

/** Returns the same direction in [0, 2π), for any finite angle in rad. The error is that of 2π as a double, 2.4e-16 rad for each turn removed. */
export function wrapTwoPi(rad: number): number {
  const rest = rad % (2 * Math.PI)
  const wrapped = rest < 0 ? rest + 2 * Math.PI : rest
  return wrapped === 2 * Math.PI ? 0 : wrapped + 0
}

/** Returns the same direction in [−π, π]. The error is the rounding of 2π for each turn removed. */
export function wrapPi(rad: number): number {
  return rad - 2 * Math.PI * Math.round(rad / (2 * Math.PI))
}
