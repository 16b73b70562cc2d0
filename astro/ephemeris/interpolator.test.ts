import fc from 'fast-check'
import { expect, test } from 'vitest'
import { GM_EARTH } from '../constants.ts'
import { propagateTwoBody } from '../orbit/two-body.ts'
import { realBetween } from '../testing/real-between.ts'
import { addSeconds } from '../time/epoch.ts'
import { parseTime } from '../time/parse-time.ts'
import { norm, scale, subtract, type Vec3 } from '../vec3.ts'
import type { EphemerisState } from './columns.ts'
import { type EphemerisSegment, INTERPOLATIONS, makeEphemeris } from './ephemeris.ts'
import { interpolateState } from './interpolate.ts'
import reference from './interpolation.reference.json' with { type: 'json' }
import { makeInterpolator } from './interpolator.ts'

/** A micrometre: the error is published with about seven digits of some metres. */
const PUBLISHED_KM = 1e-9
/** Half a million seconds have a resolution of 6e-11 s, 0.5 µm of the orbit, which a high degree amplifies at the ends. */
const GRAIN_M = 1e-4
/** The same for a slope, between points that are seconds apart. */
const GRAIN_MPS = 1e-5

const EPOCH = parseTime('2026-01-01T00:00:00')
const at = (seconds: number) => addSeconds(EPOCH, seconds)
const three = (row: number[], from: number): Vec3 => [row[from]! * 1e3, row[from + 1]! * 1e3, row[from + 2]! * 1e3]
const stateOfRow = (row: number[]): EphemerisState => ({ epoch: at(row[0]!), r: three(row, 1), v: three(row, 4) })

// Tolerance of the reference set: 1.5e-6 km.
const REFERENCE = 1.5e-3

test.each(reference.pairs)('makeInterpolator() agrees with the finer ephemeris: $name, Lagrange $degree', (pair) => {
  const segment = { frame: 'ICRF', interpolation: 'LAGRANGE', degree: pair.degree } as const
  const ephemeris = makeEphemeris([{ ...segment, states: pair.coarse.map(stateOfRow) }])
  const stateAt = makeInterpolator(ephemeris, at(-1000))
  for (const row of pair.fine) {
    const [state, expected] = [stateAt(1000 + row[0]!), stateOfRow(row)]
    expect(state.ok && norm(subtract(state.r, expected.r))).toBeLessThan(REFERENCE)
    expect(state.ok && norm(subtract(state.v, expected.v))).toBeLessThan(REFERENCE)
  }
})

test("makeInterpolator() has the same errors as NASA CARA's five-point Hermite", () => {
  const { cara } = reference
  const states = cara.nodes_t_s.map((t, k) => stateOfRow([t, ...cara.nodes_state[k]!]))
  const state = makeInterpolator(makeEphemeris([{ frame: 'EME2000', degree: 9, states }]), EPOCH)(cara.t_s)
  expect(state.ok).toBe(true)
  if (!state.ok) return
  state.r.forEach((value, k) => {
    // Published with about seven digits.
    expect(Math.abs(value / 1e3 - cara.truth_state[k]! - cara.position_error_km_5pt_hermite[k]!)).toBeLessThan(
      PUBLISHED_KM,
    )
  })
})

const ORBIT = { r: [7e6, 0, 0] as Vec3, v: [0, 5300, 5400] as Vec3 }

function keplerStates(times: readonly number[], withA: boolean): EphemerisState[] {
  return times.map((time) => {
    const { state } = propagateTwoBody(ORBIT, time, GM_EARTH)
    const a = scale(state.r, -GM_EARTH / norm(state.r) ** 3)
    return { epoch: at(time), ...state, ...(withA ? { a } : {}) }
  })
}

test('makeInterpolator() agrees with interpolateState() for every method, degree and uneven segments, in any order of times', () => {
  // Binary fractions of a second are exact in every number here, so that the ends of the span are equal. Steps are up to three times as long as
  // others: with a ratio of eighteen, a polynomial of degree 7 would amplify the rounding of its states to millimetres in any calculation. With
  // the ratio used here it is amplified by 25 000 at most, to 0.02 mm.
  const gap = fc.integer({ min: 64 * 30, max: 64 * 90 }).map((count) => count / 64)
  const steps = fc.array(gap, { minLength: 1, maxLength: 40 })
  const asked = fc.array(realBetween(-0.1, 1.1), { minLength: 20, maxLength: 20 })
  const method = fc.record({
    interpolation: fc.constantFrom(...INTERPOLATIONS),
    half: fc.integer({ min: 0, max: 5 }),
    withA: fc.boolean(),
  })
  fc.assert(
    fc.property(steps, asked, method, (gaps, shares, { interpolation, half, withA }) => {
      const times = [0]
      for (const each of gaps) times.push(times.at(-1)! + each)
      const end = times.at(-1)!
      const segment = { frame: 'GCRF', interpolation, degree: 2 * half + 1, states: keplerStates(times, withA) }
      const ephemeris = makeEphemeris([segment])
      const stateAt = makeInterpolator(ephemeris, at(-5e5))
      for (const seconds of [...shares.map((share) => Math.round(share * end * 4096) / 4096), ...times, 0, end]) {
        const [quick, plain] = [stateAt(5e5 + seconds), interpolateState(ephemeris, at(seconds))]
        expect(quick.ok).toBe(plain.ok)
        if (!quick.ok || !plain.ok) {
          expect(quick).toEqual(plain)
          continue
        }
        // Half a million seconds have a resolution of 6e-11 s: 0.5 µm of the orbit, amplified by a high degree at the ends.
        expect(norm(subtract(quick.r, plain.r))).toBeLessThan(GRAIN_M)
        expect(norm(subtract(quick.v, plain.v))).toBeLessThan(GRAIN_MPS)
      }
    }),
    { numRuns: 100 },
  )
})

test('makeInterpolator() reports where it has no state, and uses the next segment where one ends', () => {
  const part = (from: number, changes: Partial<EphemerisSegment> = {}): EphemerisSegment => ({
    frame: 'GCRF',
    states: keplerStates([from, from + 60, from + 120, from + 180], false),
    ...changes,
  })
  const burnt = part(180)
  const later = burnt.states.map((state) => ({ ...state, v: scale(state.v, 1.001) }))
  const stop = at(500)
  const ephemeris = makeEphemeris([part(0), { ...burnt, states: later }, part(400, { useableStop: stop })])
  const stateAt = makeInterpolator(ephemeris, at(10))
  expect(stateAt(-10.001)).toEqual({ ok: false, reason: 'before-start' })
  expect(stateAt(-10)).toMatchObject({ ok: true, r: ORBIT.r })
  expect(stateAt(170)).toMatchObject({ ok: true, v: later[0]!.v })
  expect(stateAt(360)).toEqual({ ok: false, reason: 'between-segments' })
  expect(stateAt(490)).toMatchObject({ ok: true })
  expect(stateAt(490.001)).toEqual({ ok: false, reason: 'after-stop' })
  expect(makeInterpolator(makeEphemeris([]), EPOCH)(0)).toEqual({ ok: false, reason: 'no-states' })
})
