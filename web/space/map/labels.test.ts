import { expect, test } from 'vitest'
import { overlap } from '../../chart/label-places.ts'
import { type Block, placeBlocks } from './labels.ts'

const inside = { left: 0, right: 300, top: 0, bottom: 200 }
const at = (id: string, x: number, y: number, lines: readonly string[] = [id]): Block => ({
  id,
  lines,
  tone: '',
  of: { left: x - 6, right: x + 6, top: y - 6, bottom: y + 6 },
})

/** The widest character of the labels is not wider than this, px. */
const WIDTH_PX = 6
const boxOf = ({ lines, x, y, anchor }: ReturnType<typeof placeBlocks>[number]) => {
  const width = Math.max(...lines.map(({ length }) => length)) * WIDTH_PX
  const left = anchor === 'start' ? x : anchor === 'end' ? x - width : x - width / 2
  return { left, right: left + width, top: y - 9, bottom: y + 3 + 15 * (lines.length - 1) }
}

test('labels cover neither each other nor a mark, and stay inside', () => {
  const blocks = Array.from({ length: 40 }, (_, k) =>
    at(`label ${k}`, 20 + ((k * 47) % 260), 15 + ((k * 31) % 170), k % 3 ? [`label ${k}`] : [`label ${k}`, 'below']),
  )
  const placed = placeBlocks(blocks, { inside, taken: blocks.map(({ of }) => of) })
  const boxes = placed.map(boxOf)
  expect(placed.length).toBeGreaterThan(5)
  for (const [k, box] of boxes.entries()) {
    expect(box.left).toBeGreaterThanOrEqual(0)
    expect(box.right).toBeLessThanOrEqual(300)
    expect(boxes.filter((other, m) => m !== k && overlap(box, other))).toEqual([])
    expect(blocks.filter(({ of }) => overlap(box, of))).toEqual([])
  }
})

test('the first label takes the place beside its mark, and one that finds no place is left out', () => {
  const one = at('first', 100, 100)
  const [first] = placeBlocks([one, at('second', 100, 100)], { inside, taken: [one.of] })
  expect(first).toMatchObject({ id: 'first', anchor: 'start', x: 109, leader: undefined })
  expect(placeBlocks([at('no place', 100, 100)], { inside: { ...inside, right: 40 }, taken: [] })).toEqual([])
})

test('a line leads to a label that is not beside its mark', () => {
  const one = at('far', 150, 100)
  const around = { left: 90, right: 210, top: 80, bottom: 120 }
  const [far] = placeBlocks([one], { inside, taken: [around] })
  expect(far?.leader).toBeDefined()
})

test('only a vital label lies over a track, and only where there is no other place', () => {
  const [usual, vital] = [at('usual', 150, 100), { ...at('vital', 150, 100), isVital: true }]
  const tracks = [{ left: 0, right: 300, top: 0, bottom: 200 }]
  expect(placeBlocks([usual], { inside, taken: [], tracks })).toEqual([])
  expect(placeBlocks([vital], { inside, taken: [], tracks })).toHaveLength(1)
  const beside = [{ left: 157, right: 300, top: 80, bottom: 120 }]
  const [placed] = placeBlocks([vital], { inside, taken: [], tracks: beside })
  expect(placed?.anchor).toBe('end')
})
