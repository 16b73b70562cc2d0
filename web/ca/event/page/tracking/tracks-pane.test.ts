import { EventTracking } from '@apsis/contract/odt/tracking/conjunction.ts'
import { expect, test } from 'vitest'
import { OWN_TRACK } from '../../../../site/paths.ts'
import { fileOf } from '../../../../ui/table/column.ts'
import { chanceText, seenText, trackText } from './chance-text.ts'
import { observedOf, trackColumns } from './tracks-pane.tsx'
import { trackingWords } from './words.data.ts'

const at = (hour: number) => `2026-11-22T${String(hour).padStart(2, '0')}:00:00.000Z`
const times = (hour: number) => ({ start: at(hour), end: at(hour).replace(':00:00.', ':03:00.') })
const REQUEST = '0c9b7e1a-0f4e-4b52-8f0e-5d4c3b2a1908'
const BROUGHT_BY = '0c9b7e1a-0f4e-4b52-8f0e-5d4c3b2a1909'
const FILES = ['9a3c1d52-1c54-4c4a-9c55-6d4f6c1d2e10', '9a3c1d52-1c54-4c4a-9c55-6d4f6c1d2e11']

/** Returns the event of the contract’s example, whose objects have tracks and ordered passes. */
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
    maximumElevation: 42,
    range: 1e6,
    magnitude: null,
    phaseAngle: null,
    clearSky: null,
    detection: { probability: 0.8, theoretical: 0.97, empirical: 0.75, tries: 4, successes: 3 },
  })
  return {
    ...event,
    objects: [
      { ...first, name: 'FIRST', made: [made(FILES[0], 5, null)], tasked: [tasked(20)] },
      { ...second, name: 'SECOND', made: [made(FILES[1], 7, BROUGHT_BY)], tasked: [tasked(18)] },
    ],
  }
}

test('future passes are first, in order of time, then the tracks of both objects, newest first', () => {
  const rows = observedOf(tracked())
  expect(rows.map(({ object, start }) => [object, start])).toEqual([
    ['SECOND', at(18)],
    ['FIRST', at(20)],
    ['SECOND', at(7)],
    ['FIRST', at(5)],
  ])
})

test('every track links to its report, also one that changed nothing in the event, and a pass to its request', () => {
  const rows = observedOf(tracked())
  expect(rows.map(({ requestId }) => requestId)).toEqual([REQUEST, REQUEST, BROUGHT_BY, OWN_TRACK])
})

test('an ordered pass shows its expected result, by theory and by the record of its sensor, in the table and its file', () => {
  const rows = observedOf(tracked())
  const pass = rows[0]!.pass!
  expect(chanceText(pass.detection)).toBe('by light and weather 97\u00a0%; record 3 of 4, 75\u00a0%')
  expect(trackText(pass.detection)).toBe('80\u00a0% (by light and weather 97\u00a0%; record 3 of 4, 75\u00a0%)')
  expect(seenText({ ...pass, magnitude: 8.24, phaseAngle: 61, clearSky: 0.6 })).toBe(
    '42°, 8.2 mag, phase 61°, clear 60\u00a0%',
  )
  const unknown = { probability: null, theoretical: null, empirical: null, tries: 0, successes: 0 }
  expect(trackText(unknown)).toBe('by light and weather not known; record none yet')
  const { columns, rows: lines } = fileOf(trackColumns(trackingWords), rows)
  const of = (line: number, name: string) => lines[line]?.[columns.indexOf(name)]
  expect(
    ['track_theoretical', 'track_empirical', 'sensor_tries', 'sensor_successes'].map((name) => of(0, name)),
  ).toEqual([0.97, 0.75, 4, 3])
  expect([of(0, 'maximum_elevation_deg'), of(2, 'track_theoretical')]).toEqual([42, undefined])
  expect(lines.every((line) => line.length === columns.length)).toBe(true)
})
