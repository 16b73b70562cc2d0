import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { transformState } from '../frames/frame.ts'
import local from '../frames/local.reference.json' with { type: 'json' }
import { collectionPath, hasCollection } from '../testing/reference-collection.ts'
import { parseTime } from '../time/parse-time.ts'
import { norm, subtract, type Vec3 } from '../vec3.ts'
import { deltaVFromAxes, deltaVInAxes, directionOf, smaChangeM, vectorOf } from './delta-v-frame.ts'

/** Two degrees: the almanac value is read to one degree. */
const ALMANAC = 0.035
/** The rounding of a rotation of a unit vector. */
const TURN_ROUNDING = 1e-15
/** Both are printed to 1e-9 m/s²: the rounding is half a unit in each of six numbers. */
const OREKIT_MPS2 = 2e-9

const EPOCH = parseTime('2026-11-20T09:30:00')
/** The rounding for nearly circular orbits, as in the test of the axes themselves. */
const ROUNDING = 5e-14
const AXES: readonly Vec3[] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
]

type FrameName = keyof (typeof local.rows)[number]['frames']
/**
 * The names in spec §3, and the names of their axes in the 50-digit reference (mpmath). NSW needs the Sun's position at a date and has its own
 * test below.
 */
const NAMES: readonly (readonly [string, FrameName])[] = (
  ['EQW', 'LVLH', 'NTW', 'PQW', 'RSW', 'SEZ', 'TNW', 'VNC'] as const
).flatMap((name) => [name, `${name}_INERTIAL`, `${name}_ROTATING`].map((one) => [one, name] as const))
const ALL = [...NAMES, ['QSW', 'RSW'], ['RIC', 'RSW'], ['RTN', 'RSW'], ['VNB', 'VNC'], ['VNB_INERTIAL', 'VNC']] as const

test.each(ALL)('deltaVInAxes() and deltaVFromAxes() of %s agree with the 50-digit axes of %s', (name, reference) => {
  for (const row of local.rows) {
    const at = { frame: 'GCRF', epoch: EPOCH, r: row.r, v: row.v } as unknown as Parameters<typeof deltaVInAxes>[1]
    for (const [place, axis] of AXES.entries()) {
      const expected = row.frames[reference].matrix[place] as unknown as Vec3
      expect(norm(subtract(deltaVFromAxes(name, at, axis), expected))).toBeLessThan(ROUNDING)
      expect(norm(subtract(deltaVInAxes(name, at, expected), axis))).toBeLessThan(ROUNDING)
    }
  }
})

/** An orbit and the position in it at a date; the numbers are arbitrary inputs. */
const AT = { frame: 'GCRF', epoch: EPOCH, r: [7e6, 1e5, -2e5], v: [-100, 5700, 4900] } as const

test.each(['NSW', 'NSW_INERTIAL', 'NSW_ROTATING'])(
  'deltaVInAxes() of %s points to the centre and to the Sun',
  (name) => {
    const down = deltaVFromAxes(name, AT, [1, 0, 0])
    expect(norm(subtract(down, AT.r.map((one) => -one / norm(AT.r)) as unknown as Vec3))).toBeLessThan(ROUNDING)
    // On 20 November the Sun is near right ascension 236° and declination −20° (Astronomical Almanac): cos δ cos α, cos δ sin α, sin δ.
    const toSun: Vec3 = [-0.525, -0.779, -0.342]
    const along = AT.r.map((one) => one / norm(AT.r)) as unknown as Vec3
    const up = toSun[0] * along[0] + toSun[1] * along[1] + toSun[2] * along[2]
    const across = subtract(toSun, along.map((one) => one * up) as unknown as Vec3)
    const expected = across.map((one) => one / norm(across)) as unknown as Vec3
    // Two degrees: the almanac value is read to one degree.
    expect(norm(subtract(deltaVFromAxes(name, AT, [0, 1, 0]), expected))).toBeLessThan(ALMANAC)
  },
)

