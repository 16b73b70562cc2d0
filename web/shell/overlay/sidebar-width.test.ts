import { expect, test } from 'vitest'
import { LEAST_PX, MOST_PX, USUAL_PX, widthAfterKey, withinBounds } from './sidebar-width.ts'

test('the sidebar is as wide as asked for, within its bounds', () => {
  expect([400, 0, 10_000, Number.NaN].map(withinBounds)).toEqual([400, LEAST_PX, MOST_PX, USUAL_PX])
})

test('arrows move the edge the way they point, Home and End to the bounds, and other keys not at all', () => {
  expect(['ArrowLeft', 'ArrowRight', 'Home', 'End', 'Enter'].map((key) => widthAfterKey(400, key))).toEqual([
    420,
    380,
    LEAST_PX,
    MOST_PX,
    undefined,
  ])
  expect(widthAfterKey(MOST_PX, 'ArrowLeft')).toBe(MOST_PX)
})
