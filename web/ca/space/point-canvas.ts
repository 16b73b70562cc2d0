import { OBJECT_KINDS, type ObjectKind } from '@apsis/contract/tle/object-kind.ts'
import type { MapScale } from '../../space/map/scale.ts'

/** The form of each kind, px, and its opacity; one ink for all. They lie in front of the Earth, which takes a part of the opacity. */
const FORMS: Readonly<Record<ObjectKind, { readonly width: number; readonly height: number; readonly alpha: number }>> =
  {
    payloads: { width: 1.5, height: 1.5, alpha: 0.66 },
    debris: { width: 1, height: 1, alpha: 0.72 },
    rocketBodies: { width: 1, height: 3, alpha: 0.66 },
    unknown: { width: 3, height: 3, alpha: 0.34 },
  }
const IN_FRONT = { dark: 0.42, light: 0.5 }
const FRAGMENT_ALPHA = 0.45

export type Ink = {
  readonly ink: string
  readonly one: string
  readonly two: string
  readonly accent: string
  readonly isDark: boolean
}

/** The part of the catalogue that is drawn, at an instant. */
export type PointPicture = {
  readonly scale: MapScale
  /** Longitude and latitude of each object, degrees. */
  readonly flat: Float32Array
  readonly mask: Uint8Array
  readonly kind: Uint8Array
  /** Longitude and latitude of modelled fragments, degrees; undefined: none. */
  readonly fragments: Float32Array | undefined
  /** 1 for an object whose set is too old, which is drawn hollow. */
  readonly hollow: Uint8Array
  /** Objects that are drawn where SGP4 has them at this instant, above the others. */
  readonly exact: readonly ExactPoint[]
}
export type ExactPoint = {
  readonly longitude: number
  readonly latitude: number
  readonly form: 'own' | 'other' | 'picked'
}

/** Draws the points on a canvas of so many device pixels per pixel. */
export function drawPoints(context: CanvasRenderingContext2D, picture: PointPicture, ink: Ink, ratio: number): void {
  const { canvas } = context
  const { scale, flat, mask, kind, hollow } = picture
  context.setTransform(ratio, 0, 0, ratio, 0, 0)
  context.clearRect(0, 0, canvas.width, canvas.height)
  const point = pointsOf(scale)
  context.fillStyle = ink.ink
  for (const [place, name] of OBJECT_KINDS.entries()) {
    const { width, height, alpha } = FORMS[name]
    context.globalAlpha = alpha * (ink.isDark ? IN_FRONT.dark : IN_FRONT.light)
    for (let k = 0; k < mask.length; k += 1) {
      if (mask[k] === 0 || kind[k] !== place || hollow[k] === 1) continue
      const x = point.x(flat[2 * k] as number)
      const y = point.y(flat[2 * k + 1] as number)
      if (!point.isShown(x, y)) continue
      if (name === 'unknown') {
        context.fillRect(x - 1.5, y - 0.5, 3, 1)
        context.fillRect(x - 0.5, y - 1.5, 1, 3)
      } else context.fillRect(x - width / 2, y - height / 2, width, height)
    }
  }
  drawHollow(context, picture, ink)
  drawFragments(context, picture, ink)
  context.globalAlpha = 1
  for (const point of picture.exact) drawExact(context, point, scale, ink)
}

/** Draws modelled fragments, which are no objects of the catalogue, in the colour of the other object. */
function drawFragments(context: CanvasRenderingContext2D, { scale, fragments }: PointPicture, ink: Ink): void {
  if (!fragments) return
  context.fillStyle = ink.two
  context.globalAlpha = FRAGMENT_ALPHA
  const point = pointsOf(scale)
  for (let at = 0; at < fragments.length; at += 2) {
    const [x, y] = [point.x(fragments[at] as number), point.y(fragments[at + 1] as number)]
    if (point.isShown(x, y)) context.fillRect(x - 0.5, y - 0.5, 1, 1)
  }
}

/** Returns how a place becomes a point of the drawing, on a map of the Earth or of a part of it that may go past 180°. */
function pointsOf({ x, y, west, east, box }: MapScale) {
  const [x0, y0] = [x(0), y(0)]
  const [perEast, perNorth] = [x(1) - x0, y(1) - y0]
  const turned = (longitude: number) =>
    longitude < west ? longitude + 360 : longitude > east ? longitude - 360 : longitude
  return {
    x: (longitude: number) => x0 + turned(longitude) * perEast,
    y: (latitude: number) => y0 + latitude * perNorth,
    /** False for a point beside the map, and for an object without a place. */
    isShown: (px: number, py: number) => px >= box.left && px <= box.right && py >= box.top && py <= box.bottom,
  }
}

