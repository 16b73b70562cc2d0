import { expect, test } from 'vitest'
import { assess } from '../conjunction/probability/assess.ts'
import cara from '../conjunction/probability/cara.reference.json' with { type: 'json' }
import { circle2d } from '../conjunction/probability/circle-2d.ts'
import { covarianceFromRtn } from '../conjunction/rtn.ts'
import { pairOfCdm } from '../conjunction/testing/cdm-object.ts'
import { transform, transpose } from '../mat3.ts'
import { buildMatrix } from '../matrix.ts'
import { seededRandom } from '../random.ts'
import { dot, norm, scale, type Vec3 } from '../vec3.ts'
import { makeBurnTrial } from './burn-trial.ts'
import { DYNAMICS, J2, TWO_BODY } from './dynamics.ts'
import { makeEncounterModel } from './encounter-model.ts'
import { executionCovariance } from './execution-error.ts'
import { planAssessed } from './plan-assessed.ts'
import { flyImpulse, MARGIN, planImpulse } from './plan-impulse.ts'
import { crossingCircles } from './testing/crossing-circles.ts'

/** The sizes in domain.md C14 have two digits. */
const TWO_DIGITS = 0.03
/** assess() refines the TCA by up to 0.3 ms on straight lines; the orbits deviate from them by its square. */
const REFINED_TCA_S = 1e-6
/** The same effect on the miss, relative. */
const REFINED_MISS = 1e-9
/** The same effect on the probability is 5e-9. */
const REFINED_PROBABILITY = 1e-8
/** Both values come from the same orbits: the difference is the rounding of the propagation forth and back. */
const SAME_WAY_PROBABILITY = 1e-9
/** A metre or two of a requested miss of 1.5 km. */
const MISS_RELATIVE = 1e-3
/** A planned burn is rounded to a micrometre per second. */
const MICROMETRE_PER_SECOND_DIGITS = 6
/** Each component of a plan is rounded to this. */
const STEP_MPS = 1e-7
/** This rounding rotates a burn of 4 cm/s by 2e-6; the cosine changes by half the square. */
const DIRECTION = 1e-11
/** 0.1 mm/s is 0.3 % of this burn: the probability deviates by at least this if nothing compensates the rounding. */
const COARSE = 1e-3
/** The pointing error, 2° across, changes the miss only by its square, 1e-3. */
const ALONG_ALONE = 5e-3
/** The same burn, propagated in the same way. */
const SAME_DIGITS = 12
/** Variances below a hundredth in double precision: 4e-19. */
const VARIANCE_DIGITS = 17
/** A whole number up to 1e5 in double precision. */
const WHOLE = 1e-9
/** In a tenth of a second the errors of the velocity add 3e-5 to the errors of the position. */
const TENTH_OF_A_SECOND = 1e-4
/** A file has km/s with ten decimals: the confirmed number is the written one, except for its rounding in double precision. */
const WRITTEN_DIGITS = 12
const ACCEPTED = 1e-4
/** Plans are compared with other burns in steps of this fraction; a burn along the track only costs at most 1 % more than the best. */
const SCAN_SHARE = 0.02
/** A Δv clearly above zero. */
const SOME_MPS = 0.001
/** The probability of the message without a burn. */
const BEFORE_THE_BURN = 1.76e-3

const messages = cara.messages.filter(({ ViolationsPc2D, Pc2D }) => ViolationsPc2D === 0 && Pc2D > 1e-5)
const encounterOf = (row: (typeof cara.messages)[number]) => ({ ...pairOfCdm(row.objects), radiusM: row.HBR_m })
const published = cara.messages.find(({ id }) => id.startsWith('000029108_conj_000034995'))!
const target = { kind: 'probability', probability: 3e-6 } as const

// The values of domain.md C14, computed independently for this message by the Clohessy-Wiltshire map: two digits, at HBR 14.8 m.
test.each([
  [0.5, 46.4],
  [2.5, 37.4],
  [9.5, 13.7],
  [14.5, 9.1],
])('planImpulse() at %d orbits costs the same as an earlier result for this message: %d mm/s', (lead, mmps) => {
  const model = makeEncounterModel(encounterOf(published), TWO_BODY)
  const plan = planImpulse(model, { burnS: -lead * model.periodS, target })
  expect(Math.abs((plan.deltaVMps * 1000) / mmps - 1)).toBeLessThan(TWO_DIGITS)
})

