import { GM_EARTH, WGS84_RADIUS_M } from '@apsis/astro/constants.ts'
import { toKeplerian } from '@apsis/astro/orbit/elements.ts'
import { secondsBetween } from '@apsis/astro/time/epoch.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { type Cdm, readCdm } from '@apsis/ccsds/cdm/cdm.ts'
import { assessCdm } from '@apsis/ccsds/cdm/cdm-assessment.ts'
import { riskLevelOf } from '@apsis/contract/ca/event/risk-level.ts'
import type { RiskLevel } from '@apsis/contract/ca/message/cdm.ts'
import { Thresholds } from '@apsis/contract/ca/satellite/thresholds.ts'
import { expect, test } from 'vitest'
import { messagesDue } from '../testing/messages-due.ts'
import { DEMO_SEED } from './fleet.data.ts'
import type { DemoMessage } from './message.ts'

const OPENED = Date.parse('2026-11-20T07:02:27.000Z')
const HOUR = 3_600_000
const { acceptedCollisionProbability: ACCEPTED, highCollisionProbability: HIGH } = Thresholds.parse({})
/** A message has its own time of closest approach, which differs from the time of its story by up to some tenths of a second. */
const TCA_DIGITS = 4
/** States are written to the millimetre, which is some µs at a relative velocity of 150 m/s. */
const TCA_S = 1e-5
/** The miss is written to the centimetre, and comes from states that are written to the millimetre. */
const MISS_M = 6e-3
const EVER = Date.parse('2026-01-01T00:00:00Z')
const history = messagesDue(DEMO_SEED, OPENED, { from: EVER, to: OPENED })

function read({ bytes }: DemoMessage): Cdm {
  const reading = readCdm(new TextDecoder().decode(bytes), { strict: true })
  if (!reading.ok) throw new Error(JSON.stringify(reading.errors))
  expect(reading.warnings).toEqual([])
  return reading.message
}

const assessed = (message: DemoMessage) => {
  const cdm = read(message)
  const { assessment } = assessCdm(cdm)
  if (assessment === null) throw new Error(`${message.name} has no assessment`)
  const { encounter, probability, maximum, mahalanobis } = assessment
  const isDiluted = maximum !== null && maximum.covarianceFactor < 1
  const risk = { probability, missM: encounter.missDistanceM, radialM: Math.abs(encounter.missRtnM[0]), isDiluted }
  const level: RiskLevel = riskLevelOf(risk, Thresholds.parse({}))
  return { cdm, assessment, encounter, probability, maximum, mahalanobis, isDiluted, level }
}
type AssessmentOfMessage = ReturnType<typeof assessed>

/** Groups messages by their pair of objects. The demo never repeats a pair within its first week. */
function byPair(messages: readonly DemoMessage[]): Map<string, AssessmentOfMessage[]> {
  const pairs = new Map<string, AssessmentOfMessage[]>()
  for (const message of messages) {
    const one = assessed(message)
    const key = one.cdm.objects.map(({ metadata }) => metadata.objectDesignator).join(' ')
    pairs.set(key, [...(pairs.get(key) ?? []), one])
  }
  return pairs
}

function planeOf({ encounter: { plane } }: AssessmentOfMessage) {
  if (plane === null) throw new Error('the objects do not pass each other')
  return plane
}
const areaOf = ({ xx, yx, yy }: { xx: number; yx: number; yy: number }) => xx * yy - yx * yx

const pairs = byPair(history)
const hoursAhead = ({ cdm }: AssessmentOfMessage) =>
  secondsBetween(parseTime(new Date(OPENED).toISOString().replace('Z', '')), cdm.relative.tca) / 3600
const last = (list: readonly AssessmentOfMessage[]) => list.at(-1) as AssessmentOfMessage
const future = [...pairs.values()].filter((list) => hoursAhead(last(list)) > 0)
/** Returns the history of the one event with this TCA. */
const eventAt = (hours: number) =>
  future.find((list) => Math.abs(hoursAhead(last(list)) - hours) < 0.02) as AssessmentOfMessage[]

test('messagesDue() returns the same bytes for the same seed and opening time, in time steps of any length', () => {
  expect(messagesDue(DEMO_SEED, OPENED, { from: EVER, to: OPENED })).toEqual(history)
  const day = { from: OPENED, to: OPENED + 24 * HOUR }
  const inSteps = Array.from({ length: 8 }, (_, i) =>
    messagesDue(DEMO_SEED, OPENED, { from: OPENED + 3 * i * HOUR, to: OPENED + 3 * (i + 1) * HOUR }),
  ).flat()
  expect(inSteps).toEqual(messagesDue(DEMO_SEED, OPENED, day))
  expect(messagesDue(7, OPENED, day)).not.toEqual(inSteps)
  expect(new Set(history.map(({ name }) => name)).size).toBe(history.length)
})

test('every message is a standard CDM that says that it is simulated, and no part of it looks real', () => {
  for (const message of history) {
    const { header, objects } = read(message)
    expect(header.originator).toBe('APSIS-SIM')
    expect(header.comments.join()).toContain('SIMULATED')
    for (const { metadata } of objects) {
      expect(metadata.objectName).toMatch(/^(SAT-[1-6]|SIM (DEB|R\/B) \d{4}|SIM-OPS \d{4})$/)
      expect(Number(metadata.objectDesignator)).toSatisfy((id: number) => id >= 90_001 && id < 91_000)
      // No year has had 900 launches.
      expect(metadata.internationalDesignator).toMatch(/^20\d\d-9\d\d[A-K]$/)
    }
  }
})

