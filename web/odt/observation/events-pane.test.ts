import { expect, test } from 'vitest'
import { eventTable } from './events-pane.tsx'

test('the events for which a track was used are exported as a table: one row for each, in the words of the API', () => {
  const conjunctionId = '7c9e6679-7425-40de-944b-e07fc1f90ae7'
  const at = '2026-11-22T23:21:00.000Z'
  expect(eventTable([{ conjunctionId, outcome: 'FUSED', at }])).toEqual({
    columns: ['conjunctionId', 'outcome', 'at, UTC'],
    rows: [[conjunctionId, 'FUSED', at]],
  })
})
