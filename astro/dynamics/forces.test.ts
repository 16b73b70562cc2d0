import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rotationZ } from '../frames/rotation.ts'
import { IDENTITY } from '../mat3.ts'
import { realBetween } from '../testing/real-between.ts'
import { parseTime } from '../time/parse-time.ts'
import { cross, dot, norm, scale, subtract, type Vec3 } from '../vec3.ts'
import { dragForce } from './drag.ts'
import { areaTowards, type OrbitState } from './force.ts'
import reference from './forces.reference.json' with { type: 'json' }
import gravity from './gravity.reference.json' with { type: 'json' }
import { EGM2008_FIELD, gravityForce, makeFieldAcceleration, pointMassForce } from './gravity.ts'
import { makeHarrisPriester } from './harris-priester.ts'
import { radiationPressureForce } from './radiation-pressure.ts'
import { sunlitFraction } from './shadow.ts'
import { thirdBodyForce } from './third-body.ts'
import { forceGradient } from './variation.ts'

/** Central differences over 10 m of the gradient of a point mass. */
const DIFFERENCED_GRADIENT = 1e-10
/** Battin's form has no cancellation: some roundings. */
const THIRD_BODY_RELATIVE = 2e-15
/** The areas of two discs of nearly one size, from angles of 5 mrad: the actual error is 2e-14. */
const DISC_AREA = 1e-12
/** The rounding of a product of a dozen factors. */
const PRESSURE_RELATIVE = 1e-14
/** The Earth in brahe rotates at 7.292115147e-5 rad/s, which changes the wind by 1e-9. */
const EARTH_RATE_RELATIVE = 1e-8
/** The actual difference from brahe, which computes the geodetic height in another way, is 2e-7. */
const DENSITY_RELATIVE = 1e-6
/** The rounding of values of the table itself. */
const TABLE_DIGITS = 6

const EPOCH = parseTime('2026-01-01T00:00:00')
const at = (r: number[], v: number[] = [0, 0, 0], massKg = 1): OrbitState => ({
  epoch: EPOCH,
  r: r as unknown as Vec3,
  v: v as unknown as Vec3,
  massKg,
})
const relative = (a: Vec3, b: number[]) => norm(subtract(a, b as unknown as Vec3)) / norm(b as unknown as Vec3)

// The rounding of the sums over up to 50 degrees.
const FIELD_ROUNDING = 5e-15

test.each(gravity.rows)(
  'makeFieldAcceleration() is the gradient of the potential: $degree x $order at $r',
  ({ r, degree, order, a }) => {
    const acceleration = makeFieldAcceleration(EGM2008_FIELD, { degree, order })(r as unknown as Vec3)
    expect(relative(acceleration, a)).toBeLessThan(FIELD_ROUNDING)
  },
)

test('makeFieldAcceleration() has no curl and no divergence outside the masses', () => {
  const force = gravityForce(EGM2008_FIELD, { degree: 36 }, () => IDENTITY)
  const direction = fc.tuple(realBetween(-1, 1), realBetween(0, 6.28))
  fc.assert(
    fc.property(direction, realBetween(6.5e6, 5e7), ([z, lon], radius) => {
      const c = Math.sqrt(1 - z * z)
      const g = forceGradient([force], at([radius * c * Math.cos(lon), radius * c * Math.sin(lon), radius * z]))
      const size = (2 * EGM2008_FIELD.gm) / radius ** 3
      // The error of the step is 1e-10. Each of three differences over 20 m amplifies by radius / 20 m the error of two forces (see above) and
      // the rounding of two coordinates.
      const limit = 1e-10 + 3 * (FIELD_ROUNDING + Number.EPSILON) * (radius / 20)
      expect(Math.abs(g[0]![0]! + g[1]![1]! + g[2]![2]!) / size).toBeLessThan(limit)
      for (const [i, j] of [
        [0, 1],
        [0, 2],
        [1, 2],
      ] as const)
        expect(Math.abs(g[i]![j]! - g[j]![i]!) / size).toBeLessThan(limit)
    }),
    { numRuns: 50 },
  )
})

test('forceGradient() agrees with a point mass to 1e-10', () => {
  const [gm, r]: [number, Vec3] = [3.986e14, [4e6, -5e6, 2.5e6]]
  const g = forceGradient([pointMassForce(gm)], at([...r]))
  const d = norm(r)
  for (const i of [0, 1, 2] as const) {
    for (const j of [0, 1, 2] as const) {
      const exact = (gm / d ** 3) * ((3 * r[i] * r[j]) / (d * d) - (i === j ? 1 : 0))
      expect(Math.abs(g[i]![j]! - exact) / (gm / d ** 3)).toBeLessThan(DIFFERENCED_GRADIENT)
      expect(g[i]![j + 3]!).toBe(0)
    }
  }
})

test("makeFieldAcceleration() refuses a degree above the field's", () => {
  expect(() => makeFieldAcceleration(EGM2008_FIELD, { degree: 51 })).toThrow(RangeError)
  expect(() => makeFieldAcceleration(EGM2008_FIELD, { degree: 4, order: 5 })).toThrow(RangeError)
  expect(() => makeFieldAcceleration(EGM2008_FIELD, { degree: 2.5 })).toThrow(RangeError)
})

test.each(reference.third)('thirdBodyForce() keeps the digits of the difference: $r', ({ gm, r, s, a }) => {
  const force = thirdBodyForce(gm, () => s as unknown as Vec3)
  expect(relative(force(at(r)), a)).toBeLessThan(THIRD_BODY_RELATIVE)
})