test.each([
  ['EME2000', 'EME2000'],
  ['TOD_EARTH', 'TOD'],
] as const)('deltaVInAxes() of %s turns a direction as transformState() turns a place', (name, frame) => {
  const turned = transformState({ ...AT, r: [0.1, -0.2, 0.3] }, frame).r
  expect(norm(subtract(deltaVInAxes(name, AT, [0.1, -0.2, 0.3]), turned))).toBeLessThan(TURN_ROUNDING)
})

test('deltaVInAxes() refuses an unknown name', () => {
  expect(() => deltaVInAxes('XYZ', AT, [1, 0, 0])).toThrow('XYZ names no axes of a delta-v')
})

test.skipIf(!hasCollection('manoeuvre'))(
  'deltaVFromAxes() converts the thrust of four arcs as Orekit does: QSW, TNW, VNC',
  () => {
    let compared = 0
    for (const file of readdirSync(collectionPath('manoeuvre')).filter((name) => name.startsWith('orekit_thrust_'))) {
      const name = /_(QSW|TNW|VNC)_/.exec(file)?.[1] ?? ''
      const [head = '', ...lines] = readFileSync(collectionPath(`manoeuvre/${file}`), 'utf8')
        .trim()
        .split('\n')
      const columns = head.split(',')
      for (const line of lines) {
        const fields = line.split(',')
        const three = (prefix: string) =>
          ['X', 'Y', 'Z'].map((axis) => Number(fields[columns.indexOf(`${prefix}_${axis}`)])) as unknown as Vec3
        const at = { frame: 'GCRF', epoch: EPOCH, r: three('POS'), v: three('VEL') } as const
        const [thrust, inAxes] = [three('MAN_ACC'), three('MAN_ACC_LOF')]
        // In the last row the thrust has just ended.
        if (norm(thrust) === 0) continue
        // Both are printed to 1e-9 m/s²: the rounding is half a unit in each of six numbers.
        expect(norm(subtract(deltaVFromAxes(name, at, inAxes), thrust))).toBeLessThan(OREKIT_MPS2)
        compared += 1
      }
    }
    expect(compared).toBeGreaterThan(400)
  },
)

test.each([
  ['along-track', [0, 1, 0], 0, 0],
  ['to the orbit normal', [0, 0, 1], 90, 0],
  ['against along-track', [0, -1, 0], 180, 0],
  ['down the normal', [0, 0, -2], 270, 0],
  ['up', [3, 0, 0], 0, 90],
  ['half up', [1, 1, 0], 0, 45],
] as const)('vectorOf() and directionOf() agree: %s', (_, vector, azimuth, elevation) => {
  const rad = Math.PI / 180
  const { azimuthRad, elevationRad } = directionOf(vector as unknown as Vec3)
  expect([azimuthRad / rad, elevationRad / rad]).toEqual([azimuth, elevation])
  const unit = vector.map((one) => one / norm(vector as unknown as Vec3)) as unknown as Vec3
  expect(norm(subtract(vectorOf({ azimuthRad, elevationRad }), unit))).toBeLessThan(TURN_ROUNDING)
})

test('smaChangeM() agrees with the burns of a Hohmann transfer (Vallado, example 6-1)', () => {
  const [gm, low, high] = [3.986004415e14, 6569477.4, 42159484.87]
  const [first, second] = [2457.038635627854, 1478.187015430896]
  const start = { r: [low, 0, 0], v: [0, Math.sqrt(gm / low), 0] } as const
  const between = (low + high) / 2
  // The burns are given to 1e-9 m/s; dr/dv of the higher orbit is 3e4 s.
  const GIVEN_M = 1e-3
  expect(Math.abs(smaChangeM(start, [0, first, 0], gm) - (between - low))).toBeLessThan(GIVEN_M)
  const apogee = { r: [high, 0, 0], v: [0, Math.sqrt(gm * (2 / high - 1 / between)), 0] } as const
  expect(Math.abs(smaChangeM(apogee, [0, second, 0], gm) - (high - between))).toBeLessThan(GIVEN_M)
  expect(smaChangeM(start, [0, -1e-3, 0], gm)).toBeLessThan(0)
})
