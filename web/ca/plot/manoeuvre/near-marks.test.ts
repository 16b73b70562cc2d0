import { expect, test } from 'vitest'
import { boxOfText, overlap } from '../../../chart/label-places.ts'
import { type BurnMark, namePlaces, togetherWhereNear } from './near-marks.ts'

const mark = (lead: number, deltaV: number, label: string, more: Partial<BurnMark> = {}): BurnMark => ({
  lead,
  deltaV,
  label,
  isChosen: false,
  ...more,
})
/** The scales have ten pixels for a revolution, and ten for a millimetre per second. */
const [x, y] = [(lead: number) => 10 * lead, (deltaV: number) => 1e4 * deltaV]
const together = (...marks: BurnMark[]) => togetherWhereNear(marks, x, y)

test('marks less than 12 pixels apart become one with both names, at the place of the first', () => {
  expect(together(mark(1, 0, 'least'), mark(1.8, 0.0008, 'late'))).toEqual([mark(1, 0, 'least, late')])
})

test('marks 12 pixels apart stay two', () => {
  const marks = [mark(1, 0, 'least'), mark(2.2, 0, 'late')]
  expect(together(...marks)).toEqual(marks)
})

test('a joint mark is chosen if one of its burns is', () => {
  expect(together(mark(1, 0, 'least'), mark(1, 0, 'own', { isChosen: true }))).toEqual([
    mark(1, 0, 'least, own', { isChosen: true }),
  ])
})

test('the mark of the place before a drag stays separate from the mark of the chosen burn', () => {
  const marks = [mark(1, 0, 'own', { isChosen: true }), mark(1, 0, '', { isGhost: true })]
  expect(together(...marks)).toEqual(marks)
})

const MAP = { left: 78, right: 600, top: 42, bottom: 400 }
const drawn = (px: number, py: number, label: string, isChosen = false) => ({
  ...mark(0, 0, label, { isChosen }),
  px,
  py,
})

test('names of marks near each other, and at the border, do not overlap and stay inside the map', () => {
  const marks = [
    drawn(300, 200, 'Cheapest, Short-term'),
    drawn(330, 203, 'Own', true),
    drawn(318, 215, 'Along the track'),
    drawn(590, 200, 'Leaves most time'),
    drawn(596, 212, 'Ten times smaller'),
    drawn(80, 398, 'Long-term, Station keeping'),
  ]
  const boxes = namePlaces(marks, MAP).map((place, k) => boxOfText(marks[k]!.label, place))
  for (const box of boxes) {
    expect(box.left).toBeGreaterThanOrEqual(MAP.left)
    expect(box.right).toBeLessThanOrEqual(MAP.right)
    expect(box.bottom).toBeLessThanOrEqual(MAP.bottom)
    expect(boxes.filter((other) => other !== box && overlap(box, other))).toEqual([])
  }
  // The name of the chosen burn is beside its mark.
  expect(namePlaces(marks, MAP)[1]).toEqual({ x: 343, y: 207, align: 'start' })
})

test('a name without a free place is beside its mark, on the side with more room', () => {
  const narrow = { left: 0, right: 90, top: 0, bottom: 40 }
  expect(namePlaces([drawn(80, 20, 'A name that is too long')], narrow)).toMatchObject([{ align: 'end' }])
  expect(namePlaces([drawn(10, 20, 'A name that is too long')], narrow)).toMatchObject([{ align: 'start' }])
})
