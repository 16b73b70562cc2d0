import { Propulsion } from '@apsis/contract/ca/satellite/propulsion.ts'
import { expect, test } from 'vitest'
import { massText, propulsionText, timeText } from './propulsion-text.ts'

test.each([
  [12, '12 s'],
  [99, '99 s'],
  [100, '2 min'],
  [2_460, '41 min'],
  [5_399, '90 min'],
  [5_400, '1.5 h'],
  [11_520, '3.2 h'],
  [172_799, '48.0 h'],
  [172_800, '2.0 d'],
])('timeText() writes %i s as %s', (seconds, text) => {
  expect(timeText(seconds)).toBe(text)
})

test.each([
  [0.012, '12 g'],
  [0.5, '500 g'],
  [1, '1.0 kg'],
  [1.23, '1.2 kg'],
])('massText() writes %f kg as %s', (kg, text) => {
  expect(massText(kg)).toBe(text)
})

test('an engine is described with thrust and specific impulse, and assumed numbers are marked', () => {
  expect(propulsionText(Propulsion.parse({ type: 'IMPULSIVE', thrustN: 1, ispS: 220 }))).toBe('Impulsive, 1 N, 220 s')
  // A type without numbers gets usual numbers, which are marked as assumed.
  expect(propulsionText(Propulsion.parse('CONTINUOUS'))).toBe(
    'Continuous, 0.01 N, 1\u202f500 s: engine assumed, enter yours',
  )
  expect(propulsionText(Propulsion.parse('DIFFERENTIAL_DRAG'))).toMatch(/: engine assumed, enter yours$/)
  const own = { type: 'DIFFERENTIAL_DRAG', minAreaM2: 0.03, maxAreaM2: 0.2 }
  expect(propulsionText(Propulsion.parse(own))).not.toContain('assumed')
})
