import { expect, test } from 'vitest'
import { seededRandom } from '../random.ts'
import { dot, scale, type Vec3 } from '../vec3.ts'
import { executionCovariance, pointingOf, sizeShare, sumMatrices } from './execution-error.ts'

/** The rounding of sums and products of a dozen numbers. */
const ROUNDING = 1e-14
/** The decimals of values up to a tenth: rounding of 1e-17 a step. */
const SHARE_DIGITS = 15

const form = (m: readonly (readonly number[])[], a: Vec3, b: Vec3) =>
  m.reduce((sum, row, i) => sum + a[i as 0]! * dot(row as unknown as Vec3, b), 0)

test.each<[string, Vec3, readonly [Vec3, Vec3, Vec3]]>([
  [
    'along x',
    [5, 0, 0],
    [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ],
  ],
  [
    'backwards along z',
    [0, 0, -5],
    [
      [0, 0, -1],
      [1, 0, 0],
      [0, 1, 0],
    ],
  ],
  [
    'aslant',
    [3, -4, 0],
    [
      [0.6, -0.8, 0],
      [0.8, 0.6, 0],
      [0, 0, 1],
    ],
  ],
  [
    'out of every plane',
    [5 / 3, 10 / 3, -10 / 3],
    [
      [1 / 3, 2 / 3, -2 / 3],
      [2 / 3, 1 / 3, 2 / 3],
      [2 / 3, -2 / 3, -1 / 3],
    ],
  ],
])(
  "executionCovariance() of a burn %s agrees with Gates's model along the burn and across it",
  (_name, deltaV, [along, one, other]) => {
    const error = { magnitude: 0.02, pointingRad: 0.01, fixedMagnitudeMps: 0.3, fixedPointingMps: 0.2 }
    const covariance = executionCovariance(deltaV, error)
    // 5 m/s: 0.1² + 0.3² along, 0.05² + 0.2² across.
    expect(form(covariance, along, along)).toBeCloseTo(0.1, SHARE_DIGITS)
    for (const across of [one, other]) expect(form(covariance, across, across)).toBeCloseTo(0.0425, SHARE_DIGITS)
    for (const [a, b] of [
      [along, one],
      [along, other],
      [one, other],
    ] as const)
      expect(Math.abs(form(covariance, a, b))).toBeLessThan(ROUNDING)
    // Without fixed parts, twice the burn has four times the covariance.
    const shares = { magnitude: 0.02, pointingRad: 0.01 }
    const [single, twice] = [executionCovariance(deltaV, shares), executionCovariance(scale(deltaV, 2), shares)]
    expect(form(single, along, along)).toBeCloseTo(0.01, SHARE_DIGITS)
    expect(form(single, one, one)).toBeCloseTo(0.0025, SHARE_DIGITS)
    expect(form(twice, one, one)).toBeCloseTo(0.01, SHARE_DIGITS)
  },
)

test('executionCovariance() of a zero burn is zero, with or without fixed parts', () => {
  const error = { magnitude: 0.02, pointingRad: 0.01, fixedMagnitudeMps: 0.3, fixedPointingMps: 0.2 }
  expect(executionCovariance([0, 0, 0], error)).toEqual([0, 1, 2].map(() => [0, 0, 0]))
})

// In (m/s)², R, T, N: 0.03, 0.04 and 0.02 m/s, R and T correlated by a half.
const STATED = {
  covarianceRtn: [
    [9e-4, 6e-4, 0],
    [6e-4, 1.6e-3, 0],
    [0, 0, 4e-4],
  ],
}

test('executionCovariance() of a stated covariance is constant in R, T, N, for any axes and any size of the burn', () => {
  // R along y, T along z, N along x of the axes of the Δv.
  const rtn = [
    [0, 1, 0],
    [0, 0, 1],
    [1, 0, 0],
  ] as const
  const expected = [
    [4e-4, 0, 0],
    [0, 9e-4, 6e-4],
    [0, 6e-4, 1.6e-3],
  ]
  for (const deltaV of [
    [0.001, 0, 0],
    [3, -4, 2],
  ] as const) {
    const found = executionCovariance(deltaV, STATED, rtn)
    found.forEach((row, i) => {
      row.forEach((value, j) => {
        expect(Math.abs(value - expected[i]![j]!)).toBeLessThan(ROUNDING)
      })
    })
  }
  expect(executionCovariance([0, 0, 0], STATED, rtn)).toEqual([0, 1, 2].map(() => [0, 0, 0]))
})

test('sizeShare() and pointingOf() agree with samples of such burns along the burn and across it', () => {
  // Lower triangular roots of the covariance, calculated by hand: 0.03; 0.02 and √(0.0016 − 0.0004); 0.02.
  const random = seededRandom(3)
  const gauss = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  const burn: Vec3 = [0.2, 0.4, -0.4]
  const way = scale(burn, 1 / 0.6)
  const count = 200_000
  let [along, across] = [0, 0]
  for (let k = 0; k < count; k += 1) {
    const [a, b, c] = [gauss(), gauss(), gauss()]
    const off: Vec3 = [0.03 * a, 0.02 * a + Math.sqrt(1.2e-3) * b, 0.02 * c]
    along += dot(off, way) ** 2 / count
    across += (dot(off, off) - dot(off, way) ** 2) / 2 / count
  }
  // The variance of 200,000 samples has a relative error of √(2/n), 0.3 %; the tolerance is four of these, halved for the root.
  const samples = 2 * Math.sqrt(2 / count)
  expect(Math.abs((sizeShare(burn, STATED) * 0.6) / Math.sqrt(along) - 1)).toBeLessThan(samples)
  expect(Math.abs((pointingOf(burn, STATED) * 0.6) / Math.sqrt(across) - 1)).toBeLessThan(samples)
  const gates = { magnitude: 0.02, pointingRad: 0.01, fixedMagnitudeMps: 0.3, fixedPointingMps: 0.2 }
  // Gates: the two parts of the size error are independent, 2 % and 0.3 of 5 m/s.
  expect(sizeShare([0, 3, 4], gates)).toBeCloseTo(Math.sqrt(0.02 ** 2 + 0.06 ** 2), SHARE_DIGITS)
  expect(pointingOf([0, 3, 4], gates)).toBeCloseTo(Math.hypot(0.01, 0.04), SHARE_DIGITS)
  for (const error of [STATED, gates])
    expect([sizeShare([0, 0, 0], error), pointingOf([0, 0, 0], error)]).toEqual([0, 0])
})

test('sumMatrices() adds entry by entry, and refuses matrices of different sizes', () => {
  expect(sumMatrices([[1, 2, 3]], [[10, 20, 30]])).toEqual([[11, 22, 33]])
  expect(() =>
    sumMatrices(
      [
        [1, 2],
        [3, 4],
      ],
      [[1, 2]],
    ),
  ).toThrow()
})
