/** Radians in one arcsecond (exact ratio: 1° = 3600″). */
export const RAD_PER_ARCSEC = Math.PI / 648_000

/** Returns c₀ + c₁ t + c₂ t² + …, by Horner's rule. */
export function polynomial(t: number, coefficients: readonly number[]): number {
  return coefficients.reduceRight((sum, coefficient) => sum * t + coefficient, 0)
}

/** Returns the polynomial, whose coefficients are in arcseconds, as an angle in rad between −2π and 2π. */
export function arcsecPolynomial(t: number, coefficients: readonly number[]): number {
  return (polynomial(t, coefficients) % 1_296_000) * RAD_PER_ARCSEC
}
