import { expect, test } from 'vitest'
import type { AnnualEvent, SecondarySize } from './annual-event.ts'
import { complianceOf, type DecidedEvent } from './compliance.ts'

/** The rounding of sums of a few logarithms. */
const DIGITS = 15
const DAY_MS = 86_400_000
const TIMES = { commitDays: 1, considerDays: 3 }

interface EventScript {
  readonly day: number
  readonly size?: SecondarySize
  readonly decision?: string
  /** Pairs of days before TCA and probability. */
  readonly updates: readonly (readonly [number, number])[]
}

function eventOf({ day, size = 'above-1-m', decision, updates }: EventScript): DecidedEvent {
  const event: AnnualEvent = {
    kind: 'debris',
    size,
    tcaDay: day,
    crossing: null,
    updates: updates.map(([daysBefore, probability]) => ({ daysBefore, probability, errors: null })),
  }
  return { event, decision: decision ?? null }
}

const spanOf = (events: readonly EventScript[], threshold = 1e-4) =>
  complianceOf(events.map(eventOf), [{ fromMs: 0, toMs: 100 * DAY_MS }], { times: TIMES, threshold })[0]!

test('complianceOf() combines probabilities as 1 − ∏(1 − P), by size', () => {
  const { probability } = spanOf([
    { day: 1, size: 'above-1-m', updates: [[2, 0.5]] },
    { day: 2, size: '10-cm-to-1-m', updates: [[2, 0.2]] },
    { day: 3, size: 'below-10-cm', updates: [[2, 0.1]] },
    { day: 4, size: 'unknown', updates: [[2, 1e-18]] },
  ])
  expect(probability.asDecided.large).toBeCloseTo(1 - 0.5 * 0.8, DIGITS)
  expect(probability.asDecided.small).toBeCloseTo(0.1, DIGITS)
  expect(probability.asDecided.all).toBeCloseTo(1 - 0.5 * 0.8 * 0.9, DIGITS)
  // A probability below the rounding of 1 is not lost.
  expect(probability.asDecided.unknown / 1e-18).toBeCloseTo(1, DIGITS)
  expect(probability.asLastReported).toEqual(probability.asDecided)
  // A certain collision gives at most 1, and does not affect the other classes.
  expect(spanOf([{ day: 1, updates: [[2, 1]] }]).probability.asDecided.all).toBeCloseTo(1, DIGITS)
})

test('complianceOf() decides on the newest message in time, and reports the last one before TCA', () => {
  const of = (updates: EventScript['updates']) => spanOf([{ day: 9, updates }])
  const mixed = of([
    [3.1, 0.9],
    [3, 0.3],
    [1, 0.01],
    [0.9, 0.02],
    [0, 0.04],
    [-0.1, 0.7],
  ])
  expect(mixed.probability.asDecided.all).toBeCloseTo(0.01, DIGITS)
  expect(mixed.probability.asLastReported.all).toBeCloseTo(0.04, DIGITS)
  expect(mixed.counts.decidable).toBe(1)
  // Without a message in time, the last message counts. Without a message before TCA, nothing was known.
  const late = of([
    [0.5, 0.2],
    [0.25, 0.03],
  ])
  expect(late.probability.asDecided.all).toBeCloseTo(0.03, DIGITS)
  expect(late.counts).toMatchObject({ events: 1, decidable: 0 })
  expect(of([[-1, 0.5]]).probability).toMatchObject({ asDecided: { all: 0 }, asLastReported: { all: 0 } })
})

test('complianceOf() counts events, manoeuvres and events without a decision, by threshold', () => {
  const { counts, byThreshold } = spanOf([
    { day: 1, decision: 'MANOEUVRE', updates: [[2, 1e-4]] },
    { day: 2, decision: 'MONITOR', updates: [[2, 2e-4]] },
    { day: 3, updates: [[2, 1e-4]] },
    { day: 4, updates: [[2, 0.99e-4]] },
    { day: 5, decision: 'MANOEUVRE', updates: [[0.5, 1e-2]] },
  ])
  expect(counts).toEqual({ events: 5, decidable: 4, manoeuvres: 2, undecided: 1 })
  expect(byThreshold).toEqual([
    { threshold: 1e-7, events: 4, manoeuvres: 1 },
    { threshold: 1e-6, events: 4, manoeuvres: 1 },
    { threshold: 1e-5, events: 4, manoeuvres: 1 },
    { threshold: 1e-4, events: 3, manoeuvres: 1 },
    { threshold: 1e-3, events: 0, manoeuvres: 0 },
  ])
  // The operator's threshold is inserted in order into the fixed thresholds of every statement.
  expect(spanOf([], 3e-5).byThreshold.map(({ threshold }) => threshold)).toEqual([1e-7, 1e-6, 1e-5, 3e-5, 1e-4, 1e-3])
})

test('complianceOf() counts an event only in the span that contains its TCA, to the millisecond', () => {
  const day = 12 + 1 / 3
  const tcaMs = Math.round(day * DAY_MS)
  const spans = [
    { fromMs: tcaMs - 1000, toMs: tcaMs },
    { fromMs: tcaMs, toMs: tcaMs + 1 },
    { fromMs: tcaMs + 1, toMs: tcaMs + 1000 },
  ]
  const event = eventOf({ day, updates: [[2, 1e-4]] })
  const found = complianceOf([event], spans, { times: TIMES, threshold: 1e-4 })
  expect(found.map(({ counts }) => counts.events)).toEqual([0, 1, 0])
  expect(found.map(({ probability }) => probability.asDecided.all > 0)).toEqual([false, true, false])
})
