import { expect, test } from 'vitest'
import { seededRandom, standardNormal } from '../random.ts'
import { addSeconds, secondsBetween } from '../time/epoch.ts'
import { degToRad } from '../units.ts'
import { norm, subtract } from '../vec3.ts'
import { angleResidual } from './angles.ts'
import { determineOrbit } from './determine-orbit.ts'
import type { Observation } from './observation.ts'
import { exposureTimes, lateBy, simulateDirections, simulateEchoes } from './simulate-track.ts'
import { EPOCH, FLY, SITES, TRUTH } from './testing/simulate.ts'

const ARCSECOND = degToRad(1 / 3600)
const { stateAt } = FLY(TRUTH)!
const site = SITES.get('A')!
const epochs = exposureTimes(addSeconds(EPOCH, 60), addSeconds(EPOCH, 660), 5)
const passWith = (seed: number, clockErrorS = 0) => ({
  stateAt,
  site,
  epochs,
  clockErrorS,
  normal: standardNormal(seededRandom(seed)),
})
/** The root mean square of 968 numbers has a standard deviation of 1/√(2 · 968) = 2.3 %; the tolerance is 2.2 of these. */
const SPREAD = 0.05
/** Epochs have a resolution of a femtosecond. */
const EPOCH_S_DIGITS = 14
const STILL = { sigmaRad: 1e-12, timeSigmaS: 0 }

test('exposures have a constant interval, from the first moment to the last', () => {
  expect(epochs).toHaveLength(121)
  expect(secondsBetween(epochs[0]!, epochs.at(-1)!)).toBe(600)
  expect(exposureTimes(EPOCH, addSeconds(EPOCH, -1), 5)).toEqual([])
})

test('the noise on the sky has the requested size, and the same seed gives the same track', () => {
  const still = simulateDirections(passWith(1), STILL)
  const spread = (timeSigmaS: number) => {
    const noisy = [1, 2, 3, 4].flatMap((seed) =>
      simulateDirections(passWith(seed), { sigmaRad: 2 * ARCSECOND, timeSigmaS }).map((one, k) =>
        angleResidual(one, still[k]!),
      ),
    )
    return Math.sqrt(noisy.reduce((sum, { eastRad, northRad }) => sum + eastRad ** 2 + northRad ** 2, 0) / noisy.length)
  }
  expect(Math.abs(spread(0) / (2 * ARCSECOND * Math.SQRT2) - 1)).toBeLessThan(SPREAD)
  expect(spread(0.1)).toBeGreaterThan(3 * spread(0))
  const noise = { sigmaRad: 2 * ARCSECOND, timeSigmaS: 1e-3 }
  expect(simulateDirections(passWith(7), noise)).toEqual(simulateDirections(passWith(7), noise))
})

test('a clock that is ahead and an object that is late appear as an offset along the path', () => {
  const plain = simulateDirections(passWith(1), STILL)
  const [ahead] = simulateDirections(passWith(1, 0.25), STILL)
  expect(secondsBetween(plain[0]!.epoch, ahead!.epoch)).toBeCloseTo(0.25, EPOCH_S_DIGITS)
  expect(ahead!.raRad).toBe(plain[0]!.raRad)
  const late = lateBy(stateAt, 2)
  expect(late(addSeconds(EPOCH, 100)).r).toEqual(stateAt(addSeconds(EPOCH, 98)).r)
})

test('an orbit determination from simulated directions and echoes returns the orbit, within its covariance', () => {
  const normal = standardNormal(seededRandom(11))
  const observations = ['A', 'B'].flatMap((sensorId): Observation[] => {
    const pass = {
      stateAt,
      site: SITES.get(sensorId)!,
      epochs: exposureTimes(EPOCH, addSeconds(EPOCH, 3000), 60),
      clockErrorS: 0,
      normal,
    }
    const directions = simulateDirections(pass, { sigmaRad: ARCSECOND, timeSigmaS: 0 }).map((one): Observation => {
      return { ...one, kind: 'right-ascension-declination', sensorId, sigmaRad: ARCSECOND, reduction: 'light-time' }
    })
    const echoes = simulateEchoes(pass, { rangeSigmaM: 5, angleSigmaRad: 1e-4 }).flatMap(
      ({ rangeM, ...angles }): Observation[] => [
        { epoch: angles.epoch, kind: 'range', sensorId, way: 'two-way', timeOf: 'receive', rangeM, sigmaM: 5 },
        { ...angles, kind: 'azimuth-elevation', sensorId, azimuthSigmaRad: 1e-4, elevationSigmaRad: 1e-4 },
      ],
    )
    return [...directions, ...echoes]
  })
  const start = { r: TRUTH.r.map((x) => x + 3000) as unknown as typeof TRUTH.r, v: TRUTH.v }
  const found = determineOrbit({ start, fly: FLY, observations, sites: SITES })
  if (!found.ok) throw new Error(found.reason)
  const errorM = norm(subtract(found.state.r, TRUTH.r))
  const sigmaM = Math.sqrt([0, 1, 2].reduce((sum, k) => sum + (found.covariance[k]?.[k] ?? Number.NaN), 0))
  expect(errorM).toBeLessThan(4 * sigmaM)
  // Below the horizon the atmosphere has no model; the weighted RMS of the other measurements is about 1.
  expect(found.weightedRms).toBeLessThan(1.2)
})
