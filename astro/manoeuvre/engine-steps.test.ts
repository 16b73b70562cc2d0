import { expect, test } from 'vitest'
import { addSeconds, secondsBetween } from '../time/epoch.ts'
import { formatTime } from '../time/format-time.ts'
import { parseTime } from '../time/parse-time.ts'
import { cutArc, startAtStep, startWithin, wholeSteps } from './engine-steps.ts'

/** 20 s and some microseconds after a full minute. */
const TCA = parseTime('2030-01-01T12:00:20.000321Z')
/** Decimals of a time in seconds: a sum of doubles is rounded in its last digits. */
const SECOND_DIGITS = 12
const instant = (seconds: number) => formatTime(addSeconds(TCA, seconds), { digits: 6 })
const from = (text: string) => secondsBetween(TCA, parseTime(text))

test('a start without steps has the microseconds of the file (F7)', () => {
  expect(instant(startAtStep(TCA, from('2030-01-01T10:00:00Z') + 1.2e-6))).toBe('2030-01-01T10:00:00.000001')
})

test('a start is at the next step since 1970, and stays if it is at a step', () => {
  expect(instant(startAtStep(TCA, from('2030-01-01T10:00:17Z'), 60))).toBe('2030-01-01T10:01:00.000000')
  for (const stepS of [0.007, 0.57, 1.1, 60]) {
    const first = startAtStep(TCA, from('2030-01-01T10:00:17.004Z'), stepS)
    expect(startAtStep(TCA, first, stepS)).toBe(first)
    // 2030-01-01 is 21 915 days after 1970.
    const sinceMs = 21_915 * 86_400_000 + Math.round(1_000 * (first + 43_220.000321))
    expect(sinceMs % Math.round(1_000 * stepS)).toBe(0)
  }
})

test('a searched start is moved to the next step, at the end of its span to the previous step, and to null if the span has no step', () => {
  const startAt = startWithin(TCA, 60)
  const [a, b] = [from('2030-01-01T10:00:30Z'), from('2030-01-01T10:02:40Z')]
  const found = (burnS: number, span = { fromS: a, toS: b }) => {
    const start = startAt(burnS, span)
    return start === null ? null : instant(start).slice(11, 19)
  }
  expect(found(a)).toBe('10:01:00')
  expect(found(b)).toBe('10:02:00')
  expect(found(a, { fromS: a, toS: a + 29 })).toBeNull()
  expect(startWithin(TCA, 0)(a, { fromS: a, toS: a })).toBe(a)
})

test('times are rounded up to whole steps, with a tolerance for their last digits', () => {
  expect([wholeSteps(6.1, 7), wholeSteps(7, 7), wholeSteps(7.1, 7)]).toEqual([7, 7, 14])
  expect(wholeSteps(3 * 0.1, 0.1)).toBeCloseTo(0.3, SECOND_DIGITS)
  expect(wholeSteps(1.0001)).toBe(1.001)
})

test('an arc has whole steps of thrust, at most the number that fits; it returns an error if one step is too long', () => {
  const engine = { cutOffStepS: 60, dutyCycle: 0.5 }
  // 61 s of thrust need two steps, which are four minutes at a duty cycle of a half.
  expect(cutArc(122, engine, 1_000)).toEqual({ ok: true, arcS: 240 })
  expect(cutArc(500, engine, 300)).toEqual({ ok: true, arcS: 240 })
  expect(cutArc(10, engine, 100)).toEqual({ ok: false, leastS: 120 })
  expect(cutArc(10.0001, { cutOffStepS: 0, dutyCycle: 0.5 }, 100)).toEqual({ ok: true, arcS: 10.001 })
})
