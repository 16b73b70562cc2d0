import { listConjunctions } from '@apsis/contract/ca/event/conjunction.ts'
import type { Status } from '@apsis/contract/status/status.ts'
import { expect, test } from 'vitest'
import { type EventRow, rowOf } from '../event/event-row.ts'
import type { Asset, Gap } from '../satellite/asset.ts'
import { HEALTH, healthOf, healthText } from './health.ts'
import { overviewWords } from './words.data.ts'

const EVENT = listConjunctions.response.parse((listConjunctions.response.meta()!.examples as unknown[])[0])[0]!
const NOW = Date.UTC(2026, 10, 20, 14)
const HOUR_MS = 3_600_000
const aged = (hours: number): EventRow => ({ ...rowOf(EVENT), newestMs: NOW - hours * HOUR_MS })
const lacking = (...gaps: Gap[]) => ({ gaps }) as unknown as Asset
const status = (...levels: Status['services'][number]['level'][]) =>
  ({ level: 'caution', services: levels.map((level) => ({ service: level, level, checks: [] })) }) as unknown as Status
const NOTHING = { rows: undefined, assets: undefined, status: undefined }
const of = (one: (typeof HEALTH)[number], known: Parameters<typeof healthOf>[0]) =>
  healthOf(known, NOW).find((line) => line.of === one)

test('an unknown state is never green', () => {
  expect(healthOf(NOTHING, NOW).map(({ of: one, level, count, all }) => [one, level, count, all])).toEqual(
    HEALTH.map((one) => [one, 'inactive', 0, 0]),
  )
  const known = { rows: [aged(1)], assets: [lacking()], status: status('ok') }
  expect(healthOf(known, NOW).map(({ level }) => level)).toEqual([
    'ok',
    'ok',
    'ok',
    'ok',
    'caution',
    'inactive',
    'inactive',
  ])
  const silent = healthOf({ ...known, isUnknown: true }, NOW)
  expect(silent.map(({ level }) => level)).toEqual([
    ...['inactive', 'inactive', 'inactive', 'inactive', 'caution'],
    ...['inactive', 'inactive'],
  ])
})

test('the age of messages is the age of the newest one: caution after half a day, serious after a day', () => {
  const levelAt = (hours: number) => of('messages', { ...NOTHING, rows: [aged(40), aged(hours)] })?.level
  expect([1, 12, 12.1, 24, 24.1].map(levelAt)).toEqual(['ok', 'ok', 'caution', 'caution', 'serious'])
  expect(of('messages', { ...NOTHING, rows: [aged(40), aged(2)] })).toMatchObject({
    count: 2,
    all: 2,
    ageMs: 2 * HOUR_MS,
  })
  expect(of('messages', { ...NOTHING, rows: [] })).toMatchObject({ level: 'inactive', count: 0, ageMs: undefined })
})

test('each line counts the satellites that have all of its data', () => {
  const assets = [
    lacking('noEphemeris'),
    lacking('shortEphemeris'),
    lacking('radius'),
    lacking('oldElements'),
    lacking(),
  ]
  const known = { ...NOTHING, assets }
  expect(of('ephemerides', known)).toMatchObject({ level: 'caution', count: 3, all: 5 })
  expect(of('elements', known)).toMatchObject({ level: 'caution', count: 4, all: 5 })
  expect(of('configuration', known)).toMatchObject({ level: 'caution', count: 4, all: 5 })
  expect(of('configuration', { ...NOTHING, assets: [lacking('propulsion')] })).toMatchObject({ count: 0, all: 1 })
  expect(of('elements', { ...NOTHING, assets: [lacking('noElements')] })).toMatchObject({ count: 0, all: 1 })
  expect(of('elements', { ...NOTHING, assets: [] })).toMatchObject({ level: 'inactive', count: 0, all: 0 })
})

test('all services and the healthy ones among them are counted', () => {
  const known = { ...NOTHING, status: status('ok', 'ok', 'serious', 'inactive') }
  expect(of('platform', known)).toMatchObject({ level: 'caution', count: 2, all: 3 })
})

test('a critical notice that reached nobody is critical, with the number of notices that arrived', () => {
  const found = (code: 'critical-lost' | 'critical-arrives', level: 'critical' | 'ok', lost: number) => ({
    ...NOTHING,
    status: {
      level,
      services: [
        {
          service: 'notifications',
          level,
          checks: [
            {
              name: 'critical notices',
              level,
              message: '',
              value: lost,
              finding: { code, values: { count: 3, lost } },
            },
          ],
        },
      ],
    } as unknown as Status,
  })
  expect(of('notices', found('critical-lost', 'critical', 1))).toMatchObject({ level: 'critical', count: 2, all: 3 })
  expect(of('notices', found('critical-arrives', 'ok', 0))).toMatchObject({ level: 'ok', count: 3, all: 3 })
})

test('the person on call is named, a shift without a person is serious, and a missing chain is reported', () => {
  const untilMs = Date.UTC(2026, 10, 29, 8)
  const person = of('duty', { ...NOTHING, onCall: { kind: 'person', name: 'kim', untilMs, hasProvenChannel: true } })!
  expect([person.level, healthText(person, overviewWords)]).toEqual(['ok', 'kim, until 2026-11-29 08:00 Z'])
  // Without another channel a notice reaches the person on call only on an open page.
  const unreached = of('duty', {
    ...NOTHING,
    onCall: { kind: 'person', name: 'kim', untilMs, hasProvenChannel: false },
  })!
  expect([unreached.level, healthText(unreached, overviewWords)]).toEqual([
    'serious',
    'kim, without a proven channel, until 2026-11-29 08:00 Z',
  ])
  const nobody = of('duty', { ...NOTHING, onCall: { kind: 'nobody', untilMs: undefined } })!
  expect([nobody.level, healthText(nobody, overviewWords)]).toEqual(['serious', 'nobody'])
  expect(of('duty', { ...NOTHING, onCall: { kind: 'no-chain' } })?.level).toBe('caution')
  // No real person is called while the demo shows its chain.
  const shown = of('duty', { ...NOTHING, onCall: { kind: 'simulated', name: 'SIMULATED kim', untilMs } })!
  expect([shown.level, healthText(shown, overviewWords)]).toEqual([
    'caution',
    'SIMULATED kim: nobody real is called, until 2026-11-29 08:00 Z',
  ])
})

test('a line as text names unknown facts, and never "0 of 0"', () => {
  const [messages, ephemerides] = healthOf(NOTHING, NOW)
  expect(healthText(messages!, overviewWords)).toBe(overviewWords('noMessages'))
  expect(healthText(ephemerides!, overviewWords)).toBe(overviewWords('notKnown'))
  const three = of('ephemerides', { ...NOTHING, assets: [lacking(), lacking(), lacking('noEphemeris')] })
  expect(healthText(three!, overviewWords)).toBe(overviewWords('reachTca', { count: 2, all: 3 }))
})
