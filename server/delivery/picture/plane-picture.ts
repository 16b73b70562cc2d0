import { type PrincipalMiss, principalMiss } from '@apsis/astro/conjunction/principal-axes.ts'
import { type Canvas, createCanvas, type Place } from './canvas.ts'

/** An encounter in the plane normal to the relative velocity: the first object is at (0, 0), x is horizontal, y points up. */
export type EncounterPlane = {
  /** The position of the second object, m. */
  readonly missM: readonly [x: number, y: number]
  /** The combined covariance of both objects, m². */
  readonly covariance: { readonly xx: number; readonly yx: number; readonly yy: number }
  /** The combined hard-body radius, m. */
  readonly hardBodyM: number
  /** The names of the two objects in the message. */
  readonly names: readonly [first: string, second: string]
  readonly isSimulated: boolean
}

/** A picture of an encounter, and the figures that its description uses. */
export type PlanePicture = {
  readonly png: Buffer
  /** The size in a mail: half the number of pixels. */
  readonly shownAs: Size
  /** The half axes of one sigma, m; the longer one is first. */
  readonly sigmasM: readonly [major: number, minor: number]
  /** The length of the scale bar in the corner of the picture, m. */
  readonly barM: number
}

type Size = { readonly width: number; readonly height: number }

/**
 * The picture has twice as many pixels as the size at which a mail shows it, for high-resolution screens. The picture of a flat encounter is lower,
 * without empty areas above and below.
 */
export const PICTURE = { width: 720, leastHeight: 200, mostHeight: 480 } as const
const MARGIN = 20
/** The height of the area below the encounter, which contains the bar and its label. */
const BAR_STRIP = 64
const BAR_SHARE = 0.3
const LEAST_BAR_M = 0.1
const LABEL_UNIT_PX = 3
const M_PER_KM = 1_000
/**
 * The colours are visible both on the white page of a light mail program and on the black page of a dark one, because the background is transparent.
 */
export const PICTURE_COLOURS = {
  far: '#7f8b99',
  near: '#6f8fb0',
  miss: '#6f7df2',
  body: '#e5484d',
  bar: '#808b98',
} as const
const SIGMAS = [3, 2, 1] as const
const CORNERS = 144
/** The minimum size of a hard body: one of a few metres would be smaller than a pixel. */
const LEAST_BODY_PX = 6
const MOST_KEPT = 16

/** Draws an encounter; returns undefined if its covariance cannot be drawn. */
export function planePicture(plane: EncounterPlane): PlanePicture | undefined {
  const key = JSON.stringify([plane.missM, plane.covariance, plane.hardBodyM])
  const known = kept.get(key)
  if (known !== undefined) return known
  const principal = principalMiss(plane.missM, plane.covariance, plane.hardBodyM)
  if (!principal.ok || principal.repair.applied) return undefined
  const made = draw(plane, principal)
  if (kept.size >= MOST_KEPT) kept.clear()
  kept.set(key, made)
  return made
}

/** The pictures that were drawn last: the same event is sent to several people, one after the other. */
const kept = new Map<string, PlanePicture>()

type Principal = { readonly miss: PrincipalMiss; readonly minorAxisRad: number }

function draw(
  plane: EncounterPlane,
  { miss: { sigmaXM: minor, sigmaYM: major }, minorAxisRad }: Principal,
): PlanePicture {
  const { far, near, miss, body, bar } = PICTURE_COLOURS
  const { placeOf, pxPerM, height } = fit(plane)
  const { width } = PICTURE
  const canvas = createCanvas({ width, height }, Object.values(PICTURE_COLOURS))
  const [c, s] = [Math.cos(minorAxisRad), Math.sin(minorAxisRad)]
  const [mx, my] = plane.missM
  const ellipse = (sigma: number): Place[] =>
    Array.from({ length: CORNERS + 1 }, (_, corner) => {
      const angle = (2 * Math.PI * corner) / CORNERS
      const [across, along] = [sigma * minor * Math.cos(angle), sigma * major * Math.sin(angle)]
      return placeOf(mx + c * across - s * along, my + s * across + c * along)
    })
  const origin = placeOf(0, 0)
  const thin = { colour: far, widthPx: 1.5, opacity: 0.4 }
  canvas.line([0, origin[1]], [width, origin[1]], thin)
  canvas.line([origin[0], 0], [origin[0], height - BAR_STRIP], thin)
  for (const sigma of SIGMAS)
    canvas.stroke(ellipse(sigma), sigma === 1 ? { colour: near, widthPx: 4 } : { colour: far, widthPx: 2.5 })
  canvas.line(origin, placeOf(mx, my), { colour: miss, widthPx: 4.5 })
  canvas.disc(placeOf(mx, my), { colour: miss, radiusPx: 7 })
  canvas.disc(origin, { colour: body, radiusPx: Math.max(LEAST_BODY_PX, plane.hardBodyM * pxPerM) })
  const barM = barOf(width / pxPerM)
  drawBar(canvas, { barM, lengthPx: barM * pxPerM, y: height - MARGIN, colour: bar })
  return { png: canvas.png(), shownAs: { width: width / 2, height: height / 2 }, sigmasM: [major, minor], barM }
}

/** Returns the mapping from the plane to the picture, with the largest scale at which three sigma and both objects fit. */
function fit({ missM: [mx, my], covariance: { xx, yy }, hardBodyM }: EncounterPlane) {
  const [wide, high] = [SIGMAS[0] * Math.sqrt(xx), SIGMAS[0] * Math.sqrt(yy)]
  const [left, right] = [Math.min(-hardBodyM, mx - wide), Math.max(hardBodyM, mx + wide)]
  const [low, top] = [Math.min(-hardBodyM, my - high), Math.max(hardBodyM, my + high)]
  const around = BAR_STRIP + 2 * MARGIN
  const room = { width: PICTURE.width - 2 * MARGIN, height: PICTURE.mostHeight - around }
  const pxPerM = Math.min(room.width / (right - left), room.height / (top - low))
  // The height is even, so that half of it is an integer, too.
  const height = Math.max(PICTURE.leastHeight, 2 * Math.ceil(((top - low) * pxPerM + around) / 2))
  const [middleX, middleY] = [MARGIN + room.width / 2, (height - BAR_STRIP) / 2]
  const placeOf = (x: number, y: number): Place => [
    middleX + (x - (left + right) / 2) * pxPerM,
    middleY - (y - (low + top) / 2) * pxPerM,
  ]
  return { placeOf, pxPerM, height: Math.min(PICTURE.mostHeight, height) }
}

/** Returns a length that is 1, 2 or 5 times a power of ten: at most a certain share of the picture's width, and at least 0.1 m. */
function barOf(widthM: number): number {
  const most = BAR_SHARE * widthM
  const power = 10 ** Math.floor(Math.log10(most))
  const length = ([5, 2, 1].find((times) => times * power <= most) ?? 1) * power
  return Math.max(LEAST_BAR_M, Number(length.toPrecision(1)))
}

type Bar = { readonly barM: number; readonly lengthPx: number; readonly y: number; readonly colour: string }

function drawBar(canvas: Canvas, { barM, lengthPx, y, colour }: Bar) {
  const look = { colour, widthPx: 3 }
  const right = PICTURE.width - MARGIN
  const left = right - lengthPx
  canvas.line([left, y], [right, y], look)
  for (const x of [left, right]) canvas.line([x, y - 6], [x, y + 6], look)
  const label = barM < M_PER_KM ? `${barM} m` : `${barM / M_PER_KM} km`
  canvas.write(label, { x: right, align: 'end', foot: y - 14, unitPx: LABEL_UNIT_PX }, look)
}
