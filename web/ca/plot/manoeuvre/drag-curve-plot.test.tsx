import type { DragChange } from '@apsis/contract/ca/plan/drag-change.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { DragCurveOnPaper } from './drag-curve-plot.tsx'

const HOUR_S = 3_600
const curve = [1e-4, 3e-4, 5e-5, 2e-6].map((probability, k) => ({ holdS: 12 * HOUR_S * k, probability }))
const drag = { curve, holdS: 36 * HOUR_S } as unknown as DragChange

test('the brief of a change of drag contains its curve, at a fixed size, and a caption', () => {
  const paper = renderToStaticMarkup(<DragCurveOnPaper drag={drag} target={3e-6} />)
  expect(paper).toContain('<figcaption>Dashed: the plan, 36.0 h. Line across: the target.</figcaption>')
  // The line goes through all four times.
  expect(/<path d="(M[^"]*)"/.exec(paper)?.[1]?.split('L')).toHaveLength(4)
})
