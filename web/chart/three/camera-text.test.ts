import { expect, test } from 'vitest'
import { HOME } from './camera.ts'
import { formatCamera, parseCamera } from './camera-text.ts'

test.each(['earth,40,25,26000000', 'SAT-1,0,-89,5', 'A,359.5,0,1.5'])(
  'camera %s is the same after formatting and parsing',
  (text) => {
    expect(formatCamera(parseCamera(text, HOME))).toBe(text)
  },
)

test.each([undefined, '', 'earth', 'earth,1,2', 'earth,a,b,c', ',1,2,3'])(
  'parseCamera of %s returns the home view',
  (text) => {
    expect(parseCamera(text, HOME)).toBe(HOME)
    expect(parseCamera(text, undefined)).toBeUndefined()
  },
)

test('a parsed camera is limited to the allowed range, and its numbers are written with six digits', () => {
  expect(parseCamera('x,400,95,0', HOME)).toEqual({ target: 'x', azimuthDeg: 40, elevationDeg: 89, distanceM: 1 })
  expect(formatCamera({ ...HOME, distanceM: 12_345_678 })).toBe('earth,300,25,12345700')
})
