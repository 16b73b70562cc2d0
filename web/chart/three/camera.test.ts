import { expect, test } from 'vitest'
import { afterKey, HOME, STILL, stillWidthM, turned } from './camera.ts'

test('turned goes around in full circles, stops before the pole, and keeps the distance within its range', () => {
  expect(turned(HOME, { right: 350 }).azimuthDeg).toBe(290)
  expect(turned(HOME, { up: 500 }).elevationDeg).toBe(89)
  expect(turned(HOME, { zoom: 1e-12 }).distanceM).toBe(1)
})

test('afterKey knows the arrow keys, plus and minus, and nothing else', () => {
  expect(afterKey(HOME, 'ArrowLeft')?.azimuthDeg).toBe(295)
  expect(afterKey(HOME, 'ArrowUp')?.elevationDeg).toBe(30)
  expect(afterKey(HOME, '+')?.distanceM).toBeLessThan(HOME.distanceM)
  expect(afterKey(HOME, 'Enter')).toBeUndefined()
})

test('afterKey moves by five degrees, or changes the distance by a quarter, in both directions', () => {
  expect(afterKey(HOME, 'ArrowRight')).toEqual({ ...HOME, azimuthDeg: 305 })
  expect(afterKey(HOME, 'ArrowDown')).toEqual({ ...HOME, elevationDeg: 20 })
  expect(afterKey(HOME, '-')).toEqual({ ...HOME, distanceM: 32_500_000 })
  expect(afterKey(HOME, '+')).toEqual({ ...HOME, distanceM: 20_800_000 })
})

test('a camera stays below both poles and within a thousand million metres, and an angle west of north becomes positive', () => {
  expect(turned(HOME, { up: -500 }).elevationDeg).toBe(-89)
  expect(turned(HOME, { zoom: 1e12 }).distanceM).toBe(1e9)
  expect(turned({ ...HOME, azimuthDeg: 0 }, { right: -10 }).azimuthDeg).toBe(350)
  expect(turned(HOME, {})).toEqual(HOME)
})

test('the width of a still picture at its middle follows from the angle of view', () => {
  // From 100 m away, 22.5° to either side of the axis are 41.42 m: the tangent of π/8 is √2 − 1.
  const heightM = 200 * (Math.SQRT2 - 1)
  expect(stillWidthM({ ...HOME, distanceM: 100 }) / heightM).toBeCloseTo(STILL.widthPx / STILL.heightPx, 12)
})
