import type { PrincipalMiss } from '@apsis/astro/conjunction/principal-axes.ts'
import { erfc } from '@apsis/astro/error-function.ts'

/** The order that NASA CARA's PcElrod uses by default. */
export const ELROD_ORDER = 64

/**
 * The nodes cos θ on [−1, 1] and the weights of Gauss–Chebyshev quadrature of the second kind, for integrands that do not contain its root √(1 − x²).
 */
const NODES = Array.from({ length: ELROD_ORDER }, (_, place) => {
  const theta = ((place + 1) * Math.PI) / (ELROD_ORDER + 1)
  return { node: Math.cos(theta), weight: (Math.PI / (ELROD_ORDER + 1)) * Math.sin(theta) }
})

/**
 * Computes the probability over the circle as NASA CARA's conjunction tools do by their error function method (PcElrod, after C. Elrod,
 * dissertation, Baylor University, 2019): a fixed number of nodes along one axis, and the exact integral by erfc along the other. It is
 * written anew here, with the erfc of Apsis, so that the methods are compared and not the languages. Its accuracy depends on the order, and
 * it does not check its accuracy.
 */
export function elrod2019({ xM, yM, sigmaXM, sigmaYM }: PrincipalMiss, radiusM: number): number {
  let sum = 0
  for (const { node, weight } of NODES) {
    const x = radiusM * node
    const half = Math.sqrt(radiusM * radiusM - x * x)
    const density = Math.exp(-(((x - xM) / sigmaXM) ** 2) / 2)
    const [low, high] = [(yM - half) / (Math.SQRT2 * sigmaYM), (yM + half) / (Math.SQRT2 * sigmaYM)]
    sum += weight * density * (erfc(low) - erfc(high))
  }
  return (sum * radiusM) / (2 * Math.sqrt(2 * Math.PI) * sigmaXM)
}
