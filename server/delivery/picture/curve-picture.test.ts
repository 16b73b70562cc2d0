import { expect, test } from 'vitest'
import { CURVE, CURVE_AREA, CURVE_COLOURS, curvePicture, type ProbabilityCurve } from './curve-picture.ts'
import { type ReadPicture, readPng } from './testing/read-png.ts'

const HOUR_MS = 3_600_000
const AREA = { width: CURVE_AREA.right - CURVE_AREA.left, height: CURVE_AREA.bottom - CURVE_AREA.top }
/** The position of an edge is known to one pixel. */
const EDGE_PX = 1

/** The messages of design/alerts.html; each is from a different originator, so that no line joins them. */
const START_MS = Date.UTC(2026, 10, 18, 13, 40)
const point = (hours: number, probability: number, originator: string) => {
  return { atMs: START_MS + hours * HOUR_MS, probability, originator }
}
const CURVE_OF: ProbabilityCurve = {
  points: [point(0, 2.6e-6, 'A'), point(16, 8.6e-6, 'B'), point(40, 2.12e-4, 'C')],
  tcaMs: START_MS + 72 * HOUR_MS,
  threshold: 1e-4,
}

function pointsOf(picture: ReadPicture, colour: string): [x: number, y: number][] {
  const points: [number, number][] = []
  for (let row = 0; row < picture.height; row++)
    for (let column = 0; column < picture.width; column++) {
      const { colour: found, opacity } = picture.at(column, row)
      if (found === colour && opacity > 0.5) points.push([column + 0.5, row + 0.5])
    }
  return points
}
const middleOf = (values: readonly number[]) => (Math.min(...values) + Math.max(...values)) / 2

test('each message is drawn at its time and the logarithm of its probability, above or below the threshold', () => {
  const picture = readPng(curvePicture(CURVE_OF)!)
  expect([picture.width, picture.height]).toEqual([CURVE.width, CURVE.height])
  const dots = pointsOf(picture, CURVE_COLOURS.line)
  // The distance of the first message from the left edge is 1/25 of its time to TCA; the scale is 10⁻⁶ to 10⁻³.
  const xOf = (hours: number) => CURVE_AREA.left + ((hours + 0.04 * 72) / (1.04 * 72)) * AREA.width
  const yOf = (probability: number) => CURVE_AREA.top + ((-3 - Math.log10(probability)) / 3) * AREA.height
  for (const [hours, probability] of [
    [0, 2.6e-6],
    [16, 8.6e-6],
    [40, 2.12e-4],
  ] as const) {
    const own = dots.filter(([x]) => Math.abs(x - xOf(hours)) < 20)
    expect(Math.abs(middleOf(own.map(([x]) => x)) - xOf(hours))).toBeLessThan(EDGE_PX)
    expect(Math.abs(middleOf(own.map(([, y]) => y)) - yOf(probability))).toBeLessThan(EDGE_PX)
  }
  const line = pointsOf(picture, CURVE_COLOURS.threshold)
  expect(Math.abs(middleOf(line.map(([, y]) => y)) - yOf(1e-4))).toBeLessThan(EDGE_PX)
  expect(Math.min(...line.map(([x]) => x))).toBeLessThan(CURVE_AREA.left + 2)
  expect(Math.max(...line.map(([x]) => x))).toBeGreaterThan(CURVE_AREA.right - 24)
})

test('a line joins the messages of the same originator only', () => {
  const between = (curve: ProbabilityCurve) => {
    const picture = readPng(curvePicture(curve)!)
    const x = CURVE_AREA.left + ((8 + 0.04 * 72) / (1.04 * 72)) * AREA.width
    return pointsOf(picture, CURVE_COLOURS.line).some(([column]) => Math.abs(column - x) < 2)
  }
  expect(between(CURVE_OF)).toBe(false)
  expect(between({ ...CURVE_OF, points: CURVE_OF.points.map((one) => ({ ...one, originator: 'A' })) })).toBe(true)
})

test('if there is no threshold, no threshold line is drawn; the background is transparent', () => {
  const picture = readPng(curvePicture({ ...CURVE_OF, threshold: undefined })!)
  expect(pointsOf(picture, CURVE_COLOURS.threshold)).toEqual([])
  expect([picture.at(0, 0).opacity, picture.at(CURVE.width - 1, CURVE.height - 1).opacity]).toEqual([0, 0])
})

test('no curve is drawn for one message, or for messages after the closest approach; a probability of 0 is drawn at the bottom', () => {
  expect(curvePicture({ ...CURVE_OF, points: CURVE_OF.points.slice(0, 1) })).toBeUndefined()
  expect(curvePicture({ ...CURVE_OF, tcaMs: START_MS + 40 * HOUR_MS })).toBeUndefined()
  const picture = readPng(curvePicture({ ...CURVE_OF, points: [point(0, 0, 'A'), point(16, 1e-5, 'B')] })!)
  const first = pointsOf(picture, CURVE_COLOURS.line).filter(([x]) => x < CURVE_AREA.left + AREA.width / 10)
  expect(Math.abs(middleOf(first.map(([, y]) => y)) - CURVE_AREA.bottom)).toBeLessThan(EDGE_PX)
})
