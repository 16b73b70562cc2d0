import { expect, test } from 'vitest'
import cara from '../conjunction/probability/cara.reference.json' with { type: 'json' }
import { circle2d } from '../conjunction/probability/circle-2d.ts'
import { pairOfCdm } from '../conjunction/testing/cdm-object.ts'
import { transform, transpose } from '../mat3.ts'
import { dotRows } from '../matrix.ts'
import { seededRandom } from '../random.ts'
import { drawn } from '../testing/test-size.ts'
import { norm, scale, subtract, type Vec3 } from '../vec3.ts'
import { makeArcTrial } from './arc-trial.ts'
import { type BurnTrial, makeBurnTrial } from './burn-trial.ts'
import { J2, TWO_BODY } from './dynamics.ts'
import { type EncounterModel, makeEncounterModel } from './encounter-model.ts'
import type { ExecutionError } from './execution-error.ts'
import { totalProbability } from './safe-intervals.ts'
import { tradeSpace } from './trade-space.ts'

const messages = cara.messages.filter(({ ViolationsPc2D, Pc2D }) => ViolationsPc2D === 0 && Pc2D > 1e-7)
const models = messages.map((row) => makeEncounterModel({ ...pairOfCdm(row.objects), radiusM: row.HBR_m }, TWO_BODY))
/** Covariances of the position only are mapped differently. */
const alone = models.map(({ encounter: { primary, secondary, radiusM } }) => {
  const three = <T extends typeof primary>(object: T) => ({
    ...object,
    covariance: object.covariance.slice(0, 3).map((row) => row.slice(0, 3)),
  })
  return makeEncounterModel({ primary: three(primary), secondary: three(secondary), radiusM }, TWO_BODY)
})

/** Flight rule F9: the largest difference of log10 Pc, if either value is above the least. */
const [MOST_DECADES, LEAST] = [0.05, 1e-10]
const HOUR_S = 3600
/** Flight rule F9 states 10.9 km for 0.5 m/s at 45.5 revolutions. */
const F9_M = 10_900
/** The error of the polynomial through the propagated burns is far below a centimetre here: the actual error is 1e-6. */
const CELL_SHARE = 1e-5
const ALONG: Vec3 = [0, 1, 0]

/** Propagates and searches the TCA without the trade space. */
function propagated(model: EncounterModel, trial: BurnTrial, sizeMps: number): number {
  const { planar } = trial.attempt(scale(transform(transpose(trial.rtn), ALONG), sizeMps)).after
  return planar === null ? 1 : circle2d(planar.miss, model.encounter.radiusM)
}

test.each([
  ['of position and velocity', models],
  ['of position alone', alone],
])('tradeSpace() is correct in 2,000 random cells up to 72 h before TCA, covariances %s (F9)', (_, all) => {
  const random = seededRandom(9)
  const sizesMps = Array.from({ length: 41 }, (_unused, k) => (k - 20) / 40)
  let looked = 0
  for (let k = 0; k < 200; k += 1) {
    const model = all[Math.floor(random() * all.length)]!
    const burnS = -300 - random() * (72 * HOUR_S - 300)
    const { total } = tradeSpace([{ model, laterS: 0 }], { directionRtn: ALONG, timesS: [burnS], sizesMps })
    const trial = makeBurnTrial(model, burnS, null)
    for (let cell = 0; cell < 10; cell += 1) {
      const column = Math.floor(random() * sizesMps.length)
      const expected = propagated(model, trial, sizesMps[column]!)
      const found = total[column]!
      if (!(found > LEAST || expected > LEAST)) continue
      looked += 1
      expect(Math.abs(Math.log10(found) - Math.log10(expected))).toBeLessThan(MOST_DECADES)
    }
  }
  expect(looked).toBeGreaterThan(100)
})

