import { expect, test } from 'vitest'
import { screeningOf } from './too-long.tsx'

test('screeningOf: a search that takes too long becomes a job with the same values', () => {
  const from = '2026-11-20T07:02:00.000Z'
  expect(screeningOf({ 'satellite-id': 'own', with: 'all', hours: 72, 'max-km': 2.5, from })).toEqual({
    'satellite-id': 'own',
    against: 'CAT',
    hours: 72,
    thresholdM: 2_500,
    from,
  })
})

test("screeningOf: no job accepts pasted lines or the number of an object that is not the organisation's", () => {
  expect(screeningOf({ 'norad-id': 25_544, hours: 72 })).toBeUndefined()
  expect(screeningOf({ tle: '1 …\n2 …', hours: 72 })).toBeUndefined()
})
