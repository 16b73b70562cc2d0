import { expect, test } from 'vitest'
import { openCatalogue } from '../kernel/kernel.ts'
import { packCatalogue } from '../kernel/packed.ts'
import { type Script, scriptedKernel } from '../kernel/testing/scripted-kernel.ts'
import { parseTime } from '../time/parse-time.ts'
import type { Vec3 } from '../vec3.ts'
import { makeKernelSweep } from './kernel-sweep.ts'
import type { StateOrReason } from './screened-object.ts'
import type { Span } from './screening-object.ts'

// Two circular orbits of 7000 km in planes at right angles, whose objects reach the crossing of the orbits LATE_S apart. The closest approach is
// halfway between these two times: each object is then θ = n LATE_S/2 from the crossing, one before and one after it, and they are √2 R sin θ
// apart.

const START = parseTime('2026-03-01T00:00:00.000')
const GM = 3.986008e14
const RADIUS_M = 7e6
const RATE = Math.sqrt(GM / RADIUS_M ** 3)
const LATE_S = 0.4
const MISS_M = Math.SQRT2 * RADIUS_M * Math.sin((RATE * LATE_S) / 2)
const SPEED_MPS = RATE * RADIUS_M * Math.SQRT2
/** A minimum is found to a microsecond, at 10 km/s. */
const TIME_DIGITS = 5
const MISS_DIGITS = 3
/** At θ from the crossing the paths are not exactly at right angles: the speed is larger by a relative sin² θ/2, 2.3e-8. */
const SPEED_DIGITS = 7
/** The error of a straight line of 5 s instead of an arc of φ = 5 n: φ²/6, 4.8e-6. */
const STRAIGHT_LINE_DIGITS = 5

type Flight = (seconds: number) => StateOrReason

function circle(crossingS: number, normal: 'z' | 'y'): Flight {
  return (seconds) => {
    const angle = RATE * (seconds - crossingS)
    const [c, s] = [RADIUS_M * Math.cos(angle), RADIUS_M * Math.sin(angle)]
    const turn = (x: number, across: number): Vec3 => (normal === 'z' ? [x, across, 0] : [x, 0, across])
    return { ok: true, r: turn(c, s), v: turn(-RATE * s, RATE * c) }
  }
}
const pairAt = (tcaS: number): Flight[] => [circle(tcaS - LATE_S / 2, 'z'), circle(tcaS + LATE_S / 2, 'y')]

interface SweepScript extends Script {
  readonly flights: readonly Flight[]
  readonly durationS?: number
  readonly thresholdM?: number
  readonly spans?: ReadonlyMap<number, Span>
  readonly groups?: Int32Array
}

/** A sweep of objects with their own motions; a script defines the pairs that the kernel reports. */
function sweep({ flights, durationS = 480, thresholdM = 5000, spans = new Map(), groups, ...script }: SweepScript) {
  const { kernel } = scriptedKernel(script)
  const catalogue = openCatalogue(kernel, packCatalogue([], START))
  const count = flights.length
  const objects = {
    catalogue,
    others: flights,
    spans,
    groups: groups ?? new Int32Array(count),
    sets: new Uint8Array(count),
    allowed: Uint8Array.of(1, 0, 0, 0, 0, 0, 0, 0),
  }
  return makeKernelSweep(objects, { durationS, thresholdM }).screen({ fromS: 0, toS: durationS })
}

/** The kernel reports the pair in the second window, whose centre is at 240 s, near a time after it. */
const named = (timeS: number, withinS: number) => ({ answers: [0, 1, 0], found: [[0, 1, timeS, withinS]] as const })

test.each([[203.7], [240], [301.2]])(
  'a pair that the kernel reports is found at its closest approach: %d s',
  (tcaS) => {
    const { encounters, notScreened } = sweep({ flights: pairAt(tcaS), ...named(tcaS - 240, 1) })
    expect(notScreened).toEqual([])
    expect(encounters).toHaveLength(1)
    const [found] = encounters
    expect(found).toMatchObject({ first: 0, second: 1, kind: 'minimum' })
    expect(found!.seconds).toBeCloseTo(tcaS, TIME_DIGITS)
    expect(found!.missM).toBeCloseTo(MISS_M, MISS_DIGITS)
    expect(found!.relativeSpeedMps / SPEED_MPS).toBeCloseTo(1, SPEED_DIGITS)
  },
)

