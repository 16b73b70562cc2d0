import { expect, test } from 'vitest'
import { addSeconds } from '../time/epoch.ts'
import { fromJulianDate } from '../time/julian-date.ts'
import { norm, scale, subtract, type Vec3 } from '../vec3.ts'
import { ASTRONOMICAL_UNIT_M } from './body.ts'
import { earthFromSun, earthStateFromSun } from './earth-orbit.ts'

/** A central difference over 20 minutes has an error h² a⃛ / 6 of 1e-5 m/s, and positions of 1.5e11 m have a rounding of 3e-5 m. */
const DIFFERENCED_MPS = 1e-3

// The test program of SOFA, t_epv00 (liberfa/erfa 1d9738be: src/t_erfa_c.c): MJD 53411.52501161 TDB, AU and AU a day.
const EPOCH = fromJulianDate([2_400_000.5, 53_411.52501161], 'TDB')
const R: Vec3 = [-0.7757238809297706, 0.559805224136334, 0.2426998466481687]
const V: Vec3 = [-0.010918918241473138, -0.01247187268440845, -0.005407569418065039]
// The sum of some six hundred neglected terms below 1e-8 AU.
const LEFT_OUT_AU = 2e-7
const LEFT_OUT_AU_PER_DAY = 3e-8

test("earthStateFromSun() agrees with SOFA's epv00 except for its smallest terms", () => {
  const { r, v } = earthStateFromSun(EPOCH)
  expect(norm(subtract(scale(r, 1 / ASTRONOMICAL_UNIT_M), R))).toBeLessThan(LEFT_OUT_AU)
  expect(norm(subtract(scale(v, 86_400 / ASTRONOMICAL_UNIT_M), V))).toBeLessThan(LEFT_OUT_AU_PER_DAY)
  expect(earthFromSun(EPOCH)).toEqual(r)
})

test('the velocity of earthStateFromSun() is the rate of its position', () => {
  for (const years of [-29, 0, 26, 60]) {
    const at = (seconds: number) =>
      addSeconds(fromJulianDate([2_451_545 + Math.round(365.25 * years), 0], 'TDB'), seconds)
    const step = 600
    const change = scale(subtract(earthFromSun(at(step)), earthFromSun(at(-step))), 1 / (2 * step))
    expect(norm(subtract(earthStateFromSun(at(0)).v, change))).toBeLessThan(DIFFERENCED_MPS)
  }
})
