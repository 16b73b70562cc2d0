import { expect, test } from 'vitest'
import { GM_EARTH } from '../constants.ts'
import type { SpaceWeather } from '../dynamics/nrlmsise-00-variation.ts'
import { addSeconds } from '../time/epoch.ts'
import { parseTime } from '../time/parse-time.ts'
import { dot, norm, scale, type Vec3 } from '../vec3.ts'
import { makeDragAir, USUAL_DENSITY_SIGMA } from './drag-air.ts'
import { fly } from './drag-flight.ts'

/** The model uses seventy-two positions of a revolution, and the revolution before the origin; the test integrates the revolution after it. */
const ONE_REVOLUTION = 0.02
/** Factors cancel except for rounding. */
const ROUNDING = 1e-12
/** Ratios of the order of one, and of ten with a storm. */
const RATIO_DIGITS = 14
const STORM_DIGITS = 13
/** J2 is written here with five digits: a relative 2.5e-5 of 1.4e-3. */
const J2_DIGITS = 7

const ORIGIN = parseTime('2026-03-20T00:00:00')
const RADIUS_M = 6_878_137
const SPEED = Math.sqrt(GM_EARTH / RADIUS_M)
const STATE = { r: [RADIUS_M, 0, 0] as Vec3, v: [0, 0.3 * SPEED, Math.sqrt(1 - 0.09) * SPEED] as Vec3 }
const REVOLUTION_S = (2 * Math.PI * RADIUS_M) / SPEED
const QUIET: SpaceWeather = { f107: 80, f107Average: 80, ap: 4 }
const ACTIVE: SpaceWeather = { f107: 220, f107Average: 200, ap: 50 }
const known = (wattsPerKg: number, usualM2PerKg = 0.01) => ({ wattsPerKg, usualM2PerKg })
const air = (given: Partial<Parameters<typeof makeDragAir>[2]> = {}) =>
  makeDragAir(STATE, ORIGIN, { dynamics: 'two-body', dissipation: null, ...given })
/** The density of the model without an energy; shared, because each atmosphere computes its own positions of the Sun. */
const PLAIN = air()
const WEATHER = [
  { ...QUIET, at: ORIGIN },
  { ...ACTIVE, at: addSeconds(ORIGIN, 86_400) },
]
/** Returns the drag acceleration of 1 m²/kg at the start, some seconds after the origin, m/s². */
const pushOf = (of: ReturnType<typeof makeDragAir>, seconds = 0) =>
  norm(of.forces(1).at(-1)!({ ...STATE, epoch: addSeconds(ORIGIN, seconds), massKg: 1 }))

test('an atmosphere that is scaled to an energy takes this energy from the orbit in one revolution', () => {
  const scaled = air({ dissipation: known(2e-4) })
  expect(scaled.from).toBe('message')
  const { end } = fly(STATE, { origin: ORIGIN, fromS: 0, toS: REVOLUTION_S, forces: scaled.forces(0.01) })
  const energy = ({ r, v }: { r: Vec3; v: Vec3 }) => dot(v, v) / 2 - GM_EARTH / norm(r)
  const lost = (energy(STATE) - energy(end)) / REVOLUTION_S
  expect(Math.abs(lost / 2e-4 - 1)).toBeLessThan(ONE_REVOLUTION)
})

test('the factor increases with the energy and decreases with the area that lost it, and the drag follows the factor', () => {
  const one = air({ dissipation: known(1e-4) })
  expect(air({ dissipation: known(3e-4) }).densityFactor / one.densityFactor).toBeCloseTo(3, RATIO_DIGITS)
  expect(air({ dissipation: known(1e-4, 0.02) }).densityFactor / one.densityFactor).toBeCloseTo(0.5, RATIO_DIGITS)
  expect(pushOf(one) / pushOf(PLAIN) / one.densityFactor).toBeCloseTo(1, RATIO_DIGITS)
})

test('without a possible energy the density is the density of the model', () => {
  for (const plain of [PLAIN, ...[0, -1e-4, Number.NaN].map((watts) => air({ dissipation: known(watts) }))]) {
    expect([plain.densityFactor, plain.from, plain.hasWeather]).toEqual([1, 'model', false])
  }
})

test('gravity follows the named dynamics: a point mass, an oblate Earth, or the full field with Sun and Moon', () => {
  const at = { ...STATE, epoch: ORIGIN, massKg: 1 }
  const counts = (['two-body', 'j2', 'full'] as const).map((dynamics) => air({ dynamics }).forces(0.01).length)
  expect(counts).toEqual([2, 2, 4])
  const [point, oblate] = (['two-body', 'j2'] as const).map((dynamics) => air({ dynamics }).forces(0)[0]!(at))
  expect(norm(point!) / (GM_EARTH / RADIUS_M ** 2)).toBeCloseTo(1, RATIO_DIGITS)
  // At the equator J2 adds (3/2) J2 (R/r)² to gravity: 1.4e-3.
  expect(norm(oblate!) / norm(point!) - 1).toBeCloseTo(1.5 * 1.0826e-3 * (6_378_137 / RADIUS_M) ** 2, J2_DIGITS)
})

test('drag is proportional to the area, and zero without an area', () => {
  const at = { ...STATE, epoch: ORIGIN, massKg: 1 }
  const [one, three, none] = [0.01, 0.03, 0].map((area) => norm(PLAIN.forces(area)[1]!(at)))
  expect(three! / one!).toBeCloseTo(3, RATIO_DIGITS)
  expect(none).toBe(0)
})

test('with a known energy, the density changes with the weather relative to the time of the energy', () => {
  const dissipation = { ...known(1e-4), knownAt: ORIGIN }
  const changing = air({ weather: WEATHER, dissipation })
  const still = air({ dissipation })
  expect(changing.hasWeather).toBe(true)
  const ratio = (seconds: number) => pushOf(changing, seconds) / pushOf(still, seconds)
  // The energy is known in the weather of the origin: there, and before it, the density is the same as without weather.
  expect(Math.abs(ratio(0) - 1)).toBeLessThan(ROUNDING)
  expect(Math.abs(ratio(-3600) - 1)).toBeLessThan(ROUNDING)
  // A strong Sun and a storm make the atmosphere at 500 km four to thirty times as dense as a quiet Sun; it stays so afterwards.
  expect(ratio(86_400)).toBeGreaterThan(4)
  expect(ratio(86_400)).toBeLessThan(30)
  expect(ratio(43_200)).toBeCloseTo((1 + ratio(86_400)) / 2, STORM_DIGITS)
  expect(Math.abs(ratio(200_000) / ratio(86_400) - 1)).toBeLessThan(ROUNDING)
})

test('above the top of the modelled atmosphere there is nothing to scale', () => {
  const high = { r: scale(STATE.r, 1.2), v: scale(STATE.v, 1 / Math.sqrt(1.2)) }
  const found = makeDragAir(high, ORIGIN, {
    dynamics: 'two-body',
    dissipation: known(1e-4),
    weather: [{ ...QUIET, at: ORIGIN }],
  })
  expect([found.from, found.densityFactor]).toEqual(['model', 1])
  expect(norm(found.forces(1)[1]!({ ...high, epoch: ORIGIN, massKg: 1 }))).toBe(0)
  expect(USUAL_DENSITY_SIGMA).toBeGreaterThan(0)
})
