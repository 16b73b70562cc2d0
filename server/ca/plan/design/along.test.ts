import { deltaVFromAxes } from '@apsis/astro/manoeuvre/delta-v-frame.ts'
import { epochOf, type FrozenOwnBurn, flyOwnPath } from '@apsis/astro/manoeuvre/own-path.ts'
import type { ReferenceOrbit } from '@apsis/astro/manoeuvre/reference-orbit.ts'
import { TRUTH_ORBIT, truthFlight } from '@apsis/astro/manoeuvre/testing/truth-flight.ts'
import { addSeconds, type Epoch, secondsBetween } from '@apsis/astro/time/epoch.ts'
import { add, norm, subtract, type Vec3 } from '@apsis/astro/vec3.ts'
import type { PathCase } from '@apsis/contract/ca/plan/path-screening.ts'
import { expect, test } from 'vitest'
import { type AlongBurn, HalfHeld, joinAlong } from './along.ts'

const hour = (hours: number) => new Date(Date.parse('2026-11-20T00:00:00.000Z') + 3_600_000 * hours).toISOString()

const plain = TRUTH_ORBIT.stateAt

/** Propagates through impulses, each in its own axes, with all forces. */
function truth(...burns: readonly { readonly hours: number; readonly frame: string; readonly vector: Vec3 }[]) {
  let now = plain
  for (const { hours, frame, vector } of burns) {
    const epoch = epochOf(hour(hours))
    const { r, v } = now(epoch)
    now = truthFlight(epoch, { r, v: add(v, deltaVFromAxes(frame, { frame: 'GCRF', epoch, r, v }, vector)) })
  }
  return now
}

const notice = (hours: number, more: Partial<AlongBurn> = {}): AlongBurn => ({
  kind: 'NOTICE',
  id: `notice of ${hours}`,
  name: 'Example Orbital',
  ignition: hour(hours),
  durationS: 0,
  deltaV: { frame: 'TNW', vector: [0.06, 0.01, 0.02] },
  knownAt: hour(-9),
  obstacle: null,
  ...more,
})
const own = (hours: number): FrozenOwnBurn => ({ ignition: hour(hours), durationS: 0, deltaVRtn: [0.01, 0.05, -0.02] })
const TOLD = { source: 'EPHEMERIS', name: 'own.oem', at: hour(-10) } as const

/** The difference between two propagations of the same burns: with steps of a minute, and with a single step. */
const STEPS_M = 0.02
/** The variation of the osculating period along an orbit. */
const PERIOD_S = 60
/** The harmonics beyond J2 change the effect of the burns by some thousandths. */
const SHARE = 3e-3
const ERROR = { magnitude: 0.05, pointingRad: 0.01 }

const pathOf = (burns: readonly FrozenOwnBurn[], along: readonly AlongBurn[], which: PathCase) =>
  flyOwnPath(TRUTH_ORBIT, {
    burns: joinAlong(TRUTH_ORBIT, { burns, along, told: TOLD, isLater: false }).burns,
    error: ERROR,
    case: which,
  })

