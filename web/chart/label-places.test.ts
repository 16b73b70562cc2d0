import { expect, test } from 'vitest'
import { boxOfText, freePlace, freePlaces, overlap, type Place } from './label-places.ts'

const INSIDE = { left: 0, right: 200, top: 0, bottom: 100 }
const FIRST: Place = { x: 50, y: 50, align: 'start' }
const SECOND: Place = { x: 50, y: 80, align: 'start' }

test('freePlace returns the first wished place that covers nothing', () => {
  expect(freePlace('word', [FIRST, SECOND], { inside: INSIDE, taken: [] })).toBe(FIRST)
  const taken = [boxOfText('word', FIRST)]
  expect(freePlace('word', [FIRST, SECOND], { inside: INSIDE, taken })).toBe(SECOND)
})

test('freePlace skips a place that extends beyond the bounds, and returns undefined if no place is free', () => {
  expect(freePlace('word', [{ ...FIRST, x: 190 }, SECOND], { inside: INSIDE, taken: [] })).toBe(SECOND)
  expect(freePlace('word', [FIRST], { inside: INSIDE, taken: [INSIDE] })).toBeUndefined()
})

test('boxOfText extends from the anchor of the text: its start, end or middle', () => {
  const width = (align: Place['align']) => boxOfText('1234567890', { x: 100, y: 20, align })
  expect(width('start').left).toBe(100)
  expect(width('end').right).toBe(100)
  expect(width('middle').left + width('middle').right).toBeCloseTo(200, 9)
  expect(overlap(width('start'), width('end'))).toBe(false)
  expect(overlap(width('start'), width('middle'))).toBe(true)
})

test('freePlaces puts no text over an earlier text or a taken box, and leaves out a text that has no room', () => {
  const word = { text: 'word', wishes: [FIRST, SECOND] }
  expect(freePlaces([word, word, word], { inside: INSIDE, taken: [] })).toEqual([FIRST, SECOND, undefined])
  const taken = [boxOfText('word', FIRST)]
  expect(freePlaces([word, word], { inside: INSIDE, taken })).toEqual([SECOND, undefined])
})

test('freePlaces keeps the requested distance between texts beside each other', () => {
  const beside = (x: number) => ({ text: 'word', wishes: [{ ...FIRST, x }] })
  const endOfFirst = boxOfText('word', FIRST).right
  const second = (gapPx: number) =>
    freePlaces([beside(50), beside(endOfFirst + gapPx)], { inside: INSIDE, taken: [], besidePx: 5 })[1]
  expect(second(5)).toBeDefined()
  expect(second(4)).toBeUndefined()
})

test('freePlace may touch each edge of its bounds, but does not go beyond it', () => {
  const box = boxOfText('word', FIRST)
  expect(freePlace('word', [FIRST], { inside: box, taken: [] })).toBe(FIRST)
  for (const [edge, by] of [
    ['left', 1],
    ['right', -1],
    ['top', 1],
    ['bottom', -1],
  ] as const) {
    expect(freePlace('word', [FIRST], { inside: { ...box, [edge]: box[edge] + by }, taken: [] })).toBeUndefined()
  }
})

test('boxOfText is 15 px high, 3 px of them below the baseline, and 6.4 px wide for each character', () => {
  expect(boxOfText('12345', { x: 10, y: 20, align: 'start' })).toEqual({ left: 10, right: 42, top: 8, bottom: 23 })
  expect(boxOfText('12345', { x: 10, y: 20, align: 'end' })).toMatchObject({ left: -22, right: 10 })
  expect(boxOfText('12345', { x: 10, y: 20, align: 'middle' })).toMatchObject({ left: -6, right: 26 })
})

test('boxes that only share an edge do not overlap, in either direction', () => {
  const box = { left: 0, right: 10, top: 0, bottom: 10 }
  const moved = (x: number, y: number) => ({ left: x, right: x + 10, top: y, bottom: y + 10 })
  for (const [x, y] of [
    [10, 0],
    [-10, 0],
    [0, 10],
    [0, -10],
  ] as const)
    expect(overlap(box, moved(x, y))).toBe(false)
  for (const [x, y] of [
    [9, 0],
    [-9, 0],
    [0, 9],
    [0, -9],
  ] as const)
    expect(overlap(box, moved(x, y))).toBe(true)
  expect(overlap(box, moved(20, 0))).toBe(false)
  expect(overlap(box, moved(0, 20))).toBe(false)
})
