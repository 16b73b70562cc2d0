import { expect, test } from 'vitest'
import { GM_EARTH } from '../../constants.ts'
import { toCartesian } from '../../orbit/elements.ts'
import { degToRad } from '../../units.ts'
import { ascendingNodesBefore } from './ascending-nodes.ts'

const RADIUS_M = 7_000_000
const PERIOD_S = 2 * Math.PI * Math.sqrt(RADIUS_M ** 3 / GM_EARTH)
/** J2 shortens the node-to-node time of a revolution here by at most this fraction, 1.5 J2 (R/a)² (4 − 5 sin² i/2) (see eclipse.test.ts). */
const J2_SHARE = 0.005

/** A circular orbit with an inclination of 50°, at a given angle after its ascending node at TCA. */
const circular = (afterNodeDeg: number) => ({
  state: toCartesian(
    {
      semiMajorAxisM: RADIUS_M,
      eccentricity: 0,
      incRad: degToRad(50),
      raanRad: 1,
      argPeriapsisRad: 0,
      trueAnomalyRad: degToRad(afterNodeDeg),
    },
    GM_EARTH,
  ),
})

test.each([30, 90, 200, 350])(
  'an object %i° after the node passed the node that long ago, and once in each earlier revolution',
  (deg) => {
    const nodes = ascendingNodesBefore(circular(deg), -4.99 * PERIOD_S)
    const expected = [4, 3, 2, 1, 0]
      .map((turns) => -(turns + deg / 360) * PERIOD_S)
      .filter((at) => at > -4.99 * PERIOD_S)
    expect(nodes.length).toBe(expected.length)
    for (const [k, at] of nodes.entries())
      expect(Math.abs(at - expected[k]!)).toBeLessThan(J2_SHARE * Math.abs(expected[k]!) + J2_SHARE * PERIOD_S)
  },
)

test('a southward crossing of the equator is no ascending node, and neither is a start north of it', () => {
  // Half a revolution from 20° to 200° after the node: the object starts north and crosses the equator southwards in between.
  expect(ascendingNodesBefore(circular(200), -0.5 * PERIOD_S)).toEqual([])
  expect(ascendingNodesBefore(circular(30), 0)).toEqual([])
})
