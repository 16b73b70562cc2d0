import { expect, test } from 'vitest'
import type { TargetPlan } from './plan-to-target.ts'
import { type ArcEngine, sizeArc } from './size-burn.ts'

const MASS_KG = 100
/** A Hall thruster of 10 mN, which may thrust for a whole orbit. */
const ENGINE: ArcEngine = { thrustN: 0.01, ispS: 1500, dutyCycle: 1, maxThrustPerOrbitS: 6000, cutOffStepS: 0 }
const ASKED = { massKg: MASS_KG, startS: -20_000, askedS: null, longestOpenS: () => Infinity }
/** The margin on its thrust is half a thousandth of an arc's length, and the length converges to a ten-thousandth. */
const LENGTH_SHARE = 1e-3
/** The rounding of two products and a quotient. */
const ARC_DIGITS = 14

/** A plan with this Δv, whatever the limits are: only its Δv decides how long an arc is. */
const planOf = (deltaVMps: number) => () => ({ deltaVMps, limit: null, largerFor: null }) as unknown as TargetPlan
const plans = (deltaVMps: number) => ({ uncounted: planOf(deltaVMps), counted: planOf(deltaVMps) })

test('an engine with little Δv left still uses it; only an engine with nothing left counts as spent', () => {
  const sized = sizeArc({ ...ENGINE, deltaVBudgetMps: 0.3 }, ASKED, plans(0.2))
  expect(sized).toMatchObject({ ok: true })
  // t = Δv m / F.
  const neededS = (0.2 * MASS_KG) / ENGINE.thrustN
  expect(sized.ok && Math.abs(sized.arcS / neededS - 1)).toBeLessThan(LENGTH_SHARE)
  expect(sizeArc({ ...ENGINE, deltaVBudgetMps: 0 }, ASKED, plans(0.2))).toEqual({
    ok: false,
    code: 'spent',
    values: { leastMps: 0, leftMps: 0 },
  })
})

test('the largest burn of an arc follows from its time, and the limit of that time is named', () => {
  // 20,000 s to TCA, 6,000 s per orbit: a Δv of F t / m.
  const within = (engine: object, asked: object = {}) => {
    const sized = sizeArc({ ...ENGINE, ...engine }, { ...ASKED, ...asked }, plans(10))
    return sized.ok ? { arcS: Number(sized.arcS.toPrecision(ARC_DIGITS)), limit: sized.limit } : sized
  }
  expect(within({})).toEqual({ arcS: 6000, limit: 'THRUST_PER_ORBIT' })
  expect(within({ dutyCycle: 0.5 })).toEqual({ arcS: 12_000, limit: 'THRUST_PER_ORBIT' })
  expect(within({}, { startS: -4000 })).toEqual({ arcS: 4000, limit: 'THRUST_PER_ORBIT' })
  expect(within({}, { longestOpenS: () => 900 })).toEqual({ arcS: 900, limit: 'BLACKOUT' })
  expect(within({ deltaVBudgetMps: 0.3 })).toEqual({ arcS: 3000, limit: 'BUDGET' })
  expect(within({ maxDeltaVMps: 0.2 })).toEqual({ arcS: 2000, limit: 'DELTA_V' })
})

test('a requested arc that is longer than the allowed thrust, or than the available time, is refused with both numbers', () => {
  const asked = (askedS: number, engine: object = {}) =>
    sizeArc({ ...ENGINE, ...engine }, { ...ASKED, askedS }, plans(0.1))
  expect(asked(6001)).toEqual({ ok: false, code: 'burn-duration', values: { arcS: 6001, longestS: 6000 } })
  expect(asked(6000)).toMatchObject({ ok: true, arcS: 6000, limit: 'BURN_DURATION' })
  // The remaining propellant limits its Δv and not its time.
  expect(asked(6000, { deltaVBudgetMps: 0.3 })).toMatchObject({ arcS: 6000, maxDeltaVMps: 0.3, limit: 'BUDGET' })
})
