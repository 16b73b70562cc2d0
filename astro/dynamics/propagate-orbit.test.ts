import fc from 'fast-check'
import { expect, test } from 'vitest'
import { GM_EARTH } from '../constants.ts'
import { earthAt } from '../frames/earth.ts'
import { rotationBetween } from '../frames/frame.ts'
import { rotationZ } from '../frames/rotation.ts'
import { buildMatrix, entry, multiplyMatrices, transposeMatrix } from '../matrix.ts'
import { trueFromMean } from '../orbit/anomaly.ts'
import { toCartesian, toKeplerian } from '../orbit/elements.ts'
import { propagateTwoBody } from '../orbit/two-body.ts'
import { bodyPosition } from '../sky/body.ts'
import { realBetween } from '../testing/real-between.ts'
import { addSeconds, type Epoch, secondsBetween } from '../time/epoch.ts'
import { parseTime } from '../time/parse-time.ts'
import { norm, scale, subtract, type Vec3 } from '../vec3.ts'
import burns from './burn.reference.json' with { type: 'json' }
import { localDirection } from './burn.ts'
import { dragForce } from './drag.ts'
import { makeEnvironment, smoothPath } from './environment.ts'
import type { Force, OrbitState } from './force.ts'
import { EGM2008_FIELD, gravityForce, pointMassForce } from './gravity.ts'
import { makeHarrisPriester } from './harris-priester.ts'
import light from './light.reference.json' with { type: 'json' }
import reference from './orbit.reference.json' with { type: 'json' }
import { type Orbit, type OrbitPlan, propagateOrbit } from './propagate-orbit.ts'
import { radiationPressureForce } from './radiation-pressure.ts'
import { GM_MOON, GM_SUN, thirdBodyForce } from './third-body.ts'

/** Difference of two integrators over up to 17 revolutions, caused by kinks in the density and by the edges of the shadow. */
const CORNERS_M = 0.4

/** Without discontinuities only the rounding of both integrators remains, which grows along the orbit. */
const SMOOTH_M = 4e-3

/** The same two limits in velocity: a metre along the orbit is 1e-3 m/s. */
const CORNERS_MPS = 4e-4

/** The smooth limit in velocity. */
const SMOOTH_MPS = 4e-6

/** The rounding of up to 17 revolutions; a step over the penumbra would have an error of 0.1 m and more. */
const SHADOW_M = 2e-3

/** The same in velocity. */
const SHADOW_MPS = 2e-6

/** The tolerance of the set, whose positions are printed to a micrometre and its first velocity to 1e-8 m/s. */
const OREKIT_M = 1e-4

/** The same in velocity: ten units of the last printed digit. */
const OREKIT_MPS = 1e-7

/** Mass decreases at a constant rate, so only rounding remains. */
const OREKIT_KG = 1e-9

/** Orekit's own tolerance for the inclination after the impulse. */
const INCLINATION_RAD = 1e-6

/** The rocket equation is a closed form. */
const MASS_DIGITS = 9

/** The integrator's error over four revolutions at its usual tolerance. */
const TWO_BODY_M = 1e-3

/** The transition matrix has the absolute tolerance of a metre at the start, and gradients by differences. */
const MATRIX_RELATIVE = 1e-7

/** The kinks of the density cause 10 µm in each motion, in a difference over 100 m. */
const DIFFERENCED_RELATIVE = 2e-6

/** The error of the matrix, in units of the orbit, which the product contains twice. */
const SYMPLECTIC = 1e-6

/** The errors of both directions, at the starting point. */
const THERE_AND_BACK_M = 1e-2

/** The stated accuracy of the Moon's path in makeEnvironment(), and of similar smooth paths, m. */
const MILLIMETRE = 1e-3

/** Twice the stated accuracy of the attitude in makeEnvironment(), 2e-12, because rows of a matrix have three components. */
const ATTITUDE_RAD = 4e-12

/** Twice the stated accuracy of the Sun's path in makeEnvironment(), one centimetre. */
const SUN_M = 0.02

/** The Sun is within two degrees of the x axis on the day of the equinox. */
const EQUINOX_RAD = 0.03

const EPOCH = parseTime('2026-03-20T00:00:00')

const at = (seconds: number) => addSeconds(EPOCH, seconds)

const three = (row: readonly number[], from: number) => row.slice(from, from + 3) as unknown as Vec3

