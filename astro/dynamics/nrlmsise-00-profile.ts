// Profiles of temperature and density with height of NRLMSISE-00: densu and its splines (nrlmsise-00.data.ts). Heights in km, temperatures in K,
// densities in 1/cm³, as in its program.

import { missing } from '../missing.ts'

/** The temperature above 72.5 km: Bates' profile down to the first node, a spline of its inverse below. */
export interface Profile {
  readonly exosphereK: number
  readonly lowerK: number
  readonly lowerKm: number
  /** Bates' shape, 1/km. */
  readonly shape: number
  /** From the top: 123.4, 110, 100, 90 and 72.5 km. The first temperature follows from Bates. */
  readonly nodesKm: readonly number[]
  readonly nodesK: readonly number[]
  readonly lastGradient: number
  /** Gravity at the ground (cm/s²) and radius (km) at the latitude. */
  readonly gravity: number
  readonly radiusKm: number
}

/** Gas constant of the program, erg/(mol K) × 1e-5 (so that heights are in km), and its largest exponent. */
const GAS_CONSTANT = 831.4
const LARGEST_EXPONENT = 50

/** The data of a gas for a profile: number density at the lower boundary, molecular mass, thermal diffusion. */
export interface Gas {
  readonly lower: number
  readonly mass: number
  readonly alpha: number
}

/** Returns the temperature (K) at a height. */
export function temperatureAt(profile: Profile, heightKm: number): number {
  return lay(profile, heightKm).temperature
}

/**
 * Returns the density of a gas at a height, in the unit of `lower`. In diffusive equilibrium along Bates' profile it has the closed form n =
 * n_lower (T_lower/T)^(1 + α + γ) exp(−σ γ ζ), with γ = m g/(σ k T∞) and the geopotential height ζ above the lower boundary; α is thermal
 * diffusion. Below the first node the exponent is the integral of m g/(k T) over the spline of 1/T.
 */
export function gasDensity(profile: Profile, heightKm: number, { lower, mass, alpha }: Gas): number {
  const { exosphereK, lowerK, lowerKm, shape, gravity, radiusKm } = profile
  const { bates, drop, temperature, spline } = lay(profile, heightKm)
  // m g/(σ R T∞), with gravity at the lower boundary.
  const gamma = (mass * gravity) / (1 + lowerKm / radiusKm) ** 2 / (shape * GAS_CONSTANT * exosphereK)
  const expl = bates <= 0 ? LARGEST_EXPONENT : Math.min(LARGEST_EXPONENT, Math.exp(-shape * gamma * drop))
  const above = lower * (lowerK / bates) ** (1 + alpha + gamma) * expl
  if (spline === undefined) return above
  const weight = (mass * (gravity / (1 + spline.topKm / radiusKm) ** 2) * spline.span) / GAS_CONSTANT
  const integral = temperature <= 0 ? LARGEST_EXPONENT : Math.min(LARGEST_EXPONENT, weight * spline.integral)
  return above * (spline.topK / temperature) ** (1 + alpha) * Math.exp(-integral)
}

/**
 * Returns the temperature and its intermediate values. Above the first node Bates' profile is valid, T = T∞ − (T∞ − T_lower) e^(−σ ζ); below it a
 * cubic spline of 1/T through the nodes, over the geopotential height scaled to 0 at the first node and 1 at the last. The slopes of the spline
 * at its ends are those of Bates' profile and of the model's own gradient.
 */
