import { parseOcm } from '@apsis/ccsds/ocm/ocm.ts'
import { parseOem } from '@apsis/ccsds/oem/read-oem.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../platform/testing/test-api.ts'
import { planAt } from '../testing/plan-operator.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

/** 1σ of the burn in R, T and N, m/s. The error of the engine is different: 10 % of the size. */
const [R_MPS, T_MPS, N_MPS] = [0.5e-3, 1e-3, 0.2e-3]
const COVARIANCE = [
  [R_MPS ** 2, 0, 0],
  [0, T_MPS ** 2, 0],
  [0, 0, N_MPS ** 2],
]
const ALONG_TRACK = { deltaVReferenceFrame: 'RTN', deltaVDirection: 'XYZ', vector: [0, 1, 0] } as const
/** A file writes the burn in multiples of 1e-7 m/s; three sigmas are some millimetres per second. */
const FILE_MPS = 1e-7
/** The correct decimals of the growth of the trace over its expected value: the digits of the file cause an error of 3e-9. */
const TRACE_DIGITS = 7
/** The correct decimals of a quotient whose numbers are written to the file without rounding. */
const QUOTIENT_DIGITS = 14
/** The correct decimals of the same burn for the same event, once in the plan and once in its screening. */
const SAME_DIGITS = 12

test('a stated covariance of the burn replaces the errors of the engine in plan, screening and files (F1, F12)', async () => {
  const operator = await planAt(api, 'stated')
  const asked = { direction: ALONG_TRACK, executionCovarianceRtn: COVARIANCE }
  const [plan, exact] = [await operator.planned(asked), await operator.planned({ ...asked, hasExecutionError: false })]
  expect(plan.request.executionCovarianceRtn).toEqual(COVARIANCE)
  expect(exact.coldProbability).toBeNull()
  expect(plan.coldProbability).not.toBeNull()
  const size = plan.deltaVMagnitude
  expect(size).toBeGreaterThan(3 * T_MPS)

  const nominal = parseOem((await operator.file(plan, 'format=oem')).text)
  // The trace of the velocity block is the same in all axes, and is compared before the burn and just after it.
  const trace = (k: number, place: number) => {
    const { matrix } = nominal.segments[k]!.covariances.at(place)!
    return [3, 4, 5].reduce((sum, i) => sum + matrix[i]![i]!, 0)
  }
  const added = trace(1, 0) - trace(0, -1)
  expect(added / (R_MPS ** 2 + T_MPS ** 2 + N_MPS ** 2)).toBeCloseTo(1, TRACE_DIGITS)

  for (const [name, sigmas] of [
    ['hot', 3],
    ['cold', -3],
  ] as const) {
    const { manoeuvres } = parseOcm((await operator.file(plan, `format=ocm&version=3.0&case=${name}`)).text)
    const { composition, rows } = manoeuvres[0]!
    const field = (of: string) => Number(rows[0]![composition.indexOf(of)])
    expect(Math.abs(1_000 * Math.abs(field('DV_Y')) - (size + sigmas * T_MPS))).toBeLessThan(FILE_MPS)
    expect(field('DV_MAG_SIGMA') / ((100 * T_MPS) / size)).toBeCloseTo(1, QUOTIENT_DIGITS)
    const acrossDeg = (Math.hypot(R_MPS, N_MPS) / Math.SQRT2 / size) * (180 / Math.PI)
    expect(field('DV_DIR_SIGMA') / acrossDeg).toBeCloseTo(1, QUOTIENT_DIGITS)
  }

  const { screening } = await operator.moved(plan, { state: 'SCREENED' })
  const target = screening!.events.find(({ isTarget }) => isTarget)!
  expect(target.cold! / plan.coldProbability!).toBeCloseTo(1, SAME_DIGITS)
  expect(target.hot! / plan.hotProbability!).toBeCloseTo(1, SAME_DIGITS)
})

test.each([
  ['two rows', COVARIANCE.slice(0, 2)],
  ['a variance below 0', [[-1e-6, 0, 0], ...COVARIANCE.slice(1)]],
  ['a matrix that is not symmetric', [[R_MPS ** 2, 1e-7, 0], ...COVARIANCE.slice(1)]],
  [
    'correlations above 1',
    [
      [1e-6, 2e-6, 0],
      [2e-6, 1e-6, 0],
      [0, 0, 1e-6],
    ],
  ],
  [
    'correlations that cannot be together',
    [
      [1, 0.9, -0.9],
      [0.9, 1, 0.9],
      [-0.9, 0.9, 1],
    ],
  ],
])('%s cannot be the covariance of a burn, and is refused', async (_, executionCovarianceRtn) => {
  const operator = await planAt(api, 'no-covariance')
  expect((await operator.create({ executionCovarianceRtn })).status).toBe(400)
})
