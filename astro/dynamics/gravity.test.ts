import fc from 'fast-check'
import { expect, test } from 'vitest'
import { WGS84_FLATTENING, WGS84_RADIUS_M } from '../constants.ts'
import { rotationX, rotationZ } from '../frames/rotation.ts'
import { transform } from '../mat3.ts'
import { realBetween } from '../testing/real-between.ts'
import { parseTime } from '../time/parse-time.ts'
import { degToRad } from '../units.ts'
import { add, cross, dot, norm, scale, subtract, type Vec3 } from '../vec3.ts'
import type { OrbitState } from './force.ts'
import { EGM2008_FIELD, type GravityField, gravityForce, makeFieldAcceleration, pointMassForce } from './gravity.ts'

/** Some dozens of roundings of sums without cancellation. */
const ROUNDING = 1e-14
/** The rounding of numbers up to 7, after subtraction of the attraction of a point mass, which is 1.6 in the same unit. */
const HARMONIC_ROUNDING = 2e-14
/** The mean over a circle of a third-degree polynomial in sine and cosine is exact; this is the rounding of its parts. */
const MEAN_ROUNDING = 1e-10
/** The zonal anomalies that normal gravity neglects: about 10 mGal, 1e-4 m/s². */
const ZONAL_ANOMALY_MPS2 = 2e-4
/** Published longitudes of equilibrium differ by half a degree, depending on the field and its degree. */
const EQUILIBRIUM_DEG = 0.8

const { gm, radiusM } = EGM2008_FIELD
/** The second zonal harmonic of EGM2008, tide free: −√5 times its normalised C20 of −0.484165143790815e-3 (Pavlis and others, 2012). */
const J2 = 1.082_626_173_852_223e-3
const EPOCH = parseTime('2026-03-20T00:00:00')
const at = (r: Vec3): OrbitState => ({ epoch: EPOCH, r, v: [0, 0, 0], massKg: 1 })
const place = (latDeg: number, lonDeg: number, radius: number): Vec3 => {
  const [lat, lon] = [degToRad(latDeg), degToRad(lonDeg)]
  return scale([Math.cos(lat) * Math.cos(lon), Math.cos(lat) * Math.sin(lon), Math.sin(lat)], radius)
}

test('the field of degree 0 is a point mass, at every position', () => {
  const field = makeFieldAcceleration(EGM2008_FIELD, { degree: 0 })
  for (const r of [place(0, 0, 7e6), place(90, 0, 7e6), place(-90, 0, 4e7), place(-35, 200, 6.6e6)]) {
    const exact = pointMassForce(gm)(at(r))
    expect(norm(subtract(field(r), exact))).toBeLessThan(ROUNDING * norm(exact))
    expect(Math.abs(norm(exact) / (gm / norm(r) ** 2) - 1)).toBeLessThan(ROUNDING)
  }
})

test('gravity on the ellipsoid agrees with the normal gravity of WGS 84, at the equator and at both poles', () => {
  // NGA.STND.0036, table 3.6: 9.780 325 3359 and 9.832 184 9379 m/s², the first including the centrifugal acceleration.
  const field = makeFieldAcceleration(EGM2008_FIELD, { degree: 8, order: 0 })
  const centrifugal = 7.292_115e-5 ** 2 * WGS84_RADIUS_M
  const equator = -field([WGS84_RADIUS_M, 0, 0])[0] - centrifugal
  expect(Math.abs(equator - 9.780_325_335_9)).toBeLessThan(ZONAL_ANOMALY_MPS2)
  const polar = WGS84_RADIUS_M * (1 - WGS84_FLATTENING)
  for (const sign of [1, -1]) {
    const g = field([0, 0, sign * polar])
    expect(Math.abs(-sign * g[2] - 9.832_184_937_9)).toBeLessThan(ZONAL_ANOMALY_MPS2)
    expect([Math.abs(g[0]), Math.abs(g[1])]).toEqual([0, 0])
  }
})

test('J2 rotates the node of a circular orbit by −(3/2) J2 n (R/a)² cos i, averaged over a revolution', () => {
  // Kaula, Theory of Satellite Geodesy, eq. 3.74. The torque r × a rotates the orbit normal h; its component across h and z is h Ω̇ sin i.
  const field = makeFieldAcceleration(EGM2008_FIELD, { degree: 2, order: 0 })
  for (const incDeg of [28.5, 63.4, 98.7, 150]) {
    const a = 7.1e6
    const inc = degToRad(incDeg)
    const h = Math.sqrt(gm * a)
    const node: Vec3 = [1, 0, 0]
    const torque = Array.from({ length: 12 }, (_, k) => {
      const u = (2 * Math.PI * k) / 12
      const r = scale([Math.cos(u), Math.sin(u) * Math.cos(inc), Math.sin(u) * Math.sin(inc)], a)
      return cross(r, field(r))
    }).reduce(add)
    const rate = dot(scale(torque, 1 / 12), node) / (h * Math.sin(inc))
    const published = -1.5 * J2 * Math.sqrt(gm / a ** 3) * (radiusM / a) ** 2 * Math.cos(inc)
    expect(Math.abs(rate / published - 1), `${incDeg}°`).toBeLessThan(MEAN_ROUNDING)
  }
})

