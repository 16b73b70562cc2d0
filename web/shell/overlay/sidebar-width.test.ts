import { expect, test } from 'vitest'
import { LEAST_PX, MOST_PX, USUAL_PX, widthAfterKey, withinBounds } from './sidebar-width.ts'

test('the sidebar has the requested width, within its limits', () => {
  expect([400, 0, 10_000, Number.NaN].map(withinBounds)).toEqual([400, LEAST_PX, MOST_PX, USUAL_PX])
})

test('arrow keys move the edge in their direction, Home and End move it to the limits, and other keys do not move it', () => {
  expect(['ArrowLeft', 'ArrowRight', 'Home', 'End', 'Enter'].map((key) => widthAfterKey(400, key))).toEqual([
    420,
    380,
    LEAST_PX,
    MOST_PX,
    undefined,
  ])
  expect(widthAfterKey(MOST_PX, 'ArrowLeft')).toBe(MOST_PX)
})