test('a pair is evaluated only in the time from the kernel, in whole steps of ten seconds, and listed below the threshold', () => {
  const flights = pairAt(240)
  expect(sweep({ flights, ...named(40, 5) }).encounters).toEqual([])
  expect(sweep({ flights, ...named(8, 5) }).encounters).toHaveLength(1)
  expect(sweep({ flights, ...named(0, 80), thresholdM: MISS_M + 1 }).encounters).toHaveLength(1)
  expect(sweep({ flights, ...named(0, 80), thresholdM: MISS_M - 1 }).encounters).toEqual([])
  expect(sweep({ flights }).encounters).toEqual([])
  // Two objects of one group are never compared.
  expect(sweep({ flights, ...named(0, 5), groups: Int32Array.of(3, 3) }).encounters).toEqual([])
})

test('pairs that separate from the start on, or still approach at the end, are listed at the start or at the end', () => {
  const thresholdM = 100_000
  // Five seconds from the crossing they are √2 R sin(5 n) apart, except for their delay.
  const apart = Math.hypot(MISS_M, SPEED_MPS * 5)
  const atStart = sweep({ flights: pairAt(-5), thresholdM, answers: [1], found: [[0, 1, -80, 10]] })
  expect(atStart.encounters).toMatchObject([{ kind: 'start', seconds: 0 }])
  expect(atStart.encounters[0]!.missM / apart).toBeCloseTo(1, STRAIGHT_LINE_DIGITS)
  const atEnd = sweep({ flights: pairAt(485), thresholdM, answers: [0, 0, 1], found: [[0, 1, 80, 10]] })
  expect(atEnd.encounters).toMatchObject([{ kind: 'end', seconds: 480 }])
  // An object that starts in between separates from its start on.
  const spans = new Map([[1, { fromS: 205, toS: 480 }]])
  const flights = pairAt(200)
  const begun = sweep({ flights, thresholdM, spans, answers: [0, 1, 0], found: [[0, 1, -35, 10]] })
  expect(begun.encounters).toMatchObject([{ kind: 'start', seconds: 205 }])
})

test("objects without bounds are compared with each other and with all objects near them, without the kernel's report", () => {
  const one = sweep({ flights: pairAt(240), wild: [0, 1] })
  expect(one.encounters.filter(({ kind }) => kind === 'minimum')).toHaveLength(1)
  // The second object is bounded, and listed as near the wild one.
  const row = () => [RADIUS_M, 0, 0, 0, 0, 0, RADIUS_M, RADIUS_M]
  const other = sweep({ flights: pairAt(240), wild: [0], listed: [1], row })
  expect(other.encounters.map(({ seconds }) => Math.round(seconds))).toEqual([240])
  expect(other.encounters[0]!.missM).toBeCloseTo(MISS_M, MISS_DIGITS)
})

test('a wild object that loses its state is screened up to its last sample, and listed with the reason', () => {
  const [first, second] = pairAt(400) as [Flight, Flight]
  const falling: Flight = (seconds) => (seconds > 195 ? { ok: false, reason: 'decayed' } : second(seconds))
  const { encounters, notScreened } = sweep({ flights: [first, falling], wild: [1] })
  expect(notScreened).toEqual([{ place: 1, reason: 'decayed', untilS: 190 }])
  expect(encounters).toEqual([])
  const never: Flight = () => ({ ok: false, reason: 'decayed' })
  expect(sweep({ flights: [first, never], wild: [1] }).notScreened).toEqual([
    { place: 1, reason: 'decayed', untilS: undefined },
  ])
})

test('an object without a state between two samples is lost from the previous sample on, and its earlier encounters remain', () => {
  const flights = pairAt(240)
  const gap: Flight = (seconds) =>
    Math.abs(seconds - 245) < 2 ? { ok: false, reason: 'no-state' } : flights[1]!(seconds)
  const { encounters, notScreened } = sweep({ flights: [flights[0]!, gap], ...named(4, 1) })
  expect(notScreened).toEqual([{ place: 1, reason: 'no-state', untilS: 240 }])
  expect(encounters.every(({ seconds }) => seconds <= 240)).toBe(true)
})

test('encounters are listed in the order of time, separately for each part', () => {
  const late = pairAt(400)
  const flights = [...pairAt(100), ...late]
  const { kernel } = scriptedKernel({ answers: [1, 0, 1], found: [[0, 1, 20, 2]] })
  const catalogue = openCatalogue(kernel, packCatalogue([], START))
  const objects = {
    catalogue,
    others: flights,
    spans: new Map(),
    groups: new Int32Array(4),
    sets: new Uint8Array(4),
    allowed: Uint8Array.of(1, 0, 0, 0, 0, 0, 0, 0),
  }
  const whole = makeKernelSweep(objects, { durationS: 480, thresholdM: 5000 })
  expect(whole.screen({ fromS: 0, toS: 480 }).encounters.map(({ seconds }) => Math.round(seconds))).toEqual([100])
})
