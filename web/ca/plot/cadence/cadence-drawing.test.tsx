import { scaleUtc } from 'd3-scale'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { inOrder } from '../../event/messages.ts'
import { cdmWith } from '../../event/testing/event.ts'
import { CadenceDrawing } from './cadence-drawing.tsx'

const at = (time: string) => Date.parse(`2026-11-${time}:00.000Z`)

const AREA = { left: 100, right: 700, top: 0, bottom: 160 }
const drawn = (nowMs: number, [decideMs, tcaMs]: readonly [number, number]) =>
  renderToStaticMarkup(
    <svg>
      <title>Messages</title>
      <CadenceDrawing
        scene={{
          facts: {
            messages: inOrder([cdmWith({ number: 1, created: '2026-11-20T00:00:00.000Z' })]),
            record: [],
            coverage: null,
            tcaMs,
            nowMs,
          },
          area: AREA,
          x: scaleUtc([at('19T00:00'), tcaMs], [AREA.left, AREA.right]),
          decideMs,
          selectedId: undefined,
          hoveredId: undefined,
          onSelect: undefined,
          isNarrow: false,
        }}
      />
    </svg>,
  )

test('the lines of now, the decision and TCA are drawn below the labels of the lanes, so they may cross those labels', () => {
  const picture = drawn(at('20T01:00'), [at('20T12:00'), at('21T00:00')])
  const places = ['now', 'decide 12:00 Z', 'TCA 00:00', 'nothing recorded yet'].map((words) => picture.indexOf(words))
  expect(Math.min(...places)).toBeGreaterThan(0)
  expect(Math.max(...places.slice(0, -1))).toBeLessThan(places.at(-1) as number)
})

test('the label of now is always beside the label of TCA, and the label of a decision is beside both', () => {
  const tcaMs = at('21T00:00')
  for (const minutes of [280, 120, 60, 1]) {
    const picture = drawn(tcaMs - minutes * 60_000, [tcaMs - 400 * 60_000, tcaMs])
    const middle = (words: string) => Number(new RegExp(`<text x="([^"]+)"[^>]*>${words}<`).exec(picture)?.[1])
    // The label "TCA 00:00" is 56 px wide and "now" 22; the label of the decision ends at its line.
    expect(middle('TCA 00:00') - middle('now')).toBeGreaterThan((56 + 22) / 2)
    expect(middle('now') - middle('decide 17:20 Z')).toBeGreaterThan(22 / 2)
  }
})

test('the label of a decision between now and TCA covers neither label: it moves left, then shows its time alone, then only its line is left', () => {
  const tcaMs = at('21T00:00')
  // 48 h are 600 px, so an hour is 12.5 px. "decide 20:00 Z" is 84 px wide, "20:00" 31, "TCA 00:00" 56 and "now" 22.
  for (const [nowBeforeH, word, px] of [
    [13, 'decide 20:00 Z', 84],
    [8, '20:00', 31],
  ] as const) {
    const picture = drawn(tcaMs - nowBeforeH * 3_600_000, [tcaMs - 4 * 3_600_000, tcaMs])
    const xOf = (words: string) => Number(new RegExp(`<text x="([^"]+)"[^>]*>${words}<`).exec(picture)?.[1])
    expect(xOf(word)).toBeGreaterThan(xOf('now') + 22 / 2)
    expect(xOf(word) + px).toBeLessThan(xOf('TCA 00:00') - 56 / 2)
  }
  expect(drawn(tcaMs - 6 * 3_600_000, [tcaMs - 4 * 3_600_000, tcaMs])).not.toContain('20:00')
})
