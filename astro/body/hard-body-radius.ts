import { type BodyShape, checkShape } from './body-shape.ts'

/**
 * Returns the radius (m) of the smallest sphere around the box that contains the whole body: half its space diagonal. A wing makes the box longer
 * by its length and as high as the wing is wide. Source: Mashiku and Hejduk, Recommended Methods for Setting Mission Conjunction Analysis Hard
 * Body Radii, AAS 19-702 (2019); domain.md C8. Exact.
 */
export function hardBodyRadius(shape: BodyShape): number {
  checkShape(shape)
  if (shape.kind === 'CANNONBALL') return shape.radiusM
  if (shape.kind === 'OTHER') return shape.hardBodyRadiusM
  if (shape.kind === 'BOX') return Math.hypot(shape.widthM, shape.heightM, shape.lengthM) / 2
  const wings = shape.kind === 'BOX_WING' ? 1 : 2
  const width = shape.widthM + wings * shape.wingLengthM
  return Math.hypot(width, Math.max(shape.heightM, shape.wingWidthM), shape.lengthM) / 2
}

/** A hard-body radius and its uncertainty (one sigma), m. */
export interface UncertainRadius {
  readonly radiusM: number
  readonly sigmaM: number
}

/**
 * Returns the combined radius (m) of two objects with uncertain radii: √((R₁ + R₂)² + σ₁² + σ₂²), the radius of the mean area. Source: CARA's
 * table of hard-body radii, its read-me (2026). Exact. Throws RangeError for negative numbers.
 */
export function combinedRadius(first: UncertainRadius, second: UncertainRadius): number {
  for (const value of [first.radiusM, first.sigmaM, second.radiusM, second.sigmaM]) {
    if (!(value >= 0 && Number.isFinite(value))) throw new RangeError(`a radius or sigma of ${value} m cannot be`)
  }
  return Math.hypot(first.radiusM + second.radiusM, first.sigmaM, second.sigmaM)
}
