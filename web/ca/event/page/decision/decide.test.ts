import { expect, test } from 'vitest'
import { decisionsFor, firstStep, needsWhy, reopenAboveOf, type Step, stepsFrom, suggestedDecision } from './decide.ts'

test('stepsFrom returns the steps that the record allows: a closed event is reopened first, an acknowledgement can be taken back', () => {
  expect(stepsFrom('NEW')).toEqual(['ACKNOWLEDGE', 'ASSIGN', 'DECIDE', 'SNOOZE', 'NOTE', 'CLOSE'])
  expect(stepsFrom('ACKNOWLEDGED')).toEqual(['ASSIGN', 'DECIDE', 'SNOOZE', 'NOTE', 'CLOSE', 'UNACKNOWLEDGE'])
  expect(stepsFrom('ASSIGNED')).not.toContain('UNACKNOWLEDGE')
  expect(stepsFrom('DECIDED')).toContain('REOPEN')
  expect(stepsFrom('CLOSED')).toEqual(['REOPEN', 'NOTE'])
})

test('the first step is the one that is due; after a decision the first step does not undo it', () => {
  const states = ['NEW', 'ACKNOWLEDGED', 'ASSIGNED', 'DECIDED', 'CLOSED'] as const
  const firstOf = (isMitigated: boolean) => states.map((state) => firstStep(state, isMitigated))
  expect(firstOf(false)).toEqual(['ACKNOWLEDGE', 'DECIDE', 'DECIDE', 'NOTE', 'NOTE'])
  // A mitigated event has only one step left: CLOSE.
  expect(firstOf(true)).toEqual(['CLOSE', 'CLOSE', 'CLOSE', 'CLOSE', 'NOTE'])
  // The first step is among the steps that the record allows.
  for (const isMitigated of [false, true])
    expect(states.filter((state) => !stepsFrom(state).includes(firstStep(state, isMitigated)))).toEqual([])
})

test('needsWhy() is true for the steps that need a reason', () => {
  const steps: readonly Step[] = ['ACKNOWLEDGE', 'ASSIGN', 'DECIDE', 'CLOSE', 'REOPEN', 'SNOOZE', 'NOTE']
  expect(steps.filter(needsWhy)).toEqual(['DECIDE', 'CLOSE', 'NOTE'])
})

test('the suggested decision is listed first, and each decision once', () => {
  expect(suggestedDecision('ACT')).toBe('MANOEUVRE')
  expect(suggestedDecision('NONE')).toBeUndefined()
  expect(decisionsFor('GET_DATA')).toEqual(['REQUEST_TRACKING', 'MANOEUVRE', 'NO_ACTION', 'MONITOR', 'COORDINATE'])
  expect(decisionsFor('WATCH')[0]).toBe('MONITOR')
  expect(decisionsFor('NONE')).toEqual(['MANOEUVRE', 'NO_ACTION', 'MONITOR', 'REQUEST_TRACKING', 'COORDINATE'])
})

test.each([
  ['', 1e-4, null, null],
  ['  ', null, null, null],
  ['1e-3', 1e-4, null, 1e-3],
  ['1.06 × 10⁻³', 1e-4, null, 1.06e-3],
  ['1', 1e-4, null, 1],
  ['1e-4', 1e-4, null, undefined],
  ['1.1', 1e-4, null, undefined],
  ['soon', 1e-4, null, undefined],
  ['0', null, null, undefined],
  ['1e-9', null, null, 1e-9],
  // The value is at or above the probability that the satellite accepts.
  ['1.2e-4', 1e-4, 1.2e-4, 1.2e-4],
  ['1.3e-4', 1e-4, 1.2e-4, undefined],
  ['', 1e-4, 1.2e-4, undefined],
] as const)('reopenAboveOf(%j) with a probability of %s and at most %s is %s', (text, probability, most, value) => {
  expect(reopenAboveOf(text, probability, most)).toBe(value)
})
