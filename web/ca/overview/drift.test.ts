import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { TICKS } from '../../clock/clock.ts'
import { DRIFTS, driftAt } from './drift.ts'

const frame = readFileSync(new URL('../../shell/frame.module.css', import.meta.url), 'utf8')

test('what is on a wall stands somewhere else every five minutes, and comes round', () => {
  const places = Array.from({ length: DRIFTS + 1 }, (_, turn) => driftAt(turn * TICKS.fiveMinutes))
  expect(new Set(places).size).toBe(DRIFTS)
  expect(places[DRIFTS]).toBe(places[0])
  expect(driftAt(TICKS.fiveMinutes - 1)).toBe(places[0])
})

test('the frame has an offset of its own for each place', () => {
  const offsets = [...frame.matchAll(/data-wall(?:="(\d)")?\]\) \.frame \{[^}]*translate: ([^;]+);/g)]
  expect(offsets.map(([, place = '0']) => place)).toEqual(Array.from({ length: DRIFTS }, (_, place) => String(place)))
  expect(new Set(offsets.map(([, , offset]) => offset)).size).toBe(DRIFTS)
})
