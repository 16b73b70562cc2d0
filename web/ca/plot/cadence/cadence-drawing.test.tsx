import { scaleUtc } from 'd3-scale'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { inOrder } from '../../event/messages.ts'
import { cdmWith } from '../../event/testing/event.ts'
import { CadenceDrawing } from './cadence-drawing.tsx'

const at = (time: string) => Date.parse(`2026-11-${time}:00.000Z`)

test('the lines of now, the decision and TCA are drawn under the words of the lanes, which they may cross', () => {
  const [decideMs, tcaMs] = [at('20T12:00'), at('21T00:00')]
  const messages = inOrder([cdmWith({ number: 1, created: '2026-11-20T00:00:00.000Z' })])
  const area = { left: 100, right: 700, top: 0, bottom: 160 }
  const drawn = renderToStaticMarkup(
    <svg>
      <title>Messages</title>
      <CadenceDrawing
        scene={{
          facts: { messages, record: [], coverage: null, tcaMs, nowMs: at('20T01:00') },
          area,
          x: scaleUtc([at('19T00:00'), tcaMs], [area.left, area.right]),
          decideMs,
          selectedId: undefined,
          hoveredId: undefined,
          onSelect: undefined,
          isNarrow: false,
        }}
      />
    </svg>,
  )
  const places = ['now', 'decide 12:00 Z', 'TCA 00:00', 'nothing recorded yet'].map((words) => drawn.indexOf(words))
  expect(Math.min(...places)).toBeGreaterThan(0)
  expect(Math.max(...places.slice(0, -1))).toBeLessThan(places.at(-1) as number)
})