test('the demo opens with 60 events, 49 ahead: 1 critical, 3 high, 9 medium, 33 low, 3 not assessed', () => {
  expect(pairs.size).toBe(60)
  const mix = Object.groupBy(future.map(last), ({ level }) => level)
  const counts = Object.fromEntries(Object.entries(mix).map(([level, list]) => [level, list.length]))
  expect(counts).toEqual({ CRITICAL: 1, HIGH: 3, MEDIUM: 9, LOW: 33, UNKNOWN: 3 })
  expect(Math.max(...future.map((list) => hoursAhead(last(list))))).toBeLessThan(7 * 24)
})

test('the next critical event is 31 hours ahead, and rises', () => {
  const [critical] = future.filter((list) => last(list).level === 'CRITICAL')
  expect(hoursAhead(last(critical ?? []))).toBeCloseTo(31.18, TCA_DIGITS)
  const probabilities = (critical ?? []).map(({ probability }) => probability ?? 0)
  expect(probabilities.length).toBeGreaterThanOrEqual(6)
  expect(probabilities[0]).toBeLessThan(HIGH)
  expect(probabilities.slice(-4)).toEqual(probabilities.slice(-4).toSorted((a, b) => a - b))
})

test('the falling event began high and is low; the flipping one crosses 1e-4 at least three times and is high', () => {
  const falling = eventAt(46.12)
  expect(falling[0]?.level).toBe('HIGH')
  expect(last(falling).level).toBe('LOW')
  const flipping = eventAt(34.39)
  const sides = flipping.map(({ probability }) => (probability ?? 0) >= 1e-4)
  expect(sides.filter((side, i) => i > 0 && side !== sides[i - 1]).length).toBeGreaterThanOrEqual(3)
  expect(last(flipping).level).toBe('HIGH')
})

test('the diluted event needs data: nobody observes its secondary, and its maximum would be critical', () => {
  const diluted = eventAt(76.4)
  const { mahalanobis, maximum, probability, level, isDiluted } = last(diluted)
  expect(isDiluted).toBe(true)
  expect(mahalanobis).toBeLessThan(Math.SQRT2)
  expect(maximum?.probability).toBeGreaterThan(ACCEPTED)
  expect(probability).toBeLessThan(ACCEPTED)
  expect(level).toBe('HIGH')
  const observed = diluted.map(({ cdm }) => cdm.objects[1].odParameters?.timeLastobEnd?.taiS)
  expect(new Set(observed).size).toBe(1)
  const others = future.map(last).filter((one) => one.isDiluted && (one.maximum?.probability ?? 0) > 1e-4)
  expect(others).toHaveLength(1)
})

test('a message is consistent: closest approach at its TCA, bound orbits, valid usage checks, and the expected probability', () => {
  for (const { cdm, encounter, assessment } of [...pairs.values()].flat()) {
    expect(Math.abs(encounter.secondsToTca)).toBeLessThan(TCA_S)
    expect(Math.abs(cdm.relative.missDistanceM - encounter.missDistanceM)).toBeLessThan(MISS_M)
    for (const { state } of cdm.objects) {
      const { semiMajorAxisM, eccentricity } = toKeplerian(state, GM_EARTH)
      expect(semiMajorAxisM * (1 - eccentricity)).toBeGreaterThan(WGS84_RADIUS_M + 250_000)
      expect(eccentricity).toBeLessThan(0.1)
    }
    if (assessment.probability === null) continue
    expect(assessment.isReliable).toBe(true)
    expect(assessment.method).toBe('circle-2d')
    expect(assessment.reported?.matches).toBe('square-2d')
  }
})

test('the uncertainty shrinks towards TCA, and no message contradicts the last one by more than 4 sigma', () => {
  const whole = byPair(messagesDue(DEMO_SEED, OPENED, { from: EVER, to: OPENED + 31 * HOUR }))
  const ended = [...whole.values()].filter((list) => hoursAhead(last(list)) < 32 && last(list).probability !== null)
  expect(ended.length).toBeGreaterThan(15)
  for (const list of ended) {
    const end = planeOf(last(list))
    const [first] = list.map(planeOf)
    expect(areaOf(end.combined)).toBeLessThan(areaOf(first?.combined ?? end.combined))
    for (const { missM, combined } of list.map(planeOf)) {
      const [x, y] = [missM[0] - end.missM[0], missM[1] - end.missM[1]]
      const [xx, yx, yy] = (['xx', 'yx', 'yy'] as const).map((key) => combined[key] + end.combined[key]) as [
        number,
        number,
        number,
      ]
      const squared = (yy * x * x - 2 * yx * x * y + xx * y * y) / areaOf({ xx, yx, yy })
      expect(Math.sqrt(squared)).toBeLessThan(4)
    }
  }
})

test('a demo that is open for a week gets messages every few minutes, and new events', () => {
  const week = messagesDue(DEMO_SEED, OPENED, { from: OPENED, to: OPENED + 7 * 24 * HOUR })
  const times = [OPENED, ...week.map(({ createdMs }) => createdMs)]
  const gaps = times.slice(1).map((at, i) => (at - (times[i] ?? at)) / 60_000)
  expect(Math.max(...gaps)).toBeLessThan(90)
  expect(gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length).toBeLessThan(10)
  const ahead = new Set(
    week
      .map(read)
      .filter(({ relative }) => secondsBetween(parseTime('2026-11-27T07:02:27'), relative.tca) > 0)
      .map(({ objects }) => objects.map(({ metadata }) => metadata.objectDesignator).join(' ')),
  )
  expect(ahead.size).toBeGreaterThan(35)
})