const apart = (a: Vec3, b: Vec3) => norm(subtract(a, b))

function fly(start: OrbitState, plan: OrbitPlan): Orbit {
  const orbit = propagateOrbit(start, plan)
  if (!orbit.ok) throw new Error(orbit.reason)
  return orbit
}

// The environment of the reference: Earth, Sun and Moon with constant rates (tools/reference/dynamics/orbit.py).
const since = (epoch: Epoch) => secondsBetween(EPOCH, epoch)

const earth = (epoch: Epoch) => rotationZ(0.7 + 7.292_115e-5 * since(epoch))

const circle =
  (radius: number, tilt: number) =>
  (a: number): Vec3 =>
    scale([Math.cos(a), tilt * Math.sin(a), Math.sqrt(1 - tilt * tilt) * Math.sin(a)], radius)

const sun = (epoch: Epoch) => circle(1.495_978_707e11, 0.917_482_062_069_181_8)(0.4 + 1.99e-7 * since(epoch))

const moon = (epoch: Epoch) => circle(3.844e8, 0.9)(2 + 2.66e-6 * since(epoch))

// light.reference.json uses the astronomical unit to the metre.
const sunOfLight = (epoch: Epoch) => circle(149_597_870_700, 0.917_482_062_069_181_8)(0.4 + 1.99e-7 * since(epoch))

function forcesOf(row: (typeof reference.cases)[number]): Force[] {
  const { degree, bodies, drag, light, cd, area, cr } = row
  const density = makeHarrisPriester({ sun, toEarthFixed: earth, exponent: 6 })
  return [
    gravityForce(EGM2008_FIELD, { degree }, earth),
    ...(bodies ? [thirdBodyForce(GM_SUN, sun), thirdBodyForce(GM_MOON, moon)] : []),
    ...(drag ? [dragForce({ cd, area, density, toEarthFixed: earth })] : []),
    ...(light ? [radiationPressureForce({ cr, area, sun })] : []),
  ]
}

test.each(reference.cases)("propagateOrbit() agrees with scipy with brahe's forces: $name", (row) => {
  const start = { epoch: EPOCH, r: three(row.state, 0), v: three(row.state, 3), massKg: row.mass }
  const orbit = fly(start, { forces: forcesOf(row), until: at(row.span) })
  for (const line of row.rows) {
    const state = orbit.stateAt(at(line[0]!))
    // Two integrators over up to 17 revolutions; with drag and light, also the kinks of the density and the edges of the shadow.
    expect(apart(state.r, three(line, 1))).toBeLessThan(row.drag ? CORNERS_M : SMOOTH_M)
    expect(apart(state.v, three(line, 4))).toBeLessThan(row.drag ? CORNERS_MPS : SMOOTH_MPS)
  }
})

test.each(light.cases)('propagateOrbit() crosses the shadow like scipy in small steps: $name', (row) => {
  const start = { epoch: EPOCH, r: three(row.state, 0), v: three(row.state, 3), massKg: row.mass }
  const forces = [pointMassForce(GM_EARTH), radiationPressureForce({ cr: row.cr, area: row.area, sun: sunOfLight })]
  const fast = fly(start, { forces, until: at(row.rows.at(-1)![0]!) })
  for (const line of row.rows) {
    const state = fast.stateAt(at(line[0]!))
    // The rounding of up to 17 revolutions; steps over the penumbra would cause 0.1 m and more.
    expect(apart(state.r, three(line, 1))).toBeLessThan(SHADOW_M)
    expect(apart(state.v, three(line, 4))).toBeLessThan(SHADOW_MPS)
  }
})

const ARC = { gm: 3.986_004_415e14, r: [7e6, 0, 0] as Vec3 }

test.each(burns.arcs)(
  "propagateOrbit() agrees with Orekit's constant-thrust arc: $frame $direction",
  ({ frame, direction, rows }) => {
    // The orbit is a circle: the size of its printed velocity is restored to the digits that printing removed.
    const printed = three(rows[0]!, 4)
    const v = scale(printed, Math.sqrt(ARC.gm / 7e6) / norm(printed))
    const start = { epoch: EPOCH, r: ARC.r, v, massKg: rows[0]![7]! }
    const name = frame === 'QSW' ? 'RSW' : (frame as 'TNW' | 'VNC')
    const thrust = localDirection(name, direction as unknown as Vec3)
    const burn = { start: EPOCH, durationS: 3600, thrustN: 0.1, ispS: 1500, direction: thrust }
    const orbit = fly(start, { forces: [pointMassForce(ARC.gm)], until: at(3600), burns: [burn] })
    for (const row of rows) {
      const state = orbit.stateAt(at(row[0]!))
      // The tolerance of the set: its positions are printed to a micrometre, its velocities to 1e-8 m/s, including the first one.
      expect(apart(state.r, three(row, 1))).toBeLessThan(OREKIT_M)
      expect(apart(state.v, three(row, 4))).toBeLessThan(OREKIT_MPS)
      expect(Math.abs(state.massKg - row[7]!)).toBeLessThan(OREKIT_KG)
    }
  },
)

