import { expect, test } from 'vitest'
import { GM_EARTH } from '../constants.ts'
import { buildMatrix, entry, mapCovariance, multiplyMatrices, transformRow, transposeMatrix } from '../matrix.ts'
import type { PositionObservation } from '../measurement/observation.ts'
import { twoBodyFlight } from '../measurement/testing/two-body-flight.ts'
import { flyTwoBody, propagateTwoBody } from '../orbit/two-body.ts'
import { seededRandom, standardNormal } from '../random.ts'
import { addSeconds } from '../time/epoch.ts'
import { parseTime } from '../time/parse-time.ts'
import { add, type Vec3 } from '../vec3.ts'
import { fuseTrack } from './fuse-track.ts'
import { AT_TCA, COVARIANCE, HOUR_S, invertWell } from './testing/tracked-encounter.ts'
import { inverseForm, inverseTransition, pushedBy } from './unavoidable.ts'

const EPOCH = parseTime('2026-11-22T03:00:00')
/** Positions every minute over an hour. */
const [STEP_S, COUNT] = [60, 61]
/** Two inversions of matrices in metres and metres per second lose some digits. */
const RELATIVE = 1e-4
/** The motion is curved, while the sums of this test are linear, in sigmas. */
const CURVED_SIGMAS = 0.02
/** Half of the message's variance along the push. */
const HALF = 0.5

type Case = { readonly leadS: number; readonly sigmaM: number; readonly accelerationSigma: number }

/** Fuses positions of an object that deviates from its message: with the message, and alone. */
function fuse({ leadS, sigmaM, accelerationSigma }: Case) {
  const start = flyTwoBody(AT_TCA, -leadS, GM_EARTH)
  const truth = { r: add(start.r, [0.6, -0.4, 0.8]), v: add(start.v, [4e-4, 2e-4, -4e-4]) }
  const normal = standardNormal(seededRandom(4))
  const variance = buildMatrix(3, 3, (i, j) => (i === j ? sigmaM ** 2 : 0))
  const observations = Array.from({ length: COUNT }, (_, k): PositionObservation => {
    const noise = [sigmaM * normal(), sigmaM * normal(), sigmaM * normal()] as unknown as Vec3
    const positionM = add(flyTwoBody(truth, k * STEP_S, GM_EARTH).r, noise)
    return { kind: 'position', epoch: addSeconds(EPOCH, k * STEP_S), sensorId: 'GPS', positionM, covariance: variance }
  })
  const fly = twoBodyFlight(EPOCH, GM_EARTH)
  const fused = fuseTrack({
    tracked: { ...AT_TCA, covariance: COVARIANCE },
    start,
    secondsToTca: leadS,
    fly,
    observations,
    sites: new Map(),
    biases: [],
    ahead: { fly, tca: addSeconds(EPOCH, leadS) },
    accelerationSigma,
  })
  if (!fused.ok) throw new Error(fused.reason)
  return { start, observations, fused }
}

/**
 * Least squares of eight unknowns: six of the orbit at closest approach, which the message contains, the drag that is in its covariance, and the
 * drag that the message knows better than the motion of the measurements does.
 */
function alone({ leadS, sigmaM, accelerationSigma }: Case, { start, observations }: ReturnType<typeof fuse>) {
  const push = pushedBy(AT_TCA, leadS)
  const alpha = Math.min(accelerationSigma ** 2, HALF / inverseForm(COVARIANCE, push))
  const beta = accelerationSigma ** 2 - alpha
  const known = buildMatrix(6, 6, (i, j) => entry(COVARIANCE, i, j) - alpha * push[i]! * push[j]!)
  const information = buildMatrix(8, 8, () => 0)
  const vector = Array.from({ length: 8 }, () => 0)
  invertWell(known).forEach((row, i) => {
    row.forEach((value, j) => {
      information[i]![j]! += value
    })
  })
  information[6]![6]! += 1 / alpha
  information[7]![7]! += beta > 0 ? 1 / beta : 1e30
  const ahead = propagateTwoBody(start, leadS, GM_EARTH).stm
  const back = inverseTransition(ahead)
  observations.forEach(({ positionM }, k) => {
    const { state, stm } = propagateTwoBody(start, k * STEP_S, GM_EARTH)
    const byEnd = multiplyMatrices(stm, back)
    for (const axis of [0, 1, 2] as const) {
      const row = byEnd[axis]!
      const slopes = [...row, 0, -row.reduce((sum, value, i) => sum + value * push[i]!, 0)]
      slopes.forEach((slope, i) => {
        vector[i]! += (slope * (positionM[axis] - state.r[axis])) / sigmaM ** 2
        slopes.forEach((other, j) => {
          information[i]![j]! += (slope * other) / sigmaM ** 2
        })
      })
    }
  })
  const inverse = invertWell(information)
  const toState = buildMatrix(6, 8, (i, j) => (j < 6 ? Number(i === j) : j === 6 ? push[i]! : 0))
  const change = transformRow(toState, transformRow(inverse, vector))
  return { covariance: mapCovariance(toState, inverse), change }
}

test.each<[string, Case]>([
  ['precise, soon before', { leadS: 4 * HOUR_S, sigmaM: 2, accelerationSigma: 1e-9 }],
  ['as good as the message', { leadS: 14 * HOUR_S, sigmaM: 200, accelerationSigma: 2e-8 }],
  [
    'far before, with more drag unknown than the message has',
    { leadS: 20 * HOUR_S, sigmaM: 5, accelerationSigma: 2e-7 },
  ],
  ['weak', { leadS: 14 * HOUR_S, sigmaM: 20_000, accelerationSigma: 2e-7 }],
])(
  'positions in a message agree with the least squares of both, and are never worse than the message: %s',
  (_name, given) => {
    const made = fuse(given)
    const { covariance, change } = alone(given, made)
    const { fused } = made
    expect(fused.scaleFactor).toBe(1)
    for (const i of [0, 1, 2, 3, 4, 5]) {
      const sigma = Math.sqrt(entry(covariance, i, i))
      expect(Math.abs(Math.sqrt(entry(fused.covariance, i, i)) / sigma - 1)).toBeLessThan(RELATIVE)
      const found = [...fused.state.r, ...fused.state.v][i]! - [...AT_TCA.r, ...AT_TCA.v][i]!
      expect(Math.abs(found - change[i]!) / sigma).toBeLessThan(CURVED_SIGMAS)
    }
    const normal = standardNormal(seededRandom(9))
    for (let n = 0; n < 50; n += 1) {
      const direction = [...Array.from({ length: 3 }, normal), ...Array.from({ length: 3 }, () => normal() * 1e3)]
      const along = (matrix: readonly (readonly number[])[]) =>
        transformRow(transposeMatrix(matrix), direction).reduce((sum, value, i) => sum + value * direction[i]!, 0)
      expect(along(fused.covariance) / along(COVARIANCE)).toBeLessThan(1 + RELATIVE)
    }
  },
)
