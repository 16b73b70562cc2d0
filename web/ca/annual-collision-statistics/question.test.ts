import { expect, test } from 'vitest'
import { numberIn, questionOf } from './question.ts'

test('questionOf() asks what the address says, and leaves out what is no number or out of bounds', () => {
  expect(questionOf('one', { pacc: '1e-5', years: '10', growth: '1,4', split: 'size' })).toEqual({
    'satellite-id': 'one',
    pacc: 1e-5,
    years: 10,
    growth: 1.4,
  })
  expect(questionOf('one', { pacc: '2', limit: 'little', dv: '-1', commit: '' })).toEqual({ 'satellite-id': 'one' })
})

test('numberIn() takes the bounds of the contract', () => {
  expect(['1e-10', '0.1', '9e-11', '0.11'].map((text) => numberIn('pacc', text))).toEqual([
    1e-10,
    0.1,
    undefined,
    undefined,
  ])
})
