import { expect, test } from 'vitest'
import { afterKey, HOME, STILL, stillWidthM, turned } from './camera.ts'

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

test('a still picture is as wide at its middle as half its width is seen under the angle of its eye', () => {
  // From 100 m away 22.5° to either side of the axis are 41.42 m: the tangent of π/8 is √2 − 1.
  const heightM = 200 * (Math.SQRT2 - 1)
  expect(stillWidthM({ ...HOME, distanceM: 100 }) / heightM).toBeCloseTo(STILL.widthPx / STILL.heightPx, 12)
})
