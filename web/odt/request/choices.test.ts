import { MOST_PASSES_OF_REQUEST } from '@apsis/contract/odt/request/request.ts'
import type { RankedPass, TrackedObject } from '@apsis/contract/odt/tracking/conjunction.ts'
import { expect, test } from 'vitest'
import type { PassOf } from '../pass/pass-query.ts'
import {
  bestFirst,
  type Choice,
  choicesOf,
  conflictsOf,
  isFull,
  isSamePass,
  objectOf,
  shownOf,
  toggled,
} from './choices.ts'
import { newDraft } from './draft.ts'

const ranked = (name: string, measurementType: RankedPass['measurementType']) =>
  ({ name, measurementType, sensorCode: name.slice(0, 5), start: '2026-11-23T18:01:00Z' }) as RankedPass
const object = (part: Partial<TrackedObject>) =>
  ({ place: 2, catalogueId: 90_141, satelliteId: null, unranked: null, passes: [], ...part }) as TrackedObject
const event = (...objects: TrackedObject[]) => ({ objects }) as unknown as Parameters<typeof objectOf>[1]

test('objectOf finds the object of the draft by its satellite or its number, and no other object', () => {
  const [own, debris] = [object({ place: 1, catalogueId: 90_003, satelliteId: 's-1' }), object({})]
  expect(objectOf({ ...newDraft(), satellite: 's-1' }, event(own, debris))).toBe(own)
  expect(objectOf(newDraft('90141'), event(own, debris))).toBe(debris)
  expect(objectOf(newDraft('5'), event(own, debris))).toBe(undefined)
  expect(objectOf(newDraft(), event(own, debris))).toBe(undefined)
})

test("choicesOf keeps the order of the ranking, with passes of the draft's measurement only", () => {
  const passes = [ranked('ABC02@b', 'OPTICAL'), ranked('RAD01@a', 'RADAR'), ranked('ABC01@a', 'OPTICAL')]
  const names = choicesOf(newDraft('90141'), object({ passes }), [], []).map(({ name }) => name)
  expect(names).toEqual(['ABC02@b', 'ABC01@a'])
})

test('choicesOf returns the observable passes without a value if nothing is ranked', () => {
  const seen = {
    name: 'ABC01@2026-11-23T18:04:11Z',
    code: 'ABC01',
    startMs: 1,
    seenMs: 2,
    pass: { maximumElevation: 40, magnitude: null },
  }
  const passes = [seen, { ...seen, name: 'ABC01@y', seenMs: undefined }] as unknown as Parameters<typeof choicesOf>[3]
  const unranked = object({ unranked: 'NO_COVARIANCE' })
  for (const about of [undefined, unranked])
    expect(choicesOf(newDraft('90141'), about, [], passes)).toMatchObject([
      { name: 'ABC01@2026-11-23T18:04:11Z', worth: undefined },
    ])
})

test('choicesOf leaves out ranked passes that are too low or too short for the draft', () => {
  const name = 'ABC01@2026-11-23T18:04:11Z'
  const times = { startMs: Date.UTC(2026, 10, 23, 18), endMs: Date.UTC(2026, 10, 23, 18, 8) }
  const of = (seenMs: number | undefined) =>
    [{ name, code: 'ABC01', seenMs, ...times }] as unknown as Parameters<typeof choicesOf>[3]
  const about = object({ passes: [ranked(name, 'OPTICAL')] })
  const limited = { ...newDraft('90141'), elevation: '60' }
  expect(choicesOf(limited, about, [], of(undefined))).toEqual([])
  expect(choicesOf(limited, about, [], of(times.startMs))).toHaveLength(1)
  // Without a limit, and before the passes are known, the ranking is used.
  expect(choicesOf(newDraft('90141'), about, [], of(undefined))).toHaveLength(1)
  expect(choicesOf(limited, about, [], [])).toHaveLength(1)
})

test('a chosen pass keeps its name if other limits shift its track by seconds', () => {
  const pass = {
    name: 'ABC01@2026-11-23T18:04:11Z',
    code: 'ABC01',
    seenMs: 1,
    pass: { maximumElevation: 40, magnitude: null },
    startMs: Date.UTC(2026, 10, 23, 18),
    endMs: Date.UTC(2026, 10, 23, 18, 8),
  }
  const passes = [pass] as unknown as Parameters<typeof choicesOf>[3]
  const chosen = 'ABC01@2026-11-23T18:04:02Z'
  const names = choicesOf({ ...newDraft('90141'), names: [chosen] }, undefined, [], passes).map((one) => one.name)
  expect(names).toEqual([chosen])
})

