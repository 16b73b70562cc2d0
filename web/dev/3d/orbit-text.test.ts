import { readFileSync } from 'node:fs'
import { propagate, twoline2satrec } from 'satellite.js'
import { expect, test } from 'vitest'
import { readObjects } from './orbit-text.ts'

const START_MS = Date.parse('2026-11-20T12:00:00.000Z')
/** The example of the report on SGP4 by Vallado and others (AIAA 2006-6753), object 5. */
const LINES = [
  '1 00005U 58002B   00179.78495062  .00000023  00000-0  28098-4 0  4753',
  '2 00005  34.2682 348.7242 1859667 331.7664  19.3264 10.82419157413667',
] as const

test('states and elements of the same orbit are read alike', () => {
  // The orbit is a circle of 7000 km in the equator: v² = GM / r.
  const speed = Math.sqrt(3.986004418e14 / 7e6)
  const { objects, mistakes } = readObjects(
    `A state 7000000 0 0 0 ${speed} 0\n\nB kepler 7000000 0 0 0 0 0\n`,
    START_MS,
  )
  expect(mistakes).toEqual([])
  const [a, b] = objects.map(({ stateAt }) => stateAt(START_MS)!)
  for (const axis of [0, 1, 2] as const) expect(a!.r[axis]).toBeCloseTo(b!.r[axis], 6)
  expect(objects[0]!.periodS).toBeCloseTo((2 * Math.PI * 7e6) / speed, 6)
})

test('an element set has the places of satellite.js, with and without a name', () => {
  const { objects, mistakes } = readObjects(`VANGUARD 1\n${LINES.join('\n')}\n${LINES.join('\n')}`, START_MS)
  expect(mistakes).toEqual([])
  expect(objects.map(({ name, source }) => [name, source])).toEqual([
    ['VANGUARD 1', 'set'],
    ['5', 'set'],
  ])
  const atMs = Date.parse('2000-06-28T12:00:00.000Z')
  const { x, y, z } = propagate(twoline2satrec(...LINES), new Date(atMs))!.position as {
    x: number
    y: number
    z: number
  }
  const { r } = objects[0]!.stateAt(atMs)!
  // Both programs agree to their rounding of the epoch, 10 microseconds, which is centimetres of flight.
  expect(Math.hypot(r[0] - 1e3 * x, r[1] - 1e3 * y, r[2] - 1e3 * z)).toBeLessThan(1)
})

test('an ephemeris message has its own states, and none outside its span', () => {
  const text = readFileSync(new URL('../../../ccsds/samples/satellite.oem', import.meta.url), 'utf8')
  const { objects, mistakes } = readObjects(text, START_MS)
  expect(mistakes).toEqual([])
  const [object] = objects
  expect(object?.source).toBe('ephemeris')
  // The first state of the file, km and km/s; lengths are the same in every frame.
  const state = object!.stateAt(Date.parse('2026-11-20T00:00:00Z'))!
  expect(Math.hypot(...state.r) / 1e3).toBeCloseTo(Math.hypot(4331.409846, 1512.0448, -5207.637538), 5)
  expect(Math.hypot(...state.v) / 1e3).toBeCloseTo(Math.hypot(0.000250268, 7.269029308, 2.114422917), 8)
  expect(object!.stateAt(Date.parse('2001-01-01T00:00:00Z'))).toBeUndefined()
  const broken = readObjects(text.replace('META_STOP', 'META_END'), START_MS)
  expect(broken.objects).toEqual([])
  expect(broken.mistakes[0]).toMatchObject({ what: 'file', line: 15 })
})

test('a line that cannot be read is named with its error, and the others are drawn', () => {
  const { objects, mistakes } = readObjects(
    `A orbit 1 2 3\nB state 7e6 0 0 0 east 0\nC state 7e6 0 0 0 0 0\nD kepler 7e6 0 0 0 0 0\nE state 1 2\n${LINES[0]}\n2 00006 no`,
    START_MS,
  )
  expect(objects.map(({ name }) => name)).toEqual(['D'])
  expect(mistakes.map(({ line, what }) => [line, what])).toEqual([
    [1, 'form'],
    [2, 'number'],
    [3, 'noOrbit'],
    [5, 'form'],
    [6, 'noOrbit'],
  ])
  expect(mistakes[1]?.detail).toBe('east')
})

test('at most twenty are drawn, and that is said', () => {
  const text = Array.from({ length: 21 }, (_, n) => `S${n} kepler 7e6 0 0 0 0 ${n}`).join('\n')
  expect(readObjects(text, START_MS).objects.length).toBe(20)
  expect(readObjects(text, START_MS).mistakes).toEqual([{ line: 21, what: 'many', detail: '20' }])
})
