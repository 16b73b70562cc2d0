import type { BodyShape } from '@apsis/astro/body/body-shape.ts'
import { hardBodyRadius } from '@apsis/astro/body/hard-body-radius.ts'
import type { SatelliteConfiguration } from '@apsis/contract/ca/satellite/configuration.ts'

type Sizes = Pick<
  SatelliteConfiguration,
  'shape' | 'hardBodyRadius' | 'boxWidth' | 'boxHeight' | 'boxLength' | 'wingLength' | 'wingWidth'
>

/** Returns the body that the sizes describe; undefined if they describe none, as for a sphere or an unknown shape. */
export function bodyOf({ shape, boxWidth, boxHeight, boxLength, wingLength, wingWidth }: Sizes): BodyShape | undefined {
  if (boxWidth === undefined || boxHeight === undefined || boxLength === undefined) return undefined
  const box = { widthM: boxWidth, heightM: boxHeight, lengthM: boxLength }
  if (shape === 'BOX') return { kind: shape, ...box }
  if (shape !== 'BOX_WING' && shape !== 'WING_BOX_WING') return undefined
  if (wingLength === undefined || wingWidth === undefined) return undefined
  return { kind: shape, ...box, wingLengthM: wingLength, wingWidthM: wingWidth }
}

/** Returns the radius of the sphere around the shape, m; undefined if no shape is described. */
export function radiusOfShape(sizes: Sizes): number | undefined {
  const body = bodyOf(sizes)
  return body && hardBodyRadius(body)
}

/** Returns the radius that is used, m: the given one, else the radius of the shape. */
export function radiusThatCounts(sizes: Sizes): number | undefined {
  return sizes.hardBodyRadius ?? radiusOfShape(sizes)
}

/** A rectangle given by its centre, in m. */
export type Rect = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
/** The body seen along one of its axes: box first, then wings. */
export type View = { readonly axes: readonly [across: string, up: string]; readonly rects: readonly Rect[] }
export type Drawing = {
  readonly views: readonly View[]
  /** The circles around the centre of each view, m; undefined if there is none. */
  readonly hardBodyM: number | undefined
  readonly sphereM: number | undefined
  /** The distance from the centre to the farthest drawn point, m. */
  readonly reachM: number
}

/** Returns the drawing of a satellite: its shape from the front and from the side, with the hard body around it, all in m. */
export function drawingOf(sizes: Sizes): Drawing | undefined {
  const body = bodyOf(sizes)
  const hardBodyM = radiusThatCounts(sizes)
  if (!body || body.kind === 'CANNONBALL' || body.kind === 'OTHER') {
    if (hardBodyM === undefined) return undefined
    const sphereM = sizes.shape === 'CANNONBALL' ? hardBodyM : undefined
    return { views: [{ axes: ['x', 'y'], rects: [] }], hardBodyM, sphereM, reachM: hardBodyM }
  }
  const { widthM, heightM, lengthM } = body
  const [wingLength, wingWidth] = body.kind === 'BOX' ? [0, 0] : [body.wingLengthM, body.wingWidthM]
  const sides = body.kind === 'BOX' ? [] : body.kind === 'BOX_WING' ? [1] : [1, -1]
  // With one wing the sphere is centred on the complete satellite, and so is the drawing.
  const shift = body.kind === 'BOX_WING' ? -wingLength / 2 : 0
  const front = [
    { x: shift, y: 0, width: widthM, height: heightM },
    ...sides.map((side) => ({
      x: shift + side * (widthM / 2 + wingLength / 2),
      y: 0,
      width: wingLength,
      height: wingWidth,
    })),
  ]
  // From the side only the edge of a wing is visible.
  const wingEdge = sides.length > 0 ? [{ x: 0, y: 0, width: 0, height: wingWidth }] : []
  const side = [{ x: 0, y: 0, width: lengthM, height: heightM }, ...wingEdge]
  const views: readonly View[] = [
    { axes: ['x', 'y'], rects: front },
    { axes: ['z', 'y'], rects: side },
  ]
  const corners = views.flatMap(({ rects }) =>
    rects.map(({ x, y, width, height }) => Math.hypot(Math.abs(x) + width / 2, Math.abs(y) + height / 2)),
  )
  return { views, hardBodyM, sphereM: undefined, reachM: Math.max(...corners, hardBodyM ?? 0) }
}

/** Returns a round length for the scale bar: 1, 2 or 5 times a power of ten, at most the given length. */
export function scaleBarM(mostM: number): number {
  const power = 10 ** Math.floor(Math.log10(mostM))
  return (mostM >= 5 * power ? 5 : mostM >= 2 * power ? 2 : 1) * power
}
