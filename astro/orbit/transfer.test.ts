import fc from 'fast-check'
import { expect, test } from 'vitest'
import { GM_EARTH } from '../constants.ts'
import { realBetween } from '../testing/real-between.ts'
import { degToRad, radToDeg } from '../units.ts'
import { norm, subtract } from '../vec3.ts'
import reference from './transfer.reference.json' with { type: 'json' }
import {
  biElliptic,
  changeInclination,
  changePlane,
  combinedHohmann,
  hohmann,
  oneTangent,
  phase,
  turn,
} from './transfer.ts'
import { propagateTwoBody } from './two-body.ts'

/** The search of the table ends at 1e-6 of the angle, at a minimum: the error of the impulses is its square. */
const MINIMUM_RELATIVE = 1e-9
/** The phase after a revolution, from a period: the rounding of a cube root, once per revolution. */
const PHASE_RAD = 1e-9

/** Arguments of latitude in degrees, with the printed digits of the reference. */
const LATITUDE_DIGITS = 9
/** The accuracy of the angles, at which the search ends. */
const SEARCHED_TURN_DEG = 1e-3
/** The program's own constants, in a difference of two speeds. */
const SPEED_DIFFERENCE = 1e-9
/** Two-body motion over half a revolution of a large ellipse. */
const ARRIVAL_RELATIVE = 1e-9
/** The same in the speed. */
const ARRIVAL_MPS = 1e-4
/** The same for an arrival that is not along the circle. */
const ONE_TANGENT_RELATIVE = 1e-8
/** The difference of two velocities that are not parallel. */
const ONE_TANGENT_MPS = 1e-3
/** Kepler's third law itself. */
const KEPLER_RELATIVE = 1e-12
/** The law of cosines. */
const CLOSED_FORM_DIGITS = 14

// The examples are recomputed by their author's program in doubles.
const ROUNDING = 1e-11
const { transfers, valladoMuKm } = reference
const GM = transfers.constants.mu_km3s2 * 1e9
const PROGRAM_GM = valladoMuKm * 1e9

type Case = Record<string, number | string>
const caseOf = (id: string) => transfers.cases.find((entry) => entry.id.startsWith(id)) as unknown as Case
const number = (entry: Case, name: string) => entry[name] as number
const relative = (actual: number, expected: number) => Math.abs(actual / expected - 1)

test("hohmann() agrees with Vallado's example 6-1", () => {
  const expected = caseOf('6-1')
  const { deltaVMps, seconds, totalMps } = hohmann(
    number(expected, 'r_initial_km') * 1000,
    number(expected, 'r_final_km') * 1000,
    GM,
  )
  expect(relative(deltaVMps[0]! / 1000, number(expected, 'dv_a_kmps'))).toBeLessThan(ROUNDING)
  expect(relative(deltaVMps[1]! / 1000, number(expected, 'dv_b_kmps'))).toBeLessThan(ROUNDING)
  expect(relative(seconds / 60, number(expected, 'time_min'))).toBeLessThan(ROUNDING)
  expect(totalMps).toBe(deltaVMps[0]! + deltaVMps[1]!)
})

test.each(reference.biElliptic)(
  "biElliptic() agrees with Vallado's example 6-2 and one more: %d, %d, %d km",
  (...row) => {
    const [from = 0, between = 0, to = 0, a = 0, b = 0, c = 0, seconds = 0] = row
    const found = biElliptic(from * 1000, between * 1000, to * 1000, PROGRAM_GM)
    found.deltaVMps.forEach((burn, index) => {
      expect(relative(burn / 1000, [a, b, c][index]!)).toBeLessThan(ROUNDING)
    })
    expect(relative(found.seconds, seconds)).toBeLessThan(ROUNDING)
  },
)

test("oneTangent() agrees with Vallado's example 6-3", () => {
  const expected = caseOf('6-3')
  const radii = [number(expected, 'r_initial_km') * 1000, number(expected, 'r_final_km') * 1000] as const
  const { deltaVMps, seconds } = oneTangent(...radii, degToRad(number(expected, 'nu_transfer_deg')), GM)
  expect(relative(deltaVMps[0]! / 1000, number(expected, 'dv_a_kmps'))).toBeLessThan(ROUNDING)
  expect(relative(deltaVMps[1]! / 1000, number(expected, 'dv_b_kmps'))).toBeLessThan(ROUNDING)
  expect(relative(seconds / 60, number(expected, 'time_min'))).toBeLessThan(ROUNDING)
})

test("changeInclination() and changePlane() agree with Vallado's examples 6-4 to 6-6", () => {
  const tilt = caseOf('6-4')
  const speed = number(tilt, 'v_kmps')
  expect(relative(changeInclination(speed, degToRad(15)), number(tilt, 'dv_kmps'))).toBeLessThan(ROUNDING)
  const node = caseOf('6-5')
  const both = caseOf('6-6')
  for (const [entry, from, to] of [
    [node, 55, 55],
    [both, 55, 40],
  ] as const) {
    const found = changePlane(
      speed,
      { incRad: degToRad(from), raanRad: 0 },
      { incRad: degToRad(to), raanRad: degToRad(45) },
    )
    expect(relative(found.deltaVMps, number(entry, 'dv_kmps'))).toBeLessThan(ROUNDING)
    expect(radToDeg(found.latitude1Rad)).toBeCloseTo(number(entry, 'arg_lat_initial_deg'), LATITUDE_DIGITS)
    expect(radToDeg(found.latitude2Rad)).toBeCloseTo(number(entry, 'arg_lat_final_deg'), LATITUDE_DIGITS)
  }
  expect(() => changePlane(1, { incRad: 1, raanRad: 2 }, { incRad: 1, raanRad: 2 })).toThrow('do not meet')
})

