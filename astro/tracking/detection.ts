import { erfc } from '../error-function.ts'

/** The conditions for a pass to give a track. */
export interface DetectionCase {
  /** The magnitude of the object in the middle of the pass, with extinction; null: brightness is irrelevant, as for a radar. */
  readonly magnitude: number | null
  /** Faintest magnitude that the sensor measures; null: brightness is no condition. */
  readonly limitingMagnitude: number | null
  /** Fraction of the nights with a clear sky, 0 to 1; null: weather is no condition or unknown. */
  readonly clearSky: number | null
  /** The planned passes of the sensor, and how many of them gave a track. */
  readonly record: { readonly tries: number; readonly successes: number }
}

export interface Detection {
  /** The probability from geometry, brightness and weather only, 0 to 1. */
  readonly theoretical: number
  /** Fraction of the sensor's passes that gave a track, 0 to 1; null: there were none. */
  readonly empirical: number | null
  /** The combination of the theoretical and the empirical probability. */
  readonly probability: number
}

/**
 * 1 sigma of the difference between measured and computed magnitude (from size, phase and height), mag: objects tumble, and their albedo is
 * unknown. The median of measured groups is within 1 mag of the formula (reference set tracking/brightness_mmt).
 */
export const BRIGHTNESS_SIGMA_MAG = 1
/** This number of a sensor's own passes has the same weight as the prior knowledge of sites, clocks and skies. */
const PASSES_OF_PRIOR = 10
/** The probability that no technical failure occurs. */
const MACHINE_WORKS = 0.97

/**
 * Returns the probability that a geometrically possible pass gives a track: the probability that the object is bright enough, times that of a
 * clear sky, times that of no technical failure. The record of the sensor is then included with a beta distribution whose prior mean is that
 * probability (Gelman and others, Bayesian Data Analysis, §2.4). The record already includes weather: it updates the product and is not
 * multiplied by it. A beta distribution of mean p and weight n₀ has after s successes in n tries the mean (n₀ p + s)/(n₀ + n).
 */
export function detectionOf({ magnitude, limitingMagnitude, clearSky, record }: DetectionCase): Detection {
  const isBright =
    magnitude === null || limitingMagnitude === null
      ? 1
      : erfc((magnitude - limitingMagnitude) / (BRIGHTNESS_SIGMA_MAG * Math.SQRT2)) / 2
  // The record describes site and sensor only, relative to the weather; the brightness of one object is independent of others.
  const usual = (clearSky ?? 1) * MACHINE_WORKS
  const { tries, successes } = record
  const learnt = (usual * PASSES_OF_PRIOR + successes) / (PASSES_OF_PRIOR + tries)
  return {
    theoretical: isBright * usual,
    empirical: tries === 0 ? null : successes / tries,
    probability: isBright * learnt,
  }
}
