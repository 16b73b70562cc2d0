import { expect, test } from 'vitest'
import { sidesInside } from './open-box.ts'

const AREA = { left: 0, right: 100, top: 0, bottom: 50 }

test('a box within the area has four sides', () => {
  expect(sidesInside({ left: 10, right: 90, top: 5, bottom: 45 }, AREA)).toEqual([
    [10, 5, 10, 45],
    [90, 5, 90, 45],
    [10, 5, 90, 5],
    [10, 45, 90, 45],
  ])
})

test('a box that extends beyond the area stays open there', () => {
  // The box is wider than the plot: only its upper and lower sides are visible, from edge to edge.
  expect(sidesInside({ left: -500, right: 600, top: 20, bottom: 30 }, AREA)).toEqual([
    [0, 20, 100, 20],
    [0, 30, 100, 30],
  ])
  expect(sidesInside({ left: 40, right: 600, top: -10, bottom: 30 }, AREA)).toEqual([
    [40, 0, 40, 30],
    [40, 30, 100, 30],
  ])
})

test('a box around the complete area, or beside it, has no side in the area', () => {
  expect(sidesInside({ left: -1, right: 101, top: -1, bottom: 51 }, AREA)).toEqual([])
  expect(sidesInside({ left: 200, right: 300, top: 10, bottom: 20 }, AREA)).toEqual([])
})

test('a box without width, and a box that touches the edge, are still drawn', () => {
  expect(sidesInside({ left: 50, right: 50, top: 5, bottom: 45 }, AREA)).toContainEqual([50, 5, 50, 45])
  expect(sidesInside({ left: -20, right: 0, top: 5, bottom: 45 }, AREA)).toContainEqual([0, 5, 0, 45])
  expect(sidesInside({ left: 10, right: 90, top: 50, bottom: 80 }, AREA)).toContainEqual([10, 50, 90, 50])
})

test('a side on any edge of the area is inside the area', () => {
  expect(sidesInside({ left: 0, right: 100, top: 0, bottom: 50 }, AREA)).toEqual([
    [0, 0, 0, 50],
    [100, 0, 100, 50],
    [0, 0, 100, 0],
    [0, 50, 100, 50],
  ])
})
