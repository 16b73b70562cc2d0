import { expect, test } from 'vitest'
import { circle2d } from '../conjunction/probability/circle-2d.ts'
import { hall2021 } from '../conjunction/probability/hall-2021.ts'
import { covarianceFromRtn } from '../conjunction/rtn.ts'
import { GM_EARTH } from '../constants.ts'
import { buildMatrix } from '../matrix.ts'
import { add, scale, type Vec3 } from '../vec3.ts'
import { TWO_BODY } from './dynamics.ts'
import { makeEncounterModel } from './encounter-model.ts'
import { planAssessed } from './plan-assessed.ts'
import { MARGIN, trialOf } from './plan-impulse.ts'
import { scanSizes } from './safe-intervals.ts'

const RADIUS_M = 7e6
const target = { kind: 'probability', probability: 1e-6 } as const
const ACCEPTED = 1e-4
const ERROR = { magnitude: 0.1, pointingRad: 0.01 }
/** Eight bisections of a step of three tenths, relative to the size. */
const SCANNED_TO = 2e-3

/** Selected from 5,000 random encounters below 5 m/s: miss, m, relative velocity, m/s, and sigmas in R, T, N, m. */
const DRAWN: readonly (readonly [Vec3, Vec3, Vec3])[] = [
  [
    [19.1, -95.3, -71.4],
    [-0.149, -0.105, -0.148],
    [40.1, 91.2, 61.2],
  ],
  [
    [-156, -157, 198],
    [-0.251, 0.0187, -0.128],
    [22.5, 63.8, 95.3],
  ],
]

test.each(DRAWN)(
  'an object that drifts past at 0.3 m/s gets a plan, although the value jumps as the burn grows (%j)',
  (miss, relative, sigmas) => {
    const own = { r: [RADIUS_M, 0, 0] as Vec3, v: [0, Math.sqrt(GM_EARTH / RADIUS_M), 0] as Vec3 }
    const other = { r: add(own.r, miss), v: add(own.v, relative) }
    const [r, t, n] = sigmas.map((sigma) => sigma ** 2) as [number, number, number]
    const rtn = [
      [r, 0, 0],
      [0, t, 0],
      [0, 0, n],
    ]
    const known = (state: typeof own) => ({ ...state, covariance: covarianceFromRtn(state, rtn) })
    const model = makeEncounterModel({ primary: known(own), secondary: known(other), radiusM: 10 }, TWO_BODY)
    const options = { burnS: -model.periodS, target, executionError: ERROR, acceptedProbability: ACCEPTED }
    const plan = planAssessed(model, options)
    // At the smallest size whose weak case (3σ) is accepted, the planned burn has hundreds of times the target; a larger burn satisfies both.
    expect(plan).toMatchObject({ meetsTarget: true, limit: null })
    expect(plan.probability).toBeLessThan(MARGIN * target.probability)
    expect(plan.coldProbability).toBeLessThan(ACCEPTED)
    expect(plan.deltaVMps).toBeLessThan(1)
  },
)

/** A negligible probability. */
const NOTHING = 1e-20
/** The burn grows by a tenth at a time, and is bisected to 2 %. */
const GROWN_TO = 1.021

test('a burn 3σ too weak is judged by the method of the event: the planar value is negligible, while the value along curved orbits is not (F1)', () => {
  const own = { r: [RADIUS_M, 0, 0] as Vec3, v: [0, Math.sqrt(GM_EARTH / RADIUS_M), 0] as Vec3 }
  const covariance = buildMatrix(6, 6, (i, j) => (i === j ? (i < 3 ? 2_500 : 2.5e-3) : 0))
  const secondary = { r: add(own.r, [200, 0, 0]), v: add(own.v, [0, 0, 0.05]), covariance }
  const model = makeEncounterModel({ primary: { ...own, covariance }, secondary, radiusM: 10 }, TWO_BODY)
  const options = { burnS: -1.5 * model.periodS, target, method: 'hall-3d', executionError: ERROR } as const
  const weakOf = ({ deltaV }: { readonly deltaV: Vec3 }) =>
    trialOf(model, { burnS: options.burnS }).attempt(scale(deltaV, 1 - 3 * ERROR.magnitude)).after
  const curvedOf = ({ atMessageEpoch: { primary, secondary: other } }: ReturnType<typeof weakOf>) => {
    const result = hall2021(primary, other, { radiusM: 10 })
    return result.ok ? result.probability : Number.NaN
  }
  const plan = planAssessed(model, { ...options, acceptedProbability: ACCEPTED })
  expect(plan).toMatchObject({ meetsTarget: true, limit: null, largerFor: null })
  expect(plan.coldProbability).toBe(curvedOf(weakOf(plan)))
  expect(plan.coldProbability).toBeGreaterThan(target.probability)
  expect(circle2d(weakOf(plan).planar!.miss, 10)).toBeLessThan(NOTHING)
  // If the accepted probability is below the weak burn's, the burn grows until the weak burn is below it.
  const accepted = plan.coldProbability! / 2
  const grown = planAssessed(model, { ...options, acceptedProbability: accepted })
  expect(grown).toMatchObject({ meetsTarget: true, limit: null, largerFor: 'weak-burn' })
  expect(grown.deltaVMps).toBeGreaterThan(plan.deltaVMps)
  expect(curvedOf(weakOf(grown))).toBeLessThan(accepted)
  expect(curvedOf(weakOf({ deltaV: scale(grown.deltaV, 1 / GROWN_TO) }))).toBeGreaterThanOrEqual(accepted)
})

test('sizes are scanned in both senses, and the smallest sufficient one is found between its neighbours', () => {
  const planOf = (from: number) => (size: number) => ({ size, meetsTarget: size <= -from || size >= 2 * from })
  const all = { fromMps: 0, toMps: 1 }
  const found = scanSizes(planOf(0.01234), all)!
  expect(found.meetsTarget).toBe(true)
  expect(Math.abs(found.size / -0.01234 - 1)).toBeLessThan(SCANNED_TO)
  expect(scanSizes(planOf(2), all)).toBeNull()
  // An engine burns at least its smallest impulse.
  expect(Math.abs(scanSizes(planOf(1e-3), { fromMps: 0.02, toMps: 1 })!.size)).toBe(0.02)
})

test('a scan tries the largest allowed size, and returns the smaller of two senses that both reach the target', () => {
  const above = (size: number) => ({ size, meetsTarget: Math.abs(size) >= 0.045 })
  const found = scanSizes(above, { fromMps: 0, toMps: 0.05 })
  expect(Math.abs(Math.abs(found?.size ?? 0) / 0.045 - 1)).toBeLessThan(SCANNED_TO)
  expect(scanSizes(above, { fromMps: 0, toMps: 0.045 })?.size).toBe(0.045)
  expect(scanSizes(above, { fromMps: 0, toMps: 0.0449 })).toBeNull()
  // Both sufficient sizes are between two tried sizes.
  const both = (size: number) => ({ size, meetsTarget: size >= 0.0123 || size <= -0.0121 })
  expect(Math.abs((scanSizes(both, { fromMps: 0, toMps: 1 })?.size ?? 0) / -0.0121 - 1)).toBeLessThan(SCANNED_TO)
})