/** Draws the objects with old sets as small rings. */
function drawHollow(context: CanvasRenderingContext2D, { scale, flat, mask, hollow }: PointPicture, ink: Ink): void {
  context.strokeStyle = ink.ink
  context.lineWidth = 0.6
  context.globalAlpha = 0.4
  context.beginPath()
  const point = pointsOf(scale)
  for (let k = 0; k < mask.length; k += 1) {
    if (mask[k] === 0 || hollow[k] === 0) continue
    const [x, y] = [point.x(flat[2 * k] as number), point.y(flat[2 * k + 1] as number)]
    if (!point.isShown(x, y)) continue
    context.moveTo(x + 1.5, y)
    context.arc(x, y, 1.5, 0, 2 * Math.PI)
  }
  context.stroke()
}

function drawExact(
  context: CanvasRenderingContext2D,
  { longitude, latitude, form }: ExactPoint,
  scale: MapScale,
  ink: Ink,
) {
  const point = pointsOf(scale)
  const [x, y] = [point.x(longitude), point.y(latitude)]
  if (!point.isShown(x, y)) return
  if (form === 'own') {
    context.fillStyle = ink.one
    context.fillRect(x - 3.5, y - 3.5, 7, 7)
    return
  }
  context.beginPath()
  if (form === 'other') {
    context.fillStyle = ink.two
    context.arc(x, y, 3.5, 0, 2 * Math.PI)
    context.fill()
    return
  }
  context.strokeStyle = ink.accent
  context.lineWidth = 1.5
  context.arc(x, y, 8, 0, 2 * Math.PI)
  context.stroke()
}

/**
 * Returns the colours of the theme. A canvas knows no variables of style sheets, so its own style has the colours in four properties that
 * draw nothing there (space.module.css).
 */
export function inkOf(canvas: HTMLCanvasElement): Ink {
  const { color, caretColor, outlineColor, textDecorationColor, colorScheme } = getComputedStyle(canvas)
  const isDark =
    colorScheme === 'dark' || (colorScheme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  return { ink: color, one: outlineColor, two: textDecorationColor, accent: caretColor, isDark }
}

/** A point this near to the pointer can be meant, px. */
const REACH_PX = 8

/** Returns the objects under the pointer: own ones alone where there are some, otherwise every drawn one, the nearest first. */
export function objectsNear(
  { scale, flat, mask }: Pick<PointPicture, 'scale' | 'flat' | 'mask'>,
  at: { readonly x: number; readonly y: number },
  own: ReadonlySet<number>,
): readonly number[] {
  const found: { readonly k: number; readonly away: number }[] = []
  const point = pointsOf(scale)
  for (let k = 0; k < mask.length; k += 1) {
    if (mask[k] === 0) continue
    const away = Math.hypot(point.x(flat[2 * k] as number) - at.x, point.y(flat[2 * k + 1] as number) - at.y)
    if (away <= REACH_PX) found.push({ k, away })
  }
  const mine = found.filter(({ k }) => own.has(k))
  return (mine.length > 0 ? mine : found).toSorted((a, b) => a.away - b.away).map(({ k }) => k)
}

/** The form of each kind as a path from its place, px. */
const OUTLINES: Readonly<
  Record<ObjectKind | 'hollow' | 'fragment', { readonly form: string; readonly widthPx: number }>
> = {
  payloads: { form: 'h1.5', widthPx: 1.5 },
  debris: { form: 'h1', widthPx: 1 },
  rocketBodies: { form: 'v3', widthPx: 1 },
  unknown: { form: 'm-1.5 0h3m-1.5 -1.5v3', widthPx: 0.5 },
  hollow: { form: 'm-1.5 0a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0 -3 0', widthPx: 0.6 },
  fragment: { form: 'h0.7', widthPx: 0.7 },
}

/** Returns the same points as paths, a form each. */
export function pointPaths({ scale, flat, mask, kind, hollow, fragments }: Omit<PointPicture, 'exact'>) {
  const point = pointsOf(scale)
  const parts = new Map<keyof typeof OUTLINES, string[]>()
  const add = (id: keyof typeof OUTLINES, longitude: number, latitude: number) => {
    const [x, y] = [point.x(longitude), point.y(latitude)]
    if (!point.isShown(x, y)) return
    const before = parts.get(id) ?? []
    before.push(`M${Math.round(10 * x) / 10} ${Math.round(10 * y) / 10}${OUTLINES[id].form}`)
    parts.set(id, before)
  }
  for (let k = 0; k < mask.length; k += 1) {
    const name = OBJECT_KINDS[kind[k] as number] ?? 'unknown'
    if (mask[k] === 1) add(hollow[k] === 1 ? 'hollow' : name, flat[2 * k] as number, flat[2 * k + 1] as number)
  }
  const count = fragments?.length ?? 0
  for (let at = 0; at < count; at += 2) add('fragment', fragments?.[at] as number, fragments?.[at + 1] as number)
  return [...parts].map(([id, forms]) => {
    return { id, d: forms.join(''), widthPx: OUTLINES[id].widthPx, isFragment: id === 'fragment' }
  })
}
