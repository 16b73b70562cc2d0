import { readFileSync } from 'node:fs'
import { METHODS } from '@apsis/astro/conjunction/probability/assess.ts'
import { parseCdm } from '@apsis/ccsds/cdm/cdm.ts'
import { assessCdm } from '@apsis/ccsds/cdm/cdm-assessment.ts'
import type { Strategy } from '@apsis/contract/ca/satellite/configuration.ts'
import { Propulsion } from '@apsis/contract/ca/satellite/propulsion.ts'
import { expect, test } from 'vitest'
import { commandText } from '../../contact/command-text.ts'
import { commandsOf, contactsToPlan } from '../../contact/contacts-query.ts'
import { endText } from '../../contact/contacts-table.tsx'
import { reasonText } from './candidates.tsx'
import { type BurnSettings, type DesignCase, openDesign, planOwn, tradeSpace } from './design.ts'
import { suggest } from './suggest.ts'

type Reference = { readonly messages: readonly { readonly path: string; readonly text: string }[] }

/** A published message; its source is in the file. */
const { messages } = JSON.parse(
  readFileSync(new URL('../../../../ccsds/cdm/cdm.reference.json', import.meta.url), 'utf8'),
) as Reference
const text = messages.find(({ path }) => path.endsWith('ION_SCV8_vs_STARLINK_1233.txt'))!.text
const message = parseCdm(text)
const RADIUS_M = 10
const TARGET = 1e-6
/** A plan is sufficient if its result is not above this multiple of its target (flight rule F2). */
const MARGIN = 1.01
const HOUR_MS = 3_600_000

const assessed = assessCdm(message, { radius: { radiusM: RADIUS_M, from: 'test' } }).assessment!
const tcaMs = openDesign(caseAt(0)).tcaMs

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
    blackoutInEclipse: undefined,
    contacts: null,
    nowMs,
  }
}

const SETTINGS: BurnSettings = {
  target: { kind: 'probability', probability: TARGET },
  direction: null,
  dynamics: 'two-body',
  hasExecutionError: false,
  arcS: null,
}

test('a chosen burn reaches its target, and without a burn the message has the assessed probability (F2, F5)', () => {
  const open = openDesign(caseAt(tcaMs - 24 * HOUR_MS))
  const own = planOwn(open, SETTINGS, tcaMs - 4 * HOUR_MS)
  expect(own.pcBefore! / assessed.probability! - 1).toBeLessThan(1e-6)
  expect(own.meetsTarget).toBe(true)
  expect(own.pc).toBeLessThanOrEqual(MARGIN * TARGET)
  expect(own.ignitionMs).toBe(tcaMs - 4 * HOUR_MS)
  expect(own.commitMs).toBe(own.ignitionMs - HOUR_MS)
  // A burn forwards raises the orbit.
  expect(Math.sign(own.smaChangeM)).toBe(Math.sign(own.deltaVRtn[1]))
})

test('the strategy of the satellite is suggested by name: a burn shortly before TCA, or one along the track days before', () => {
  const namesOf = (strategy: Strategy) =>
    suggest(openDesign({ ...caseAt(tcaMs - 60 * HOUR_MS), strategy }), SETTINGS).filter(
      ({ meetsTarget }) => meetsTarget,
    )
  const [short, long, both] = [namesOf('SHORT_TERM'), namesOf('LONG_TERM'), namesOf('SHORT_TERM_AND_LONG_TERM')]
  expect(short[0]!.name).toBe('short')
  expect(short[0]!.lead).toBeLessThanOrEqual(3.5)
  expect(short.map(({ name }) => name)).not.toContain('long')
  expect(long[0]!.name).toBe('long')
  expect(long[0]!.lead).toBeGreaterThanOrEqual(5)
  // The burn is along the track alone, and cheaper, because its displacement grows with time.
  const [radial, transverse, normal] = long[0]!.deltaVRtn
  expect([radial, normal].map(Math.abs)).toEqual([0, 0])
  expect(Math.abs(transverse)).toBeLessThan(short[0]!.deltaVMps)
  expect(long.map(({ name }) => name)).not.toContain('short')
  expect(both.map(({ name }) => name)).toEqual(expect.arrayContaining(['short', 'long']))
  // Five revolutions before TCA it is too late for a burn that has to be made days before TCA.
  const late = suggest(openDesign({ ...caseAt(tcaMs - 6 * HOUR_MS), strategy: 'LONG_TERM' }), SETTINGS)
  expect(late.map(({ name }) => name)).not.toContain('long')
})

