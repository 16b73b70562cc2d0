import { expect, test } from 'vitest'
import { lookOf, searchOfLook } from './look.ts'

const CAMERA = { target: 'encounter', azimuthDeg: 40, elevationDeg: -12.5, distanceM: 350 }

test('a look goes into the address and comes back; the usual is left out', () => {
  const look = { sigma: '3', seconds: -0.0125, camera: CAMERA } as const
  const search = { sigma: '3', second: '-0.0125', camera: 'encounter,40,-12.5,350' }
  expect(searchOfLook(look)).toEqual(search)
  expect(lookOf(search)).toEqual(look)
  expect(searchOfLook(lookOf({}))).toEqual({})
})

test('what makes no sense in an address is as if it were not said, and a time is written to the microsecond', () => {
  expect(lookOf({ sigma: '4', second: 'soon', camera: 'encounter' })).toEqual({
    ...{ sigma: '1', seconds: 0, camera: undefined },
  })
  expect(searchOfLook({ sigma: '1', seconds: 0.123_456_789, camera: undefined }).second).toBe('0.123457')
})
