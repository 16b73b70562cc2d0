import { readFileSync } from 'node:fs'
import { METHODS } from '@apsis/astro/conjunction/probability/assess.ts'
import { TWO_BODY } from '@apsis/astro/manoeuvre/dynamics.ts'
import { makeEncounterModel } from '@apsis/astro/manoeuvre/encounter-model.ts'
import { planAssessed } from '@apsis/astro/manoeuvre/plan-assessed.ts'
import { dot } from '@apsis/astro/vec3.ts'
import { parseCdm } from '@apsis/ccsds/cdm/cdm.ts'
import { assessCdm } from '@apsis/ccsds/cdm/cdm-assessment.ts'
import type { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'
import { leavableKindsOf } from '@apsis/contract/ca/plan/left-out.ts'
import { Propulsion } from '@apsis/contract/ca/satellite/propulsion.ts'
import { expect, test } from 'vitest'
import { eventsAfter, type OtherEvent, totalOf, tradeSpaceOfEvents } from './collected.ts'
import { type BurnSettings, type DesignCase, errorOf, openDesign, planOwn, tradeSpace } from './design.ts'
import { type DesignSearch, designOf } from './design-address.ts'
import { besideOf, leftOutFor, leftOutUntil } from './other-events.tsx'

type Reference = { readonly messages: readonly { readonly path: string; readonly text: string }[] }

/** A published message; its source is in the file. */
const { messages } = JSON.parse(
  readFileSync(new URL('../../../../ccsds/cdm/cdm.reference.json', import.meta.url), 'utf8'),
) as Reference
const text = messages.find(({ path }) => path.endsWith('ION_SCV8_vs_STARLINK_1233.txt'))!.text
const message = parseCdm(text)
const RADIUS_M = 10
const HOUR_MS = 3_600_000
/** The largest allowed error of a cell of the map, in powers of ten, for values above the smallest one (flight rule F9). */
const [MOST_DECADES, LEAST] = [0.05, 1e-10]

/**
 * The probability above which the total of two independent events differs from their sum by at least a fortieth, and the tolerance for it.
 */
const [LARGE, SHARE] = [0.05, 5e-3]
/** With this radius, m, some probabilities are above `LARGE`. */
const WIDE_M = 400

const assessed = assessCdm(message, { radius: { radiusM: RADIUS_M, from: 'test' } }).assessment!

function caseAt(nowMs: number): DesignCase {
  const propulsion = Propulsion.parse({ type: 'IMPULSIVE', thrustN: 1, ispS: 220, leadTimeH: 1 })
  if (propulsion.type !== 'IMPULSIVE') throw new TypeError('an impulse was asked for')
  return {
    text,
    designator: message.objects[0].metadata.objectDesignator,
    radiusM: RADIUS_M,
    propulsion,
    massKg: 100,
    dragAreaM2: null,
    dragCoefficient: 2.2,
    method: METHODS[0]!,
    acceptedProbability: 1e-4,
    blackouts: [],
    contacts: null,
    nowMs,
    blackoutInEclipse: undefined,
  }
}
const { tcaMs } = openDesign(caseAt(0))
const open = openDesign(caseAt(tcaMs - 24 * HOUR_MS))
const event = (id: string): OtherEvent => ({
  id,
  cdmId: id,
  pair: id,
  name: id,
  text,
  radiusM: RADIUS_M,
  method: METHODS[0]!,
})
const SETTINGS: BurnSettings = {
  target: { kind: 'probability', probability: 1e-6 },
  direction: null,
  dynamics: 'two-body',
  hasExecutionError: true,
  arcS: null,
}

test('the map of two equal events has 1 − (1 − P)² of the map of one event, execution error included (F1, F9)', () => {
  const byJ2 = { ...SETTINGS, dynamics: 'j2' } as const
  const [one, both] = [tradeSpace(open, SETTINGS), tradeSpaceOfEvents(open, byJ2, [event('other')])]
  // Each map has its own description, because it stays while another is computed; the map of all events is two-body, whatever the settings
  // are.
  expect([one.eventCount, both.eventCount]).toEqual([1, 2])
  expect([one.dynamics, both.dynamics]).toEqual(['two-body', 'two-body'])
  expect(tradeSpace(open, byJ2).dynamics).toBe('j2')
  let looked = 0
  both.pc.forEach((row, size) => {
    row.forEach((found, place) => {
      const alone = one.pc[size]![place]!
      const expected = 1 - (1 - alone) ** 2
      if (!(expected > LEAST)) return
      looked += 1
      expect(Math.abs(Math.log10(found!) - Math.log10(expected))).toBeLessThan(MOST_DECADES)
    })
  })
  expect(looked).toBeGreaterThan(500)
  expect(both.missM).toEqual(one.missM)
  // The other event is a copy of this one, so the map of the others alone equals the map of one event.
  expect(tradeSpaceOfEvents(open, SETTINGS, []).others).toBeNull()
  const ofOthers = both.others!
  one.pc.forEach((row, size) => {
    row.forEach((alone, place) => {
      const found = ofOthers.pc[size]![place]!
      if (alone! > LEAST) expect(Math.abs(Math.log10(found) - Math.log10(alone!))).toBeLessThan(MOST_DECADES)
      expect(ofOthers.worst[size]![place]).toBe(found > 0 ? 'other' : '')
    })
  })
})

test('the map counts encounters of one pair by their sum, with the event and among the others (F10)', () => {
  const again = openDesign({ ...open.designCase, radiusM: WIDE_M, pair: 'own' })
  const alone = tradeSpace(again, SETTINGS)
  const wide = { ...event('2'), radiusM: WIDE_M }
  const other = { ...wide, pair: 'other' }
  const maps = [
    tradeSpaceOfEvents(again, SETTINGS, [{ ...wide, pair: 'own' }]),
    tradeSpaceOfEvents(again, SETTINGS, [other, { ...other, id: '4' }]),
  ]
  let looked = 0
  for (const [size, row] of alone.pc.entries())
    for (const [place, pc] of row.entries()) {
      if (!(pc! > LARGE)) continue
      looked += 1
      // If the events counted as independent, the result would be smaller by the square of the probability, which is visible here.
      const both = Math.min(1, 2 * pc!)
      expect(Math.abs(maps[0]!.pc[size]![place]! / both - 1)).toBeLessThan(SHARE)
      expect(Math.abs(maps[1]!.others!.pc[size]![place]! / both - 1)).toBeLessThan(SHARE)
    }
  expect(looked).toBeGreaterThan(10)
})

test('a burn has the result of its plan for its own event, and changes nothing after the closest approach', () => {
  const settings = { ...SETTINGS, hasExecutionError: false }
  const plan = planOwn(open, settings, tcaMs - 4 * HOUR_MS)
  const [found] = eventsAfter(open, settings, { events: [event('own')], burn: plan })
  expect(found!.pcBefore! / assessed.probability! - 1).toBeLessThan(1e-6)
  expect(found!.pc! / plan.pc!).toBeCloseTo(1, 6)
  expect(found!.missM).toBeCloseTo(plan.missM, 3)
  const late = { ignitionMs: tcaMs + HOUR_MS, deltaVRtn: [0, 1, 0] as const }
  const [still] = eventsAfter(open, settings, { events: [event('own')], burn: late })
  expect([still!.pc, still!.missM]).toEqual([still!.pcBefore, still!.missBeforeM])
  expect(totalOf([found!, { ...still!, pair: 'another' }], 'pc')!.most).toBeCloseTo(
    1 - (1 - found!.pc!) * (1 - still!.pc!),
    12,
  )
  // Events with the same object are not independent (F10).
  const again = [found!, still!]
  expect(totalOf(again, 'pcBefore')).toEqual({
    least: expect.closeTo(Math.max(...again.map(({ pcBefore }) => pcBefore!)), 12),
    most: expect.closeTo(
      again.reduce((sum, { pcBefore }) => sum + pcBefore!, 0),
      12,
    ),
    repeated: [found!.pair],
  })
  expect(totalOf([found!, { ...still!, pc: null }], 'pc')).toBeNull()
})

/** Returns a case with a satellite of continuous thrust: a burn of 5 mm/s takes a tenth of a revolution. */
function thrustCase(nowMs: number): DesignCase {
  const designCase = {
    type: 'CONTINUOUS',
    thrustN: 0.001,
    ispS: 1_500,
    dutyCycle: 1,
    maxThrustPerOrbitS: 5_000,
    leadTimeH: 1,
  }
  const propulsion = Propulsion.parse(designCase)
  if (propulsion.type !== 'CONTINUOUS') throw new TypeError('continuous thrust was asked for')
  return { ...caseAt(nowMs), propulsion, massKg: 100 }
}

test('the map of all events and the pane beside it treat arcs as arcs: both agree with the propagated plan of an arc (F1, F9)', () => {
  const thrust = openDesign(thrustCase(tcaMs - 24 * HOUR_MS))
  const settings: BurnSettings = { ...SETTINGS, arcS: 1_200 }
  const model = makeEncounterModel(thrust.encounter, TWO_BODY)
  const burnS = -(4 * HOUR_MS) / 1_000
  // The server plans it in the same way: the smallest Δv of an arc of that length that reaches the target.
  const plan = planAssessed(model, {
    burnS,
    arcS: 1_200,
    target: settings.target,
    method: METHODS[0]!,
    directionRtn: [0, 1, 0],
    executionError: errorOf(thrust.designCase, settings)!,
  })
  const burn = { ignitionMs: Math.round(thrust.tcaMs + burnS * 1_000), deltaVRtn: plan.deltaVRtnMps }
  const [found] = eventsAfter(thrust, settings, { events: [event('own')], burn })
  expect(found!.pc! / plan.confirmedProbability!).toBeCloseTo(1, 2)
  expect(found!.missM / plan.after.missDistanceM).toBeCloseTo(1, 3)
  // An impulse of that Δv at the start would have another result.
  const [asImpulse] = eventsAfter(open, settings, { events: [event('own')], burn })
  expect(Math.abs(Math.log10(asImpulse!.pc! / found!.pc!))).toBeGreaterThan(MOST_DECADES)
  const map = tradeSpaceOfEvents(thrust, settings, [event('other')])
  let looked = 0
  for (let column = 0; column < map.leads.length; column += 5)
    for (let row = 0; row < map.deltaVs.length; row += 4) {
      const ignitionMs = Math.round(thrust.tcaMs - 1_000 * map.leads[column]! * map.periodS)
      const deltaVRtn = [0, map.deltaVs[row]!, 0] as const
      const [one] = eventsAfter(thrust, settings, { events: [event('own')], burn: { ignitionMs, deltaVRtn } })
      const expected = 1 - (1 - one!.pc!) ** 2
      if (!(expected > LEAST)) continue
      looked += 1
      expect(Math.abs(Math.log10(map.pc[row]![column]!) - Math.log10(expected))).toBeLessThan(MOST_DECADES)
      expect(map.missM[row]![column]! / one!.missM).toBeCloseTo(1, 2)
    }
  expect(looked).toBeGreaterThan(40)
})

test('the page plans arcs as arcs: with the typed length, or the length that their thrust needs, and with the results in the pane (F1, F9)', () => {
  const designCase = thrustCase(tcaMs - 24 * HOUR_MS)
  const along = { deltaVReferenceFrame: 'RTN', deltaVDirection: 'XYZ', vector: [0, 1, 0] } as const
  const settings: BurnSettings = { ...SETTINGS, arcS: 1_200, direction: { ...along, vector: [0, 1, 0] } }
  const ignitionMs = tcaMs - 4 * HOUR_MS
  const strong = openDesign({
    ...designCase,
    propulsion: { ...designCase.propulsion, thrustN: 0.01 } as typeof designCase.propulsion,
  })
  const model = makeEncounterModel(strong.encounter, TWO_BODY)
  const limits = { acceptedProbability: 1e-4, executionError: errorOf(strong.designCase, settings)! }
  const planned = (arcS?: number) =>
    planAssessed(model, {
      burnS: -(4 * HOUR_MS) / 1_000,
      target: settings.target,
      method: METHODS[0]!,
      directionRtn: [0, 1, 0],
      ...limits,
      ...(arcS === undefined ? {} : { arcS }),
    })
  const own = planOwn(strong, settings, ignitionMs)
  expect(own.deltaVMps / planned(1_200).deltaVMps).toBeCloseTo(1, 3)
  expect(own.pc! / planned(1_200).confirmedProbability!).toBeCloseTo(1, 2)
  expect(own.meetsTarget).toBe(true)
  expect(own.returnMps).toBeUndefined()
  // As an impulse it would be a different burn.
  expect(Math.abs(own.deltaVMps / planned().deltaVMps - 1)).toBeGreaterThan(0.01)
  // The engine has full thrust for the necessary time: F t = m Δv, except for the mass that is used.
  const free = planOwn(strong, { ...settings, arcS: null }, ignitionMs)
  expect(free.meetsTarget).toBe(true)
  expect(free.deltaVMps / planned((100 * free.deltaVMps) / 0.01).deltaVMps).toBeCloseTo(1, 3)
  const [pane] = eventsAfter(strong, { ...settings, arcS: null }, { events: [event('own')], burn: free })
  expect(pane!.pc! / free.pc!).toBeCloseTo(1, 2)
  // The engine is limited to its thrust in that time: 1 mN for 1,200 s on 100 kg.
  const weak = planOwn(openDesign(designCase), settings, ignitionMs)
  expect(weak.deltaVMps).toBeCloseTo(0.012, 5)
  expect([weak.meetsTarget, weak.limit]).toEqual([false, 'delta-v'])
})

test('the map shows any line, in both directions: the plan on that line lies between its cells (F9)', () => {
  const direction = { deltaVReferenceFrame: 'RTN', deltaVDirection: 'XYZ', vector: [3, 4, 0] } as const
  const settings: BurnSettings = {
    ...SETTINGS,
    hasExecutionError: false,
    direction: { ...direction, vector: [3, 4, 0] },
  }
  const map = tradeSpace(open, settings)
  for (const line of map.lines) for (const [k, part] of [0.6, 0.8, 0].entries()) expect(line[k]).toBeCloseTo(part, 9)
  const column = 30
  const plan = planOwn(open, settings, Math.round(tcaMs - 1_000 * map.leads[column]! * map.periodS))
  const size = dot(plan.deltaVRtn, map.lines[column]!)
  expect(Math.abs(size)).toBeCloseTo(plan.deltaVMps, 9)
  const above = map.deltaVs.findIndex((deltaV) => deltaV >= size)
  const cells = [map.pc[above - 1]![column]!, map.pc[above]![column]!].toSorted((a, b) => a - b)
  expect(plan.pc).toBeGreaterThanOrEqual(cells[0]!)
  expect(plan.pc).toBeLessThanOrEqual(cells[1]!)
  expect(map.deltaVs[0]).toBeCloseTo(-map.deltaVs.at(-1)!, 12)
})

test('a typed covariance of the burn is used in the plan; an invalid one is ignored', () => {
  const wishOf = (matrix: string) => designOf({ error: 'matrix', matrix }, 1e-4).settings
  const settings = wishOf('1 0 4 0 0 1')
  expect(settings.executionCovarianceRtn).toEqual([
    [1e-6, 0, 0],
    [0, 4e-6, 0],
    [0, 0, 1e-6],
  ])
  for (const none of ['', '1 0 4', '1 3 4 0 0 1', '-1 0 4 0 0 1', 'a b c d e f'])
    expect(wishOf(none).executionCovarianceRtn).toBeUndefined()
  const [exact, off] = [{ ...settings, hasExecutionError: false }, settings].map((one) =>
    planOwn(open, { ...one, direction: null }, tcaMs - 4 * HOUR_MS),
  )
  expect(off!.deltaVMps).toBeGreaterThan(exact!.deltaVMps)
  expect(off!.cold).not.toBeNull()
})

test('kinds of secondaries and single events can be left out; past events and those without a message do not appear', () => {
  const conjunction = (id: string, more: object, object2: object = {}) =>
    ({
      conjunctionId: id,
      activeCdmId: `m-${id}`,
      state: 'OPEN',
      conjunctionData: { tca: '2026-11-25T00:00:00.000Z', probabilityOfCollision: 1e-5 },
      object2: { objectType: 'DEBRIS', manoeuvrable: 'NO', ...object2 },
      ...more,
    }) as unknown as Conjunction
  const all = [
    conjunction('own', {}),
    conjunction('debris', {}),
    conjunction('stage', {}, { objectType: 'ROCKET BODY' }),
    conjunction('starlink', {}, { objectType: 'PAYLOAD', manoeuvrable: 'YES' }),
    conjunction('passed', { conjunctionData: { tca: '2026-11-23T00:00:00.000Z' } }),
    conjunction('mitigated', { state: 'MITIGATED' }),
    conjunction('screened', { activeCdmId: null }),
  ]
  const nowMs = Date.parse('2026-11-24T00:00:00.000Z')
  const counted = (search: object) =>
    besideOf(all, 'own', search, nowMs).flatMap(({ event: { conjunctionId }, leftOut }) =>
      leftOut === undefined ? [conjunctionId] : [],
    )
  expect(counted({})).toEqual(['debris', 'stage', 'starlink'])
  expect(counted({ without: 'MOVES' })).toEqual(['debris', 'stage'])
  expect(counted({ without: 'DEBRIS,ROCKET_BODY' })).toEqual(['starlink'])
  expect(counted({ without: 'MOVES', skip: 'stage' })).toEqual(['debris'])
  expect(leavableKindsOf(all[3]!.object2)).toEqual(['MOVES', 'PAYLOAD'])
  const saved = (search: DesignSearch) =>
    leftOutFor(designOf(search, 1e-4), search, { beside: besideOf(all, 'own', search, nowMs), until: undefined })
  expect(saved({ events: 'all' })).toBeUndefined()
  expect(saved({ without: 'MOVES', skip: 'stage' })).toBeUndefined()
  expect(saved({ events: 'all', without: 'MOVES', skip: 'stage,passed' })).toEqual({
    kinds: ['MOVES'],
    conjunctionIds: ['stage'],
  })
  // The typed time until which events are left out is in the future; an unreadable time never counts as the default.
  const search: DesignSearch = { events: 'all', without: 'MOVES', until: '2026-11-24 18:30' }
  expect(leftOutUntil(search, nowMs)).toBe('2026-11-24T18:30:00.000Z')
  for (const until of ['tomorrow', '2026-11-23 23:59', '2026-11-24 00:00'])
    expect(leftOutUntil({ until }, nowMs)).toBe('wrong')
  for (const until of [undefined, '', ' ']) expect(leftOutUntil({ until }, nowMs)).toBeUndefined()
  const until = '2026-11-24T18:30:00.000Z'
  const plan = leftOutFor(designOf(search, 1e-4), search, { beside: besideOf(all, 'own', search, nowMs), until })
  expect(plan).toEqual({ kinds: ['MOVES'], conjunctionIds: [], until })
})
