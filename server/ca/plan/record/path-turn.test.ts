import type { PathScreening } from '@apsis/contract/ca/plan/path-screening.ts'
import { expect, test } from 'vitest'
import { ApiError } from '../../../platform/api-error.ts'
import { TaskLimitError } from '../../../platform/thread/task.ts'
import { WAITING_PATHS } from '../life/path-work.ts'
import { flightsAfter, MOST_FLIGHTS, typesToAsk } from './path-turn.ts'
import { refuseCostly } from './refuse.ts'

const HOUR_MS = 3_600_000
const clear = WAITING_PATHS.map((path): PathScreening => ({ ...path, result: 'CLEAR' }))
/** Returns screenings of which the first failed this many times, because its path could not be propagated. */
const inVain = (flights: number) =>
  clear.map((path, place): PathScreening => {
    const causes = [{ code: 'path-not-begun' as const, values: { why: 'that takes more than 60 s', flights } }]
    return place === 0 ? { ...path, result: 'NOT_SCREENED', causes } : path
  })
const TYPES = ['OPS_VS_CAT', 'OPS_VS_TLE', 'OPS_VS_OPS']

test('typesToAsk() requests new screenings at once, and changed ones at intervals', () => {
  expect(typesToAsk({ known: WAITING_PATHS, isSame: true, ageMs: 0 })).toEqual(TYPES)
  expect(typesToAsk({ known: clear, isSame: true, ageMs: HOUR_MS })).toEqual([])
  expect(typesToAsk({ known: clear, isSame: false, ageMs: 1_000 })).toEqual([])
  expect(typesToAsk({ known: clear, isSame: false, ageMs: HOUR_MS })).toEqual(TYPES)
  const [first, ...rest] = clear
  const running = [{ ...first!, runningId: '6f9619ff-8b86-4011-b42d-00c04fc964ff' }, ...rest]
  expect(typesToAsk({ known: running, isSame: false, ageMs: HOUR_MS })).toEqual([])
})

test('a path whose propagation takes too long is tried again, even without new data, and after some tries only with new data', () => {
  expect(typesToAsk({ known: inVain(1), isSame: true, ageMs: 1_000 })).toEqual([])
  expect(typesToAsk({ known: inVain(1), isSame: true, ageMs: HOUR_MS })).toEqual(['OPS_VS_CAT'])
  expect(typesToAsk({ known: inVain(MOST_FLIGHTS), isSame: true, ageMs: HOUR_MS })).toEqual([])
  expect(typesToAsk({ known: inVain(MOST_FLIGHTS), isSame: false, ageMs: HOUR_MS })).toEqual(TYPES)
})

test('a propagation that takes too long is counted, one that needs too much memory is not repeated, and the refusal says which', async () => {
  const refused = (limit: Error) => refuseCostly('path-too-costly', () => Promise.reject(limit)).catch((error) => error)
  const late = await refused(new TaskLimitError('more than 60 s', true, 60))
  expect(late).toMatchObject({
    message: expect.stringContaining('takes more than 60 s'),
    errors: [{ code: 'manoeuvre.path-too-costly', values: { limit: 'time', most: 60 } }],
  })
  expect([flightsAfter(undefined, late), flightsAfter(inVain(2)[0], late)]).toEqual([1, 3])
  const large = await refused(new TaskLimitError('more than 512 MiB of memory', false, 512))
  expect(flightsAfter(undefined, large)).toBe(MOST_FLIGHTS)
  expect(flightsAfter(undefined, new ApiError('unprocessable', 'the path falls'))).toBeUndefined()
})
