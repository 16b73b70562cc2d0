import fc from 'fast-check'
import { expect, test } from 'vitest'
import { realBetween } from '../testing/real-between.ts'
import { addSeconds } from '../time/epoch.ts'
import { parseTime } from '../time/parse-time.ts'
import type { Vec3 } from '../vec3.ts'
import { type EphemerisSegment, INTERPOLATIONS, makeEphemeris } from './ephemeris.ts'
import { makeInterpolator } from './interpolator.ts'
import { withinSpan } from './within-span.ts'

const START = parseTime('2026-01-01T00:00:00')
const BEGIN_S = -500
const STEP_S = 60
/** Two segments with a gap: the first ends at 5 440 s, the second starts at 5 600 s. */
const COUNT = 100
const SECOND_BEGIN_S = 5_600

const vector = (seconds: number, rate: number): Vec3 => [
  7e6 * Math.cos(rate * seconds),
  7e6 * Math.sin(rate * seconds),
  1e3 * seconds,
]

/** The states need no physics: any smooth path shows which nodes were used. */
function segmentFrom(beginS: number, more: Partial<EphemerisSegment>, accelerated: (k: number) => boolean) {
  const states = Array.from({ length: COUNT }, (_, k) => {
    const seconds = beginS + k * STEP_S
    const motion = { epoch: addSeconds(START, seconds), r: vector(seconds, 1e-3), v: vector(seconds, 2e-3) }
    return accelerated(k) ? { ...motion, a: vector(seconds, 3e-3) } : motion
  })
  return { frame: 'TEME', states, ...more }
}

test('withinSpan() agrees with the whole ephemeris in its span, for every method, degree and time', () => {
  const method = fc.record({
    interpolation: fc.constantFrom(...INTERPOLATIONS),
    degree: fc.constantFrom(1, 3, 7, 15, 31),
    accelerations: fc.constantFrom<(k: number) => boolean>(
      () => false,
      () => true,
      (k) => k !== 50,
    ),
  })
  const ends = realBetween(-1000, 13_000)
  const shares = fc.array(realBetween(0, 1), { minLength: 30, maxLength: 30 })
  fc.assert(
    fc.property(method, ends, ends, shares, ({ interpolation, degree, accelerations }, one, other, asked) => {
      const segments = [BEGIN_S, SECOND_BEGIN_S].map((beginS) =>
        segmentFrom(beginS, { interpolation, degree }, accelerations),
      )
      const whole = makeEphemeris(segments)
      const [fromS, toS] = [Math.min(one, other), Math.max(one, other)]
      const stateAt = makeInterpolator(whole, START)
      const stateWithin = makeInterpolator(withinSpan(whole, START, fromS, toS), START)
      for (const share of [0, 1, ...asked]) {
        const seconds = Math.min(toS, fromS + share * (toS - fromS))
        expect(stateWithin(seconds)).toEqual(stateAt(seconds))
      }
    }),
  )
})

test('withinSpan() keeps the states of its span and the neighbours that a polynomial may need, and no covariance', () => {
  const covariances = [{ epoch: START, covariance: Array.from({ length: 6 }, () => Array(6).fill(0)) }]
  const whole = makeEphemeris([segmentFrom(BEGIN_S, { degree: 7, covariances }, () => false)])
  const within = withinSpan(whole, START, 0, 600)
  // Ten minutes have at most 11 states, and 8 on each side.
  expect(within.segments[0]?.segment.states.count).toBeLessThanOrEqual(27)
  expect(within.segments[0]?.segment.covariances).toBeUndefined()
})
