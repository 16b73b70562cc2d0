import fc from 'fast-check'
import { expect, test } from 'vitest'
import { realBetween } from '../testing/real-between.ts'
import { add, dot, norm, scale, subtract, type Vec3 } from '../vec3.ts'
import { angleResidual } from './angles.ts'
import { positionResidual } from './position-residual.ts'
import { sightLine } from './sight-line.ts'

const EARTH_RADIUS_M = 6_378_000
/** The rounding of values of some hundred metres. */
const MICROMETRE_DIGITS = 6
/** A displacement of 200 m at 600 km is 3e-4 rad: the second-order term is this angle times the displacement. */
const SECOND_ORDER_M = 0.2

/** A circular orbit above the equator, at its crossing of the x axis: R is x, I is y, C is z. */
const OBJECT = { r: [7_000_000, 0, 0], v: [0, 7_546, 0] } as const

test('positionResidual() of an object overhead is its range times the angle: east is in-track, north is cross-track', () => {
  const line = { raRad: 0, decRad: 0, rangeM: 622_000 }
  // Calculated by hand: 1e-4 rad at 622 km is 62.2 m.
  const found = positionResidual({ eastRad: 1e-4, northRad: -2e-4 }, line, { object: OBJECT })
  expect(found.radialM).toBeCloseTo(0, MICROMETRE_DIGITS)
  expect(found.inTrackM).toBeCloseTo(62.2, MICROMETRE_DIGITS)
  expect(found.crossTrackM).toBeCloseTo(-124.4, MICROMETRE_DIGITS)
  const farther = positionResidual({ eastRad: 0, northRad: 0 }, line, { object: OBJECT, rangeResidualM: 30 })
  expect(farther.radialM).toBeCloseTo(30, MICROMETRE_DIGITS)
  expect([farther.inTrackM, farther.crossTrackM]).toEqual([0, 0])
})

test('positionResidual() towards the west on the horizon: the line of sight is in-track, and this component is not measured', () => {
  // The object moves towards y, and the observer looks along −y, where east on the sky is x.
  const line = { raRad: (3 * Math.PI) / 2, decRad: 0, rangeM: 1_000_000 }
  const found = positionResidual({ eastRad: 1e-4, northRad: 0 }, line, { object: OBJECT })
  expect(found.radialM).toBeCloseTo(100, MICROMETRE_DIGITS)
  expect(found.inTrackM).toBeCloseTo(0, MICROMETRE_DIGITS)
})

test('positionResidual() is the displacement of the object, without its component along the line of sight if no range is measured', () => {
  const metres = realBetween(-200, 200)
  const site = realBetween(-500_000, 500_000)
  fc.assert(
    fc.property(metres, metres, metres, site, site, (radial, inTrack, crossTrack, y, z) => {
      const observer = { r: [EARTH_RADIUS_M, y, z] as Vec3, v: [0, 465, 0] as Vec3 }
      const moved: Vec3 = [radial, inTrack, crossTrack]
      const see = (r: Vec3) =>
        sightLine(() => ({ r, v: [...OBJECT.v] as Vec3 }), observer, { seconds: 0, reduction: 'geometric' })!
      const [computed, measured] = [see([...OBJECT.r]), see(add(OBJECT.r, moved))]
      const residual = angleResidual(measured, computed)
      // In closed form, by the projection of the displacement on the plane across the line of sight.
      const lineM = subtract(OBJECT.r, observer.r)
      const along = scale(lineM, 1 / norm(lineM))
      const across = subtract(moved, scale(along, dot(moved, along)))
      const near = (found: ReturnType<typeof positionResidual>, expected: Vec3) => {
        const off = subtract([found.radialM, found.inTrackM, found.crossTrackM], expected)
        expect(norm(off)).toBeLessThan(SECOND_ORDER_M)
      }
      near(positionResidual(residual, computed, { object: OBJECT }), across)
      const rangeResidualM = measured.rangeM - computed.rangeM
      near(positionResidual(residual, computed, { object: OBJECT, rangeResidualM }), moved)
    }),
  )
})
