import { expect, test } from 'vitest'
import { clearTop } from './clear-place.ts'

const room = { from: 100, to: 800, height: 120, left: 1_000, right: 1_360 }
const box = (top: number, left: number, width = 80) => ({ top, bottom: top + 32, left, right: left + width })

test('toasts are at the highest place if nothing is in the way', () => {
  expect(clearTop(room, [])).toBe(100)
  expect(clearTop(room, [box(120, 800), box(400, 1_100)])).toBe(100)
})

test('toasts are placed below a button that they would cover, and below the next one, in whatever order these are given', () => {
  expect(clearTop(room, [box(120, 1_200)])).toBe(160)
  expect(clearTop(room, [box(250, 1_200), box(120, 1_200)])).toBe(290)
  // Only the edge of this box, including the gap, is inside the room.
  expect(clearTop(room, [box(225, 950, 60)])).toBe(265)
})

test('toasts that have no room are not drawn', () => {
  expect(clearTop({ ...room, to: 300 }, [box(200, 1_200)])).toBeUndefined()
  expect(clearTop({ ...room, to: 200 }, [])).toBeUndefined()
})
