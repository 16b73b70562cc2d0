import { AFTER_BURN_SHARE, alertAreaM2, alertRiskM2, type EncounterErrors, trueProbability } from './alert-region.ts'

/** Secondaries that are counted together: how many cross a square metre in a year, and the errors of their messages. */
export interface EncounterClass {
  readonly fluxPerM2Year: number
  /** One of each message at commit time; never a mean of them, as the rates are no linear function of the sigmas. */
  readonly errors: readonly EncounterErrors[]
}

/** What is varied beside the threshold; each 1 where nothing is said. */
export interface Variation {
  /** The true errors in units of the stated ones. */
  readonly errorFactor?: number
  /** A factor on every stated sigma, as another provider or another commit time would have it. */
  readonly sigmaFactor?: number
  readonly radiusFactor?: number
  /** The mean number of objects over the time looked at, in units of today's. */
  readonly growth?: number
}

/** What flying with one accepted probability means, a year. */
export interface ThresholdRates {
  readonly threshold: number
  /** Events that reach the threshold at commit time, each of which is a manoeuvre. */
  readonly manoeuvresPerYear: number
  /** Expected collisions if nothing is done. */
  readonly riskPerYear: number
  /** Expected collisions that the manoeuvres prevent, less those that they leave. */
  readonly avoidedPerYear: number
  readonly residualPerYear: number
  /** Manoeuvres in front of which no collision stood. */
  readonly falseAlarmsPerYear: number
  readonly manoeuvresPerCollisionAvoided: number | null
  /** The residual where a burn reaches its goal by the stated errors only, and the true ones are `errorFactor` times them. */
  readonly residualIfGoalIsStatedPerYear: number
}

/**
 * The yearly rates at an accepted probability. With the flux F of each class, averages over its messages and
 * Pm = R²/(2 σ₁ σ₂): manoeuvres N = Σ F 2π σ₁ σ₂ ln(Pm/Pacc), risk Σ F πR², avoided
 * Σ F [πR² (1 − Pacc/Pm) − 0.03 Pacc · 2π σ₁ σ₂ ln(Pm/Pacc)], what is left being the residual.
 *
 * The flux of misses is uniform over the conjunction plane as far as an encounter is uncorrelated with the sigmas: the
 * assumption of ESA's ARES (Domínguez-González and others, 5th European Conference on Space Debris, 2012) and of Hall, AAS
 * 19-631 (2019). The closed form follows by integrating the bell of alert-region.ts. Tested against 2,000,000 misses drawn
 * at random with the exact probability of each (threshold-rates.test.ts).
 */
export function thresholdRates(
  classes: readonly EncounterClass[],
  threshold: number,
  { errorFactor = 1, sigmaFactor = 1, radiusFactor = 1, growth = 1 }: Variation = {},
): ThresholdRates {
  if (!(threshold > 0 && threshold < 1)) throw new RangeError(`a threshold has to be in (0, 1), not ${threshold}`)
  let [manoeuvres, risk, seen, leftAsStated] = [0, 0, 0, 0]
  for (const { fluxPerM2Year, errors } of classes) {
    // The mean over the messages: each stands for the same share of the flux.
    const share = (growth * fluxPerM2Year) / errors.length
    for (const each of errors) {
      const varied = {
        sigmaMinorM: each.sigmaMinorM * sigmaFactor,
        sigmaMajorM: each.sigmaMajorM * sigmaFactor,
        radiusM: each.radiusM * radiusFactor,
      }
      const area = share * alertAreaM2(varied, threshold)
      manoeuvres += area
      risk += share * Math.PI * varied.radiusM ** 2
      seen += share * alertRiskM2(varied, threshold, errorFactor)
      if (area > 0) leftAsStated += area * trueProbability(varied, AFTER_BURN_SHARE * threshold, errorFactor)
    }
  }
  const avoided = seen - AFTER_BURN_SHARE * threshold * manoeuvres
  return {
    threshold,
    manoeuvresPerYear: manoeuvres,
    riskPerYear: risk,
    avoidedPerYear: avoided,
    residualPerYear: risk - avoided,
    falseAlarmsPerYear: manoeuvres - seen,
    manoeuvresPerCollisionAvoided: avoided > 0 ? manoeuvres / avoided : null,
    residualIfGoalIsStatedPerYear: risk - seen + leftAsStated,
  }
}

/** The probability of at least one collision in `years` at a constant rate: 1 − exp(−rate · years). */
export function probabilityOverLife(ratePerYear: number, years: number): number {
  return 0 - Math.expm1(-ratePerYear * years)
}
