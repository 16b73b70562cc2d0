import { expect, test } from 'vitest'
import { GM_EARTH, SPEED_OF_LIGHT } from '../constants.ts'
import { makeEnvironment } from '../dynamics/environment.ts'
import { type Force, type OrbitState, sumForces } from '../dynamics/force.ts'
import { parseTime } from '../time/parse-time.ts'
import { dot, norm, scale, subtract, type Vec3 } from '../vec3.ts'
import { orbitForces } from './orbit-forces.ts'

const EPOCH = parseTime('2026-03-20T00:00:00')
const sky = makeEnvironment(EPOCH)
/** J2 of the Earth, and the radius that belongs to it (EGM2008, rounded). */
const [J2, EARTH_M] = [1.082_636e-3, 6_378_136.3]
/** The radius of LAGEOS, m. */
const RADIUS_M = 1.227e7
/** All harmonics except J2 are a thousandth of it: 1e-6 of the attraction at that height; Sun and Moon are 1e-7. */
const OTHER = 3e-6
/** The harmonics other than J2 at that radius, 1e-8 of the attraction, compared with a tide of 1e-4 of it. */
const TIDAL = 1e-3
/** The acceleration of 3.6e-9 m/s² is a difference of two accelerations of 2.6 m/s², which are rounded to 4e-16 m/s². */
const PUSH_RELATIVE = 3e-7
/** The cosine of that error differs from 1 by its square. */
const PUSH_DIGITS = 12
/** The difference of 2e-10 m/s² is a difference of two accelerations with the same rounding. */
const RELATIVITY_RELATIVE = 5e-6

const state = (r: Vec3): OrbitState => ({ epoch: EPOCH, r, v: [0, Math.sqrt(GM_EARTH / norm(r)), 0], massKg: 407 })
const pull = (forces: readonly Force[], r: Vec3) => sumForces(forces, state(r))

test.each(['forces', 'transitionForces'] as const)(
  '%s attract like an oblate Earth: more over the equator, less over the poles',
  (which) => {
    const forces = orbitForces(sky, null)[which]
    for (const [name, r, share] of [
      ['equator', [RADIUS_M, 0, 0], 1.5],
      ['pole', [0, 0, RADIUS_M], -3],
    ] as const) {
      const radial = -dot(pull(forces, r), scale(r, 1 / RADIUS_M))
      const expected = (GM_EARTH / RADIUS_M ** 2) * (1 + share * J2 * (EARTH_M / RADIUS_M) ** 2)
      expect(Math.abs(radial / expected - 1), name).toBeLessThan(OTHER)
    }
  },
)

test('the tides of Sun and Moon point away from the centre along the line to them, nearly equally on both sides', () => {
  const { forces, transitionForces } = orbitForces(sky, null)
  const radius = 8.4e7
  const [toMoon, toSun] = [sky.moon(EPOCH), sky.sun(EPOCH)]
  const d = norm(toMoon)
  const axis = scale(toMoon, 1 / d)
  // The Earth's attraction at this latitude, including J2.
  const earth = (GM_EARTH / radius ** 2) * (1 + 1.5 * J2 * (EARTH_M / radius) ** 2 * (1 - 3 * axis[2] ** 2))
  // The mean of both sides: for the Moon ½ GM (1/(d − r)² − 1/(d + r)²), for the Sun its second-order tide.
  const [gmMoon, gmSun] = [4.9028e12, 1.327_124e20]
  const moonTide = (2 * gmMoon * radius * d) / (d * d - radius * radius) ** 2
  const sunTide = ((gmSun * radius) / norm(toSun) ** 3) * (3 * (dot(axis, toSun) / norm(toSun)) ** 2 - 1)
  for (const list of [forces, transitionForces]) {
    const outwards = (direction: Vec3) => dot(pull(list, scale(direction, radius)), direction) + earth
    const measured = (outwards(axis) + outwards(scale(axis, -1))) / 2
    expect(Math.abs(measured / (moonTide + sunTide) - 1)).toBeLessThan(TIDAL)
  }
})

test('sunlight pushes only a known sphere, away from the Sun, with 1361 W/m² over the speed of light', () => {
  const sphere = { areaM2: 0.2827, radiationCoefficient: 1.13 }
  const [dark, lit] = [orbitForces(sky, null), orbitForces(sky, sphere)]
  const toSun = sky.sun(EPOCH)
  // On the side towards the Sun the object is not in the shadow.
  const r = scale(toSun, RADIUS_M / norm(toSun))
  const push = subtract(pull(lit.forces, r), pull(dark.forces, r))
  const distance = norm(toSun) - RADIUS_M
  const size = (1361 / SPEED_OF_LIGHT) * (149_597_870_700 / distance) ** 2 * ((1.13 * 0.2827) / 407)
  expect(Math.abs(norm(push) / size - 1)).toBeLessThan(PUSH_RELATIVE)
  expect(dot(push, r) / (norm(push) * RADIUS_M)).toBeCloseTo(-1, PUSH_DIGITS)
  // Sunlight has shadow edges that the integrator must hit; the transition matrix is made without sunlight.
  expect(lit.forces.some(({ edges }) => edges !== undefined)).toBe(true)
  expect(lit.transitionForces.some(({ edges }) => edges !== undefined)).toBe(false)
  // In the shadow there is no acceleration by sunlight.
  const behind = scale(r, -1)
  expect(norm(subtract(pull(lit.forces, behind), pull(dark.forces, behind)))).toBe(0)
})

test('tides of the solid Earth and relativity are included: the acceleration of LAGEOS is larger by some 1e-9', () => {
  const { forces } = orbitForces(sky, null)
  // Schwarzschild's term on a circle is 3 GM v²/(c² r²) outwards. It depends on the speed: for a speed larger by a tenth it changes like v².
  const r: Vec3 = [RADIUS_M, 0, 0]
  const speed = Math.sqrt(GM_EARTH / RADIUS_M)
  const at = (v: number) => sumForces(forces, { ...state(r), v: [0, v, 0] })[0]
  const expected = (-GM_EARTH / (SPEED_OF_LIGHT ** 2 * RADIUS_M ** 2)) * (1.21 - 1) * speed ** 2
  expect(Math.abs((at(1.1 * speed) - at(speed)) / expected - 1)).toBeLessThan(RELATIVITY_RELATIVE)
})
