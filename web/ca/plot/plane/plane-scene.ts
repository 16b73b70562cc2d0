import { type ScaleLinear, scaleLinear } from 'd3-scale'
import type { Area } from '../../../chart/axes.tsx'
import type { Extent } from '../../../chart/ellipse.ts'
import type { Size } from '../../../ui/page/size.ts'
import type { PlaneView } from './plane-view.ts'

type Scale = ScaleLinear<number, number>
export type PlaneScales = { readonly area: Area; readonly x: Scale; readonly y: Scale; readonly pxPerM: number }
/** What the hard body is made of: each radius and who says so. */
export type BodyPart = { readonly radiusM: number; readonly from: string }
export type PlaneScene = {
  readonly view: PlaneView
  /** Earlier messages, oldest first. */
  readonly trail: readonly PlaneView[]
  readonly names: readonly [one: string, two: string]
  readonly body: readonly BodyPart[]
  readonly hoveredId?: string | undefined
  /** A preview has neither words nor magnifier. */
  readonly isPreview?: boolean
  /** At the upper right corner: the probability and its method. */
  readonly figure?: React.ReactNode
}

/** Narrower than this there is room for few words. */
export const NARROW_PX = 500
/** So many earlier messages carry their number. The numbers of more would lie on each other. */
export const MOST_NUMBERED_MESSAGES = 3

/** Where the data is, and the rest for labels: a metre is equally long both ways. */
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
