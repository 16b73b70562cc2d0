import { erfc } from '../error-function.ts'

/** What decides whether a pass brings a track home. */
export interface DetectionCase {
  /** Of the object in the middle of the pass, with extinction; null: it is not seen by its light, as by a radar. */
  readonly magnitude: number | null
  /** Faintest magnitude that the sensor measures; null: brightness is no condition. */
  readonly limitingMagnitude: number | null
  /** Share of the nights in which the sky is clear, 0 to 1; null: weather is no condition or not known. */
  readonly clearSky: number | null
  /** Passes that the sensor was to make, and how many of them brought a track. */
  readonly record: { readonly tries: number; readonly successes: number }
}

export interface Detection {
  /** From geometry, brightness and weather alone, 0 to 1. */
  readonly theoretical: number
  /** Share of the sensor's passes that brought a track, 0 to 1; null: it has made none. */
  readonly empirical: number | null
  /** Both together. */
  readonly probability: number
}

/**
 * 1 sigma of a measured magnitude about the one computed from size, phase and height, mag: objects tumble, and their albedo is not
 * known. The median of measured groups is within 1 mag of the formula (reference set tracking/brightness_mmt).
 */
export const BRIGHTNESS_SIGMA_MAG = 1
/** So many passes of its own count as much for a sensor as all that is known of sites, clocks and skies beforehand. */
const PASSES_OF_PRIOR = 10
/** What fails where neither light nor weather does: the machine. */
const MACHINE_WORKS = 0.97

/**
 * The chance that a pass which the geometry allows brings a track: that the object is bright enough, times that of a clear sky, times
 * that the machine works; then the record of the sensor is taken in as a beta distribution whose mean before is that chance (Gelman
 * and others, Bayesian Data Analysis, §2.4). The record holds the weather already: it moves the product and is not multiplied to it.
 * A beta distribution of mean p and weight n₀ has after s successes in n tries the mean (n₀ p + s)/(n₀ + n).
 */
export function detectionOf({ magnitude, limitingMagnitude, clearSky, record }: DetectionCase): Detection {
  const isBright =
    magnitude === null || limitingMagnitude === null
      ? 1
      : erfc((magnitude - limitingMagnitude) / (BRIGHTNESS_SIGMA_MAG * Math.SQRT2)) / 2
  // Without weather the record tells of site and machine alone; the light of one object says nothing of the next.
  const usual = (clearSky ?? 1) * MACHINE_WORKS
  const { tries, successes } = record
  const learnt = (usual * PASSES_OF_PRIOR + successes) / (PASSES_OF_PRIOR + tries)
  return {
    theoretical: isBright * usual,
    empirical: tries === 0 ? null : successes / tries,
    probability: isBright * learnt,
  }
}
