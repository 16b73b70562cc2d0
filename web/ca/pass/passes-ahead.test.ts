import type { ObservationRequest } from '@apsis/contract/odt/request.ts'
import { expect, test } from 'vitest'
import { passesAhead } from './passes-ahead.ts'

const pass = (passId: string, start: string, status: string) => ({ passId, start, status, sensorCode: 'ABC01' })

test('passes that are not over, of all requests, the next one first', () => {
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
