import { expect, test } from 'vitest'
import { makeEphemeris } from '../ephemeris/ephemeris.ts'
import interpolation from '../ephemeris/interpolation.reference.json' with { type: 'json' }
import { initSgp4 } from '../sgp4/init.ts'
import tcppver from '../sgp4/sgp4.reference.json' with { type: 'json' }
import { parseTle } from '../sgp4/tle.ts'
import { addSeconds } from '../time/epoch.ts'
import { parseTime } from '../time/parse-time.ts'
import { norm, subtract, type Vec3 } from '../vec3.ts'
import { ageS, motionAt } from './flight.ts'
import type { Flight } from './screening-object.ts'

/** The tolerance of the reference set. */
const REFERENCE_M = 1e-3
/** The same in velocity. */
const REFERENCE_MPS = 1e-6
/** The tolerance of the reference set "ephemeris": 1.5e-6 km. */
const FINER_M = 1.5e-3
/** The epoch of an element set has eight decimals of a day. */
const AGE_DIGITS = 5

const three = (row: number[], from: number): Vec3 => [row[from]! * 1e3, row[from + 1]! * 1e3, row[from + 2]! * 1e3]
const START = parseTime('2026-01-01T00:00:00')

const vanguard = tcppver.cases[0]!
const elements: Flight = { kind: 'elements', model: initSgp4(parseTle(vanguard.line1, vanguard.line2)) }

const [leo] = interpolation.pairs
const states = leo!.coarse.map((row) => ({ epoch: addSeconds(START, row[0]!), r: three(row, 1), v: three(row, 4) }))
const ephemerisIn = (frame: string): Flight => ({
  kind: 'ephemeris',
  ephemeris: makeEphemeris([{ frame, interpolation: 'LAGRANGE', degree: leo!.degree, states }]),
})

test('stateOf() agrees with the published states of elements, by seconds after the start of the screening', () => {
  const { epoch } = elements.kind === 'elements' ? elements.model : { epoch: START }
  const stateAt = motionAt({ id: '5', flight: elements }, addSeconds(epoch, 86_400))
  for (const row of vanguard.rows) {
    const state = stateAt(60 * row[0]! - 86_400)
    // Tolerance of the reference set.
    expect(state.ok && norm(subtract(state.r, three(row, 1)))).toBeLessThan(REFERENCE_M)
    expect(state.ok && norm(subtract(state.v, three(row, 4)))).toBeLessThan(REFERENCE_MPS)
  }
})

test("stateOf() agrees with the finer states of an ephemeris, by the ephemeris's own method", () => {
  const stateAt = motionAt({ id: 'leo', flight: ephemerisIn('TEME') }, addSeconds(START, -7200))
  for (const row of leo!.fine) {
    const state = stateAt(7200 + row[0]!)
    expect(state.ok && norm(subtract(state.r, three(row, 1)))).toBeLessThan(FINER_M)
  }
  expect(stateAt(7199)).toEqual({ ok: false, reason: 'before-start' })
})

test('stateOf() has no state before an object starts, and none after it ends', () => {
  const stateAt = motionAt({ id: 'leo', flight: elements, fromS: 100, untilS: 200 }, START)
  expect(stateAt(99.9)).toEqual({ ok: false, reason: 'not-yet-flying' })
  expect(stateAt(100).ok).toBe(true)
  expect(stateAt(200).ok).toBe(true)
  expect(stateAt(200.1)).toEqual({ ok: false, reason: 'no-longer-flying' })
})

test('stateOf() refuses an ephemeris in another frame', () => {
  expect(() => motionAt({ id: 'leo', flight: ephemerisIn('GCRF') }, START)).toThrow('of leo is in GCRF')
})

test('ageS() counts from the epoch of the elements; an ephemeris has no age', () => {
  // Epoch of the element set: 2000, day 179.78495062, that is June 27.
  const start = parseTime('2000-06-28T18:50:19.733568')
  expect(ageS(elements, start, 3600)).toBeCloseTo(86_400 + 3600, AGE_DIGITS)
  expect(ageS(elements, start, -2 * 86_400)).toBeCloseTo(-86_400, AGE_DIGITS)
  expect(ageS(ephemerisIn('TEME'), START, 0)).toBeUndefined()
})