test("propagateOrbit() lowers the inclination like Orekit's impulse at the node", () => {
  const { initial_keplerian: initial, impulse, expected } = burns.impulse
  const elements = {
    semiMajorAxisM: initial.a_m,
    eccentricity: initial.e,
    incRad: initial.i_rad,
    argPeriapsisRad: initial.pa_rad,
    raanRad: initial.raan_rad,
    trueAnomalyRad: trueFromMean(initial.mean_anomaly_rad, initial.e),
  }
  const start = { epoch: EPOCH, ...toCartesian(elements, initial.mu), massKg: 1000 }
  const forces = [pointMassForce(initial.mu)]
  const node = { name: 'node', value: ({ r }: OrbitState) => r[2], terminal: true }
  const there = fly(start, { forces, until: at(8000), followed: [node] })
  expect(there.crossings.length).toBe(1)
  // Along the orbit normal at the descending node, against it at the ascending node: the impulse turns the motion towards the
  // equator.
  const sign = there.end.v[2] < 0 ? 1 : -1
  const kick = {
    epoch: there.end.epoch,
    ispS: impulse.isp_s,
    deltaV: localDirection('RSW', [0, 0, sign * impulse.dv_mps]),
  }
  const orbit = fly(start, { forces, until: at(8000), impulses: [kick] })
  const end = toKeplerian(orbit.end, initial.mu)
  expect(Math.abs(end.incRad - expected.inclination_rad)).toBeLessThan(INCLINATION_RAD)
  expect(orbit.end.massKg).toBeCloseTo(1000 * Math.exp(-impulse.dv_mps / (9.80665 * impulse.isp_s)), MASS_DIGITS)
})

const LEO: OrbitState = { epoch: EPOCH, r: [6_878e3, 1e5, -2e5], v: [50, 5400, 5390], massKg: 100 }

const POINT = [pointMassForce(GM_EARTH)]

test('propagateOrbit() and its transition matrix agree with two-body motion if there is only one force', () => {
  for (const seconds of [600, 5400, -20_000]) {
    const orbit = fly(LEO, { forces: POINT, until: at(seconds), transition: true })
    const exact = propagateTwoBody(LEO, seconds, GM_EARTH)
    expect(apart(orbit.end.r, exact.state.r)).toBeLessThan(TWO_BODY_M)
    const [stm, expected] = [orbit.transitionTo(at(seconds)), exact.stm]
    for (const [i, j] of [
      [0, 0],
      [0, 3],
      [3, 0],
      [3, 3],
    ] as const) {
      const block = (m: readonly (readonly number[])[]) => m.slice(i, i + 3).flatMap((row) => row.slice(j, j + 3))
      const error = Math.hypot(...block(stm).map((value, k) => value - block(expected)[k]!))
      expect(error / Math.hypot(...block(expected))).toBeLessThan(MATRIX_RELATIVE)
    }
  }
})

test('propagateOrbit() has the matrix of differences of whole motions, with drag', () => {
  const row = reference.cases[1]!
  const plan = { forces: forcesOf({ ...row, degree: 8, light: false }), until: at(6000) }
  const start = { epoch: EPOCH, r: three(row.state, 0), v: three(row.state, 3), massKg: row.mass }
  const stm = fly(start, { ...plan, transition: true }).transitionTo(at(6000))
  for (const k of [0, 1, 2] as const) {
    const moved = (by: number): OrbitState => ({
      ...start,
      r: start.r.map((x, i) => x + (i === k ? by : 0)) as unknown as Vec3,
    })
    const [up, down] = [fly(moved(50), plan).end, fly(moved(-50), plan).end]
    const column = subtract(up.r, down.r).map((difference) => difference / 100)
    const error = Math.hypot(...column.map((value, i) => value - entry(stm, i, k)))
    // The kinks of the density cause some 10 µm in each motion, in a difference over 100 m.
    expect(error / Math.hypot(...column)).toBeLessThan(DIFFERENCED_RELATIVE)
  }
})

