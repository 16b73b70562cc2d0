import { describe, expect, test } from 'vitest'
import { CLEAN } from './clean.data.ts'
import { CASES } from './planted.data.ts'
import { RULES } from './rules.ts'
import { plantedTree } from './tree.ts'
import { nounOf, pageOf, singular } from './urls.ts'

test('each rule has a planted violation', () => {
  expect(Object.keys(CASES).sort()).toEqual(RULES.map((rule) => rule.name).sort())
})

describe.each(RULES)('$name', ({ name, check }) => {
  test('passes a clean tree', () => {
    expect(check(plantedTree(CLEAN))).toEqual([])
  })

  test.each((CASES[name] ?? []).map((each, i) => ({ ...each, i })))('finds planted violation $i: $says', (planted) => {
    const texts = Object.entries({ ...CLEAN, ...planted.plant })
    const present = texts.filter((entry): entry is [string, string] => entry[1] !== undefined)
    const found = check(plantedTree(Object.fromEntries(present)))
    const there = found.filter(({ file, line }) => `${file}:${line}` === planted.at)
    expect(found.map(({ file, line }) => `${file}:${line}`)).toContain(planted.at)
    expect(there.map(({ message }) => message).join('\n')).toContain(planted.says)
  })
})

test.each([
  ['/api/v1/ca/conjunctions/{conjunction-id}', 'ca/conjunction'],
  ['/api/v1/notifications', 'notifications/notification'],
  ['/api/v1/userconfig/{config-id}', 'userconfig/userconfig'],
  ['/api/v1/ca/userconfig', 'ca/userconfig'],
  ['/api/v1/status', 'status/status'],
  ['/api/v1/events', 'events/event'],
  ['/api/v1/ca/ephemeris/file/{oem-id}', 'ca/ephemeris'],
  ['/api/v1/payments/price_estimation', 'payments/price-estimation'],
  ['/api/v1/ca/openapi/', undefined],
  ['/api/v1/openapi.json', undefined],
])('nounOf %s', (url, noun) => {
  expect(nounOf(url)).toBe(noun)
})

test('pageOf takes the second segment unchanged, or the first if it is the only one', () => {
  expect(['/ca/conjunctions', '/ca/cdm/$satellite', '/tnc', '/docs/$page', '/'].map(pageOf)).toEqual([
    'ca/conjunctions',
    'ca/cdm',
    'tnc/tnc',
    'docs/docs',
    'home',
  ])
})

test('singular covers the words of the API', () => {
  const words = ['satellites', 'cdms', 'analyses', 'statistics', 'status', 'queries', 'passes', 'price', 'tle-set']
  expect(words.map(singular)).toEqual([
    'satellite',
    'cdm',
    'analysis',
    'statistics',
    'status',
    'query',
    'pass',
    'price',
    'tle-set',
  ])
})
