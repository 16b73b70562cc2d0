import fc from 'fast-check'
import { expect, test } from 'vitest'
import { GM_EARTH } from '../constants.ts'
import { toCartesian } from '../orbit/elements.ts'
import { findClosestApproach, listClosestApproaches, type StateAt } from './closest-approach.ts'

/** A circular orbit of 7000 km, at `phaseRad` of its path at 0 s. */
function circular(incRad: number, phaseRad: number, semiMajorAxisM = 7e6): StateAt {
  const rate = Math.sqrt(GM_EARTH / semiMajorAxisM ** 3)
  return (seconds) =>
    toCartesian(
      {
        semiMajorAxisM,
        eccentricity: 0,
        incRad,
        raanRad: 0,
        argPeriapsisRad: 0,
        trueAnomalyRad: phaseRad + rate * seconds,
      },
      GM_EARTH,
    )
}

const RATE = Math.sqrt(GM_EARTH / 7e6 ** 3)

test('findClosestApproach() finds where two circles of one radius meet at the node', () => {
  // Both are at the node at the same time: the closest approach is there, and the distance 0.
  const met = findClosestApproach(circular(0.5, -1), circular(2, -1), { fromS: 0, toS: 2000 })
  expect(met.ok && Math.abs(met.seconds - 1 / RATE)).toBeLessThan(1e-6)
  expect(met.ok && met.missDistanceM).toBeLessThan(0.02) // 1 µs at 15 km/s
})

test('findClosestApproach() gives the analytic miss of two circles out of step', () => {
  // Two points on circles of one radius, the second behind by δ: at its minimum |Δr|² is, by symmetry about half of δ,
  // the chord with sin(δ/2) and cos(i/2).
  fc.assert(
    fc.property(
      fc.double({ min: 0.3, max: 2.8, noNaN: true }),
      fc.double({ min: 1e-5, max: 0.02, noNaN: true }),
      (i, delta) => {
        const found = findClosestApproach(circular(0, -1), circular(i, -1 - delta), { fromS: 0, toS: 2500, stepS: 20 })
        const expected = 2 * 7e6 * Math.sin(delta / 2) * Math.cos(i / 2)
        expect(found.ok && Math.abs(found.missDistanceM - expected)).toBeLessThan(1e-3)
        expect(found.ok && Math.abs(found.seconds - (1 + delta / 2) / RATE)).toBeLessThan(1e-5)
      },
    ),
    { numRuns: 40 },
  )
})

test('listClosestApproaches() gives one for each half revolution, in order', () => {
  const all = listClosestApproaches(circular(0, -1), circular(1, -1.001), { fromS: 0, toS: (10 * Math.PI) / RATE })
  expect(all.length).toBe(10)
  all.forEach(({ seconds }, k) => {
    expect(seconds).toBeCloseTo((1.0005 + k * Math.PI) / RATE, 4)
  })
})

test('findClosestApproach() says when there is none, and refuses an empty window', () => {
  const parting = { fromS: 10, toS: 200, stepS: 10 }
  expect(findClosestApproach(circular(0, 0), circular(1, 0), parting)).toEqual({
    ok: false,
    reason: 'no-closest-approach',
  })
  expect(() => listClosestApproaches(circular(0, 0), circular(1, 0), { fromS: 5, toS: 5 })).toThrow(RangeError)
})
