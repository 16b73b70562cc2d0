import { expect, test } from 'vitest'
import { inertialRsw } from '../frames/local.ts'
import { transform, transpose } from '../mat3.ts'
import { buildMatrix, invertScaled } from '../matrix.ts'
import { missing } from '../missing.ts'
import { seededRandom, standardNormal } from '../random.ts'
import { addSeconds } from '../time/epoch.ts'
import { add, norm, scale, subtract, type Vec3 } from '../vec3.ts'
import { determineWithCommonError } from './common-error.ts'
import type { DeterminedOrbit } from './determination.ts'
import { determineOrbit } from './determine-orbit.ts'
import type { PositionObservation } from './observation.ts'
import { EPOCH, FLY, measure, SITES, TRUTH } from './testing/simulate.ts'

const flight = FLY(TRUTH) ?? missing()
const SIGMA_M = 5
const COVARIANCE = buildMatrix(3, 3, (i, j) => (i === j ? SIGMA_M ** 2 : 0))
const [POINTS, STEP_S, DRAWS] = [60, 60, 60]
const DISPLACED = { r: add(TRUTH.r, [-5_774, 5_774, 5_774]), v: add(TRUTH.v, [5.774, -5.774, 5.774]) }
/** The squared error, weighted by a correct covariance, is χ² of 6, with the mean 6 and, for 60 draws, a sigma of 0.45. */
const [RIGHT, WITHIN] = [6, 2]

type Noise = () => Vec3

/** Positions over an hour, with independent noise and with a common error along the axes of the orbit. */
function positions(noise: Noise, common: Vec3 = [0, 0, 0]): PositionObservation[] {
  return Array.from({ length: POINTS }, (_, k) => {
    const epoch = addSeconds(EPOCH, STEP_S * k)
    const state = flight.stateAt(epoch)
    const off = add(noise(), common)
    const positionM = add(state.r, transform(transpose(inertialRsw(state)), off))
    return { kind: 'position', epoch, sensorId: 'GPS', positionM, covariance: COVARIANCE }
  })
}

/** Returns the squared error of an orbit, weighted by its covariance. */
function squared({ state, covariance }: DeterminedOrbit): number {
  const inverse = invertScaled(covariance, 1e14) ?? missing()
  const off = [...subtract(state.r, TRUTH.r), ...subtract(state.v, TRUTH.v)]
  return off.reduce(
    (sum, a, i) => sum + off.reduce((part, b, j) => part + a * b * (inverse[i]?.[j] ?? missing()), 0),
    0,
  )
}

function draws(count: number, make: (normal: () => number) => PositionObservation[], fit = determineWithCommonError) {
  const normal = standardNormal(seededRandom(18))
  return Array.from({ length: count }, () => {
    const found = fit({ start: TRUTH, fly: FLY, sites: new Map(), observations: make(normal) })
    if (!found.ok) throw new Error(found.reason)
    return found
  })
}
const mean = (all: readonly number[]) => all.reduce((sum, one) => sum + one, 0) / all.length
const three = (normal: () => number, sigma: number): Vec3 => [sigma * normal(), sigma * normal(), sigma * normal()]

test('positions alone lead from 10 km and 10 m/s off to the orbit, and a wrong position is removed completely', () => {
  const normal = standardNormal(seededRandom(3))
  const all = positions(() => three(normal, SIGMA_M))
  const observations = all.map((one, k) => (k === 7 ? { ...one, positionM: add(one.positionM, [0, 0, 300]) } : one))
  const found = determineWithCommonError({ start: DISPLACED, fly: FLY, sites: new Map(), observations })
  if (!found.ok) throw new Error(found.reason)
  expect(norm(subtract(DISPLACED.r, TRUTH.r))).toBeGreaterThan(1_000 * SIGMA_M)
  expect(norm(subtract(found.state.r, TRUTH.r))).toBeLessThan(SIGMA_M)
  const edited = found.residuals.filter((row) => row.edited !== null)
  expect(edited.map(({ observation, quantity }) => `${observation} ${quantity}`)).toEqual([
    '7 radial',
    '7 in-track',
    '7 cross-track',
  ])
})

test('positions that scatter as stated give a covariance that agrees with their error', () => {
  const found = draws(DRAWS, (normal) => positions(() => three(normal, SIGMA_M)))
  expect(Math.abs(mean(found.map(squared)) - RIGHT)).toBeLessThan(WITHIN)
  // With 60 independent positions the orbit is more accurate than with one.
  expect(mean(found.map(({ covariance }) => Math.sqrt(covariance[0]?.[0] ?? missing())))).toBeLessThan(SIGMA_M / 2)
})

test('positions with a common error are not better than one of them: the covariance contains the common error', () => {
  const make = (normal: () => number) => {
    const common = three(normal, SIGMA_M)
    return positions(() => three(normal, SIGMA_M / 50), common)
  }
  const found = draws(DRAWS, make)
  expect(mean(found.map(squared))).toBeLessThan(RIGHT + WITHIN)
  for (const { correlationFactor } of found) expect(correlationFactor).toBeGreaterThan(POINTS / 2)
  // Plain least squares assumes that the sixty are independent, and is wrong by many sigmas.
  expect(mean(draws(DRAWS, make, determineOrbit).map(squared))).toBeGreaterThan(5 * RIGHT)
})

test('other measurements than positions keep their weight', () => {
  const normal = standardNormal(seededRandom(5))
  const priorCovariance = buildMatrix(6, 6, (i, j) => (i === j ? (i < 3 ? 1 : 1e-3) ** 2 : 0))
  const observations = positions(() => scale(three(normal, SIGMA_M), 0.02), [0, SIGMA_M, 0])
  const found = determineWithCommonError({ start: TRUTH, fly: FLY, sites: new Map(), observations, priorCovariance })
  if (!found.ok) throw new Error(found.reason)
  for (let i = 0; i < 6; i += 1)
    expect(found.covariance[i]?.[i] ?? missing()).toBeLessThanOrEqual((priorCovariance[i]?.[i] ?? missing()) * 1.001)
})

test('a fit of ground ranges only does not change', () => {
  const observations = Array.from({ length: 40 }, (_, k) =>
    measure('range', { flight, sensorId: 'AB'.charAt(k % 2), seconds: 600 * k, noise: () => 0.01 * (k % 3) }),
  )
  const input = { start: TRUTH, fly: FLY, sites: SITES, observations }
  expect(determineWithCommonError(input)).toEqual(determineOrbit(input))
})
