/** A mean and a range over how wrong a density forecast may be. */
export interface OverDensity {
  readonly mean: number
  /** Largest value for a density from the 5th to the 95th percentile. */
  readonly worst: number
  /** Largest for a density from that of the forecast up to the 95th percentile, and from the 5th up to it. */
  readonly denser: number
  readonly thinner: number
}

/** Sigmas to which the distribution is summed, and those of its 5th and 95th percentiles. */
const [MOST_SIGMAS, RANGE_SIGMAS] = [4.5, 1.644_853_627]

/** The density over that of the forecast at its 95th percentile, and at its 5th with -1. */
export function densityAtLimit(sigma: number, side: 1 | -1): number {
  const spread = spreadOf(sigma)
  return Math.exp(spread * side * RANGE_SIGMAS - (spread * spread) / 2)
}

const spreadOf = (sigma: number) => Math.sqrt(Math.log1p(sigma * sigma))

/**
 * The mean of a value over the density, and its largest one between the 5th and the 95th percentile (flight rule F11). The density
 * over that of the forecast is log-normal with mean 1 and this σ, as densities never fall below 0; summed by the rule of
 * trapezia, which of a smooth function under a normal density is exact to rounding as soon as its steps are finer than the function.
 * With s² = ln(1 + σ²) the factor exp(s z − s²/2) of a normal z has the mean 1 and the standard deviation σ.
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
