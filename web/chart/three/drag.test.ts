import { expect, test } from 'vitest'
import { HOME } from './camera.ts'
import { dragged } from './drag.ts'

const at = (...places: readonly (readonly [id: number, x: number, y: number])[]) =>
  new Map(places.map(([id, x, y]) => [id, { x, y }]))

test('one finger goes around: to the left is to the right of the object, down is up', () => {
  const held = { camera: HOME, from: at([1, 100, 100]) }
  expect(dragged(held, at([1, 80, 100])).azimuthDeg).toBeCloseTo(HOME.azimuthDeg + 7, 9)
  expect(dragged(held, at([1, 100, 120])).elevationDeg).toBeCloseTo(HOME.elevationDeg + 7, 9)
})

test('two fingers that spread to twice their distance halve the distance of the camera, and do not go around', () => {
  const held = { camera: HOME, from: at([1, 0, 0], [2, 30, 40]) }
  expect(dragged(held, at([1, 0, 0], [2, 60, 80]))).toEqual({ ...HOME, distanceM: HOME.distanceM / 2 })
  const near = { ...held, camera: { ...HOME, distanceM: 100 } }
  expect(dragged(near, at([1, 0, 0], [2, 0, 0])).distanceM).toBe(5_000)
})

test('a finger that has gone drags nothing', () => {
  expect(dragged({ camera: HOME, from: at([1, 0, 0]) }, at([2, 50, 50]))).toBe(HOME)
})
