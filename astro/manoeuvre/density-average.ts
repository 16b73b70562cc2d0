/** A mean and maxima over the possible density errors of a forecast. */
export interface OverDensity {
  readonly mean: number
  /** Largest value for a density from the 5th to the 95th percentile. */
  readonly worst: number
  /** The largest value for densities from the forecast to the 95th percentile; `thinner`: from the 5th percentile to the forecast. */
  readonly denser: number
  readonly thinner: number
}

/** The distribution is summed to this number of sigmas; its 5th and 95th percentiles are at the second number. */
const [MOST_SIGMAS, RANGE_SIGMAS] = [4.5, 1.644_853_627]

/** Returns the density at its 95th percentile relative to the forecast; with -1, at its 5th percentile. */
export function densityAtLimit(sigma: number, side: 1 | -1): number {
  const spread = spreadOf(sigma)
  return Math.exp(spread * side * RANGE_SIGMAS - (spread * spread) / 2)
}

const spreadOf = (sigma: number) => Math.sqrt(Math.log1p(sigma * sigma))

/**
 * Returns the mean of a value over the density, and its largest value between the 5th and the 95th percentile (flight rule F11). The density
 * relative to the forecast is log-normal with mean 1 and this σ, because densities are never below 0. The sum uses the trapezoidal rule, which is
 * exact to rounding for a smooth function under a normal density, if the steps are finer than the function's features. With s² = ln(1 + σ²) the
 * factor exp(s z − s²/2) of a normal z has the mean 1 and the standard deviation σ.
 */
export function overDensity(value: (factor: number) => number, sigma: number, nodes: number): OverDensity {
  if (sigma === 0 || nodes === 1) {
    const only = value(1)
    return { mean: only, worst: only, denser: only, thinner: only }
  }
  const spread = spreadOf(sigma)
  const at = (z: number) => value(Math.exp(spread * z - (spread * spread) / 2))
  let [sum, weights] = [0, 0]
  let [thinner, denser] = [at(-RANGE_SIGMAS), at(RANGE_SIGMAS)]
  for (let k = 0; k < nodes; k += 1) {
    const z = MOST_SIGMAS * ((2 * k) / (nodes - 1) - 1)
    const here = at(z)
    const weight = Math.exp((-z * z) / 2)
    sum += weight * here
    weights += weight
    if (Math.abs(z) > RANGE_SIGMAS) continue
    if (z <= 0) thinner = Math.max(thinner, here)
    if (z >= 0) denser = Math.max(denser, here)
  }
  return { mean: sum / weights, worst: Math.max(thinner, denser), denser, thinner }
}
