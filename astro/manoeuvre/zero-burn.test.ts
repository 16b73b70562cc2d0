import { expect, test } from 'vitest'
import { assess } from '../conjunction/probability/assess.ts'
import cara from '../conjunction/probability/cara.reference.json' with { type: 'json' }
import { pairOfCdm } from '../conjunction/testing/cdm-object.ts'
import { alfanoCase, type Pair } from '../conjunction/testing/published-case.ts'
import { GM_EARTH } from '../constants.ts'
import type { Force } from '../dynamics/force.ts'
import { pointMassForce } from '../dynamics/gravity.ts'
import { entry, type Matrix } from '../matrix.ts'
import { aThird } from '../testing/test-size.ts'
import { parseTime } from '../time/parse-time.ts'
import { makeArcTrial } from './arc-trial.ts'
import { makeBurnTrial } from './burn-trial.ts'
import { J2, TWO_BODY } from './dynamics.ts'
import { makeEncounterModel } from './encounter-model.ts'
import { makeFullDynamics } from './full-dynamics.ts'
import { confirm } from './plan-assessed.ts'

/** Rule F5: relative for the miss and the probability, in seconds for the TCA. It is the same computation, so the actual difference is 0. */
const SAME = 1e-9

interface Case extends Pair {
  readonly id: string
  readonly radiusM: number
}

/** Alfano's lists have mirrored entries that differ by their rounding; assess() refuses those of case 6. */
const mirrored = (covariance: Matrix): Matrix =>
  covariance.map((row, i) => row.map((value, j) => (value + entry(covariance, j, i)) / 2))

const cases: readonly Case[] = [
  ...cara.messages.map((row) => ({ id: row.id, ...pairOfCdm(row.objects), radiusM: row.HBR_m })),
  ...cara.alfano.map((row) => {
    const { primary, secondary, radiusM } = alfanoCase(row.case)
    const [first, second] = [primary, secondary].map((one) => ({ ...one, covariance: mirrored(one.covariance) }))
    return { id: `Alfano ${row.case}`, primary: first!, secondary: second!, radiusM }
  }),
]

/** An acceleration of the primary only, as an example of a force that acts on one object and not on the other. */
const push: Force = () => [1e-6, -1e-6, 1e-6]
const gravity = pointMassForce(GM_EARTH)
const FULL = makeFullDynamics({
  origin: parseTime('2022-03-20T00:00:00'),
  primary: [gravity, push],
  secondary: [gravity],
})

const methods = new Set<string>()

test.each(aThird(cases))(
  'a zero burn and a zero arc do not change the assessment of $id, in every dynamics (rule F5)',
  (one) => {
    const { primary, secondary, radiusM } = one
    const { probability, method, encounter } = assess({ primary, secondary, radiusM })
    methods.add(method!)
    for (const dynamics of [TWO_BODY, J2, FULL]) {
      const model = makeEncounterModel({ primary, secondary, radiusM }, dynamics)
      const burnS = -0.5 * model.periodS
      for (const trial of [
        makeBurnTrial(model, burnS, null),
        makeArcTrial(model, { startS: burnS, durationS: 300 }, null),
      ]) {
        const { after } = trial.attempt([0, 0, 0])
        expect(Math.abs(after.tcaS - encounter.secondsToTca), dynamics.name).toBeLessThanOrEqual(SAME)
        expect(Math.abs(after.missDistanceM / encounter.missDistanceM - 1), dynamics.name).toBeLessThanOrEqual(SAME)
        expect(after.planar!.miss, dynamics.name).toEqual(encounter.principal!.ok ? encounter.principal!.miss : null)
        // A method along curved orbits starts exactly from the message, so its value is the same; it is slow, and computed once below.
        expect(after.atMessageEpoch, dynamics.name).toEqual({ primary, secondary })
      }
    }
    const model = makeEncounterModel({ primary, secondary, radiusM }, J2)
    const { after } = makeBurnTrial(model, -0.5 * model.periodS, null).attempt([0, 0, 0])
    expect(Math.abs(confirm(after, model, method!)! / probability! - 1)).toBeLessThanOrEqual(SAME)
  },
)

test('the reference set has events by both methods, so that both are tested', () => {
  expect(methods).toEqual(new Set(['circle-2d', 'hall-3d']))
})
