import { describe, expect, test } from 'vitest'
import { conjunctionPlane } from '../conjunction/conjunction-plane.ts'
import { GM_EARTH } from '../constants.ts'
import { cholesky, entry, type Matrix, transformRow } from '../matrix.ts'
import { missing } from '../missing.ts'
import { propagateTwoBody } from '../orbit/two-body.ts'
import { seededRandom, standardNormal } from '../random.ts'
import { norm, scale, subtract, type Vec3 } from '../vec3.ts'
import { afterTrack, worthOfTrack } from './pass-worth.ts'
import {
  AT_TCA,
  COVARIANCE,
  encounter,
  HARD_BODY_M,
  HOUR_S,
  invertWell,
  LINE,
  looksAt,
  OTHER,
  RADIUS_M,
  SMALL,
} from './testing/tracked-encounter.ts'
import { pushedBy } from './unavoidable.ts'

/** On average a track does not change the probability; 10 % are three standard errors. */
const MEAN_RATIO = 1.1

/** The probability in the circle by counting squares of a fine grid, without our formulas. */
function countedProbability(missM: readonly [number, number], c: readonly [number, number, number], radiusM: number) {
  const [xx, xy, yy] = c
  const det = xx * yy - xy * xy
  const cells = 24
  const step = (2 * radiusM) / cells
  let sum = 0
  for (let i = 0; i < cells; i += 1)
    for (let j = 0; j < cells; j += 1) {
      const [x, y] = [-radiusM + (i + 0.5) * step, -radiusM + (j + 0.5) * step]
      if (x * x + y * y > radiusM * radiusM) continue
      const [a, b] = [x - missM[0], y - missM[1]]
      sum += Math.exp(-(yy * a * a - 2 * xy * a * b + xx * b * b) / (2 * det)) * step * step
    }
  return sum / (2 * Math.PI * Math.sqrt(det))
}

