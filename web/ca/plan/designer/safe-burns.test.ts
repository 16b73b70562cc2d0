import { expect, test } from 'vitest'
import { safeText } from './candidates.tsx'
import { eventsAfter } from './collected.ts'
import { type BurnSettings, planOwn } from './design.ts'
import { ALONG_TRACK } from './map-line.ts'
import { safeBurns } from './safe-burns.ts'
import { designAt, METHOD, PUBLISHED, RADIUS_M } from './testing/published-design.ts'

const HOUR_MS = 3_600_000
/** The tolerance at an edge, which is found to 1e-9 of the line; the relative change of a probability is about ten times that of its Δv. */
const AT_THE_EDGE = 1e-4
/** The tolerance of a plan: its components are rounded to 1e-7 m/s, for burns of millimetres a second. */
const PLAN_SHARE = 1e-3
/** At this factor from an edge the probability is on the other side of the target. */
const BESIDE = 1.001

const settings: BurnSettings = {
  target: { kind: 'probability', probability: 1e-6 },
  direction: ALONG_TRACK,
  dynamics: 'j2',
  hasExecutionError: false,
  arcS: null,
}

const { tcaMs } = designAt(0)
const open = designAt(tcaMs - 24 * HOUR_MS)
const asked = { ignitionMs: tcaMs - 3 * HOUR_MS, reachMps: 0.2, pair: 'a', others: [] }
const other = { id: 'b', cdmId: 'b', pair: 'b', name: 'b', text: PUBLISHED, radiusM: RADIUS_M, method: METHOD }

test('the safe sizes lie on both sides of zero, and at their inner edges the target is reached exactly', () => {
  const { intervals, eventCount } = safeBurns(open, settings, asked)!
  expect([intervals.length, eventCount]).toEqual([2, 1])
  const [back, ahead] = [intervals[0]!.to, intervals[1]!.from]
  expect([intervals[0]!.from, intervals[1]!.to]).toEqual([-0.2, 0.2])
  expect([Math.sign(back), Math.sign(ahead)]).toEqual([-1, 1])
  const left = (size: number) =>
    eventsAfter(open, settings, {
      events: [other],
      burn: { ignitionMs: asked.ignitionMs, deltaVRtn: [0, size, 0] },
    })[0]!.pc!
  for (const edge of [back, ahead]) {
    expect(Math.abs(left(edge) / 1e-6 - 1)).toBeLessThan(AT_THE_EDGE)
    expect(left(edge / BESIDE)).toBeGreaterThan(1e-6)
    expect(left(edge * BESIDE)).toBeLessThan(1e-6)
  }
  // The smallest plan along the track is the nearer of the two edges.
  const { deltaVMps } = planOwn(open, settings, asked.ignitionMs)
  expect(Math.abs(Math.min(-back, ahead) / deltaVMps - 1)).toBeLessThan(PLAN_SHARE)
})

test('events that count together leave a smaller range, and a target by distance has no such set', () => {
  const alone = safeBurns(open, settings, asked)!
  const both = safeBurns(open, settings, { ...asked, others: [other] })!
  expect(both.eventCount).toBe(2)
  expect(both.intervals[1]!.from).toBeGreaterThan(alone.intervals[1]!.from)
  expect(safeBurns(open, { ...settings, target: { kind: 'miss', missM: 1_000 } }, asked)).toBeNull()
})

test('the safe sizes have signs, and an empty set has its own text', () => {
  const some = {
    intervals: [
      { from: -0.02, to: -0.0123 },
      { from: 0.0066, to: 0.02 },
    ],
    reachMps: 0.02,
    isOneWay: false,
    eventCount: 1,
  }
  expect(safeText(some)).toBe(
    'Safe at this time, of this event: −0.0200 to −0.0123, +0.0066 to +0.0200 m/s along the line; looked at up to ±0.0200 m/s.',
  )
  // If it were rounded to the nearest value, −0.01226 would name a size that is not safe.
  expect(safeText({ ...some, intervals: [{ from: -0.02, to: -0.01226 }] })).toContain('−0.0200 to −0.0123 m/s')
  expect(safeText({ ...some, intervals: [{ from: 0.00654, to: 0.02 }] })).toContain('+0.0066 to +0.0200 m/s')
  expect(safeText({ ...some, intervals: [], eventCount: 3 })).toBe(
    'No size along the line is safe at this time, of 3 events together, up to ±0.0200 m/s.',
  )
})
