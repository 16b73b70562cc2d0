import type { PlanPreview } from '@apsis/contract/ca/plan/manoeuvre.ts'
import type { Problem } from '@apsis/contract/errors.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bodyOf, startTestApi, type TestApi } from '../../../platform/testing/test-api.ts'
import { planAt } from '../../testing/plan-operator.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const ENGINE = { type: 'IMPULSIVE', thrustN: 1, ispS: 220 }
let place = 0
const operatorOf = (thrustDirections: object | undefined, engine: object = {}) => {
  place += 1
  const propulsion = { ...ENGINE, ...(thrustDirections === undefined ? {} : { thrustDirections }), ...engine }
  return planAt(api, `directions-${place}`, { configuration: { propulsion } })
}
/** Components of a Δv are multiples of 1e-7 m/s: for a burn of a few mm/s that is a thousandth of a degree. */
const ROUNDED_DEG = 0.01

const angleDeg = (a: readonly number[], b: readonly number[]) => {
  const along = a.reduce((sum, part, k) => sum + part * b[k]!, 0)
  return (Math.acos(along / Math.hypot(...a) / Math.hypot(...b)) * 180) / Math.PI
}

test('a plan stays inside the thrust cone of its satellite, costs no less than an unrestricted plan, and is confirmed', async () => {
  const free = await (await operatorOf(undefined)).planned()
  const axis = [1, 0, 0.5]
  const plan = await (await operatorOf({ kind: 'CONE', frame: 'RTN', axis, halfAngleDeg: 20 })).planned()
  expect(angleDeg(free.deltaVRtn, axis)).toBeGreaterThan(20)
  expect([plan.meetsTarget, plan.limit]).toEqual([true, null])
  // The unrestricted burn is outside the cone. The best burn is at the edge of the cone, and not the unrestricted burn turned to the edge.
  expect(Math.abs(angleDeg(plan.deltaVRtn, axis) - 20)).toBeLessThan(ROUNDED_DEG)
  expect(plan.deltaVMagnitude).toBeGreaterThan(free.deltaVMagnitude)
  expect(plan.satelliteBasis!.propulsion).toMatchObject({ thrustDirections: { kind: 'CONE', axis, halfAngleDeg: 20 } })
})

test('a burn uses one thruster, in its own direction, and so does an arc', async () => {
  const vectors = [
    [0, 3, 0],
    [0, 0, -1],
  ]
  for (const engine of [{}, { type: 'CONTINUOUS', thrustN: 0.1, ispS: 1_500, maxThrustPerOrbitS: 5_000 }]) {
    const plan = await (await operatorOf({ kind: 'THRUSTERS', vectors }, engine)).planned()
    expect(plan.meetsTarget).toBe(true)
    expect(Math.min(...vectors.map((one) => angleDeg(plan.deltaVRtn, one)))).toBeLessThan(ROUNDED_DEG)
  }
})

test('if another direction would suffice, the plan says that the thrusters are the limit', async () => {
  const { deltaVMagnitude } = await (await operatorOf(undefined)).planned()
  const radial = { kind: 'CONE', frame: 'RTN', axis: [1, 0, 0], halfAngleDeg: 10 }
  const plan = await (await operatorOf(radial, { maxDeltaVMps: 1.1 * deltaVMagnitude })).planned()
  expect([plan.meetsTarget, plan.limit]).toEqual([false, 'DIRECTION'])
  const none = await (await operatorOf(radial, { maxDeltaVMps: deltaVMagnitude / 2 })).planned()
  expect([none.meetsTarget, none.limit]).toEqual([false, 'DELTA_V'])
})

test('a direction that the thrusters do not have is refused, with the name of its field', async () => {
  const operator = await operatorOf({ kind: 'CONE', frame: 'TNW', axis: [1, 0, 0], halfAngleDeg: 15 })
  const line = (vector: number[]) => ({
    direction: { deltaVDirection: 'XYZ', deltaVReferenceFrame: 'TNW', vector },
  })
  const refused = await operator.create(line([0, 1, 0]))
  expect(refused.status).toBe(422)
  const { errors } = await bodyOf<Problem>(refused)
  expect(errors).toMatchObject([{ code: 'manoeuvre.direction', pointer: '/direction', values: { angleDeg: 75 } }])
  // The line is requested against the velocity, and the plan takes the sense that lies inside the cone.
  const plan = await bodyOf<PlanPreview>(await operator.create(line([-1, 0, 0])))
  expect(plan.deltaVRtn[1]).toBeGreaterThan(0)
  expect(plan.meetsTarget).toBe(true)
})
