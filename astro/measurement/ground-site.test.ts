import { expect, test } from 'vitest'
import { makeEnvironment } from '../dynamics/environment.ts'
import { GM_MOON, GM_SUN } from '../dynamics/third-body.ts'
import { earthAt } from '../frames/earth.ts'
import { rotationBetween } from '../frames/frame.ts'
import { fromGeodetic } from '../frames/geodetic.ts'
import { rotateState } from '../frames/rotation.ts'
import { transform, transpose } from '../mat3.ts'
import { addSeconds } from '../time/epoch.ts'
import { parseTime } from '../time/parse-time.ts'
import { degToRad } from '../units.ts'
import { add, dot, norm, scale, subtract, type Vec3 } from '../vec3.ts'
import { makeGroundSite, solidTide } from './ground-site.ts'

/** The stated accuracy of the attitude in makeEnvironment(), 2e-12 rad, at 6.4e6 m. */
const PLACE_M = 1.3e-5
/** The z axis of ITRF is used as the rotation axis: the pole on that day is 0.32″ away from it, at most 7.3e-4 m/s. */
const POLAR_MOTION_MPS = 7.3e-4
/** The rounding of rows of a rotation. */
const ORTHOGONAL = 1e-15
/** Degree 3 and the corrections of step 2 are neglected: 7.7 mm in this case. */
const LEFT_OUT_M = 0.01

const epoch = parseTime('2016-02-13T16:00:00')
const PLACE = { latRad: degToRad(-29.046495), lonRad: degToRad(115.346744), heightM: 245 }
const sky = makeEnvironment(epoch)

test('makeGroundSite() has the position of its coordinates plus the tide, and rotates with the Earth', () => {
  const later = addSeconds(epoch, 5000)
  const pose = makeGroundSite(PLACE, sky).at(later)
  const plain = rotateState(rotationBetween('ITRF', 'GCRF', earthAt(later)), { r: fromGeodetic(PLACE), v: [0, 0, 0] })
  const toFixed = sky.toEarthFixed(later)
  const bodies = [
    { gm: GM_SUN, r: transform(toFixed, sky.sun(later)) },
    { gm: GM_MOON, r: transform(toFixed, sky.moon(later)) },
  ]
  const tide = transform(transpose(toFixed), solidTide(fromGeodetic(PLACE), bodies))
  expect(norm(subtract(pose.r, add(plain.r, tide)))).toBeLessThan(PLACE_M)
  expect(norm(tide)).toBeGreaterThan(0.05)
  // The site moves with the Earth's rotation at 406 m/s.
  expect(norm(subtract(pose.v, plain.v))).toBeLessThan(POLAR_MOTION_MPS)
})

test('makeGroundSite() has its zenith along the vertical', () => {
  const { toSez, r } = makeGroundSite(PLACE, sky).at(epoch)
  // The vertical and the radius differ by 11.5′ at most.
  expect(dot(toSez[2], scale(r, 1 / norm(r)))).toBeGreaterThan(Math.cos(degToRad(12 / 60)))
  expect(Math.abs(dot(toSez[0], toSez[1]))).toBeLessThan(ORTHOGONAL)
})

// dehanttideinel of the Conventions, test case 1 (2009-04-13): with its own Sun and Moon, steps 1 and 2 together.
const CASE = {
  site: [4_075_578.385, 931_852.89, 4_801_570.154] as Vec3,
  sun: [137_859_926_952.015, 54_228_127_881.435_09, 23_509_422_341.6952] as Vec3,
  moon: [-179_996_231.920_342, -312_468_450.131_567, -169_288_918.592_16] as Vec3,
  shift: [0.077_004_203_575_784_2, 0.063_040_563_211_8, 0.055_165_681_521_324_56] as Vec3,
}

test('solidTide() agrees with the routine of the Conventions except for its neglected terms', () => {
  const found = solidTide(CASE.site, [
    { gm: GM_SUN, r: CASE.sun },
    { gm: GM_MOON, r: CASE.moon },
  ])
  expect(norm(subtract(found, CASE.shift))).toBeLessThan(LEFT_OUT_M)
  // The agreement is not because of a small shift: the shift is 11 cm.
  expect(norm(found)).toBeGreaterThan(0.09)
})
