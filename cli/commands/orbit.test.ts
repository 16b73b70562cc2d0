import { expect, test } from 'vitest'
import { record as apsis } from '../testing/recorded-terminal.ts'

test('apsis orbit turns a state into elements and back', async () => {
  // Vallado, Fundamentals of Astrodynamics, example 2-5, in metres.
  const state = '6524834,6862875,6448296,4901.327,5533.756,-1976.341'
  const { code, out } = await apsis(['orbit', `--state=${state}`, '--json'])
  expect(code).toBe(0)
  const { elements } = JSON.parse(out)
  expect(elements.semiMajorAxisM / 1000).toBeCloseTo(36127.343, 1)
  expect(elements.eccentricity).toBeCloseTo(0.832853, 5)
  expect(elements.incDeg).toBeCloseTo(87.87, 2)
  expect(elements.trueAnomalyDeg).toBeCloseTo(92.335, 2)
  const { semiMajorAxisM, eccentricity, incDeg, raanDeg, argPeriapsisDeg, trueAnomalyDeg } = elements
  const six = [semiMajorAxisM, eccentricity, incDeg, raanDeg, argPeriapsisDeg, trueAnomalyDeg].join(',')
  const back = JSON.parse((await apsis(['orbit', `--elements=${six}`, '--json'])).out)
  const numbers = state.split(',').map(Number)
  ;[...back.positionM, ...back.velocityMps].forEach((value, index) => {
    expect(Math.abs(value - numbers[index]!)).toBeLessThan(1e-6)
  })
})

test('apsis orbit shows a hyperbola without a period, and refuses a state without an orbit', async () => {
  const hyperbola = await apsis(['orbit', '--elements=-42164000,1.3,10,20,30,40'])
  expect([hyperbola.code, hyperbola.err]).toEqual([0, ''])
  expect(hyperbola.out).toMatch(/^period +none \(hyperbola\)$/m)
  const falling = await apsis(['orbit', '--state=7000000,0,0,1000,0,0'])
  expect([falling.code, falling.out]).toEqual([1, ''])
  expect(falling.err).toContain('on a straight line')
})
