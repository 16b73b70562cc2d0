import { orbitQuality } from '@apsis/astro/statistics/orbit-quality.ts'
import { expect, test } from 'vitest'
import reference from './cdm.reference.json' with { type: 'json' }
import { parseCdm } from './cdm.ts'
import { orbitDeterminationOf } from './orbit-determination.ts'

/** The message gives its times to a millisecond. */
const MILLISECOND_DIGITS = 3
/** The altitude of Starlink's shell is published in whole kilometres. */
const KILOMETRE_DIGITS = 0
/** Starlink's operational orbits are circular to within one or two kilometres in 7000 km. */
const CIRCULAR_ECCENTRICITY = 0.001

// The message is a real one of 18 SDS, and the expected numbers are in its text.
const text = reference.messages.find(({ path }) => path.endsWith('ION_SCV8_vs_STARLINK_1233.txt'))!.text
const SECONDS_PER_DAY = 86_400

test('orbitDeterminationOf() returns what a real message says about its second object', () => {
  const found = orbitDeterminationOf(parseCdm(text), 1)
  expect(found).toMatchObject({
    kind: 'payload',
    geopotentialDegree: 36,
    hasDrag: true,
    hasRadiationPressure: false,
    hasSunAndMoon: true,
    hasTides: true,
    dragM2PerKg: 0.086712881656,
    radiationM2PerKg: 0,
    dissipationWPerKg: 0.0046243,
    spanDays: 2.2,
    acceptedPercent: 100,
    weightedRms: 1.429,
  })
  // The two instants in the message are 14:13:59.196 and 20:31:15.893. The orbit is 550 km above the ground, as is usual for Starlink.
  expect(found.observedDaysBefore! * SECONDS_PER_DAY).toBeCloseTo(22_636.697, MILLISECOND_DIGITS)
  expect(found.semiMajorAxisM / 1000).toBeCloseTo(6928, KILOMETRE_DIGITS)
  expect(found.eccentricity).toBeLessThan(CIRCULAR_ECCENTRICITY)
})

test('orbitQuality() of the second object fails because its fit did not include radiation pressure', () => {
  const { model, fit, covariance, age } = orbitQuality(orbitDeterminationOf(parseCdm(text), 1))
  expect(model).toEqual({
    geopotential: true,
    drag: true,
    radiation: false,
    sunAndMoon: true,
    tides: true,
    dragValue: true,
    radiationValue: false,
  })
  for (const group of [fit, covariance, age]) expect(Object.values(group).every(Boolean)).toBe(true)
})

test('orbitDeterminationOf() finds the kind from the number, the type and the name', () => {
  const kindOf = (lines: Readonly<Record<string, string>>) => {
    const at = text.indexOf('OBJECT2')
    const tail = Object.entries(lines).reduce(
      (changed, [keyword, line]) => changed.replace(new RegExp(`^${keyword} *=.*\n`, 'm'), line),
      text.slice(at),
    )
    return orbitDeterminationOf(parseCdm(text.slice(0, at) + tail, { strict: false }), 1).kind
  }
  expect(kindOf({ OBJECT_DESIGNATOR: 'OBJECT_DESIGNATOR = 81234\n' })).toBe('debris')
  expect(kindOf({ OBJECT_TYPE: 'OBJECT_TYPE = ROCKET BODY\n' })).toBe('rocket-body')
  expect(kindOf({ OBJECT_TYPE: '', OBJECT_NAME: 'OBJECT_NAME = SL-8 R/B\n' })).toBe('rocket-body')
  expect(kindOf({ OBJECT_TYPE: '', OBJECT_NAME: 'OBJECT_NAME = FENGYUN 1C DEB\n' })).toBe('debris')
  expect(kindOf({ OBJECT_TYPE: '' })).toBe('payload')
})
