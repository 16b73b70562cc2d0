import { expect, test } from 'vitest'
import { GM_EARTH, SPEED_OF_LIGHT } from '../constants.ts'
import { toCartesian, toKeplerian } from '../orbit/elements.ts'
import { addSeconds, makeEpoch } from '../time/epoch.ts'
import { norm, type Vec3 } from '../vec3.ts'
import { pointMassForce } from './gravity.ts'
import { propagateOrbit } from './propagate-orbit.ts'
import { relativityForce } from './relativity.ts'

/** The integration error is 3e-11 rad of the 9.2e-8 rad by which the perigee moves, at the default tolerance of 1e-13. */
const PERIGEE_RELATIVE = 1e-3
/** The rounding of a dozen products. */
const ROUNDING = 2e-15

const epoch = makeEpoch(0)
const elements = {
  semiMajorAxisM: 2e7,
  eccentricity: 0.3,
  incRad: 1,
  raanRad: 1,
  argPeriapsisRad: 1,
  trueAnomalyRad: 0,
}

test('relativityForce() moves the perigee as Einstein predicted', () => {
  const turns = 20
  const period = 2 * Math.PI * Math.sqrt(elements.semiMajorAxisM ** 3 / GM_EARTH)
  const start = { epoch, ...toCartesian(elements, GM_EARTH), massKg: 1 }
  const until = addSeconds(epoch, turns * period)
  const found = propagateOrbit(start, { forces: [pointMassForce(GM_EARTH), relativityForce(GM_EARTH)], until })
  if (!found.ok) throw new Error(found.reason)
  const moved = toKeplerian(found.end, GM_EARTH).argPeriapsisRad - elements.argPeriapsisRad
  // 6π GM / (c² a (1 − e²)) per revolution; the periodic part is zero after whole revolutions.
  const wanted = (turns * 6 * Math.PI * GM_EARTH) / (SPEED_OF_LIGHT ** 2 * elements.semiMajorAxisM * (1 - 0.3 ** 2))
  expect(Math.abs(moved / wanted - 1)).toBeLessThan(PERIGEE_RELATIVE)
})

test('relativityForce() of an object at rest points outwards, 4 (GM)² / (c² r³)', () => {
  const r: Vec3 = [0, 1.2e7, 0]
  const [x, y, z] = relativityForce(GM_EARTH)({ epoch, r, v: [0, 0, 0], massKg: 1 })
  expect([x, z]).toEqual([0, 0])
  expect(Math.abs(y / ((4 * GM_EARTH ** 2) / (SPEED_OF_LIGHT ** 2 * norm(r) ** 3)) - 1)).toBeLessThan(ROUNDING)
})
