import fc from 'fast-check'
import { expect, test } from 'vitest'
import { GM_EARTH } from '../constants.ts'
import { propagateTwoBody } from '../orbit/two-body.ts'
import { symmetricEigen } from '../symmetric.ts'
import { realBetween } from '../testing/real-between.ts'
import { norm, subtract, type Vec3 } from '../vec3.ts'
import type { EphemerisState } from './columns.ts'
import { interpolateCovariance } from './covariance.ts'
import { type EphemerisSegment, findSegment, type Interpolation, makeEphemeris } from './ephemeris.ts'
import { interpolateState } from './interpolate.ts'
import reference from './interpolation.reference.json' with { type: 'json' }
import { hermite } from './polynomial.ts'
import { at, keplerSegment, ORBIT } from './testing/kepler-segment.ts'

/** The correlation matrix after an hour of drift has a condition of up to 1e10: its least eigenvalue may be below 0 by rounding. */
const NEGATIVE_ROUNDING = 1e-13

/** The authors of the set found 0.36 m and 1.3 m over the whole files. */
const MOST_OFF_M = 1.4

/** The rounding of a polynomial with small whole numbers as values. */
const EXACT_DIGITS = 10

/** The errors are published with about seven digits. */
const CARA_KM = 1e-9

/** The same in velocity. */
const CARA_KMPS = 1e-12

/** With a node after the manoeuvre the error would be decimetres. */
const BEFORE_BURN_M = 1e-4

/** The error of a polynomial through two near states of a two-body orbit. */
const TWO_STATES_M = 1e-6

/** The error of degree 11 with nodes every minute. */
const WITH_ACCELERATIONS_M = 1e-5

/** The error of degree 7 with the same nodes. */
const WITHOUT_ACCELERATIONS_M = 1e-2

/** The rounding of the middle of two positions of 7000 km. */
const STRAIGHT_DIGITS = 6

/** A polynomial of the method's own degree is reproduced to rounding. */
const POLYNOMIAL_M = 1e-11

/** The same for its derivative. */
const POLYNOMIAL_MPS = 1e-12

// The tolerances of the reference set, for its own reader: 1.5e-6 km and km/s.
const REFERENCE_M = 1.5e-3

const REFERENCE_MPS = 1.5e-3

const { cara, hermite: naif, pairs } = reference

const three = (row: number[], from: number): Vec3 => [row[from]! * 1e3, row[from + 1]! * 1e3, row[from + 2]! * 1e3]

function statesOf(rows: number[][]): EphemerisState[] {
  return rows.map((row) => ({ epoch: at(row[0]!), r: three(row, 1), v: three(row, 4) }))
}

function worstOf(pair: (typeof pairs)[number], interpolation: Interpolation, degree: number): { r: number; v: number } {
  const ephemeris = makeEphemeris([{ frame: 'ICRF', interpolation, degree, states: statesOf(pair.coarse) }])
  const errors = statesOf(pair.fine).map(({ epoch, r, v }) => {
    const state = interpolateState(ephemeris, epoch)
    return state.ok ? [norm(subtract(state.r, r)), norm(subtract(state.v, v))] : [Infinity, Infinity]
  })
  return { r: Math.max(...errors.map(([r]) => r!)), v: Math.max(...errors.map(([, v]) => v!)) }
}

test.each(pairs)(
  'interpolateState() agrees with the finer ephemeris with its stated degree: $name, $degree',
  (pair) => {
    const worst = worstOf(pair, 'LAGRANGE', pair.degree)
    expect(worst.r).toBeLessThan(REFERENCE_M)
    expect(worst.v).toBeLessThan(REFERENCE_MPS)
  },
)

test.each(pairs)(
  'interpolateState() uses the stated method: Hermite shows that the velocities are inconsistent, $name',
  (pair) => {
    const worst = worstOf(pair, 'HERMITE', 7)
    // The authors of the set found 0.36 m and 1.3 m over the whole files.
    expect(worst.r).toBeGreaterThan(0.05)
    expect(worst.r).toBeLessThan(MOST_OFF_M)
  },
)

test("hermite() is exact on NAIF's example", () => {
  const samples = naif.t.map((time, k) => {
    const [value, slope] = [naif.value[k]!, naif.derivative[k]!]
    return { time, values: [[value, 0, -value] as Vec3, [slope, 0, -slope] as Vec3] }
  })
  const { value, slope } = hermite(samples, naif.at)
  expect(value[0]).toBeCloseTo(naif.expected_value, EXACT_DIGITS)
  expect(slope[0]).toBeCloseTo(naif.expected_derivative, EXACT_DIGITS)
  expect(value[2]).toBe(-value[0])
})

