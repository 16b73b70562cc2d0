import { expect, test } from 'vitest'
import { planToTarget } from './plan-to-target.ts'
import { crossingCircles } from './testing/crossing-circles.ts'

/** A plan is sufficient down to this fraction of its target (F2). */
const MARGIN = 1.01

test('a target distance below the accepted distance is raised to it, and the plan says so', () => {
  const model = crossingCircles()
  const planFor = (missM: number) =>
    planToTarget(
      model,
      { burnS: -1.5 * model.periodS, target: { kind: 'miss', missM } },
      { ofSatelliteM: 1_000, meetsAgain: false },
    )
  const plan = planFor(500)
  expect(plan).toMatchObject({ meetsTarget: true, largerFor: 'accepted-distance' })
  expect(planFor(1_000)).toMatchObject({ meetsTarget: true, largerFor: null })
  expect(plan.separation!.nominal.distanceM * MARGIN).toBeGreaterThanOrEqual(1_000)
  expect(plan.deltaVRtnMps).toEqual(planFor(1_000).deltaVRtnMps)
})
