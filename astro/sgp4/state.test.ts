import { expect, test } from 'vitest'
import { parseTime } from '../time/parse-time.ts'
import { degToRad } from '../units.ts'
import { add, dot, norm, scale, subtract, type Vec3 } from '../vec3.ts'
import type { MeanElements } from './element-set.ts'
import { initSgp4 } from './init.ts'
import type { Sgp4Model } from './model.ts'
import { makeIntegrator } from './resonance.ts'
import verification from './sgp4.reference.json' with { type: 'json' }
import { CODE, STATE_LENGTH, writeState } from './state.ts'
import { parseTle } from './tle.ts'
import { J2, J3, J4, M_PER_EARTH_RADIUS, MPS_PER_UNIT } from './wgs-72.ts'

/** The theory omits second orders, J2² and J2 e, which grow along the track to 550 m in a revolution. */
const FIRST_ORDER_M = 600
/** The same in velocity, multiplied by the mean motion of 1e-3 rad/s. */
const FIRST_ORDER_MPS = 0.6
/** The combined effect of J2 and J3, and steps of ten seconds at the poles. */
const FROZEN_RELATIVE = 0.03
/** Tolerance of the reference set: a millimetre and a micrometre per second, 1e5 times the last printed digit. */
const [REFERENCE_M, REFERENCE_MPS] = [1e-3, 1e-6]
/** Velocities omit the effects of J2 and drag on the short-period terms: 1e-5 of 7.5 km/s. */
const RATE_RELATIVE = 2e-5
/** The decay is not quite uniform, and the air is denser at perigee. */
const DRAG_RELATIVE = 0.03
const EPOCH = parseTime('2026-03-20T00:00:00')
const MINUTE_S = 60
/** A circular orbit at 430 km. */
const LOW = { meanMotionRadPerS: (2 * Math.PI) / (93 * MINUTE_S), eccentricity: 1e-4 }

const modelOf = (more: Partial<MeanElements> = {}): Sgp4Model =>
  initSgp4({
    epoch: EPOCH,
    meanMotionRadPerS: (2 * Math.PI) / (100 * MINUTE_S),
    eccentricity: 0.01,
    incRad: degToRad(98),
    raanRad: 1,
    argPeriapsisRad: 2,
    meanAnomalyRad: 3,
    bstar: 0,
    ...more,
  })

function stateAt(model: Sgp4Model, minutes: number): { readonly r: Vec3; readonly v: Vec3 } {
  const states = new Float64Array(STATE_LENGTH)
  const code = writeState(model, { minutes: Float64Array.of(minutes), states, integrator: makeIntegrator() }, 0)
  if (code !== CODE.ok) throw new Error(`code ${code}`)
  const [x, y, z, vx, vy, vz] = [...states] as [number, number, number, number, number, number]
  return { r: [x, y, z], v: [vx, vy, vz] }
}

const GM = MPS_PER_UNIT ** 2 * M_PER_EARTH_RADIUS

/** Returns the potential of the Earth's zonal harmonics beyond the point mass, m²/s² (Vallado, Fundamentals of Astrodynamics, eq. 8-19). */
function zonalPotential(r: Vec3): number {
  const [radius, s] = [norm(r), r[2] / norm(r)]
  const q = M_PER_EARTH_RADIUS / radius
  const p2 = (3 * s * s - 1) / 2
  const p3 = (5 * s ** 3 - 3 * s) / 2
  const p4 = (35 * s ** 4 - 30 * s * s + 3) / 8
  return (-GM / radius) * (J2 * q * q * p2 + J3 * q ** 3 * p3 + J4 * q ** 4 * p4)
}

function pullAt(r: Vec3): Vec3 {
  const step = 10
  const slope = (axis: Vec3) =>
    (zonalPotential(add(r, scale(axis, step))) - zonalPotential(subtract(r, scale(axis, step)))) / (2 * step)
  const zonal: Vec3 = [slope([1, 0, 0]), slope([0, 1, 0]), slope([0, 0, 1])]
  return add(zonal, scale(r, -GM / norm(r) ** 3))
}

/** One step of the classical Runge-Kutta method of r″ = pull(r). */
function step({ r, v }: { readonly r: Vec3; readonly v: Vec3 }, h: number) {
  const a1 = pullAt(r)
  const [r2, v2] = [add(r, scale(v, h / 2)), add(v, scale(a1, h / 2))]
  const a2 = pullAt(r2)
  const [r3, v3] = [add(r, scale(v2, h / 2)), add(v, scale(a2, h / 2))]
  const a3 = pullAt(r3)
  const [r4, v4] = [add(r, scale(v3, h)), add(v, scale(a3, h))]
  const a4 = pullAt(r4)
  const mean = (a: Vec3, b: Vec3, c: Vec3, d: Vec3) => scale(add(add(a, d), scale(add(b, c), 2)), 1 / 6)
  return { r: add(r, scale(mean(v, v2, v3, v4), h)), v: add(v, scale(mean(a1, a2, a3, a4), h)) }
}

test.each([
  [1e-4, 98],
  [5e-4, 63.4],
  [5e-4, 30],
  [5e-4, 5],
  [2e-3, 116],
  [2e-3, 80],
])(
  'a revolution agrees with numerical integration in the field of J2 to J4: e = %d, i = %d°',
  (eccentricity, incDeg) => {
    const model = modelOf({ eccentricity, incRad: degToRad(incDeg) })
    let state = stateAt(model, 0)
    for (let n = 1; n <= 600; n += 1) {
      state = step(state, 10)
      const own = stateAt(model, n / 6)
      expect(norm(subtract(own.r, state.r))).toBeLessThan(FIRST_ORDER_M)
      expect(norm(subtract(own.v, state.v))).toBeLessThan(FIRST_ORDER_MPS)
    }
  },
)

