import { expect, test } from 'vitest'
import { withLetters } from './candidate-letters.ts'
import { type Candidate, planOwn } from './design.ts'
import { designOf } from './design-address.ts'
import { designAt } from './testing/published-design.ts'

const HOUR_MS = 3_600_000
const { tcaMs } = designAt(0)
const open = designAt(tcaMs - 24 * HOUR_MS)
const { settings } = designOf({ direction: 'along', dynamics: 'two-body' }, 1e-4)
const at = (hours: number, name: Candidate['name']): Candidate => ({
  ...planOwn(open, settings, tcaMs - hours * HOUR_MS),
  name,
})

test('withLetters: equal burns share a letter, and the cheapest comes before the strategies', () => {
  const marked = withLetters([at(6, 'short'), at(3, 'late'), at(6, 'cheapest'), at(6, 'margin')])
  expect(marked.map(({ letter, names }) => [letter, ...names])).toEqual([
    ['B', 'cheapest', 'margin', 'short'],
    ['C', 'late'],
  ])
})

test('withLetters: a burn that misses its target is not merged with one that reaches it', () => {
  const reached = at(6, 'cheapest')
  expect(withLetters([{ ...reached, name: 'margin', meetsTarget: !reached.meetsTarget }, reached])).toHaveLength(2)
})
