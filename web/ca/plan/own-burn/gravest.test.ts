import { EXAMPLE_SCREENING } from '@apsis/contract/ca/plan/manoeuvre-plan.ts'
import { EXAMPLE_PATH } from '@apsis/contract/ca/plan/path-screening.ts'
import { expect, test } from 'vitest'
import { gravestOf, unlookedOf } from './gravest.ts'

const [event] = EXAMPLE_SCREENING.events
const [encounter] = EXAMPLE_PATH.encounters

test('the gravest result is the event or the encounter with the largest probability, also with burns that deviate from the plan', () => {
  expect(gravestOf(EXAMPLE_SCREENING)).toMatchObject({ source: 'MESSAGE', probability: 6.2e-5, object: 'SIM DEB' })
  const near = { ...encounter!, nominal: null, hot: { ...encounter!.nominal!, probability: 3e-4, missM: 40 } }
  const paths = [{ ...EXAMPLE_PATH, encounters: [near] }]
  expect(gravestOf({ events: [event!], paths })).toMatchObject({ source: 'OPS_VS_CAT', probability: 3e-4, missM: 40 })
  // An encounter that a message assesses is not counted twice, and the path without the burns does not count.
  const judged = { ...near, isOfMessage: true }
  const missed = { ...encounter!, nominal: null, missed: { ...encounter!.nominal!, probability: 1 } }
  expect(gravestOf({ events: [], paths: [{ ...EXAMPLE_PATH, encounters: [judged, missed] }] })).toBeUndefined()
  // An encounter without a probability counts with its maximum.
  const unknown = { ...encounter!, nominal: { ...encounter!.nominal!, probability: null, maximumProbability: 0.1 } }
  expect(gravestOf({ events: [event!], paths: [{ ...EXAMPLE_PATH, encounters: [unknown] }] })).toMatchObject({
    probability: null,
    most: 0.1,
  })
})

test('gaps are counted: events, objects, and paths that are waiting, failed, or had nothing to compare with', () => {
  const path = (more: object) => ({ ...EXAMPLE_PATH, ...more })
  expect(
    unlookedOf({
      notScreened: [{ conjunctionId: event!.conjunctionId, reason: 'no covariance', cause: { why: 'no covariance' } }],
      paths: [
        path({ notScreened: 3 }),
        path({ type: 'OPS_VS_TLE', result: 'WAITING' }),
        path({ type: 'OPS_VS_OPS', result: 'NOT_SCREENED', reasons: [] }),
      ],
    }),
  ).toEqual({ events: 1, objects: 3, waiting: ['OPS_VS_TLE'], failed: [], empty: ['OPS_VS_OPS'] })
  expect(
    unlookedOf({ notScreened: [], paths: [path({ result: 'NOT_SCREENED', reasons: ['failed'] })] }).failed,
  ).toEqual(['OPS_VS_CAT'])
})
