import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Matrix } from '../matrix.ts'
import { realBetween } from '../testing/real-between.ts'
import { cross, norm, scale, subtract, type Vec3 } from '../vec3.ts'
import { type LambertProblem, solveLambert } from './lambert.ts'
import reference from './transfer.reference.json' with { type: 'json' }
import { propagateTwoBody } from './two-body.ts'

/** Gooding's iteration ends at 1e-13 of its variable. */
const GOODING_MPS = 1e-6
/** Vallado prints km/s with six decimals. */
const PRINTED_MPS = 1e-3
/** Near the parabola the time of flight has twelve digits by Battin's series. */
const PARABOLA_RELATIVE = 1e-12

const GM = 3.986004418e14
const metres = (km: number[]): Vec3 => scale(km as unknown as Vec3, 1000)

function orbitsOf(problem: LambertProblem) {
  const result = solveLambert(problem)
  if (!result.ok) throw new Error(result.reason)
  return result.orbits
}

test.each(reference.lambert)("solveLambert() agrees with Gooding's solver: $seconds s, $revolutions turns", (row) => {
  const orbits = orbitsOf({
    r1: metres(row.r1Km),
    r2: metres(row.r2Km),
    seconds: row.seconds,
    gm: GM,
    normal: [0, 0, row.prograde ? 1 : -1],
    maxRevolutions: row.revolutions,
  })
  const apart = orbits
    .filter(({ revolutions }) => revolutions === row.revolutions)
    .map(({ v1, v2 }) => norm(subtract(v1, metres(row.v1Kmps))) + norm(subtract(v2, metres(row.v2Kmps))))
  expect(apart).toHaveLength(row.revolutions === 0 ? 1 : 2)
  expect(Math.min(...apart)).toBeLessThan(GOODING_MPS) // Gooding's iteration ends at 1e-13 of its variable.
})

test("solveLambert() agrees with Vallado's example 7-5 to its printed digits", () => {
  // Fundamentals of Astrodynamics, 4th ed., p. 497: km, 76 min; velocities in km/s.
  const [orbit] = orbitsOf({
    r1: metres([15945.34, 0, 0]),
    r2: metres([12214.83899, 10249.46731, 0]),
    seconds: 4560,
    gm: GM,
  })
  expect(norm(subtract(orbit!.v1, metres([2.058913, 2.915965, 0])))).toBeLessThan(PRINTED_MPS)
  expect(norm(subtract(orbit!.v2, metres([-3.451565, 0.910315, 0])))).toBeLessThan(PRINTED_MPS)
})

/** Returns the size of the 3 × 3 block that starts at a row and a column. */
function sizeOf(matrix: Matrix, row: number, column: number): number {
  return Math.hypot(...matrix.slice(row, row + 3).flatMap((numbers) => numbers.slice(column, column + 3)))
}

const component = realBetween(-4e7, 4e7)
const place = fc.tuple(component, component, component).filter((r) => norm(r) > 6.5e6)

test('solveLambert() reaches its target by two-body motion, on orbits with any number of revolutions', () => {
  fc.assert(
    fc.property(place, place, realBetween(300, 3e5), fc.constantFrom(1, -1), (r1, r2, seconds, side) => {
      // On a line through the centre the plane is undefined.
      fc.pre(norm(cross(r1, r2)) > 0.01 * norm(r1) * norm(r2))
      const normal: Vec3 = [0, 0, side]
      const result = solveLambert({ r1, r2, seconds, gm: GM, normal, maxRevolutions: 5 })
      if (!result.ok) throw new Error(result.reason)
      for (const { v1, v2, revolutions } of result.orbits) {
        const { state, stm } = propagateTwoBody({ r: r1, v: v1 }, seconds, GM)
        // The motion amplifies the rounding of the start by its matrix. On a hyperbola it is computed from sums that exceed the attraction by the
        // ratio of its energy.
        const energy = Math.abs((norm(v1) ** 2 * norm(r1)) / (2 * GM) - 1)
        const rounding = 1e-13 + 2e-15 * energy
        const magnified = (rows: number) => sizeOf(stm, rows, 0) * norm(r1) + sizeOf(stm, rows, 3) * norm(v1)
        expect(norm(subtract(state.r, r2))).toBeLessThan(rounding * (magnified(0) + norm(r2)))
        expect(norm(subtract(state.v, v2))).toBeLessThan(rounding * (magnified(3) + norm(v2)))
        expect(revolutions).toBeLessThanOrEqual(5)
      }
      const h = result.orbits.map(({ v1 }) => r1[0] * v1[1] - r1[1] * v1[0])
      expect(h.every((z) => z * side >= -1e-3 * norm(r1))).toBe(true)
    }),
    { numRuns: 500 },
  )
})

test('solveLambert() handles parabolas, and times near them', () => {
  // Euler's equation: 6 √GM t = (r1 + r2 + c)^1.5 − (r1 + r2 − c)^1.5 for the short way.
  const [r1, r2]: [Vec3, Vec3] = [
    [7e6, 0, 0],
    [0, 9e6, 0],
  ]
  const chord = norm(subtract(r2, r1))
  const parabola = ((16e6 + chord) ** 1.5 - (16e6 - chord) ** 1.5) / (6 * Math.sqrt(GM))
  for (const factor of [1 - 1e-3, 1 - 1e-9, 1, 1 + 1e-9, 1 + 1e-3]) {
    const [orbit] = orbitsOf({ r1, r2, seconds: parabola * factor, gm: GM })
    const energy = norm(orbit!.v1) ** 2 / 2 - GM / norm(r1)
    if (factor === 1) expect(Math.abs(energy) / (GM / norm(r1))).toBeLessThan(PARABOLA_RELATIVE)
    const there = propagateTwoBody({ r: r1, v: orbit!.v1 }, parabola * factor, GM).state
    expect(norm(subtract(there.r, r2)) / norm(r2)).toBeLessThan(PARABOLA_RELATIVE)
    const h = r1[0] * orbit!.v1[1]
    expect(Math.abs(h / (r2[0] * orbit!.v2[1] - r2[1] * orbit!.v2[0]) - 1)).toBeLessThan(PARABOLA_RELATIVE)
    expect(Math.abs(norm(orbit!.v2) ** 2 / 2 - GM / norm(r2) - energy) / (GM / norm(r1))).toBeLessThan(
      PARABOLA_RELATIVE,
    )
  }
})

test('solveLambert() reports an undefined plane, and refuses invalid problems', () => {
  const line: LambertProblem = { r1: [7e6, 0, 0], r2: [-8e6, 0, 0], seconds: 3000, gm: GM }
  expect(solveLambert(line)).toEqual({ ok: false, reason: 'plane-undefined' })
  expect(() => solveLambert({ ...line, seconds: 0 })).toThrow('a time of 0 s')
  expect(() => solveLambert({ ...line, gm: -1 })).toThrow('gm -1')
  expect(() => solveLambert({ ...line, r1: [0, 0, 0] })).toThrow('at the centre')
})
