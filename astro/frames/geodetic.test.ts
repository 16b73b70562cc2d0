import fc from 'fast-check'
import { expect, test } from 'vitest'
import { realBetween } from '../testing/real-between.ts'
import { degToRad, radToDeg } from '../units.ts'
import { norm, subtract } from '../vec3.ts'
import { fromGeodetic, toGeodetic } from './geodetic.ts'
import reference from './topocentric.reference.json' with { type: 'json' }

/** 3e-11 degrees of STK, at 10 000 km. */
const STK_PLACE_M = 6e-6
/** The tolerance of SOFA's own test for a position. */
const SOFA_PLACE_M = 1e-7
/** The tolerance of SOFA's own test for an angle. */
const SOFA_ANGLE_RAD = 1e-14
/** The tolerance of SOFA's own test for a height. */
const SOFA_HEIGHT_M = 1e-8
/** The rounding of a position far from the Earth. */
const FAR_RELATIVE = 1e-15

const STK_DEG = 1e-10 // The printed resolution of STK; SOFA and the inverse agree with us to 1e-13.
const STK_M = 2e-6 // The heights of STK differ by 1.4 µm, also from SOFA.
const ROUNDING_M = 2e-8 // 1e-15 of 2e7 m.

test.each(reference.lla)('toGeodetic() and fromGeodetic() agree with STK at %d, %d, %d m', (...row) => {
  const [x, y, z, lat, lon, alt] = row as [number, number, number, number, number, number]
  const { latRad, lonRad, heightM } = toGeodetic([x, y, z])
  expect(Math.abs(radToDeg(latRad) - lat)).toBeLessThan(STK_DEG)
  expect(Math.abs(radToDeg(lonRad) - lon)).toBeLessThan(STK_DEG)
  expect(Math.abs(heightM - alt)).toBeLessThan(STK_M)
  const back = fromGeodetic({ latRad: degToRad(lat), lonRad: degToRad(lon), heightM: alt })
  expect(norm(subtract(back, [x, y, z]))).toBeLessThan(STK_PLACE_M) // 3e-11 degrees of STK, at 10 000 km.
})

test('toGeodetic() and fromGeodetic() agree with the test program of SOFA', () => {
  const { e, p, h } = reference.gd2gc[1]!.inputs as { e: number; p: number; h: number }
  const expected = reference.gd2gc[1]!.checks.slice(1).map((check) => check.expected)
  fromGeodetic({ lonRad: e, latRad: p, heightM: h }).forEach((value, index) => {
    expect(Math.abs(value - expected[index]!)).toBeLessThan(SOFA_PLACE_M)
  })
  const { lonRad, latRad, heightM } = toGeodetic([2e6, 3e6, 5.244e6])
  const [, lon, lat, height] = reference.gc2gd[1]!.checks
  expect(Math.abs(lonRad - lon!.expected)).toBeLessThan(SOFA_ANGLE_RAD)
  expect(Math.abs(latRad - lat!.expected)).toBeLessThan(SOFA_ANGLE_RAD)
  expect(Math.abs(heightM - height!.expected)).toBeLessThan(SOFA_HEIGHT_M)
})

test('toGeodetic() undoes fromGeodetic() everywhere, including the poles and extreme heights', () => {
  const place = fc.record({
    latRad: fc.oneof(fc.constantFrom(-Math.PI / 2, 0, Math.PI / 2), realBetween(-1.57, 1.57)),
    lonRad: realBetween(-3.14, 3.14),
    heightM: fc.oneof(realBetween(-6e6, 1e5), realBetween(0, 1e9)),
  })
  fc.assert(
    fc.property(place, (given) => {
      const there = fromGeodetic(given)
      const back = fromGeodetic(toGeodetic(there))
      expect(norm(subtract(back, there))).toBeLessThan(ROUNDING_M + FAR_RELATIVE * norm(there))
    }),
    { numRuns: 1000 },
  )
})

test('toGeodetic() and fromGeodetic() refuse invalid places', () => {
  expect(() => toGeodetic([0, 0, 100])).toThrow('from the centre')
  expect(() => toGeodetic([Number.NaN, 0, 0])).toThrow(RangeError)
  expect(() => fromGeodetic({ latRad: 2, lonRad: 0, heightM: 0 })).toThrow('latitude 2 rad')
  expect(() => fromGeodetic({ latRad: 0, lonRad: Number.NaN, heightM: 0 })).toThrow('longitude NaN')
})
