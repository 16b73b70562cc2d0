import { type EventPlan as Plan, Plan as PlanSchema } from '@apsis/contract/ca/plan/manoeuvre.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { nameOf } from '../../shell/status/testing/naming.ts'
import { leftOutText } from './left-out.ts'
import { ScreeningResult } from './screening-table.tsx'

const { examples } = PlanSchema.meta() as { readonly examples: readonly Plan[] }
const plan = { ...examples[0]!, steps: examples[0]!.steps.map((step) => ({ ...step, by: 'kim' })) }
const claim = { by: 'ada', at: '2026-11-20T05:55:00.000Z', until: '2026-11-21T10:10:12.123Z' }
const totals = { totalBefore: 4e-3, totalAfter: 2e-3, repeated: null }
const request = { ...plan.request, leftOut: { kinds: ['MOVES' as const], conjunctionIds: [plan.conjunctionId] } }

test('a plan names the events that it leaves out, with the person and the end, and says that they count again after that', () => {
  expect(leftOutText(plan, nameOf)).toBeUndefined()
  const screening = { ...plan.screening!, leftOut: { ...claim, ...totals } }
  expect(leftOutText({ ...plan, request, screening }, nameOf)).toBe(
    'Left out of screening: objects that can manoeuvre, 1 event by itself, by Kim Weber at 2026-11-20 05:55:00 Z, until ignition.',
  )
  expect(leftOutText({ ...plan, request, screening: { ...screening, leftOut: null } }, nameOf)).toMatch(
    /They count again\.$/,
  )
  expect(leftOutText({ ...plan, request, screening: null }, nameOf)).toContain('by Kim Weber')
  const until = '2026-11-21T08:30:00.000Z'
  const timed = { ...request, leftOut: { ...request.leftOut, until } }
  expect(leftOutText({ ...plan, request: timed, screening }, nameOf)).toMatch(/, until 2026-11-21 08:30:00 Z\.$/)
})

test('the screening marks each event that is left out, and shows the total with these events below the total without them', () => {
  const [event] = plan.screening!.events
  const other = { ...event!, conjunctionId: 'other', isTarget: false, object: 'SIM-OPS 1', leftOut: 'MOVES' as const }
  const screening = { ...plan.screening!, events: [event!, other], leftOut: { ...claim, ...totals } }
  const page = renderToStaticMarkup(<ScreeningResult screening={screening} />)
  expect(page).toContain('left out: can manoeuvre')
  expect(page.indexOf('All that count')).toBeGreaterThan(0)
  expect(page.indexOf('With those left out')).toBeGreaterThan(page.indexOf('All that count'))
  expect(page).toContain('All that count, independent')
  const repeated = { objects: ['SIM-OPS 1'], leastBefore: 1e-3, leastAfter: 9e-4 }
  const twice = renderToStaticMarkup(
    <ScreeningResult screening={{ ...screening, repeated, leftOut: { ...claim, ...totals, repeated } }} />,
  )
  // Both totals have bounds, and name the object that is met more than once (F10).
  expect(twice).toContain('All that count, at most: SIM-OPS 1 comes again')
  const both = { ...repeated, objects: ['SIM-OPS 1', 'SIM DEB 2'] }
  const many = renderToStaticMarkup(<ScreeningResult screening={{ ...screening, repeated: both }} />)
  expect(many).toContain('at most: SIM-OPS 1, SIM DEB 2 come again and count with their sums')
  expect(twice).toContain('All that count, at least')
  expect(twice).toContain('With those left out, at least')
  expect(twice).not.toContain('All that count, independent')
  expect(renderToStaticMarkup(<ScreeningResult screening={plan.screening!} />)).not.toContain('With those left out')
})
