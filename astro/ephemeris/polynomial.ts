import { missing } from '../missing.ts'
import type { Vec3 } from '../vec3.ts'

/** A sample of a function at a time: its value, and its known derivatives. */
export interface Sample {
  readonly time: number
  readonly values: readonly Vec3[]
}

/**
 * Returns the value at `t` of the polynomial of least degree through the values of the samples (of different times). Source: Berrut and
 * Trefethen, "Barycentric Lagrange Interpolation", SIAM Review 46 (2004), eq. 4.2. Exact at the samples and to rounding for polynomials of that
 * degree.
 */
export function lagrange(samples: readonly Sample[], t: number): Vec3 {
  const scale = (samples.at(-1) ?? missing()).time - (samples[0] ?? missing()).time || 1
  let sum = 0
  const total: [number, number, number] = [0, 0, 0]
  for (const { time, values } of samples) {
    const [value = [0, 0, 0]] = values
    if (time === t) return value
    let weight = scale / (t - time)
    for (const other of samples) if (other.time !== time) weight *= scale / (time - other.time)
    sum += weight
    for (const k of [0, 1, 2] as const) total[k] += weight * value[k]
  }
  return [total[0] / sum, total[1] / sum, total[2] / sum]
}

/**
 * Returns value and derivative at `t` of the polynomial of least degree with the values and derivatives of the samples, by divided differences
 * over repeated nodes (Stoer and Bulirsch, Introduction to Numerical Analysis, §2.1.5). Verified: NAIF's HRMINT example exactly
 * (interpolation.reference.json).
 */
export function hermite(samples: readonly Sample[], t: number): { readonly value: Vec3; readonly slope: Vec3 } {
  const times = samples.flatMap(({ time, values }) => values.map(() => time))
  const parts = ([0, 1, 2] as const).map((k) => newton(times, dividedDifferences(samples, times, k), t))
  const [x, y, z] = parts as [Newton, Newton, Newton]
  return { value: [x.value, y.value, z.value], slope: [x.slope, y.slope, z.slope] }
}

/**
 * Returns the first row of the scheme of divided differences, the coefficients of Newton's form: f[t0], f[t0, t1] and so on, with f[ti … tk] =
 * (f[t(i+1) … tk] − f[ti … t(k−1)])/(tk − ti), and the derivative over its factorial if all times coincide.
 */
function dividedDifferences(samples: readonly Sample[], times: readonly number[], k: 0 | 1 | 2): number[] {
  const owner = samples.flatMap((sample) => sample.values.map(() => sample))
  let column = owner.map(({ values }) => values[0]?.[k] ?? missing())
  const coefficients = [column[0] ?? missing()]
  let factorial = 1
  for (let order = 1; order < times.length; order += 1) {
    factorial *= order
    column = column.slice(1).map((upper, row) => {
      const span = (times[row + order] ?? missing()) - (times[row] ?? missing())
      if (span === 0) return (owner[row]?.values[order]?.[k] ?? missing()) / factorial
      return (upper - (column[row] ?? missing())) / span
    })
    coefficients.push(column[0] ?? missing())
  }
  return coefficients
}

interface Newton {
  readonly value: number
  readonly slope: number
}

/** Evaluates Newton's form and its derivative by Horner's scheme, from the highest coefficient down. */
function newton(times: readonly number[], coefficients: readonly number[], t: number): Newton {
  let [value, slope] = [0, 0]
  for (let k = coefficients.length - 1; k >= 0; k -= 1) {
    const x = t - (times[k] ?? missing())
    slope = slope * x + value
    value = value * x + (coefficients[k] ?? missing())
  }
  return { value, slope }
}
