import type { Encounter } from '@apsis/astro/screening/screened-object.ts'
import { expect, test } from 'vitest'
import { compareEvents, describeComparison, type Events, isIdentical, isSame } from './compare.ts'

const THRESHOLD_M = 5000

function encounter(seconds: number, changes: Partial<Encounter> = {}): Encounter {
  return { first: 1, second: 2, kind: 'minimum', seconds, missM: 1000, relativeSpeedMps: 9000, ...changes }
}

const TRUTH = [
  encounter(0, { kind: 'start', first: 4 }),
  encounter(100),
  encounter(3000),
  encounter(5000, { first: 0, relativeSpeedMps: 2 }),
]
const truth: Events = { encounters: TRUTH, notScreened: [{ place: 7, reason: 'decayed', untilS: 50 }] }

function compareWith(encounters: readonly Encounter[], notScreened = truth.notScreened) {
  return compareEvents({ encounters, notScreened }, truth, THRESHOLD_M)
}

/** The truth with one encounter changed. */
function changed(at: number, changes: Partial<Encounter>): Encounter[] {
  return TRUTH.map((each, k) => (k === at ? { ...each, ...changes } : each))
}

test('compareEvents: the same events in another order are equal', () => {
  const comparison = compareWith(TRUTH.toReversed())
  expect(isSame(comparison)).toBe(true)
  expect(comparison.matched).toBe(4)
})

test('compareEvents: each event that is removed counts as missed', () => {
  for (const gone of TRUTH) {
    const comparison = compareWith(TRUTH.filter((each) => each !== gone))
    expect(isSame(comparison)).toBe(false)
    expect(comparison.missed).toEqual([gone])
  }
})

test('compareEvents: an additional event counts as extra, even if it is a duplicate', () => {
  const other = encounter(700, { second: 9 })
  expect(compareWith([...TRUTH, other]).extra).toEqual([other])
  expect(compareWith([...TRUTH, encounter(100)]).extra).toEqual([encounter(100)])
  expect(isSame(compareWith([...TRUTH, encounter(100)]))).toBe(false)
})

test('compareEvents: a fast encounter may be 1 ms and 1 m apart, and no more', () => {
  expect(isSame(compareWith(changed(1, { seconds: 100.0009, missM: 1000.9 })))).toBe(true)
  for (const shift of [{ seconds: 100.0011 }, { missM: 998.9 }]) {
    const comparison = compareWith(changed(1, shift))
    expect(isSame(comparison)).toBe(false)
    expect([comparison.missed.length, comparison.extra.length]).toEqual([1, 1])
  }
})

test('compareEvents: a slow encounter may be 1 s and 10 m apart, and no more', () => {
  expect(isSame(compareWith(changed(3, { seconds: 5000.9, missM: 1009 })))).toBe(true)
  expect(isSame(compareWith(changed(3, { seconds: 5001.1 })))).toBe(false)
  expect(isSame(compareWith(changed(3, { missM: 1011 })))).toBe(false)
})

test('compareEvents: an end of the interval does not match a minimum, and a pair matches no other pair', () => {
  expect(isSame(compareWith(changed(0, { kind: 'minimum' })))).toBe(false)
  expect(isSame(compareWith(changed(1, { second: 3 })))).toBe(false)
})

test('compareEvents: an event on one side only is accepted within a metre of the threshold', () => {
  const onWall = encounter(900, { missM: THRESHOLD_M - 0.5 })
  const inside = encounter(900, { missM: THRESHOLD_M - 1.5 })
  expect(compareWith([...TRUTH, onWall])).toMatchObject({ extra: [], onWall: 1 })
  expect(compareWith([...TRUTH, inside])).toMatchObject({ extra: [inside], onWall: 0 })
})

test('compareEvents: results that lost different objects are not the same', () => {
  expect(isSame(compareWith(TRUTH, []))).toBe(false)
  expect(isSame(compareWith(TRUTH, [{ place: 8, reason: 'decayed', untilS: 50 }]))).toBe(false)
})

test('isIdentical compares to the last bit', () => {
  const next = 100 + 2 ** -46
  expect(isIdentical(truth, { ...truth, encounters: [...TRUTH] })).toBe(true)
  expect(next).not.toBe(100)
  expect(isIdentical(truth, { ...truth, encounters: changed(1, { seconds: next }) })).toBe(false)
})

test('describeComparison: if one of many events is missed, the share found is below 100 %', () => {
  const many = Array.from({ length: 12_000 }, (_, k) => encounter(10 * k))
  const whole: Events = { encounters: many, notScreened: [] }
  const comparison = compareEvents({ encounters: many.slice(1), notScreened: [] }, whole, THRESHOLD_M)
  expect(describeComparison(comparison)).toContain('99.99 % found (11999 of 12000), 0 extra')
})
