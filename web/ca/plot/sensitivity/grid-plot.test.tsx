import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { type Box, boxOfText, overlap } from '../../../chart/label-places.ts'
import { plotWords } from '../words.data.ts'
import { drawGrid } from './grid-plot.tsx'
import { GRID, gridOf } from './sensitivity.ts'

type Values = Parameters<typeof drawGrid>[0]
type Point = readonly [x: number, y: number]
type Name = { readonly text: string; readonly at: Point; readonly box: Box }

/** The baseline of a name is below its line, so that the line passes through the middle of its figures. */
const BASELINE_PX = 4
const nameAt = (at: Point, text: string): Name => ({
  text,
  at,
  box: boxOfText(text, { x: at[0], y: at[1] + BASELINE_PX, align: 'middle' }),
})

/** Returns the parts of a drawing: each contour with its points and its name, the names of both axes, and the area of the map. */
function drawn([width, height]: readonly [number, number], values: Values, threshold?: number) {
  const { drawing, points } = drawGrid(values, threshold, { width, height })
  const html = renderToStaticMarkup(drawing)
  const lines = [...html.matchAll(/<path d="([^"]*)"[^>]*><\/path>(?:<text x="([^"]*)" y="([^"]*)"[^>]*>([^<]*))?/g)]
  const texts = [...html.matchAll(/<text x="([^"]*)" y="([^"]*)" class="[^"]*onMap[^"]*">([^<]*)/g)]
  const axes = texts.flatMap(([, x, y, text]) => {
    const place = { x: Number(x), y: Number(y) }
    if (text === plotWords('gridX')) return [boxOfText(text, { ...place, align: 'end' })]
    return text === plotWords('gridY') ? [boxOfText(text, { ...place, align: 'start' })] : []
  })
  const [across, down] = [points.map(({ x }) => x), points.map(({ y }) => y)]
  return {
    lines: lines.map(([, path = '', x, y, text]) => ({
      points: [...path.matchAll(/M(\S+) ([^L]+)/g)].map((point): Point => [Number(point[1]), Number(point[2])]),
      name: text === undefined ? undefined : nameAt([Number(x), Number(y) - BASELINE_PX], text),
    })),
    axes,
    area: { left: Math.min(...across), right: Math.max(...across), top: Math.min(...down), bottom: Math.max(...down) },
  }
}

const isSame = (a: Point, b: Point) => Math.hypot(a[0] - b[0], a[1] - b[1]) < 1e-6
const isInside = (box: Box, area: Box) =>
  box.left >= area.left && box.right <= area.right && box.top >= area.top && box.bottom <= area.bottom

/** An area of 40 × 96 px, as wide as one name, with a level line every 10 px from 28 to 78 px above its foot. */
const STEEP_SIZE = [110, 130] as const
const STEEP = GRID.map((_, row) => GRID.map(() => 10 ** (-0.9 - 0.3 * Math.max(0, row - 9))))

test.each([
  // Beginning at the highest level, every second name is too near the one before, and the name of the axis is at the upper edge.
  { threshold: undefined, named: ['10⁻¹', '10⁻³', '10⁻⁵'] },
  // Our own threshold is placed first, and both of its neighbours have no name.
  { threshold: 1e-2, named: ['10⁻²', '10⁻⁴'] },
])('a line whose name has no room is drawn without one, and the others keep theirs: %o', ({ threshold, named }) => {
  const { lines, area } = drawn(STEEP_SIZE, STEEP, threshold)
  expect([area.right - area.left, area.bottom - area.top]).toEqual([40, 96])
  expect(lines.map(({ points }) => points.length)).toEqual(Array(6).fill(GRID.length - 1))
  const heights = lines.map(({ points }) => area.bottom - (points[0]?.[1] ?? 0))
  expect(heights.map(Math.round).toSorted((a, b) => a - b)).toEqual([28, 38, 48, 58, 68, 78])
  expect(lines.flatMap(({ name }) => (name ? [name.text] : []))).toEqual(named)
})

/** Curved lines: a miss of 100 m, and two objects whose uncertainties are at right angles. */
const CURVED = gridOf({
  missM: [100, 0],
  combined: { xx: 2500, yx: 0, yy: 2500 },
  first: { xx: 500, yx: 0, yy: 2000 },
  second: { xx: 2000, yx: 0, yy: 500 },
  radiusM: 1,
})
/** At the first of these sizes each line has room for its name. */
const SIZES = [
  [2000, 2000],
  [300, 200],
  [150, 100],
  [110, 130],
] as const
const drawings = () => [undefined, 1e-6, 3e-8].map((own) => SIZES.map((size) => drawn(size, CURVED, own)))
const boxesOf = ({ lines }: ReturnType<typeof drawn>) => lines.flatMap(({ name }) => (name ? [name.box] : []))

test('each axis is named once', () => {
  const { drawing } = drawGrid(CURVED, undefined, { width: 300, height: 200 })
  const html = renderToStaticMarkup(drawing)
  for (const name of [plotWords('gridX'), plotWords('gridY')]) expect(html.split(`>${name}<`)).toHaveLength(2)
})

test('no name extends beyond the area, and none covers another name or the name of an axis', () => {
  for (const drawing of drawings().flat()) {
    const { axes, area } = drawing
    expect(axes).toHaveLength(2)
    const boxes = boxesOf(drawing)
    expect(boxes.filter((box) => !isInside(box, area))).toEqual([])
    const before = (place: number) => [...axes, ...boxes.slice(0, place)]
    expect(boxes.filter((box, place) => before(place).some((other) => overlap(box, other)))).toEqual([])
  }
})

test('a name is on its own line, and is left out only where no point of the line is free', () => {
  for (const all of drawings()) {
    const texts = all[0]?.lines.map(({ name }) => name?.text) ?? []
    for (const drawing of all) {
      const { lines, axes, area } = drawing
      const taken = [...axes, ...boxesOf(drawing)]
      const isFree = ({ box }: Name) => isInside(box, area) && !taken.some((other) => overlap(box, other))
      expect(lines).toHaveLength(texts.length)
      for (const [number, { points, name }] of lines.entries()) {
        const text = texts[number]
        // The level of the smallest value has no point on the map, so it has no name.
        expect(text === undefined).toBe(points.length === 0)
        if (name) expect([name.text, points.some((point) => isSame(point, name.at))]).toEqual([text, true])
        else if (text) expect(points.filter((point) => isFree(nameAt(point, text)))).toEqual([])
      }
    }
    const left = all.map(({ lines }) => lines.filter(({ points, name }) => points.length > 0 && !name).length)
    expect(left[0]).toBe(0)
    expect(left.at(-1)).toBeGreaterThan(0)
  }
})