test('propagateOrbit() is symplectic in a gravity field, and conserves energy in a field that does not rotate', () => {
  const still = gravityForce(EGM2008_FIELD, { degree: 8 }, () => rotationZ(1))
  fc.assert(
    fc.property(realBetween(-500, 500), realBetween(-6000, 6000), (dv, seconds) => {
      const start = { ...LEO, v: [LEO.v[0] + dv, LEO.v[1] + dv, LEO.v[2]] as Vec3 }
      const orbit = fly(start, { forces: [still], until: at(seconds), transition: true })
      const unit = (k: number) => (k < 3 ? 7e6 : 7.5e3)
      const raw = orbit.transitionTo(at(seconds))
      const m = buildMatrix(6, 6, (i, j) => (entry(raw, i, j) * unit(j)) / unit(i))
      const omega = buildMatrix(6, 6, (i, j) => (j === i + 3 ? 1 : j === i - 3 ? -1 : 0))
      const product = multiplyMatrices(multiplyMatrices(transposeMatrix(m), omega), m).flat()
      product.forEach((value, k) => {
        expect(Math.abs(value - omega.flat()[k]!)).toBeLessThan(SYMPLECTIC)
      })
    }),
    { numRuns: 10 },
  )
})

test('propagateOrbit() forth and back over a burn and an impulse returns to its start', () => {
  const burn = { start: at(1000), durationS: 500, thrustN: 5, ispS: 220, direction: [0.3, 1, -0.2] as Vec3 }
  const impulse = { epoch: at(3000), deltaV: [1, -2, 0.5] as Vec3, ispS: 220 }
  const plan = { forces: POINT, burns: [burn], impulses: [impulse] }
  const there = fly(LEO, { ...plan, until: at(5000) })
  expect(there.end.massKg).toBeLessThan(LEO.massKg - (500 * 5) / (9.80665 * 220))
  const back = fly(there.end, { ...plan, until: EPOCH })
  expect(apart(back.end.r, LEO.r)).toBeLessThan(THERE_AND_BACK_M)
  expect(back.end.massKg).toBeCloseTo(LEO.massKg, MASS_DIGITS)
  const following = { ...impulse, deltaV: () => [1, 0, 0] as Vec3 }
  expect(() => propagateOrbit(there.end, { ...plan, impulses: [following], until: EPOCH })).toThrow(RangeError)
  expect(apart(there.stateAt(at(3000)).v, there.stateAt(at(2999.999)).v)).toBeGreaterThan(2)
  expect(() => there.stateAt(at(5001))).toThrow(RangeError)
  expect(() => there.transitionTo(at(10))).toThrow(/did not ask/)
})

test('makeEnvironment() agrees with its sources to its stated accuracy', () => {
  const exact = circle(3.844e8, 0.9)
  const path = smoothPath(EPOCH, (epoch) => exact(2.66e-6 * since(epoch)))
  for (const seconds of [-5000, 0, 1, 12_345.6, 1e6])
    expect(apart(path(at(seconds)), exact(2.66e-6 * seconds))).toBeLessThan(MILLIMETRE)
  const environment = makeEnvironment(EPOCH)
  for (const seconds of [-4321, 0, 1234.5, 80_000]) {
    const epoch = at(seconds)
    const exact = rotationBetween('GCRF', 'ITRF', earthAt(epoch)).matrix
    environment.toEarthFixed(epoch).forEach((row, k) => {
      expect(apart(row, exact[k]!)).toBeLessThan(ATTITUDE_RAD)
    })
    expect(apart(environment.sun(epoch), bodyPosition('Sun', epoch))).toBeLessThan(SUN_M)
    expect(apart(environment.moon(epoch), bodyPosition('Moon', epoch))).toBeLessThan(MILLIMETRE)
  }
  // The Sun is at the equinox on this day: a direction within two degrees of the x axis.
  const [x, y, z] = environment.sun(EPOCH)
  expect(Math.hypot(y, z) / x).toBeLessThan(EQUINOX_RAD)
  expect(norm(environment.moon(EPOCH))).toBeGreaterThan(3.5e8)
})
