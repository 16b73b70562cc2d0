import { expect, test } from 'vitest'
import { openSink } from '../testing/kitchen-sink.ts'
import { pane } from '../testing/page.ts'

test('ellipses are drawn to scale: a metre has the same length on both axes', async () => {
  const page = await openSink()
  const labels = await pane(page, 'Conjunction plane')
    .locator('svg text')
    .evaluateAll((texts) =>
      texts
        .filter((text) => /^−?\d+$/.test(text.textContent ?? ''))
        .map((text) => ({
          value: Number(text.textContent?.replace('−', '-')),
          isBelow: getComputedStyle(text).textAnchor === 'middle',
          x: Number(text.getAttribute('x')),
          y: Number(text.getAttribute('y')),
        }))
        .filter(({ value }) => Math.abs(value) >= 100 || value === 0),
    )
  const pxPerM = (axis: 'x' | 'y', isBelow: boolean) => {
    const [first, second] = labels.filter((label) => label.isBelow === isBelow)
    return Math.abs((second![axis] - first![axis]) / (second!.value - first!.value))
  }
  expect(pxPerM('x', true) / pxPerM('y', false)).toBeCloseTo(1, 6)
})
