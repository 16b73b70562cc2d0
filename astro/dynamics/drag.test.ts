import fc from 'fast-check'
import { expect, test } from 'vitest'
import { GM_EARTH } from '../constants.ts'
import { rotationX, rotationZ } from '../frames/rotation.ts'
import { IDENTITY, transform, transpose } from '../mat3.ts'
import { realBetween } from '../testing/real-between.ts'
import { addSeconds } from '../time/epoch.ts'
import { parseTime } from '../time/parse-time.ts'
import { cross, dot, norm, scale, subtract, type Vec3 } from '../vec3.ts'
import { type Drag, dragForce, EARTH_RATE_RAD_S, type Place } from './drag.ts'
import type { OrbitState } from './force.ts'
import { pointMassForce } from './gravity.ts'
import { propagateOrbit } from './propagate-orbit.ts'

/** The rounding of a dozen products. */
const ROUNDING = 1e-14
/** The same for a ratio: 5e-15. */
const RATIO_DIGITS = 14
/** The wind is given to 1 cm/s: half of that, relative to 7174 m/s, counts twice in its square. */
const AIR_SPEED_RELATIVE = 1.4e-6
/** The closed form of the decay is of first order: its second-order term is the relative decay of the axis. */
const SECOND_ORDER = 1e-3

const EPOCH = parseTime('2026-03-20T00:00:00')
const state = (r: Vec3, v: Vec3, massKg = 100): OrbitState => ({ epoch: EPOCH, r, v, massKg })
const drag = (more: Partial<Drag> = {}) =>
  dragForce({ cd: 2.2, area: 1.5, density: () => 4e-12, toEarthFixed: () => IDENTITY, ...more })

test('drag in an atmosphere at rest lowers a circular orbit by 2π (Cd A/m) ρ a² in a revolution', () => {
  // King-Hele, Satellite Orbits in an Atmosphere, §4.3; Wertz, Space Mission Analysis and Design, eq. 6-24.
  const [a, rho, ballistic] = [6_778_137, 1e-10, (2.2 * 1.5) / 100]
  const speed = Math.sqrt(GM_EARTH / a)
  const period = (2 * Math.PI * a) / speed
  const orbit = propagateOrbit(state([a, 0, 0], [0, 0, speed]), {
    forces: [pointMassForce(GM_EARTH), drag({ density: () => rho, airRateRadPerS: 0 })],
    until: addSeconds(EPOCH, period),
    relativeTolerance: 1e-11,
  })
  if (!orbit.ok) throw new Error(orbit.reason)
  const axis = 1 / (2 / norm(orbit.end.r) - dot(orbit.end.v, orbit.end.v) / GM_EARTH)
  const published = 2 * Math.PI * ballistic * rho * a * a
  expect(Math.abs((a - axis) / published - 1)).toBeLessThan(SECOND_ORDER)
})

test('drag is the pressure ½ ρ u² on the drag area, against the wind of an atmosphere that rotates with the Earth', () => {
  // At the equator at 400 km the atmosphere moves east at ω r = 494.27 m/s: the winds of an eastward and a westward orbit are 7174 and 8163 m/s.
  const r: Vec3 = [6_778_137, 0, 0]
  const air = 494.27
  for (const [v, wind] of [
    [7668, 7668 - air],
    [-7668, -7668 - air],
  ] as const) {
    const a = drag()(state(r, [0, v, 0]))
    const expected = (-0.5 * 4e-12 * wind * Math.abs(wind) * 2.2 * 1.5) / 100
    expect(Math.abs(a[1] / expected - 1)).toBeLessThan(AIR_SPEED_RELATIVE)
    expect(Math.abs(a[0])).toBe(0)
  }
  // Over a pole the wind is the object's own speed, because the axis does not move.
  const polar = drag()(state([0, 0, 6.8e6], [7500, 0, 0]))
  expect((polar[0] * 100) / (-0.5 * 4e-12 * 7500 ** 2 * 2.2 * 1.5)).toBeCloseTo(1, RATIO_DIGITS)
})

test('drag takes energy from objects faster than the atmosphere, and is proportional to the area and to the inverse mass', () => {
  const component = realBetween(-8000, 8000)
  fc.assert(
    fc.property(fc.tuple(component, component, component), (v) => {
      const r: Vec3 = [5e6, 4e6, 2e6]
      const wind = subtract(v, cross([0, 0, EARTH_RATE_RAD_S], r))
      fc.pre(norm(wind) > 1)
      const a = drag()(state(r, v))
      expect(dot(a, wind)).toBeLessThan(0)
      expect(norm(cross(a, wind))).toBeLessThan(ROUNDING * norm(a) * norm(wind))
      expect(norm(drag({ area: 3 })(state(r, v))) / norm(a)).toBeCloseTo(2, RATIO_DIGITS)
      expect(norm(drag({ cd: 4.4 })(state(r, v))) / norm(a)).toBeCloseTo(2, RATIO_DIGITS)
      expect(norm(drag()(state(r, v, 200))) / norm(a)).toBeCloseTo(0.5, RATIO_DIGITS)
    }),
    { numRuns: 50 },
  )
})

test('the density is evaluated at the Earth-fixed position, and the area towards the wind', () => {
  const toEarthFixed = () => rotationZ(0.5)
  const r: Vec3 = [5e6, 4e6, 2e6]
  const places: Place[] = []
  const towards: Vec3[] = []
  drag({
    toEarthFixed,
    density: (place) => {
      places.push(place)
      return 1e-12
    },
    area: (_at, direction) => {
      towards.push(direction)
      return 1
    },
  })(state(r, [0, 0, 7500]))
  expect(places).toEqual([{ epoch: EPOCH, rEarthFixed: transform(rotationZ(0.5), r) }])
  const wind = subtract([0, 0, 7500], cross([0, 0, EARTH_RATE_RAD_S], r))
  expect(norm(subtract(towards[0]!, scale(wind, 1 / norm(wind))))).toBeLessThan(ROUNDING)
})

test("the atmosphere rotates about the Earth's axis, in any orientation", () => {
  // The whole configuration is rotated about x: the force rotates with it.
  const turn = rotationX(1)
  const [r, v]: [Vec3, Vec3] = [
    [7e6, 1e6, -5e5],
    [100, 7400, 900],
  ]
  const plain = drag()(state(r, v))
  const turned = drag({ toEarthFixed: () => transpose(turn) })(state(transform(turn, r), transform(turn, v)))
  expect(norm(subtract(turned, transform(turn, plain)))).toBeLessThan(ROUNDING * norm(plain))
})

test('without density, area or wind there is no drag; a negative coefficient is refused', () => {
  const at = state([7e6, 0, 0], [0, 7500, 0])
  expect(norm(drag({ density: () => 0 })(at))).toBe(0)
  expect(norm(drag({ area: 0 })(at))).toBe(0)
  expect(norm(drag({ cd: 0 })(at))).toBe(0)
  expect(drag({ airRateRadPerS: 0 })(state([7e6, 0, 0], [0, 0, 0]))).toEqual([0, 0, 0])
  expect(() => drag({ cd: -1e-9 })).toThrow(RangeError)
  expect(() => drag({ cd: Number.NaN })).toThrow(RangeError)
})