/** Commands start at whole milliseconds, which is a negligible part of a revolution. */
const [MS_ROUNDED, TURN_SHARE] = [1, 1e-3]
/** Returns a burn that is announced for eight hours after closest approach. */
const keptAt = (vector: [number, number, number]) => ({
  ignition: new Date(tcaMs + 8 * HOUR_MS).toISOString(),
  durationS: 0,
  announcedBy: 'flight dynamics',
  deltaV: { frame: 'RTN', vector },
})

test('the next planned burn is suggested, moved forward by whole revolutions, and is first because it has no extra cost', () => {
  const nextBurn = keptAt([0, 0.05, 0])
  const open = openDesign({ ...caseAt(tcaMs - 48 * HOUR_MS), nextBurn })
  const [first, ...others] = suggest(open, { ...SETTINGS, isPlannedBurn: true })
  expect(first).toMatchObject({ name: 'keeping', meetsTarget: true, returnMps: undefined })
  expect(first!.deltaVRtn.map((mps) => mps + 0)).toEqual([0, 0.05, 0])
  expect(first!.pc).toBeLessThanOrEqual(MARGIN * TARGET)
  const { plannedMs, movedByS, revolutions } = first!.moved!
  expect(plannedMs).toBe(tcaMs + 8 * HOUR_MS)
  expect(Math.abs(plannedMs - 1_000 * movedByS - first!.ignitionMs)).toBeLessThan(MS_ROUNDED)
  const { periodS } = tradeSpace(open, SETTINGS)
  expect(Math.abs(movedByS / periodS - revolutions!)).toBeLessThan(TURN_SHARE)
  // A revolution later the burn does not reach the target, as a plan of the same burn at that time shows.
  const laterMs = Math.round(first!.ignitionMs + 1_000 * periodS)
  const settings: BurnSettings = { ...SETTINGS, isPlannedBurn: true }
  expect(laterMs > tcaMs || !planOwn(open, settings, laterMs).meetsTarget).toBe(true)
  expect(planOwn(open, settings, first!.ignitionMs)).toMatchObject({ pc: first!.pc, moved: first!.moved })
  // The other suggestions are new burns, whatever was chosen before.
  expect(others.every(({ moved }) => moved === undefined)).toBe(true)
  expect(others.map(({ name }) => name)).toContain('cheapest')
  // If the satellite prefers a burn days before TCA, this burn is first although it costs more.
  const early = openDesign({ ...caseAt(tcaMs - 60 * HOUR_MS), nextBurn, strategy: 'LONG_TERM' })
  const asked = suggest(early, { ...SETTINGS, isPlannedBurn: true }).filter(({ meetsTarget }) => meetsTarget)
  expect(asked.map(({ name }) => name)).toContain('keeping')
  expect(asked[0]).toMatchObject({ name: 'long', moved: undefined })
})

test('a planned burn that is too small is suggested with its result, and is marked as missing the target', () => {
  const open = openDesign({ ...caseAt(tcaMs - 24 * HOUR_MS), nextBurn: keptAt([0, 1e-5, 0]) })
  const kept = suggest(open, SETTINGS).find(({ name }) => name === 'keeping')!
  expect(kept).toMatchObject({ meetsTarget: false, limit: 'planned-burn' })
  expect(kept.pc).toBeGreaterThan(TARGET)
  const odd = openDesign({
    ...caseAt(tcaMs - 24 * HOUR_MS),
    nextBurn: { ...keptAt([0, 1, 0]), deltaV: { frame: 'MOON', vector: [0, 1, 0] } },
  })
  expect(suggest(odd, SETTINGS).map(({ name }) => name)).not.toContain('keeping')
})

