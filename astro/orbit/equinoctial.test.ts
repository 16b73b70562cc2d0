import fc from 'fast-check'
import { expect, test } from 'vitest'
import { GM_EARTH } from '../constants.ts'
import { realBetween } from '../testing/real-between.ts'
import { norm, subtract } from '../vec3.ts'
import { toCartesian } from './elements.ts'
import { type EquinoctialElements, equinoctialState, propagateEquinoctial, toEquinoctial } from './equinoctial.ts'

/** The eccentric longitude of an eccentric orbit loses digits near perigee. */
const THERE_AND_BACK = 1e-12
/** The rounding of the same formulas in another order. */
const SAME_FORMULA = 1e-14
/** The mean longitude over many revolutions, as a sine of half of it. */
const LONGITUDE = 1e-10
/** The elements that two-body motion conserves. */
const SHAPE_DIGITS = 10
/** The pole vector of nearly retrograde orbits grows without limit. */
const POLE_DIGITS = 8
/** The error of central differences: third derivatives, up to (1 − e)⁻³ of the first, and rounding. */
const DIFFERENCED = 1e-5

const turn = realBetween(0, 2 * Math.PI)
const orbit = fc.record({
  semiMajorAxisM: realBetween(6.6e6, 5e7),
  eccentricity: realBetween(0, 0.9),
  incRad: realBetween(0, 3),
  raanRad: turn,
  argPeriapsisRad: turn,
  trueAnomalyRad: turn,
})
const NAMES = ['meanMotionRadps', 'af', 'ag', 'chi', 'psi', 'meanLongitudeRad'] as const

test('equinoctialState() is the inverse of toEquinoctial()', () => {
  fc.assert(
    fc.property(orbit, (kepler) => {
      const state = toCartesian(kepler, GM_EARTH)
      const back = equinoctialState(toEquinoctial(state, GM_EARTH)!, GM_EARTH)
      expect(norm(subtract(back.r, state.r)) / norm(state.r)).toBeLessThan(THERE_AND_BACK)
      expect(norm(subtract(back.v, state.v)) / norm(state.v)).toBeLessThan(THERE_AND_BACK)
    }),
    { numRuns: 500 },
  )
})

test('equinoctialState() moves along the orbit with the mean anomaly', () => {
  fc.assert(
    fc.property(orbit, realBetween(-1e4, 1e4), (kepler, seconds) => {
      const elements = toEquinoctial(toCartesian(kepler, GM_EARTH), GM_EARTH)!
      const { r, v } = equinoctialState(elements, GM_EARTH, seconds)
      const alone = propagateEquinoctial(elements, GM_EARTH, seconds)
      expect(norm(subtract(alone.r, r)) / norm(r)).toBeLessThan(SAME_FORMULA)
      expect(norm(subtract(alone.v, v)) / norm(v)).toBeLessThan(SAME_FORMULA)
      const there = toEquinoctial({ r, v }, GM_EARTH)!
      const longitude = elements.meanLongitudeRad + elements.meanMotionRadps * seconds
      expect(Math.abs(Math.sin((there.meanLongitudeRad - longitude) / 2))).toBeLessThan(LONGITUDE)
      expect(there.af).toBeCloseTo(elements.af, SHAPE_DIGITS)
      expect(there.chi).toBeCloseTo(elements.chi, POLE_DIGITS)
    }),
  )
})

test('equinoctialState() returns the partial derivatives of its own states', () => {
  fc.assert(
    fc.property(orbit, realBetween(-5000, 5000), (kepler, seconds) => {
      const elements = toEquinoctial(toCartesian(kepler, GM_EARTH), GM_EARTH)!
      const { partials } = equinoctialState(elements, GM_EARTH, seconds)
      NAMES.forEach((name, i) => {
        const step = 1e-6 * (name === 'meanMotionRadps' ? elements.meanMotionRadps : 1)
        const moved = (by: number): EquinoctialElements => ({ ...elements, [name]: elements[name] + by })
        const [up, down] = [
          equinoctialState(moved(step), GM_EARTH, seconds),
          equinoctialState(moved(-step), GM_EARTH, seconds),
        ]
        const { r, v } = partials[i]!
        const scale = [norm(r) + norm(up.r), norm(v) + norm(up.v)]
        // Central differences: 1e-12 of third derivatives, up to (1 − e)⁻³ of the first, and 1e-16 / 1e-6 of rounding.
        for (const k of [0, 1, 2] as const) {
          expect(Math.abs((up.r[k] - down.r[k]) / (2 * step) - r[k]) / scale[0]!).toBeLessThan(DIFFERENCED)
          expect(Math.abs((up.v[k] - down.v[k]) / (2 * step) - v[k]) / scale[1]!).toBeLessThan(DIFFERENCED)
        }
      })
    }),
  )
})

test('toEquinoctial() is null for orbits without elements, and equinoctialState() throws for invalid elements', () => {
  expect(toEquinoctial({ r: [7e6, 0, 0], v: [0, 12e3, 0] }, GM_EARTH)).toBeNull()
  expect(toEquinoctial({ r: [7e6, 0, 0], v: [0, -7.5e3, 0] }, GM_EARTH)).toBeNull()
  expect(toEquinoctial({ r: [7e6, 0, 0], v: [100, 0, 0] }, GM_EARTH)).toBeNull()
  const circle = { meanMotionRadps: 1e-3, af: 0, ag: 0, chi: 0, psi: 0, meanLongitudeRad: 0 }
  expect(() => equinoctialState({ ...circle, af: 1 }, GM_EARTH)).toThrow(RangeError)
})
