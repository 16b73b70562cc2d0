import { expect, test } from 'vitest'
import { isPaidAt, sensorsOfLines, slotsAsPlanned } from './sensor-lines.ts'

const NAMES = ['DEAR@2026-11-24T20:00:00Z', 'CHEAP@2026-11-24T18:00:00Z', 'DEAR@2026-11-24T22:00:00Z']
const held = (...lines: number[]) => lines.map((line) => ({ line, money: 'HELD' as const }))
const NAMED = { pass_names: NAMES, passes_requested: 3, slots: held(0, 0, 1) }

test('a sensor has its own line only if every wanted pass is named', () => {
  expect(sensorsOfLines(NAMES, 3)).toEqual(['DEAR', 'CHEAP'])
  expect(sensorsOfLines(NAMES, 2)).toEqual([])
  expect(sensorsOfLines([], 1)).toEqual([])
})

test('a wanted pass is made at the sensor whose line pays for it, or at any sensor if one line pays for all', () => {
  const [dear, , cheap] = NAMED.slots
  expect([isPaidAt(NAMED, dear!, 'DEAR'), isPaidAt(NAMED, dear!, 'CHEAP')]).toEqual([true, false])
  expect([isPaidAt(NAMED, cheap!, 'DEAR'), isPaidAt(NAMED, cheap!, 'CHEAP')]).toEqual([false, true])
  expect(isPaidAt({ ...NAMED, passes_requested: 2 }, dear!, 'CHEAP')).toBe(true)
})

test('passes are paid by the line of their sensor, in whatever order they are planned and however few they are', () => {
  const linesOf = (...sensors: string[]) =>
    slotsAsPlanned(
      NAMED,
      sensors.map((sensorCode) => ({ sensorCode })),
    ).map(({ line }) => line)
  expect(linesOf('CHEAP', 'DEAR', 'DEAR')).toEqual([1, 0, 0])
  expect(linesOf('DEAR', 'CHEAP', 'DEAR')).toEqual([0, 1, 0])
  expect(linesOf('CHEAP')).toEqual([1, 0, 0])
  expect(linesOf('DEAR')).toEqual([0, 0, 1])
})