test.each(messages)('planImpulse() meets the target in a propagation, and no shorter burn near it does: $id', (row) => {
  const model = makeEncounterModel(encounterOf(row), TWO_BODY)
  const burnS = -2.5 * model.periodS
  const plan = planImpulse(model, { burnS, target })
  expect(plan.meetsTarget).toBe(true)
  expect(plan.probability).toBeLessThanOrEqual(MARGIN * target.probability)
  // Rule F2: the plan is also not far below the target, because then a smaller burn would be enough.
  expect(plan.probability).toBeGreaterThan(0.99 * target.probability)
  const trial = makeBurnTrial(model, burnS, null)
  const value = (deltaV: Vec3) => circle2d(trial.attempt(deltaV).after.planar!.miss, row.HBR_m)
  const size = norm(plan.deltaV)
  for (const turn of [
    [0.02, 0, 0],
    [0, 0.02, 0],
    [0, 0, 0.02],
    [-0.02, 0, 0],
    [0, -0.02, 0],
    [0, 0, -0.02],
  ] as const) {
    const unit = plan.deltaV.map((part, k) => part / size + turn[k as 0]) as unknown as Vec3
    expect(value(scale(unit, (0.999 * size) / norm(unit)))).toBeGreaterThan(target.probability)
  }
  // Rule F4: with the wrong sign of the miss the burn would have the opposite direction, which in most cases is worse.
  expect(value(scale(plan.deltaV, -1))).toBeGreaterThan(target.probability * 0.999)
})

test.each(messages)('a zero burn leaves TCA, miss and probability as in the message: $id', (row) => {
  const encounter = encounterOf(row)
  const { probability, encounter: described } = assess(encounter)
  for (const dynamics of [TWO_BODY, J2]) {
    const model = makeEncounterModel(encounter, dynamics)
    const { after } = makeBurnTrial(model, -5.5 * model.periodS, null).attempt([0, 0, 0])
    // assess() refines the TCA of the message (up to 0.3 ms here) on straight lines: the orbits deviate from them by its square, a relative 5e-9
    // of the probability.
    expect(Math.abs(after.tcaS - described.secondsToTca)).toBeLessThan(REFINED_TCA_S)
    expect(Math.abs(after.missDistanceM / described.missDistanceM - 1)).toBeLessThan(REFINED_MISS)
    const found = circle2d(after.planar!.miss, row.HBR_m)
    expect(Math.abs(found / probability! - 1)).toBeLessThan(REFINED_PROBABILITY)
    const there = model.after({ state: encounter.primary })
    expect(Math.abs(found / circle2d(there.planar!.miss, row.HBR_m) - 1)).toBeLessThan(SAME_WAY_PROBABILITY)
  }
})

test('a given direction is kept, and burns without a given direction cost no more', () => {
  const model = makeEncounterModel(encounterOf(published), TWO_BODY)
  const options = { burnS: -1.5 * model.periodS, target }
  const free = planImpulse(model, options)
  for (const directionRtn of [
    [1, 0, 0],
    [0, 1, 0],
    [0, 3, 4],
  ] as const) {
    const plan = planImpulse(model, { ...options, directionRtn })
    expect(plan.meetsTarget).toBe(true)
    const cosine = Math.abs(dot(plan.deltaVRtnMps, directionRtn)) / (norm(plan.deltaVRtnMps) * norm(directionRtn))
    expect(1 - cosine).toBeLessThan(DIRECTION)
    expect(plan.deltaVMps).toBeGreaterThanOrEqual(free.deltaVMps - STEP_MPS)
  }
})

test('a plan for a miss distance reaches it', () => {
  const model = makeEncounterModel(encounterOf(published), TWO_BODY)
  const plan = planImpulse(model, { burnS: -2.5 * model.periodS, target: { kind: 'miss', missM: 1500 } })
  expect(plan.meetsTarget).toBe(true)
  expect(Math.abs(plan.after.missDistanceM / 1500 - 1)).toBeLessThan(MISS_RELATIVE)
})