test("combinedHohmann() agrees with Vallado's table 6-3", () => {
  const expected = caseOf('Table 6-3')
  const radii = [number(expected, 'r_initial_km') * 1000, number(expected, 'r_final_km') * 1000] as const
  const found = combinedHohmann(...radii, degToRad(10), GM)
  // The search of the table ends at 1e-6 of the angle, at a minimum: the error of the impulses is its square, and the error of their parts is
  // proportional to it.
  expect(relative(found.totalMps / 1000, number(expected, 'dv_a_kmps') + number(expected, 'dv_b_kmps'))).toBeLessThan(
    MINIMUM_RELATIVE,
  )
  expect(Math.abs(radToDeg(found.turn1Rad) - number(expected, 'delta_i_initial_deg'))).toBeLessThan(SEARCHED_TURN_DEG)
  expect(relative(found.seconds / 60, number(expected, 'time_min'))).toBeLessThan(ROUNDING)
})

test.each(reference.phasing)("phase() agrees with Vallado's algorithm 44: %d km, %d°, %d turns", (...row) => {
  const [radius = 0, angle = 0, turns = 0, , seconds = 0, deltaV = 0] = row
  const found = phase(radius * 1000, -degToRad(angle), turns, PROGRAM_GM)
  expect(relative(found.seconds, seconds)).toBeLessThan(ROUNDING)
  expect(relative(found.totalMps / 1000, Math.abs(deltaV))).toBeLessThan(SPEED_DIFFERENCE) // The reference's own constant, and a difference of speeds.
})

const radii = realBetween(6.5e6, 5e7)

test('hohmann() arrives: two-body motion after the first impulse reaches the second circle, with its speed minus the second impulse', () => {
  fc.assert(
    fc.property(radii, radii, (from, to) => {
      const { deltaVMps, seconds } = hohmann(from, to, GM_EARTH)
      const sign = to > from ? 1 : -1
      const start = { r: [from, 0, 0], v: [0, Math.sqrt(GM_EARTH / from) + sign * deltaVMps[0]!, 0] } as const
      const { state } = propagateTwoBody(start, seconds, GM_EARTH)
      expect(Math.abs(norm(state.r) / to - 1)).toBeLessThan(ARRIVAL_RELATIVE)
      expect(Math.abs(norm(state.v) + sign * deltaVMps[1]! - Math.sqrt(GM_EARTH / to))).toBeLessThan(ARRIVAL_MPS)
    }),
  )
})

test('oneTangent() arrives in both directions, in the stated time', () => {
  fc.assert(
    fc.property(radii, radii, realBetween(2.4, 3.1), (from, to, anomaly) => {
      fc.pre(Math.abs(from / to - 1) > 0.05 && from / to < 4 && to / from < 4)
      const { deltaVMps, seconds } = oneTangent(from, to, anomaly, GM_EARTH)
      const sign = to > from ? 1 : -1
      const start = { r: [from, 0, 0], v: [0, Math.sqrt(GM_EARTH / from) + sign * deltaVMps[0]!, 0] } as const
      const { state } = propagateTwoBody(start, seconds, GM_EARTH)
      const expected = [to * Math.cos(anomaly), to * Math.sin(anomaly), 0] as const
      expect(norm(subtract(state.r, expected)) / to).toBeLessThan(ONE_TANGENT_RELATIVE)
      const speed = Math.sqrt(GM_EARTH / to)
      const circle = [-speed * Math.sin(anomaly), speed * Math.cos(anomaly), 0] as const
      expect(Math.abs(norm(subtract(state.v, circle)) - deltaVMps[1]!)).toBeLessThan(ONE_TANGENT_MPS)
    }),
  )
})

test('phase() returns to its position when the circle has moved on by the angle', () => {
  fc.assert(
    fc.property(radii, realBetween(-1, 1), fc.integer({ min: 1, max: 20 }), (radius, angle, turns) => {
      const { seconds, semiMajorAxisM, periapsisM } = phase(radius, angle, turns, GM_EARTH)
      expect(relative(seconds / turns, 2 * Math.PI * Math.sqrt(semiMajorAxisM ** 3 / GM_EARTH))).toBeLessThan(
        KEPLER_RELATIVE,
      )
      expect(periapsisM).toBeLessThanOrEqual(radius)
      const n = Math.sqrt(GM_EARTH / radius ** 3)
      expect(Math.abs(Math.sin((n * seconds + angle) / 2))).toBeLessThan(PHASE_RAD * turns)
    }),
  )
})

test('transfers refuse an invalid radius, gm or angle', () => {
  expect(() => hohmann(0, 7e6, GM)).toThrow('radius1M 0')
  expect(() => hohmann(7e6, Number.NaN, GM)).toThrow('radius2M NaN')
  expect(() => biElliptic(7e6, 9e6, 8e6, -1)).toThrow('gm -1')
  expect(() => oneTangent(7e6, 4e7, 0.5, GM)).toThrow('no ellipse')
  expect(() => combinedHohmann(7e6, 8e6, 4, GM)).toThrow('0 to π')
  expect(() => phase(7e6, 7, 1, GM)).toThrow('more than')
  // A full circle in one revolution would take no time at all.
  expect(() => phase(7e6, 2 * Math.PI, 1, GM)).toThrow('more than')
  expect(() => phase(7e6, 1, 1.5, GM)).toThrow('not whole')
  expect(() => phase(7e6, 5, 1, GM)).toThrow('no ellipse')
  expect(turn(3, 4, Math.PI / 2)).toBeCloseTo(5, CLOSED_FORM_DIGITS)
})
