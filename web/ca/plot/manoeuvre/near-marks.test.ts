import { expect, test } from 'vitest'
import { type BurnMark, togetherWhereNear } from './near-marks.ts'

const mark = (lead: number, deltaV: number, label: string, more: Partial<BurnMark> = {}): BurnMark => ({
  lead,
  deltaV,
  label,
  isChosen: false,
  ...more,
})
/** Ten pixels for a revolution, and for a millimetre a second. */
const [x, y] = [(lead: number) => 10 * lead, (deltaV: number) => 1e4 * deltaV]
const together = (...marks: BurnMark[]) => togetherWhereNear(marks, x, y)

test('marks less than 12 pixels apart become one with both names, where the first one is', () => {
  expect(together(mark(1, 0, 'least'), mark(1.8, 0.0008, 'late'))).toEqual([mark(1, 0, 'least, late')])
})

test('marks 12 pixels apart stay two', () => {
  const marks = [mark(1, 0, 'least'), mark(2.2, 0, 'late')]
  expect(together(...marks)).toEqual(marks)
})

test('what stands together is chosen where one of it is', () => {
  expect(together(mark(1, 0, 'least'), mark(1, 0, 'own', { isChosen: true }))).toEqual([
    mark(1, 0, 'least, own', { isChosen: true }),
  ])
})

test('where the chosen burn was before it is dragged stays a mark of its own', () => {
  const marks = [mark(1, 0, 'own', { isChosen: true }), mark(1, 0, '', { isGhost: true })]
  expect(together(...marks)).toEqual(marks)
})
