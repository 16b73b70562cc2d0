import { expect, test } from 'vitest'
import { HOME } from './camera.ts'
import { dragged } from './drag.ts'

const at = (...places: readonly (readonly [id: number, x: number, y: number])[]) =>
  new Map(places.map(([id, x, y]) => [id, { x, y }]))

test('one finger rotates the camera: a move to the left shows the right side of the object, a move down shows its top', () => {
  const held = { camera: HOME, from: at([1, 100, 100]) }
  expect(dragged(held, at([1, 80, 100])).azimuthDeg).toBeCloseTo(HOME.azimuthDeg + 7, 9)
  expect(dragged(held, at([1, 100, 120])).elevationDeg).toBeCloseTo(HOME.elevationDeg + 7, 9)
})

test('two fingers that spread to twice their distance halve the distance of the camera, and do not rotate it', () => {
  const held = { camera: HOME, from: at([1, 0, 0], [2, 30, 40]) }
  expect(dragged(held, at([1, 0, 0], [2, 60, 80]))).toEqual({ ...HOME, distanceM: HOME.distanceM / 2 })
  const near = { ...held, camera: { ...HOME, distanceM: 100 } }
  expect(dragged(near, at([1, 0, 0], [2, 0, 0])).distanceM).toBe(5_000)
})

test('a finger that was lifted drags nothing', () => {
  expect(dragged({ camera: HOME, from: at([1, 0, 0]) }, at([2, 50, 50]))).toBe(HOME)
})
