import { expect, test } from 'vitest'
import { earthAt } from '../frames/earth.ts'
import { rotationBetween, type State, transformState } from '../frames/frame.ts'
import reference from '../frames/local.reference.json' with { type: 'json' }
import { localRotation } from '../frames/local.ts'
import { NO_ROTATION } from '../frames/rotation.ts'
import { transform } from '../mat3.ts'
import { parseTime } from '../time/parse-time.ts'
import { norm, subtract, type Vec3 } from '../vec3.ts'
import { axesRotation } from './axes.ts'

/** The rounding of a cross product of unit vectors. */
const RIGHT_HANDED = 1e-14
/** The reference has 50 digits; axes from cross products lose one or two of sixteen. */
const REFERENCE_ROUNDING = 5e-14
/** 7 km/s after two rotations with an error of 1e-14. */
const VELOCITY_MPS = 1e-9

const epoch = parseTime('2024-01-01T00:00:00')
const [row] = reference.rows
const state = { frame: 'GCRF', epoch, r: row!.r, v: row!.v } as unknown as State

// Every name of spec §3: delta-v frames, with the kinds that make sense.
const NAMES = ['EQW', 'LVLH', 'NSW', 'NTW', 'PQW', 'RSW', 'SEZ', 'TNW', 'VNC'].flatMap((name) => {
  return [name, `${name}_INERTIAL`, `${name}_ROTATING`]
})

test.each([...NAMES, 'QSW', 'RIC', 'RTN', 'EME2000', 'TOD_EARTH'])('axesRotation() knows %s', (name) => {
  const rotation = axesRotation(name, state)!
  const [x, y, z] = rotation.matrix
  const right = [x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]] as Vec3
  expect(norm(subtract(right, z))).toBeLessThan(RIGHT_HANDED)
  const turns = norm(rotation.omegaRadS) > 0
  const still = /INERTIAL|EQW|PQW|EME2000|TOD/.test(name)
  expect(turns).toBe(!still)
})

test('axesRotation() agrees with 50-digit axes, and with the frames', () => {
  for (const name of ['RSW', 'TNW', 'NTW', 'LVLH', 'VNC', 'EQW', 'PQW', 'SEZ'] as const) {
    axesRotation(name, state)!
      .matrix.flat()
      .forEach((value, index) => {
        expect(Math.abs(value - row!.frames[name].matrix.flat()[index]!)).toBeLessThan(REFERENCE_ROUNDING)
      })
  }
  const earth = earthAt(epoch)
  expect(axesRotation('TOD_EARTH', state)).toEqual(rotationBetween('GCRF', 'TOD', earth))
  expect(axesRotation('itrf', state)).toEqual(rotationBetween('GCRF', 'ITRF', earth))
  expect(axesRotation('GCRF', state)).toEqual(NO_ROTATION)
  expect(axesRotation('NOWHERE', state)).toBeUndefined()
})

test('axesRotation() of a state in a rotating frame uses its inertial motion', () => {
  // CDMs give states in ITRF: without ω × r the axes would be wrong by degrees (reference/INDEX.md, trap 2).
  const turning = transformState(state, 'ITRF')
  const axes = axesRotation('RTN', turning)!
  const expected = transform(localRotation('RSW', state).matrix, state.v)
  const itself = transform(axes.matrix, transform(rotationBetween('GCRF', 'ITRF', earthAt(epoch)).matrix, state.v))
  expect(norm(subtract(itself, expected))).toBeLessThan(VELOCITY_MPS)
})