test.each(['06251', '28057', '08195'])(
  'writeState() agrees with the verification states of AIAA 2006-6753: %s',
  (id) => {
    const row = verification.cases.find(({ line1 }) => line1.slice(2, 7) === id)!
    const model = initSgp4(parseTle(row.line1, row.line2))
    for (const [minutes, ...km] of row.rows) {
      const { r, v } = stateAt(model, minutes!)
      for (const k of [0, 1, 2] as const) {
        expect(Math.abs(r[k] - km[k]! * 1000)).toBeLessThan(REFERENCE_M)
        expect(Math.abs(v[k] - km[k + 3]! * 1000)).toBeLessThan(REFERENCE_MPS)
      }
    }
  },
)

test('J3 shifts a circular orbit to the south by the frozen eccentricity, −J3/2J2 sin i over a', () => {
  // The frozen orbit has its perigee in the north (Vallado, Fundamentals of Astrodynamics, §11.4.2).
  for (const [incDeg, minutes] of [
    [98, 0],
    [40, 5000],
  ] as const) {
    const model = modelOf({ eccentricity: 0, incRad: degToRad(incDeg) })
    const track = Array.from({ length: 601 }, (_, k) => stateAt(model, minutes + k / 6).r)
    const north = track.reduce((best, r) => (r[2] > best[2] ? r : best))
    const south = track.reduce((best, r) => (r[2] < best[2] ? r : best))
    const meanM = (norm(north) + norm(south)) / 2
    const frozen = ((-J3 / (2 * J2)) * Math.sin(degToRad(incDeg)) * M_PER_EARTH_RADIUS) / meanM
    expect(Math.abs((norm(south) - norm(north)) / (2 * meanM * frozen) - 1)).toBeLessThan(FROZEN_RELATIVE)
  }
})

test('the velocity is the rate of the position', () => {
  const model = modelOf({ eccentricity: 0.02, bstar: 1e-3 })
  for (const minutes of [-300, 0, 12.5, 1000]) {
    const h = 1 / 600
    const moved = subtract(stateAt(model, minutes + h).r, stateAt(model, minutes - h).r)
    const { v } = stateAt(model, minutes)
    expect(norm(subtract(scale(moved, 1 / (2 * h * MINUTE_S)), v)) / norm(v)).toBeLessThan(RATE_RELATIVE)
  }
})

test('drag reduces the energy, and the lower orbit moves ahead by Kepler’s third law', () => {
  const [free, dragged] = [modelOf(LOW), modelOf({ ...LOW, bstar: 0.02 })]
  const minutes = 1440
  // The energy is averaged over the revolution around that time, because the first order of the theory oscillates by half a kilometre of
  // semi-major axis.
  const energyOf = (model: Sgp4Model) => {
    const phases = Array.from({ length: 31 }, (_, k) => stateAt(model, minutes + 3 * (k - 15)))
    return phases.reduce((sum, { r, v }) => sum + dot(v, v) / 2 - GM / norm(r) + zonalPotential(r), 0) / phases.length
  }
  const [before, after] = [stateAt(free, minutes), stateAt(dragged, minutes)]
  const a = norm(before.r)
  // E = −GM/2a, so Δa = 2 a² ΔE/GM. It grows linearly with time, and the rate of the mean longitude changes by −3/2 n Δa/a.
  const fallenM = (2 * a * a * (energyOf(free) - energyOf(dragged))) / GM
  expect(fallenM).toBeGreaterThan(5000)
  const turns = norm(before.v) / a
  const aheadM = 0.75 * fallenM * turns * minutes * MINUTE_S
  const along = dot(subtract(after.r, before.r), before.v) / norm(before.v)
  expect(Math.abs(along / aheadM - 1)).toBeLessThan(DRAG_RELATIVE)
})

test('writeState() writes only its own six numbers, or none and the reason', () => {
  const states = new Float64Array(3 * STATE_LENGTH).fill(Number.NaN)
  const minutes = Float64Array.of(0, 30, Number.NaN)
  const batch = { minutes, states, integrator: undefined }
  expect(writeState(modelOf(), batch, 1)).toBe(CODE.ok)
  expect([...states].map(Number.isNaN)).toEqual(Array.from({ length: 18 }, (_, k) => k < 6 || k >= 12))
  expect([...states.slice(6, 12)]).toEqual([...stateAt(modelOf(), 30).r, ...stateAt(modelOf(), 30).v])
  const codeOf = (model: Sgp4Model, at: number) => writeState(model, { ...batch, minutes: Float64Array.of(at) }, 0)
  const written = [...states]
  expect(writeState(modelOf(), batch, 2)).toBe(CODE.diverged)
  expect(writeState(modelOf(), batch, 3)).toBe(CODE.diverged)
  // The limit is two centuries.
  expect([1e8, -1e8].map((at) => codeOf(modelOf(), at))).toEqual([CODE.ok, CODE.ok])
  states.set(written)
  expect([1.000_000_1e8, -1.000_000_1e8].map((at) => codeOf(modelOf(), at))).toEqual([CODE.diverged, CODE.diverged])
  // Perigee at 0.9 of the Earth's radius, and a drag that removes the eccentricity within a month.
  expect(codeOf(modelOf({ eccentricity: 0.2, meanAnomalyRad: 0 }), 0)).toBe(CODE.decayed)
  expect(codeOf(modelOf({ bstar: 1, eccentricity: 0.1 }), 43_200)).toBe(CODE.meanE)
  expect(states).toEqual(Float64Array.from(written))
})