test.each(reference.shadow)('sunlitFraction() is the uncovered area of the disc: $r', ({ r, fraction }) => {
  const computed = sunlitFraction(r as unknown as Vec3, [1.496e11, 0, 0], { centre: [0, 0, 0], radiusM: 6_378_137 })
  expect(Math.abs(computed - fraction)).toBeLessThan(DISC_AREA)
})

test('sunlitFraction() is between 0 and 1, decreases towards the axis, and is 0 inside', () => {
  const sun: Vec3 = [1.496e11, 0, 0]
  const earth = { centre: [0, 0, 0] as Vec3, radiusM: 6_378_137 }
  fc.assert(
    fc.property(realBetween(-5e7, -6.4e6), realBetween(0, 8e6), (x, y) => {
      const [inner, outer] = [sunlitFraction([x, y, 0], sun, earth), sunlitFraction([x, y + 1000, 0], sun, earth)]
      expect(inner).toBeGreaterThanOrEqual(0)
      expect(outer).toBeLessThanOrEqual(1)
      expect(outer - inner).toBeGreaterThan(-DISC_AREA)
    }),
  )
  expect(sunlitFraction([6e6, 0, 0], sun, earth)).toBe(0)
})

test.each(reference.pressure)(
  'radiationPressureForce() agrees with brahe in full light: $r',
  ({ r, sun, mass, cr, area, a }) => {
    const force = radiationPressureForce({ cr, area, sun: () => sun as unknown as Vec3 })
    expect(relative(force(at(r, [0, 0, 0], mass)), a)).toBeLessThan(PRESSURE_RELATIVE)
  },
)

test('radiationPressureForce() is 0 in the shadow of the Earth and of the Moon, and evaluates the area', () => {
  const sun = (): Vec3 => [1.496e11, 0, 0]
  const push = (r: number[], moon?: Vec3) =>
    norm(radiationPressureForce({ cr: 1, area: 1, sun, ...(moon === undefined ? {} : { moon: () => moon }) })(at(r)))
  expect(push([-7e6, 0, 0])).toBe(0)
  expect(push([7e6, 0, 0], [3.6e8, 0, 0])).toBeLessThan(0.2 * push([7e6, 0, 0]))
  expect(push([7e6, 0, 0], [-3.6e8, 0, 0])).toBe(push([7e6, 0, 0]))
  const seen: Vec3[] = []
  const area = (_at: OrbitState, towards: Vec3) => {
    seen.push(towards)
    return 2
  }
  radiationPressureForce({ cr: 1, area, sun })(at([7e6, 0, 0]))
  expect(seen).toEqual([[1, 0, 0]])
  expect(areaTowards(3, at([7e6, 0, 0]), [1, 0, 0])).toBe(3)
  expect(() => radiationPressureForce({ cr: -1, area: 1, sun })).toThrow(RangeError)
})

test.each(reference.drag)(
  'dragForce() agrees with brahe with its density: $x',
  ({ x, angle, rho, mass, area, cd, a }) => {
    const force = dragForce({ cd, area, density: () => rho, toEarthFixed: () => rotationZ(angle) })
    // The Earth in brahe rotates at 7.292115147e-5 rad/s, which changes the wind by 1e-9.
    expect(relative(force(at(x.slice(0, 3), x.slice(3), mass)), a)).toBeLessThan(EARTH_RATE_RELATIVE)
  },
)

test('dragForce() is against the wind, and zero for an object at rest in the atmosphere', () => {
  const force = dragForce({ cd: 2.2, area: 1, density: () => 1e-12, toEarthFixed: () => IDENTITY })
  const r: Vec3 = [7e6, 0, 0]
  const wind = cross([0, 0, 7.292_115e-5], r)
  expect(norm(force(at([...r], [...wind])))).toBe(0)
  expect(dot(force(at([...r], [0, 7500, 0])), [0, 1, 0])).toBeLessThan(0)
  expect(() => dragForce({ cd: -1, area: 1, density: () => 1, toEarthFixed: () => IDENTITY })).toThrow(RangeError)
})

test.each(reference.density)('makeHarrisPriester() agrees with brahe: $r', ({ r, sun, rho }) => {
  // brahe has the third power of cos² of half the angle, like the program of Montenbruck and Gill.
  const model = makeHarrisPriester({ sun: () => sun as unknown as Vec3, toEarthFixed: () => IDENTITY, exponent: 6 })
  const density = model({ epoch: EPOCH, rEarthFixed: r as unknown as Vec3 })
  expect(Math.abs(density / rho - 1)).toBeLessThan(DENSITY_RELATIVE)
})

test('makeHarrisPriester() has the values of its table, decreases with height, and is 0 above 1000 km', () => {
  const sun: Vec3 = [1.5e11, 0, 0]
  const densityAt = (height: number, exponent?: number) => {
    const options = exponent === undefined ? {} : { exponent }
    const model = makeHarrisPriester({ sun: () => sun, toEarthFixed: () => IDENTITY, ...options })
    return model({ epoch: EPOCH, rEarthFixed: scale([Math.cos(Math.PI / 6), 0.5, 0], 6_378_137 + height) })
  }
  // At the apex of the bulge the density is the greatest density in the table.
  expect(densityAt(400_000) / 7.492e-12).toBeCloseTo(1, TABLE_DIGITS)
  expect(densityAt(500_000, 2) / 2.042e-12).toBeCloseTo(1, TABLE_DIGITS)
  expect(densityAt(405_000)).toBeLessThan(densityAt(400_000))
  expect(densityAt(1_000_001)).toBe(0)
  expect(densityAt(90_000)).toBe(densityAt(100_000 - 1))
})
