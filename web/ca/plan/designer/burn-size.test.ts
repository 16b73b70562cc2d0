import { Propulsion } from '@apsis/contract/ca/satellite/propulsion.ts'
import { expect, test } from 'vitest'
import { arcOf, type Craft, lastsOf, leadOf, lengthOf, propellantOf } from './burn-size.ts'

/** Standard gravity, m/s² (3rd CGPM, 1901). */
const G0 = 9.806_65
const ISP_S = 200
/** By the rocket equation, a burn of this size leaves half of the mass. */
const HALVING_MPS = ISP_S * G0 * Math.LN2

const craft = (engine: object, massKg: number | null = 100): Craft => ({
  propulsion: Propulsion.parse({ ispS: ISP_S, ...engine }) as Craft['propulsion'],
  massKg,
})
const impulsive = (massKg?: number | null) =>
  craft({ type: 'IMPULSIVE', thrustN: 20, maxBurnS: 900, slewS: 120, leadTimeH: 5 }, massKg)
const continuous = (massKg?: number | null) =>
  craft({ type: 'CONTINUOUS', thrustN: 0.5, dutyCycle: 0.25, warmUpS: 600, leadTimeH: 7 }, massKg)
/** Returns the time in which 50 kg of propellant are burnt at F / (g₀ I_sp) kilograms a second. */
const burningS = (thrustN: number) => (50 * ISP_S * G0) / thrustN

test('propellantOf() follows the rocket equation, and is not known without a mass', () => {
  expect(propellantOf(impulsive(), HALVING_MPS)).toBeCloseTo(50, 9)
  expect(propellantOf(impulsive(), 0)).toBe(0)
  expect(propellantOf(impulsive(null), HALVING_MPS)).toBeNull()
})

test('lengthOf() is the burning time for the change; an engine with part-time thrust takes correspondingly longer', () => {
  expect(lengthOf(impulsive(), { arcS: null }, HALVING_MPS)).toBeCloseTo(burningS(20), 6)
  expect(lengthOf(continuous(), { arcS: null }, HALVING_MPS)).toBeCloseTo(4 * burningS(0.5), 6)
  // An arc with a given length keeps this length; an impulse has no length.
  expect(lengthOf(continuous(), { arcS: 1_234 }, HALVING_MPS)).toBe(1_234)
  expect(lengthOf(impulsive(), { arcS: 1_234 }, HALVING_MPS)).toBeCloseTo(burningS(20), 6)
})

test('without a mass an impulse counts with the longest burn, a zero impulse takes no time, and no arc is planned', () => {
  expect(lengthOf(impulsive(null), { arcS: null }, 0.1)).toBe(900)
  expect(lengthOf(impulsive(null), { arcS: null }, 0)).toBe(0)
  expect(lengthOf(continuous(null), { arcS: 1_234 }, 0.1)).toBe(0)
})

test('arcOf() is the time of constant thrust in either direction: zero for an impulse, zero without a change', () => {
  expect(arcOf(continuous(), { arcS: null }, -HALVING_MPS)).toBeCloseTo(4 * burningS(0.5), 6)
  expect(arcOf(continuous(), { arcS: 600 }, 0.1)).toBe(600)
  expect(arcOf(continuous(), { arcS: 600 }, 0)).toBe(0)
  expect(arcOf(impulsive(), { arcS: 600 }, 0.1)).toBe(0)
})

test('lastsOf() is the length of the arc for constant thrust, and the burning time for an impulse', () => {
  const burning = { plan: { deltaVMps: HALVING_MPS }, arcS: 77 }
  expect(lastsOf(continuous(), burning)).toBe(77)
  expect(lastsOf(impulsive(), burning)).toBeCloseTo(burningS(20), 6)
})

test('before a burn an engine of constant thrust warms up, and a satellite turns for an impulse', () => {
  expect(leadOf(continuous())).toEqual({ leadTimeH: 7, readyS: 600 })
  expect(leadOf(impulsive())).toEqual({ leadTimeH: 5, readyS: 120 })
})
