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

/** A dozen products. */
const ROUNDING = 1e-14
/** The same of a ratio: 5e-15. */
const RATIO_DIGITS = 14
/** The air is given to 1 cm/s: half of that, of a wind of 7174 m/s, counts twice in its square. */
const AIR_SPEED_RELATIVE = 1.4e-6
/** The closed form of the loss is of first order: its own second order is the share of the axis that is lost. */
const SECOND_ORDER = 1e-3

const EPOCH = parseTime('2026-03-20T00:00:00')
const state = (r: Vec3, v: Vec3, massKg = 100): OrbitState => ({ epoch: EPOCH, r, v, massKg })
const drag = (more: Partial<Drag> = {}) =>
  dragForce({ cd: 2.2, area: 1.5, density: () => 4e-12, toEarthFixed: () => IDENTITY, ...more })

test('drag in still air lets a circular orbit fall by 2π (Cd A/m) ρ a² in a revolution', () => {
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

test('drag is the pressure ½ ρ u² on the drag area, against the wind of air that turns with the Earth', () => {
  // At the equator at 400 km the air moves east at ω r = 494.27 m/s: an eastward and a westward orbit meet 7174 and 8163 m/s.
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
  // What an object meets over a pole is its own speed: the axis does not turn.
  const polar = drag()(state([0, 0, 6.8e6], [7500, 0, 0]))
  expect((polar[0] * 100) / (-0.5 * 4e-12 * 7500 ** 2 * 2.2 * 1.5)).toBeCloseTo(1, RATIO_DIGITS)
})

test('drag takes energy from what moves faster than the air, is twice as strong of twice the area and half of twice the mass', () => {
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

test('the density is asked for at the Earth-fixed place, and the area towards the wind', () => {
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

test('the air turns about the axis of the Earth, wherever that points', () => {
  // The whole scene, turned about x: the force turns with it.
  const turn = rotationX(1)
  const [r, v]: [Vec3, Vec3] = [
    [7e6, 1e6, -5e5],
    [100, 7400, 900],
  ]
  const plain = drag()(state(r, v))
  const turned = drag({ toEarthFixed: () => transpose(turn) })(state(transform(turn, r), transform(turn, v)))
  expect(norm(subtract(turned, transform(turn, plain)))).toBeLessThan(ROUNDING * norm(plain))
})

test('no air, no area and no wind are no drag; a negative coefficient is refused', () => {
  const at = state([7e6, 0, 0], [0, 7500, 0])
  expect(norm(drag({ density: () => 0 })(at))).toBe(0)
  expect(norm(drag({ area: 0 })(at))).toBe(0)
  expect(norm(drag({ cd: 0 })(at))).toBe(0)
  expect(drag({ airRateRadPerS: 0 })(state([7e6, 0, 0], [0, 0, 0]))).toEqual([0, 0, 0])
  expect(() => drag({ cd: -1e-9 })).toThrow(RangeError)
  expect(() => drag({ cd: Number.NaN })).toThrow(RangeError)
})
