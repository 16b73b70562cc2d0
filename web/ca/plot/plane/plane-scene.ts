import { type ScaleLinear, scaleLinear } from 'd3-scale'
import type { Area } from '../../../chart/axes.tsx'
import type { Extent } from '../../../chart/ellipse.ts'
import type { Size } from '../../../ui/page/size.ts'
import type { PlaneView } from './plane-view.ts'

type Scale = ScaleLinear<number, number>
export type PlaneScales = { readonly area: Area; readonly x: Scale; readonly y: Scale; readonly pxPerM: number }
/** A part of the hard body: its radius and the source of it. */
export type BodyPart = { readonly radiusM: number; readonly from: string }
export type PlaneScene = {
  readonly view: PlaneView
  /** The earlier messages, oldest first. */
  readonly trail: readonly PlaneView[]
  readonly names: readonly [one: string, two: string]
  readonly body: readonly BodyPart[]
  readonly hoveredId?: string | undefined
  /** A preview has no text and no magnifier. */
  readonly isPreview?: boolean
  /** The figure at the upper right corner: the probability and its method. */
  readonly figure?: React.ReactNode
}

/** A plot narrower than this has room for little text. */
export const NARROW_PX = 500
/** The number of earlier messages that show their number; more numbers would overlap. */
export const MOST_NUMBERED_MESSAGES = 3

/** Returns the area of the data, with the rest for labels, and equal scales in both directions. */
export function planeScales(extentFor: (px: Box2) => Extent, { width, height }: Size): PlaneScales {
  const area = { left: 16, right: width - 16, top: 6, bottom: height - 30 }
  const box = { widthPx: area.right - area.left, heightPx: area.bottom - area.top }
  const extent = extentFor(box)
  return {
    area,
    x: scaleLinear(extent.x, [area.left, area.right]),
    y: scaleLinear(extent.y, [area.bottom, area.top]),
    pxPerM: box.widthPx / (extent.x[1] - extent.x[0]),
  }
}
type Box2 = { readonly widthPx: number; readonly heightPx: number }
