import type { DragMap } from '@apsis/contract/ca/plan/drag-map.ts'
import { expect, test } from 'vitest'
import { cellText, drawDragMap, isEnoughAt, numbersOf, shutOf } from './drag-map-plot.tsx'

const start = (hours: number, blackout: DragMap['starts'][number]['blackout'] = null) => ({
  at: new Date(Date.UTC(2026, 10, 22, 5) - hours * 3_600_000).toISOString(),
  holdS: 43_200,
  densitySigma: 0.25,
  blackout,
})
const MAP: DragMap = {
  conjunctionId: 'b1a4e0f0-3d64-4b6f-9d4c-0c9b2d4f6a11',
  cdmId: '9d0c3f6e-41c5-4c1e-8f0b-2f4f6f1d8a11',
  tca: '2026-11-22T05:00:00.000Z',
  dynamics: 'j2',
  starts: [start(30), start(20, 'ENTERED'), start(10)],
  usualAreaM2: 0.1,
  heldAreasM2: [0.1, 0.5],
  densityFrom: 'MODEL',
  weather: null,
  target: { probability: 3e-6, accepted: 1e-4 },
  probability: [
    [2e-4, 2e-4, 2e-4],
    [1e-7, 1e-7, 2e-6],
  ],
  worst: [
    [2e-4, 2e-4, 2e-4],
    [1e-6, 1e-6, 2e-4],
  ],
  missM: [
    [120, 120, 120],
    [4_000, 3_000, 900],
  ],
  alongTrackM: [
    [0, 0, 0],
    [4_100, 3_100, 1_000],
  ],
  total: [
    [3e-4, 3e-4, 3e-4],
    [1e-4, 1e-4, 1e-4],
  ],
  others: [
    [1e-4, 1e-4, 1e-4],
    [1e-4, 1e-4, 1e-4],
  ],
  counted: [{ conjunctionId: '5a4e1c7b-0d5f-4be2-93a3-6b1f0a9f7c22', object: 'DEB 7' }],
  worstOther: [
    [0, 0, 0],
    [0, 0, -1],
  ],
  notCounted: [],
  isSimulated: true,
}
const GOAL = { kind: 'PROBABILITY', value: 3e-6 } as const

test('a cell is sufficient if its mean and its value at every likely density are low enough, and it is in no blackout', () => {
  const enough = (column: number, row = 1) => isEnoughAt(MAP, GOAL, { row, column })
  // The mean of the last start is low enough, but denser or thinner air gives a value that is not accepted.
  expect([enough(0, 0), enough(0), enough(1), enough(2)]).toEqual([false, true, false, false])
  const far = { kind: 'MISS_DISTANCE', value: 3_500 } as const
  expect([0, 1, 2].map((column) => isEnoughAt(MAP, far, { row: 1, column }))).toEqual([true, false, false])
})

test('the text of a cell has all its data', () => {
  const said = cellText(MAP, GOAL, { row: 1, column: 0 })
  expect(said).toContain('0.5 m² (× 5) from 2026-11-20 23:00:00')
  for (const part of [
    '30.0 h before TCA, for 12.0 h',
    '1.00',
    'miss 4\u202f000 m',
    '+4\u202f100 m along the track',
    'DEB 7',
    'Enough.',
  ])
    expect(said).toContain(part)
  expect(cellText(MAP, GOAL, { row: 1, column: 1 })).toContain('Not possible: blackout.')
  const last = cellText(MAP, GOAL, { row: 1, column: 2 })
  expect(last).toContain('Not enough.')
  expect(last).not.toContain('most likely')
})

test('blackouts extend half way to the neighbouring starts, and the map shows the chosen quantity', () => {
  const leads = [30, 20, 10]
  expect(shutOf(MAP, leads)).toEqual([{ from: 25, to: 15, reason: 'blackout' }])
  expect(numbersOf(MAP, 'miss')).toBe(MAP.missM)
  expect(numbersOf(MAP, 'others')).toBe(MAP.others)
})

test('the drawing has a point for each cell, in rows of starts, beginning with the smallest area and the earliest start', () => {
  const { points, columns } = drawDragMap({ map: MAP, show: 'pc', goal: GOAL, chosen: undefined }, 'hatch', {
    width: 700,
    height: 380,
  })
  expect([points.length, columns]).toEqual([6, 3])
  const [first, , third, fourth] = points
  expect([first!.x < third!.x, first!.y > fourth!.y, first!.x === fourth!.x]).toEqual([true, true, true])
  expect(points.map(({ id }) => id)).toEqual(['0', '1', '2', '3', '4', '5'])
})
