import { expect, test } from 'vitest'
import { clopperPearson } from '../../binomial-interval.ts'
import { buildMatrix } from '../../matrix.ts'
import { integrate } from '../../quadrature.ts'
import { seededRandom, standardNormal } from '../../random.ts'
import type { Vec3 } from '../../vec3.ts'
import type { EncounterObject } from '../conjunction-plane.ts'
import { covarianceFromRtn } from '../rtn.ts'
import { assess } from './assess.ts'
import cara from './cara.reference.json' with { type: 'json' }
import { circle2d } from './circle-2d.ts'
import { collisionRate } from './collision-rate.ts'
import { hall2021 } from './hall-2021.ts'
import { monteCarlo } from './monte-carlo.ts'
import { checkUsage, USAGE_LIMITS } from './usage-checks.ts'

type CdmRow = (typeof cara.messages)[number]['objects'][number]

function objectOf({ r_km, v_kmps, rtn_covariance_m2 }: CdmRow): EncounterObject {
  const [r, v] = [r_km, v_kmps].map((xs) => xs.map((x) => x * 1000) as unknown as Vec3) as [Vec3, Vec3]
  const at = (i: number, j: number) => rtn_covariance_m2[(Math.max(i, j) * (Math.max(i, j) + 1)) / 2 + Math.min(i, j)]!
  const six = [0, 1, 2, 3, 4, 5]
  return {
    r,
    v,
    covariance: covarianceFromRtn(
      { r, v },
      six.map((i) => six.map((j) => at(i, j))),
    ),
  }
}

function pairOf(objects: readonly CdmRow[]): { primary: EncounterObject; secondary: EncounterObject } {
  return { primary: objectOf(objects[0]!), secondary: objectOf(objects[1]!) }
}

function alfano(number: number) {
  const row = cara.alfano.find((candidate) => candidate.case === number)!
  const { r1_m, v1_mps, C1_m, r2_m, v2_mps, C2_m } = row.at_tca
  const asVector = (xs: number[]) => xs as unknown as Vec3
  return {
    radiusM: row.hbr_m,
    expected: row.expected,
    primary: { r: asVector(r1_m), v: asVector(v1_mps), covariance: C1_m },
    secondary: { r: asVector(r2_m), v: asVector(v2_mps), covariance: C2_m },
  }
}

test.each(cara.messages)('assess() takes the method and gives the value of CARA for $id', (row) => {
  const { primary, secondary } = pairOf(row.objects)
  const assessment = assess({ primary, secondary, radiusM: row.HBR_m })
  const { checks, methods } = assessment
  // CARA's flags as digits: inaccurate, extended, offset.
  const flags = [
    (checks!.inaccurate ?? 1) > USAGE_LIMITS.inaccurate,
    checks!.extended > USAGE_LIMITS.extended,
    checks!.offset > USAGE_LIMITS.offset,
  ]
  expect(Number(flags.map(Number).join(''))).toBe(row.ViolationsPc2D)
  expect(Math.abs(methods['circle-2d']! / row.Pc2D - 1)).toBeLessThan(1e-6)
  if (row.ViolationsPc2D === 0) {
    expect(assessment).toMatchObject({ method: 'circle-2d', reason: 'planar-holds', isReliable: true })
    return
  }
  expect(assessment).toMatchObject({ method: 'hall-3d', reason: 'planar-does-not-hold', isReliable: true })
  // INDEX.md: 1e-3. CARA's sphere of 5810 points is 8e-4 too high throughout, as against its own 2D-Nc.
  expect(Math.abs(assessment.probability! / row.Nc3D - 1)).toBeLessThan(1e-3)
  if (row.ViolationsNc2D === 0) expect(Math.abs(assessment.probability! / row.Nc2D - 1)).toBeLessThan(2e-4)
})

test.each(cara.messages.filter(({ ViolationsPc2D }) => ViolationsPc2D === 0))(
  'hall2021() is the planar value where the plane holds, and that of CARA, for $id',
  (row) => {
    const { primary, secondary } = pairOf(row.objects)
    const result = hall2021(primary, secondary, { radiusM: row.HBR_m })
    expect(result.ok && Math.abs(result.probability / row.Nc3D - 1)).toBeLessThan(1e-3)
    expect(result.ok && Math.abs(result.probability / row.Nc2D - 1)).toBeLessThan(2e-4)
    expect(result.ok && Math.abs(result.probability / row.Pc2D - 1)).toBeLessThan(USAGE_LIMITS.inaccurate)
  },
)

