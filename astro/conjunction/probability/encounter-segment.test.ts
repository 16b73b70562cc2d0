import { expect, test } from 'vitest'
import { GM_EARTH } from '../../constants.ts'
import { toEquinoctial } from '../../orbit/equinoctial.ts'
import type { Vec3 } from '../../vec3.ts'
import { findSegment } from './encounter-segment.ts'

/** The search for the flat top ends within some hundredths of a second of a revolution of thousands. */
const SEARCHED_TURN_DIGITS = 4
/** Half of the period of the elements, which round. */
const HALF_TURN_DIGITS = 9

const RADIUS_M = 7e6
const SPEED_MPS = Math.sqrt(GM_EARTH / RADIUS_M)
const PERIOD_S = (2 * Math.PI * RADIUS_M) / SPEED_MPS

/** On the circle, at an angle past the node, in a plane of that inclination. */
function onCircle(angleRad: number, incRad: number) {
  const [c, s, ci, si] = [Math.cos(angleRad), Math.sin(angleRad), Math.cos(incRad), Math.sin(incRad)]
  const r: Vec3 = [RADIUS_M * c, RADIUS_M * s * ci, RADIUS_M * s * si]
  const v: Vec3 = [-SPEED_MPS * s, SPEED_MPS * c * ci, SPEED_MPS * c * si]
  return toEquinoctial({ r, v }, GM_EARTH)!
}

test('findSegment() reaches from where two orbits were farthest apart to where they will be', () => {
  // Two circles that cross in the line of nodes: nearest at the nodes, farthest a quarter of a revolution to either side.
  const found = findSegment(onCircle(0, 0.3), onCircle(0, 1.1), 0)
  expect(found.startS / PERIOD_S).toBeCloseTo(-0.25, SEARCHED_TURN_DIGITS)
  expect(found.endS / PERIOD_S).toBeCloseTo(0.25, SEARCHED_TURN_DIGITS)
})

test('findSegment() takes half a revolution to either side where no distance is the largest', () => {
  // Two objects in one place: the distance stays 0.
  const found = findSegment(onCircle(0.2, 0.5), onCircle(0.2, 0.5), 0)
  expect(found.startS / PERIOD_S).toBeCloseTo(-0.5, HALF_TURN_DIGITS)
  expect(found.endS / PERIOD_S).toBeCloseTo(0.5, HALF_TURN_DIGITS)
})
