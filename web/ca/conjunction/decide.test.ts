import { expect, test } from 'vitest'
import { needsWhy, STEPS, stepsFrom } from './decide.ts'

test('stepsFrom offers what the record allows: a closed event is reopened first', () => {
  expect(stepsFrom('NEW')).toEqual(['ACKNOWLEDGE', 'ASSIGN', 'DECIDE', 'SNOOZE', 'NOTE', 'CLOSE'])
  expect(stepsFrom('ACKNOWLEDGED')).not.toContain('ACKNOWLEDGE')
  expect(stepsFrom('DECIDED')).toContain('REOPEN')
  expect(stepsFrom('CLOSED')).toEqual(['REOPEN', 'NOTE'])
})

test('needsWhy of the steps that are nothing without their reason', () => {
  expect(STEPS.filter(needsWhy)).toEqual(['DECIDE', 'CLOSE', 'NOTE'])
})