test.each(cara.alfano.map((row) => row.case))(
  'hall2021() gives the curved probability of Alfano 2009, case %i',
  (number) => {
    const { primary, secondary, radiusM, expected } = alfano(number)
    const reach = expected.A09_final_time_s
    const result = hall2021(primary, secondary, { radiusM, limits: { fromS: -reach, toS: reach } })
    expect(result.ok && Math.abs(result.probability / expected.CARA_Pc3D_unit_test - 1)).toBeLessThan(1e-3)
  },
)

test('collisionRate() over a straight passage is the planar probability', () => {
  // Position covariance along the axes, no scatter of the velocity, 7 km/s along z: the integral over time is circle2d.
  const sigmas = [30, 80, 200] as const
  for (const [xM, yM, radiusM] of [
    [20, -50, 5],
    [0, 0, 120],
    [150, 100, 30],
  ] as const) {
    const covariance = buildMatrix(6, 6, (i, j) => (i === j && i < 3 ? sigmas[i as 0 | 1 | 2] ** 2 : 0))
    const rate = (seconds: number) => collisionRate({ mean: [xM, yM, 7000 * seconds, 0, 0, 7000], covariance }, radiusM)
    const total = integrate(rate, [-0.4, 0, 0.4], { relative: 1e-9 })
    const expected = circle2d({ xM, yM, sigmaXM: sigmas[0], sigmaYM: sigmas[1] }, radiusM)
    expect(Math.abs(total / expected - 1)).toBeLessThan(1e-6)
  }
})

test('hall2021() gives a probability where the planar one is fifteen orders of magnitude off', () => {
  const row = cara.units.find(({ id }) => id === 'omitron8_2d_3d_disagreement')!
  const { primary, secondary } = pairOf(
    cara.samples.find(({ name }) => row.cdm!.endsWith(name))!.objects as unknown as CdmRow[],
  )
  const assessment = assess({ primary, secondary, radiusM: 20 })
  expect(assessment.methods['circle-2d']).toBeLessThan(1e-19)
  expect(Math.abs(assessment.probability! / row.expected_pc_3d_hall! - 1)).toBeLessThan(1e-3)
})

test('assess() does not call a covariance that is none a safe 0', () => {
  const objects = cara.samples.find(({ name }) => name.includes('Test07'))!.objects as unknown as CdmRow[]
  const assessment = assess({ ...pairOf(objects), radiusM: 20 })
  expect(assessment.methods['circle-2d']).toBeLessThan(1e-10)
  expect(assessment.checks!.notPositiveDefinite.combined || assessment.checks!.notPositiveDefinite.secondary).toBe(true)
  expect(assessment.isReliable).toBe(false)
})

test('assess() keeps the reported value apart and knows the square', () => {
  const { primary, secondary } = pairOf(cara.messages[0]!.objects)
  const radiusM = cara.messages[0]!.HBR_m
  const all = assess({ primary, secondary, radiusM, methods: 'all' })
  const square = all.methods['square-2d']!
  const reported = { probability: square * 1.0001, method: 'FOSTER-1992' }
  const assessment = assess({ primary, secondary, radiusM, reported })
  expect(assessment.reported).toEqual({ ...reported, matches: 'square-2d' })
  expect(assessment.probability).toBe(all.methods['circle-2d'])
  expect(assess({ primary, secondary, radiusM, reported: { probability: 0.9 } }).reported!.matches).toBeNull()
  expect(Object.keys(all.methods).length).toBe(10)
  expect(all.maximum!.probability).toBeGreaterThanOrEqual(all.probability!)
})

test('assess() says what it cannot know', () => {
  const { primary, secondary } = pairOf(cara.messages[0]!.objects)
  const three = ({ r, v, covariance }: EncounterObject) => ({
    r,
    v,
    covariance: covariance.slice(0, 3).map((x) => x.slice(0, 3)),
  })
  const unchecked = assess({ primary: three(primary), secondary: three(secondary), radiusM: 10 })
  expect(unchecked).toMatchObject({ method: 'circle-2d', checks: null, isReliable: false })
  expect(unchecked.reason).toBe('unchecked-without-velocity-covariance')
  const still = assess({ primary, secondary: { ...secondary, v: primary.v }, radiusM: 10 })
  expect(still).toMatchObject({ probability: null, method: null, reason: 'no-relative-motion' })
  expect(() => assess({ primary, secondary, radiusM: -1 })).toThrow(RangeError)
  expect(() => hall2021(three(primary), three(secondary), { radiusM: 20 })).toThrow(RangeError)
})