test('if the target is met without a burn, only a burn for a margin is suggested, and its text says that it is the only one', () => {
  const open = openDesign({ ...caseAt(tcaMs - 60 * HOUR_MS), strategy: 'SHORT_TERM_AND_LONG_TERM' })
  const now = assessed.probability!
  const namesFor = (probability: number) => suggest(open, { ...SETTINGS, target: { kind: 'probability', probability } })
  expect(namesFor(20 * now)).toEqual([])
  const [margin, ...others] = namesFor(2 * now)
  expect(others).toEqual([])
  expect(margin).toMatchObject({ name: 'margin', meetsTarget: true })
  expect(margin!.deltaVMps).toBeGreaterThan(0)
  expect(reasonText(margin!, [margin!])).toMatch(/the target itself needs no burn/)
})

test('suggestions are ranked, start after the last command, and none costs less than the cheapest', () => {
  const open = openDesign(caseAt(tcaMs - 6 * HOUR_MS))
  const found = suggest(open, SETTINGS)
  expect(found.map(({ name }) => name)).toContain('cheapest')
  const sizes = found.map(({ deltaVMps }) => deltaVMps)
  expect(sizes).toEqual(sizes.toSorted((a, b) => a - b))
  for (const { ignitionMs } of found) expect(ignitionMs).toBeGreaterThanOrEqual(tcaMs - 5 * HOUR_MS)
})

test('a cell of the map has the result of its propagated burn: the plan inside it has its probability (F9)', () => {
  const open = openDesign(caseAt(tcaMs - 24 * HOUR_MS))
  const along: BurnSettings = {
    ...SETTINGS,
    direction: { deltaVReferenceFrame: 'RTN', deltaVDirection: 'XYZ', vector: [0, 1, 0] },
  }
  const map = tradeSpace(open, along)
  const column = 30
  const own = planOwn(open, along, Math.round(tcaMs - 1_000 * map.leads[column]! * map.periodS))
  const size = own.deltaVRtn[1]
  const above = map.deltaVs.findIndex((deltaV) => deltaV >= size)
  const [low, high] = [map.pc[above - 1]![column]!, map.pc[above]![column]!].toSorted((a, b) => a - b) as [
    number,
    number,
  ]
  expect(own.pc).toBeGreaterThanOrEqual(low)
  expect(own.pc).toBeLessThanOrEqual(high)
})

test('the map shows the smallest burn of an impulsive engine, and none of an engine with continuous thrust', () => {
  const designCase = caseAt(tcaMs - 12 * HOUR_MS)
  const impulses = Propulsion.parse({ ...designCase.propulsion, minDeltaVMps: 0.004 })
  const arcs = Propulsion.parse({ type: 'CONTINUOUS', thrustN: 0.01, ispS: 1500, leadTimeH: 1 })
  const smallest = [impulses, arcs].map((propulsion) => {
    if (propulsion.type !== 'IMPULSIVE' && propulsion.type !== 'CONTINUOUS') throw new TypeError('no engine')
    return tradeSpace(openDesign({ ...designCase, propulsion }), SETTINGS).minDeltaVMps
  })
  expect(smallest).toEqual([0.004, 0])
})

test('with contacts a burn is commanded in the last contact before its lead, and no burn starts before the first contact', () => {
  const contact = (fromH: number, station: string) => {
    const fromMs = tcaMs - fromH * HOUR_MS
    return { fromMs, toMs: fromMs + HOUR_MS / 6, station }
  }
  const designCase = { ...caseAt(tcaMs - 12 * HOUR_MS), contacts: [contact(8, 'first'), contact(5.5, 'second')] }
  const open = openDesign(designCase)
  // The first contact takes three minutes, and one hour of lead follows.
  expect(open.earliestS).toBeCloseTo(-8 * 3600 + 180 + 3600, 6)
  const own = planOwn(open, SETTINGS, tcaMs - 4 * HOUR_MS)
  expect([own.contact?.station, own.commitMs]).toEqual(['second', designCase.contacts[1]!.toMs - 3 * 60_000])
  expect(planOwn(open, SETTINGS, tcaMs - 6 * HOUR_MS).contact?.station).toBe('first')
  for (const { ignitionMs } of suggest(open, SETTINGS))
    expect(ignitionMs - tcaMs).toBeGreaterThanOrEqual(open.earliestS * 1_000)
  const map = tradeSpace(open, SETTINGS)
  expect(map.contacts?.map(({ station }) => station)).toEqual(['first', 'second'])
  // If contacts are known and none is in the future, no burn can be commanded.
  const none = openDesign({ ...designCase, contacts: [] })
  expect(none.earliestS).toBe(0)
  expect(suggest(none, SETTINGS)).toEqual([])
})