const caraSegment: EphemerisSegment = {
  frame: 'EME2000',
  states: cara.nodes_t_s.map((t, k) => ({
    epoch: at(t),
    r: three(cara.nodes_state[k]!, 0),
    v: three(cara.nodes_state[k]!, 3),
  })),
  covariances: cara.nodes_t_s.map((t, k) => ({
    epoch: at(t),
    covariance: cara.nodes_covariance[k]!.map((row) => row.map((value) => value * 1e6)),
  })),
}

test("interpolateState() has the same errors as NASA CARA's five-point Hermite and Lagrange", () => {
  const errorOf = (interpolation: Interpolation, degree: number) => {
    const state = interpolateState(makeEphemeris([{ ...caraSegment, interpolation, degree }]), at(cara.t_s))
    expect(state.ok).toBe(true)
    return state.ok ? [...state.r, ...state.v].map((value, k) => value / 1e3 - cara.truth_state[k]!) : []
  }
  // Published with about seven digits.
  errorOf('HERMITE', 9)
    .slice(0, 3)
    .forEach((error, k) => {
      expect(Math.abs(error - cara.position_error_km_5pt_hermite[k]!)).toBeLessThan(CARA_KM)
    })
  errorOf('LAGRANGE', 4)
    .slice(3)
    .forEach((error, k) => {
      expect(Math.abs(error - cara.velocity_error_km_s_5pt_lagrange[k]!)).toBeLessThan(CARA_KMPS)
    })
})

test('interpolateCovariance() stays close to the true covariance between two given ones, and stays positive definite', () => {
  const found = interpolateCovariance(makeEphemeris([caraSegment]), at(cara.t_s))
  expect(found.ok).toBe(true)
  if (!found.ok) return
  const published = 3e-6 // The relative tolerance of each element; the authors' own accuracy with the same method is 1e-6.
  found.covariance.flat().forEach((value, k) => {
    expect(Math.abs(value / 1e6 / cara.truth_covariance.flat()[k]! - 1)).toBeLessThan(published)
  })
  expect(Math.min(...symmetricEigen(scaled(found.covariance)).values)).toBeGreaterThan(0)
})

/** The correlations: positive definite if and only if the covariance is, and without its six decades of units. */
function scaled(covariance: readonly (readonly number[])[]): number[][] {
  return covariance.map((row, i) => row.map((value, j) => value / Math.sqrt(covariance[i]![i]! * covariance[j]![j]!)))
}

test('interpolateCovariance() stays positive definite for any positive definite covariances, at any distance in time', () => {
  const column = fc.array(realBetween(-1, 1), { minLength: 36, maxLength: 36 })
  const build = (numbers: number[]) => {
    const scale = [1e3, 1e3, 1e3, 1, 1, 1]
    return Array.from({ length: 6 }, (_, i) =>
      Array.from({ length: 6 }, (_unused, j) => {
        let sum = i === j ? 0.01 : 0
        for (let k = 0; k < 6; k += 1) sum += numbers[6 * i + k]! * numbers[6 * j + k]!
        return sum * scale[i]! * scale[j]!
      }),
    )
  }
  fc.assert(
    fc.property(column, column, realBetween(0, 3600), (left, right, t) => {
      const covariances = [
        { epoch: at(0), covariance: build(left) },
        { epoch: at(3600), covariance: build(right) },
      ]
      const found = interpolateCovariance(makeEphemeris([{ ...keplerSegment(0, 121, 30), covariances }]), at(t))
      expect(found.ok).toBe(true)
      // The correlation matrix after an hour of drift has a condition of up to 1e10.
      if (found.ok)
        expect(Math.min(...symmetricEigen(scaled(found.covariance)).values)).toBeGreaterThan(-NEGATIVE_ROUNDING)
    }),
    { numRuns: 60 },
  )
})

test('interpolateCovariance() reports why there is none', () => {
  const [first, second] = caraSegment.covariances!
  const reasonAt = (segment: EphemerisSegment, seconds: number) => {
    const found = interpolateCovariance(makeEphemeris([segment]), at(seconds))
    return found.ok ? 'ok' : found.reason
  }
  expect(reasonAt({ ...caraSegment, covariances: [] }, cara.t_s)).toBe('no-covariance')
  expect(reasonAt({ ...caraSegment, covariances: [first!, second!] }, cara.t_s)).toBe('no-covariance')
  expect(reasonAt({ ...caraSegment, covariances: [second!] }, cara.nodes_t_s[0]!)).toBe('no-covariance')
  expect(reasonAt(caraSegment, cara.nodes_t_s[0]! - 1)).toBe('before-start')
  expect(reasonAt(caraSegment, cara.nodes_t_s.at(-1)!)).toBe('ok')
})