test('a geostationary satellite is at rest at four longitudes, and drifts to the two stable ones', () => {
  // E. M. Soop, Handbook of Geostationary Orbits, §4.3: stable at 75.1° E and 105.3° W, unstable at 11.5° W and 161.9° E.
  const field = makeFieldAcceleration(EGM2008_FIELD, { degree: 10 })
  const along = (lonDeg: number) => {
    const lon = degToRad(lonDeg)
    return dot(field(place(0, lonDeg, 42_164_172)), [-Math.sin(lon), Math.cos(lon), 0])
  }
  // An acceleration to the east raises the orbit, which makes the satellite drift to the west: at a stable point it acts on its eastern side.
  for (const [lonDeg, eastOfIt] of [
    [75.1, 1],
    [254.7, 1],
    [348.5, -1],
    [161.9, -1],
  ] as const) {
    expect(Math.sign(along(lonDeg + EQUILIBRIUM_DEG)), `${lonDeg}° + `).toBe(eastOfIt)
    expect(Math.sign(along(lonDeg - EQUILIBRIUM_DEG)), `${lonDeg}° − `).toBe(-eastOfIt)
  }
  // At most 2 m/s a year of station keeping (Soop, table 4.3a): 6e-8 m/s².
  const most = Math.max(...Array.from({ length: 72 }, (_, k) => Math.abs(along(5 * k))))
  expect(most * 365.25 * 86_400).toBeGreaterThan(1.7)
  expect(most * 365.25 * 86_400).toBeLessThan(2.2)
})

test('zonal fields are rotationally symmetric, and sectorial fields rotate with the Earth', () => {
  const zonal = makeFieldAcceleration(EGM2008_FIELD, { degree: 20, order: 0 })
  fc.assert(
    fc.property(realBetween(-90, 90), realBetween(0, 360), realBetween(6.4e6, 5e7), (lat, lon, radius) => {
      const turned = rotationZ(degToRad(-lon))
      const here = transform(turned, zonal(place(lat, 0, radius)))
      const there = zonal(transform(turned, place(lat, 0, radius)))
      expect(norm(subtract(here, there))).toBeLessThan(ROUNDING * norm(here))
    }),
    { numRuns: 30 },
  )
})

test('gravityForce() is the field in the Earth’s frame, converted to inertial space, for any attitude of the Earth', () => {
  const field = makeFieldAcceleration(EGM2008_FIELD, { degree: 12 })
  const r: Vec3 = [5e6, -4e6, 3e6]
  for (const toFixed of [rotationZ(0.7), rotationX(-1.1), rotationZ(4)]) {
    const asked: unknown[] = []
    const force = gravityForce(EGM2008_FIELD, { degree: 12 }, (epoch) => {
      asked.push(epoch)
      return toFixed
    })
    const inSpace = force(at(r))
    expect(norm(subtract(transform(toFixed, inSpace), field(transform(toFixed, r))))).toBeLessThan(ROUNDING * 10)
    expect(asked).toEqual([EPOCH])
  }
})

/** A field with a single nonzero coefficient of degree 2: C and S, alternating, for the orders 0, 1, 2. */
const single = (index: number, value: number): GravityField => ({
  gm,
  radiusM,
  degree: 2,
  coefficients: Array.from({ length: 6 }, (_, k) => (k === index ? value : 0)),
})

test('each harmonic of degree 2 is the gradient of its potential in Cartesian coordinates', () => {
  // Normalised potentials over GM R²/r⁵: √5 (3z² − r²)/2; √15 xz and √15 yz; √15 (x² − y²)/2 and √15 xy (Heiskanen and Moritz, Physical Geodesy,
  // §1-14). On an axis their gradients are simple numbers over r⁴.
  const r = 8e6
  const unit = (gm * radiusM ** 2) / r ** 4
  const pull = (index: number, where: Vec3) => {
    const plain = makeFieldAcceleration(single(index, 0), { degree: 2 })(where)
    return scale(subtract(makeFieldAcceleration(single(index, 1), { degree: 2 })(where), plain), 1 / unit)
  }
  const [five, fifteen] = [Math.sqrt(5), Math.sqrt(15)]
  for (const [index, where, expected] of [
    [0, [0, 0, r], [0, 0, -3 * five]],
    [0, [r, 0, 0], [1.5 * five, 0, 0]],
    [2, [r, 0, 0], [0, 0, fifteen]],
    [2, [0, 0, r], [fifteen, 0, 0]],
    [3, [0, r, 0], [0, 0, fifteen]],
    [4, [r, 0, 0], [-1.5 * fifteen, 0, 0]],
    [4, [0, r, 0], [0, 1.5 * fifteen, 0]],
    [5, [r, 0, 0], [0, fifteen, 0]],
    [5, [0, 0, r], [0, 0, 0]],
  ] as const) {
    expect(norm(subtract(pull(index, where), expected)), `${index} at ${where}`).toBeLessThan(HARMONIC_ROUNDING)
  }
})

test('exactly the terms above the chosen order are left out', () => {
  const r = place(20, 40, 7e6)
  const sectorial = single(4, 1e-5)
  const of = (order: number) => makeFieldAcceleration(sectorial, { degree: 2, order })(r)
  expect(of(1)).toEqual(makeFieldAcceleration(sectorial, { degree: 0 })(r))
  expect(of(2)).not.toEqual(of(1))
  for (const wrong of [{ degree: -1 }, { degree: 2, order: -1 }, { degree: 2, order: 0.5 }, { degree: Number.NaN }])
    expect(() => makeFieldAcceleration(sectorial, wrong)).toThrow(RangeError)
})
