// Lanczos coefficients for g = 607/128 and n = 15 (P. Godfrey, 2001), to the full precision of a double.
const LANCZOS = [
  0.9999999999999971, 57.15623566586292, -59.59796035547549, 14.136097974741746, -0.4919138160976202,
  3.399464998481189e-5, 4.652362892704858e-5, -9.837447530487956e-5, 1.580887032249125e-4, -2.1026444172410488e-4,
  2.1743961811521265e-4, -1.643181065367639e-4, 8.441822398385275e-5, -2.6190838401581408e-5, 3.6899182659531625e-6,
]

/**
 * Returns ln Γ(x) for x > 0 from the series of Lanczos (SIAM J. Numer. Anal. B 1, 1964). Accuracy: 1e-14 relative (log-gamma.test.ts).
 *
 * With t = x + g − ½ and the coefficients c_i it is
 *
 *   Γ(x) = √(2π) t^(x − ½) e^(−t) (c₀ + Σ c_i/(x + i − 1)).
 *
 * The logarithm is computed term by term, because Γ itself exceeds the range of a double at x = 171.6.
 */
export function logGamma(x: number): number {
  const base = x + 607 / 128 - 0.5
  const sum = LANCZOS.reduce((total, coefficient, i) => total + (i === 0 ? coefficient : coefficient / (x + i - 1)), 0)
  return Math.log(Math.sqrt(2 * Math.PI) * sum) + (x - 0.5) * Math.log(base) - base
}
