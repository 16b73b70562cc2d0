import { DAY_MS } from '@apsis/astro/constants.ts'
import { PROBABILITY_FLOOR } from '@apsis/contract/notice-text/written-number.ts'
import { type Canvas, createCanvas, type Place } from './canvas.ts'

/** The probability of an event over time, from each of its messages. */
export type ProbabilityCurve = {
  /** The points, oldest first. */
  readonly points: readonly { readonly atMs: number; readonly probability: number; readonly originator: string }[]
  readonly tcaMs: number
  /** The probability from which the event is CRITICAL; undefined if it is not known. */
  readonly threshold: number | undefined
}

/** The picture has twice as many pixels as the size at which a mail shows it, for high-resolution screens. */
export const CURVE = { width: 720, height: 320, shownAs: { width: 360, height: 160 } } as const
/** The area of the curve, in pixels from the left and from the top. */
export const CURVE_AREA = { left: 84, right: 696, top: 20, bottom: 268 } as const
/**
 * The colours are visible both on the white page of a light mail program and on the black page of a dark one, because the background is transparent.
 */
export const CURVE_COLOURS = { grid: '#7f8b99', line: '#6f7df2', threshold: '#e5484d', label: '#808b98' } as const
/** The time between the left edge and the first message, as a share of the whole time. */
const BEFORE_SHARE = 0.04
const MOST_LABELS = 4
const DASH_PX = { on: 14, off: 9 } as const
const LABEL = { unitPx: 3, raisedPx: 2.2, gapPx: 12 } as const
/** The width of a day's label. */
const DAY_LABEL_PX = 110
const FEWEST_POINTS = 2
const MOST_KEPT = 16

/** Draws a curve; returns undefined if fewer than two messages with a probability were created before the closest approach. */
export function curvePicture(curve: ProbabilityCurve): Buffer | undefined {
  const scale = scaleOf(curve)
  if (scale === undefined) return undefined
  const key = JSON.stringify(curve)
  const known = kept.get(key)
  if (known !== undefined) return known
  const png = draw(curve, scale)
  if (kept.size >= MOST_KEPT) kept.clear()
  kept.set(key, png)
  return png
}

/** The pictures that were drawn last: the same event is sent to several people, one after the other. */
const kept = new Map<string, Buffer>()

type Scale = {
  readonly fromMs: number
  readonly x: (atMs: number) => number
  readonly y: (probability: number) => number
  /** The powers of ten on the scale, lowest first. */
  readonly decades: readonly number[]
}

/** Returns the scale: time along x, and the logarithm of the probability along y, in whole powers of ten. */
export function scaleOf({ points, tcaMs, threshold }: ProbabilityCurve): Scale | undefined {
  const [first, last] = [points[0], points.at(-1)]
  if (first === undefined || last === undefined || points.length < FEWEST_POINTS || last.atMs >= tcaMs) return undefined
  const values = [...points.map(({ probability }) => probability), ...(threshold === undefined ? [] : [threshold])]
  const powers = values.map((value) => Math.log10(Math.max(PROBABILITY_FLOOR, value)))
  const low = Math.floor(Math.min(...powers))
  const high = Math.max(low + 1, Math.ceil(Math.max(...powers)))
  const fromMs = first.atMs - BEFORE_SHARE * (tcaMs - first.atMs)
  const { left, right, top, bottom } = CURVE_AREA
  return {
    fromMs,
    x: (atMs) => left + ((atMs - fromMs) / (tcaMs - fromMs)) * (right - left),
    y: (probability) =>
      bottom - ((Math.log10(Math.max(PROBABILITY_FLOOR, probability)) - low) / (high - low)) * (bottom - top),
    decades: Array.from({ length: high - low + 1 }, (_, up) => low + up),
  }
}

function draw(curve: ProbabilityCurve, scale: Scale): Buffer {
  const canvas = createCanvas(CURVE, Object.values(CURVE_COLOURS))
  drawDecades(canvas, scale)
  drawDays(canvas, curve, scale)
  const { left, right } = CURVE_AREA
  if (curve.threshold !== undefined) {
    const y = scale.y(curve.threshold)
    for (let x = left; x < right; x += DASH_PX.on + DASH_PX.off)
      canvas.line([x, y], [Math.min(right, x + DASH_PX.on), y], { colour: CURVE_COLOURS.threshold, widthPx: 3 })
  }
  // A message is compared with the earlier messages of the same originator.
  for (const points of Map.groupBy(curve.points, ({ originator }) => originator).values()) {
    const places = points.map(({ atMs, probability }): Place => [scale.x(atMs), scale.y(probability)])
    canvas.stroke(places, { colour: CURVE_COLOURS.line, widthPx: 4 })
    for (const place of places) canvas.disc(place, { colour: CURVE_COLOURS.line, radiusPx: 6 })
  }
  const newest = curve.points.at(-1)
  if (newest !== undefined)
    canvas.disc([scale.x(newest.atMs), scale.y(newest.probability)], { colour: CURVE_COLOURS.line, radiusPx: 9 })
  return canvas.png()
}

const THIN = { colour: CURVE_COLOURS.grid, widthPx: 1.5, opacity: 0.4 } as const
const WRITTEN = { colour: CURVE_COLOURS.label, widthPx: 2.6 } as const

/** Draws a line for each power of ten, with its label if there is room. */
function drawDecades(canvas: Canvas, { y, decades }: Scale): void {
  const { left, right } = CURVE_AREA
  const every = Math.ceil(decades.length / MOST_LABELS)
  for (const [place, power] of decades.entries()) {
    const height = y(10 ** power)
    canvas.line([left, height], [right, height], THIN)
    if (place % every !== 0) continue
    const x = left - LABEL.gapPx
    const raised = { x, align: 'end', foot: height - 3, unitPx: LABEL.raisedPx } as const
    const widthPx = canvas.write(String(power), raised, WRITTEN)
    canvas.write('10', { x: x - widthPx - 5, align: 'end', foot: height + 9, unitPx: LABEL.unitPx }, WRITTEN)
  }
}

/** Draws the UTC days at the bottom, and the closest approach at the right edge. */
function drawDays(canvas: Canvas, { tcaMs }: ProbabilityCurve, { fromMs, x }: Scale): void {
  const { left, right, top, bottom } = CURVE_AREA
  const foot = bottom + LABEL.gapPx + 6 * LABEL.unitPx
  canvas.line([right, top], [right, bottom], { colour: CURVE_COLOURS.grid, widthPx: 3 })
  const widthPx = canvas.write('TCA', { x: right + 8, align: 'end', foot, unitPx: LABEL.unitPx }, WRITTEN)
  const first = Math.ceil(fromMs / DAY_MS)
  const count = Math.max(0, Math.floor(tcaMs / DAY_MS) - first + 1)
  const every = Math.max(1, Math.ceil(count / MOST_LABELS))
  for (let day = first; day < first + count; day += every) {
    const place = x(day * DAY_MS)
    canvas.line([place, top], [place, bottom], THIN)
    if (place > right - widthPx - DAY_LABEL_PX / 2 || place < left) continue
    const name = new Date(day * DAY_MS).toISOString().slice(5, 10)
    canvas.write(name, { x: place, align: 'middle', foot, unitPx: LABEL.unitPx }, WRITTEN)
  }
}
