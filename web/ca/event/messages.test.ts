import { expect, test } from 'vitest'
import { byOriginator, cadenceOf, expectedAfter, inOrder, selectedOf, spanOf, standingOf } from './messages.ts'
import { cdmWith, conjunctionWith } from './testing/event.ts'

const at = (time: string) => `2026-11-${time}:00.000Z`
const hours = (n: number) => n * 3_600_000
const three = inOrder([
  cdmWith({ number: 3, created: at('19T05:00') }),
  cdmWith({ number: 1, created: at('18T13:00') }),
  cdmWith({ number: 2, created: at('18T21:00'), originator: 'OTHER' }),
])

test('inOrder numbers messages from the oldest, whatever their order of arrival', () => {
  expect(three.map(({ number, cdm }) => [number, cdm.messageId])).toEqual([
    [1, 'SIM-1'],
    [2, 'SIM-2'],
    [3, 'SIM-3'],
  ])
})

test('standingOf leaves out the messages whose track was withdrawn, and the others keep their numbers', () => {
  const withdrawn = inOrder(
    three.map(({ cdm, number }) => ({ ...cdm, withdrawnAt: number === 2 ? at('19T06:00') : null })),
  )
  expect(standingOf(withdrawn).map(({ number }) => number)).toEqual([1, 3])
  const none = withdrawn.filter(({ number }) => number === 2)
  expect(standingOf(none)).toBe(none)
})

test('byOriginator separates the messages by originator', () => {
  expect([...byOriginator(three)].map(([name, all]) => [name, all.map(({ number }) => number)])).toEqual([
    ['APSIS-SIM', [1, 3]],
    ['OTHER', [2]],
  ])
})

test('selectedOf returns the requested message, else the message that counts, else the newest', () => {
  const [first, second, third] = three
  expect(selectedOf(three, first?.cdm.cdmId, second?.cdm.cdmId ?? null)).toBe(first)
  expect(selectedOf(three, 'unknown', second?.cdm.cdmId ?? null)).toBe(second)
  expect(selectedOf(three, undefined, null)).toBe(third)
  expect(selectedOf([], undefined, null)).toBeUndefined()
})

test('cadenceOf is the median interval, and undefined until there are enough messages', () => {
  expect(cadenceOf(three)).toBe(hours(8))
  expect(cadenceOf(three.slice(0, 2))).toBeUndefined()
  const uneven = ['18T00:00', '18T01:00', '18T05:00', '18T11:00', '19T11:00'].map((time, number) =>
    cdmWith({ number, created: at(time) }),
  )
  // With intervals of 1, 4, 6 and 24 hours the median is between the two in the middle.
  expect(cadenceOf(inOrder(uneven))).toBe(hours(5))
})

test('expectedAfter continues the usual interval until TCA, and omits messages that are already overdue', () => {
  const tca = Date.parse(at('20T06:00'))
  const times = (now: string) =>
    expectedAfter(three, tca, Date.parse(at(now))).map((ms) => new Date(ms).toISOString().slice(8, 16))
  expect(times('19T06:00')).toEqual(['19T13:00', '19T21:00', '20T05:00'])
  expect(times('19T14:00')).toEqual(['19T21:00', '20T05:00'])
  expect(expectedAfter(three.slice(0, 2), tca, 0)).toEqual([])
})

test('inOrder uses the id if two messages were created at the same moment', () => {
  const created = at('18T13:00')
  const same = inOrder([cdmWith({ number: 2, created }), cdmWith({ number: 1, created })])
  expect(same.map(({ cdm }) => cdm.messageId)).toEqual(['SIM-1', 'SIM-2'])
})

test('cadenceOf ignores intervals of zero, and is undefined if all intervals are zero', () => {
  const times = ['18T00:00', '18T00:00', '18T02:00', '18T06:00'].map((time, number) =>
    cdmWith({ number, created: at(time) }),
  )
  // The intervals are 0, 2 and 4 hours.
  expect(cadenceOf(inOrder(times))).toBe(hours(3))
  expect(
    cadenceOf(inOrder(times.slice(0, 1).concat(times[1]!, cdmWith({ number: 9, created: at('18T00:00') })))),
  ).toBeUndefined()
})

test('expectedAfter returns at most twelve, none at TCA itself or now', () => {
  expect(expectedAfter(three, Date.parse(at('28T00:00')), 0)).toHaveLength(12)
  const next = Date.parse(at('19T13:00'))
  expect(expectedAfter(three, next, 0)).toEqual([])
  expect(expectedAfter(three, next + 1, 0)).toEqual([next])
  expect(expectedAfter(three, next + 1, next)).toEqual([])
})

test('spanOf begins slightly before the first message, or before the deadline if no message came earlier', () => {
  const tca = at('20T00:00')
  const event = (decideBefore: string) => {
    const { conjunctionData } = conjunctionWith({})
    return conjunctionWith({ decideBefore, conjunctionData: { ...conjunctionData, tca } })
  }
  // The first message came 35 h before TCA; 6 % of this are 2.1 h.
  expect(spanOf(event(at('19T12:00')), three)).toEqual({
    fromMs: Date.parse(at('18T13:00')) - hours(2.1),
    endMs: Date.parse(tca),
    decideMs: Date.parse(at('19T12:00')),
  })
  expect(spanOf(event(at('18T00:00')), three).fromMs).toBe(Date.parse(at('18T00:00')) - hours(2.88))
  expect(spanOf(event(at('19T00:00')), []).fromMs).toBe(Date.parse(at('19T00:00')) - hours(1.44))
  // If the deadline is after TCA, there is no margin.
  expect(spanOf(event(at('20T01:00')), []).fromMs).toBe(Date.parse(at('20T01:00')))
})
