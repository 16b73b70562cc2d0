import { expect, test } from 'vitest'
import { marksOf } from './burn-map-pane.tsx'
import { type Candidate, planOwn, tradeSpace } from './design.ts'
import { designOf } from './design-address.ts'
import { designAt } from './testing/published-design.ts'

const HOUR_MS = 3_600_000
const { tcaMs } = designAt(0)
const open = designAt(tcaMs - 24 * HOUR_MS)
const design = designOf({ direction: 'along', dynamics: 'two-body' }, 1e-4)
const space = { ...tradeSpace(open, design.settings), others: null }

test('a burn before the start of the map has no mark on it: at its edge it would look like a burn at that time', () => {
  const near: Candidate = { ...planOwn(open, design.settings, tcaMs - 3 * HOUR_MS), name: 'cheapest' }
  const far: Candidate = { ...near, name: 'margin', lead: 8 }
  const marked = (suggestions: readonly Candidate[]) =>
    marksOf({ space, design, chosen: undefined, suggestions, pins: [], ghost: undefined }).map(({ lead }) => lead)
  expect(marked([near, far])).toEqual([near.lead])
  expect(near.lead).toBeLessThan(space.leads[0]!)
})
