import { expect, test } from 'vitest'
import { GM_EARTH } from '../constants.ts'
import { flyJ2 } from '../manoeuvre/fly-j2.ts'
import { type CartesianState, toCartesian } from '../orbit/elements.ts'
import { seededRandom } from '../random.ts'
import { degToRad } from '../units.ts'
import { add, norm, scale, subtract, type Vec3 } from '../vec3.ts'
import { meanOrbitOf, placeOnMeanOrbit } from './mean-orbit.ts'

const DAY_S = 86_400
const ORBITS = 60

/** Returns states after random changes of the velocity, up to so many m/s, of an orbit. */
function statesAround({ axisKm, incDeg, mostMps }: { axisKm: number; incDeg: number; mostMps: number }) {
  const random = seededRandom(7)
  return Array.from({ length: ORBITS }, (): CartesianState => {
    const { r, v } = toCartesian(
      {
        semiMajorAxisM: axisKm * 1_000,
        eccentricity: 0.001,
        incRad: degToRad(incDeg),
        raanRad: 6 * random(),
        argPeriapsisRad: 6 * random(),
        trueAnomalyRad: 6 * random(),
      },
      GM_EARTH,
    )
    const change: Vec3 = [random() - 0.5, random() - 0.5, random() - 0.5]
    return { r, v: add(v, scale(change, (mostMps * random()) / norm(change))) }
  })
}

/** Returns the error of each place after a time against numerical integration, km, the least first. */
const errorsKm = (states: readonly CartesianState[], seconds: number) =>
  states
    .map((state) => norm(subtract(placeOnMeanOrbit(meanOrbitOf(state)!, seconds), flyJ2(state, seconds).r)) / 1_000)
    .sort((a, b) => a - b)

/** Terms of the first order without the eccentricity are left out only in the second order: hundreds of metres in low orbit. */
const CIRCLE_KM = 2
/** The first-order terms that are left out are J2 times the eccentricity times the axis: up to 3 km at 0.06. */
const SLOW_KM = 4

test.each([
  { axisKm: 6_850, incDeg: 53, mostMps: 5 },
  { axisKm: 7_178, incDeg: 98.6, mostMps: 5 },
  { axisKm: 7_800, incDeg: 74, mostMps: 5 },
  { axisKm: 42_164, incDeg: 0.05, mostMps: 5 },
])('an almost round orbit of $axisKm km is where numerical integration has it, for a day', (orbit) => {
  for (const seconds of [0, 5_400, DAY_S / 2, DAY_S])
    expect(errorsKm(statesAround(orbit), seconds).at(-1)).toBeLessThan(CIRCLE_KM)
})

test('fragments of an explosion stay within kilometres for a day; before the epoch is as good', () => {
  const states = statesAround({ axisKm: 7_178, incDeg: 98.6, mostMps: 300 })
  for (const seconds of [-DAY_S, DAY_S / 3, DAY_S]) {
    const errors = errorsKm(states, seconds)
    expect(errors.at(-1)).toBeLessThan(SLOW_KM)
    expect(errors[ORBITS / 2]).toBeLessThan(CIRCLE_KM / 2)
  }
})

/** The published height and inclination have three digits. */
const PUBLISHED_ORBIT = 0.01

test('the plane turns as J2 turns it: a sun-synchronous orbit by 360° in a year', () => {
  // The orbit of Landsat 8, 705 km at 98.2°, keeps its local time.
  const [state] = statesAround({ axisKm: 7_083, incDeg: 98.2, mostMps: 0 })
  const { raanRate } = meanOrbitOf(state!)!
  const yearS = 365.2422 * DAY_S
  expect(Math.abs((raanRate * yearS) / (2 * Math.PI) - 1)).toBeLessThan(PUBLISHED_ORBIT)
})

test('what escapes, or almost so, has no mean orbit', () => {
  const r: Vec3 = [7e6, 0, 0]
  expect(meanOrbitOf({ r, v: [0, 11_000, 0] })).toBeUndefined()
  expect(meanOrbitOf({ r, v: [0, 10_600, 0] })).toBeUndefined()
})
