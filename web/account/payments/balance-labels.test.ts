import { expect, test } from 'vitest'
import { boxOfText, overlap } from '../../chart/label-places.ts'
import { balanceLabels } from './balance-labels.ts'
import type { Scene } from './balance-scene.ts'

const TEXTS = { have: '€ 189.80 available', refused: '402: R-0046 asks 270.75', reached: ['12-01', '12-04'] }

/** Returns a plot of this width, with now in its middle. */
const scene = (width: number, refusedY: number): Scene => {
  const area = { left: 64, right: width - 16, top: 14, bottom: 204 }
  const x = (area.left + area.right) / 2
  const now = { x, y: 142, available: 18_980, held: 0 }
  const reached = [
    { x: x + 50, y: 187, at: 0, amount: 0 },
    { x: x + 80, y: 204, at: 1, amount: -10_000 },
  ]
  const ahead = [now, ...reached].map((point) => ({ x: point.x, expected: point.y, low: 204, high: 142 }))
  return { area, now, reached, ahead, refused: [{ x, y: refusedY }] } as unknown as Scene
}

/** Returns the pixel half way to the point where the forecast reaches zero. */
function middleOf([from, to]: Scene['ahead']) {
  const [x, y] = [(from!.x + to!.x) / 2, (from!.expected + to!.expected) / 2]
  return { left: x, right: x + 1, top: y, bottom: y + 1 }
}

test('no label covers another or the forecast, for any refused orders and any width of the plot', () => {
  for (const width of [360, 700, 1_400])
    for (let refusedY = 20; refusedY <= 200; refusedY += 4) {
      const drawn = scene(width, refusedY)
      const { have, refused, reached } = balanceLabels(drawn, TEXTS)
      const placed = [have, refused, ...reached].flatMap((place, index) =>
        place ? [boxOfText([TEXTS.have, TEXTS.refused, ...TEXTS.reached][index] ?? '', place)] : [],
      )
      const told = `${width} ${refusedY}`
      expect(have, told).toBeDefined()
      expect(refused, told).toBeDefined()
      const middle = middleOf(drawn.ahead)
      for (const box of placed) expect(overlap(box, middle), told).toBe(false)
      for (const [index, box] of placed.entries())
        for (const other of placed.slice(index + 1)) expect(overlap(box, other), told).toBe(false)
    }
})

test('if nothing was refused the dates keep their places', () => {
  const { refused, reached } = balanceLabels({ ...scene(700, 20), refused: [] }, { ...TEXTS, refused: undefined })
  expect(refused).toBeUndefined()
  expect(reached).toHaveLength(2)
  expect(reached[0]).toMatchObject({ align: 'start' })
})
