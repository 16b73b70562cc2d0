import { expect, test } from 'vitest'
import { ARROWS, lookOf, searchOfLook } from './look.ts'

const CAMERA = { target: 'object2', azimuthDeg: 40, elevationDeg: -12.5, distanceM: 350 }

test('a view is the same after it was written to the address and read back; default values are omitted', () => {
  const look = { sigma: '3', seconds: -0.0125, camera: CAMERA, arrows: ['sun'] } as const
  const search = { sigma: '3', second: '-0.0125', camera: 'object2,40,-12.5,350', arrows: 'sun' }
  expect(searchOfLook(look)).toEqual(search)
  expect(lookOf(search)).toEqual(look)
  expect(searchOfLook(lookOf({}))).toEqual({})
  expect(lookOf({}).arrows).toEqual(ARROWS)
  const bare = { ...look, arrows: [] }
  expect(lookOf(searchOfLook(bare))).toEqual(bare)
})

test('an invalid value in an address is ignored, and a time is written to the microsecond', () => {
  expect(lookOf({ sigma: '4', second: 'soon', camera: 'encounter', arrows: 'both' })).toEqual({
    sigma: '1',
    seconds: 0,
    camera: undefined,
    arrows: ARROWS,
  })
  // The Earth cannot be the centre of the picture of an encounter.
  expect(lookOf({ camera: 'earth,40,-12.5,350' }).camera).toBeUndefined()
  const look = { sigma: '1', seconds: 0.123_456_789, camera: undefined, arrows: ARROWS } as const
  expect(searchOfLook(look).second).toBe('0.123457')
})
