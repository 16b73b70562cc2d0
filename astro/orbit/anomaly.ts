/**
 * The anomalies of a Kepler orbit: mean (M), eccentric (E, ellipse) or hyperbolic (H), and true (ν), all in rad from periapsis. On an ellipse
 * they keep their revolution: M, E and ν of one instant are in the same revolution. A parabola has no mean anomaly, so e = 1 is refused by all
 * functions.
 */

const TURN = 2 * Math.PI
const MAX_ITERATIONS = 60

/**
 * Returns the eccentric anomaly of an ellipse from the mean anomaly: E − e sin E = M. Newton's method kept inside a bracket (after Danby,
 * Fundamentals of Celestial Mechanics, 2nd ed., §6.6), without cancellation near the parabola. Any finite M, 0 ≤ e < 1, otherwise RangeError.
 * Accuracy: a relative 3e-16 for M in [−π, π], up to e = 1 − 1e-13 (anomaly.reference.json).
 */
export function eccentricFromMean(meanRad: number, eccentricity: number): number {
  requireEllipse(eccentricity)
  const turns = Math.round(meanRad / TURN)
  const reduced = meanRad - turns * TURN
  return turns * TURN + Math.sign(reduced) * solveElliptic(Math.abs(reduced), eccentricity)
}

/**
 * Returns the mean anomaly of an ellipse from the eccentric anomaly, M = E − e sin E; 0 ≤ e < 1, otherwise RangeError. Relative accuracy: 1e-15.
 */
export function meanFromEccentric(eccentricRad: number, eccentricity: number): number {
  requireEllipse(eccentricity)
  const turns = Math.round(eccentricRad / TURN)
  const reduced = eccentricRad - turns * TURN
  return turns * TURN + (1 - eccentricity) * reduced + eccentricity * minusSine(reduced)
}

/**
 * Returns the hyperbolic anomaly from the mean anomaly: e sinh H − H = M, by the same bracketed Newton's method. Any finite M, e > 1, otherwise
 * RangeError. Accuracy: a relative 5e-16 for M from 1e-12 to 1e15 rad, from e = 1 + 1e-13 to 1e6.
 */
export function hyperbolicFromMean(meanRad: number, eccentricity: number): number {
  requireHyperbola(eccentricity)
  return Math.sign(meanRad) * solveHyperbolic(Math.abs(meanRad), eccentricity)
}

/** Returns the mean anomaly of a hyperbola from the hyperbolic anomaly, M = e sinh H − H; e > 1, otherwise RangeError. Relative accuracy: 1e-15. */
export function meanFromHyperbolic(hyperbolicRad: number, eccentricity: number): number {
  requireHyperbola(eccentricity)
  return (eccentricity - 1) * Math.sinh(hyperbolicRad) + sineMinus(hyperbolicRad)
}

/**
 * Returns the true anomaly from the mean anomaly on an ellipse or a hyperbola (Vallado, Fundamentals of Astrodynamics, 4th ed., eq. 2-14 and
 * 2-36). Any finite M; e ≥ 0 and not 1, otherwise RangeError. Relative accuracy: 5e-16.
 */
export function trueFromMean(meanRad: number, eccentricity: number): number {
  if (eccentricity > 1) {
    // tan(ν/2) = √((e + 1)/(e − 1)) tanh(H/2).
    const half = Math.tanh(hyperbolicFromMean(meanRad, eccentricity) / 2)
    return 2 * Math.atan2(Math.sqrt(eccentricity + 1) * half, Math.sqrt(eccentricity - 1))
  }
  const eccentricRad = eccentricFromMean(meanRad, eccentricity)
  const turns = Math.round(eccentricRad / TURN)
  const half = (eccentricRad - turns * TURN) / 2
  // tan(ν/2) = √((1 + e)/(1 − e)) tan(E/2), by sine and cosine, which are finite at E = π.
  const sine = Math.sqrt(1 + eccentricity) * Math.sin(half)
  return turns * TURN + 2 * Math.atan2(sine, Math.sqrt(1 - eccentricity) * Math.cos(half))
}

/**
 * Returns the mean anomaly from the true anomaly: the inverse of trueFromMean, same source. e ≥ 0 and not 1; on a hyperbola |ν| < arccos(−1/e),
 * otherwise RangeError. Accuracy: a relative 3e-15 up to e = 0.99.
 */
