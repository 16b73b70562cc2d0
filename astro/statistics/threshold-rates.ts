import { AFTER_BURN_SHARE, alertAreaM2, alertRiskM2, type EncounterErrors, trueProbability } from './alert-region.ts'

/** A class of secondaries: their number per square metre and year, and the errors of their messages. */
export interface EncounterClass {
  readonly fluxPerM2Year: number
  /** One set of errors for each message at commit time; never a mean, because the rates are not linear functions of the sigmas. */
  readonly errors: readonly EncounterErrors[]
}

/** Variations of other quantities than the threshold; each default is 1. */
export interface Variation {
  /** The true errors relative to the stated ones. */
  readonly errorFactor?: number
  /** A factor on every stated sigma, for another provider or another commit time. */
  readonly sigmaFactor?: number
  readonly radiusFactor?: number
  /** The mean number of objects over the period, relative to today's. */
  readonly growth?: number
}

/** The effects per year of one accepted probability. */
export interface ThresholdRates {
  readonly threshold: number
  /** The number of events that reach the threshold at commit time; each is a manoeuvre. */
  readonly manoeuvresPerYear: number
  /** Expected collisions without manoeuvres. */
  readonly riskPerYear: number
  /** Expected collisions that the manoeuvres prevent, minus the risk after them. */
  readonly avoidedPerYear: number
  readonly residualPerYear: number
  /** Manoeuvres for events that would not have been collisions. */
  readonly falseAlarmsPerYear: number
  readonly manoeuvresPerCollisionAvoided: number | null
  /** The residual risk if each burn reaches its goal only for the stated errors, while the true errors are `errorFactor` times larger. */
  readonly residualIfGoalIsStatedPerYear: number
}

/**
 * Returns the yearly rates at an accepted probability. With the flux F of each class, averages over its messages and Pm = R²/(2 σ₁ σ₂):
 * manoeuvres N = Σ F 2π σ₁ σ₂ ln(Pm/Pacc), risk Σ F πR², avoided Σ F [πR² (1 − Pacc/Pm) − 0.03 Pacc · 2π σ₁ σ₂ ln(Pm/Pacc)], and the residual is
 * the rest.
 *
 * The flux of misses is uniform over the conjunction plane if encounters are uncorrelated with the sigmas: the assumption of ESA's ARES
 * (Domínguez-González and others, 5th European Conference on Space Debris, 2012) and of Hall, AAS 19-631 (2019). The closed form follows by
 * integrating the bell curve of alert-region.ts. Verified with 2,000,000 randomly drawn misses and the exact probability of each
 * (threshold-rates.test.ts).
 */
export function thresholdRates(
  classes: readonly EncounterClass[],
  threshold: number,
  { errorFactor = 1, sigmaFactor = 1, radiusFactor = 1, growth = 1 }: Variation = {},
): ThresholdRates {
  if (!(threshold > 0 && threshold < 1)) throw new RangeError(`a threshold has to be in (0, 1), not ${threshold}`)
  let [manoeuvres, risk, seen, leftAsStated] = [0, 0, 0, 0]
  for (const { fluxPerM2Year, errors } of classes) {
    // The mean over the messages: each represents an equal part of the flux.
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

/** Returns the probability of at least one collision in `years` at a constant rate: 1 − exp(−rate · years). */
export function probabilityOverLife(ratePerYear: number, years: number): number {
  return 0 - Math.expm1(-ratePerYear * years)
}