test.each([2, 20])(
  'a burn that is planned with an announced burn at %d h has the path of one plan with both, which agrees with all forces',
  (hours) => {
    const [mine, both] = [[own(8)], [notice(hours)]]
    // The same burn is entered in the plan: its Δv is in R, T, N at the place to which the earlier burn has moved the satellite.
    const { burns } = joinAlong(TRUTH_ORBIT, { burns: mine, along: both, told: TOLD, isLater: false })
    const plan = burns.map(({ isAlong: _, ...burn }) => burn)
    expect(plan).toHaveLength(2)
    const moved = truth(
      ...[
        { hours: 8, frame: 'RTN', vector: [0.01, 0.05, -0.02] as Vec3 },
        { hours, frame: 'TNW', vector: [0.06, 0.01, 0.02] as Vec3 },
      ].toSorted((a, b) => a.hours - b.hours),
    )
    for (const which of ['nominal', 'hot', 'cold'] as const) {
      const [beside, typed] = [pathOf(mine, both, which), pathOf(plan, [], which)]
      const last = typed.parts.at(-1)!
      for (const [k, { epoch, state }] of beside.parts.at(-1)!.states.entries()) {
        expect(epoch).toEqual(last.states[k]!.epoch)
        expect(norm(subtract(state.r, last.states[k]!.state.r))).toBeLessThan(STEPS_M)
      }
      if (which !== 'nominal') continue
      const { epoch, state } = last.states.at(-1)!
      const movedM = norm(subtract(moved(epoch).r, plain(epoch).r))
      expect(movedM).toBeGreaterThan(10_000)
      expect(norm(subtract(state.r, moved(epoch).r)) / movedM).toBeLessThan(SHARE)
    }
    // Without the burn of the plan the announced burn still takes place.
    const missed = pathOf(mine, both, 'missed').parts.at(-1)!
    const { epoch, state } = missed.states.at(-1)!
    const alone = truth({ hours, frame: 'TNW', vector: [0.06, 0.01, 0.02] })
    const aloneM = norm(subtract(alone(epoch).r, plain(epoch).r))
    expect(norm(subtract(state.r, alone(epoch).r)) / aloneM).toBeLessThan(SHARE)
    // The displayed path begins a revolution before the burn of the plan, and contains the burn at the planned time.
    const { parts, before } = pathOf(mine, both, 'nominal')
    expect(before.epoch).toEqual(epochOf(hour(8)))
    const first = truth(...(hours < 8 ? [{ hours, frame: 'TNW', vector: [0.06, 0.01, 0.02] as Vec3 }] : []))
    expect(norm(subtract(before.state.r, first(before.epoch).r))).toBeLessThan(SHARE * 10_000)
    const alsoFrom = pathOf(mine, [], 'nominal').parts[0]!.start
    expect(Math.abs(secondsBetween(parts[0]!.start, alsoFrom))).toBeLessThan(PERIOD_S)
  },
)

const joined = (along: readonly AlongBurn[], more: Partial<ReferenceOrbit> = {}, told: typeof TOLD | object = TOLD) =>
  joinAlong({ ...TRUTH_ORBIT, ...more }, { burns: [own(8)], along, told: { ...TOLD, ...told }, isLater: false })

test('a burn that cannot be propagated gives a reason; a burn that the orbit contains is not added, and gives no reason', () => {
  const said = (along: readonly AlongBurn[], more: Partial<ReferenceOrbit> = {}, told: object = TOLD) => {
    const { burns, reasons } = joined(along, more, told)
    return [burns.filter(({ isAlong }) => isAlong).length, ...reasons([]).map(({ values }) => values.obstacle)]
  }
  expect(said([notice(5)])).toEqual([1])
  expect(said([notice(5, { deltaV: null, obstacle: 'no-delta-v' })])).toEqual([0, 'no-delta-v'])
  expect(said([notice(5, { obstacle: 'partial' })])).toEqual([0, 'partial'])
  expect(said([notice(5, { deltaV: { frame: 'LVLH of ours', vector: [1, 0, 0] } })])).toEqual([0, 'axes'])
  // The burn would overlap the burn of the plan, or another announced burn.
  expect(said([notice(7.99, { durationS: 120 })])).toEqual([0, 'overlap'])
  expect(said([notice(5, { durationS: 120 }), notice(5.01)])).toEqual([0, 'overlap', 'overlap'])
  // The ephemeris contains a burn if its velocity has a step at that time, or if the burn ended before the ephemeris begins.
  expect(said([notice(5)], { impulses: [epochOf(hour(5))] })).toEqual([0])
  expect(said([notice(-2)])).toEqual([0])
  // A burn after the end of the path has no effect.
  expect(said([notice(41)])).toEqual([0])
  // The states of an ephemeris show whether thrust is spread in it, regardless of when it was made.
  const later = { at: hour(-1) }
  expect(said([notice(5)], {}, later)).toEqual([1])
  expect(said([notice(5, { durationS: 60 })], {}, later)).toEqual([1])
  // Without states around a burn, a later ephemeris does not show whether it contains a burn that is spread over states or hidden in its rounding.
  const blind = { span: { start: addSeconds(epochOf(hour(5)), -10), stop: epochOf(hour(40)) } }
  expect(said([notice(5)], blind, later)).toEqual([1])
  expect(said([notice(5, { durationS: 60 })], blind, later)).toEqual([0, 'may-be-held'])
  const small = { deltaV: { frame: 'RTN', vector: [0, 0.001, 0] } } as const
  expect(said([notice(5, small)], blind, later)).toEqual([0, 'may-be-held'])
  expect(said([notice(5, { durationS: 60 })], blind)).toEqual([1])
  // A file whose states change by half of the burn, or by another amount, may contain the burn as it is known now.
  const half = truth({ hours: 5, frame: 'TNW', vector: [0.03, 0.005, 0.01] })
  const moved = { stateAt: (at: Epoch) => (secondsBetween(epochOf(hour(5)), at) > 0 ? half : TRUTH_ORBIT.stateAt)(at) }
  expect(said([notice(5)], moved)).toEqual([0, 'may-be-held'])
  expect(said([notice(0.5)], {}, { at: hour(1) })).toEqual([0, 'may-be-held'])
  // An element set contains a burn that ended before its epoch.
  const set = { source: 'ELEMENT_SET', at: hour(6) }
  expect(said([notice(5), notice(7)], { span: null }, set)).toEqual([1])
  expect(said([notice(5.99, { durationS: 120 })], { span: null }, set)).toEqual([0, 'may-be-held'])
})

