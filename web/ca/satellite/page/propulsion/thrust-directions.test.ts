import type { ThrustDirections } from '@apsis/contract/ca/satellite/thrust-directions.ts'
import { expect, test } from 'vitest'
import { directionsDraft, directionsOf } from './thrust-directions.ts'

test('entered directions are written and read back the same', () => {
  const all: (ThrustDirections | undefined)[] = [
    undefined,
    { kind: 'CONE', frame: 'TNW', axis: [1, 0, -0.25], halfAngleDeg: 12.5 },
    { kind: 'THRUSTERS', frame: 'RTN', vectors: [[0, 1, 0], [0, -1, 0], [0.5, 0, -0.5]] },
  ] // biome-ignore format: a list
  for (const one of all) expect(directionsOf(directionsDraft(one))).toEqual(one)
})

test('unreadable vectors and an unreadable angle are distinguished', () => {
  const cone = directionsDraft({ kind: 'CONE', frame: 'RTN', axis: [0, 1, 0], halfAngleDeg: 30 })
  expect(directionsOf({ ...cone, vectors: '0 1' })).toBe('vectors')
  expect(directionsOf({ ...cone, vectors: '0 0 0' })).toBe('vectors')
  expect(directionsOf({ ...cone, vectors: '0 1 0\n1 0 0' })).toBe('vectors')
  expect(directionsOf({ ...cone, halfAngleDeg: '' })).toBe('angle')
  expect(directionsOf({ ...cone, halfAngleDeg: '181' })).toBe('angle')
  expect(directionsOf({ ...cone, kind: 'THRUSTERS', vectors: '' })).toBe('vectors')
  expect(directionsOf({ ...cone, kind: 'THRUSTERS', vectors: '0 1 0\n\n1; 0; 0 ' })).toEqual({
    kind: 'THRUSTERS',
    frame: 'RTN',
    vectors: [
      [0, 1, 0],
      [1, 0, 0],
    ],
  })
})
