import { expect, test } from 'vitest'
import { parseOrbits } from './orbit-text.ts'

test('parseOrbits reads states and elements of the same orbit alike', () => {
  // The orbit is a circle of 7000 km in the equator: v² = GM / r.
  const speed = Math.sqrt(3.986004418e14 / 7e6)
  const { orbits, mistakes } = parseOrbits(`A state 7000000 0 0 0 ${speed} 0\n\nB kepler 7000000 0 0 0 0 0\n`)
  expect(mistakes).toEqual([])
  const [a, b] = orbits
  expect(a?.elements.semiMajorAxisM).toBeCloseTo(7e6, 6)
  for (const axis of [0, 1, 2] as const) expect(a?.state.r[axis]).toBeCloseTo(b?.state.r[axis] ?? Number.NaN, 6)
})

test('parseOrbits names the line and its error, and keeps the others', () => {
  const { orbits, mistakes } = parseOrbits(
    'A orbit 1 2 3\nB state 7e6 0 0 0 east 0\nC state 7e6 0 0 0 0 0\nD kepler 7e6 0 0 0 0 0',
  )
  expect(orbits.map(({ name }) => name)).toEqual(['D'])
  expect(mistakes.map(({ line, what }) => [line, what])).toEqual([
    [1, 'form'],
    [2, 'number'],
    [3, 'noOrbit'],
  ])
  expect(mistakes[1]?.detail).toBe('east')
})

test('parseOrbits draws at most twenty, and reports that', () => {
  const text = Array.from({ length: 21 }, (_, n) => `S${n} kepler 7e6 0 0 0 0 ${n}`).join('\n')
  expect(parseOrbits(text).orbits.length).toBe(20)
  expect(parseOrbits(text).mistakes).toEqual([{ line: 21, what: 'many', detail: '20' }])
})
