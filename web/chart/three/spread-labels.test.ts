import { expect, test } from 'vitest'
import { spreadLabels } from './spread-labels.ts'

const [WIDE, HIGH] = [800, 500]
const name = { x: 400, y: 250, width: 100, height: 20 }
const letter = { x: 400, y: 250, width: 20, height: 20 }

test('a letter that overlaps a name goes to the other side of its point, and a third label goes above', () => {
  expect(spreadLabels([name, letter], WIDE, HIGH)).toEqual([
    [0, 0.5],
    [1, 0.5],
  ])
  // With the point slightly to the right, neither side is free: the letter is above the name.
  expect(spreadLabels([name, { ...letter, x: 404 }], WIDE, HIGH)[1]).toEqual([0, -0.6])
  expect(spreadLabels([name, letter, letter], WIDE, HIGH)[2]).toEqual([0, -0.6])
})

test('at the left edge, a letter that covers half of a name goes above its point, or below it', () => {
  const [edge, wide] = [
    { ...name, x: 4 },
    { ...letter, x: 4 },
  ]
  expect(spreadLabels([edge, { ...wide, y: 234 }], WIDE, HIGH)[1]).toEqual([0, 0])
  expect(spreadLabels([edge, { ...wide, y: 266 }], WIDE, HIGH)[1]).toEqual([0, 1])
})

test('names that do not overlap stay beside their points, and a name at the right edge is to the left of its point', () => {
  expect(spreadLabels([name, { ...letter, y: 300 }], WIDE, HIGH)).toEqual([
    [0, 0.5],
    [0, 0.5],
  ])
  expect(spreadLabels([{ ...name, x: 750 }], WIDE, HIGH)).toEqual([[1, 0.5]])
  // Beyond the edge there is no free place, so the name stays beside its point.
  expect(spreadLabels([{ ...name, x: -500 }], WIDE, HIGH)).toEqual([[0, 0.5]])
})
