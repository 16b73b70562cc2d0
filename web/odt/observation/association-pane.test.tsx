import { ObservationReport } from '@apsis/contract/odt/observation/observation.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { fileOf } from '../../ui/table/column.ts'
import { candidateColumns, DistanceBar, nearestFirst } from './association-pane.tsx'

const examples: unknown = ObservationReport.meta()?.examples
const [example] = examples as readonly [ObservationReport]
const [result] = example.t2oAssociationResults

const candidate = (associationValue: number, associationThreshold: number) => ({
  ...result!,
  associationValue,
  associationThreshold,
})

/** Returns the end of the first candidate's bar and the place of its threshold mark, in percent of the width. */
function drawn(...all: readonly [ReturnType<typeof candidate>, ...ReturnType<typeof candidate>[]]) {
  const page = renderToStaticMarkup(<DistanceBar result={all[0]} all={all} isBest />)
  const of = (pattern: RegExp) => Number(pattern.exec(page)?.[1])
  return { value: of(/<rect [^>]*width="([^"]+)%"/), threshold: of(/<line x1="([^"]+)%"/) }
}

test('the object that fits best is first, in the list and in its file, whatever the order in the report', () => {
  const named = ([objectName, value, threshold]: readonly [string, number, number]) => ({
    ...candidate(value, threshold),
    objectName,
  })
  // The order follows the values, not the names, and not the distance of each value from its own threshold.
  const given = [named(['A', 9.5, 100]), named(['B', 80, 2]), named(['C', 0.7, 0.6]), named(['D', 10, 3])]
  const order = (results: typeof given) => nearestFirst(results).map(({ objectName }) => objectName)
  expect(order(given)).toEqual(['C', 'A', 'D', 'B'])
  expect(order(given.toReversed())).toEqual(['C', 'A', 'D', 'B'])
  const { columns, rows } = fileOf(candidateColumns(example, given), nearestFirst(given))
  expect(rows.map((row) => row[columns.indexOf('associationValue')])).toEqual([0.7, 9.5, 10, 80])
  // The report keeps its own order.
  expect(given.map(({ objectName }) => objectName)).toEqual(['A', 'B', 'C', 'D'])
})

test('the bar ends before the mark exactly if the value is below its threshold', () => {
  const below = drawn(candidate(0.8, 3))
  expect(below.value).toBeLessThan(below.threshold)
  const above = drawn(candidate(40, 3))
  expect(above.value).toBeGreaterThan(above.threshold)
  const equal = drawn(candidate(3, 3))
  expect(equal.value).toBeCloseTo(equal.threshold, 9)
})

test('a tenfold distance makes a bar longer by the same amount everywhere, and all objects have the same scale', () => {
  const [near, middle, far] = [candidate(1, 10), candidate(10, 10), candidate(100, 10)]
  const [a, b, c] = [drawn(near, middle, far), drawn(middle, near, far), drawn(far, near, middle)]
  expect(b.value - a.value).toBeCloseTo(c.value - b.value, 9)
  expect(b.value).toBeGreaterThan(a.value)
  expect(new Set([a, b, c].map(({ threshold }) => threshold.toFixed(6))).size).toBe(1)
  expect(b.value).toBeCloseTo(b.threshold, 9)
})

test('every bar is inside the scale, also for a distance of zero', () => {
  for (const { value, threshold } of [
    drawn(candidate(0, 3), candidate(500, 3)),
    drawn(candidate(0, 1), candidate(500, 1)),
    drawn(candidate(500, 3)),
  ]) {
    expect(value).toBeGreaterThanOrEqual(0)
    expect(value).toBeLessThanOrEqual(100)
    expect(threshold).toBeGreaterThan(0)
    expect(threshold).toBeLessThan(100)
  }
})
