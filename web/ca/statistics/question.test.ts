import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { FIELD_NAMES, FIELDS, numberIn, questionOf } from './question.ts'

test('questionOf() returns the query of the address, without values that are not numbers or are out of bounds', () => {
  expect(questionOf('one', { pacc: '1e-5', years: '10', growth: '1,4', split: 'size' })).toEqual({
    'satellite-id': 'one',
    pacc: 1e-5,
    years: 10,
    growth: 1.4,
  })
  expect(questionOf('one', { pacc: '2', limit: 'little', dv: '-1', commit: '' })).toEqual({ 'satellite-id': 'one' })
})

test('numberIn() uses the bounds of the contract', () => {
  expect(['1e-10', '0.1', '9e-11', '0.11'].map((text) => numberIn('pacc', text))).toEqual([
    1e-10,
    0.1,
    undefined,
    undefined,
  ])
})

test('each number has the same bounds as in the API', () => {
  const limits = readFileSync(join(import.meta.dirname, '../../../contract/limits.csv'), 'utf8')
  const limitOf = (query: string, limit: 'minimum' | 'maximum') =>
    Number(new RegExp(`^GET /api/v1/ca/statistics/annual,${query},${limit},(.*)$`, 'm').exec(limits)?.[1])
  const own = FIELD_NAMES.map((name) => [FIELDS[name].query, FIELDS[name].min, FIELDS[name].max])
  expect(own).toEqual(own.map(([query]) => [query, limitOf(`${query}`, 'minimum'), limitOf(`${query}`, 'maximum')]))
})