export function meanFromTrue(trueRad: number, eccentricity: number): number {
  if (eccentricity > 1) {
    if (1 + eccentricity * Math.cos(trueRad) <= 0 || Math.abs(trueRad) >= Math.PI) {
      throw new RangeError(
        `true anomaly ${trueRad} rad is beyond the asymptote of a hyperbola with e = ${eccentricity}`,
      )
    }
    // tanh(H/2) = √((e − 1)/(e + 1)) tan(ν/2), which is below 1 between the asymptotes.
    const half = Math.sqrt((eccentricity - 1) / (eccentricity + 1)) * Math.tan(trueRad / 2)
    return meanFromHyperbolic(2 * Math.atanh(half), eccentricity)
  }
  requireEllipse(eccentricity)
  const turns = Math.round(trueRad / TURN)
  const half = (trueRad - turns * TURN) / 2
  const sine = Math.sqrt(1 - eccentricity) * Math.sin(half)
  const eccentricRad = 2 * Math.atan2(sine, Math.sqrt(1 + eccentricity) * Math.cos(half))
  return turns * TURN + meanFromEccentric(eccentricRad, eccentricity)
}

/**
 * Returns E in [0, π] with E − e sin E = m, for m in [0, π]. The bracket: E is between M and M + e, and below M/(1 − e). Near the parabola and
 * its periapsis E³ e/6 dominates, and the cube root of 6 M is the better start.
 */
function solveElliptic(m: number, e: number): number {
  if (m === 0) return 0
  const nearParabola = e > 0.8 && m < 0.3
  return findRoot({
    low: m,
    high: Math.min(m / (1 - e), m + e, Math.PI + 1e-15),
    start: nearParabola ? Math.cbrt(6 * m) : m + 0.85 * e,
    value: (x) => (1 - e) * x + e * minusSine(x) - m,
    slope: (x) => 1 - e + 2 * e * Math.sin(x / 2) ** 2,
  })
}

/**
 * Returns H ≥ 0 with e sinh H − H = m, for m ≥ 0. The bracket follows from e sinh H ≥ m on one side, and from e H³/6 ≤ m and (e − 1) H ≤ m on the
 * other.
 */
function solveHyperbolic(m: number, e: number): number {
  if (m === 0) return 0
  const low = Math.asinh(m / e)
  const high = Math.min(m / (e - 1), Math.cbrt((6 * m) / e))
  return findRoot({
    low,
    high,
    start: m < 1 ? high : low,
    value: (x) => (e - 1) * Math.sinh(x) + sineMinus(x) - m,
    slope: (x) => e - 1 + 2 * e * Math.sinh(x / 2) ** 2,
  })
}

interface Root {
  readonly low: number
  readonly high: number
  readonly start: number
  readonly value: (x: number) => number
  readonly slope: (x: number) => number
}

/** Returns the root of an increasing function inside a bracket: Newton's step if it stays inside, otherwise the middle. */
function findRoot({ low, high, start, value, slope }: Root): number {
  let [left, right] = [low, Math.max(low, high)]
  let x = Math.min(Math.max(start, left), right)
  for (let iteration = 0; iteration < MAX_ITERATIONS; iteration += 1) {
    const f = value(x)
    if (f === 0) return x
    if (f > 0) right = x
    else left = x
    const newton = x - f / slope(x)
    const next = newton >= left && newton <= right ? newton : (left + right) / 2
    if (Math.abs(next - x) <= Number.EPSILON * Math.abs(x)) return next
    x = next
  }
  return x
}

/** Returns x − sin x without cancellation: its series below 1, where nine terms have an error of 1e-18. */
function minusSine(x: number): number {
  return Math.abs(x) > 1 ? x - Math.sin(x) : cubicSeries(x, -1)
}

/** Returns sinh x − x without cancellation, in the same way. */
function sineMinus(x: number): number {
  return Math.abs(x) > 1 ? Math.sinh(x) - x : cubicSeries(x, 1)
}

/** Returns x³/3! ± x⁵/5! + x⁷/7! ± … */
function cubicSeries(x: number, sign: 1 | -1): number {
  let sum = 1
  for (let n = 19; n >= 5; n -= 2) sum = 1 + (sign * x * x * sum) / (n * (n - 1))
  return ((x * x * x) / 6) * sum
}

function requireEllipse(eccentricity: number): void {
  if (!(eccentricity >= 0 && eccentricity < 1)) throw new RangeError(`eccentricity ${eccentricity} is not in [0, 1)`)
}

function requireHyperbola(eccentricity: number): void {
  if (!(eccentricity > 1 && eccentricity < Infinity))
    throw new RangeError(`eccentricity ${eccentricity} is not above 1`)
}
