import { type EventPlan as Plan, Plan as PlanSchema } from '@apsis/contract/ca/plan/manoeuvre.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { PlanFacts } from './plan-facts.tsx'

const { examples } = PlanSchema.meta() as { readonly examples: readonly Plan[] }
const plan = examples[0]!
type Direction = NonNullable<Plan['request']['direction']>
const rows = (direction?: Direction) => {
  const request = direction === undefined ? plan.request : { ...plan.request, direction }
  return renderToStaticMarkup(<PlanFacts plan={{ ...plan, request }} />).replace(/<[^>]*>/g, '|')
}

test('a plan and its brief show the requested line in its own axes', () => {
  expect(rows({ deltaVDirection: 'XYZ', deltaVReferenceFrame: 'TNW', vector: [1, 0, -0.25] })).toMatch(
    /Line asked for\|+1, 0, −0\.25 in TNW, either sense\|/,
  )
  const angles = { deltaVDirection: 'AZIMUTH_ELEVATION', azimuthDeg: 90, elevationDeg: -12.5 } as const
  expect(rows({ ...angles, deltaVReferenceFrame: 'RTN' })).toMatch(
    /Line asked for\|+azimuth 90°, elevation −12\.5° in RTN, either sense\|/,
  )
  expect(rows()).not.toContain('Line asked for')
})
