import { expect, test } from 'vitest'
import { lengthLabel } from './axes.tsx'
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
])('the labels of an axis have the decimals of its step, all the same: %j', (ticks, labels) => {
  expect(ticks.map((value) => lengthLabel(value, tickStep(ticks), { signed: true }))).toEqual(labels)
})
