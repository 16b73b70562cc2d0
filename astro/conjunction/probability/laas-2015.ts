import { type Convergence, converged, NOT_CONVERGED } from '../../convergence.ts'
import type { PrincipalMiss } from '../principal-axes.ts'
import { checkMiss } from './check-miss.ts'

const MOST_TERMS = 100_000
// The sum is divided by this if it exceeds it, so that it stays in the range of a double.
const LARGEST_SUM = 1e250

/**
 * Returns the probability that the miss is in the hard-body circle, as a power series in R² of positive terms. Source: Serra, Arzelier, Joldes,
 * Lasserre, Rondepierre and Salvy (LAAS-CNRS), Fast and Accurate Computation of Orbital Collision Probability for Short-Term Encounters, JGCD 39
 * (2016) 1009–1021, preprint of 2015: the Laplace transform of the probability, its differential equation, a recurrence of four terms (their
 * algorithm 1). `miss`, `radiusM` in m. The number of terms grows with R²/σ² and with R·miss/σ². Accuracy: 1e-9 of circle2d if both are below
 * 1e4. It does not converge if 100,000 terms are not enough. The plain power series in R² has terms of both signs, which cancel to a tiny sum,
 * like exp(−x) for large x. Here exp(p R²) times the probability is expanded, with p = 1/(2σy²) of the smaller σ: all terms are positive, so that
 * adding them loses no digit, and a partial sum is a lower bound.
 */
export function laas2015(miss: PrincipalMiss, radiusM: number): Convergence<number> {
  checkMiss(miss, radiusM)
  if (radiusM === 0) return converged(0)
  if (radiusM === Infinity) return converged(1)
  // y is the axis of the smaller σ.
  const { xM, yM, sigmaXM, sigmaYM } =
    miss.sigmaXM >= miss.sigmaYM ? miss : { xM: miss.yM, yM: miss.xM, sigmaXM: miss.sigmaYM, sigmaYM: miss.sigmaXM }
  const square = radiusM * radiusM
  // In units of the radius: p R², φ, ωx R², ωy R².
  const p = square / (2 * sigmaYM * sigmaYM)
  const phi = 1 - (sigmaYM / sigmaXM) ** 2
  const wx = ((xM / sigmaXM) * (radiusM / sigmaXM)) ** 2 / 4
  const wy = ((yM / sigmaYM) * (radiusM / sigmaYM)) ** 2 / 4
  const exponent = -((xM / sigmaXM) ** 2 + (yM / sigmaYM) ** 2) / 2 - p
  const series = sumSeries({ p, phi, wx, wy })
  if (series === undefined) return NOT_CONVERGED
  const { sum, scale } = series
  return converged(Math.min(1, (square / (2 * sigmaXM * sigmaYM)) * Math.exp(exponent + scale + Math.log(sum))))
}

/** Dimensionless: p R², 1 − (σy/σx)², and the squared misses ωx R² and ωy R² of the paper. */
interface SeriesParameters {
  readonly p: number
  readonly phi: number
  readonly wx: number
  readonly wy: number
}

/**
 * Returns Σ cₖ / c₀ as sum · exp(scale); undefined if the terms do not vanish. The terms increase before they decrease, to about exp(p R² + …):
 * they may overflow a double although the probability does not. The sum and the last four terms are then divided together by 1e250, which the
 * linear recurrence allows.
 */
function sumSeries(parameters: SeriesParameters): { sum: number; scale: number } | undefined {
  let terms = firstTerms(parameters)
  let sum = terms.reduce((total, term) => total + term, 0)
  let scale = 0
  for (let k = 0; k < MOST_TERMS; k += 1) {
    const next = nextTerm(parameters, terms, k)
    terms = [terms[1], terms[2], terms[3], next]
    sum += next
    if (next <= sum * 1e-17 && next <= terms[2]) return { sum, scale }
    if (sum > LARGEST_SUM) {
      sum /= LARGEST_SUM
      scale += Math.log(LARGEST_SUM)
      terms = [terms[0] / LARGEST_SUM, terms[1] / LARGEST_SUM, terms[2] / LARGEST_SUM, terms[3] / LARGEST_SUM]
    }
  }
  return undefined
}

type FourTerms = readonly [number, number, number, number]

/** Returns c₀ to c₃ over c₀, with which the recurrence starts (their algorithm 1). */
function firstTerms({ p, phi, wx, wy }: SeriesParameters): FourTerms {
  const a = p * (phi / 2 + 1) + wx + wy
  const b = p * p * ((phi * phi) / 2 + 1) + 2 * p * phi * wx
  const c = 2 * (p * p * p * (phi ** 3 / 2 + 1) + 3 * p * p * phi * phi * wx)
  return [1, a / 2, (a * a + b) / 12, (a * a * a + 3 * a * b + c) / 144]
}

/** Returns the next term by the recurrence: c₍ₖ₊₄₎ from the four terms before it. */
function nextTerm({ p, phi, wx, wy }: SeriesParameters, [c0, c1, c2, c3]: FourTerms, k: number): number {
  const q = phi / 2 + 1
  const t0 = -(p ** 3 * phi * phi * wy) / ((k + 2) * (k + 3) * (k + 4) ** 2 * (k + 5))
  const t1 = (p * p * phi * (p * phi * (k + 2.5) + 2 * wy * q)) / ((k + 3) * (k + 4) ** 2 * (k + 5))
  const t2 = -(p * (p * phi * q * (2 * k + 5) + phi * (2 * wy + 1.5 * p) + wx + wy)) / ((k + 4) ** 2 * (k + 5))
  const t3 = (p * (2 * phi + 1) * (k + 3) + p * q + wx + wy) / ((k + 4) * (k + 5))
  return t0 * c0 + t1 * c1 + t2 * c2 + t3 * c3
}