function lay(profile: Profile, heightKm: number) {
  const { exosphereK, lowerK, lowerKm, shape, nodesKm, radiusKm } = profile
  const topKm = nodesKm[0] ?? missing()
  // ζ = (z − z₀)(R + z₀)/(R + z): the height with the same potential for constant gravity.
  const geopotential = (z: number, from: number) => ((z - from) * (radiusKm + from)) / (radiusKm + z)
  const drop = geopotential(Math.max(heightKm, topKm), lowerKm)
  const bates = exosphereK - (exosphereK - lowerK) * Math.exp(-shape * drop)
  if (heightKm >= topKm) return { bates, drop, temperature: bates, spline: undefined }
  const bottomKm = nodesKm.at(-1) ?? missing()
  const span = geopotential(bottomKm, topKm)
  const x = geopotential(Math.max(heightKm, bottomKm), topKm) / span
  const temperatures = [bates, ...profile.nodesK]
  const bottomK = temperatures.at(-1) ?? bates
  // dT/dζ of Bates' profile at the first node, in the geopotential heights of the spline.
  const topGradient = (exosphereK - bates) * shape * ((radiusKm + lowerKm) / (radiusKm + topKm)) ** 2
  const cubic = makeSpline(
    nodesKm.map((z) => geopotential(z, topKm) / span),
    temperatures.map((t) => 1 / t),
    [
      (-topGradient / (bates * bates)) * span,
      (-profile.lastGradient / (bottomK * bottomK)) * span * ((radiusKm + bottomKm) / (radiusKm + topKm)) ** 2,
    ],
  )
  const { value, integral } = cubic(x)
  return { bates, drop, temperature: 1 / value, spline: { topKm, topK: bates, span, integral } }
}

/**
 * Returns the cubic spline with given slopes at its ends, and its integral from the first node (Press and others, Numerical Recipes, §3.3). On a
 * piece of length h, with a and b the fractions of the distance to its two ends, the spline is y = a y_k + b y_(k+1) + ((a³ − a) y″_k + (b³ − b)
 * y″_(k+1)) h²/6. Continuity of value and first derivative at the nodes gives a tridiagonal system for the second derivatives y″. The integral of
 * the piece is exact, so that density, which is its exponential, is in hydrostatic equilibrium with the temperature.
 */
function makeSpline(xs: readonly number[], ys: readonly number[], slopes: readonly [number, number]) {
  const n = xs.length
  const [x, y] = [(k: number) => xs[k] ?? missing(), (k: number) => ys[k] ?? missing()]
  const secant = (k: number) => (y(k + 1) - y(k)) / (x(k + 1) - x(k))
  // y2 are the second derivatives at the nodes, from a tridiagonal system: forward elimination, then back substitution.
  const y2 = [-0.5]
  const u = [(3 / (x(1) - x(0))) * (secant(0) - slopes[0])]
  for (let k = 1; k < n - 1; k += 1) {
    const sigma = (x(k) - x(k - 1)) / (x(k + 1) - x(k - 1))
    const p = sigma * (y2[k - 1] ?? missing()) + 2
    y2[k] = (sigma - 1) / p
    u[k] = ((6 * (secant(k) - secant(k - 1))) / (x(k + 1) - x(k - 1)) - sigma * (u[k - 1] ?? missing())) / p
  }
  const last = (3 / (x(n - 1) - x(n - 2))) * (slopes[1] - secant(n - 2))
  y2[n - 1] = (last - 0.5 * (u[n - 2] ?? missing())) / (0.5 * (y2[n - 2] ?? missing()) + 1)
  for (let k = n - 2; k >= 0; k -= 1) y2[k] = (y2[k] ?? missing()) * (y2[k + 1] ?? missing()) + (u[k] ?? missing())
  return (at: number) => {
    let integral = 0
    for (let k = 0; k < n - 1; k += 1) {
      const [from, to] = [x(k), x(k + 1)]
      const isLast = at <= to || k === n - 2
      const h = to - from
      const end = isLast ? at : to
      const [a, b] = [(to - end) / h, (end - from) / h]
      const [second, next] = [y2[k] ?? missing(), y2[k + 1] ?? missing()]
      const bend = (-(1 + a ** 4) / 4 + (a * a) / 2) * second + (b ** 4 / 4 - (b * b) / 2) * next
      integral += (((1 - a * a) * y(k)) / 2 + (b * b * y(k + 1)) / 2 + (bend * h * h) / 6) * h
      if (!isLast) continue
      const value = a * y(k) + b * y(k + 1) + (((a ** 3 - a) * second + (b ** 3 - b) * next) * h * h) / 6
      return { value, integral }
    }
    throw new RangeError('a spline needs two nodes')
  }
}
