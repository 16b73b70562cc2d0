import { expect, test } from 'vitest'
import { contourOf } from './contours.ts'

test('contourOf a slope is a straight line between the two columns whose values enclose the level', () => {
  const slope = [
    [0, 1, 2],
    [0, 1, 2],
    [0, 1, 2],
  ]
  expect(contourOf(slope, 1.25)).toEqual([
    [1.25, 0, 1.25, 1],
    [1.25, 1, 1.25, 2],
  ])
  expect(contourOf(slope, 5)).toEqual([])
})

test('contourOf a peak goes around the peak, half way to its foot for a level of half its height', () => {
  const peak = [
    [0, 0, 0],
    [0, 2, 0],
    [0, 0, 0],
  ]
  const pieces = contourOf(peak, 1)
  expect(pieces).toHaveLength(4)
  for (const [x1, y1, x2, y2] of pieces) {
    expect(Math.abs(x1 - 1) + Math.abs(y1 - 1)).toBeCloseTo(0.5, 12)
    expect(Math.abs(x2 - 1) + Math.abs(y2 - 1)).toBeCloseTo(0.5, 12)
  }
})

test('contourOf leaves out cells where a value is missing', () => {
  expect(
    contourOf(
      [
        [0, undefined],
        [2, 2],
      ],
      1,
    ),
  ).toEqual([])
})