test('checkUsage() predicts the curved value where it is small against the plane', () => {
  const row = cara.messages.find(({ id }) => id.startsWith('000028654'))!
  const { primary, secondary } = pairOf(row.objects)
  const { logCorrection } = checkUsage(primary, secondary, row.HBR_m)
  expect(Math.abs(Math.exp(logCorrection!) * row.Pc2D - row.Nc2D) / row.Nc2D).toBeLessThan(1e-3)
})

test.each([1, 2, 3, 9])('monteCarlo() counts what Alfano counted in 10⁸ trials, case %i', (number) => {
  const { primary, secondary, radiusM, expected } = alfano(number)
  const reach = expected.A09_final_time_s
  const run = { radiusM, trials: 4000, fromS: -reach, toS: reach }
  const { hits, interval } = monteCarlo(primary, secondary, { ...run, random: seededRandom(20261120) })!
  const wide = clopperPearson(hits, run.trials, 0.9999)
  expect(wide.lower).toBeLessThan(expected['A09_PcMC1e8 (Monte Carlo, 1e8 trials)'])
  expect(wide.upper).toBeGreaterThan(expected['A09_PcMC1e8 (Monte Carlo, 1e8 trials)'])
  expect(interval.lower).toBeGreaterThan(wide.lower)
  const again = monteCarlo(primary, secondary, { ...run, random: seededRandom(20261120) })!
  expect(again.hits).toBe(hits)
})

test('monteCarlo() counts what the plane gives for a fast encounter, and refuses what it cannot draw', () => {
  const row = cara.messages.find(({ id }) => id.startsWith('000037849'))!
  const { primary, secondary } = pairOf(row.objects)
  const run = { radiusM: row.HBR_m, trials: 8000, random: seededRandom(5), fromS: -30, toS: 30 }
  const { hits } = monteCarlo(primary, secondary, run)!
  const { lower, upper } = clopperPearson(hits, run.trials, 0.9999)
  expect(lower).toBeLessThan(row.Pc2D)
  expect(upper).toBeGreaterThan(row.Pc2D)
  expect(() => monteCarlo(primary, secondary, { ...run, trials: 0 })).toThrow(RangeError)
  const hyperbolic = { ...primary, v: primary.v.map((x) => 2 * x) as unknown as Vec3 }
  expect(monteCarlo(hyperbolic, secondary, run)).toBeNull()
})

test('clopperPearson() gives the intervals of 10⁸ trials', () => {
  for (const { expected } of cara.alfano) {
    const { lower, upper } = clopperPearson(expected.CARA_MC_hits, expected.CARA_MC_trials)
    expect(Math.abs(lower / expected.CARA_PcMC_lo95 - 1)).toBeLessThan(1e-8)
    expect(Math.abs(upper / expected.CARA_PcMC_hi95 - 1)).toBeLessThan(1e-8)
  }
  // No hit in n: 1 − (α/2)^(1/n), by hand.
  expect(clopperPearson(0, 1000)).toEqual({ lower: 0, upper: expect.closeTo(1 - 0.025 ** (1 / 1000), 12) })
  expect(clopperPearson(1000, 1000).upper).toBe(1)
  expect(() => clopperPearson(3, 2)).toThrow(RangeError)
})

test('seededRandom() repeats itself and is even, standardNormal() is normal', () => {
  const [a, b] = [seededRandom(1), seededRandom(1)]
  expect([a(), a(), a()]).toEqual([b(), b(), b()])
  expect(seededRandom(2)()).not.toBe(seededRandom(1)())
  const count = 40_000
  const uniform = seededRandom(3)
  const counts = Array.from({ length: 10 }, () => 0)
  for (let i = 0; i < count; i += 1) counts[Math.floor(10 * uniform())]! += 1
  // 60 is one sigma of a tenth of 40,000.
  expect(counts.every((n) => Math.abs(n - count / 10) < 300)).toBe(true)
  const normal = standardNormal(seededRandom(4))
  const draws = Array.from({ length: count }, normal)
  const inside = draws.filter((x) => Math.abs(x) < 1).length / count
  const within = circle2d({ xM: 0, yM: 0, sigmaXM: 1, sigmaYM: 1 }, 1)
  expect(Math.abs(inside - 0.6827)).toBeLessThan(0.01)
  const pairs = draws.filter((x, i) => i % 2 === 0 && x * x + draws[i + 1]! ** 2 < 1).length / (count / 2)
  expect(Math.abs(pairs - within)).toBeLessThan(0.015)
})
