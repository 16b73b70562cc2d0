import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { draw, drawFolded } from './brightness-drawing.tsx'

const BEGIN_MS = Date.parse('2026-11-22T18:15:03.000Z')
const SIZE = { width: 700, height: 220 }
/** The noise is half a magnitude, and the points are one magnitude apart: a bar extends half way to the next point. */
const SIGMA = 0.5
const MAGNITUDES = [8, 9, 10] as const
const looking = { span: undefined, readMs: undefined, onSpan: () => undefined, onRead: () => undefined }

const drawn = (sigma: number | undefined) => ({
  curves: [
    {
      name: 'own',
      magnitudes: MAGNITUDES.map((magnitude, place) => {
        const atMs = BEGIN_MS + place * 5_000
        return { atMs, atS: atMs / 1_000, magnitude, sigma }
      }),
      track: [],
      isReading: false,
    },
  ],
  looking,
})

/** Returns the ends of the vertical faint lines at the points. */
function barsOf({ drawing, points }: ReturnType<typeof draw>) {
  const page = renderToStaticMarkup(drawing)
  const lines = [...page.matchAll(/<line x1="([\d.]+)" x2="\1" y1="([\d.]+)" y2="([\d.]+)" class="[^"]*faint/g)]
  return points.map(({ x, y }) => {
    const [, , y1, y2] = lines.find(([, at]) => Math.abs(Number(at) - x) < 1e-6) ?? []
    return { y, y1: Number(y1), y2: Number(y2) }
  })
}

test('a magnitude has a bar of one sigma to both sides, on the scale of the magnitudes', () => {
  const over = draw(drawn(SIGMA), SIZE)
  const [first, second] = over.points
  const pxOfOne = second!.y - first!.y
  expect(pxOfOne).toBeGreaterThan(0)
  const turns = drawFolded(drawn(SIGMA), 30, SIZE)
  const bars = [...barsOf(over), ...barsOf(turns)]
  // A folded curve is drawn for two rotations.
  expect(bars).toHaveLength(3 * MAGNITUDES.length)
  for (const { y, y1, y2 } of bars) {
    expect(y - Math.min(y1, y2)).toBeCloseTo(SIGMA * pxOfOne, 6)
    expect(Math.max(y1, y2) - y).toBeCloseTo(SIGMA * pxOfOne, 6)
    // No bar extends beyond the drawing.
    expect(Math.min(y1, y2)).toBeGreaterThan(0)
    expect(Math.max(y1, y2)).toBeLessThan(SIZE.height - 26)
  }
  expect(over.points.map(({ text }) => text)[0]).toContain('8.00 ± 0.50 mag')
})

test('a magnitude without stated noise has no bar', () => {
  expect(barsOf(draw(drawn(undefined), SIZE)).every(({ y1 }) => Number.isNaN(y1))).toBe(true)
  expect(draw(drawn(undefined), SIZE).points[0]?.text).not.toContain('±')
})
