import { expect, test } from 'vitest'
import { GM_EARTH } from '../constants.ts'
import { buildMatrix, cholesky, entry, type Matrix } from '../matrix.ts'
import { addSeconds } from '../time/epoch.ts'
import { parseTime } from '../time/parse-time.ts'
import type { Vec3 } from '../vec3.ts'
import type { EphemerisCovariance } from './columns.ts'
import { interpolateCovariance } from './covariance.ts'
import { makeEphemeris } from './ephemeris.ts'

/** The change by velocity variances and rotating axes within two seconds, for 1000 m². */
const MOVED_M2 = 1e-2

const START = parseTime('2026-03-20T00:00:00')
const A = 7e6
const RATE = Math.sqrt(GM_EARTH / A ** 3)
/** Relative tolerance of a matrix entry: the rounding of the two-body matrix. */
const RELATIVE = 1e-9
/** The states of the circle are interpolated to a millimetre, and the matrix follows the state. */
const INTERPOLATED = 1e-6

/** A circle in the plane of x and y. */
const circle = (seconds: number): { r: Vec3; v: Vec3 } => {
  const [c, s] = [Math.cos(RATE * seconds), Math.sin(RATE * seconds)]
  return { r: [A * c, A * s, 0], v: [-A * RATE * s, A * RATE * c, 0] }
}

function ephemerisOf(covariances: readonly (readonly [seconds: number, covariance: Matrix])[]) {
  const rows: EphemerisCovariance[] = covariances.map(([seconds, covariance]) => ({
    epoch: addSeconds(START, seconds),
    covariance,
  }))
  const states = Array.from({ length: 61 }, (_unused, k) => ({ epoch: addSeconds(START, 60 * k), ...circle(60 * k) }))
  return makeEphemeris([{ frame: 'GCRF', states, covariances: rows }])
}

const diagonal = (values: readonly number[]) => buildMatrix(6, 6, (i, j) => (i === j ? (values[i] ?? 0) : 0))
const at = (ephemeris: ReturnType<typeof ephemerisOf>, seconds: number): Matrix => {
  const found = interpolateCovariance(ephemeris, addSeconds(START, seconds))
  if (!found.ok) throw new Error(found.reason)
  expect(found.frame).toBe('GCRF')
  return found.covariance
}

test('an uncertainty across the plane oscillates with the orbit, in closed form', () => {
  // z″ = −n² z on a circle: z = z0 cos nt + ż0 sin nt / n. Both covariances are the same uncertainty at different times.
  const [sigmaZ, sigmaVz] = [30, 0.02]
  const across = (t: number) => {
    const [c, s] = [Math.cos(RATE * t), Math.sin(RATE * t)]
    return {
      zz: (c * sigmaZ) ** 2 + ((s * sigmaVz) / RATE) ** 2,
      zv: c * s * (sigmaVz ** 2 / RATE - RATE * sigmaZ ** 2),
      vv: (RATE * s * sigmaZ) ** 2 + (c * sigmaVz) ** 2,
    }
  }
  const covarianceAt = (t: number) => {
    const { zz, zv, vv } = across(t)
    return buildMatrix(6, 6, (i, j) =>
      i === 2 && j === 2 ? zz : i === 5 && j === 5 ? vv : (i === 2 && j === 5) || (i === 5 && j === 2) ? zv : 0,
    )
  }
  const ephemeris = ephemerisOf([0, 1500, 3000].map((t) => [t, covarianceAt(t)] as const))
  for (const t of [0, 1, 400, 750, 1499, 1500, 1501, 2222, 3000]) {
    const found = at(ephemeris, t)
    const { zz, zv, vv } = across(t)
    expect(Math.abs(entry(found, 2, 2) / zz - 1), `zz, ${t} s`).toBeLessThan(INTERPOLATED)
    expect(Math.abs(entry(found, 5, 5) / vv - 1), `vv, ${t} s`).toBeLessThan(INTERPOLATED)
    expect(Math.abs(entry(found, 2, 5) - zv) / Math.sqrt(zz * vv), `zv, ${t} s`).toBeLessThan(INTERPOLATED)
  }
})

test('an uncertain speed grows along the track by 3t minus an oscillation, by 3T after a whole revolution', () => {
  // Clohessy and Wiltshire: after a revolution a change of the speed by δ moves a circle by −3 T δ along the track.
  const period = (2 * Math.PI) / RATE
  const states = Array.from({ length: 121 }, (_unused, k) => ({ epoch: addSeconds(START, 60 * k), ...circle(60 * k) }))
  const sigma = 0.01
  const rows = [
    { epoch: START, covariance: diagonal([0, 0, 0, 0, sigma ** 2, 0]) },
    { epoch: addSeconds(START, 7200), covariance: diagonal([0, 0, 0, 0, 0, 0]) },
  ]
  const ephemeris = makeEphemeris([{ frame: 'GCRF', states, covariances: rows }])
  const share = 1 - period / 7200
  const expected = share * (3 * period * sigma) ** 2
  expect(Math.abs(entry(at(ephemeris, period), 1, 1) / expected - 1)).toBeLessThan(INTERPOLATED)
})

test('two covariances are blended by the fraction of the time, and the result is a valid covariance', () => {
  const [one, other] = [diagonal([100, 200, 300, 1e-4, 2e-4, 3e-4]), diagonal([900, 50, 20, 4e-4, 1e-4, 1e-4])]
  // Two seconds apart neither has changed by a square millimetre.
  const ephemeris = ephemerisOf([
    [0, one],
    [2, other],
  ])
  const found = at(ephemeris, 0.5)
  expect(Math.abs(entry(found, 0, 0) - (0.75 * 100 + 0.25 * 900))).toBeLessThan(MOVED_M2)
  expect(Math.abs(entry(found, 1, 1) - (0.75 * 200 + 0.25 * 50))).toBeLessThan(MOVED_M2)
  expect(cholesky(found)).not.toBeNull()
  expect(at(ephemeris, 0)).toEqual(one)
  for (const [i, row] of found.entries())
    for (const [j, value] of row.entries()) expect(Math.abs(value - entry(found, j, i))).toBeLessThan(RELATIVE * 900)
})

test('there is no covariance before the first, after the last, and outside the states', () => {
  const ephemeris = ephemerisOf([
    [600, diagonal([1, 1, 1, 1, 1, 1])],
    [1200, diagonal([1, 1, 1, 1, 1, 1])],
  ])
  const reason = (seconds: number) => {
    const found = interpolateCovariance(ephemeris, addSeconds(START, seconds))
    return found.ok ? null : found.reason
  }
  expect([-1, 599, 600, 1200, 1201, 3601].map(reason)).toEqual([
    'before-start',
    'no-covariance',
    null,
    null,
    'no-covariance',
    'after-stop',
  ])
})
