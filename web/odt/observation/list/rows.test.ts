import type { Observation } from '@apsis/contract/odt/observation/observation.ts'
import type { ObservationRequest } from '@apsis/contract/odt/request/request.ts'
import { expect, test } from 'vitest'
import { nameOf } from '../../../shell/status/testing/naming.ts'
import { countsOf, type Filter, filtered, rowsOf, whenOf } from './rows.ts'

const request = (id: string, more: object = {}) =>
  ({
    observationRequestId: id,
    objectName: 'SAT-3',
    catalogueId: 90_003,
    createdBy: 'demo',
    status: 'PLANNED',
    isEnded: false,
    observationFileId: null,
    passes: [],
    ...more,
  }) as unknown as ObservationRequest
const pass = (sensorCode: string, start: string, status = 'PENDING') => ({ sensorCode, start, status })
const file = (observationFileId: string) => ({ observationFileId }) as Observation

const asked = [
  request('a', {
    passes: [
      pass('ZUR', '2026-11-21T05:00:00.000Z'),
      pass('MAD', '2026-11-20T05:00:00.000Z'),
      pass('MAD', '2026-11-22T05:00:00.000Z'),
    ],
  }),
  request('b', { status: 'SUCCESSFUL', isEnded: true, observationFileId: 'file', createdBy: 'ada' }),
  request('c', { status: 'SUCCESSFUL', isEnded: true, observationFileId: 'unread', objectName: 'COSMOS 2251' }),
]
const rows = rowsOf(asked, [file('other'), file('file')])

test('rowsOf() returns the sensors of a request, each once and in order, its next pass and its newest file', () => {
  expect(rows.map(({ sensors }) => sensors)).toEqual([['MAD', 'ZUR'], [], []])
  expect(rows.map(({ nextMs }) => nextMs)).toEqual([Date.UTC(2026, 10, 20, 5), undefined, undefined])
  // A file that was not read is undefined.
  expect(rows.map(({ newest }) => newest?.observationFileId)).toEqual([undefined, 'file', undefined])
})

test.each<[string, Filter, string]>([
  ['nothing', {}, 'abc'],
  ['a status', { status: 'SUCCESSFUL' }, 'bc'],
  ['a sensor', { sensor: 'MAD' }, 'a'],
  ['a sensor that nobody knows', { sensor: 'NONE1' }, ''],
  ['what is open', { when: 'open' }, 'a'],
  ['what has ended', { when: 'ended' }, 'bc'],
  ['a time that nobody knows', { when: 'yesterday' }, 'abc'],
  ['a name', { q: ' cosmos ' }, 'c'],
  ['a number', { q: '90003' }, 'abc'],
  ['a person', { q: 'ada king' }, 'b'],
  ['an account', { q: 'demo' }, 'ac'],
  ['all at once', { status: 'SUCCESSFUL', when: 'ended', q: 'sat-3' }, 'b'],
])('filtered() by %s', (_, filter, ids) => {
  expect(
    filtered(rows, filter, nameOf)
      .map(({ request: one }) => one.observationRequestId)
      .join(''),
  ).toBe(ids)
})

test('whenOf() reads the address, and returns all if the address says nothing', () => {
  expect([whenOf({}), whenOf({ when: 'open' }), whenOf({ when: 'ended' })]).toEqual(['all', 'open', 'ended'])
})

test('countsOf() counts the requests of each status in the order of the states, and leaves out statuses without requests', () => {
  expect(countsOf(rows, ['SUCCESSFUL', 'FAILED', 'PLANNED'] as never)).toEqual([
    { status: 'SUCCESSFUL', count: 2 },
    { status: 'PLANNED', count: 1 },
  ])
})
