import type { PlanLine } from '@apsis/contract/ca/plan/request-parts.ts'
import type { ThrustDirections } from '@apsis/contract/ca/satellite/thrust-directions.ts'
import { expect, test } from 'vitest'
import { type BurnSettings, type OpenDesign, planOwn, tradeSpace } from './design.ts'
import { ALONG_TRACK, isAlongTrack, sizesOf } from './map-line.ts'
import { safeBurns } from './safe-burns.ts'
import { suggest } from './suggest.ts'
import { designAt } from './testing/published-design.ts'

const HOUR_MS = 3_600_000
/** Components of a Δv are multiples of 1e-7 m/s, which is a thousandth of a degree for a few mm/s. */
const ROUNDED_DEG = 0.01
/** A plan of some millimetres a second is rounded up by at most 1e-7 m/s. */
const PLAN_SHARE = 1e-3

const settings: BurnSettings = {
  target: { kind: 'probability', probability: 1e-6 },
  direction: null,
  dynamics: 'two-body',
  hasExecutionError: false,
  arcS: null,
}
const { tcaMs } = designAt(0)
const ignitionMs = tcaMs - 4 * HOUR_MS

function designWith(thrustDirections: ThrustDirections | undefined): OpenDesign {
  const open = designAt(tcaMs - 30 * HOUR_MS)
  const { designCase } = open
  const propulsion = { ...designCase.propulsion, ...(thrustDirections === undefined ? {} : { thrustDirections }) }
  return { ...open, designCase: { ...designCase, propulsion } }
}
const cone = (axis: [number, number, number], halfAngleDeg: number): ThrustDirections => ({
  kind: 'CONE',
  frame: 'RTN',
  axis,
  halfAngleDeg,
})
const angleDeg = (a: readonly number[], b: readonly number[]) => {
  const along = a.reduce((sum, part, k) => sum + part * b[k]!, 0)
  return (Math.acos(along / Math.hypot(...a) / Math.hypot(...b)) * 180) / Math.PI
}

test('every chosen or suggested burn lies in the cone, and none is along the track if the cone excludes that', () => {
  const open = designWith(cone([1, 0, 0.3], 25))
  const all = [planOwn(open, settings, ignitionMs), ...suggest(open, settings)]
  expect(all.length).toBeGreaterThan(2)
  for (const { deltaVRtn, meetsTarget, returnMps } of all) {
    expect(meetsTarget).toBe(true)
    expect(angleDeg(deltaVRtn, [1, 0, 0.3])).toBeLessThan(25 + ROUNDED_DEG)
    expect(returnMps).toBeUndefined()
  }
  expect(all.map(({ name }) => name)).not.toContain('along')
  expect(suggest(designWith(cone([0, 1, 0], 5)), settings).map(({ name }) => name)).toContain('along')
})

test('the map shows the direction of the line in which the thrusters can push', () => {
  const spaceOf = (designCase: ThrustDirections | undefined, direction: BurnSettings['direction'] = null) =>
    tradeSpace(designWith(designCase), { ...settings, direction })
  const both = spaceOf(undefined)
  expect([both.deltaVs[0]! < 0, both.isLineShut]).toEqual([true, false])
  // The thrusters push only backwards along the track: a positive size of the map is against the velocity.
  const back = spaceOf(cone([0, -1, 0], 10))
  expect(back.deltaVs[0]).toBe(0)
  expect(back.lines.every(([, along]) => along < -0.99)).toBe(true)
  const outward = spaceOf(cone([1, 0, 0], 10))
  expect([outward.deltaVs[0], outward.isLineShut]).toEqual([0, false])
  expect(outward.lines.every(([radial]) => radial > 0.99)).toBe(true)
  const shut = spaceOf(cone([1, 0, 0], 10), ALONG_TRACK)
  expect([shut.deltaVs[0]! < 0, shut.isLineShut]).toEqual([true, true])
})

test('safe sizes in one direction begin at the size of the plan along it', () => {
  const open = designWith({ kind: 'THRUSTERS', frame: 'RTN', vectors: [[0, -1, 0]] })
  const { deltaVMps, deltaVRtn } = planOwn(open, settings, ignitionMs)
  expect(deltaVRtn[1]).toBeLessThan(0)
  const safe = safeBurns(open, settings, { ignitionMs, reachMps: 0.5, pair: 'a', others: [] })!
  expect(safe.isOneWay).toBe(true)
  expect(Math.abs(safe.intervals[0]!.from / deltaVMps - 1)).toBeLessThan(PLAN_SHARE)
  expect(safe.intervals.every(({ from }) => from > 0)).toBe(true)
})

test('a line along which the thrusters cannot push has no safe sizes', () => {
  const asked = { ignitionMs, reachMps: 0.5, pair: 'a', others: [] }
  expect(safeBurns(designWith(cone([1, 0, 0], 10)), { ...settings, direction: ALONG_TRACK }, asked)).toBeNull()
})

test('a direction outside of the cone has no burn, and the message names the thrusters', () => {
  const own = planOwn(designWith(cone([1, 0, 0], 10)), { ...settings, direction: ALONG_TRACK }, ignitionMs)
  expect(own).toMatchObject({ meetsTarget: false, limit: 'direction', deltaVMps: 0 })
})

test('a line with no other component is along the track, in the axes of the orbit', () => {
  expect(isAlongTrack(ALONG_TRACK)).toBe(true)
  const by = (...vector: [number, number, number]): PlanLine => ({
    deltaVReferenceFrame: 'RTN',
    deltaVDirection: 'XYZ',
    vector,
  })
  expect(isAlongTrack(by(0, -3, 0))).toBe(true)
  expect(isAlongTrack(by(0.1, 1, 0))).toBe(false)
  expect(isAlongTrack(by(0, 1, 0.1))).toBe(false)
  expect(isAlongTrack({ ...ALONG_TRACK, deltaVReferenceFrame: 'TNW_INERTIAL' })).toBe(false)
  expect(isAlongTrack(null)).toBe(false)
})

test.each([
  [[1, -1], { least: -1, turned: 1 }],
  [[1], { least: 0, turned: 1 }],
  [[-1], { least: 0, turned: -1 }],
  [[], { least: -1, turned: 1 }],
])('for the senses %j the sizes have the start and direction %j', (senses, sizes) => {
  expect(sizesOf({ line: ALONG_TRACK, senses })).toEqual(sizes)
})
