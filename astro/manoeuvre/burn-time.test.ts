import { expect, test } from 'vitest'
import cara from '../conjunction/probability/cara.reference.json' with { type: 'json' }
import { pairOfCdm } from '../conjunction/testing/cdm-object.ts'
import { GM_EARTH } from '../constants.ts'
import { buildMatrix } from '../matrix.ts'
import { findBurnTime, openSpans, usualLeadsS } from './burn-time.ts'
import { TWO_BODY } from './dynamics.ts'
import { makeEncounterModel } from './encounter-model.ts'
import { planImpulse } from './plan-impulse.ts'

/** Burns of 33 mm/s are rounded to 1e-7 m/s in each component, a relative 3e-6, both in the result and in the grid. */
const ROUNDED_SHARE = 5e-6
/**
 * The drift grows with the time before TCA, so the start of this window is best. It is a tenth of a revolution from a half-integer number of
 * revolutions.
 */
const NEAR_HALF = 0.11
const row = cara.messages.find(({ id }) => id.startsWith('000029108_conj_000034995'))!
const model = makeEncounterModel({ ...pairOfCdm(row.objects), radiusM: row.HBR_m }, TWO_BODY)
const target = { kind: 'probability', probability: 3e-6 } as const
const T = model.periodS

test('findBurnTime() costs no more than the best of a fine grid, which is near half a revolution', () => {
  const window = { fromS: -3.4 * T, toS: -1.9 * T }
  const found = findBurnTime(model, window, { target })!
  expect(found.meetsTarget).toBe(true)
  const grid = Array.from({ length: 301 }, (_, k) => window.fromS + ((window.toS - window.fromS) * k) / 300)
  const best = Math.min(...grid.map((burnS) => planImpulse(model, { burnS, target }).deltaVMps))
  expect(found.deltaVMps).toBeLessThanOrEqual(best * (1 + ROUNDED_SHARE))
  expect(Math.abs(((-found.burnS / T) % 1) - 0.5)).toBeLessThan(NEAR_HALF)
})

test('findBurnTime() finds the perigee passage at e = 0.7 that steps of 1/24 of a period miss (rule F6)', () => {
  // At the encounter, object 1 is near its apogee; the cheap burn is at the perigee half a revolution earlier.
  const [a, e] = [25e6, 0.7]
  const apogeeM = a * (1 + e)
  const speed = Math.sqrt(GM_EARTH * (2 / apogeeM - 1 / a))
  const covariance = buildMatrix(3, 3, (i, j) => (i === j ? 1e6 : 0))
  const encounter = {
    primary: { r: [apogeeM, 0, 0], v: [0, speed, 0], covariance },
    secondary: { r: [apogeeM + 50, 50, 0], v: [0, 0.2 * speed, speed], covariance },
    radiusM: 100,
  } as const
  const far = makeEncounterModel(encounter, TWO_BODY)
  const asked = { target: { kind: 'probability', probability: 1e-5 } } as const
  const window = { fromS: -0.99 * far.periodS, toS: -0.01 * far.periodS }
  const found = findBurnTime(far, window, asked)!
  // 200 starts about the perigee, a hundred times as dense as equal steps of time.
  const about = Array.from({ length: 200 }, (_, k) => -0.5 * far.periodS + ((k - 100) / 100) * 0.05 * far.periodS)
  const best = Math.min(...about.map((burnS) => planImpulse(far, { ...asked, burnS }).deltaVMps))
  expect(found.meetsTarget).toBe(true)
  expect(found.deltaVMps).toBeLessThan(1.002 * best)
})

test('findBurnTime() avoids blackouts and returns null if nothing is left', () => {
  const blackouts = [{ fromS: -2.7 * T, toS: -2.3 * T }]
  const found = findBurnTime(model, { fromS: -3 * T, toS: -2 * T, blackouts }, { target })!
  expect(found.burnS <= -2.7 * T + 1e-6 || found.burnS >= -2.3 * T - 1e-6).toBe(true)
  expect(found.burnS).toBeGreaterThanOrEqual(-3 * T)
  expect(findBurnTime(model, { fromS: -2.6 * T, toS: -2.4 * T, blackouts }, { target })).toBeNull()
})

test('openSpans() removes the blackouts from a window, in any order', () => {
  const blackouts = [
    { fromS: 8, toS: 20 },
    { fromS: -5, toS: 1 },
    { fromS: 3, toS: 4 },
  ]
  expect(openSpans({ fromS: 0, toS: 10, blackouts })).toEqual([
    { fromS: 1, toS: 3 },
    { fromS: 4, toS: 8 },
  ])
  expect(openSpans({ fromS: 5, toS: 5 })).toEqual([{ fromS: 5, toS: 5 }])
})

const LEADS = { orbits: [0.5, 2.5], hours: [6, 24] }

test('lead times are in revolutions, and for GEO in hours (F6)', () => {
  // The periods of the ISS, of GPS and Molniya, and the sidereal day.
  expect(usualLeadsS(5_574, LEADS)).toEqual([2_787, 13_935])
  expect(usualLeadsS(43_078, LEADS)).toEqual([21_539, 107_695])
  expect(usualLeadsS(86_164.1, LEADS)).toEqual([21_600, 86_400])
})
