import { EventTracking } from '@apsis/contract/odt/conjunction.ts'
import { expect, test } from 'vitest'
import { OWN_TRACK } from '../../../paths.ts'
import { observedOf } from './tracks-pane.tsx'

const at = (hour: number) => `2026-11-22T${String(hour).padStart(2, '0')}:00:00.000Z`
const times = (hour: number) => ({ start: at(hour), end: at(hour).replace(':00:00.', ':03:00.') })
const REQUEST = '0c9b7e1a-0f4e-4b52-8f0e-5d4c3b2a1908'
const BROUGHT_BY = '0c9b7e1a-0f4e-4b52-8f0e-5d4c3b2a1909'
const FILES = ['9a3c1d52-1c54-4c4a-9c55-6d4f6c1d2e10', '9a3c1d52-1c54-4c4a-9c55-6d4f6c1d2e11']

/** The event of the contract’s example, whose objects have tracks and ordered passes. */
function tracked(): EventTracking {
  const event = (EventTracking.meta()?.examples as EventTracking[] | undefined)?.[0]
  if (event === undefined) throw new Error('The contract has no example of the tracking of an event.')
  const [first, second] = event.objects
  if (first === undefined || second === undefined) throw new Error('The example has no two objects.')
  const made = (file: string | undefined, hour: number, request: string | null) => ({
    observationFileId: file ?? '',
    observationRequestId: request,
    sensorCode: 'OWNR',
    ...times(hour),
    measurements: 12,
    isSimulated: false,
  })
  const tasked = (hour: number) => ({
    observationRequestId: REQUEST,
    sensorCode: 'RAD01',
    groundSensorName: 'Eifel',
    ...times(hour),
    status: 'PENDING' as const,
  })
  return {
    ...event,
    objects: [
      { ...first, name: 'FIRST', made: [made(FILES[0], 5, null)], tasked: [tasked(20)] },
      { ...second, name: 'SECOND', made: [made(FILES[1], 7, BROUGHT_BY)], tasked: [tasked(18)] },
    ],
  }
}

test('what is to come stands first, the next before the later, then the newest track of either object', () => {
  const rows = observedOf(tracked())
  expect(rows.map(({ object, start }) => [object, start])).toEqual([
    ['SECOND', at(18)],
    ['FIRST', at(20)],
    ['SECOND', at(7)],
    ['FIRST', at(5)],
  ])
})

test('every track leads to its report, also one that changed nothing in the event, and a pass to its request', () => {
  const rows = observedOf(tracked())
  expect(rows.map(({ requestId }) => requestId)).toEqual([REQUEST, REQUEST, BROUGHT_BY, OWN_TRACK])
})
