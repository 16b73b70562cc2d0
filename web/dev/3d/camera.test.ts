import { expect, test } from 'vitest'
import { afterKey, formatCamera, HOME, parseCamera, turned } from './camera.ts'

test.each(['earth,40,25,26000000', 'SAT-1,0,-89,5', 'A,359.5,0,1.5'])('camera %s: text → camera → text', (text) => {
  expect(formatCamera(parseCamera(text))).toBe(text)
})

test.each([undefined, '', 'earth', 'earth,1,2', 'earth,a,b,c', ',1,2,3'])(
  'parseCamera of %s is the view from home',
  (text) => {
    expect(parseCamera(text)).toEqual(HOME)
  },
)

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
