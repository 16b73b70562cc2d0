import { expect, test } from 'vitest'
import { afterKey, HOME, turned } from './camera.ts'

test('turned goes around in full circles, not over the pole, and stays within reach', () => {
  expect(turned(HOME, { right: 350 }).azimuthDeg).toBe(290)
  expect(turned(HOME, { up: 500 }).elevationDeg).toBe(89)
  expect(turned(HOME, { zoom: 1e-12 }).distanceM).toBe(1)
})

test('afterKey knows arrows, plus and minus, and nothing else', () => {
  expect(afterKey(HOME, 'ArrowLeft')?.azimuthDeg).toBe(295)
  expect(afterKey(HOME, 'ArrowUp')?.elevationDeg).toBe(30)
  expect(afterKey(HOME, '+')?.distanceM).toBeLessThan(HOME.distanceM)
  expect(afterKey(HOME, 'Enter')).toBeUndefined()
})

test('afterKey goes by five degrees and a quarter of the distance, either way', () => {
  expect(afterKey(HOME, 'ArrowRight')).toEqual({ ...HOME, azimuthDeg: 305 })
  expect(afterKey(HOME, 'ArrowDown')).toEqual({ ...HOME, elevationDeg: 20 })
  expect(afterKey(HOME, '-')).toEqual({ ...HOME, distanceM: 32_500_000 })
  expect(afterKey(HOME, '+')).toEqual({ ...HOME, distanceM: 20_800_000 })
})

test('a camera is below the pole on both sides, within a thousand million metres, and west of north is a positive angle', () => {
  expect(turned(HOME, { up: -500 }).elevationDeg).toBe(-89)
  expect(turned(HOME, { zoom: 1e12 }).distanceM).toBe(1e9)
  expect(turned({ ...HOME, azimuthDeg: 0 }, { right: -10 }).azimuthDeg).toBe(350)
  expect(turned(HOME, {})).toEqual(HOME)
})