test('an arc that crosses a blackout is not suggested, and a chosen one names the blackout', () => {
  const engine = { type: 'CONTINUOUS', thrustN: 0.01, ispS: 1500, leadTimeH: 1, maxThrustPerOrbitS: 5_000 }
  const propulsion = Propulsion.parse(engine)
  if (propulsion.type !== 'CONTINUOUS') throw new TypeError('an arc was asked for')
  const free: DesignCase = { ...caseAt(tcaMs - 24 * HOUR_MS), propulsion }
  const cheapest = suggest(openDesign(free), SETTINGS).find(({ name }) => name === 'cheapest')!
  const arcMs = (cheapest.thrustS! * 1_000) / propulsion.dutyCycle
  // The arc is longer than a minute, so that the blackout below begins well within it.
  expect(arcMs).toBeGreaterThan(60_000)
  const startsIn = cheapest.ignitionMs + arcMs / 2
  const shut = { fromMs: startsIn, toMs: startsIn + HOUR_MS / 4, kind: 'ENTERED', reason: 'payload' } as const
  const open = openDesign({ ...free, blackouts: [shut] })
  expect(planOwn(open, SETTINGS, cheapest.ignitionMs).blackout).toEqual(shut)
  const found = suggest(open, SETTINGS)
  expect(found.map(({ name }) => name)).toContain('cheapest')
  for (const { ignitionMs, thrustS } of found) {
    const endMs = ignitionMs + (thrustS! * 1_000) / propulsion.dutyCycle
    expect(endMs <= shut.fromMs || ignitionMs >= shut.toMs).toBe(true)
  }
  // A typed length is used exactly: an arc that ends before the blackout does not meet it, and a longer one does, also with an earlier
  // start.
  const typed = (arcS: number, ignitionMs: number) => planOwn(open, { ...SETTINGS, arcS }, ignitionMs).blackout
  expect(typed(arcMs / 2_000 - 1, cheapest.ignitionMs)).toBeUndefined()
  const earlier = cheapest.ignitionMs - arcMs
  expect(typed(arcMs / 1_000, earlier)).toBeUndefined()
  expect(typed((2 * arcMs) / 1_000, earlier)).toEqual(shut)
})

test('an impulse burns from its start on, and no suggested burn continues into a blackout', () => {
  const free = caseAt(tcaMs - 24 * HOUR_MS)
  const cheapest = suggest(openDesign(free), SETTINGS).find(({ name }) => name === 'cheapest')!
  // F t = m Δv, with 100 kg and 1 N.
  const burningMs = 1_000 * 100 * cheapest.deltaVMps
  expect(burningMs).toBeGreaterThan(1_000)
  const fromMs = Math.round(cheapest.ignitionMs + burningMs / 2)
  const shut = { fromMs, toMs: fromMs + HOUR_MS / 4, kind: 'ENTERED', reason: 'payload' } as const
  const open = openDesign({ ...free, blackouts: [shut] })
  expect(planOwn(open, SETTINGS, cheapest.ignitionMs).blackout).toEqual(shut)
  expect(planOwn(open, SETTINGS, Math.floor(cheapest.ignitionMs - burningMs)).blackout).toBeUndefined()
  const found = suggest(open, SETTINGS)
  expect(found.map(({ name }) => name)).toContain('cheapest')
  for (const { ignitionMs, deltaVMps } of found)
    expect(ignitionMs + 1_000 * 100 * deltaVMps <= fromMs + 1 || ignitionMs >= shut.toMs).toBe(true)
  const massless = openDesign({ ...free, massKg: null, blackouts: [shut] })
  const earlier = (seconds: number) => planOwn(massless, SETTINGS, shut.fromMs - seconds * 1_000).blackout
  // Without a mass a burn counts with the longest burn of the engine, an hour by default.
  expect([earlier(3_599), earlier(3_601)]).toEqual([shut, undefined])
})