test('a burn with a limit below the needed size does not reach the target, and names the limit', () => {
  const model = makeEncounterModel(encounterOf(published), TWO_BODY)
  const options = { burnS: -2.5 * model.periodS, target }
  const full = planImpulse(model, options)
  const plan = planImpulse(model, { ...options, maxDeltaVMps: full.deltaVMps / 2 })
  expect(plan).toMatchObject({ meetsTarget: false, limit: 'delta-v' })
  expect(plan.deltaVMps).toBeCloseTo(full.deltaVMps / 2, MICROMETRE_PER_SECOND_DIGITS)
  expect(plan.probability).toBeLessThan(BEFORE_THE_BURN)
  expect(plan.probability).toBeGreaterThan(target.probability)
  const bit = planImpulse(model, { ...options, minDeltaVMps: 2 * full.deltaVMps })
  expect(bit.deltaVMps).toBeCloseTo(2 * full.deltaVMps, MICROMETRE_PER_SECOND_DIGITS)
})

test('the confirmed value is the value of the written burn: the rounded burn, propagated again, gives the same value (rule F7)', () => {
  const model = makeEncounterModel(encounterOf(published), J2)
  const options = { burnS: -2.5 * model.periodS, target }
  const plan = planImpulse(model, options)
  expect(plan.deltaVRtnMps.map((part) => Number((part / 1000).toFixed(10)) * 1000)).toEqual(
    plan.deltaVRtnMps.map((part) => expect.closeTo(part, WRITTEN_DIGITS)),
  )
  const again = flyImpulse(model, options, plan.deltaVRtnMps)
  expect(again.probability).toBe(plan.probability)
  // Rounded to 0.1 mm/s instead, many plans would be above their target by more than a per cent.
  const coarse = planImpulse(model, { ...options, deltaVStepMps: 1e-4 })
  expect(Math.abs(coarse.probability! / target.probability - 1)).toBeGreaterThan(COARSE)
})

test('a burn is sized with its execution error, and its 3σ weak case is below the accepted probability (rule F1)', () => {
  const model = makeEncounterModel(encounterOf(published), TWO_BODY)
  const executionError = { magnitude: 0.1, pointingRad: (2 * Math.PI) / 180 }
  const options = { burnS: -2.5 * model.periodS, target }
  const exact = planImpulse(model, options)
  const plan = planAssessed(model, { ...options, executionError, acceptedProbability: ACCEPTED })
  expect(plan.meetsTarget).toBe(true)
  expect(plan.deltaVMps).toBeGreaterThan(exact.deltaVMps)
  expect(plan.coldProbability).toBeLessThan(ACCEPTED)
  // The widened covariance represents the mean over propagated burns: a sum over 41 sizes, from 4σ too weak to 4σ too strong.
  const trial = makeBurnTrial(model, options.burnS, null)
  const sizes = Array.from({ length: 41 }, (_, k) => -4 + k / 5)
  const weights = sizes.map((sigma) => Math.exp((-sigma * sigma) / 2))
  const values = sizes.map((sigma) =>
    circle2d(trial.attempt(scale(plan.deltaV, 1 + 0.1 * sigma)).after.planar!.miss, published.HBR_m),
  )
  const mean = values.reduce((sum, value, k) => sum + value * weights[k]!, 0) / weights.reduce((a, b) => a + b)
  expect(Math.abs(mean / plan.probability! - 1)).toBeLessThan(ALONG_ALONE)
})