test('tradeSpace() under J2 agrees with J2, and differs from two-body motion (F9)', () => {
  const random = seededRandom(22)
  const sizesMps = Array.from({ length: 41 }, (_unused, k) => (k - 20) / 40)
  let [looked, otherwise] = [0, 0]
  for (let k = 0; k < 60; k += 1) {
    const simple = models[Math.floor(random() * models.length)]!
    const model = makeEncounterModel(simple.encounter, J2)
    const burnS = -300 - random() * (12 * HOUR_S - 300)
    const grid = {
      directionRtn: ALONG,
      timesS: [burnS],
      sizesMps,
      executionError: { magnitude: 0.1, pointingRad: 0.035 },
    }
    const [{ total }, two] = [
      tradeSpace([{ model, laterS: 0 }], grid),
      tradeSpace([{ model: simple, laterS: 0 }], grid),
    ]
    const trial = makeBurnTrial(model, burnS, grid.executionError)
    for (let column = k % 4; column < sizesMps.length; column += 4) {
      const expected = propagated(model, trial, sizesMps[column]!)
      const found = total[column]!
      if (!(found > LEAST || expected > LEAST)) continue
      looked += 1
      if (Math.abs(Math.log10(Math.max(two.total[column]!, LEAST)) - Math.log10(expected)) > MOST_DECADES)
        otherwise += 1
      expect(Math.abs(Math.log10(found) - Math.log10(expected))).toBeLessThan(MOST_DECADES)
    }
  }
  expect(looked).toBeGreaterThan(50)
  expect(otherwise).toBeGreaterThan(0)
})

test('tradeSpace() under J2 includes the error of burns days before TCA like a propagated plan (F1, F9)', () => {
  const random = seededRandom(5)
  const sizesMps = Array.from({ length: 41 }, (_unused, k) => (k - 20) / 40)
  let looked = 0
  for (let k = 0; k < drawn(24); k += 1) {
    const model = makeEncounterModel(models[Math.floor(random() * models.length)]!.encounter, J2)
    const burnS = -(30 + 42 * random()) * HOUR_S
    const executionError = { magnitude: 0.1, pointingRad: 0.035 }
    const { total } = tradeSpace([{ model, laterS: 0 }], {
      directionRtn: ALONG,
      timesS: [burnS],
      sizesMps,
      executionError,
    })
    const trial = makeBurnTrial(model, burnS, executionError)
    for (let column = k % 3; column < sizesMps.length; column += 3) {
      const expected = propagated(model, trial, sizesMps[column]!)
      const found = total[column]!
      if (!(found > LEAST || expected > LEAST)) continue
      looked += 1
      expect(Math.abs(Math.log10(found) - Math.log10(expected))).toBeLessThan(MOST_DECADES)
    }
  }
  expect(looked).toBeGreaterThan(drawn(25))
})

test.each<[string, ExecutionError]>([
  ['of shares of the size', { magnitude: 0.1, pointingRad: 0.035 }],
  ['with fixed parts', { magnitude: 0.05, pointingRad: 0.01, fixedMagnitudeMps: 0.005, fixedPointingMps: 0.002 }],
  [
    'that is stated',
    {
      covarianceRtn: [
        [1e-4, 1e-4, 0],
        [1e-4, 4e-4, 0],
        [0, 0, 1e-4],
      ],
    },
  ],
])('tradeSpace() includes the error of the burn %s like propagated burns (F1, F9)', (_, error) => {
  const random = seededRandom(31)
  const sizesMps = Array.from({ length: 41 }, (_unused, k) => (k - 20) / 40)
  let [looked, moved] = [0, 0]
  for (let k = 0; k < 120; k += 1) {
    const all = k % 2 === 0 ? models : alone
    const model = all[Math.floor(random() * all.length)]!
    const burnS = -300 - random() * (30 * HOUR_S - 300)
    const grid = { directionRtn: ALONG, timesS: [burnS], sizesMps, executionError: error }
    const [{ total }, exact] = [
      tradeSpace([{ model, laterS: 0 }], grid),
      tradeSpace([{ model, laterS: 0 }], { directionRtn: ALONG, timesS: [burnS], sizesMps }),
    ]
    const trial = makeBurnTrial(model, burnS, error)
    for (let column = k % 4; column < sizesMps.length; column += 4) {
      const expected = propagated(model, trial, sizesMps[column]!)
      const found = total[column]!
      if (!(found > LEAST || expected > LEAST)) continue
      looked += 1
      if (Math.abs(Math.log10(found) - Math.log10(Math.max(exact.total[column]!, LEAST))) > MOST_DECADES) moved += 1
      expect(Math.abs(Math.log10(found) - Math.log10(expected))).toBeLessThan(MOST_DECADES)
    }
  }
  expect(looked).toBeGreaterThan(200)
  expect(moved).toBeGreaterThan(100)
})