test('eclipses are blackouts if burns in them are forbidden, and no suggestion starts in one', () => {
  const free = caseAt(tcaMs - 12 * HOUR_MS)
  const open = openDesign({ ...free, blackoutInEclipse: 'PENUMBRA' })
  const dark = open.designCase.blackouts
  expect(dark.length).toBeGreaterThan(3)
  expect(dark.every(({ kind, fromMs, toMs }) => kind === 'ECLIPSE' && toMs > fromMs)).toBe(true)
  const inside = (ms: number) => dark.find(({ fromMs, toMs }) => ms >= fromMs && ms < toMs)
  const middle = (dark[1]!.fromMs + dark[1]!.toMs) / 2
  expect(planOwn(open, SETTINGS, middle).blackout).toEqual(dark[1])
  const found = suggest(open, SETTINGS)
  expect(found.map(({ name }) => name)).toContain('cheapest')
  for (const { ignitionMs } of found) expect(inside(ignitionMs)).toBeUndefined()
  expect(tradeSpace(open, SETTINGS).blackouts.map(({ kind }) => kind)).toContain('ECLIPSE')
  expect(openDesign(free).designCase.blackouts).toEqual([])
})

test('contacts that cannot be read count as unknown, and earlier data stays valid', () => {
  const read = { basis: 'BOOKED', orbit: null, contacts: [] } as const
  const known = { ...read, contacts: [] }
  expect(contactsToPlan({ data: undefined, error: null })).toBeUndefined()
  expect(contactsToPlan({ data: known, error: new Error('offline') })).toEqual({ contacts: known, isUnread: false })
  const unread = contactsToPlan({ data: undefined, error: new Error('422') })
  expect(unread).toMatchObject({ contacts: { basis: 'NONE' }, isUnread: true })
  // The contacts are unknown, so that only the lead counts; an empty list of booked contacts would mean that no burn can be commanded.
  expect([commandsOf(unread!.contacts), commandsOf(known)]).toEqual([null, []])
})

test('the end of a contact has its date if that is a different day', () => {
  const [from, soon, later] = ['2026-11-20T23:50:00.000Z', '2026-11-20T23:58:00.000Z', '2026-11-21T00:02:00.000Z']
  const by = (to: string) => commandText({ basis: 'BOOKED', contact: { from, to, station: 'A' } })
  expect(by(soon)).toBe('A, 2026-11-20 23:50:00 Z to 23:58:00 Z, booked')
  expect(by(later)).toBe('A, 2026-11-20 23:50:00 Z to 2026-11-21 00:02:00 Z, booked')
  expect([endText(from, soon), endText(from, later)]).toEqual(['23:58', '11-21 00:02'])
})

test('eclipses are widened if neither the message nor the satellite gives the drag, and the page is notified', () => {
  const designCase: DesignCase = { ...caseAt(tcaMs - 24 * HOUR_MS), blackoutInEclipse: 'PENUMBRA' }
  const unsaid = { ...designCase, text: designCase.text.replace(/^CD_AREA_OVER_MASS.*$/gm, 'COMMENT not said') }
  const isWide = (one: DesignCase) => tradeSpace(openDesign(one), SETTINGS).hasWideEclipses
  expect(isWide(unsaid)).toBe(true)
  expect(isWide({ ...unsaid, massKg: 100, dragAreaM2: 0.5 })).toBe(false)
  expect(isWide({ ...unsaid, massKg: null, dragAreaM2: 0.5 })).toBe(true)
  expect(isWide({ ...unsaid, blackoutInEclipse: undefined })).toBe(false)
  const darkS = (one: DesignCase) =>
    openDesign(one).designCase.blackouts.reduce((sum, { fromMs, toMs }) => sum + (toMs - fromMs) / 1_000, 0)
  expect(darkS({ ...unsaid, massKg: 100, dragAreaM2: 0.5 })).toBeLessThan(darkS(unsaid))
})
