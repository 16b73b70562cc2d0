import { expect, test } from 'vitest'
import { hasMoved } from './file-sky.tsx'

const PLACE = { latitude: 48.2, longitude: 16.37, altitude: 171 }

test('a sensor has moved if its place differs, and not if the same place is written in another way', () => {
  expect(hasMoved(PLACE, { ...PLACE })).toBe(false)
  // 376.37° east is 16.37° east, and digits below a metre do not count as a move.
  expect(hasMoved({ ...PLACE, longitude: 376.37 - 360 }, { ...PLACE, latitude: 48.200_004, altitude: 171.4 })).toBe(
    false,
  )
  expect(hasMoved({ ...PLACE, longitude: 359.999_999 }, { ...PLACE, longitude: 0.000_001 })).toBe(false)
  for (const moved of [{ latitude: 48.3 }, { longitude: -16.37 }, { altitude: 180 }])
    expect(hasMoved(PLACE, { ...PLACE, ...moved })).toBe(true)
})

test('a removed sensor, or one whose place at that time is not known, is not reported as moved', () => {
  expect(hasMoved(null, PLACE)).toBe(false)
  expect(hasMoved(PLACE, undefined)).toBe(false)
})
