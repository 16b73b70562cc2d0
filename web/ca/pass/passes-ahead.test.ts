import type { ObservationRequest } from '@apsis/contract/odt/request/request.ts'
import { expect, test } from 'vitest'
import { passesAhead, passTicks, unplanned } from './passes-ahead.ts'
import { tableOf } from './passes-pane.tsx'

const pass = (passId: string, start: string, status: string) => ({ passId, start, status, sensorCode: 'ABC01' })

test('passes of all requests that are not over are listed, the next one first', () => {
  const requests = [
    {
      observationRequestId: 'r1',
      objectName: 'SAT-1',
      passes: [
        pass('late', '2026-11-24T00:00:00.000Z', 'PENDING'),
        pass('done', '2026-11-20T00:00:00.000Z', 'SUCCESSFUL'),
        pass('gone', '2026-11-25T00:00:00.000Z', 'CANCELLED'),
      ],
    },
    { observationRequestId: 'r2', objectName: 'SAT-2', passes: [pass('now', '2026-11-23T00:00:00.000Z', 'EXECUTING')] },
  ] as unknown as ObservationRequest[]
  expect(passesAhead(requests).map(({ id, requestId }) => [id, requestId])).toEqual([
    ['now', 'r2'],
    ['late', 'r1'],
  ])
})

test('a request that is not yet planned is listed after the passes, with the end of its window, and a request that has ended is not listed', () => {
  const request = {
    objectName: 'SAT-1',
    conjunctionId: null,
    passes: [],
    to: '2026-11-25T00:00:00.000Z',
    isEnded: false,
  }
  const over = [pass('done', '2026-11-20T00:00:00.000Z', 'SUCCESSFUL')]
  const requests = [
    { ...request, observationRequestId: 'late', status: 'PENDING', to: '2026-11-27T00:00:00.000Z' },
    { ...request, observationRequestId: 'part', status: 'PARTIAL', passes: over },
    { ...request, observationRequestId: 'ended', status: 'INFEASIBLE', isEnded: true },
    {
      ...request,
      observationRequestId: 'ahead',
      status: 'APPROVED',
      passes: [pass('p', '2026-11-24T00:00:00.000Z', 'PENDING')],
    },
  ] as unknown as ObservationRequest[]
  expect(unplanned(requests).map(({ requestId }) => requestId)).toEqual(['part', 'late'])
  const { columns, rows } = tableOf(requests)
  const [start, id, until] = ['start', 'request_id', 'until'].map((name) => columns.indexOf(name)) as [
    number,
    number,
    number,
  ]
  expect(rows.map((row) => [row[start], row[id], row[until]])).toEqual([
    ['2026-11-24T00:00:00.000Z', 'ahead', undefined],
    [undefined, 'part', '2026-11-25T00:00:00.000Z'],
    [undefined, 'late', '2026-11-27T00:00:00.000Z'],
  ])
})

test('a pass is in the lane of the satellite whose event it is for, else of the satellite that it tracks, else in none', () => {
  const ahead = {
    requestId: 'r',
    name: 'DEB',
    sensorCode: 'RAD01',
    atMs: Date.UTC(2026, 10, 24),
    status: 'PENDING' as const,
  }
  const more = { ...ahead, isOverdue: false, isSimulated: true }
  const rows = [{ id: 'event', satelliteKey: 'own' }] as unknown as Parameters<typeof passTicks>[1]
  const ticks = passTicks(
    [
      { ...more, id: 'debris', satelliteId: null, conjunctionId: 'event' },
      { ...more, id: 'own', satelliteId: 'sat', conjunctionId: null },
      { ...more, id: 'nobody', satelliteId: null, conjunctionId: null },
    ],
    rows,
  )
  expect(ticks.map(({ id, satelliteKey }) => [id, satelliteKey])).toEqual([
    ['debris', 'own'],
    ['own', 'sat'],
  ])
  expect(ticks[0]?.name).toContain('DEB, RAD01, 2026-11-24 00:00')
})
