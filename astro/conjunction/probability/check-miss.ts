import type { PrincipalMiss } from '../principal-axes.ts'

/**
 * Throws RangeError, naming the field, unless the miss and the radius can be of an encounter. A standard deviation of 0 is no
 * Gaussian: who has one knows the miss exactly, and needs no probability. An infinite radius may be, as the limit in which all is hit.
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
