import { expect, test } from 'vitest'
import { dutyAlarmsOf } from './duty-alarms.tsx'
import type { Health } from './health.ts'
import { overviewWords } from './words.data.ts'

const notices = (count: number, all: number): Health => ({ of: 'notices', level: 'ok', count, all })
const nobodyUntil = (untilMs?: number): Health => ({
  of: 'duty',
  level: 'serious',
  count: 0,
  all: 0,
  onCall: { kind: 'nobody', untilMs },
})
const shown = (...health: Health[]) => dutyAlarmsOf(health, overviewWords).map(({ level, text }) => [level, text])

test('the overview raises an alarm if a critical notice reached nobody, and if nobody is on call', () => {
  expect(shown(notices(2, 3), nobodyUntil())).toEqual([
    ['critical', 'A critical notice of the last 24 h reached nobody outside this page.'],
    ['serious', 'Nobody is on call: an unacknowledged critical event calls nobody.'],
  ])
  expect(shown(notices(1, 3))).toEqual([
    ['critical', '2 critical notices of the last 24 h reached nobody outside this page.'],
  ])
  expect(shown(nobodyUntil(Date.UTC(2026, 10, 29, 8)))[0]?.[1]).toContain('2026-11-29 08:00 Z')
})

test('if all notices arrived and somebody is on call there is no alarm', () => {
  const onCall = { kind: 'person', name: 'kim', untilMs: undefined, hasProvenChannel: true } as const
  expect(shown(notices(3, 3), { of: 'duty', level: 'ok', count: 0, all: 0, onCall })).toEqual([])
})
