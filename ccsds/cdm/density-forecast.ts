import type { Vec3 } from '@apsis/astro/vec3.ts'
import type { Cdm } from './cdm.ts'

const NUMBER = String.raw`([-+]?\d+(?:\.\d*)?(?:[eE][-+]?\d+)?)`
/** CARA writes these two values in the comments of each object (decorrelation parameters, AAS 18-272). */
const SIGMA = new RegExp(`^DCP Density Forecast Uncertainty\\s*=\\s*${NUMBER}\\s*$`)
const SENSITIVITY = new RegExp(
  `^DCP Sensitivity Vector RTN Pos\\s*=\\s*${NUMBER}\\s+${NUMBER}\\s+${NUMBER}\\s*\\[m\\]\\s*$`,
)
/** The maximum length of a comment with these values, in characters, which is that of a KVN line. */
const LONGEST_COMMENT = 254

/** Returns the 1σ uncertainty of the density forecast that a message gives for object 1, as a fraction of the forecast; null if there is none. */
export const findDensitySigma = (message: Cdm): number | null => firstOf(message, 0, sigmaOf)

function sigmaOf(text: string): number | null {
  const value = Number(SIGMA.exec(text)?.[1])
  return value > 0 ? value : null
}

/**
 * The density values of a message for an object: 1σ of the forecast as a fraction, and the displacement at TCA if the density differs by a fraction
 * of 1, m in RTN.
 */
export interface DensityForecast {
  readonly sigma: number
  readonly sensitivityRtnM: Vec3
}

/** Returns the decorrelation parameters of one object; null if the message does not give both of them. */
export function findDensityForecast(message: Cdm, index: 0 | 1): DensityForecast | null {
  const sigma = firstOf(message, index, sigmaOf)
  const sensitivityRtnM = firstOf(message, index, (text): Vec3 | null => {
    const found = SENSITIVITY.exec(text)
    return found === null ? null : [Number(found[1]), Number(found[2]), Number(found[3])]
  })
  return sigma === null || sensitivityRtnM === null ? null : { sigma, sensitivityRtnM }
}

function firstOf<T>({ objects }: Cdm, index: 0 | 1, read: (text: string) => T | null): T | null {
  const { metadata, odParameters, additional, state, covariance } = objects[index]
  for (const text of [metadata, odParameters, additional, state, covariance].flatMap(
    (block) => block?.comments ?? [],
  )) {
    const found = text.length > LONGEST_COMMENT ? null : read(text.trim())
    if (found !== null) return found
  }
  return null
}
