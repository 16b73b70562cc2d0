import type { PrincipalMiss } from '../principal-axes.ts'

/**
 * Throws RangeError, naming the field, unless the miss and the radius are possible for an encounter. A standard deviation of 0 is not a Gaussian:
 * the miss is then known exactly, and no probability is needed. An infinite radius is allowed, as the limit in which everything is hit.
 */
export function checkMiss({ xM, yM, sigmaXM, sigmaYM }: PrincipalMiss, radiusM: number): void {
  if (!Number.isFinite(xM) || !Number.isFinite(yM)) throw new RangeError(`a miss of ${xM}, ${yM} m is not finite`)
  for (const [name, sigma] of [
    ['sigmaXM', sigmaXM],
    ['sigmaYM', sigmaYM],
  ] as const) {
    if (!(sigma > 0 && Number.isFinite(sigma)))
      throw new RangeError(`${name} has to be above 0 and finite, not ${sigma}`)
  }
  if (!(radiusM >= 0)) throw new RangeError(`radiusM has to be 0 or more, not ${radiusM}`)
}
