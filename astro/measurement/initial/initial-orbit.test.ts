import { expect, test } from 'vitest'
import { GM_EARTH, WGS84_RADIUS_M } from '../../constants.ts'
import { toCartesian } from '../../orbit/elements.ts'
import { propagateTwoBody } from '../../orbit/two-body.ts'
import { degToRad, radToDeg } from '../../units.ts'
import { norm, scale, subtract, type Vec3 } from '../../vec3.ts'
import { unitVector } from '../sight-line.ts'
import reference from './angles-only.reference.json' with { type: 'json' }
import { initialOrbits, missOf } from './initial-orbit.ts'
import type { Sight } from './sight.ts'

/** The rounding of angles to 1e-4° makes the plane of a short arc uncertain by this. */
const PLANE_DEG = 0.1
/** The found orbit passes through three sights to the tolerance of the iteration. */
const THROUGH_SIGHTS_RAD = 1e-9
/** The axis of 15,000 km from exact sights, to fifty metres. */
const HUNDRED_METRES_DIGITS = -2
/** The rounding of the angle between a direction and itself. */
const NO_ANGLE_RAD = 1e-12
/** The given offset of one kilometre. */
const OFFSET_M = 1000.1
/** Half a unit of the last digit of the directions, 1e-6 degrees: the only difference if the stated orbit passes exactly. */
const PRINTED_DEG = 5e-7

const EARTH = { gm: GM_EARTH, radiusM: WGS84_RADIUS_M }

function sightsOf(rows: readonly (readonly number[])[]): Sight[] {
  return rows.map(([seconds = 0, x = 0, y = 0, z = 0, ra = 0, dec = 0]) => ({
    seconds,
    observerM: [x, y, z],
    direction: unitVector(degToRad(ra), degToRad(dec)),
  }))
}

test.each(reference.cases)('initialOrbits() finds the published orbit: $title', ({ rows, elements, missDeg }) => {
  const sights = sightsOf(rows)
  const { orbits, preference } = initialOrbits(sights, EARTH)
  const [best] = orbits
  if (best === undefined) throw new Error('no orbit')
  expect(preference).not.toBeNull()
  expect(best.objection).toBeNull()
  const [semiMajorAxisKm = 0, , inclinationDeg = 0] = elements
  // The tolerance of the set: 1e-3 if the stated orbit passes through the sights to 1e-4°, otherwise 2 %. The angles of the third last case are
  // rounded to 1e-4°, which changes its axis by 0.5 %.
  const limit = missDeg < 5e-5 ? 1e-3 : 0.02
  expect(Math.abs(best.elements.semiMajorAxisM / 1000 / semiMajorAxisKm - 1)).toBeLessThan(limit)
  expect(Math.abs(radToDeg(best.elements.incRad) - inclinationDeg)).toBeLessThan(PLANE_DEG)
  // A found orbit passes no farther from the sights than the stated orbit.
  expect(radToDeg(best.largestRad)).toBeLessThan(missDeg + PRINTED_DEG)
})

test('initialOrbits() returns every root, and the reason why the others are not preferred', () => {
  // The second published case has a second orbit that would hit the ground.
  const { orbits, preference } = initialOrbits(sightsOf(reference.cases[1]!.rows), EARTH)
  expect(orbits.map(({ objection }) => objection)).toEqual([null, 'below-the-surface'])
  expect(preference).toBe('only-possible-orbit')
  // Both orbits pass through the three sights.
  for (const { largestRad } of orbits) expect(largestRad).toBeLessThan(THROUGH_SIGHTS_RAD)
  const far = initialOrbits(sightsOf(reference.cases[3]!.rows), EARTH)
  expect(far.orbits.map(({ objection }) => objection)).toEqual([null, 'not-bound'])
})

/** A circular orbit seen from one site that rotates with the Earth. */
function simulate(semiMajorAxisM: number, times: readonly number[]): Sight[] {
  const start = toCartesian(
    { semiMajorAxisM, eccentricity: 0.01, incRad: 1, raanRad: 0, argPeriapsisRad: 0, trueAnomalyRad: 0 },
    GM_EARTH,
  )
  return times.map((seconds) => {
    const angle = 7.292115e-5 * seconds - 0.1
    const observerM: Vec3 = [5.5e6 * Math.cos(angle), 5.5e6 * Math.sin(angle), 3.2e6]
    const line = subtract(propagateTwoBody(start, seconds, GM_EARTH).state.r, observerM)
    return { seconds, observerM, direction: scale(line, 1 / norm(line)) }
  })
}

test('initialOrbits() uses the remaining sights to choose between numbers of revolutions', () => {
  // Four hours: orbits with zero, one and two revolutions pass through three of them.
  const sights = simulate(1.5e7, [0, 600, 7200, 13_800, 14_400])
  const { orbits, preference } = initialOrbits(sights, EARTH)
  expect(orbits.length).toBeGreaterThan(1)
  expect(preference).toBe('fits-the-other-sights')
  expect(orbits[0]!.elements.semiMajorAxisM).toBeCloseTo(1.5e7, HUNDRED_METRES_DIGITS)
  expect(orbits[0]!.rmsRad).toBeLessThan(THROUGH_SIGHTS_RAD)
  expect(orbits.slice(1).every(({ objection }) => objection !== null)).toBe(true)
  // With only three sights all of these orbits fit; the simplest is chosen, and the preference says so.
  const three = initialOrbits([sights[0]!, sights[2]!, sights[4]!], EARTH)
  expect(['fewest-revolutions', 'least-eccentric', 'only-possible-orbit']).toContain(three.preference)
  expect(three.orbits.every(({ largestRad }) => largestRad < 1e-8)).toBe(true)
})

test('missOf() is the angle between the sights and the orbit', () => {
  const [first] = simulate(1.5e7, [0])
  const state = { r: [1.5e7 * 0.99, 0, 0] as Vec3, v: [0, 3000, 4000] as Vec3 }
  expect(missOf([first!], { state, seconds: 0 }, GM_EARTH).rmsRad).toBeLessThan(NO_ANGLE_RAD)
  const beside = { ...state, r: [state.r[0], 1000, 0] as Vec3 }
  const rangeM = norm(subtract(state.r, first!.observerM))
  const { rmsRad, largestRad } = missOf([first!], { state: beside, seconds: 0 }, GM_EARTH)
  expect(rmsRad).toBe(largestRad)
  expect(rmsRad * rangeM).toBeGreaterThan(900)
  expect(rmsRad * rangeM).toBeLessThan(OFFSET_M)
})

test('initialOrbits() refuses fewer than three sights, and returns none if no orbit exists', () => {
  const sights = simulate(8e6, [0, 60, 120])
  expect(() => initialOrbits(sights.slice(0, 2), EARTH)).toThrow('needs three')
  expect(() => initialOrbits([...sights].reverse(), EARTH)).toThrow('do not rise')
  // From the zenith to the ground and back within two minutes: no orbit does this.
  const down = sights.map((sight, k) => (k === 1 ? { ...sight, direction: scale(sight.direction, -1) } : sight))
  const { orbits, preference } = initialOrbits(down, EARTH)
  expect(
    orbits.filter(({ objection }) => objection === null).every(({ elements }) => elements.eccentricity > 0.5),
  ).toBe(true)
  if (orbits.length === 0) expect(preference).toBeNull()
})