test('an event is computed with the burns that its message does not contain, whatever the orbit of the satellite contains', () => {
  const { forEvent, burns } = joined([notice(2), notice(5, { durationS: 60 })], { impulses: [epochOf(hour(2))] })
  const times = (all: readonly { readonly ignition: string }[]) => all.map(({ ignition }) => ignition)
  expect(times(burns)).toEqual([hour(5), hour(8)])
  expect(times(forEvent(hour(1)))).toEqual([hour(2), hour(5), hour(8)])
  expect(times(forEvent(hour(3)))).toEqual([hour(5), hour(8)])
  expect(() => forEvent(hour(5.01))).toThrow(HalfHeld)
  // A burn without a known Δv gives a reason if it is between the last observation and the closest approach.
  const untold = joined([notice(-2, { deltaV: null, obstacle: 'no-delta-v' })])
  const at = (holdsUntil: string, tca: string) => untold.reasons([{ holdsUntil, tca: epochOf(tca) }])
  expect(at(hour(-3), hour(10))).toEqual([
    {
      code: 'announced-not-flown',
      values: { object: 'Example Orbital', fromAt: hour(-2), obstacle: 'no-delta-v' },
    },
  ])
  expect(at(hour(-1), hour(10))).toEqual([])
  expect(at(hour(-3), hour(-2.5))).toEqual([])
})

test('a burn of the plan that the ephemeris contains without a step is reported, as is a burn that a later ephemeris may contain', () => {
  const vector: Vec3 = [0.01, 0.05, -0.02]
  const burnt = truth({ hours: 8, frame: 'RTN', vector })
  const holds = {
    ...TRUTH_ORBIT,
    stateAt: (at: Epoch) => (secondsBetween(epochOf(hour(8)), at) > 0 ? burnt : plain)(at),
  }
  const blind = { ...TRUTH_ORBIT, span: { start: epochOf(hour(8)), stop: epochOf(hour(40)) } }
  const join = (orbit: ReferenceOrbit, isLater: boolean) => {
    const { held, reasons } = joinAlong(orbit, { burns: [own(8)], along: [], told: TOLD, isLater })
    return [held.length, ...reasons([]).map(({ code, values }) => `${code} ${values.object} ${values.fromAt}`)]
  }
  expect(join(holds, false)).toEqual([1, `burn-held own.oem ${hour(8)}`])
  expect(join(TRUTH_ORBIT, true)).toEqual([0])
  // The planner has stated that the ephemeris of the plan does not contain its burn.
  expect(join(blind, false)).toEqual([0])
  expect(join(blind, true)).toEqual([0, `burn-may-be-held own.oem ${hour(8)}`])
})
