import { expect, test } from 'vitest'
import { labelSide } from './label-side.ts'

const at = { x: 300, y: 50 }
const plot = { at, left: 100, right: 900 }

test.each([
  ['right', 'where nothing is near', []],
  ['left', 'where a mark stands below the words at the right', [{ x: 340, y: 56 }]],
  [
    'right',
    'where as many are covered at the left',
    [
      { x: 340, y: 56 },
      { x: 260, y: 50 },
    ],
  ],
  ['right', 'where the other is in another lane', [{ x: 340, y: 80 }]],
  ['right', 'where the other is further away than the words reach', [{ x: 420, y: 50 }]],
] as const)('labelSide() is %s %s', (side, _why, others) => {
  expect(labelSide({ ...plot, others })).toBe(side)
})

test('labelSide() stays within the plot, whatever it covers', () => {
  expect(labelSide({ ...plot, right: 380, others: [{ x: 260, y: 50 }] })).toBe('left')
  expect(labelSide({ ...plot, left: 220, others: [{ x: 340, y: 50 }] })).toBe('right')
})
