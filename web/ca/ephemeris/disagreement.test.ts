import { expect, test } from 'vitest'
import { disagreementsOf } from './disagreement.tsx'

const VALUES = {
  cdmId: 'c',
  messageId: 'M-1',
  originator: 'TESTER',
  tcaAt: '2026-11-21T14:13:07.000Z',
  distanceM: 5_000,
  sigma: 138,
}

test('disagreementsOf() returns the messages that a refusal names, and none for other refusals', () => {
  const details = [
    { code: 'ephemeris.disagrees', message: 'In English', pointer: '#/isDisagreementSeen', values: VALUES },
    { code: 'ephemeris.study', message: 'In English', pointer: '#/kind' },
  ]
  expect(disagreementsOf({ details })).toEqual([
    {
      id: 'c',
      message: 'M-1',
      originator: 'TESTER',
      tcaMs: Date.UTC(2026, 10, 21, 14, 13, 7),
      distanceM: 5_000,
      sigma: 138,
    },
  ])
  expect(disagreementsOf(null)).toEqual([])
})
