import { expect, test } from 'vitest'
import { methodName } from './method.ts'

test.each([
  ['circle-2d', '2D'],
  ['square-2d', '2D square'],
  ['hall-3d', '3D'],
  ['FOSTER-1992', 'method FOSTER-1992'],
  [null, 'not computed'],
])('the method %s is printed as %s', (method, name) => {
  expect(methodName(method)).toBe(name)
})
