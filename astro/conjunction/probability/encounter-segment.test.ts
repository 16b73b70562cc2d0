import { expect, test } from 'vitest'
import { GM_EARTH } from '../../constants.ts'
import { toEquinoctial } from '../../orbit/equinoctial.ts'
import type { Vec3 } from '../../vec3.ts'
import { findSegment } from './encounter-segment.ts'

/** The search for the flat maximum ends within some hundredths of a second of a revolution of thousands. */
const SEARCHED_TURN_DIGITS = 4
/** Half of the period of the elements, with its rounding. */
const HALF_TURN_DIGITS = 9

const RADIUS_M = 7e6
const SPEED_MPS = Math.sqrt(GM_EARTH / RADIUS_M)
const PERIOD_S = (2 * Math.PI * RADIUS_M) / SPEED_MPS

/** Returns a state on the circle, at an angle past the node, in a plane of that inclination. */
function onCircle(angleRad: number, incRad: number) {
  const [c, s, ci, si] = [Math.cos(angleRad), Math.sin(angleRad), Math.cos(incRad), Math.sin(incRad)]
  const r: Vec3 = [RADIUS_M * c, RADIUS_M * s * ci, RADIUS_M * s * si]
  const v: Vec3 = [-SPEED_MPS * s, SPEED_MPS * c * ci, SPEED_MPS * c * si]
  return toEquinoctial({ r, v }, GM_EARTH)!
}

test('findSegment() extends from the largest distance of two orbits before to the largest distance after', () => {
  // Two circles that cross in the line of nodes: nearest at the nodes, farthest a quarter of a revolution to either side.
  const found = findSegment(onCircle(0, 0.3), onCircle(0, 1.1), 0)
  expect(found.startS / PERIOD_S).toBeCloseTo(-0.25, SEARCHED_TURN_DIGITS)
  expect(found.endS / PERIOD_S).toBeCloseTo(0.25, SEARCHED_TURN_DIGITS)
})

test('findSegment() extends half a revolution to either side if the distance has no maximum', () => {
  // Two objects at one position: the distance is always 0.
  const found = findSegment(onCircle(0.2, 0.5), onCircle(0.2, 0.5), 0)
  expect(found.startS / PERIOD_S).toBeCloseTo(-0.5, HALF_TURN_DIGITS)
  expect(found.endS / PERIOD_S).toBeCloseTo(0.5, HALF_TURN_DIGITS)
})
