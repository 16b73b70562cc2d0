import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { LeftAxis, lengthLabel, TITLE_PX } from './axes.tsx'
import { tickStep } from './tick-step.ts'

test.each([
  [
    [0.005, 0.01, 0.015],
    ['+0.005', '+0.010', '+0.015'],
  ],
  [
    [-0.0005, 0, 0.0005],
    ['−0.0005', '0.0000', '+0.0005'],
  ],
  [
    [0.2, 0.30000000000000004, 0.4],
    ['+0.2', '+0.3', '+0.4'],
  ],
  [
    [-100, 0, 100],
    ['−100', '0', '+100'],
  ],
])('all labels of an axis have the same number of decimals, as many as its step needs: %j', (ticks, labels) => {
  expect(ticks.map((value) => lengthLabel(value, tickStep(ticks), { signed: true }))).toEqual(labels)
})

test('the title of the left axis is above the data, in the room that is kept for it', () => {
  const area = { left: 52, right: 300, top: TITLE_PX, bottom: 200 }
  const page = renderToStaticMarkup(
    <svg>
      <title>Plot</title>
      <LeftAxis area={area} ticks={[]} title="miss, km" />
    </svg>,
  )
  const y = Number(/<text x="52" y="(\d+)"[^>]*>miss, km</.exec(page)?.[1])
  const [letterPx, below] = [12, 3]
  expect(y + below).toBeLessThan(area.top)
  expect(y - letterPx).toBeGreaterThanOrEqual(0)
})