test('interpolateState() does not interpolate across segments, nor outside the usable span', () => {
  const kick = (state: EphemerisState): EphemerisState => ({ ...state, v: [state.v[0], state.v[1], state.v[2] + 1] })
  const first = keplerSegment(0, 11, 60)
  const second = keplerSegment(600, 11, 60)
  const third = keplerSegment(1300, 11, 60)
  const kicked = { ...second, states: second.states.map(kick), useableStop: at(1150) }
  const ephemeris = makeEphemeris([third, first, kicked])
  const near = propagateTwoBody(ORBIT, 599, GM_EARTH).state
  const before = interpolateState(ephemeris, at(599))
  // With a node after the manoeuvre the error would be decimetres.
  expect(before.ok && norm(subtract(before.r, near.r))).toBeLessThan(BEFORE_BURN_M)
  const boundary = interpolateState(ephemeris, at(600))
  expect(boundary.ok && boundary.v).toEqual(kicked.states[0]!.v)
  const reasonAt = (seconds: number) => {
    const state = interpolateState(ephemeris, at(seconds))
    return state.ok ? state.frame : state.reason
  }
  expect([-1, 1150, 1151, 1299, 1300, 1900, 1901].map(reasonAt)).toEqual([
    'before-start',
    'GCRF',
    'between-segments',
    'between-segments',
    'GCRF',
    'GCRF',
    'after-stop',
  ])
  expect(findSegment(makeEphemeris([]), at(0))).toEqual({ ok: false, reason: 'no-states' })
})

test('interpolateState() of few states lowers the degree, and of one state returns only that state', () => {
  const segment = keplerSegment(0, 3, 10)
  const state = interpolateState(makeEphemeris([segment]), at(15))
  expect(state.ok && norm(subtract(state.r, propagateTwoBody(ORBIT, 15, GM_EARTH).state.r))).toBeLessThan(TWO_STATES_M)
  const alone = makeEphemeris([{ ...segment, states: segment.states.slice(0, 1) }])
  expect(interpolateState(alone, at(0)).ok).toBe(true)
  expect(interpolateState(alone, at(1))).toEqual({ ok: false, reason: 'after-stop' })
})

test('interpolateState() includes accelerations in Hermite, and uses a straight line if requested', () => {
  const segment = keplerSegment(0, 5, 120)
  const states = segment.states.map((state) => {
    const k = -GM_EARTH / norm(state.r) ** 3
    return { ...state, a: [k * state.r[0], k * state.r[1], k * state.r[2]] as Vec3 }
  })
  const truth = propagateTwoBody(ORBIT, 200, GM_EARTH).state
  const errorOf = (of: EphemerisSegment) => {
    const state = interpolateState(makeEphemeris([of]), at(200))
    return state.ok ? norm(subtract(state.r, truth.r)) : Infinity
  }
  expect(errorOf({ ...segment, states, degree: 11 })).toBeLessThan(WITH_ACCELERATIONS_M)
  expect(errorOf({ ...segment, degree: 7 })).toBeLessThan(WITHOUT_ACCELERATIONS_M)
  const linear = interpolateState(makeEphemeris([{ ...segment, interpolation: 'LINEAR' }]), at(180))
  const [a, b] = [segment.states[1]!, segment.states[2]!]
  expect(linear.ok && linear.r[1]).toBeCloseTo((a.r[1] + b.r[1]) / 2, STRAIGHT_DIGITS)
})

test('interpolateState() is exact on polynomials of its degree', () => {
  const coefficients = fc.array(realBetween(-1, 1), { minLength: 6, maxLength: 6 })
  fc.assert(
    fc.property(coefficients, realBetween(0, 90), (c, t) => {
      const value = (x: number) => c.reduce((sum, a, k) => sum + a * (x / 50) ** k, 0)
      const slope = (x: number) => c.reduce((sum, a, k) => sum + (k === 0 ? 0 : (a * k * (x / 50) ** (k - 1)) / 50), 0)
      const states = [0, 10, 25, 30, 55, 70, 90].map((time) => ({
        epoch: at(time),
        r: [value(time), 0, 0] as Vec3,
        v: [slope(time), 0, 0] as Vec3,
      }))
      for (const [interpolation, degree] of [
        ['LAGRANGE', 5],
        ['HERMITE', 5],
      ] as const) {
        const state = interpolateState(makeEphemeris([{ frame: 'GCRF', interpolation, degree, states }]), at(t))
        expect(state.ok && Math.abs(state.r[0] - value(t))).toBeLessThan(POLYNOMIAL_M)
        expect(state.ok && Math.abs(state.v[0] - slope(t))).toBeLessThan(POLYNOMIAL_MPS)
      }
    }),
  )
})
