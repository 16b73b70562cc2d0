import { type Plan, Plan as PlanSchema } from '@apsis/contract/ca/plan/manoeuvre.ts'
import { expect, test } from 'vitest'
import { openBrowser } from '../../../ui/testing/browser.ts'

openBrowser()
const { countChanges, drawChanges } = await import('./changes.tsx')
const { renderToStaticMarkup } = await import('react-dom/server')

const { examples } = PlanSchema.meta() as { readonly examples: readonly Plan[] }
const event = examples[0]!.screening!.events[0]!

test('the change of an event without a probability is unknown: it is neither better, worse nor unchanged', () => {
  const events = [
    { before: 1e-4, nominal: 1e-7 },
    { before: 1e-7, nominal: 1e-4 },
    { before: 1e-7, nominal: 1e-7 },
    { before: null, nominal: null },
    { before: 1e-4, nominal: null },
    { before: null, nominal: 1e-4 },
  ]
  expect(countChanges(events)).toEqual({ better: 1, worse: 1, same: 1, unknown: 3 })
})

test('an unknown value has no mark at the safe end of the axis, and is mentioned', () => {
  const drawn = (change: object) => {
    const { drawing, points } = drawChanges([{ ...event, ...change }], 1e-4, { width: 800, height: 74 })
    return { svg: renderToStaticMarkup(<g>{drawing}</g>), points }
  }
  const none = drawn({ before: null, nominal: null })
  expect(none.svg).not.toContain('<circle')
  expect(none.svg).toContain('no probability')
  const lost = drawn({ before: 1e-4, nominal: null })
  expect(lost.svg.match(/<circle/g)).toHaveLength(1)
  expect(lost.svg).toContain('no probability with the burn')
  expect(drawn({ before: 1e-4, nominal: 1e-7 }).svg.match(/<circle/g)).toHaveLength(2)
})
