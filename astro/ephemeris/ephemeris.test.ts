import { expect, test } from 'vitest'
import { secondsBetween } from '../time/epoch.ts'
import { type EphemerisSegment, findSegment, makeEphemeris } from './ephemeris.ts'
import { at, keplerSegment } from './testing/kepler-segment.ts'

test('makeEphemeris() refuses segments that cannot be interpolated, and names the segment', () => {
  const good = keplerSegment(0, 5, 60)
  const [a, b] = [good.states[0]!, good.states[1]!]
  const wrong: [EphemerisSegment[], RegExp][] = [
    [[{ ...good, states: [] }], /segment 0 has no states/],
    [[good, { ...keplerSegment(600, 3, 60), states: [b, a] }], /segment 1: .*/],
    [[{ ...good, states: [a, a] }], /state 1 is not later/],
    [[{ ...good, interpolation: 'HERMITE', degree: 6 }], /degree 6 is none for HERMITE/],
    [[{ ...good, degree: 0 }], /degree 0/],
    [[{ ...good, useableStop: at(1e6) }], /useable span/],
    [[good, keplerSegment(120, 5, 60)], /overlap by 120 s/],
  ]
  for (const [segments, message] of wrong) expect(() => makeEphemeris(segments)).toThrow(message)
})

test('makeEphemeris() accepts the degrees that polynomials of the method can have, up to 31', () => {
  const good = keplerSegment(0, 40, 60)
  const isTaken = (interpolation: 'LINEAR' | 'LAGRANGE' | 'HERMITE', degree: number) => {
    try {
      makeEphemeris([{ ...good, interpolation, degree }])
      return true
    } catch (error) {
      if (error instanceof RangeError) return false
      throw error
    }
  }
  // Hermite has an odd degree: position and velocity at a node are two conditions.
  expect([1, 2, 8, 31, 32, 2.5, -1].map((degree) => isTaken('LAGRANGE', degree))).toEqual([
    ...[true, true, true, true],
    ...[false, false, false],
  ])
  expect([1, 7, 8, 31, 33].map((degree) => isTaken('HERMITE', degree))).toEqual([true, true, false, true, false])
  const [prepared] = makeEphemeris([good]).segments
  expect(prepared).toMatchObject({ interpolation: 'HERMITE', degree: 7, start: at(0), stop: at(39 * 60) })
  expect([...prepared!.times.slice(0, 3)]).toEqual([0, 60, 120])
})

test('findSegment() returns the next segment at the time where one ends, and a reason if there is no segment', () => {
  const [first, next] = [keplerSegment(0, 11, 60), keplerSegment(600, 11, 60)]
  const late = { ...keplerSegment(1500, 11, 60), useableStart: at(1560), useableStop: at(2000) }
  const ephemeris = makeEphemeris([late, first, next])
  const ORIGINS = [1500, 0, 600]
  const found = (seconds: number) => {
    const answer = findSegment(ephemeris, at(seconds))
    return answer.ok ? ORIGINS.indexOf(secondsBetween(at(0), answer.segment.origin)) : answer.reason
  }
  expect([0, 599, 600, 1200].map(found)).toEqual([1, 1, 2, 2])
  expect([1560, 2000].map(found)).toEqual([0, 0])
  expect([-1, 1201, 1559, 2001].map(found)).toEqual([
    ...['before-start', 'between-segments'],
    ...['between-segments', 'after-stop'],
  ])
  expect(findSegment(makeEphemeris([]), at(0))).toEqual({ ok: false, reason: 'no-states' })
})
