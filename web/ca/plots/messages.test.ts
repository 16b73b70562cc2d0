import { expect, test } from 'vitest'
import { byOriginator, cadenceOf, expectedAfter, inOrder, selectedOf } from './messages.ts'
import { cdmWith } from './testing/event.ts'

const at = (time: string) => `2026-11-${time}:00.000Z`
const hours = (n: number) => n * 3_600_000
const three = inOrder([
  cdmWith({ number: 3, created: at('19T05:00') }),
  cdmWith({ number: 1, created: at('18T13:00') }),
  cdmWith({ number: 2, created: at('18T21:00'), originator: 'OTHER' }),
])

test('inOrder numbers messages from the oldest, however they came', () => {
  expect(three.map(({ number, cdm }) => [number, cdm.messageId])).toEqual([
    [1, 'SIM-1'],
    [2, 'SIM-2'],
    [3, 'SIM-3'],
  ])
})

test('byOriginator keeps the messages of each apart', () => {
  expect([...byOriginator(three)].map(([name, all]) => [name, all.map(({ number }) => number)])).toEqual([
    ['APSIS-SIM', [1, 3]],
    ['OTHER', [2]],
  ])
})

test('selectedOf is the one asked for, else the one that counts, else the newest', () => {
  const [first, second, third] = three
  expect(selectedOf(three, first?.cdm.cdmId, second?.cdm.cdmId ?? null)).toBe(first)
  expect(selectedOf(three, 'unknown', second?.cdm.cdmId ?? null)).toBe(second)
  expect(selectedOf(three, undefined, null)).toBe(third)
  expect(selectedOf([], undefined, null)).toBeUndefined()
})

test('cadenceOf is the median of the gaps, and unknown before there is a rhythm', () => {
  expect(cadenceOf(three)).toBe(hours(8))
  expect(cadenceOf(three.slice(0, 2))).toBeUndefined()
  const uneven = ['18T00:00', '18T01:00', '18T05:00', '18T11:00', '19T11:00'].map((time, number) =>
    cdmWith({ number, created: at(time) }),
  )
  // Gaps of 1, 4, 6 and 24 hours: the median lies between the two in the middle.
  expect(cadenceOf(inOrder(uneven))).toBe(hours(5))
})

test('expectedAfter continues the rhythm until TCA, without what should have come already', () => {
  const tca = Date.parse(at('20T06:00'))
  const times = (now: string) =>
    expectedAfter(three, tca, Date.parse(at(now))).map((ms) => new Date(ms).toISOString().slice(8, 16))
  expect(times('19T06:00')).toEqual(['19T13:00', '19T21:00', '20T05:00'])
  expect(times('19T14:00')).toEqual(['19T21:00', '20T05:00'])
  expect(expectedAfter(three.slice(0, 2), tca, 0)).toEqual([])
})