test('a burn is sized with its stated covariance: the mean over randomly drawn burns is the target probability (rule F1)', () => {
  const model = makeEncounterModel(encounterOf(published), TWO_BODY)
  // 1, 4 and 2 mm/s, R and T correlated by a half: the axes of the error are not the axes of the burn.
  const covarianceRtn = [
    [1e-6, 2e-6, 0],
    [2e-6, 1.6e-5, 0],
    [0, 0, 4e-6],
  ]
  const options = { burnS: -2.5 * model.periodS, target }
  const exact = planImpulse(model, options)
  const plan = planAssessed(model, { ...options, executionError: { covarianceRtn }, acceptedProbability: ACCEPTED })
  expect(plan.meetsTarget).toBe(true)
  expect(plan.deltaVMps).toBeGreaterThan(exact.deltaVMps)
  const trial = makeBurnTrial(model, options.burnS, null)
  const probabilityOf = (rtn: Vec3) =>
    circle2d(trial.attempt(transform(transpose(trial.rtn), rtn)).after.planar!.miss, published.HBR_m)
  const random = seededRandom(17)
  const gauss = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  const [r, t, n] = plan.deltaVRtnMps
  // Roots of the covariance, calculated by hand: 1 mm/s; 2 and √12 mm/s; 2 mm/s. Each sample is used with its opposite.
  const [count, values] = [2_000, [] as number[]]
  for (let k = 0; k < count; k += 1) {
    const [a, b, c] = [gauss(), gauss(), gauss()]
    const off = [1e-3 * a, 2e-3 * a + Math.sqrt(1.2e-5) * b, 2e-3 * c] as const
    const [plus, minus] = [1, -1].map((sign) =>
      probabilityOf([r + sign * off[0], t + sign * off[1], n + sign * off[2]]),
    )
    values.push((plus! + minus!) / 2)
  }
  const mean = values.reduce((a, b) => a + b) / count
  const sigma = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / count / count)
  expect(sigma / mean).toBeLessThan(0.1)
  expect(Math.abs(mean - plan.probability!)).toBeLessThan(4 * sigma)
  // 3σ too weak along the burn: √(dᵀ E d), calculated by hand.
  const d = scale(plan.deltaVRtnMps, 1 / plan.deltaVMps)
  const along = Math.sqrt(1e-6 * d[0] ** 2 + 4e-6 * d[0] * d[1] + 1.6e-5 * d[1] ** 2 + 4e-6 * d[2] ** 2)
  const weak = trial.attempt(scale(plan.deltaV, 1 - (3 * along) / plan.deltaVMps)).after
  expect(plan.coldProbability! / circle2d(weak.planar!.miss, published.HBR_m)).toBeCloseTo(1, SAME_DIGITS)
  expect(plan.coldProbability).toBeLessThan(ACCEPTED)
})

test('errors that do not depend on the size dominate a small burn, and below the impulse bit the burn is the bit or zero (rule F8)', () => {
  const model = makeEncounterModel(encounterOf(published), TWO_BODY)
  const options = { burnS: -14.5 * model.periodS, target, acceptedProbability: ACCEPTED }
  const share = { magnitude: 0.1, pointingRad: (2 * Math.PI) / 180 }
  const fixed = { ...share, fixedMagnitudeMps: 0.002, fixedPointingMps: 0.001 }
  const plain = planAssessed(model, { ...options, executionError: share })
  const plan = planAssessed(model, { ...options, executionError: fixed })
  expect(plan.meetsTarget).toBe(true)
  // An error of 2 mm/s for a burn of about ten: the burn must be larger by more than this sigma.
  expect(plan.deltaVMps - plain.deltaVMps).toBeGreaterThan(fixed.fixedMagnitudeMps)
  // 3σ of both parts together too weak (Gates: they are independent), propagated here without the planner.
  const weakMps = plan.deltaVMps - 3 * Math.hypot(0.1 * plan.deltaVMps, 0.002)
  const trial = makeBurnTrial(model, options.burnS, null)
  const { planar } = trial.attempt(scale(plan.deltaV, weakMps / plan.deltaVMps)).after
  const cold = circle2d(planar!.miss, published.HBR_m)
  expect(cold).toBeLessThan(ACCEPTED)
  // Both ways to widen the covariance are below the accepted probability: the planner's weak case includes the burn's error.
  expect(plan.coldProbability).toBeLessThan(ACCEPTED)
  const bit = planImpulse(model, { burnS: options.burnS, target, minDeltaVMps: 0.05 })
  expect(Math.abs(bit.deltaVMps - 0.05)).toBeLessThan(STEP_MPS)
  expect(
    planImpulse(model, { burnS: options.burnS, target: { kind: 'probability', probability: 0.5 }, minDeltaVMps: 0.05 })
      .deltaVMps,
  ).toBe(0)
})

