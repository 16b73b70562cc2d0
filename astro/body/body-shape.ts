/** A sphere. */
export interface Cannonball {
  readonly kind: 'CANNONBALL'
  readonly radiusM: number
}

/** A box, in axes of the body: width along x, height along y, length along z. */
export interface Box {
  readonly kind: 'BOX'
  readonly widthM: number
  readonly heightM: number
  readonly lengthM: number
}

/**
 * A box with one flat wing, or with one on each side. A wing starts at the middle of a face normal to x and extends `wingLengthM` along x and
 * `wingWidthM` along y; its surface is normal to z.
 */
export interface WingedBox extends Omit<Box, 'kind'> {
  readonly kind: 'BOX_WING' | 'WING_BOX_WING'
  readonly wingLengthM: number
  readonly wingWidthM: number
}

/** A body of which only the radius of an enclosing sphere and, if known, its mean projected area are given. */
export interface OtherBody {
  readonly kind: 'OTHER'
  readonly hardBodyRadiusM: number
  readonly areaM2?: number
}

/** The shapes of spec §3; every length in m, above 0 and finite. */
export type BodyShape = Cannonball | Box | WingedBox | OtherBody

/** Throws RangeError, naming the field, unless every length of the shape is above 0 and finite. */
export function checkShape(shape: BodyShape): void {
  for (const [name, value] of Object.entries(shape)) {
    if (name !== 'kind' && !(typeof value === 'number' && value > 0 && Number.isFinite(value))) {
      throw new RangeError(`${name} of a ${shape.kind} has to be above 0 and finite, not ${value}`)
    }
  }
}
