import { Propulsion } from '@apsis/contract/ca/satellite/propulsion.ts'
import { expect, test } from 'vitest'
import { ImpossibleBurn } from './burn-size.ts'
import { type BurnSettings, type OpenDesign, openDesign, planOwn } from './design.ts'
import { suggest } from './suggest.ts'
import { designAt } from './testing/published-design.ts'

const SETTINGS: BurnSettings = {
  target: { kind: 'probability', probability: 1e-6 },
  direction: null,
  dynamics: 'two-body',
  hasExecutionError: true,
  arcS: null,
}
const [MASS_KG, HOUR_MS, MINUTE_MS] = [100, 3_600_000, 60_000]
/** The exhaust velocity v_e for 220 s, m/s. */
const EXHAUST_MPS = 220 * 9.80665
/** A burn is written in multiples of 1e-7 m/s (F7), which is a hundredth of a millisecond for 1 N and 100 kg. */
const [DELTA_V_DIGITS, SECOND_DIGITS] = [6, 4]
/** The wanted start is 17 s after a full minute. */
const ASKED_AGO_MS = 4 * HOUR_MS

const { tcaMs } = designAt(0)
const askedMs = Math.floor((tcaMs - ASKED_AGO_MS) / MINUTE_MS) * MINUTE_MS + 17_000

function openWith(engine: object): OpenDesign {
  const { designCase } = designAt(tcaMs - 24 * HOUR_MS)
  const propulsion = Propulsion.parse({ type: 'IMPULSIVE', thrustN: 1, ispS: 220, leadTimeH: 1, ...engine })
  if (propulsion.type !== 'IMPULSIVE' && propulsion.type !== 'CONTINUOUS')
    throw new TypeError('an engine was asked for')
  return openDesign({ ...designCase, propulsion })
}

test('a designed burn starts at the next step of its engine and lasts for whole steps, with the Δv of those steps (F7)', () => {
  const stepMs = askedMs - 17_000 + MINUTE_MS
  const free = planOwn(openWith({}), SETTINGS, stepMs)
  const own = planOwn(openWith({ startStepS: 60, cutOffStepS: 1 }), SETTINGS, askedMs)
  expect([own.ignitionMs, own.ignition]).toEqual([stepMs, `${new Date(stepMs).toISOString()}`])
  expect(own.lead).toBeCloseTo(free.lead, 9)
  // The free length is not a whole number of steps, so that the steps make it longer.
  expect(Math.abs(free.thrustS! - Math.round(free.thrustS!))).toBeGreaterThan(0.05)
  const wholeS = Math.ceil(free.thrustS!)
  expect(own.thrustS).toBeCloseTo(wholeS, SECOND_DIGITS)
  // F t = m₀ v_e (1 − e^(−Δv / v_e)) (Tsiolkovsky).
  const madeMps = -EXHAUST_MPS * Math.log(1 - wholeS / (MASS_KG * EXHAUST_MPS))
  expect(own.deltaVMps).toBeCloseTo(madeMps, DELTA_V_DIGITS)
  expect(own.pc!).toBeLessThan(free.pc!)
})

test('a burn that is far larger because of the steps of the engine has these steps as its reason', () => {
  const own = planOwn(openWith({ cutOffStepS: 60 }), { ...SETTINGS, hasExecutionError: false }, askedMs)
  expect(own).toMatchObject({ meetsTarget: true, largerFor: 'engine-steps' })
})

test('each suggestion starts at a step of the engine, before the closest approach, and lasts for whole steps', () => {
  const found = suggest(openWith({ startStepS: 600, cutOffStepS: 1 }), SETTINGS)
  expect(found.map(({ name }) => name)).toContain('cheapest')
  for (const { ignitionMs, thrustS } of found) {
    expect([ignitionMs % (10 * MINUTE_MS), ignitionMs < tcaMs]).toEqual([0, true])
    expect(thrustS).toBeCloseTo(Math.round(thrustS!), SECOND_DIGITS)
  }
})

test('an arc thrusts for whole steps, with the full Δv of those steps', () => {
  const arc = { type: 'CONTINUOUS', thrustN: 0.1, ispS: 1_500, dutyCycle: 0.5, maxThrustPerOrbitS: 5_000 }
  const own = planOwn(openWith({ ...arc, cutOffStepS: 60 }), SETTINGS, askedMs)
  expect(own.thrustS! / 60).toBeCloseTo(Math.round(own.thrustS! / 60), SECOND_DIGITS)
  expect([own.thrustS! > 0, own.arcS]).toEqual([true, own.thrustS! / arc.dutyCycle])
  // The acceleration is thrust over mass, for as long as the engine is on.
  expect(own.deltaVMps).toBeCloseTo((arc.thrustN / MASS_KG) * own.thrustS!, DELTA_V_DIGITS)
})

test('a burn that the engine cannot make is refused as on the server, and not suggested', () => {
  const refusalOf = (engine: object, ignitionMs = askedMs) => {
    try {
      planOwn(openWith(engine), SETTINGS, ignitionMs)
    } catch (error) {
      if (error instanceof ImpossibleBurn) return error.refusal
      throw error
    }
    return undefined
  }
  const spent = { minDeltaVMps: 1, deltaVBudgetMps: 0.5 }
  expect(refusalOf(spent)).toEqual({ code: 'spent', values: { leastMps: 1, leftMps: 0.5 } })
  expect(suggest(openWith(spent), SETTINGS)).toEqual([])
  // One step would end after the closest approach.
  expect(refusalOf({ startStepS: 3_600 }, tcaMs - 1)).toEqual({ code: 'after-tca', values: {} })
})
