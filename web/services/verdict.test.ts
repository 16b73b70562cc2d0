import type { Status, StatusLevel } from '@apsis/contract/status/status.ts'
import { expect, test } from 'vitest'
import { levelCounts, nameOf, verdictOf } from './verdict.ts'

function status(level: StatusLevel, services: Record<string, StatusLevel>): Status {
  return {
    level,
    asOf: '2026-11-20T07:00:00.000Z',
    labels: [],
    version: '0.3.4',
    catalogue: null,
    services: Object.entries(services).map(([service, own]) => ({
      service,
      level: own,
      checks: [{ name: 'backlog', level: own, message: `${service} says ${own}.` }],
    })),
  }
}

test('verdictOf states that all is normal', () => {
  expect(verdictOf(status('ok', { ca: 'ok', odt: 'ok', tle: 'ok' }))).toEqual({
    level: 'ok',
    what: 'All 3 services',
    rest: 'are normal.',
  })
})

test('verdictOf names the worst services and the reason of the first', () => {
  expect(verdictOf(status('serious', { ca: 'ok', jobs: 'serious', odt: 'serious' }))).toEqual({
    level: 'serious',
    what: 'Jobs, On-demand tracking',
    rest: 'are serious. jobs says serious.',
  })
})

test('verdictOf calls a service normal only when it has started', () => {
  const what = (levels: StatusLevel[]) => {
    const found = verdictOf(status('ok', Object.fromEntries(levels.map((level, i) => [`service ${i}`, level]))))
    return `${found.what} ${found.rest}`
  }
  expect(what(['inactive', 'ok', 'pending'])).toBe('Service 1 is normal.')
  expect(what(['ok', 'ok', 'inactive'])).toBe('Service 0 and Service 1 are normal.')
  expect(what(['ok', 'ok', 'ok', 'inactive'])).toBe('3 services are normal.')
  expect(what(['inactive', 'pending'])).toBe('No service is active yet.')
})

test('levelCounts counts the worst level first and omits levels without services', () => {
  expect(levelCounts(status('caution', { a: 'ok', b: 'caution', c: 'ok' }))).toEqual([
    { level: 'caution', count: 1 },
    { level: 'ok', count: 2 },
  ])
})

test('nameOf keeps the name of an unknown service recognisable', () => {
  expect(nameOf('star-tracker')).toBe('Star tracker')
})

test('verdictOf one service with a problem uses the singular, with the reason of its worst check', () => {
  const found = status('caution', { ca: 'ok', jobs: 'caution' })
  const [first, second] = found.services
  const checks = [
    { name: 'a', level: 'ok' as const, message: 'Fine.' },
    { name: 'b', level: 'caution' as const, message: 'Late.' },
  ]
  expect(verdictOf({ ...found, services: [first!, { ...second!, checks }] })).toEqual({
    level: 'caution',
    what: 'Jobs',
    rest: 'is caution. Late.',
  })
  expect(verdictOf({ ...found, services: [first!, { ...second!, checks: [] }] }).rest).toBe('is caution. ')
  expect(verdictOf(status('critical', { ca: 'critical' })).rest).toContain('is critical.')
})

test('verdictOf three of three services says "all", and all levels are counted', () => {
  expect(verdictOf(status('ok', { a: 'ok', b: 'ok', c: 'ok' })).what).toBe('All 3 services')
  expect(verdictOf(status('ok', { a: 'ok', b: 'ok' })).what).toBe('A and B')
  expect(levelCounts(status('ok', {}))).toEqual([])
  expect(nameOf('a-b-c')).toBe('A b c')
})
