import { norm, subtract } from '@apsis/astro/vec3.ts'
import { PerspectiveCamera, Vector3 } from 'three'
import { expect, test } from 'vitest'
import { parseOrbits } from './orbit-text.ts'
import { drawnDistanceM, pathOf, relativeTo } from './path.ts'

const A = [4_949_747.468_305_833, 4_949_747.468_305_832, 0] as const
const B = [A[0], A[1], 1] as const

test('drawnDistanceM: a metre at 7000 km is drawn exactly relative to the anchor, and not relative to the centre of the Earth', () => {
  expect(norm(A)).toBeCloseTo(7e6, 3)
  expect(drawnDistanceM(A, A, B)).toBe(1)
  const [diagonal, centre] = [[A[0] + Math.SQRT1_2 * 0.3, A[1] + Math.SQRT1_2 * 0.3, 0] as const, [0, 0, 0] as const]
  expect(drawnDistanceM(A, A, diagonal)).toBeCloseTo(0.3, 6)
  // Float32 has 24 bits: at 4.9e6 m its numbers are half a metre apart, so 0.2 m along each axis is lost.
  expect(drawnDistanceM(centre, A, diagonal)).not.toBeCloseTo(0.3, 1)
})

test('two points a metre apart at 7000 km are a metre apart on the screen of a camera five metres away', () => {
  const camera = new PerspectiveCamera(50, 1, 0.1, 1e9)
  camera.position.set(5, 0, 0)
  camera.up.set(0, 0, 1)
  camera.lookAt(0, 0, 0)
  camera.updateMatrixWorld()
  const drawn = relativeTo(A, [A, B])
  const [first, second] = [0, 3].map((at) => new Vector3().fromArray(drawn, at).project(camera))
  // The expected value follows from similar triangles: half the height of the picture is 5 m × tan 25°.
  expect((second?.y ?? 0) - (first?.y ?? 0)).toBeCloseTo(1 / (5 * Math.tan((25 * Math.PI) / 180)), 6)
})

test('pathOf begins and ends at the object, and the complete path has the same distances from the Earth as its orbit', () => {
  const [orbit] = parseOrbits('A kepler 8000000 0.1 51.6 30 40 77').orbits
  if (!orbit) throw new Error('The orbit was not read.')
  const path = pathOf(orbit.elements, 180)
  expect(path[0]).toEqual(orbit.state.r)
  expect(path.at(-1)).toEqual(orbit.state.r)
  const radii = path.map((point) => norm(point))
  // The perigee is a (1 − e), the apogee a (1 + e).
  expect(Math.min(...radii)).toBeGreaterThanOrEqual(7.2e6 - 1e-3)
  expect(Math.max(...radii)).toBeLessThanOrEqual(8.8e6 + 1e-3)
  expect(Math.max(...path.slice(1).map((point, place) => norm(subtract(point, path[place] ?? point))))).toBeLessThan(
    4e5,
  )
})

test('pathOf a hyperbola starts at the object and continues outwards', () => {
  const shape = { semiMajorAxisM: -1e7, eccentricity: 1.5, incRad: 0.4, raanRad: 1, argPeriapsisRad: 2 }
  const radii = pathOf({ ...shape, trueAnomalyRad: 0.5 }, 60).map((point) => norm(point))
  // The radius is a (1 − e²) / (1 + e cos ν) at the object, and larger at each further point.
  expect(radii[0]).toBeCloseTo((1e7 * 1.25) / (1 + 1.5 * Math.cos(0.5)), 3)
  for (const [place, radius] of radii.slice(1).entries()) expect(radius).toBeGreaterThan(radii[place] ?? 0)
})