test.each<[string, ExecutionError | undefined]>([
  ['without error', undefined],
  ['with the error of the burn', { magnitude: 0.1, pointingRad: 0.035 }],
])(
  'tradeSpace() propagates arcs with their duration, %s: each cell agrees with its arc, and no arc changes an event before its end (F1, F9)',
  (_, error) => {
    const random = seededRandom(17)
    const sizesMps = Array.from({ length: 41 }, (_unused, k) => (k - 20) / 40)
    let [looked, moved, still] = [0, 0, 0]
    for (let k = 0; k < 60; k += 1) {
      const model = models[Math.floor(random() * models.length)]!
      const burnS = -300 - random() * (30 * HOUR_S - 300)
      // The largest burn takes up to two fifths of a revolution.
      const accelerationMps2 = 0.5 / ((0.05 + 0.35 * random()) * model.periodS)
      const arcOfS = (size: number) => Math.abs(size) / accelerationMps2
      const grid = { directionRtn: ALONG, timesS: [burnS], sizesMps, ...(error ? { executionError: error } : {}) }
      const { total } = tradeSpace([{ model, laterS: 0 }], { ...grid, arcOfS })
      const impulses = tradeSpace([{ model, laterS: 0 }], grid).total
      for (let column = k % 4; column < sizesMps.length; column += 4) {
        const size = sizesMps[column]!
        const durationS = arcOfS(size)
        const isOver = burnS + durationS < 0
        const arc = () => makeArcTrial(model, { startS: burnS, durationS }, error ?? null)
        const trial = !isOver || size === 0 ? makeBurnTrial(model, burnS, isOver ? (error ?? null) : null) : arc()
        const expected = propagated(model, trial, isOver ? size : 0)
        const found = total[column]!
        if (!(found > LEAST || expected > LEAST)) continue
        looked += 1
        if (!isOver) still += 1
        if (Math.abs(Math.log10(Math.max(impulses[column]!, LEAST)) - Math.log10(Math.max(expected, LEAST))) > 0.3)
          moved += 1
        expect(Math.abs(Math.log10(found) - Math.log10(expected))).toBeLessThan(MOST_DECADES)
      }
    }
    expect(looked).toBeGreaterThan(60)
    // If these burns were propagated as impulses, the cells would be wrong.
    expect(moved).toBeGreaterThan(20)
    expect(still).toBeGreaterThan(0)
  },
)

test('tradeSpace() is nonlinear where a linear map is wrong by kilometres (F9)', () => {
  const model = models[0]!
  const trial = makeBurnTrial(model, -45.5 * model.periodS, null)
  const deltaV = scale(transform(transpose(trial.rtn), ALONG), 0.5)
  const { kicks } = trial.attempt([0, 0, 0])
  const linear = kicks.slice(0, 3).map((row) => dotRows(row, deltaV)) as unknown as Vec3
  const there = TWO_BODY.fly(
    { r: trial.state.r, v: trial.state.v },
    { fromS: -45.5 * model.periodS, toS: 0 },
    'primary',
  )
  const kicked = TWO_BODY.fly(
    { r: trial.state.r, v: trial.state.v.map((part, k) => part + deltaV[k as 0]) as unknown as Vec3 },
    { fromS: -45.5 * model.periodS, toS: 0 },
    'primary',
  )
  expect(norm(subtract(subtract(kicked.r, there.r), linear))).toBeGreaterThan(F9_M)
})

test('tradeSpace() combines several encounters, does not change those before the burn, and names the worst', () => {
  const three = models.slice(0, 3).map((model, place) => ({ model, laterS: place * 3 * HOUR_S }))
  const timesS = [-HOUR_S, HOUR_S]
  const sizesMps = [-0.05, 0, 0.05]
  const { total, worst } = tradeSpace(three, { directionRtn: ALONG, timesS, sizesMps })
  timesS.forEach((timeS, row) => {
    sizesMps.forEach((size, column) => {
      const each = three.map(({ model, laterS }) =>
        timeS < laterS
          ? propagated(model, makeBurnTrial(model, timeS - laterS, null), size)
          : circle2d(model.after({ state: model.encounter.primary }).planar!.miss, model.encounter.radiusM),
      )
      const at = row * sizesMps.length + column
      expect(Math.abs(total[at]! / totalProbability(each) - 1)).toBeLessThan(CELL_SHARE)
      expect(worst[at]).toBe(each.indexOf(Math.max(...each)))
    })
  })
})
