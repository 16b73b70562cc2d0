import { expect, test } from 'vitest'
import { isUnseen, isWaiting, mostReopening, standardLook, standardReopening } from './reopening.ts'

/** The product of a probability and the growth factor is exact apart from rounding. */
const ROUNDING_DIGITS = 12

const ACCEPTED = 1e-4

test.each([
  // At or above the accepted probability, a rise by a fifth reopens the event; the limit has three digits.
  ['CRITICAL', 2e-4, 2.4e-4],
  ['CRITICAL', 2.12e-4, 2.54e-4],
  ['CRITICAL', ACCEPTED, 1.2e-4],
  // The level is HIGH because of dilution.
  ['HIGH', 8e-4, 9.6e-4],
  // Below the accepted probability, the limit is five times the probability, but at most the accepted probability.
  ['HIGH', 1e-5, 5e-5],
  ['HIGH', 5e-5, ACCEPTED],
  ['CRITICAL', 1e-6, 5e-6],
  ['MEDIUM', 1e-6, null],
  ['LOW', 1e-9, null],
  ['UNKNOWN', null, null],
  ['CRITICAL', null, null],
  ['CRITICAL', 0, null],
  // No probability can be above 1, so there is no limit.
  ['CRITICAL', 0.9, null],
] as const)('standardReopening() of %s at %s is %s', (level, probability, above) => {
  const on = { level, probability, acceptedProbability: ACCEPTED }
  if (above === null) expect(standardReopening(on)).toBeNull()
  else expect(standardReopening(on)).toBeCloseTo(above, ROUNDING_DIGITS)
})

test('an event at or above the accepted probability is reopened when it has risen by more than a fifth, and not before', () => {
  for (let step = 0; step < 800; step += 1) {
    const probability = 10 ** (-8 + step / 100)
    for (const acceptedProbability of [probability, probability / 3, probability / 1_000]) {
      const most = mostReopening({ level: 'CRITICAL', probability, acceptedProbability })
      if (most === null) expect(probability * 1.2).toBeGreaterThanOrEqual(0.995)
      else {
        expect(most).toBeLessThan(probability * 1.200_000_1)
        expect(most).toBeGreaterThan(probability * 1.18)
      }
    }
  }
})

test('below the accepted probability the decision may name any probability, or none', () => {
  expect(mostReopening({ level: 'HIGH', probability: 9.9e-5, acceptedProbability: ACCEPTED })).toBeNull()
  expect(mostReopening({ level: 'UNKNOWN', probability: null, acceptedProbability: ACCEPTED })).toBeNull()
})

const HOURS = { nowMs: 0, tcaMs: 48, decideMs: 24, isByContact: true, leadMs: 6, expectedMs: 8 }
type Hours = typeof HOURS

/** Returns the time of the next check, in hours from now, from times in hours. */
function lookOf(hours: Partial<Omit<Hours, 'expectedMs'>> & { readonly expectedMs?: number | undefined }) {
  const { nowMs, tcaMs, decideMs, leadMs, isByContact, expectedMs } = { ...HOURS, ...hours }
  const ms = (hour: number) => hour * 3_600_000
  const look = standardLook({
    nowMs: ms(nowMs),
    tcaMs: ms(tcaMs),
    decideMs: ms(decideMs),
    leadMs: ms(leadMs),
    isByContact,
    expectedMs: expectedMs === undefined ? undefined : ms(expectedMs),
  })
  return look === undefined ? undefined : look / 3_600_000
}

test.each([
  ['the lead before the last command contact', {}, 18],
  ['two hours after the next message, where no contact is known', { isByContact: false }, 10],
  ['that also where the lead before the contact has begun', { decideMs: 11, leadMs: 12 }, 10],
  ['from now on, where the message is late already', { isByContact: false, expectedMs: -5 }, 2],
  ['from now on, where none ever came', { isByContact: false, expectedMs: undefined }, 2],
  ['half way to the decision, where the message comes after it', { isByContact: false, decideMs: 9 }, 4.5],
  ['half way to TCA, where the time to decide is over', { decideMs: -1, tcaMs: 3 }, 1.5],
  ['never once TCA has passed', { nowMs: 48 }, undefined],
] as const)('a decision to wait is looked at again %s', (_, hours, expected) => {
  expect(lookOf(hours)).toBe(expected)
})

test('at all times, the next check is after now and before TCA, and before the decision while that is in the future', () => {
  for (const decideMs of [-30, -1, 0, 0.1, 3, 20, 47])
    for (const expectedMs of [-30, 0, 0.5, 7, 46, 200, undefined])
      for (const leadMs of [0, 1, 6, 168])
        for (const isByContact of [true, false]) {
          const look = lookOf({ decideMs, expectedMs, leadMs, isByContact }) ?? Number.NaN
          expect(look).toBeGreaterThan(0)
          expect(look).toBeLessThan(48)
          if (decideMs > 0) expect(look).toBeLessThanOrEqual(decideMs)
        }
})

test.each([
  ['MONITOR', true],
  ['REQUEST_TRACKING', true],
  ['COORDINATE', true],
  ['MANOEUVRE', false],
  ['NO_ACTION', false],
  [null, false],
] as const)('isWaiting() of %s is %s', (decision, isIt) => {
  expect(isWaiting(decision)).toBe(isIt)
})

test.each([
  ['NEW', null, true],
  ['ACKNOWLEDGED', 'Apsis', true],
  ['ASSIGNED', 'Apsis', true],
  // A person has seen the event.
  ['ACKNOWLEDGED', 'ada', false],
  ['ASSIGNED', 'ada', false],
  // The event is over, whoever closed it.
  ['CLOSED', 'Apsis', false],
] as const)('isUnseen() of an event that is %s by %s is %s', (state, by, isIt) => {
  expect(isUnseen({ state, by })).toBe(isIt)
})