describe('the worth of a pass', () => {
  test('F19: the cost of the decision now minus the expected cost after the pass, by drawing orbits and estimating each again', () => {
    const leadS = 18 * HOUR_S
    const accelerationSigma = 2.5e-9
    const looks = looksAt(leadS)
    const given = encounter(accelerationSigma)
    const { covariance } = afterTrack(given, looks)
    const worth = worthOfTrack(given, covariance, LINE)
    if (worth === null) throw new Error('the objects pass each other')

    // The direct method: weighted least squares on drawn errors, with the prior as additional measurements.
    const last = looks.at(-1)?.secondsToTca ?? 0
    const push = pushedBy(AT_TCA, last).map((value) => value * accelerationSigma)
    const known = COVARIANCE.map((row, i) => row.map((value, j) => value - (push[i] ?? 0) * (push[j] ?? 0)))
    const rows = looks.flatMap(({ object, observer, secondsToTca, directionSigmaRad }) => {
      const stm = propagateTwoBody(AT_TCA, -secondsToTca, GM_EARTH).stm
      const line = subtract(object.r, observer)
      const range = norm(line)
      const unit = scale(line, 1 / range)
      const first = perpendicular(unit)
      const second = crossOf(unit, first)
      return [first, second].map((along) => ({
        row: [0, 1, 2, 3, 4, 5].map((j) => along.reduce((sum, a, i) => sum + a * entry(stm, i, j), 0)),
        sigma: directionSigmaRad * range,
      }))
    })
    const inverse = invertWell(known)
    const normal = inverse.map((own, i) =>
      own.map(
        (value, j) =>
          value + rows.reduce((sum, { row, sigma }) => sum + ((row[i] ?? 0) * (row[j] ?? 0)) / sigma ** 2, 0),
      ),
    )
    const posterior = invertWell(normal)
    const factor = cholesky(known) ?? missing()
    const normalRandom = standardNormal(seededRandom(20_261_122))
    const plane = conjunctionPlane(given.tracked, given.other)
    if (plane === null) throw new Error('the objects pass each other')
    const [ax, ay] = plane.axes
    const inPlane = (m: Matrix) => {
      const full = m.map((row, i) => row.map((value, j) => value + (push[i] ?? 0) * (push[j] ?? 0)))
      const form = (a: Vec3, b: Vec3) =>
        a.reduce(
          (sum, p, i) => sum + p * b.reduce((part, q, j) => part + q * ((full[i]?.[j] ?? 0) + (SMALL[i]?.[j] ?? 0)), 0),
          0,
        )
      return [form(ax, ax), form(ax, ay), form(ay, ay)] as const
    }
    const after = inPlane(posterior)
    const draws = 4_000
    let [crossed, cost, mean] = [0, 0, 0]
    for (let n = 0; n < draws; n += 1) {
      const z = Array.from({ length: 6 }, normalRandom)
      const truth = factor.map((row) => row.reduce((sum, value, j) => sum + value * (z[j] ?? 0), 0))
      const right = [0, 0, 0, 0, 0, 0]
      for (const { row, sigma } of rows) {
        const measured = row.reduce((sum, value, j) => sum + value * (truth[j] ?? 0), 0) + sigma * normalRandom()
        for (const j of right.keys()) right[j] = (right[j] ?? 0) + ((row[j] ?? 0) * measured) / sigma ** 2
      }
      const [x, y, w] = transformRow(posterior, right)
      const shift: Vec3 = [x ?? 0, y ?? 0, w ?? 0]
      // The tracked object is the first one: its shift reduces the miss.
      const miss = [plane.missM[0] - dotOf(ax, shift), plane.missM[1] - dotOf(ay, shift)] as const
      const found = countedProbability(miss, after, HARD_BODY_M)
      if (found >= LINE !== worth.probability >= LINE) crossed += 1
      cost += Math.min(1, found / LINE)
      mean += found
    }
    // Three standard errors of the draws.
    const chance = crossed / draws
    const error = 3 * Math.sqrt((chance * (1 - chance)) / draws)
    expect(chance).toBeGreaterThan(0.05)
    expect(Math.abs(worth.crossingChance - chance)).toBeLessThan(error + 0.01)
    const saved = Math.min(1, worth.probability / LINE) - cost / draws
    expect(Math.abs(worth.savedBurns - saved)).toBeLessThan(1.5 / Math.sqrt(draws) + 0.01)
    // On average a track does not change the probability: 10 % are three standard errors of this widely spread quantity.
    expect(mean / draws / worth.probability).toBeGreaterThan(0.9)
    expect(mean / draws / worth.probability).toBeLessThan(MEAN_RATIO)
  })

  test('F18: without looks there is no worth: the covariance does not change, and the line is not crossed', () => {
    const given = encounter(2e-9)
    const { covariance, gainNats } = afterTrack(given, [])
    expect(covariance).toBe(COVARIANCE)
    expect(gainNats).toBe(0)
    expect(worthOfTrack(given, covariance, LINE)).toMatchObject({ crossingChance: 0, savedBurns: 0 })
  })

  test('F19: both directions count: above the line a track has the worth of the burn that it may save', () => {
    const near = { ...encounter(0), other: { ...OTHER, r: [RADIUS_M + 5, 40, 0] as Vec3, covariance: SMALL } }
    const { covariance } = afterTrack(near, looksAt(12 * HOUR_S))
    const worth = worthOfTrack(near, covariance, LINE)
    expect(worth?.probability).toBeGreaterThan(LINE)
    expect(worth?.crossingChance).toBeGreaterThan(0.3)
    expect(worth?.savedBurns).toBeGreaterThan(0.2)
    // At most one burn can be saved.
    expect(worth?.savedBurns).toBeLessThan(1)
  })
})

const dotOf = (a: Vec3, b: Vec3) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]

const crossOf = (a: Vec3, b: Vec3): Vec3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
]

function perpendicular(unit: Vec3): Vec3 {
  const aside = crossOf(unit, [0.3, -0.5, 0.8])
  return scale(aside, 1 / norm(aside))
}