test("conflictsOf names the other booking of a choice's sensor at that time", () => {
  const name = 'ABC01@2026-11-23T18:04:11Z'
  const pass = {
    name,
    code: 'ABC01',
    startMs: Date.UTC(2026, 10, 23, 18),
    endMs: Date.UTC(2026, 10, 23, 18, 8),
    pass: { visibilityIntervals: [{ start: '2026-11-23T18:02:00Z', end: '2026-11-23T18:06:00Z' }] },
  } as unknown as PassOf
  const busy = { sensorCode: 'ABC01', status: 'PENDING' as const, objectName: 'OTHER', isSame: false, slewRate: null }
  const at = (start: string, end: string) => [{ ...busy, start, end }]
  const choices = [{ name, code: 'ABC01' }] as Choice[]
  const during = conflictsOf(choices, [pass], at('2026-11-23T18:05:00Z', '2026-11-23T18:08:00Z'))
  expect([...during]).toEqual([[name, 'OTHER']])
  // The track is in the middle of the pass, until 18:05:30, and its sensor needs a minute from one object to the next.
  expect(conflictsOf(choices, [pass], at('2026-11-23T18:06:29Z', '2026-11-23T18:09:00Z')).size).toBe(1)
  expect(conflictsOf(choices, [pass], at('2026-11-23T18:06:30Z', '2026-11-23T18:09:00Z')).size).toBe(0)
})

test('isSamePass is true for a time within the pass over its own sensor', () => {
  const pass = { code: 'ABC01', startMs: Date.UTC(2026, 10, 23, 18), endMs: Date.UTC(2026, 10, 23, 18, 8) }
  expect(isSamePass('ABC01@2026-11-23T18:04:11Z', pass)).toBe(true)
  expect(isSamePass('ABC02@2026-11-23T18:04:11Z', pass)).toBe(false)
  expect(isSamePass('ABC01@2026-11-23T19:40:00Z', pass)).toBe(false)
})

test('isSamePass is true for a name whose time is outside the pass by seconds because of another orbit (the server accepts 120 s)', () => {
  const pass = { code: 'ABC01', startMs: Date.UTC(2026, 10, 23, 18), endMs: Date.UTC(2026, 10, 23, 18, 8) }
  expect(isSamePass('ABC01@2026-11-23T17:59:57Z', pass)).toBe(true)
  expect(isSamePass('ABC01@2026-11-23T17:57:59Z', pass)).toBe(false)
})

test('shownOf returns the pass that was pressed, else the best chosen pass, else the best pass', () => {
  const at = (code: string, minute: number) => {
    const startMs = Date.UTC(2026, 10, 23, 18, minute)
    return { name: `${code}@${new Date(startMs).toISOString().slice(0, 19)}Z`, code, startMs, endMs: startMs + 300_000 }
  }
  // The passes are in time order, as they are drawn; the ranking has another order.
  const passes = [at('ABC04', 0), at('ABC03', 10), at('ABC02', 30)] as unknown as readonly PassOf[]
  const [fourth, third, second] = passes.map(({ name }) => name) as [string, string, string]
  const choices = [third, second, fourth].map((name) => ({ name })) as unknown as readonly Choice[]
  const shown = (looked: string | undefined, names: readonly string[]) =>
    shownOf({ looked, names, choices, passes })?.code
  expect(shown(undefined, [])).toBe('ABC03')
  expect(shown(undefined, [fourth, second])).toBe('ABC02')
  expect(shown(fourth, [third])).toBe('ABC04')
  // If the pressed name no longer names a pass, a choice is shown instead.
  expect(shown('ABC09@2026-11-23T18:00:00Z', [third])).toBe('ABC03')
  expect(shown(undefined, ['ABC03@2026-11-23T18:09:58Z'])).toBe('ABC03')
  expect(shownOf({ looked: undefined, names: [], choices: [], passes })).toBe(undefined)
})

test('bestFirst returns chosen passes in the order of the choices, whatever was pressed first', () => {
  const passes = ['ABC02@b', 'ABC01@a', 'ABC03@c'].map((name) => ranked(name, 'OPTICAL'))
  const choices = choicesOf(newDraft('90141'), object({ passes }), [], [])
  expect(bestFirst(['ABC09@gone', 'ABC03@c', 'ABC02@b'], choices)).toEqual(['ABC02@b', 'ABC03@c', 'ABC09@gone'])
})

test('toggled adds or removes a name, and never exceeds the number that a request may name', () => {
  expect(toggled(['a'], 'b')).toEqual(['a', 'b'])
  expect(toggled(['a', 'b'], 'a')).toEqual(['b'])
  const full = Array.from({ length: MOST_PASSES_OF_REQUEST }, (_, place) => `p${place}`)
  expect(toggled(full, 'b')).toEqual(full)
  expect([isFull(full, 'b'), isFull(full, 'p0'), isFull(full.slice(1), 'b')]).toEqual([true, false, false])
})
