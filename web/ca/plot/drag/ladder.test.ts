import { expect, test } from 'vitest'
import { type Ladder, ladderCaption, ladderTable, linesOfLadder, spansAtOrAbove } from './ladder.ts'

const rung = (factor: number, both: number) => ({ factor, both, first: both / 2, second: 0 })
const ladder: Ladder = {
  object1: { alongTrackM: 120, from: 'sensitivity' },
  object2: null,
  rungs: [rung(0.5, 2e-4), rung(0.8, 1e-4), rung(1, 5e-5), rung(2, 3e-4), rung(3, 1e-6)],
  stated: 5e-5,
  decorrelated: null,
}

test('spansAtOrAbove joins adjacent rungs, and separates those with a lower one in between', () => {
  expect(spansAtOrAbove(ladder.rungs, 1e-4)).toEqual([
    [0.5, 0.8],
    [2, 2],
  ])
  expect(spansAtOrAbove(ladder.rungs, 1e-3)).toEqual([])
})

test('ladderCaption describes the probability at other densities of the air, and the densities at which it reaches the accepted probability', () => {
  expect(ladderCaption(ladder, 1e-4)).toBe(
    'Pc is 5.00\u00a0×\u00a010⁻⁵ in the forecast air. Both objects in other air: 2.00\u00a0×\u00a010⁻⁴ at half the density, 3.00\u00a0×\u00a010⁻⁴ at twice, 1.00\u00a0×\u00a010⁻⁶ at three times; highest 3.00\u00a0×\u00a010⁻⁴, at 2 times. Reaches the accepted 1.00\u00a0×\u00a010⁻⁴ at 0.5 to 0.8, 2 times the forecast density.',
  )
  expect(ladderCaption(ladder, 1e-3)).toMatch(/Below the accepted 1.00\u00a0×\u00a010⁻³ at every density shown\.$/)
  expect(ladderCaption(ladder, undefined)).not.toContain('accepted')
})

test('an object with an unknown effect of drag has no line of its own; the file keeps its column', () => {
  expect(linesOfLadder(ladder)).toEqual(['both', 'first'])
  expect(ladderTable(ladder).rows[0]).toEqual([0.5, '2.00E-04', '1.00E-04', '0.00E+00'])
})