test('executionCovariance() agrees with the spread of burns along and across, including the fixed parts', () => {
  const error = { magnitude: 0.1, pointingRad: 0.02, fixedMagnitudeMps: 0.003, fixedPointingMps: 0.001 }
  const [xx, yy, zz] = executionCovariance([0, 0.5, 0], error).map((row, k) => row[k])
  expect(yy).toBeCloseTo(0.05 ** 2 + 0.003 ** 2, VARIANCE_DIGITS)
  expect(xx).toBeCloseTo(0.01 ** 2 + 0.001 ** 2, VARIANCE_DIGITS)
  expect(zz).toBe(xx)
  expect(executionCovariance([0, 0, 0], error).flat()).toEqual(new Array(9).fill(0))
})

test('an event assessed along curved orbits is confirmed by that method, outside the iteration', () => {
  const row = cara.messages.find(({ id }) => id.startsWith('000032060_conj_000050346'))!
  const encounter = encounterOf(row)
  const { method, probability } = assess(encounter)
  expect(method).toBe('hall-3d')
  const model = makeEncounterModel(encounter, TWO_BODY)
  const wanted = { kind: 'probability', probability: probability! / 100 } as const
  const plan = planAssessed(model, { burnS: -2.5 * model.periodS, target: wanted, method: method! })
  expect(plan.meetsTarget).toBe(true)
  expect(plan.confirmedProbability).toBeLessThanOrEqual(MARGIN * wanted.probability)
  // No burn is larger than necessary: the disc's own value is the target, or the method's value is within a fiftieth.
  expect(Math.max(plan.confirmedProbability!, plan.probability!)).toBeGreaterThan(0.97 * wanted.probability)
})

test('an event that is above the target only along curved orbits gets a burn, although the disc alone needs none', () => {
  const encounter = encounterOf(cara.messages.find(({ id }) => id.startsWith('000043613_conj_000051228'))!)
  const { method } = assess(encounter)
  const model = makeEncounterModel(encounter, TWO_BODY)
  const target = { kind: 'probability', probability: 1e-7 } as const
  const options = { burnS: -1.5 * model.periodS, target }
  expect(planImpulse(model, options).deltaVMps).toBe(0)
  const plan = planAssessed(model, { ...options, method: method! })
  expect(plan).toMatchObject({ meetsTarget: true, limit: null })
  expect(plan.deltaVMps).toBeGreaterThan(SOME_MPS)
  expect(plan.confirmedProbability! / 1e-7).toBeLessThanOrEqual(MARGIN)
  expect(plan.confirmedProbability! / 1e-7).toBeGreaterThan(0.9)
})

test('if the last digit of a Δv decides, the plan has a rounded Δv that reaches the target (rule F7)', () => {
  // 1e-7 m/s half a revolution before TCA are a millimetre, which is one sigma here.
  const covariance = buildMatrix(3, 3, (i, j) => (i === j ? 1e-6 / 2 : 0))
  const { primary, secondary, radiusM } = crossingCircles({ missM: 3 }).encounter
  const model = makeEncounterModel(
    { primary: { ...primary, covariance }, secondary: { ...secondary, covariance }, radiusM },
    TWO_BODY,
  )
  const target = { kind: 'probability', probability: 1e-6 } as const
  for (let k = 0; k < 12; k += 1) {
    const plan = planImpulse(model, { burnS: -(0.4 + 0.05 * k) * model.periodS, target })
    expect([k, plan.meetsTarget]).toEqual([k, true])
    expect(plan.probability).toBeLessThanOrEqual(MARGIN * target.probability)
    // The miss is outside the disc of 10 m by some sigmas, and not by more.
    expect(plan.after.missDistanceM - radiusM).toBeLessThan(0.01)
    for (const value of plan.deltaVRtnMps) expect(Math.abs(value * 1e7 - Math.round(value * 1e7))).toBeLessThan(WHOLE)
  }
})

