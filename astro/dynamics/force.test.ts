import { expect, test } from 'vitest'
import { parseTime } from '../time/parse-time.ts'
import { scale, type Vec3 } from '../vec3.ts'
import { areaTowards, type Force, type OrbitState, sumForces } from './force.ts'

const AT: OrbitState = { epoch: parseTime('2026-03-20T00:00:00'), r: [7e6, 0, 0], v: [0, 7500, 0], massKg: 4 }

test('sumForces() is the sum of all forces at the same state', () => {
  const seen: OrbitState[] = []
  const uniform: Force = (at) => {
    seen.push(at)
    return [1, 2, 3]
  }
  const byMass: Force = ({ massKg }) => [massKg, 0, 0]
  const byVelocity: Force = ({ v }) => scale(v, -1e-3)
  expect(sumForces([], AT)).toEqual([0, 0, 0])
  expect(sumForces([uniform, byMass, byVelocity], AT)).toEqual([5, 2 - 7.5, 3])
  expect(sumForces([byVelocity, byMass, uniform], AT)).toEqual([5, 2 - 7.5, 3])
  expect(seen).toEqual([AT, AT])
})

test('areaTowards() is a number, or the area that depends on the direction', () => {
  expect(areaTowards(3, AT, [1, 0, 0])).toBe(3)
  // A plate of 2 m² with its normal along x.
  const plate = (_at: OrbitState, towards: Vec3) => 2 * Math.abs(towards[0])
  expect(areaTowards(plate, AT, [-1, 0, 0])).toBe(2)
  expect(areaTowards(plate, AT, [0.6, 0.8, 0])).toBe(1.2)
  expect(areaTowards((at) => at.massKg, AT, [0, 0, 1])).toBe(4)
})
