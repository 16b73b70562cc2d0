import { missing } from '../missing.ts'
import { degToRad, wrapTwoPi } from '../units.ts'

/** A horizon by azimuth: a station sees nothing below it. It has straight lines between the points, all round. */
export interface ElevationMask {
  /** In ascending azimuth in [0, 2π), at least one. */
  readonly points: readonly MaskPoint[]
}

/** One corner of a mask, rad. */
export interface MaskPoint {
  readonly azimuthRad: number
  readonly elevationRad: number
}

/** Returns a mask with a constant least elevation, rad. */
export function flatMask(elevationRad: number): ElevationMask {
  return makeMask([{ azimuthRad: 0, elevationRad }])
}

/** Returns the mask through the points, given in degrees and in any order. Throws RangeError naming an invalid point. */
export function maskFromDegrees(
  points: readonly (readonly [azimuthDeg: number, elevationDeg: number])[],
): ElevationMask {
  return makeMask(
    points.map(([azimuth, elevation]) => ({ azimuthRad: degToRad(azimuth), elevationRad: degToRad(elevation) })),
  )
}

/** A corner of a horizon, deg. */
export interface HorizonCorner {
  readonly azimuth: number
  readonly elevation: number
}

/** Returns the higher of a horizon and the lowest elevation at which a station works, deg. Throws RangeError as makeMask does. */
export function maskOfHorizon(horizon: readonly HorizonCorner[], leastDeg: number): ElevationMask {
  if (horizon.length === 0) return flatMask(degToRad(leastDeg))
  const mask = maskFromDegrees(horizon.map(({ azimuth, elevation }) => [azimuth % 360, elevation] as const))
  const leastRad = degToRad(leastDeg)
  // The higher of two functions that are linear between corners is also linear between them if a corner is added where they cross: at the
  // fraction (least − low) / (high − low) of the line. If rounding puts this on an existing corner, that corner is enough.
  const corners = mask.points.flatMap((point, index) => {
    const next = mask.points[(index + 1) % mask.points.length] ?? point
    const [low, high] = [point.elevationRad, next.elevationRad]
    const share = (leastRad - low) / (high - low)
    const azimuthRad = wrapTwoPi(point.azimuthRad + share * wrapTwoPi(next.azimuthRad - point.azimuthRad))
    const isBetween = azimuthRad !== point.azimuthRad && azimuthRad !== next.azimuthRad
    const corner = { azimuthRad: point.azimuthRad, elevationRad: Math.max(low, leastRad) }
    return share > 0 && share < 1 && isBetween ? [corner, { azimuthRad, elevationRad: leastRad }] : [corner]
  })
  return makeMask(corners)
}

/** Returns the mask through the points, in any order; azimuths are reduced to one circle. Throws RangeError naming an invalid point. */
export function makeMask(points: readonly MaskPoint[]): ElevationMask {
  if (points.length === 0) throw new RangeError('an elevation mask needs a point')
  for (const { azimuthRad, elevationRad } of points) {
    if (!Number.isFinite(azimuthRad)) throw new RangeError(`azimuth ${azimuthRad} rad of an elevation mask is no angle`)
    if (!(Math.abs(elevationRad) <= Math.PI / 2)) {
      throw new RangeError(`elevation ${elevationRad} rad of an elevation mask is not in -π/2 to π/2`)
    }
  }
  const wrapped = points.map(({ azimuthRad, elevationRad }) => ({ azimuthRad: wrapTwoPi(azimuthRad), elevationRad }))
  wrapped.sort((a, b) => a.azimuthRad - b.azimuthRad)
  wrapped.slice(1).forEach(({ azimuthRad }, index) => {
    if (azimuthRad === wrapped[index]?.azimuthRad) {
      throw new RangeError(`an elevation mask has azimuth ${azimuthRad} rad twice`)
    }
  })
  return { points: wrapped }
}

/**
 * Returns the least elevation at an azimuth, rad. Exact. After the last corner the line continues to the first one, a full circle further.
 * Between corners of the azimuths A₁ and A₂ it is El₁ + (El₂ − El₁)(A − A₁)/(A₂ − A₁).
 */
export function maskElevation({ points }: ElevationMask, azimuthRad: number): number {
  const azimuth = wrapTwoPi(azimuthRad)
  const [first] = points
  const last = points.at(-1)
  if (first === undefined || last === undefined) return 0
  if (points.length === 1) return first.elevationRad
  const index = points.findLastIndex((point) => point.azimuthRad <= azimuth)
  // The last corner, minus a full circle, is before the first one; the first corner, plus a full circle, is after the last one.
  const before = points[index] ?? { ...last, azimuthRad: last.azimuthRad - 2 * Math.PI }
  const after = points[index + 1] ?? { ...first, azimuthRad: first.azimuthRad + 2 * Math.PI }
  const share = (azimuth - before.azimuthRad) / (after.azimuthRad - before.azimuthRad)
  return before.elevationRad + share * (after.elevationRad - before.elevationRad)
}

/** Returns the lowest elevation of the mask, rad. */
export function lowestElevation({ points }: ElevationMask): number {
  return Math.min(...points.map(({ elevationRad }) => elevationRad))
}

/** Returns the least distance between corners in azimuth, rad; a full circle for a flat mask. */
export function finestStep({ points }: ElevationMask): number {
  const gaps = points.map(({ azimuthRad }, index) => {
    const next = points[index + 1]?.azimuthRad ?? (points[0] ?? missing()).azimuthRad + 2 * Math.PI
    return next - azimuthRad
  })
  return Math.min(...gaps)
}
