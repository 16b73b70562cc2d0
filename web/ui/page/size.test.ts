import { expect, test } from 'vitest'
import { holdsOnPaper } from './size.ts'

test('holdsOnPaper gives the answer for a sheet of A4, whatever the screen is', () => {
  const queries = ['(width <= 760px)', '(width <= 1100px)', '(760px < width <= 1100px)', '(width > 2800px)']
  const onPhone = queries.map((query) => holdsOnPaper(query, query === '(width <= 760px)'))
  const onWall = queries.map((query) => holdsOnPaper(query, query === '(width > 2800px)'))
  expect(onPhone).toEqual([false, true, true, false])
  expect(onWall).toEqual(onPhone)
})

test('holdsOnPaper is false for queries about a screen, and keeps the value of the screen for queries without a width', () => {
  expect(holdsOnPaper('screen and (width <= 760px)', true)).toBe(false)
  expect(holdsOnPaper('(prefers-reduced-motion: reduce)', true)).toBe(true)
  expect(holdsOnPaper('(prefers-reduced-motion: reduce)', false)).toBe(false)
})
