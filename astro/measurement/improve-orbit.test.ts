import { expect, test } from 'vitest'
import { GM_EARTH } from '../constants.ts'
import { cholesky, invert, transformRow } from '../matrix.ts'
import { type CartesianState, toCartesian } from '../orbit/elements.ts'
import { propagateEquinoctial, toEquinoctial } from '../orbit/equinoctial.ts'
import { seededRandom, standardNormal } from '../random.ts'
import { degToRad } from '../units.ts'
import { norm, subtract, type Vec3 } from '../vec3.ts'
import { type AngleMeasurement, addNoise } from './angles.ts'
import { improveOrbit, type Propagator } from './improve-orbit.ts'
import { sightLine } from './sight-line.ts'

/** χ² of six degrees of freedom exceeds it once in a thousand cases. */
const CHI_SQUARE_OF_SIX = 22.46
/** The weighted RMS is about 1 if noise and model are right. */
const MOST_RMS = 1.3
/** The directions must reduce the sigma across the line of sight to this. */
const ACROSS_SIGHT_M = 250
/** Without measurements the result is the prior. */
const SAME_START_M = 1e-6
/** 20 m at 7.5 km/s are 2.7 ms; this limit is about three sigmas. */
const TIME_BIAS_S = 0.01

const ARCSECOND = degToRad(1 / 3600)
const NOISE = { sigmaRad: 1.5 * ARCSECOND, timeSigmaS: 1e-3 }
const EARTH_RATE = 7.292115e-5

const twoBody: Propagator = (state) => {
  const elements = toEquinoctial(state, GM_EARTH)
  return (seconds) => (elements === null ? null : propagateEquinoctial(elements, GM_EARTH, seconds))
}

const truth = toCartesian(
  { semiMajorAxisM: 7.1e6, eccentricity: 0.002, incRad: 0.9, raanRad: 0.3, argPeriapsisRad: 1, trueAnomalyRad: -1.2 },
  GM_EARTH,
)

/** Two stations, each with one pass, more than a revolution apart. */
function simulate(seed: number, count = 20, lateS = 0): AngleMeasurement[] {
  const normal = standardNormal(seededRandom(seed))
  const object = twoBody(truth)
  const period = 2 * Math.PI * Math.sqrt(7.1e6 ** 3 / GM_EARTH)
  return [0, period * 1.02].flatMap((start, station) =>
    Array.from({ length: count }, (_unused, i) => {
      const seconds = start + 12 * i
      const angle = 0.2 + 0.5 * station + EARTH_RATE * seconds
      const r: Vec3 = [6.2e6 * Math.cos(angle), 6.2e6 * Math.sin(angle), 1.4e6]
      const observer = { r, v: [-EARTH_RATE * r[1], EARTH_RATE * r[0], 0] as Vec3 }
      const line = sightLine((time) => object(time - lateS), observer, { seconds, reduction: 'light-time' })!
      return { seconds, ...addNoise(line, NOISE, normal), observer, ...NOISE }
    }),
  )
}

const start: CartesianState = {
  r: [truth.r[0] + 3000, truth.r[1] - 2000, truth.r[2] + 1500],
  v: [truth.v[0] + 3, truth.v[1] + 2, truth.v[2] - 4],
}

function errorOf(state: CartesianState): number[] {
  return [...subtract(state.r, truth.r), ...subtract(state.v, truth.v)]
}

test('improveOrbit() finds the true orbit from a distant start, within its own covariance', () => {
  const result = improveOrbit({ state: start, propagate: twoBody, measurements: simulate(1) })
  if (!result.ok) throw new Error(result.reason)
  const error = errorOf(result.state)
  const weighted = transformRow(invert(result.covariance)!, error)
  // χ² of six degrees of freedom: one case in a thousand is above 22.46. The start is 1,300 sigmas away.
  expect(error.reduce((total, value, i) => total + value * weighted[i]!, 0)).toBeLessThan(CHI_SQUARE_OF_SIX)
  expect(result.weightedRms).toBeGreaterThan(0.7)
  expect(result.weightedRms).toBeLessThan(MOST_RMS)
  expect(result.residuals.length).toBe(40)
  expect(cholesky(result.covariance)).not.toBeNull()
})

test('the covariance of improveOrbit() agrees with its errors: χ² of many tracks', () => {
  const runs = 60
  let sum = 0
  for (let seed = 0; seed < runs; seed += 1) {
    const result = improveOrbit({ state: truth, propagate: twoBody, measurements: simulate(100 + seed, 8) })
    if (!result.ok) throw new Error(result.reason)
    const error = errorOf(result.state)
    const weighted = transformRow(invert(result.covariance)!, error)
    sum += error.reduce((total, value, i) => total + value * weighted[i]!, 0)
  }
  // Six degrees of freedom: mean 6, standard deviation √12; the tolerance is four sigmas of the mean of 60.
  expect(Math.abs(sum / runs - 6)).toBeLessThan((4 * Math.sqrt(12)) / Math.sqrt(runs))
})

test('improveOrbit() weights prior knowledge against the measurements', () => {
  const sigma = [500, 500, 500, 0.5, 0.5, 0.5]
  const covariance = sigma.map((value, i) => sigma.map((_v, j) => (i === j ? value * value : 0)))
  const near = { r: [truth.r[0] + 300, truth.r[1], truth.r[2]] as Vec3, v: truth.v }
  const few = simulate(5).slice(0, 3)
  const result = improveOrbit({
    state: near,
    propagate: twoBody,
    measurements: few,
    prior: { state: near, covariance },
  })
  if (!result.ok) throw new Error(result.reason)
  // Three directions in 24 s cannot increase any uncertainty, and must reduce the one across the line of sight.
  result.covariance.forEach((row, i) => {
    expect(Math.sqrt(row[i]!)).toBeLessThanOrEqual(sigma[i]!)
  })
  expect(Math.min(...[0, 1, 2].map((i) => Math.sqrt(result.covariance[i]![i]!)))).toBeLessThan(ACROSS_SIGHT_M)
  const none = improveOrbit({ state: near, propagate: twoBody, measurements: [], prior: { state: near, covariance } })
  expect(none.ok && norm(subtract(none.state.r, near.r))).toBeLessThan(SAME_START_M)
})

test('improveOrbit() separates a time bias from the orbit if the prior allows it', () => {
  const sigma = [20, 20, 20, 0.02, 0.02, 0.02]
  const covariance = sigma.map((value, i) => sigma.map((_v, j) => (i === j ? value * value : 0)))
  const prior = { state: truth, covariance }
  const result = improveOrbit({
    state: truth,
    propagate: twoBody,
    measurements: simulate(6, 20, 0.05),
    prior,
    timeBiasSigmaS: 1,
  })
  if (!result.ok) throw new Error(result.reason)
  // 20 m at 7.5 km/s are 2.7 ms.
  expect(Math.abs(result.timeBiasS - 0.05)).toBeLessThan(TIME_BIAS_S)
})

test('improveOrbit() reports why it fails', () => {
  const one = simulate(7).slice(0, 2)
  expect(improveOrbit({ state: truth, propagate: twoBody, measurements: one })).toEqual({
    ok: false,
    reason: 'not-observable',
  })
  const nothing = improveOrbit({ state: truth, propagate: () => () => null, measurements: one })
  expect(nothing).toEqual({ ok: false, reason: 'no-state' })
})
