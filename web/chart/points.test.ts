import { expect, test } from 'vitest'
import { nextPoint, pointAcross, pointNear } from './points.ts'

const points = [
  { x: 0, y: 0, text: 'a' },
  { x: 20, y: 0, text: 'b' },
]

test('pointNear finds the nearest point, and none if all are far away', () => {
  expect(pointNear(points, 9, 0)).toBe(0)
  expect(pointNear(points, 11, 0)).toBe(1)
  expect(pointNear(points, 20, 49)).toBeUndefined()
  expect(pointNear([], 0, 0)).toBeUndefined()
})

test('pointAcross finds the point with the nearest x, however far away it is', () => {
  expect(pointAcross(points, 9)).toBe(0)
  expect(pointAcross(points, 11)).toBe(1)
  expect([pointAcross(points, -500), pointAcross(points, 500)]).toEqual([0, 1])
  expect(pointAcross([], 0)).toBeUndefined()
})

test.each([
  [undefined, 'ArrowRight', 0],
  [undefined, 'ArrowLeft', 2],
  [0, 'ArrowRight', 1],
  [2, 'ArrowRight', 2],
  [0, 'ArrowLeft', 0],
  [0, 'ArrowUp', 1],
  [2, 'ArrowDown', 1],
  [2, 'ArrowLeft', 1],
  [undefined, 'ArrowUp', 0],
  [undefined, 'ArrowDown', 2],
  [1, 'Home', 0],
  [1, 'End', 2],
  [1, 'Escape', undefined],
  [1, 'x', 1],
])('nextPoint of three from %s by %s is %s', (from, key, to) => {
  expect(nextPoint(3, from, key)).toBe(to)
})

test('nextPoint returns nothing if there is no point', () => {
  expect(nextPoint(0, undefined, 'Home')).toBeUndefined()
})

test('pointNear finds points up to 48 px away in any direction, and takes the first of two that are equally near', () => {
  expect(pointNear(points, -48, 0)).toBe(0)
  expect(pointNear(points, -48.1, 0)).toBeUndefined()
  expect(pointNear(points, 0, 48)).toBe(0)
  expect(pointNear([{ x: 0, y: 0, text: 'a' }], 30, 40)).toBeUndefined()
  expect(pointNear([{ x: 3, y: 4, text: 'a' }], 30, 40)).toBe(0)
  expect(pointNear(points, 10, 0)).toBe(0)
})

test('nextPoint stays at the only point', () => {
  expect(['ArrowRight', 'ArrowLeft', 'End', 'Home'].map((key) => nextPoint(1, 0, key))).toEqual([0, 0, 0, 0])
  expect(nextPoint(3, undefined, 'x')).toBeUndefined()
})

test('in rows of points, up and down move to the row above and below, and stay in place at the last row', () => {
  // There are two rows of three points.
  const go = (from: number | undefined, key: string) => nextPoint(6, from, key, 3)
  expect([go(1, 'ArrowUp'), go(4, 'ArrowDown')]).toEqual([4, 1])
  expect([go(4, 'ArrowUp'), go(1, 'ArrowDown')]).toEqual([4, 1])
  expect([go(2, 'ArrowRight'), go(3, 'ArrowLeft')]).toEqual([3, 2])
  expect([go(undefined, 'ArrowUp'), go(undefined, 'ArrowDown'), go(2, 'End')]).toEqual([0, 5, 5])
})
