import { expect, test } from 'vitest'
import { sizeOf } from './annual-event.ts'

test('sizeOf() has class limits at diameters of 10 cm and 1 m', () => {
  expect([null, 0.04, 0.05, 0.49, 0.5].map(sizeOf)).toEqual([
    'unknown',
    'below-10-cm',
    '10-cm-to-1-m',
    '10-cm-to-1-m',
    'above-1-m',
  ])
})
