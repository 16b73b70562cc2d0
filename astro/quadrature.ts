import { NoConvergenceError } from './convergence.ts'

// Nodes in (0, 1], weights of the 15-point Kronrod rule, and weights of the 7-point Gauss rule inside it (0 where it has no node). The centre is
// separate. Source: Piessens et al., QUADPACK (1983), QK15, to the full precision of a double.
const NODES: readonly (readonly [node: number, kronrod: number, gauss: number])[] = [
  [0.9914553711208126, 0.022935322010529224, 0],
  [0.9491079123427585, 0.06309209262997856, 0.1294849661688697],
  [0.8648644233597691, 0.10479001032225019, 0],
  [0.7415311855993945, 0.14065325971552592, 0.27970539148927664],
  [0.5860872354676911, 0.1690047266392679, 0],
  [0.4058451513773972, 0.19035057806478542, 0.3818300505051189],
  [0.20778495500789848, 0.20443294007529889, 0],
]
const CENTRE_KRONROD = 0.20948214108472782
const CENTRE_GAUSS = 0.4179591836734694

/** The limits of a quadrature: the relative error of the sum, and the largest number of intervals (default 2000). */
export interface QuadratureLimits {
  readonly relative: number
  readonly intervals?: number
}

interface Interval {
  readonly from: number
  readonly to: number
  readonly value: number
  readonly error: number
}

/**
 * Returns the integral of `f` from the first to the last of `points`, in the unit of f times that of the points; the points between are where f
 * has a kink or a peak. The method is adaptive: the interval with the largest error is halved until the sum of the errors is below
 * `limits.relative` of the integral. Source: Piessens et al., QUADPACK (1983), QAG with QK15; the error of an interval is estimated by the plain
 * difference of the two rules, which is too large. Throws RangeError if f is not finite, and NoConvergenceError if the limit of intervals is
 * reached (convergence.ts). Domain: finite intervals, f without singularities inside.
 */
export function integrate(f: (x: number) => number, points: readonly number[], limits: QuadratureLimits): number {
  const most = limits.intervals ?? 2000
  let intervals: Interval[] = []
  points.forEach((to, index) => {
    const from = points[index - 1]
    if (from !== undefined && to > from) intervals.push(measure(f, from, to))
  })
  for (;;) {
    const value = intervals.reduce((sum, interval) => sum + interval.value, 0)
    const error = intervals.reduce((sum, interval) => sum + interval.error, 0)
    if (error <= limits.relative * Math.abs(value)) return value
    if (intervals.length >= most) throw new NoConvergenceError(`no convergence within ${most} intervals of quadrature`)
    // Halves all intervals above an equal part of the excess at once, so that the sums above are computed only a few times.
    const share = (limits.relative * Math.abs(value)) / (2 * intervals.length)
    intervals = intervals.flatMap((interval) => (interval.error > share ? halve(f, interval) : [interval]))
  }
}

/** Returns both halves of an interval, each with its own values of the two rules. */
function halve(f: (x: number) => number, { from, to, value }: Interval): Interval[] {
  const middle = (from + to) / 2
  // The interval is as short as doubles allow: only rounding remains.
  if (!(middle > from && middle < to)) return [{ from, to, value, error: 0 }]
  return [measure(f, from, middle), measure(f, middle, to)]
}

/**
 * Gauss's rule with 7 points is exact for polynomials up to degree 13. Kronrod's rule adds 8 points between them, reuses the values, and is exact
 * at least up to degree 22. The difference between the two is the error of the less accurate one.
 */
function measure(f: (x: number) => number, from: number, to: number): Interval {
  const centre = (from + to) / 2
  const half = (to - from) / 2
  const middle = f(centre)
  let kronrod = CENTRE_KRONROD * middle
  let gauss = CENTRE_GAUSS * middle
  for (const [node, kronrodWeight, gaussWeight] of NODES) {
    const pair = f(centre - half * node) + f(centre + half * node)
    kronrod += kronrodWeight * pair
    gauss += gaussWeight * pair
  }
  if (!Number.isFinite(kronrod)) throw new RangeError(`the integrand is not finite between ${from} and ${to}`)
  // A difference below the rounding of the sum counts as zero.
  const noise = Number.EPSILON * Math.abs(half * kronrod)
  const error = Math.max(0, Math.abs(half * (kronrod - gauss)) - noise)
  return { from, to, value: half * kronrod, error }
}