test('a 6 × 6 covariance is mapped to the new TCA, and a covariance of position stays in the axes of its object', () => {
  const encounter = encounterOf(published)
  const cut = (object: typeof encounter.primary) => ({
    ...object,
    covariance: object.covariance.slice(0, 3).map((row) => row.slice(0, 3)),
  })
  const small = { ...encounter, primary: cut(encounter.primary), secondary: cut(encounter.secondary) }
  const [six, three] = [makeEncounterModel(encounter, TWO_BODY), makeEncounterModel(small, TWO_BODY)]
  const at = (model: typeof six) => {
    const trial = makeBurnTrial(model, -2.5 * model.periodS, null)
    return trial.attempt(transform(transpose(trial.rtn), [0, 0.5, 0])).after
  }
  const [long, short] = [at(six), at(three)]
  expect(short.missDistanceM).toBe(long.missDistanceM)
  expect(Math.abs(long.tcaS)).toBeGreaterThan(0.1)
  // In a tenth of a second the velocity's errors increase the position's errors slightly, but measurably.
  expect(short.planar!.miss.sigmaYM).not.toBe(long.planar!.miss.sigmaYM)
  expect(Math.abs(short.planar!.miss.sigmaYM / long.planar!.miss.sigmaYM - 1)).toBeLessThan(TENTH_OF_A_SECOND)
  expect(DYNAMICS).toContain(six.dynamics.name)
})

/**
 * Two encounters with reduced relative velocities. The quadratic about a zero burn gives the other side two to three times the cost, but its true
 * cost is lower: each burn moves the closest approach by 10 s and more. From states of two published messages (doi 10.1109/TAES.2024.3480041),
 * scaled and rounded: position m, velocity m/s, and covariance in R, T, N, m².
 */
const BENT = [
  {
    own: [
      [-6704342.5, 61389.6, 1559892],
      [-1925.737, -323.01, -8207.59],
      [23.54, -197.5, 1.203, 987400, -106.6, 20.69],
    ],
    other: [
      [-6704451.1, 62382.4, 1559829],
      [-440.127, 240.903, -1881.241],
      [29110, -6778000, 7272, 4324000000, -910600, 17340],
    ],
    radiusM: 5.72,
    probability: 1e-6,
    revolutions: 2,
  },
  {
    own: [
      [2571535.7, -887453.6, 6442293.8],
      [-7510.448, -404.377, 2935.482],
      [11.59, -34.68, 0.1402, 4173, 5.146, 3.248],
    ],
    other: [
      [2571709.2, -886818.8, 6442131.3],
      [-6915.108, -634.657, 2671.298],
      [5191, 154300, 1574, 14850000, -2396, 1826],
    ],
    radiusM: 53.64,
    probability: 1e-4,
    revolutions: 1,
  },
] as const

test.each(BENT)(
  'no burn along the track, on either side, is cheaper than the plan, even if the cost is strongly nonlinear (%#)',
  (bent) => {
    const known = ([r, v, [rr, rt, rn, tt, tn, nn]]: (typeof bent)['own' | 'other']) => {
      const state = { r: r as unknown as Vec3, v: v as unknown as Vec3 }
      const rtn = [
        [rr, rt, rn],
        [rt, tt, tn],
        [rn, tn, nn],
      ]
      return { ...state, covariance: covarianceFromRtn(state, rtn) }
    }
    const { radiusM, probability, revolutions } = bent
    const model = makeEncounterModel({ primary: known(bent.own), secondary: known(bent.other), radiusM }, J2)
    const options = { burnS: -revolutions * model.periodS, target: { kind: 'probability', probability } } as const
    const plan = planImpulse(model, options)
    expect(plan.meetsTarget).toBe(true)
    const leaves = (alongMps: number) => flyImpulse(model, options, [0, alongMps, 0]).probability
    for (let share = 0.3; share < 1 - SCAN_SHARE; share += SCAN_SHARE)
      for (const side of [-1, 1]) expect(leaves(side * share * plan.deltaVMps)).toBeGreaterThan(probability)
  },
)
