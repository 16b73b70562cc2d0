import { expect, test } from 'vitest'
import { changedExclusion, exclusionOf } from './exclusion.ts'

const FIRST = Date.UTC(2026, 10, 22, 18, 15)
const times = Array.from({ length: 6 }, (_, place) => FIRST + 5_000 * place)
const at = (place: number) => new Date(times[place] ?? 0).toISOString()
const out = (...places: readonly number[]) => ({ atMs: places.map((place) => times[place] ?? 0), isOut: true })
const back = (...places: readonly number[]) => ({ ...out(...places), isOut: false })

test('one measurement is left out by its time, and adjacent measurements are one window', () => {
  expect(changedExclusion(undefined, times, out(2))).toBe(at(2))
  expect(changedExclusion(at(2), times, out(3, 5))).toBe(`${at(2)}/${at(3)},${at(5)}`)
})

test('a measurement that is included again splits a window, and the address is empty after the last one', () => {
  expect(changedExclusion(`${at(1)}/${at(4)}`, times, back(2))).toBe(`${at(1)},${at(3)}/${at(4)}`)
  expect(changedExclusion(`${at(1)}/${at(2)}`, times, back(1, 2))).toBeUndefined()
})

test('an address that cannot be parsed leaves nothing out', () => {
  expect(exclusionOf('yesterday')).toBeUndefined()
  expect(exclusionOf('')).toBeUndefined()
  expect(exclusionOf(`${at(1)},${at(3)}/${at(4)}`)).toBe(`${at(1)},${at(3)}/${at(4)}`)
})
